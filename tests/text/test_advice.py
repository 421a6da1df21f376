"""The explanation of a bot's choice names exactly the offered options, in every language."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

from stablehand import load
from stablehand.bots.evaluation import Evaluation, ranked
from stablehand.bots.random import RandomBot
from stablehand.cli.reader import Reader
from stablehand.cli.screen.screen import screen_for
from stablehand.text.advice import MOST, AdviceText
from stablehand.text.language import LANGUAGES, PSEUDO, language
from support.text_speakers import NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from stablehand.core.contract import Decision

Table: TypeAlias = tuple[str, int, dict[str, object]]
TABLES: list[Table] = [
    ("fairytale", 3, {}),
    ("unicorns", 4, {"deck": "base_2e"}),
    ("unicorns", 3, {"deck": "nsfw_1e", "first_player": "vote"}),
]

KINDS = {"action", "card", "respond", "seat", "setup", "yes_no"}
"""Kinds of questions that every game of unicorns asks."""


def advice_at(table: Table, seat: int, lang: str) -> AdviceText:
    game, seats, options = table
    screen = screen_for(game, NAMES[:seats], seat, options, Reader(lang), fancy=True)
    return AdviceText(language(lang), screen.option)


def asked(table: Table, seed: int = 2) -> Iterator[tuple[Any, Decision]]:
    """Play a random game; yield the state at every question with more than one option."""
    name, seats, options = table
    game = load(name)
    state = game.start(seats, seed, options)
    bots = [RandomBot(seed, seat) for seat in range(seats)]
    while asks := game.pending(state):
        if not asks[0].is_forced:
            yield state, asks[0]
        game.answer(state, asks[0].seat, bots[asks[0].seat]({}, asks[0], lambda _: None))


def made_up(decision: Decision) -> list[Evaluation]:
    """Return evaluations of all options, all of them different."""
    tries = range(1, len(decision.options) + 1)
    return [Evaluation(option, n, n / 100) for option, n in zip(decision.options, tries, strict=True)]


def simple(*options: str) -> tuple[AdviceText, dict[str, Any]]:
    """Return English advice, and a view that offers options with these names, numbered from 0."""
    offered = [{"option": at, "card": name} for at, name in enumerate(options)]

    def named(option: Mapping[str, Any], why: str) -> str:
        assert why == "test"
        return str(option["card"])

    return AdviceText(language("en"), named), {"decision": {"why": "test", "options": offered}}


@pytest.mark.parametrize(("table", "lang"), [*product(TABLES, [*LANGUAGES, PSEUDO])])
def test_exactly_the_offered_options_are_named_best_first(table: Table, lang: str) -> None:
    game = load(table[0])
    speakers = [advice_at(table, seat, lang) for seat in range(table[1])]
    kinds = set()
    for state, decision in asked(table):
        speaker = speakers[decision.seat]
        evaluations = made_up(decision)
        view = game.view(state, decision.seat)
        _, *lines, end = speaker.said(view, evaluations, evaluations[-1].option)
        names = {
            option: speaker.named(game.meaning(state, decision.seat, option), decision.why)
            for option in decision.options
        }
        expected = list(dict.fromkeys(names[evaluation.option] for evaluation in ranked(evaluations)))
        if len(expected) > MOST:
            assert str(len(expected) - MOST) in lines.pop() or len(expected) == MOST + 1
        assert [line.rpartition(":")[0] for line in lines] == expected[:MOST]
        assert names[evaluations[-1].option] in end
        kinds.add(decision.kind)
    assert kinds >= ({"action", "card"} if table[0] == "fairytale" else KINDS)


@pytest.mark.parametrize("table", TABLES)
def test_hidden_cards_do_not_change_the_text(
    table: Table,
) -> None:
    game = load(table[0])
    speakers = [advice_at(table, seat, "en") for seat in range(table[1])]
    differing = 0
    for number, (state, decision) in enumerate(asked(table)):
        seat, evaluations = decision.seat, made_up(decision)
        other = game.determinise(state, seat, number)
        differing += game.encode(other) != game.encode(state)
        here, there = (
            speakers[seat].said(game.view(truth, seat), evaluations, evaluations[0].option)
            for truth in (state, other)
        )
        assert here == there
    assert differing > 20


def test_a_card_is_named_with_the_stable_it_is_in_and_other_answers_in_words() -> None:
    said: set[str] = set()
    table = TABLES[1]
    game = load("unicorns")
    for state, decision in asked(table):
        evaluations = made_up(decision)
        lines = advice_at(table, decision.seat, "en").said(
            game.view(state, decision.seat), evaluations, evaluations[0].option
        )
        said |= {line.rpartition(":")[0] for line in lines}
    assert {"Yes", "No", "Pass", "DRAW a card", "Bob"} <= said
    assert any(name.endswith("(Bob’s stable)") for name in said)
    assert any(name.endswith("(your stable)") for name in said)


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ["A: about 40% chance to win", "B: perhaps 13%, hardly tried"]),
        ("ru", ["A: шансы на победу — около 40 %", "B: может быть, 13 %, почти не проверено"]),
        ("pl", ["A: około 40% szans na wygraną", "B: może 13%, prawie niesprawdzone"]),
        ("it", ["A: probabilità di vincere circa 40%", "B: forse 13%, quasi non provata"]),
        ("es", ["A: cerca del 40 % de posibilidades de ganar", "B: quizá un 13 %, casi sin probar"]),
    ],
)
def test_chances_are_percentages_and_those_of_neglected_options_are_guesses(
    lang: str, lines: list[str]
) -> None:
    speaker, view = simple("B", "A")
    speaker = AdviceText(language(lang), speaker.named)
    said = speaker.said(view, [Evaluation(0, 10, 0.125), Evaluation(1, 30, 0.4)], 1)[1:-1]
    assert [line.replace("\u00a0", " ") for line in said] == lines


def test_a_chance_that_was_tried_half_as_often_as_the_best_is_no_guess() -> None:
    speaker, view = simple("A", "B", "C")
    said = speaker.said(view, [Evaluation(0, 6, 0.2), Evaluation(1, 3, 0.3), Evaluation(2, 2, 0.5)], 1)[1:]
    assert said == [
        "A: about 20% chance to win",
        "B: about 30% chance to win",
        "C: perhaps 50%, hardly tried",
        "It would choose: B.",
    ]


def test_an_option_that_was_not_tried_has_no_chance() -> None:
    speaker, view = simple("A", "B")
    lines = speaker.said(view, [Evaluation(0, 0, 0.0), Evaluation(1, 4, 1.0)], 1)
    assert lines[1:3] == ["B: about 100% chance to win", "A: not tried"]


def test_two_equal_cards_share_one_line_with_the_better_evaluation() -> None:
    speaker, view = simple("Twin", "Other", "Twin")
    evaluations = [Evaluation(0, 20, 0.2), Evaluation(1, 50, 0.5), Evaluation(2, 30, 0.3)]
    lines = speaker.said(view, evaluations, 1)[1:-1]
    assert lines == [
        "Other: about 50% chance to win",
        "Twin: about 30% chance to win",
    ]


@pytest.mark.parametrize(("options", "rest"), [(5, []), (6, ["1 more choice comes after these."])])
def test_at_most_five_options_are_listed(options: int, rest: list[str]) -> None:
    speaker, view = simple(*"ABCDEFG"[:options])
    evaluations = [Evaluation(at, 10 - at, 0.5) for at in range(options)]
    lines = speaker.said(view, evaluations, 0)
    assert [line[0] for line in lines[1:6]] == [*"ABCDE"]
    assert lines[6:-1] == rest


def test_a_bot_without_evaluations_only_names_its_choice() -> None:
    speaker, view = simple("A", "B")
    assert speaker.said(view, [], 1) == ["The bot gives no reasons.", "It would choose: B."]


@pytest.mark.parametrize(
    ("outlook", "reason"),
    [
        (0.34, "Several cards are chosen together here: about 34% chance to win."),
        (None, "The bot gives no reasons."),
    ],
)
def test_several_picks_are_explained_in_one_sentence(outlook: float | None, reason: str) -> None:
    speaker, _ = simple()
    *_, said, end = speaker.together([{"card": "A"}, {"card": "B"}, {"card": "C"}], "test", outlook)
    assert (said, end) == (reason, "It would choose: A, B and C.")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_ends_with_a_full_stop(lang: str) -> None:
    speaker, view = simple(*"ABCDEFGH")
    speaker = AdviceText(language(lang), speaker.named)
    intro, *_, rest, end = speaker.said(view, [Evaluation(at, at, 0.5) for at in range(8)], 7)
    sentences = [intro, rest, end, *speaker.said(view, [], 1), *speaker.failed()]
    sentences += speaker.together([{"card": "A"}], "test", 0.5)
    assert [sentence for sentence in sentences if not sentence.endswith(".")] == []
