"""What a bot thought is said of the options there are, in every language, and of nothing else."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

from stablehand import load
from stablehand.bots.random import RandomBot
from stablehand.bots.thoughts import Opinion, ranked
from stablehand.cli.reader import Reader
from stablehand.cli.screens import screen_for
from stablehand.text.language import LANGUAGES, PSEUDO, language
from stablehand.text.thoughts import MOST, Thoughts
from text_speakers import NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from stablehand.kernel.contract import Decision

Table: TypeAlias = tuple[str, int, dict[str, object]]
TABLES: list[Table] = [
    ("fairytale", 3, {}),
    ("unicorns", 4, {"deck": "base_2e"}),
    ("unicorns", 3, {"deck": "nsfw_1e", "first_player": "vote"}),
]

KINDS = {"action", "card", "respond", "seat", "setup", "yes_no"}
"""Questions that come up in any game of unicorns."""


def thoughts_at(table: Table, seat: int, lang: str) -> Thoughts:
    game, seats, options = table
    screen = screen_for(game, NAMES[:seats], seat, options, Reader(lang), fancy=True)
    return Thoughts(language(lang), screen.option)


def asked(table: Table, seed: int = 2) -> Iterator[tuple[Any, Decision]]:
    """Play a random game; yield the state at every question that leaves a choice."""
    name, seats, options = table
    game = load(name)
    state = game.start(seats, seed, options)
    bots = [RandomBot(seed, seat) for seat in range(seats)]
    while asks := game.pending(state):
        if not asks[0].is_forced:
            yield state, asks[0]
        game.answer(state, asks[0].seat, bots[asks[0].seat]({}, asks[0], lambda _: None))


def made_up(decision: Decision) -> list[Opinion]:
    """Return opinions of all options, no two alike."""
    tries = range(1, len(decision.options) + 1)
    return [Opinion(option, n, n / 100) for option, n in zip(decision.options, tries, strict=True)]


def simple(*options: str) -> tuple[Thoughts, dict[str, Any]]:
    """Return who speaks English of options with these names, numbered from 0."""
    offered = [{"option": at, "card": name} for at, name in enumerate(options)]

    def named(option: Mapping[str, Any], why: str) -> str:
        assert why == "test"
        return str(option["card"])

    return Thoughts(language("en"), named), {"decision": {"why": "test", "options": offered}}


@pytest.mark.parametrize(("table", "lang"), [*product(TABLES, [*LANGUAGES, PSEUDO])])
def test_exactly_the_offered_options_are_named_the_best_first(table: Table, lang: str) -> None:
    game = load(table[0])
    speakers = [thoughts_at(table, seat, lang) for seat in range(table[1])]
    kinds = set()
    for state, decision in asked(table):
        speaker = speakers[decision.seat]
        opinions = made_up(decision)
        view = game.view(state, decision.seat)
        _, *lines, end = speaker.said(view, opinions, opinions[-1].option)
        names = {
            option: speaker.named(game.meaning(state, decision.seat, option), decision.why)
            for option in decision.options
        }
        expected = list(dict.fromkeys(names[opinion.option] for opinion in ranked(opinions)))
        if len(expected) > MOST:
            assert str(len(expected) - MOST) in lines.pop() or len(expected) == MOST + 1
        assert [line.rpartition(":")[0] for line in lines] == expected[:MOST]
        assert names[opinions[-1].option] in end
        kinds.add(decision.kind)
    assert kinds >= ({"action", "card"} if table[0] == "fairytale" else KINDS)


@pytest.mark.parametrize("table", TABLES)
def test_dealt_anew_where_a_seat_cannot_see_the_words_are_the_same(
    table: Table,
) -> None:
    game = load(table[0])
    speakers = [thoughts_at(table, seat, "en") for seat in range(table[1])]
    differing = 0
    for number, (state, decision) in enumerate(asked(table)):
        seat, opinions = decision.seat, made_up(decision)
        elsewhere = game.determinise(state, seat, number)
        differing += game.encode(elsewhere) != game.encode(state)
        here, there = (
            speakers[seat].said(game.view(truth, seat), opinions, opinions[0].option)
            for truth in (state, elsewhere)
        )
        assert here == there
    assert differing > 20


def test_a_card_is_named_with_the_stable_it_is_in_and_other_answers_in_words() -> None:
    said: set[str] = set()
    table = TABLES[1]
    game = load("unicorns")
    for state, decision in asked(table):
        opinions = made_up(decision)
        lines = thoughts_at(table, decision.seat, "en").said(
            game.view(state, decision.seat), opinions, opinions[0].option
        )
        said |= {line.partition(": outlook")[0] for line in lines}
    assert {"Yes", "No", "Pass", "DRAW a card", "Bob"} <= said
    assert any(name.endswith("(Bob’s stable)") for name in said)
    assert any(name.endswith("(your stable)") for name in said)


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ["A: outlook 40%, 75% of its tries", "B: outlook 13%, 25% of its tries"]),
        ("ru", ["A: шансы 40 %, 75 % попыток", "B: шансы 13 %, 25 % попыток"]),
        ("pl", ["A: szanse 40%, 75% prób", "B: szanse 13%, 25% prób"]),
        ("it", ["A: prospettive 40%, 75% dei tentativi", "B: prospettive 13%, 25% dei tentativi"]),
    ],
)
def test_outlook_and_share_of_the_tries_are_percentages(lang: str, lines: list[str]) -> None:
    speaker, view = simple("B", "A")
    speaker = Thoughts(language(lang), speaker.named)
    assert speaker.said(view, [Opinion(0, 10, 0.125), Opinion(1, 30, 0.4)], 1)[1:-1] == lines


def test_tries_that_are_all_alike_are_not_spoken_of() -> None:
    speaker, view = simple("A", "B")
    assert speaker.said(view, [Opinion(0, 6, 0.2), Opinion(1, 6, 0.3)], 1)[1:] == [
        "B: outlook 30%",
        "A: outlook 20%",
        "It would choose: B.",
    ]


def test_an_option_that_was_not_tried_has_no_outlook() -> None:
    speaker, view = simple("A", "B")
    lines = speaker.said(view, [Opinion(0, 0, 0.0), Opinion(1, 4, 1.0)], 1)
    assert lines[1:3] == ["B: outlook 100%, 100% of its tries", "A: not tried"]


def test_two_cards_alike_are_one_line_and_the_better_one_speaks() -> None:
    speaker, view = simple("Twin", "Other", "Twin")
    opinions = [Opinion(0, 20, 0.2), Opinion(1, 50, 0.5), Opinion(2, 30, 0.3)]
    lines = speaker.said(view, opinions, 1)[1:-1]
    assert lines == ["Other: outlook 50%, 50% of its tries", "Twin: outlook 30%, 30% of its tries"]


@pytest.mark.parametrize(("options", "rest"), [(5, []), (6, ["1 more choice comes after these."])])
def test_five_options_are_enough(options: int, rest: list[str]) -> None:
    speaker, view = simple(*"ABCDEFG"[:options])
    opinions = [Opinion(at, 10 - at, 0.5) for at in range(options)]
    lines = speaker.said(view, opinions, 0)
    assert [line[0] for line in lines[1:6]] == [*"ABCDE"]
    assert lines[6:-1] == rest


def test_a_bot_that_does_not_think_only_says_what_it_would_choose() -> None:
    speaker, view = simple("A", "B")
    assert speaker.said(view, [], 1) == ["The bot gives no reasons.", "It would choose: B."]


@pytest.mark.parametrize(
    ("outlook", "reason"),
    [
        (0.34, "Several cards are chosen together here: outlook 34%."),
        (None, "The bot gives no reasons."),
    ],
)
def test_picks_of_a_group_are_said_together(outlook: float | None, reason: str) -> None:
    speaker, _ = simple()
    *_, said, end = speaker.together([{"card": "A"}, {"card": "B"}, {"card": "C"}], "test", outlook)
    assert (said, end) == (reason, "It would choose: A, B and C.")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_sentence_ends_as_one(lang: str) -> None:
    speaker, view = simple(*"ABCDEFGH")
    speaker = Thoughts(language(lang), speaker.named)
    intro, *_, rest, end = speaker.said(view, [Opinion(at, at, 0.5) for at in range(8)], 7)
    sentences = [intro, rest, end, *speaker.said(view, [], 1), *speaker.failed()]
    sentences += speaker.together([{"card": "A"}], "test", 0.5)
    assert [sentence for sentence in sentences if not sentence.endswith(".")] == []
