"""Hostile names and chat (hidden characters, imitations, markup): refused, or shown as plain text."""

from __future__ import annotations

import json
import unicodedata
from typing import TYPE_CHECKING, Any

from stablehand.server.settings import Limits
from support.socket_players import BOT, run, serving

if TYPE_CHECKING:
    from pathlib import Path

    import httpx
    import pytest

FREE = Limits(messages_per_second=10_000, burst=10_000, tables_per_client_per_hour=10_000)
MARK = "Qwyjibo"
"""A word that only hostile texts contain, to search for."""
REFUSED = {
    "bidi override": f"\u202e{MARK}",
    "bidi isolate": f"{MARK}\u2067x\u2069",
    "right-to-left mark": f"{MARK}\u200f",
    "zero width space": f"{MARK}\u200bx",
    "zero width joiner": f"{MARK}\u200dx",
    "word joiner": f"\u2060{MARK}",
    "byte order mark": f"\ufeff{MARK}",
    "soft hyphen": f"{MARK}\u00adx",
    "zalgo": MARK + "\u0300\u0301\u0302\u0303\u0304\u0305",
    "Hangul filler": "\u3164",
    "Braille blank": "\u2800",
    "tag characters": f"{MARK}\U000e0041\U000e0042",
    "NUL": f"{MARK}\x00",
    "ANSI colours": f"\x1b[31m{MARK}\x1b[0m",
    "ANSI title": f"\x1b]0;{MARK}\x07",
    "C1 control": f"\x9b31m{MARK}",
    "newline": f"{MARK}\nadmin",
    "carriage return": f"{MARK}\r",
    "line separator": f"{MARK}\u2028x",
    "private use": f"{MARK}\ue000",
    "nothing": "",
    "spaces": "\u2003 \u00a0",
    "a novel": MARK * 20,
    "look-alike of Ann": "Аnn",
    "look-alike by width": "Ａｎｎ",  # noqa: RUF001 - full width
    "look-alike by case": "ANN",
    "the host": "Host",
    "you": "тебя",
}
SHOWN = {
    "HTML": f"<b>{MARK}</b>",
    "a script": "<script>alert(1)",
    "an image": "<img src=x onerror=a>",
    "SQL": "'); DROP TABLE facts;--",
    "a format": "{name} {0} %s %n ${x}",
    "a message’s own words": "{seat} plays {card}",
    "JSON": '"},{"x":"',
    "a template": "{{7*7}}${7*7}",
    "a path": "../../etc/passwd",
    "an emoji": "\U0001f984",
    "Arabic": "ليلى",
}


def is_harmless(text: str) -> bool:
    """Return whether a text is one visible line in one direction."""
    return all(unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"} for char in text)


async def join(page: httpx.AsyncClient, code: str, name: str) -> httpx.Response:
    """Try to take a seat."""
    body = json.dumps({"name": name}).encode()
    kind = {"Content-Type": "application/json"}
    return await page.post(f"/api/tables/{code}/seats", content=body, headers={**BOT, **kind})


def test_a_hostile_name_is_refused_with_a_sentence_and_repeated_nowhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, limits=FREE) as server, server.client() as page:
            ann = await server.opened("unicorns", 8)
            async with ann.connected():
                for attack, name in REFUSED.items():
                    answer = await join(page, ann.code, name)
                    assert answer.status_code in {400, 409}, attack
                    problem = answer.json()
                    assert problem["reason"].startswith("name_") or answer.status_code == 400, attack
                    assert problem["text"]
                    assert is_harmless(problem["text"])
                    assert MARK not in answer.text, attack
                    opened = await page.post("/api/tables", json={"name": name, "game": "fairytale"})
                    assert opened.status_code in {400, 409} or attack.startswith("look-alike"), attack
                frame = await ann.send("ready")
                assert frame["type"] == "accepted"
                assert [seat["name"] for seat in ann.table["seats"][1:]] == [""] * 7

    run(scenario)
    assert_unlogged(capsys, REFUSED)


def test_a_name_that_looks_like_code_is_plain_text_everywhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, limits=FREE) as server, server.client() as page:
            for at, (attack, name) in enumerate(SHOWN.items()):
                game = ("fairytale", "unicorns")[at % 2]
                ann = await server.opened(game, 2)
                answer = await join(page, ann.code, name)
                assert answer.status_code == 201, (attack, answer.text)
                kept = unicodedata.normalize("NFKC", name)
                seen = await page.get(f"/api/tables/{ann.code}?lang=ru")
                assert seen.headers["content-type"].startswith("application/json")
                assert seen.headers["x-content-type-options"] == "nosniff"
                assert seen.json()["seats"][1]["name"] == kept
                async with ann.connected("?lang=pl"):
                    assert ann.table["seats"][1]["name"] == kept
                    refused = await ann.send("start")
                    assert refused["reason"] == "not_ready"
                    assert kept in refused["text"]  # inserted unchanged, not used as a format string

    run(scenario)
    assert_unlogged(capsys, SHOWN)


def test_hostile_chat_is_refused_or_sent_as_plain_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fit_for_chat = {"zero width joiner", "look-alike of Ann", "look-alike by width", "look-alike by case",
                    "the host", "you", "a novel"}  # fmt: skip

    async def scenario() -> None:
        async with serving(tmp_path, limits=FREE) as server:
            ann = await server.opened()
            bob = await server.joined(ann.code)
            async with ann.connected(), bob.connected("?lang=it"):
                for attack, text in {**REFUSED, **SHOWN}.items():
                    answer = await ann.send("chat", text=text)
                    if attack in REFUSED.keys() - fit_for_chat:
                        assert answer["type"] == "refused", attack
                        assert answer["reason"].startswith("chat_") or answer["reason"] == "unreadable"
                        assert MARK not in json.dumps(answer)
                        assert is_harmless(answer["text"])
                        continue
                    assert answer["type"] == "accepted", attack
                    heard = await heard_by(bob)
                    assert heard == unicodedata.normalize("NFC", text), attack
                    assert is_harmless(heard.replace("\u200d", ""))

    run(scenario)
    assert_unlogged(capsys, {**REFUSED, **SHOWN})


async def heard_by(player: Any) -> str:  # noqa: ANN401 - a SocketPlayer
    """Wait for the next line of chat."""
    while True:
        said = (await player.receive()).get("chat", ())
        if said:
            return str(said[-1]["text"])


def test_hostile_texts_in_a_path_or_header_are_not_logged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def scenario() -> None:
        async with serving(tmp_path, limits=FREE) as server, server.client() as page:
            for path in (
                f"/{MARK}",
                f"/api/tables/{MARK}",
                f"/api/cards/{MARK}/%1b[31m{MARK}",
                f"/t/%0a{MARK}",
            ):
                answer = await page.get(path, headers={"User-Agent": MARK, "Referer": MARK})
                assert answer.status_code in {200, 400, 404}
                assert MARK not in answer.text
            refused = await page.post(
                "/api/tables", json={"name": MARK}, headers={"Origin": f"http://{MARK}"}
            )
            assert refused.status_code == 403
            wrong = await page.post("/api/tables", json={MARK: MARK, "name": "Ann"})
            assert wrong.status_code == 400

    run(scenario)
    assert_unlogged(capsys, {"mark": MARK})


def assert_unlogged(capsys: pytest.CaptureFixture[str], texts: dict[str, str]) -> None:
    """Check that the log has lines, and none of the typed text."""
    logged = capsys.readouterr().err
    assert "services_opened" in logged
    assert MARK not in logged
    assert "\x1b" not in logged
    escaped = {json.dumps(text)[1:-1] for text in texts.values() if len(text) > 3}
    assert [text for text in {*escaped, *texts.values()} if len(text) > 3 and text in logged] == []
    assert all(isinstance(json.loads(line), dict) for line in logged.splitlines() if line.startswith("{"))
