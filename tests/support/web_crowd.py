"""Frames of a table full of cards, and a script that makes the page draw them one after the other.

The tests check how many elements an update rebuilds; `bench/page.py` measures how long it takes.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from support.web_players import LONG, begin

if TYPE_CHECKING:
    from playwright.sync_api import Page

CARDS: Final = 80
HAND: Final = 7
FRAMES: Final = 24
SOCKETS: Final = """
window.lines = [];
const Plain = WebSocket;
window.WebSocket = class extends Plain {
    constructor(...args) {
        super(...args);
        window.lines.push(this);
    }
};
"""
"""Keeps the sockets of a page in `window.lines`, so that frames can be passed to them."""
UPDATE: Final = """([frames, count]) => new Promise(done => {
    const line = window.lines.at(-1);
    const made = [];
    let added = 0;
    const watch = new MutationObserver(changes => {
        for (const { addedNodes } of changes)
            for (const node of addedNodes)
                if (node.nodeType === 1) added += 1 + node.querySelectorAll("*").length;
    });
    watch.observe(document.body, { childList: true, subtree: true });
    const next = at => {
        if (at > 0) made.push(added);
        if (at === count) {
            watch.disconnect();
            return done(made);
        }
        added = 0;
        requestAnimationFrame(() => {
            performance.mark("update");
            line.onmessage(new MessageEvent("message", { data: frames[at % frames.length] }));
            const channel = new MessageChannel();  // its message arrives after the page is drawn
            channel.port1.onmessage = () => next(at + 1);
            channel.port2.postMessage(null);
        });
    };
    next(0);
})"""
"""Passes `count` frames to the page, each after the last is drawn; returns how many elements each added."""


def crowd(page: Page) -> list[str]:
    """Start a game of eight and fill its page with cards; return frames that each move a card."""
    page.add_init_script(SOCKETS)
    tables: list[dict[str, Any]] = []

    def hear(data: str | bytes) -> None:
        frame = json.loads(data)
        if frame["type"] == "table" and frame["view"]:
            tables.append(frame)

    page.on("websocket", lambda socket: socket.on("framereceived", hear))
    begin(page, seats=8)
    page.wait_for_function("() => document.querySelector('.prompt.mine') !== null", timeout=LONG)
    frames = [json.dumps(crowded(tables[-1], at=at)) for at in range(FRAMES)]
    page.evaluate(UPDATE, [frames, len(frames)])
    return frames


def crowded(table: dict[str, Any], *, at: int) -> dict[str, Any]:
    """Return the table full of cards; with each `at`, one card is played from the hand and another drawn."""
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
    """Return the view of a card in a stable."""
    card = deck[(place + owner) % len(deck)]
    option = 10_000 + owner * 100 + place
    return {"option": option, "card": card, "muted": False, "counts_as": "", "goes_back_to": None}
