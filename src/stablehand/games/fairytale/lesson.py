"""The lesson of Fairy Tale: one round of it, with a draft, a card that is closed and one that opens it again.

By the notes the learner keeps a Bard, the Patron who earns by it and a Healer; Ash's Demon closes the Bard,
and the Healer opens it again. All packets hold different cards, so that each question offers as many cards
as there are in the packet, whatever was kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stablehand.core.lesson import Lesson, Note, matching
from stablehand.games.fairytale.state.rules import rules_for
from stablehand.games.fairytale.state.scene import Board, set_up

if TYPE_CHECKING:
    from stablehand.core.contract import Decision, Option, View
    from stablehand.core.events import Recorder
    from stablehand.games.fairytale.state.state import State

OPTIONS: Final = {"expert": False}
BARD: Final = "bard"
PATRON: Final = "holy_empire_3x"
HEALER: Final = "holy_empire_unflip"
DEMON: Final = "demon"

PACKETS: Final = (
    [BARD, "holy_empire_flip", "homesteader", "fairywood_friend", "sky_dance_dragon"],
    [DEMON, HEALER, "mischievous_fairy", "children_of_the_dragon", "vampire"],
    [PATRON, "fairywood_3x", "dwarven_warrior", "dragonvale_unflip", "fairywood_unflip"],
)
KEEPS: Final = (
    *(DEMON, "fairywood_3x", "fairywood_friend", "mischievous_fairy", "vampire"),
    *("sky_dance_dragon", "dwarven_warrior", "children_of_the_dragon"),
)
"""What bots keep, the best first: not what the notes speak of, as long as there is anything else."""
OPENS: Final = ("mischievous_fairy", "sky_dance_dragon", "dwarven_warrior", "fairywood_friend")
"""What bots play first; Ash's Demon waits for the second play, when there is something to close."""
PLAYS: Final = (DEMON, "fairywood_3x", *OPENS)


def _begin(_: Recorder) -> State:
    """Lay the packets."""
    board = Board([{"hand": list(packet)} for packet in PACKETS])
    return set_up(rules_for(3, OPTIONS), board, seed=7)


def _bot(view: View, decision: Decision) -> Option:
    """Play a bot's part."""
    seen: Any = view
    mine = seen["zones"]["seats"][seen["seat"]]
    is_first = not mine["table"]["size"] + mine["closed"]["size"]
    wanted = KEEPS if decision.why == "draft" else OPENS if is_first else PLAYS
    return matching(seen["decision"]["options"], [*({"card": card} for card in wanted), {}])[0]


LESSON: Final = Lesson(
    game="fairytale",
    seats=3,
    options=OPTIONS,
    begin=_begin,
    bot=_bot,
    notes=(
        Note("first", follow=({"card": BARD},), why="draft", offered=5),
        Note("passed", follow=({"card": PATRON},), why="draft", offered=4),
        Note("closing", follow=({"card": HEALER},), why="draft", offered=3),
        Note("wheel", follow=({"card": "homesteader"}, {}), why="draft", offered=2),
        Note("play", follow=({"card": BARD}, {}), why="play", offered=5),
        Note("second", follow=({"card": PATRON},), why="play", offered=4),
        Note("third", follow=({"card": HEALER},), why="play", offered=3),
        Note("closed", why=DEMON),
    ),
    is_over=lambda view: view["round"] != 1,
    ends=("done", "done"),
)
