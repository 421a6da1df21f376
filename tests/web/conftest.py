"""A real server and a real browser: Debian's chromium, driven by Playwright."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import sys
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from support.paths import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
import client
import debian
from support.web_host import Host
from support.web_players import LONG

expect.set_options(timeout=LONG)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ARGS = [
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
ON_LAN = "delete Crypto.prototype.randomUUID; delete Crypto.prototype.subtle;"
"""Takes away what browsers lack on a local network, without HTTPS."""


@pytest.fixture(scope="session")
def built() -> str:
    """Return the folder of the built client, after building it if necessary."""
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
    """Return a server for one test, which may stop it at any time."""
    host = Host(built, tmp_path)
    host.start()
    yield host
    host.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Return the browser, after installing it if it is missing."""
    if shutil.which("chromium") is None:
        debian.ensure(["chromium"])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGS)
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield browser
        asyncio._set_running_loop(loop)
        browser.close()


@pytest.fixture(autouse=True)
def running_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """Mark Playwright's event loop as running only during tests that use a browser.

    Synchronous Playwright suspends its loop inside a greenlet while a test runs. asyncio takes that loop to
    be running in this thread, so the next test in this process that calls `asyncio.run` would fail.
    """
    if "browser" not in request.fixturenames:
        yield
        return
    browser: Browser = request.getfixturevalue("browser")
    asyncio._set_running_loop(browser._loop)
    yield
    asyncio._set_running_loop(None)


@pytest.fixture
def visitor(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Return the browser context options that the test sets by parameter; none by default."""
    return dict(getattr(request, "param", {}))


@pytest.fixture
def context(browser: Browser, server: str, visitor: dict[str, Any]) -> Iterator[BrowserContext]:
    """Return a new browser context, in English and on a big screen unless the test says otherwise."""
    usual: dict[str, Any] = {"locale": "en-GB", "viewport": {"width": 1280, "height": 800}}
    context = browser.new_context(base_url=server, **{**usual, **visitor})
    context.set_default_timeout(LONG)
    context.add_init_script(ON_LAN)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """Return a page; afterwards check that it logged no error and sent no request to another host."""
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(f"error: {error}"))
    page.on(
        "console",
        lambda message: problems.append(f"console: {message.text}") if message.type == "error" else None,
    )
    page.on(
        "request",
        lambda request: (
            None
            if re.match(r"(https?|wss?)://(127\.0\.0\.1|localhost)[:/]|data:|blob:", request.url)
            else problems.append(f"request to {request.url}")
        ),
    )
    yield page
    assert problems == []
