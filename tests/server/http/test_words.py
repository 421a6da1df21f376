"""The messages of the browser pages over HTTP."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from stablehand.text.language import LANGUAGES, PSEUDO
from stablehand.text.page import page_words
from support.socket_players import run, serving

if TYPE_CHECKING:
    from pathlib import Path


def test_the_pages_get_their_messages_in_every_language(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, adult="on") as server, server.client() as reader:
            for lang in (*LANGUAGES, PSEUDO):
                answer = await reader.get(f"/api/words?lang={lang}")
                assert (answer.status_code, answer.json()) == (200, page_words(lang))
            russian = await reader.get("/api/words", headers={"Accept-Language": "ru"})
            assert russian.json() == page_words("ru")

    run(scenario)


def test_an_unknown_language_gets_the_default_one(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, languages=("pl", "en"), adult="on") as server, server.client() as reader:
            answer = await reader.get("/api/words?lang=it")
            assert answer.json() == page_words("pl")

    run(scenario)


def test_a_server_without_adult_decks_sends_no_messages_about_them(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with serving(tmp_path) as server, server.client() as reader:
            said = (await reader.get("/api/words?lang=en")).json()
            assert "home.title" in said
            assert not [
                key for key, text in said.items() if re.search("alcohol|sip|sheds|18", f"{key} {text}")
            ]

    run(scenario)
