"""Frames that a test makes from those of a real table, and what the page then shows happening."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from support.web_crowd import SOCKETS
from support.web_players import LONG, begin

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

WATCH: Final = """
window.flights = [];
new MutationObserver(changes => {
    for (const { addedNodes } of changes)
        for (const node of addedNodes)
            if (node.classList?.contains("flight"))
                window.flights.push({
                    kind: node.classList[1], ...node.dataset,
                    x: parseFloat(node.style.left), y: parseFloat(node.style.top),
                });
}).observe(document, { childList: true, subtree: true });
window.told = [];
new MutationObserver(() => {
    const now = document.querySelector(".ticker")?.textContent?.trim().replace(/\\s/g, " ");
    if (now && now !== window.told.at(-1)) window.told.push(now);
}).observe(document, { childList: true, subtree: true, characterData: true });
"""
"""Keeps all cards that flew, with where they started, and all lines of the ticker."""
RECEIVE: Final = """frames => {
    const socket = window.lines.at(-1);
    window.receive ??= socket.onmessage;
    socket.onmessage = () => {};
    for (const data of frames) window.receive.call(socket, new MessageEvent("message", { data }));
}"""
"""Passes frames to the page, which hears nothing from its server any more."""
Frame = dict[str, Any]


class Stage:
    """A page at a real table, to which a test passes frames of its own."""

    def __init__(
        self,
        page: Page,
        game: str = "Unstable Unicorns",
        seats: int = 3,
        *,
        begin: Callable[[Page, str, int], object] = begin,
    ) -> None:
        self.page = page
        page.add_init_script(SOCKETS)
        page.add_init_script(WATCH)
        tables: list[Frame] = []

        def hear(data: str | bytes) -> None:
            frame = json.loads(data)
            if frame["type"] == "table" and frame["view"]:
                tables.append(frame)

        page.on("websocket", lambda socket: socket.on("framereceived", hear))
        begin(page, game, seats)
        page.wait_for_function("() => document.querySelector('.prompt.mine') !== null", timeout=LONG)
        self.show()
        self.asked: Frame = tables[-1]["decision"]
        """The first question of the game."""
        self.frame: Frame = {**tables[-1], "decision": None, "chat": []}
        self.lines = max(line["number"] for table in tables for line in table["log"]) + 1

    def next(self, *events: Frame, **changes: Any) -> Frame:  # noqa: ANN401 - fields of a frame
        """Return the next frame: the last one with changes, and with the lines of events."""
        texts = [event.pop("text") for event in events]
        lines = [
            {"number": self.lines + at, "text": text, "is_news": True, "event": event}
            for at, (text, event) in enumerate(zip(texts, events, strict=True))
        ]
        made: Frame = json.loads(json.dumps({**self.frame, **changes}))
        self.frame = {**made, "log_from": self.lines, "log": lines}
        self.lines += len(lines)
        return self.frame

    def show(self, *frames: Frame) -> None:
        """Pass frames to the page at once."""
        self.page.evaluate(RECEIVE, [json.dumps(frame) for frame in frames])

    def stabled(self, *stables: list[tuple[int, str]]) -> Frame:
        """Return the view with stables of numbered cards, and empty discard pile."""
        view: Frame = json.loads(json.dumps(self.frame["view"]))
        for seat, cards in zip(view["zones"]["seats"], stables, strict=True):
            listed = [
                {"option": option, "card": card, "muted": False, "counts_as": "basic", "goes_back_to": None}
                for option, card in cards
            ]
            seat["stable"] = {"size": len(cards), "cards": listed}
        return view
