"""What Fairy Tale says: complete, the same as the data, and never more than its listener may know."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from stablehand import Recorder, load
from stablehand.bots.random import RandomBot
from stablehand.fairytale.options import rules_for
from stablehand.fairytale.words import PerCard
from stablehand.text import english
from stablehand.text.fairytale import Narrator

GOLDEN = Path(__file__).parent / "fairy_tale.en.txt"
NAMES = ["Ann", "Bob", "Cleo", "Dora", "Emil"]
GAME = load("fairytale")


def narrator(viewer: int | None = None, seats: int = 4, options: dict[str, object] | None = None) -> Narrator:
    return Narrator(rules_for(seats, options), NAMES[:seats], viewer)


def test_every_card_reads_as_a_speaker_has_approved() -> None:
    """To change a text on purpose, change the template and this file together."""
    teller = narrator()
    lines = [f"{card.id}: {teller.text(no)}\n" for no, card in enumerate(teller.deck.cards)]
    assert "".join(lines) == GOLDEN.read_text("utf-8")


@pytest.mark.parametrize("options", [{}, {"most_tie_counts": False}, {"close_all_reaches": "in_play"}])
def test_cards_that_do_different_things_read_differently(options: dict[str, object]) -> None:
    teller = narrator(options=options)
    meanings: dict[str, set[object]] = {}
    for no, card in enumerate(teller.deck.cards):
        per_itself = isinstance(card.worth, PerCard) and card.worth.card == no
        worth = ("itself", card.worth.each) if per_itself and isinstance(card.worth, PerCard) else card.worth
        meanings.setdefault(teller.text(no), set()).add((worth, card.effect, card.chameleon))
    assert all(len(different) == 1 for different in meanings.values())


def test_a_table_that_plays_otherwise_reads_otherwise() -> None:
    demon, tale = narrator().number("demon"), narrator().number("shadowkings_tale_1")
    assert narrator().text(demon).endswith("Holy Empire cards played earlier.")
    assert narrator(options={"close_all_reaches": "in_play"}).text(demon).endswith("their Holy Empire cards.")
    assert "nobody has more Shadow cards than you" in narrator().text(tale)
    assert "more Shadow cards than anybody else" in narrator(options={"most_tie_counts": False}).text(tale)


def played(seed: int, seats: int) -> tuple[Recorder, Any]:
    recorder = Recorder()
    state = GAME.start(seats, seed, {}, recorder=recorder)
    bots = [RandomBot(seed, seat) for seat in range(seats)]
    while asks := GAME.pending(state):
        for decision in asks:
            teller = narrator(decision.seat, seats)
            check_prompt(teller, GAME.view(state, decision.seat))
            for card, rules in GAME.refusals(state, decision.seat).items():
                assert teller.name(card) in teller.refusal([card], rules)
        decision = asks[0]
        option = bots[decision.seat]({}, decision, lambda _: None)
        GAME.answer(state, decision.seat, option, recorder=recorder)
    return recorder, state


def check_prompt(teller: Narrator, view: dict[str, Any]) -> None:
    asked = teller.prompt(view)
    assert asked.endswith((".", "?"))
    assert teller.moment(view).startswith(f"Round {view['round']} of 4, ")
    if view["phase"] not in {"keep", "play"}:
        assert asked.startswith(teller.name(view["decision"]["why"].partition("/")[0]))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_no_line_names_a_card_that_its_listener_was_not_shown(seats: int) -> None:
    for seed in range(3):
        recorder, _ = played(seed, seats)
        for viewer in (None, *range(seats)):
            teller = narrator(viewer, seats)
            for seen in recorder.seen_by(viewer):
                shown: Any = [seen["card"]] if "card" in seen else seen.get("cards", [])
                line = teller.log(seen)
                assert line.endswith(".")
                assert named_in(line, teller) == {teller.name(card) for card in shown}


def named_in(line: str, teller: Narrator) -> set[str]:
    """Find card names, longer ones first: Bard's Patron is no Bard."""
    found = set()
    for name in sorted((card.name for card in teller.deck.cards), key=len, reverse=True):
        if name in line:
            found.add(name)
            line = line.replace(name, "")
    return found


def test_a_seat_hears_you_where_others_hear_its_name() -> None:
    event = {"what": "passed", "rules": ["FT-DRAFT-2"], "seat": 1, "giver": 0, "count": 4}
    mine = event | {"cards": ["bard", "bard", "demon", "vampire"]}
    assert narrator(0).log(event) == "You pass 4 cards to Bob."
    assert narrator(1).log(mine) == "Ann passes you Bard, Bard, Demon and Vampire."
    assert narrator(2).log(event) == "Ann passes 4 cards to Bob."
    assert narrator(None).log(mine) == "Ann passes Bard, Bard, Demon and Vampire to Bob."


def test_a_hunted_card_is_told_from_a_closed_one() -> None:
    event = {"what": "closed", "seat": 1, "card": "demon"}
    assert narrator(0).log(event | {"rules": ["FT-CLOSE-1"]}) == "Bob closes Demon."
    assert narrator(0).log(event | {"rules": ["FT-HUNT-1"]}).startswith("Bob loses Demon to a hunt")


def test_every_rule_an_event_cites_has_a_sentence() -> None:
    recorder, _ = played(1, 4)
    assert {rule for event in recorder.events for rule in event.rules} <= english.RULES.keys()


@pytest.mark.parametrize("seats", [2, 5])
def test_an_account_adds_up_to_the_points(seats: int) -> None:
    for seed in range(5):
        _, state = played(seed, seats)
        points = GAME.view(state, None)["points"]
        teller = narrator(seats=seats)
        totals = [sum(line.total for line in teller.account(state, seat)) for seat in range(seats)]
        assert totals == points


def test_an_account_says_how_it_came_about() -> None:
    state = GAME.start(2, 1, {})
    teller = narrator(0, 2)
    table = ["dwarven_warrior", "sky_dance_dragon", "sky_dance_dragon", "chameleon", "shadowkings_tale_2"]
    state.table[0] = [teller.number(card) for card in table]
    lines = {
        teller.deck.cards[line.card].id: (line.copies, line.each, line.why)
        for line in teller.account(state, 0)
    }
    assert lines == {
        "dwarven_warrior": (1, 9, "3 × 3 Sky Dance Dragon"),  # noqa: RUF001 - the sign is meant
        "sky_dance_dragon": (2, 3, "3 each"),
        "chameleon": (1, -1, "stands in for Sky Dance Dragon"),
        "shadowkings_tale_2": (1, 0, "not met: Demon and Vampire"),
    }


@pytest.mark.parametrize(
    ("winners", "said"),
    [
        ([0], "You win with 3 points!"),
        ([1], "Bob wins with 1 point."),
        ([0, 2], "Cleo and you share the victory."),
        ([1, 2, 3], "Bob, Cleo and Dora share the victory."),
    ],
)
def test_who_has_won(winners: list[int], said: str) -> None:
    assert narrator(0).winners(winners, [3, 1, 3, 1]) == said
