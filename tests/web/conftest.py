"""A real server and a real browser: Debian's chromium, driven by Playwright."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
import client  # noqa: E402
import debian  # noqa: E402
from web_host import Host  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator

WAIT = 40_000
"""Milliseconds to wait for anything: the machine may be busy."""
ARGS = [
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="session")
def built() -> str:
    """Return where the built client is."""
    built = os.environ.get(client.PLACE) or client.ensure(ROOT)
    assert built, "the browser client could not be built"
    return str(built)


@pytest.fixture(scope="session")
def server(built: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a server with the built client."""
    host = Host(built, tmp_path_factory.mktemp("server"))
    yield host.start()
    host.stop()


@pytest.fixture
def own_host(built: str, tmp_path: Path) -> Iterator[Host]:
    """Return a server that nobody else uses, so it may be ended at any time."""
    host = Host(built, tmp_path)
    host.start()
    yield host
    host.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Return the browser, which is installed where it is missing."""
    if shutil.which("chromium") is None:
        debian.ensure(["chromium"])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGS)
        yield browser
        browser.close()


@pytest.fixture
def visitor(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Return what is special about the visitor: a parameter of the test, nothing else."""
    return dict(getattr(request, "param", {}))


@pytest.fixture
def context(browser: Browser, server: str, visitor: dict[str, Any]) -> Iterator[BrowserContext]:
    """Return a fresh visitor in English, on a big screen unless the test says otherwise."""
    usual: dict[str, Any] = {"locale": "en-GB", "viewport": {"width": 1280, "height": 800}}
    context = browser.new_context(base_url=server, **{**usual, **visitor})
    context.set_default_timeout(WAIT)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """Return a page that must neither complain nor ask another host for anything."""
    page = context.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(f"error: {error}"))
    page.on(
        "console",
        lambda message: troubles.append(f"console: {message.text}") if message.type == "error" else None,
    )
    page.on(
        "request",
        lambda request: (
            None
            if re.match(r"(https?|wss?)://(127\.0\.0\.1|localhost)[:/]|data:|blob:", request.url)
            else troubles.append(f"asks {request.url}")
        ),
    )
    yield page
    assert troubles == []
