"""Text written by other players is shown as text: it does not run, load anything or link anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from support.sizes import slow_after
from support.web_players import LONG, await_question, by_digit, open_table, play_out, quicken, start

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Dialog, Page

NAMES = ["<img src=x onerror=1>", "<b>Bold</b>&amp;", "${alert(1)}{@html 1}"]
CHAT = [
    "<img src=x onerror=alert(1)>",
    "<script>alert(document.cookie)</script>",
    "<a href=javascript:alert(1)>click me</a>",
    "https://evil.example/?<svg onload=alert(1)>",
    "{{constructor.constructor('alert(1)')()}} {@html '<b>'} ${alert(1)}",
    "W" * 250,
]
REPORT = """
window.violations = [];
addEventListener("securitypolicyviolation", event => window.violations.push(event.violatedDirective), true);
"""
BIDI = "Ada\u202egnp.exe"


def watch(page: Page) -> list[str]:
    """Return a list that collects every dialog and popup that opens; it must stay empty."""
    opened: list[str] = []

    def refuse(dialog: Dialog) -> None:
        opened.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", refuse)
    page.on("popup", lambda popup: opened.append(popup.url))
    page.add_init_script(REPORT)
    return opened


def assert_harmless(page: Page, opened: list[str]) -> None:
    assert opened == []
    assert page.evaluate("window.violations") == []
    assert page.locator("main :is(script, iframe, object, embed, b, a[href^='javascript'])").count() == 0
    assert page.locator("main img:not([src^='/api/'])").count() == 0


@pytest.mark.slow("walks through every page with hostile names")
@pytest.mark.parametrize("visitor", [{"reduced_motion": "reduce"}], indirect=True)
def test_hostile_names_and_chat_are_shown_as_text(page: Page) -> None:
    opened = watch(page)
    quicken(page)
    name = NAMES[0]
    open_table(page, name=name)
    expect(page.locator(".seats input.name")).to_have_value(name)
    assert_harmless(page, opened)
    start(page)
    await_question(page)
    expect(page.locator(".seat.me")).to_contain_text(name)
    for text in CHAT:
        page.get_by_label("Say something").first.fill(text)
        page.get_by_role("button", name="Send").first.click()
        said = page.locator(".wide .chat li").filter(has_text=text[:40])
        expect(said).to_have_count(1, timeout=LONG)
        assert page.evaluate("document.scrollingElement.scrollWidth") <= 1280, "a long word widened the page"
    assert page.locator(".wide .chat li *:not(strong)").count() == 0
    play_out(page, by_digit)
    assert_harmless(page, opened)


@pytest.mark.parametrize("name", slow_after(1, NAMES[1:], "opens a table for every name"))
def test_a_guest_with_a_hostile_name_is_shown_as_text(page: Page, context: BrowserContext, name: str) -> None:
    opened = watch(page)
    quicken(page)
    code = open_table(page)
    browser = context.browser
    assert browser is not None
    other = browser.new_context(base_url=page.url.split("/t/")[0], locale="en-GB")
    other.set_default_timeout(LONG)
    try:
        guest = other.new_page()
        guest.goto(f"/t/{code}")
        guest.get_by_label("Your name").fill(name)
        guest.get_by_role("button", name="Sit down").click()
        expect(page.locator(".seats")).to_contain_text(name, timeout=LONG)
        assert_harmless(page, opened)
    finally:
        other.close()


def test_a_name_with_a_bidi_override_is_refused(context: BrowserContext) -> None:
    page = context.new_page()
    page.goto("/new")
    page.get_by_label("Your name").fill(BIDI)
    with page.expect_response(lambda answer: "/api/tables" in answer.url and answer.request.method == "POST"):
        page.get_by_role("button", name="Open a table").click()
    expect(page.get_by_role("form", name="A new table").get_by_role("alert")).to_contain_text("name")
    assert "/t/" not in page.url


def test_a_hostile_table_code_does_not_navigate_away(page: Page) -> None:
    opened = watch(page)
    page.goto("/")
    for text in ("javascript:alert(1)", "//evil.example", "https://evil.example/t/<svg onload=alert(1)>"):
        page.get_by_label("Code or link").fill(text)
        page.get_by_role("button", name="Go to the table").click()
        expect(page.get_by_label("Code or link")).to_be_visible()
    assert_harmless(page, opened)


def test_the_security_headers_forbid_foreign_content(page: Page) -> None:
    answer = page.goto("/")
    assert answer is not None
    headers = answer.headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy or "default-src 'none'" in policy
    assert "unsafe-inline" not in policy
    assert "unsafe-eval" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"


def test_a_policy_violation_is_detected(context: BrowserContext) -> None:
    page = context.new_page()
    opened = watch(page)
    page.goto("/")
    page.locator("main").wait_for()
    page.evaluate("""() => {
        const one = document.createElement("img");
        one.setAttribute("onerror", "alert(1)");
        one.src = "https://evil.example/x.png";
        document.querySelector("main").append(one);
    }""")
    page.wait_for_function("() => window.violations.length > 0")
    with pytest.raises(AssertionError):
        assert_harmless(page, opened)
