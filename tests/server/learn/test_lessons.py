"""Lessons: each can be finished, with the answers of its notes and with any others, in every language."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING

import pytest

from stablehand.core.registry import manifests
from stablehand.server.learn.lessons import FREE, LONGEST, LessonRun
from stablehand.table.refusal import Refusal
from stablehand.text.language import LANGUAGES, PSEUDO
from stablehand.text.page import page_words
from support.socket_players import run, serving

if TYPE_CHECKING:
    from pathlib import Path

LESSONS = {found.name: found.load("lesson") for found in manifests()}
GAMES = sorted(LESSONS)
BY_THE_NOTES = {
    "fairytale": ["first", "passed", "closing", "wheel", "play", "second", "closed", "third", "done"],
    "unicorns": [
        *("begin", "window", "effect", "target", "danger"),
        *("last", "neighed", "again", "neigh_back", "won"),
    ],
}


def followed(game: str) -> tuple[list[str], list[int]]:
    """Follow the notes; return them and the answers."""
    played = LessonRun.of(LESSONS[game])
    notes, answers = [played.note], []
    while played.follow is not None:
        answers.append(played.follow)
        played.answer(played.follow)
        notes.append(played.note)
    assert played.is_done
    return notes, answers


@cache
def at_random(game: str, seed: int) -> tuple[LessonRun, frozenset[str]]:
    """Answer at random, sometimes as the note says; return the lesson and all notes."""
    rng, played, notes = Random(seed), LessonRun.of(LESSONS[game]), set()  # noqa: S311 - no secrets
    while not played.is_done:
        notes.add(played.note)
        options = [option["option"] for option in played.view["decision"]["options"]]
        is_good = played.follow is not None and rng.random() < seed % 3 / 3
        played.answer(played.follow if is_good and played.follow is not None else rng.choice(options))
    return played, frozenset(notes | {played.note})


@pytest.mark.parametrize("game", GAMES)
def test_a_learner_who_follows_the_notes_finishes_the_lesson(game: str) -> None:
    notes, _ = followed(game)
    assert notes == BY_THE_NOTES[game]


@pytest.mark.parametrize("game", GAMES)
def test_a_learner_who_gives_other_answers_finishes_the_lesson(game: str) -> None:
    longest = max(at_random(game, seed)[0].answers for seed in range(60))
    assert longest * 2 <= LONGEST


@pytest.mark.parametrize("game", GAMES)
def test_every_note_is_shown_in_some_lesson(game: str) -> None:
    said = {note for seed in range(60) for note in at_random(game, seed)[1]} | set(followed(game)[0])
    lesson = LESSONS[game]
    assert {note.id for note in lesson.notes} | {*lesson.ends, FREE} == said


@pytest.mark.parametrize("lang", [*LANGUAGES, PSEUDO])
@pytest.mark.parametrize("game", GAMES)
def test_every_note_has_a_message_in_every_language(game: str, lang: str) -> None:
    lesson = LESSONS[game]
    wanted = {
        f"tutorial.{game}.{note}.{part}"
        for note in [*(note.id for note in lesson.notes), *lesson.ends, FREE]
        for part in ("title", "text")
    }
    assert {key for key in page_words(lang) if key.startswith(f"tutorial.{game}.")} == wanted


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_table_of_a_lesson_is_a_table_frame_like_any_other(game: str, lang: str) -> None:
    _, answers = followed(game)
    told = 0
    for count in range(len(answers) + 1):
        seen = LessonRun.of(LESSONS[game], answers[:count]).seen(lang)
        table = seen.table
        assert (seen.told, table.log_from) == (told, 0)
        told = len(table.log)
        assert all(line.text for line in table.log if line.is_news)
        assert (table.decision is None) == seen.is_done
        if table.decision is not None:
            assert table.decision.prompt
            assert all(option.label for option in table.decision.options)
            assert seen.follow in [option.option for option in table.decision.options]


@pytest.mark.parametrize("game", GAMES)
def test_the_same_answers_lead_to_the_same_table(game: str) -> None:
    _, answers = followed(game)
    assert LessonRun.of(LESSONS[game], answers).seen("pl") == LessonRun.of(LESSONS[game], answers).seen("pl")


def test_an_answer_that_is_not_offered_or_after_the_end_is_refused() -> None:
    _, answers = followed("unicorns")
    for wrong, reason in (([0], "not_offered"), ([*answers, answers[0]], "not_asked")):
        with pytest.raises(Refusal) as caught:
            LessonRun.of(LESSONS["unicorns"], wrong)
        assert caught.value.reason == reason


def test_a_lesson_is_played_over_http_and_nothing_is_stored(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as learner:
            answers: list[int] = []
            while True:
                answer = await learner.post("/api/lessons/unicorns?lang=it", json={"answers": answers})
                assert answer.status_code == 200, answer.text
                seen = answer.json()
                if seen["is_done"]:
                    break
                answers.append(seen["follow"])
            assert seen["note"] == "won"
            assert seen["table"]["stage"] == "over"
            assert "set-cookie" not in answer.headers
            assert server.services.registry.tables == 0
            for path, body, status in (
                ("unicorns", {"answers": [0]}, 409),
                ("unicorns", {"answers": ["31"]}, 400),
                ("unicorns", {"answers": [1] * (LONGEST + 1)}, 400),
                ("chess", {}, 404),
            ):
                refused = await learner.post(f"/api/lessons/{path}", json=body)
                assert refused.status_code == status
                assert refused.json().keys() == {"reason", "text", "rules"}

    run(scenario)
