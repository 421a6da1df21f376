"""What the page costs: bytes of script for a table, and time from the wire to the eye."""

from __future__ import annotations

import gzip
import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from web_players import LONG, begin

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Request

MOST_BYTES: Final = 60_000
MOST_TIME: Final = 100.0
"""Milliseconds from a message to the next picture, for 95 of 100, at a fourth of the speed: our promise.

What is counted is the time for which the page's main thread has a processor, from the message through
scripts, styles, layout and painting to the picture it hands over, as the browser's own trace has it; four
times that. A browser that is told to be slower goes by the clock on the wall, and on a machine that is busy
with other tests that counts these. For the same reason the best of a few rounds holds: nothing makes a page
faster than it is.
"""
ROUNDS: Final = 3
SLOWER: Final = 4
CARDS: Final = 80
HAND: Final = 7
UPDATES: Final = 40
TRACED: Final = ["toplevel", "blink.user_timing"]
METER: Final = """
window.lines = [];
const Plain = WebSocket;
window.WebSocket = class extends Plain {
    constructor(...args) {
        super(...args);
        window.lines.push(this);
    }
};
"""
UPDATE: Final = """([frames, count]) => new Promise(done => {
    const line = window.lines.at(-1);
    const next = at => {
        if (at === count) return done();
        requestAnimationFrame(() => {
            performance.mark("update");
            line.onmessage(new MessageEvent("message", { data: frames[at % frames.length] }));
            const channel = new MessageChannel();  // it is told after the picture is made
            channel.port1.onmessage = () => next(at + 1);
            channel.port2.postMessage(null);
        });
    };
    next(0);
})"""


def test_a_table_needs_little_script(page: Page, built: str) -> None:
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    page.on("request", note)
    begin(page)
    files = {Path(built, "assets", url.rsplit("/", 1)[1]) for url in asked if "/assets/" in url}
    sizes = {path.name: len(gzip.compress(path.read_bytes())) for path in files}
    script = {name: size for name, size in sizes.items() if name.endswith(".js")}
    assert script, "no script was loaded"
    rest = {name: size for name, size in sizes.items() if name not in script}
    print(f"script {sum(script.values())} bytes gzip {script}; besides {rest}")  # noqa: T201 - a figure
    assert sum(script.values()) <= MOST_BYTES


def crowded(table: dict[str, Any], *, at: int) -> dict[str, Any]:
    """Return the table as it would be full of cards; each time one is played from the hand, another drawn."""
    made: dict[str, Any] = json.loads(json.dumps(table))
    zones = made["view"]["zones"]
    deck = sorted({*zones["nursery"]["cards"], *zones["seats"][0]["hand"]["cards"]})
    many = (CARDS - HAND) // len(zones["seats"])
    for owner, seat in enumerate(zones["seats"]):
        count = many + (at % 2 if owner == at % len(zones["seats"]) else 0)
        seat["stable"] = {"size": count, "cards": [stabled(deck, owner, place) for place in range(count)]}
    hand = [deck[(at + place) % len(deck)] for place in range(HAND)]
    zones["seats"][0]["hand"] = {"size": HAND, "cards": hand}
    moved = {"what": "played", "cards": hand[-1:]}
    line = {"number": table["log_from"] + at, "text": "A card is played.", "is_news": True, "event": moved}
    return {**made, "log_from": table["log_from"] + at, "log": [line], "chat": []}


def stabled(deck: list[str], owner: int, place: int) -> dict[str, Any]:
    """Return a card as it lies in a stable."""
    card = deck[(place + owner) % len(deck)]
    option = 10_000 + owner * 100 + place
    return {"option": option, "card": card, "muted": False, "counts_as": "", "goes_back_to": None}


def worked(trace: bytes) -> list[float]:
    """Return for how many milliseconds the main thread worked on each update, sorted.

    A browser does all of it in one task, from the frame that begins to the picture that is handed over.
    """
    events = json.loads(trace)["traceEvents"]
    marks = [event for event in events if event["name"] == "update" and "blink.user_timing" in event["cat"]]
    assert len({(mark["pid"], mark["tid"]) for mark in marks}) == 1
    thread = (marks[0]["pid"], marks[0]["tid"])
    tasks = [e for e in events if e.get("tdur") and (e["pid"], e["tid"]) == thread]
    around = [
        max(task["tdur"] for task in tasks if task["ts"] <= mark["ts"] <= task["ts"] + task["dur"])
        for mark in marks
    ]
    return sorted(time / 1000 for time in around)


@pytest.mark.parametrize(
    "visitor", [{}, {"viewport": {"width": 390, "height": 844}}], indirect=True, ids=["big", "phone"]
)
def test_a_full_table_is_drawn_anew_in_no_time(browser: Browser, page: Page) -> None:
    page.add_init_script(METER)
    frames: list[dict[str, Any]] = []

    def hear(data: str | bytes) -> None:
        frame = json.loads(data)
        if frame["type"] == "table" and frame["view"]:
            frames.append(frame)

    page.on("websocket", lambda socket: socket.on("framereceived", hear))
    begin(page, seats=8)
    page.wait_for_function("() => document.querySelector('.prompt.mine') !== null", timeout=LONG)
    data = [json.dumps(crowded(frames[-1], at=at)) for at in range(24)]
    page.evaluate(UPDATE, [data, len(data)])
    assert page.locator(".card").count() >= CARDS - 2 * HAND
    best = math.inf
    for _ in range(ROUNDS):
        browser.start_tracing(page=page, categories=TRACED)
        page.evaluate(UPDATE, [data, UPDATES])
        times = [SLOWER * time for time in worked(browser.stop_tracing())]
        assert len(times) == UPDATES
        middle, late = times[UPDATES // 2], times[int(UPDATES * 0.95)]
        print(f"an update of {CARDS} cards: median {middle:.0f} ms, p95 {late:.0f} ms at 4x")  # noqa: T201 - a figure
        best = min(best, late)
        if best < MOST_TIME:
            break
    assert best < MOST_TIME
