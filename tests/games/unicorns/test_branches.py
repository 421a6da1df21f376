"""Branch counts (perft, as in chess engines): the numbers of paths and states from ten fixed boards.

A change of the options, or of the effect of an answer, changes a count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from stablehand.games.unicorns import GAME
from support.golden import compare
from support.sizes import SCALE
from support.unicorn_games import board

if TYPE_CHECKING:
    from stablehand.games.unicorns.state.state import State

CHAIN: dict[str, object] = {"deck": "base_1e", "ruleset": "first"}
DECLARE: dict[str, object] = {"targets": "declare"}
BOARDS = {
    "an opening hand": board(
        ["baby_unicorn_red"],
        ["baby_unicorn_blue"],
        hands=(["unicorn_poison", "good_deal", "yay", "barbed_wire", "rhinocorn"], ["neigh", "super_neigh"]),
    ),
    "two Neighs each": board(
        ["baby_unicorn_red"],
        ["baby_unicorn_blue"],
        [],
        hands=(["two_for_one", "neigh"], ["neigh", "super_neigh"], ["neigh", "neigh"]),
    ),
    "many effects at the beginning": board(
        ["rhinocorn", "glitter_bomb", "claw_machine", "sadistic_ritual"],
        ["black_knight_unicorn", "basic_unicorn_red"],
        hands=(["neigh", "good_deal"], []),
        phase="begin",
    ),
    "the same in a chain": board(
        ["rhinocorn", "glitter_bomb", "sadistic_ritual", "unicorn_lasso"],
        ["black_knight_unicorn", "basic_unicorn_red"],
        hands=(["neigh", "good_deal"], []),
        phase="begin",
        options=CHAIN,
    ),
    "replacements": board(
        [],
        ["unicorn_phoenix", "black_knight_unicorn", "basic_unicorn_red", "stabby_the_unicorn"],
        hands=(["two_for_one", "unicorn_poison", "basic_unicorn_blue"], ["neigh", "yay"]),
    ),
    "everybody must": board(
        ["basic_unicorn_red", "basic_unicorn_blue"],
        ["basic_unicorn_green", "greedy_flying_unicorn"],
        ["baby_unicorn_red", "tiny_stable"],
        hands=(["extremely_destructive_unicorn", "llamacorn", "glitter_tornado"], ["neigh"], ["yay"]),
    ),
    "targets declared": board(
        ["basic_unicorn_red", "barbed_wire"],
        ["baby_unicorn_blue", "rainbow_aura"],
        hands=(["unicorn_swap", "re_target", "targeted_destruction", "back_kick"], ["neigh", "good_deal"]),
        options=DECLARE,
    ),
    "looking and searching": board(
        ["basic_unicorn_red"],
        ["nanny_cam"],
        hands=(["unicorn_oracle", "classy_narwhal", "blatant_thievery", "americorn"], ["neigh", "yay"]),
        deck_top=["good_deal", "rhinocorn", "neigh"],
    ),
    "the adult deck": board(
        ["sadomasocorn", "sticky_situation", "unicorn_dancer"],
        ["hentaicorn", "blow_up_unicorn"],
        hands=(["make_it_rain", "sex_drugs_and_unicorns"], ["hell_neigh", "baby_trap"]),
        phase="begin",
        options={"deck": "nsfw_2e"},
    ),
    "a race at the end of the deck": board(
        ["double_dutch", "basic_unicorn_red"],
        ["queen_bee_unicorn", "slowdown"],
        [],
        hands=(["shake_up", "basic_unicorn_blue", "mystical_vortex"], ["neigh"], ["super_neigh", "neigh"]),
        deck_only=["good_deal", "yay"],
        options={"window": "race", "party": "both"},
    ),
}
DEPTH = 4 if SCALE == 1 else 8


def branches(state: State, depth: int) -> list[tuple[int, int]]:
    """Return, for each depth, the number of paths and the number of different states they lead to."""
    level = {GAME.digest(state): (1, state)}
    found = []
    for _ in range(depth):
        following: dict[str, tuple[int, State]] = {}
        for ways, here in level.values():
            for decision in GAME.pending(here)[:1]:  # if several seats are asked at once, the first
                for option in decision.options:
                    there = GAME.clone(here)
                    GAME.answer(there, decision.seat, option)
                    name = GAME.digest(there)
                    following[name] = (ways + following.get(name, (0, there))[0], there)
        level = following
        found.append((sum(ways for ways, _ in level.values()), len(level)))
    return found


def test_branch_counts_match_the_golden_file() -> None:
    assert len(BOARDS) == 10
    lines = []
    for name, state in BOARDS.items():
        counts = branches(state, 6)
        lines.append(f"{name}: " + ", ".join(f"{ways} ways to {states} states" for ways, states in counts))
    compare("unicorn_branches.txt", "\n".join([*lines, ""]))


@pytest.mark.parametrize("name", BOARDS)
def test_the_number_of_paths_grows_from_every_board(name: str) -> None:
    counts = branches(BOARDS[name], DEPTH)
    assert counts[-1][0] > 8
    assert all(ways >= states > 0 for ways, states in counts)
