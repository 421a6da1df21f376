"""What the pages in the browser say, over HTTP."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from server_guests import run, serving
from stablehand.text.language import LANGUAGES, PSEUDO
from stablehand.text.page import page_words

if TYPE_CHECKING:
    from pathlib import Path


def test_the_pages_get_their_words_in_every_language(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, adult="on") as house, house.client() as reader:
            for lang in (*LANGUAGES, PSEUDO):
                answer = await reader.get(f"/api/words?lang={lang}")
                assert (answer.status_code, answer.json()) == (200, page_words(lang))
            russian = await reader.get("/api/words", headers={"Accept-Language": "ru"})
            assert russian.json() == page_words("ru")

    run(scenario)


def test_a_language_that_is_not_spoken_here_is_answered_in_the_usual_one(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, languages=("pl", "en"), adult="on") as house, house.client() as reader:
            answer = await reader.get("/api/words?lang=it")
            assert answer.json() == page_words("pl")

    run(scenario)


def test_where_there_is_nothing_for_adults_the_pages_have_no_words_for_it(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as house, house.client() as reader:
            said = (await reader.get("/api/words?lang=en")).json()
            assert "home.title" in said
            assert not [key for key, text in said.items() if re.search("alcohol|sip|sheds|18", key + text)]

    run(scenario)
