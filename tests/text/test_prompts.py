"""The length of questions, over many games in every language."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from statistics import median
from typing import Any

import pytest

from stablehand import load
from stablehand.bots.random import RandomBot
from stablehand.text.language import LANGUAGES
from stablehand.text.voices import voice_for
from support.sizes import sized
from support.text_speakers import GAME, narrator, options_of, played

GAMES = sized(quick=12, full=48, release=200)
MOST_WORDS = 15
MEDIAN = 8


@cache
def prompts() -> dict[str, Counter[str]]:
    """Return what was asked in some random games, and how often, in every language."""
    said: dict[str, Counter[str]] = {code: Counter() for code in LANGUAGES}
    for seed in range(GAMES):
        seats = 2 + seed % 7
        asked: list[Any] = []

        def look(state: Any, asked: list[Any] = asked) -> None:  # noqa: ANN401 - the engine's own
            asked.extend((decision.seat, GAME.view(state, decision.seat)) for decision in GAME.pending(state))

        played(seed, look)
        for code in LANGUAGES:
            speakers = [narrator(seat, seats, lang=code, **options_of(seed)) for seat in range(seats)]
            said[code].update(speakers[seat].prompt(view) for seat, view in asked)
    return said


def words(text: str) -> int:
    return len(re.findall(r"\w[\w’'-]*", text))


@cache
def fairytale_prompts() -> dict[str, Counter[str]]:
    """Return the same of Fairy Tale."""
    said: dict[str, Counter[str]] = {code: Counter() for code in LANGUAGES}
    game = load("fairytale")
    for seed in range(GAMES):
        seats = 2 + seed % 4
        names = ["Ann", "Bob", "Cleo", "Dora", "Emil"][:seats]
        voices = {
            code: [voice_for("fairytale", names, seat, {}, code) for seat in range(seats)]
            for code in LANGUAGES
        }
        state = game.start(seats, seed, {})
        bots = [RandomBot(seed, seat) for seat in range(seats)]
        while asks := game.pending(state):
            one, view = asks[0], game.view(state, asks[0].seat)
            for code in LANGUAGES:
                said[code][voices[code][one.seat].prompt(view)] += 1
            game.answer(state, one.seat, bots[one.seat]({}, one, lambda _: None))
    return said


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_question_of_fairy_tale_is_as_short(code: str) -> None:
    said = fairytale_prompts()[code]
    assert len(said) > 25
    assert median(map(words, said.elements())) <= MEDIAN
    assert median(map(words, said)) <= MEDIAN
    assert [text for text in said if words(text) > MOST_WORDS] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_question_has_eight_words_in_the_median_and_never_more_than_fifteen(code: str) -> None:
    said = prompts()[code]
    assert len(said) > 500
    assert median(map(words, said.elements())) <= MEDIAN
    assert median(map(words, said)) <= MEDIAN
    assert [text for text in said if words(text) > MOST_WORDS] == []
