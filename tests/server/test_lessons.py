"""Lessons: each leads to its end, by its notes and by whatever else is answered, in every language."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import TYPE_CHECKING

import pytest

from server_guests import run, serving
from stablehand.server.http_lessons import LESSONS
from stablehand.server.lessons import FREE, LONGEST, Course
from stablehand.table.refusal import Refusal
from stablehand.text.language import LANGUAGES, PSEUDO
from stablehand.text.page import page_words

if TYPE_CHECKING:
    from pathlib import Path

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
    course = Course.of(LESSONS[game])
    notes, answers = [course.note], []
    while course.follow is not None:
        answers.append(course.follow)
        course.answer(course.follow)
        notes.append(course.note)
    assert course.is_done
    return notes, answers


@cache
def at_random(game: str, seed: int) -> tuple[Course, frozenset[str]]:
    """Answer at random, now and then by the note; return where that has led, and what was said."""
    rng, course, notes = Random(seed), Course.of(LESSONS[game]), set()  # noqa: S311 - no secrets
    while not course.is_done:
        notes.add(course.note)
        options = [option["option"] for option in course.view["decision"]["options"]]
        is_good = course.follow is not None and rng.random() < seed % 3 / 3
        course.answer(course.follow if is_good and course.follow is not None else rng.choice(options))
    return course, frozenset(notes | {course.note})


@pytest.mark.parametrize("game", GAMES)
def test_whoever_follows_the_notes_sees_all_that_there_is_to_learn(game: str) -> None:
    notes, _ = followed(game)
    assert notes == BY_THE_NOTES[game]


@pytest.mark.parametrize("game", GAMES)
def test_whoever_answers_otherwise_gets_to_the_end_too(game: str) -> None:
    longest = max(at_random(game, seed)[0].answers for seed in range(60))
    assert longest * 2 <= LONGEST


@pytest.mark.parametrize("game", GAMES)
def test_every_note_is_said_to_somebody(game: str) -> None:
    said = {note for seed in range(60) for note in at_random(game, seed)[1]} | set(followed(game)[0])
    lesson = LESSONS[game]
    assert {note.id for note in lesson.notes} | {*lesson.ends, FREE} == said


@pytest.mark.parametrize("lang", [*LANGUAGES, PSEUDO])
@pytest.mark.parametrize("game", GAMES)
def test_every_note_has_its_words_in_every_language(game: str, lang: str) -> None:
    lesson = LESSONS[game]
    wanted = {
        f"tutorial.{game}.{note}.{part}"
        for note in [*(note.id for note in lesson.notes), *lesson.ends, FREE]
        for part in ("title", "text")
    }
    assert {key for key in page_words(lang) if key.startswith(f"tutorial.{game}.")} == wanted


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_table_of_a_lesson_is_told_like_any_other(game: str, lang: str) -> None:
    _, answers = followed(game)
    told = 0
    for count in range(len(answers) + 1):
        seen = Course.of(LESSONS[game], answers[:count]).seen(lang)
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
    assert Course.of(LESSONS[game], answers).seen("pl") == Course.of(LESSONS[game], answers).seen("pl")


def test_what_is_not_offered_and_what_comes_after_the_end_is_refused() -> None:
    _, answers = followed("unicorns")
    for wrong, reason in (([0], "not_offered"), ([*answers, answers[0]], "not_asked")):
        with pytest.raises(Refusal) as caught:
            Course.of(LESSONS["unicorns"], wrong)
        assert caught.value.reason == reason


def test_a_lesson_is_played_over_http_and_nothing_is_kept(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house, house.client() as learner:
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
            assert house.office.hall.tables == 0
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
