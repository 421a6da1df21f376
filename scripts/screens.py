"""The walks of `screenshots.py`: each visits some screens and takes pictures of them.

`WALKS` lists the screens of each walk, so that a walk can be left out if none of them is wanted. Cards are
dealt at random: the players play on until the wanted situation appears. Buttons are found by the key of their
message, fields by selectors, so every walk works in any language.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import support.web_players as at_table
from support.web_tour import invitation, open_lobby, start

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from screenshots import Camera

TURN: Final = 9
"""After this many turns there are enough cards on a table for a picture."""
CASE: Final = "/rules/cases/unicorns/cards/base_2e/unicorn_phoenix-saved-from-destruction"
CHAPTER: Final = ".page section h2"
PARTS: Final = 4
"""The number of answers after which the picture of a lesson is taken."""
NAME: Final = "input[autocomplete=nickname]"
ALONE: Final = 1500
"""Milliseconds after which an undo has been granted or put to the vote."""


def visitor(camera: Camera) -> None:
    """Visit the pages that need no seat."""
    page = camera.page
    page.goto("/")
    page.locator("button.now").wait_for()
    camera.take("home")
    page.goto("/new")
    page.locator(".games label").first.wait_for()
    page.locator(NAME).fill("Ada")
    page.locator(NAME).blur()
    camera.take("new")
    page.locator("form .packs summary").click()
    page.locator("form .packs input").first.check()
    camera.take("packs", ready=page.locator("form .packs").scroll_into_view_if_needed)
    page.locator("form .packs summary").click()
    page.locator("form .more > summary").click()
    page.locator("form .more details summary").first.wait_for()
    camera.take("choices", ready=page.locator("form .more").scroll_into_view_if_needed)
    camera.button("home.adults").click()
    camera.take_open("gate")
    page.locator("header .gear").click()
    page.locator("dialog[open] .settings").wait_for()
    camera.take_open("settings")
    page.goto(f"/t/{invitation(camera.address)}")
    page.locator(".join form").wait_for()
    camera.take("join")
    page.goto("/t/zzzzzzzz")
    page.locator("#lost").wait_for()
    camera.take("no-table")
    page.goto("/rules")
    page.evaluate("history.pushState(null, '', '/nowhere'); dispatchEvent(new PopStateEvent('popstate'))")
    page.locator("#lost").wait_for()
    camera.take("lost")


def reader(camera: Camera) -> None:
    """Open cards, rules and a case, and try the case."""
    page = camera.page
    page.goto("/cards")
    page.locator(".page li").first.wait_for()
    camera.take("cards")
    page.goto("/rules")
    page.locator(CHAPTER).first.wait_for()
    camera.take("rules", ready=lambda: again(page, CHAPTER))
    camera.take("details", ready=lambda: unfold_chapter(page))
    page.goto(CASE)
    page.locator(".board .card").first.wait_for()
    page.locator(".told .steps .main").click(click_count=2)
    camera.take("case")
    page.locator(".ways button").last.click()
    page.locator(".prompt.mine").wait_for()
    camera.take("trial")


def learner(camera: Camera) -> None:
    """Open both lessons, and play the unicorns' one to its end."""
    page = camera.page
    for game in ("fairytale", "unicorns"):
        page.goto(f"/tutorial/{game}")
        page.locator(".bubble h2").wait_for()
        camera.take(f"lesson-{game}", ready=lambda: again(page, ".bubble h2"))
    count, question = 0, page.locator(".prompt.mine")
    while question.count():
        count += 1
        before = page.locator(".prompt").get_attribute("data-decision")
        at_table.by_first(page)
        page.wait_for_function(
            """before => {
                const prompt = document.querySelector('.prompt.mine');
                return !prompt?.checkVisibility() || prompt.dataset.decision !== before;
            }""",
            arg=before,
        )
        if count == PARTS:
            camera.take("lesson-middle")
        if page.locator(".ways").count():
            break
    camera.take("lesson-end")


def host(camera: Camera) -> None:
    """Open a table and the dialogs of its lobby."""
    page = camera.page
    at_table.quicken(page)
    open_lobby(page, "unicorns", 4)
    camera.take("lobby")
    for at, name in enumerate(("change", "beside", "device")):
        page.locator(".foot > button").nth(at).click()
        page.locator("dialog[open] .head").wait_for()
        camera.take_open(name)


def unicorns(camera: Camera) -> None:
    """Play until the table is full enough, open every dialog, play to the end and open the replay."""
    page = camera.page
    at_table.quicken(page)
    open_lobby(page, "unicorns", 4)
    start(page)
    wire = at_table.Wire(page)
    page.reload()
    asked = at_table.await_question(page)

    def is_kind(kind: str) -> bool:
        return bool(wire.tables) and (wire.tables[-1]["decision"] or {}).get("kind") == kind

    def is_full() -> bool:
        turn = wire.tables[-1]["view"]["turn"] if wire.tables else 0
        is_listed = page.locator(".prompt .more [aria-expanded]").count() > 0
        return int(turn) > TURN and is_listed and page.locator(".hand .card.can").count() > 1

    asked = go_on(page, asked, is_full)
    camera.take("unicorns")
    page.locator(".hand .card.can").first.click(button="right")
    camera.take_open("zoom")
    page.locator(".seat button.card:not(.can)").first.click()
    camera.button("zoom.why").click()
    page.locator("dialog[open] .reason").first.wait_for()
    camera.take_open("why")
    page.locator(".piles [data-zone=discard]").click()
    camera.take_open("pile")
    page.keyboard.press("?")
    camera.take_open("keys")
    camera.button("reference.title").click()
    page.locator("dialog[open] dd").first.wait_for()
    camera.take_open("reference")
    camera.button("leaving.open").click()
    camera.take_open("leaving")
    camera.take("log", ready=lambda: unfold_log(page))
    shut(page)
    camera.take("list", ready=page.locator(".prompt .more [aria-expanded]").click)
    camera.take("advice", ready=lambda: ask(camera))
    asked = go_on(page, page.evaluate(at_table.ASKED), lambda: is_kind("respond"))
    while at_table.is_over(page):  # nobody is asked to respond without a card to do it with
        camera.button("result.rematch").click()
        page.locator(".result").wait_for(state="detached")
        asked = go_on(page, at_table.await_question(page), lambda: is_kind("respond"))
    camera.take("window")
    go_on(page, asked, lambda: False)
    camera.take("result")
    look_back(camera, "replay", 60)
    camera.button("play_on.open").click()
    camera.take_open("play-on")


def again(page: Page, there: str) -> None:
    """Reload a page and wait for an element, so that it is laid out for the current size."""
    page.reload()
    page.locator(there).first.wait_for()


def unfold_chapter(page: Page) -> None:
    """Show the rules below the first chapter, with their ids."""
    again(page, CHAPTER)
    page.locator(".page section summary").first.click()
    page.locator(".page section").first.scroll_into_view_if_needed()


def unfold_log(page: Page) -> None:
    """Open the log, if the screen is too narrow to show it beside the table and it is not open yet."""
    if page.locator(".top .narrow").is_visible() and not page.locator("dialog[open]").count():
        page.locator(".top .narrow").click()


def ask(camera: Camera) -> None:
    """Ask for a hint."""
    camera.button("prompt.hint").click()
    camera.page.locator(".prompt .advice").wait_for()


def look_back(camera: Camera, name: str, step: int) -> None:
    """Show a step of the replay of the game that has just ended, with all cards visible."""
    page = camera.page
    page.locator(".result a").first.click()
    page.locator(".controls").wait_for()
    page.get_by_role("slider").fill(str(step))
    page.locator(".whose select").select_option("all")
    page.locator(".seat").first.wait_for()
    page.wait_for_timeout(300)
    camera.take(name)


def fairytale(camera: Camera) -> None:
    """Play to the draft of the third round, to a reveal after it, and to the end."""
    page = camera.page
    at_table.quicken(page)
    open_lobby(page, "fairytale", 4)
    start(page)
    wire = at_table.Wire(page)
    page.reload()

    def is_in(part: str) -> bool:
        view = wire.tables[-1]["view"] if wire.tables else {}
        return bool(view) and view["round"] == 3 and part in view["pass"]

    asked = go_on(page, at_table.await_question(page), lambda: is_in("draft"))
    camera.take("fairytale")
    asked = go_on(page, asked, lambda: is_in("play"))
    at_table.by_first(page)
    asked = at_table.await_question(page, asked)
    camera.take("reveal")
    go_on(page, asked, lambda: False)
    camera.take("tale")
    look_back(camera, "tale-replay", 20)


def picks(camera: Camera) -> None:
    """Play with a low hand limit until several cards must be discarded at once, and mark one of them."""
    page = camera.page
    at_table.quicken(page, {"hand_limit": 2})
    open_lobby(page, "unicorns", 4)
    start(page)
    wire = at_table.Wire(page)
    page.reload()

    def is_multi_pick() -> bool:
        return bool(wire.tables) and (wire.tables[-1]["decision"] or {}).get("in_a_row", 1) > 1

    go_on(page, at_table.await_question(page), is_multi_pick)
    camera.take("picks", ready=page.locator(".hand .card.can[aria-pressed=false]").last.click)


def sharers(camera: Camera) -> None:
    """Play with a second player on the same device until the device must be handed over."""
    page = camera.page
    at_table.quicken(page)
    open_lobby(page, "fairytale", 2)
    camera.button("sharing.beside").click()
    page.locator("dialog[open] input").fill("Bea")
    camera.button("sharing.beside.sit").click()
    page.locator(".seats .ready.is").wait_for()
    page.locator(".lobby .now button").click()
    page.locator(".hand .card.can").first.click()
    page.locator(".curtain").wait_for()
    camera.take("curtain")


def company(camera: Camera) -> None:
    """Play with a second player on another device: chat, ask for an undo; a third person spectates."""
    page, bea = camera.page, camera.another()
    at_table.quicken(page)
    code = open_lobby(page, "unicorns", 3)
    bea.page.goto(f"/t/{code}")
    bea.page.locator(NAME).fill("Bea")
    bea.take("invited")
    bea.button("join.sit").click()
    bea.button("lobby.im_ready").click()
    page.locator(".seats .ready.is").wait_for()
    bea.take("ready")
    start(page)
    for who, said in ((page, "Evening, all!"), (bea.page, "May the best stable win.")):
        who.locator(".wide input").fill(said)
        who.locator(".wide form button").click()
    bea.page.locator(".wide .emotes button").first.click()
    ask_back(page, bea.page)
    camera.take("vote")
    page.locator(".flag[role=alert] button").last.click()
    camera.take("chat", ready=lambda: unfold_log(page))
    shut(page)
    watcher = camera.another()
    watcher.page.goto(f"/t/{code}")
    watcher.take("spectator", ready=lambda: watch(watcher.page))


def watch(page: Page) -> None:
    """Open the table as a spectator."""
    page.locator(".join form button[type=button]").click()
    page.locator(".seat").first.wait_for()


def ask_back(ada: Page, bea: Page) -> None:
    """Play until the second player asks for an undo that needs the first player's consent."""
    answered = {ada: "", bea: ""}
    for count in range(at_table.MOST):
        for page in (ada, bea):
            mark = page.evaluate(at_table.ASKED)
            if mark and mark != answered[page]:
                at_table.by_first(page)
                answered[page] = mark
                page.wait_for_timeout(60)
        if count > TURN * 2 and bea.locator(".prompt .undo").count():
            bea.locator(".prompt .undo").click()
            bea.wait_for_timeout(ALONE)
            if ada.locator(".flag").count():
                return
            answered[bea] = ""
    raise AssertionError("no undo needed the consent of the other player")


def shut(page: Page) -> None:
    """Close the open dialog, if there is one."""
    if page.locator("dialog[open]").count():
        page.keyboard.press("Escape")


def go_on(page: Page, asked: str, is_enough: Callable[[], bool]) -> str:
    """Answer until a condition holds or the game is over; return the open question, empty at the end."""
    while asked and not is_enough():
        at_table.by_first(page)
        asked = at_table.await_question(page, asked)
    return asked


WALKS: Final = {
    visitor: ("home", "packs", "choices", "gate", "settings", "join", "no-table", "lost"),
    reader: ("cards", "rules", "details", "case", "trial"),
    learner: ("lesson-unicorns", "lesson-fairytale", "lesson-middle", "lesson-end"),
    host: ("lobby", "change", "beside", "device"),
    unicorns: (
        "unicorns", "zoom", "why", "pile", "keys", "reference", "leaving", "log", "list", "advice",
        "window", "result", "replay", "play-on",
    ),
    fairytale: ("fairytale", "reveal", "tale", "tale-replay"),
    picks: ("picks",),
    sharers: ("curtain",),
    company: ("invited", "ready", "vote", "chat", "spectator"),
}  # fmt: skip
"""Every walk, and the screens it takes."""
