"""The walks of `screenshots.py` at tables of two, five and eight seats; `screens.py` has those of four.

At each table the player is seen at the kinds of question that change its layout, and at the end.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import support.web_players as at_table
from screens import TURN, go_on
from support.web_tour import open_lobby, start

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from screenshots import Camera


def is_late_turn(table: dict[str, Any]) -> bool:
    """Return whether it is one's own turn, with cards on the table."""
    return table["decision"]["kind"] == "action" and int(table["view"]["turn"]) > TURN


def is_card_question(table: dict[str, Any]) -> bool:
    """Return whether a card is asked for, with cards on the table."""
    return table["decision"]["kind"] == "card" and int(table["view"]["turn"]) > TURN


def is_window(table: dict[str, Any]) -> bool:
    """Return whether a window for responses is open."""
    return str(table["decision"]["kind"]) == "respond"


def is_late(part: str, table: dict[str, Any]) -> bool:
    """Return whether a part of the third round of Fairy Tale is being played."""
    return table["view"]["round"] == 3 and part in table["view"]["pass"]


QUESTIONS: Final[Mapping[str, Mapping[str, Callable[[dict[str, Any]], bool]]]] = {
    "unicorns": {"turn": is_late_turn, "question": is_card_question, "window": is_window},
    "fairytale": {"draft": partial(is_late, "draft"), "play": partial(is_late, "play")},
}
"""For each game the questions that are taken, by the name of their screen."""


def play(camera: Camera, game: str, seats: int) -> None:
    """Play games until each of the questions has been taken once; take the end of the last game."""
    page, wanted = camera.page, dict(QUESTIONS[game])
    at_table.quicken(page)
    open_lobby(page, game, seats)
    start(page)
    wire = at_table.Wire(page)
    page.reload()

    def fitting() -> list[str]:
        table = wire.tables[-1] if wire.tables else {}
        return [name for name, fits in wanted.items() if fits(table)] if table.get("decision") else []

    asked = at_table.await_question(page)
    while wanted:
        asked = go_on(page, asked, lambda: bool(fitting()))
        if not asked:
            camera.button("result.rematch").click()
            page.locator(".result").wait_for(state="detached")
            asked = at_table.await_question(page)
            continue
        for name in fitting():
            camera.take(f"{game}-{seats}-{name}")
            del wanted[name]
    go_on(page, asked, lambda: False)
    camera.take(f"{game}-{seats}-result")


def unicorns_2(camera: Camera) -> None:
    """Play Unstable Unicorns between two."""
    play(camera, "unicorns", 2)


def unicorns_8(camera: Camera) -> None:
    """Play Unstable Unicorns between eight."""
    play(camera, "unicorns", 8)


def fairytale_2(camera: Camera) -> None:
    """Play Fairy Tale between two."""
    play(camera, "fairytale", 2)


def fairytale_5(camera: Camera) -> None:
    """Play Fairy Tale between five."""
    play(camera, "fairytale", 5)


WALKS: Final = {
    walk: tuple(f"{game}-{seats}-{name}" for name in (*QUESTIONS[game], "result"))
    for walk, game, seats in (
        (unicorns_2, "unicorns", 2),
        (unicorns_8, "unicorns", 8),
        (fairytale_2, "fairytale", 2),
        (fairytale_5, "fairytale", 5),
    )
}
"""Every walk, and the screens it takes."""
