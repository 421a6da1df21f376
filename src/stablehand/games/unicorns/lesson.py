"""The lesson of Unstable Unicorns: the turn, an effect with a target, Neigh both ways, and winning.

By the notes it goes like this. A Unicorn enters; Ash plays one and is let; a Mermaid sends one of Ash's home;
Rowan's poison is neighed; Ash neighs the seventh Unicorn; Rowan would do the same to the next and is neighed
back. Whoever plays otherwise meets the same bots: they play their cards in their turns, keep their Neighs for
the card that would win, and else draw, so that the lesson is over when the deck is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stablehand.core.lesson import LEARNER, Lesson, Note, matching
from stablehand.games.unicorns.resolution.machine import run
from stablehand.games.unicorns.state.rules import rules_for
from stablehand.games.unicorns.turn.scene import Board, set_up

if TYPE_CHECKING:
    from stablehand.core.contract import Decision, Option, View
    from stablehand.core.events import Recorder
    from stablehand.games.unicorns.state.state import State

OPTIONS: Final = {"deck": "base_2e"}
ASH: Final = 1
FIRST: Final = "narwhal"
RAINBOW: Final = "rainbow_unicorn"
THEIRS: Final = "basic_unicorn_blue"
MERMAID: Final = "mermaid_unicorn"
POISON: Final = "unicorn_poison"
NEIGH: Final = "neigh"
PLAYS: Final = {2: THEIRS, 6: POISON}
"""What bots play, by the number of the turn."""
UNICORNS: Final = (
    "stabby_the_unicorn",
    "unicorn_phoenix",
    "basic_unicorn_red",
    "basic_unicorn_yellow",
    "basic_unicorn_indigo",
    FIRST,
)
"""Which the notes say to play, after those that they name: the first by names that no other card has."""
IDLE: Final = ("claw_machine", "stable_artillery", "rainbow_lasso", "good_deal", "shake_up", "yay")
"""What bots draw and do not play."""

DECK: Final = (
    "stabby_the_unicorn",
    *("claw_machine", "claw_machine", "claw_machine"),
    "unicorn_phoenix",
    *("stable_artillery", "stable_artillery", "stable_artillery"),
    "basic_unicorn_red",
    *("rainbow_lasso", "good_deal", "shake_up", "yay"),
    NEIGH,
    *("yay", "caffeine_overload", "double_dutch", "rainbow_aura"),
    "basic_unicorn_yellow",
    *("glitter_bomb", "glitter_bomb", "change_of_luck", "change_of_luck"),
    "basic_unicorn_indigo",
    *("re_target", "re_target", "unfair_bargain", "unfair_bargain"),
    "basic_unicorn_indigo",
)
"""From the top. The learner draws the first card of each line that names one, if all goes by the notes."""


def _begin(recorder: Recorder) -> State:
    """Lay the table: the learner has four Unicorns, Ash five, and it is the learner's turn to draw."""
    board = Board(
        hands=[[FIRST, MERMAID, NEIGH], [THEIRS, NEIGH], [POISON, NEIGH]],
        stables=[
            ["baby_unicorn_pink", "basic_unicorn_red", "basic_unicorn_yellow", "magical_kittencorn"],
            [
                "baby_unicorn_blue",
                "basic_unicorn_blue",
                "basic_unicorn_purple",
                "basic_unicorn_green",
                RAINBOW,
            ],
            ["baby_unicorn_green", "basic_unicorn_orange", "basic_unicorn_purple"],
        ],
        deck_only=list(DECK),
        phase="draw",
    )
    state = set_up(rules_for(3, OPTIONS), board, seed=7)
    state.recorder = recorder
    run(state)
    state.recorder = None
    return state


def _bot(view: View, decision: Decision) -> Option:
    """Play a bot's part."""
    seen: Any = view
    options = seen["decision"]["options"]
    wanted: list[dict[str, Any]]
    match decision.kind.value:
        case "respond":
            wanted = [{"card": NEIGH}] if _would_win(seen) else []
            wanted.append({"verb": "pass"})
        case "action":
            wanted = [{"card": PLAYS.get(seen["turn"])}, {"verb": "draw"}, {"verb": "pass"}]
        case "yes_no":
            wanted = [{"verb": "decline"}]
        case _:  # a target is the learner's; what is discarded is of no use
            wanted = [{"owner": LEARNER, "zone": "stable"}, *({"card": card} for card in IDLE)]
    return matching(options, [*wanted, {}])[0]


def _would_win(seen: Any) -> bool:  # noqa: ANN401 - a view
    """Whether the learner has just played what may be the last Unicorn; one Neigh is enough (UU-INST-6)."""
    first, *answers = seen["pile"]
    return first["owner"] == LEARNER and not answers and seen["points"][LEARNER] + 1 >= seen["goal"]


PLAY: Final = tuple({"verb": "play", "card": card} for card in UNICORNS)
PASS: Final = ({"verb": "pass"},)
ANSWER: Final = ({"card": NEIGH},)

LESSON: Final = Lesson(
    game="unicorns",
    seats=3,
    options=OPTIONS,
    begin=_begin,
    bot=_bot,
    notes=(
        Note("neigh_back", "respond", ANSWER, over=NEIGH),
        Note("neighed", "respond", PASS, over=NEIGH),
        Note("danger", "respond", ANSWER, over=POISON),
        Note("helpless", "respond", PASS, over=POISON),
        Note("window", "respond", PASS, over=THEIRS),
        Note("target", "card", ({"card": RAINBOW}, {"owner": ASH}), why=MERMAID),
        Note("limit", why="hand_limit"),
        Note("again", "action", PLAY, points=6, turn=10),
        Note("last", "action", PLAY, points=6),
        Note("effect", "action", ({"verb": "play", "card": MERMAID},), turn=4),
        Note("begin", "action", ({"verb": "play", "card": FIRST},)),
        Note("more", "action", PLAY),
        Note("draw", "action", ({"verb": "draw"},)),
    ),
    is_over=lambda view: bool(view["over"]),
)
