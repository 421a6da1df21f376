"""Browser tests do not break later tests in the same process that run their own event loop."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page


async def return_seven() -> int:
    return 7


def test_the_event_loop_of_the_browser_runs_while_a_page_is_open(page: Page) -> None:
    assert page.evaluate("1 + 1") == 2
    assert asyncio.get_running_loop().is_running()


def test_asyncio_run_works_after_a_browser_test() -> None:
    """Use no page: a server test that follows a browser test runs in the same state."""
    assert asyncio.run(return_seven()) == 7
