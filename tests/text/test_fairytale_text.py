"""The text of Fairy Tale: complete, true to the data, and without anything the reader may not know."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from stablehand import Recorder, load
from stablehand.bots.random import RandomBot
from stablehand.games.fairytale.state.rules import rules_for
from stablehand.games.fairytale.text.narrator import Narrator
from stablehand.games.fairytale.vocabulary import PerCard
from stablehand.text.language import LANGUAGES
from support.sizes import slow_except

NAMES = ["Ann", "Bob", "Cleo", "Dora", "Emil"]
GAME = load("fairytale")
EACH = {"dwarven_warrior": 3, "fairywood_3x": 3, "holy_empire_3x": 1}
"""What cards may score for each copy of one friend."""


def narrator(
    viewer: int | None = None, seats: int = 4, options: dict[str, object] | None = None, lang: str = "en"
) -> Narrator:
    return Narrator(rules_for(seats, options), NAMES[:seats], viewer, lang)


def test_card_texts_depend_on_the_options_of_the_table() -> None:
    demon, tale = narrator().number("demon"), narrator().number("shadowkings_tale_1")
    assert narrator().text(demon).endswith("the Holy Empire cards they played earlier.")
    assert narrator(options={"close_all_reaches": "in_play"}).text(demon).endswith("their Holy Empire cards.")
    assert "nobody has more Shadow cards than you" in narrator().text(tale)
    assert "more Shadow cards than anybody else" in narrator(options={"most_tie_counts": False}).text(tale)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ["9* *if you have Paladin", "8* *if you have 2+ Dragonvale and 2+ Fairywood"]),
        ("ru", ["9* *если есть «Паладин»", "8* *если есть 2+ «Драконы» и 2+ «Феи»"]),
        ("pl", ["9* *jeśli masz „Paladyn”", "8* *jeśli masz 2+ Smocza Dolina i 2+ Las Wróżek"]),
        ("it", ["9* *se hai «Paladino»", "8* *se hai 2+ Valdrago e 2+ Boscofatato"]),
        ("es", ["9* *si tienes «Paladín»", "8* *si tienes 2+ de Valdragón y 2+ de Bosquehada"]),
    ],
)
def test_a_small_card_says_its_condition_as_a_condition(lang: str, said: list[str]) -> None:
    speaker = narrator(lang=lang)
    tales = [speaker.number(f"holy_empire_tale_{n}") for n in (4, 3)]
    found = [f"{speaker.short_worth(no)} {' '.join(speaker.brief(no))}" for no in tales]
    assert [text.replace("\u00a0", " ") for text in found] == said


def test_who_has_most_is_said_on_a_small_card_as_the_table_plays_it() -> None:
    tale = narrator().number("shadowkings_tale_1")
    assert narrator().brief(tale) == ["*if nobody has more Shadow"]
    alone = narrator(options={"most_tie_counts": False})
    assert alone.brief(tale) == ["*if you have the most Shadow"]


def test_a_friend_tells_the_points_of_every_card_that_scores_for_it() -> None:
    speaker = narrator()
    dragon = speaker.number("sky_dance_dragon")
    cards = [
        replace(card, worth=PerCard(dragon, each)) if (each := EACH.get(card.id)) else card
        for card in speaker.deck.cards
    ]
    speaker.deck = replace(speaker.deck, cards=tuple(cards))
    assert speaker.worth(dragon) == (
        "3 points. Your Dwarven Warrior and Forest Companion cards are each worth 3 points for every copy of "
        "this card you have. Each of your Bard’s Patron cards is worth 1 point for every copy of this card "
        "you have."
    )
    assert speaker.brief(dragon) == ["Makes Dwarven Warrior, Forest Companion and Bard’s Patron score"]


@pytest.mark.parametrize("code", LANGUAGES)
def test_copies_worth_more_than_a_point_each_say_so(code: str) -> None:
    speaker = narrator(lang=code)
    message = speaker.messages.say("worth.per_itself", n=2, points=speaker.points(2), squares="2, 8")
    assert speaker.points(2) in message


def played(seed: int, seats: int, lang: str = "en") -> tuple[Recorder, Any]:
    recorder = Recorder()
    state = GAME.start(seats, seed, {}, recorder=recorder)
    bots = [RandomBot(seed, seat) for seat in range(seats)]
    while asks := GAME.pending(state):
        said = narrator(None, seats, lang=lang).prompt(GAME.view(state, None))
        assert said.endswith(".")
        assert all(NAMES[decision.seat] in said for decision in asks)
        for decision in asks:
            speaker = narrator(decision.seat, seats, lang=lang)
            check_prompt(speaker, GAME.view(state, decision.seat))
            for card, rules in GAME.refusals(state, decision.seat).items():
                assert speaker.name(card) in speaker.refusal([card], rules)
        decision = asks[0]
        option = bots[decision.seat]({}, decision, lambda _: None)
        GAME.answer(state, decision.seat, option, recorder=recorder)
    return recorder, state


def check_prompt(speaker: Narrator, view: dict[str, Any]) -> None:
    asked = speaker.prompt(view)
    assert asked.endswith((".", "?"))
    assert str(view["round"]) in speaker.moment(view)
    if view["phase"] not in {"keep", "play"}:
        assert asked.lstrip("«„“").startswith(speaker.name(view["decision"]["why"].partition("/")[0]))


@pytest.mark.parametrize(
    ("phase", "said"),
    [
        ("keep", "Waiting for Bob to keep a card."),
        ("play", "Waiting for Bob to choose a card to play."),
        ("close_all", "Waiting for Bob to choose a card to close."),
        ("close_own", "Waiting for Bob to choose a card to close."),
        ("open", "Waiting for Bob to choose a card to open."),
    ],
)
def test_those_who_wait_are_told_what_for(phase: str, said: str) -> None:
    view = {"decision": None, "over": False, "asked": [1], "phase": phase}
    assert narrator(0).prompt(view) == said


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("seats", slow_except([3], [2, 3, 4, 5], "tells games of every size"))
def test_no_log_line_names_a_card_that_its_reader_was_not_shown(seats: int, code: str) -> None:
    for seed in range(3):
        recorder, _ = played(seed, seats, code)
        for viewer in (None, *range(seats)):
            speaker = narrator(viewer, seats, lang=code)
            for seen in recorder.seen_by(viewer):
                shown: Any = [seen["card"]] if "card" in seen else seen.get("cards", [])
                causes: Any = seen.get("causes", ())
                shown = [*shown, *(cause["card"] for cause in causes)]
                line = speaker.log(seen)
                assert line.endswith(".")
                assert not set("{}") & set(line)
                assert named_in(line, speaker) == {speaker.name(card) for card in shown}


def named_in(line: str, speaker: Narrator) -> set[str]:
    """Return the card names in a line, longer names first: "Bard's Patron" is not "Bard"."""
    found = set()
    for name in sorted(map(speaker.name, range(len(speaker.deck.cards))), key=len, reverse=True):
        if name in line:
            found.add(name)
            line = line.replace(name, "")
    return found


def test_a_seat_reads_you_where_others_read_its_name() -> None:
    event = {"what": "passed", "rules": ["FT-DRAFT-2"], "seat": 1, "giver": 0, "count": 4}
    mine = event | {"cards": ["bard", "bard", "demon", "vampire"]}
    assert narrator(0).log(event) == "You pass 4 cards to Bob."
    assert narrator(1).log(mine) == "Ann passes you Bard, Bard, Demon and Vampire."
    assert narrator(2).log(event) == "Ann passes 4 cards to Bob."
    assert narrator(None).log(mine) == "Ann passes Bard, Bard, Demon and Vampire to Bob."


def test_a_log_line_distinguishes_a_hunted_card_from_a_closed_one() -> None:
    event = {"what": "closed", "seat": 1, "card": "demon", "causes": [{"seat": 0, "card": "fairy_queen"}]}
    closed, hunted = event | {"rules": ["FT-CLOSE-1"]}, event | {"rules": ["FT-HUNT-1"]}
    assert narrator(0).log(closed) == "Bob closes Demon, because you played The Fairy Queen."
    assert narrator(0).log(hunted).startswith("Bob’s Demon is hunted, because you played The Fairy Queen: ")


def test_every_rule_that_an_event_cites_is_in_the_rulebook() -> None:
    recorder, _ = played(1, 4)
    assert {rule for event in recorder.events for rule in event.rules} <= set(narrator().book.ids())


@pytest.mark.parametrize("seats", [2, 5])
def test_the_entries_of_a_score_add_up_to_the_points(seats: int) -> None:
    for seed in range(5):
        _, state = played(seed, seats)
        points = GAME.view(state, None)["points"]
        speaker = narrator(seats=seats)
        totals = [sum(line.total for line in speaker.account(state, seat)) for seat in range(seats)]
        assert totals == points


def test_the_entries_of_a_score_give_their_reasons() -> None:
    state = GAME.start(2, 1, {})
    speaker = narrator(0, 2)
    table = ["dwarven_warrior", "sky_dance_dragon", "sky_dance_dragon", "chameleon", "shadowkings_tale_2"]
    state.table[0] = [speaker.number(card) for card in table]
    lines = {
        speaker.deck.cards[line.card].id: (line.copies, line.each, line.why)
        for line in speaker.account(state, 0)
    }
    assert lines == {
        "dwarven_warrior": (1, 9, "3 × 3 Sky Dance Dragon"),  # noqa: RUF001 - the sign is meant
        "sky_dance_dragon": (2, 3, "2 copies, 3 each"),
        "chameleon": (1, -1, "stands in for Sky Dance Dragon"),
        "shadowkings_tale_2": (1, 0, "condition not met: Demon and Vampire"),
    }


@pytest.mark.parametrize(
    ("winners", "text"),
    [
        ([0], "You win with 3 points!"),
        ([1], "Bob wins with 1 point."),
        ([0, 2], "Cleo and you share the victory."),
        ([1, 2, 3], "Bob, Cleo and Dora share the victory."),
    ],
)
def test_the_winners_are_announced(winners: list[int], text: str) -> None:
    assert narrator(0).winners(winners, [3, 1, 3, 1]) == text
