"""Canaries: the bytes that the server sends are searched for names that must not be revealed."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pytest

from stablehand import names
from stablehand.games.unicorns.decks.catalog import DECKS as DECKS_OF_UNICORNS
from stablehand.text import voices
from stablehand.text.language import LANGUAGES
from stablehand.text.names import LAYERS
from support.paths import TESTS
from support.sizes import sized, slow_after, slow_except
from support.socket_players import run, serving
from support.unicorn_packs import all_that_fit, sets_of

if TYPE_CHECKING:
    from pathlib import Path

    import httpx

GAMES = sized(quick=1, full=2, release=100)
DECKS = [("fairytale", "fairy_tale"), *(("unicorns", deck) for deck in DECKS_OF_UNICORNS)]

# ---- hidden cards

PAIR = ("unicorns", "+".join(("base_2e", *sets_of(2, "base_2e")[0])))
ALL_PACKS = [
    ("unicorns", "+".join((deck, *packs))) for deck in DECKS_OF_UNICORNS for packs in all_that_fit(deck)
]
QUICK = [("unicorns", "base_2e"), PAIR]


@pytest.mark.parametrize(
    ("game", "deck"),
    slow_except(QUICK, [*DECKS, PAIR, *ALL_PACKS], "plays games of every deck"),
    ids=str,
)
def test_no_frame_contains_a_card_that_its_viewer_may_not_know(game: str, deck: str) -> None:
    for seed in range(GAMES):
        seats = 2 + (seed + len(deck)) % 4
        done = subprocess.run(
            [sys.executable, str(TESTS / "support" / "canary.py"), game, deck, str(seats), str(seed)],
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")])},
            capture_output=True, text=True, check=False, timeout=600,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-4000:]
        looked = json.loads(done.stdout.splitlines()[-1])
        assert looked["frames"] > 100
        assert looked["shown"] > 1000  # names do appear where they are allowed
        assert looked["hidden"] > 1000


# ---- 18+ decks


class Words(NamedTuple):
    """Ids and names, in every language and layer, of cards."""

    adult: set[bytes]
    """Those that only 18+ decks have."""
    harmless: list[bytes]
    """Those of others that hold one of these, such as “Dragon: Discard Every Turn”; the longest first."""


def words_of_cards() -> Words:
    """Return what must not be named, and what may be although it looks like that."""
    words: dict[bool, set[str]] = {True: set(), False: set()}
    for game in names():
        for deck in voices.decks(game):
            words[deck.is_adult].add(deck.id)
            for lang, layer in itertools.product(LANGUAGES, LAYERS):
                titles = {known.title for known in voices.decks(game, lang) if known.id == deck.id}
                rows: list[dict[str, Any]] = voices.cards(game, deck.id, lang, layer)
                words[deck.is_adult] |= titles | {row["id"] for row in rows} | {row["name"] for row in rows}
        for pack in voices.packs(game):
            words[pack.is_adult].add(pack.id)
            for lang, layer in itertools.product(LANGUAGES, LAYERS):
                words[pack.is_adult] |= {one.title for one in voices.packs(game, lang) if one.id == pack.id}
                rows = voices.cards(game, f"{pack.decks[0]}+{pack.id}", lang, layer)
                words[pack.is_adult] |= {
                    str(row[key]) for row in rows if row["pack"] for key in ("id", "name")
                }
    adult = {word.encode() for word in words[True] - words[False]}
    harmless = {word.encode() for word in words[False]}
    alike = [word for word in harmless if found_in(word, Words(adult, []))]
    return Words(adult, sorted(alike, key=len, reverse=True))


READ: Final = sized(quick=LANGUAGES[:2], full=LANGUAGES, release=LANGUAGES)
"""The languages in which every page is read."""


def found_in(body: bytes, words: Words) -> list[bytes]:
    """Return the words of 18+ decks that a body contains as whole words."""
    text = re.sub(rb"\\u[0-9a-f]{4}", lambda code: json.loads(b'"' + code[0] + b'"').encode(), body)
    for word in words.harmless:
        text = text.replace(word, b"")
    return [
        word
        for word in words.adult
        if word in text and re.search(rb"(?<!\w)" + re.escape(word) + rb"(?!\w)", text)
    ]


def addresses(description: dict[str, Any], code: str) -> set[str]:
    """Return every GET path of the OpenAPI description, with all values of its parameters."""
    decks = [deck.id for game in names() for deck in voices.decks(game)]
    decks += [f"{pack.decks[0]}+{pack.id}" for game in names() for pack in voices.packs(game)]
    fillings = {"code": [code], "game": names(), "deck": decks, "number": ["1"], "step": ["0", "5"]}
    found = {"/", "/cards", "/rules", f"/t/{code}", "/api/schema/openapi.json", "/cards/unicorns/nsfw_1e"}
    for path, item in description["paths"].items():
        if "get" in item:
            wanted = re.findall(r"{(\w+)}", path)
            for values in itertools.product(*(fillings.get(name, ["0", "1"]) for name in wanted)):
                found.add(path.format(**dict(zip(wanted, values, strict=True))))
    return found


async def walk(code: str, page: httpx.AsyncClient) -> dict[str, bytes]:
    """Return the responses of all paths in every language with every layer of names."""
    description = (await page.get("/api/schema/openapi.json")).json()
    read: dict[str, bytes] = {}
    layers = ("", *LAYERS)
    for address in sorted(addresses(description, code)):
        for lang, layer in itertools.product((*READ, "xx"), layers):
            whole = f"{address}?lang={lang}&names={layer}&seat=all"
            answer = await page.get(whole)
            assert answer.status_code < 500, whole
            read[whole] = answer.content + json.dumps(dict(answer.headers)).encode()
            if answer.status_code >= 400:
                break
    assert len(read) > 100
    return read


@pytest.mark.slow("starts servers and asks every route")
@pytest.mark.parametrize(
    "settings",
    slow_after(1, [{"adult": "off"}, {"family": True}], "reads every page in every language"),
    ids=str,
)
def test_a_server_without_adult_decks_names_none_of_their_cards(
    settings: dict[str, Any], tmp_path: Path
) -> None:
    words = words_of_cards()
    assert len(words.adult) > 200

    async def scenario() -> None:
        async with serving(tmp_path, 1, **settings) as server, server.client() as page:
            ann = await server.opened("unicorns", 2)
            async with ann.connected():
                await ann.send("start")
                assert await ann.play(10)
                leaks = {
                    address: found
                    for address, body in (await walk(ann.code, page)).items()
                    if (found := found_in(body, words))
                }
                assert leaks == {}

    run(scenario)


def test_a_server_with_adult_decks_names_their_cards(tmp_path: Path) -> None:
    words = words_of_cards()

    async def scenario() -> None:
        async with serving(tmp_path, adult="on") as server, server.client() as page:
            found: set[bytes] = set()
            for game, deck in DECKS:
                for lang in LANGUAGES:
                    body = (await page.get(f"/api/cards/{game}/{deck}?lang={lang}")).content
                    found |= set(await asyncio.to_thread(found_in, body, words))
            assert len(found) > len(words) // 3

    run(scenario)
