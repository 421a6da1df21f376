"""docs/protocol.md and the generated TypeScript types agree with the code."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import inspect as mi

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
import protocol_tables
import typescript_types
from stablehand.server.settings import Limits
from stablehand.server.ws import session
from stablehand.table import protocol as p
from stablehand.table.commands import display_names, play
from stablehand.table.frames import Audience, Cursor
from stablehand.table.state import clock, volatile
from stablehand.table.state.state import UNDOS
from stablehand.text.language import language
from support.table_setup import seated

TEXT = protocol_tables.DOCUMENT.read_text("utf-8")
STRUCTS = {
    name: kind
    for name, kind in typescript_types.protocol_structs().items()
    if isinstance(kind, mi.StructType)
}
NAMES = {str(kind.tag or name): kind for name, kind in STRUCTS.items()}
"""Structs by their headings in the document."""
FILES = typescript_types.files()


def section(heading: str) -> str:
    """Return the text under a heading."""
    found = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#+ |\Z)", TEXT, re.DOTALL | re.MULTILINE)
    assert found, f"docs/protocol.md has no section {heading}"
    return found[1]


def example(heading: str) -> Any:  # noqa: ANN401 - JSON
    found = re.findall(r"^```json\n(.*?)^```$", section(heading), re.DOTALL | re.MULTILINE)
    assert len(found) == 1, f"docs/protocol.md has {len(found)} examples of {heading}"
    return json.loads(found[0])


def test_the_types_and_the_tables_are_up_to_date() -> None:
    stale = [path.name for path in typescript_types.stale()]
    assert stale == [], "run python scripts/typescript_types.py"


def test_every_message_has_a_section_in_the_document() -> None:
    told = re.findall(r"^### (.*)$", TEXT, re.MULTILINE)
    assert sorted(told) == sorted([*NAMES, "Versions"])
    assert sorted(re.findall(r"<!-- fields of (\w+) -->", TEXT)) == sorted(STRUCTS)


@pytest.mark.parametrize("heading", NAMES)
def test_an_example_decodes_as_its_message(heading: str) -> None:
    kind = NAMES[heading]
    shown = example(heading)
    read = msgspec.convert(shown, kind.cls, strict=True)
    again = json.loads(msgspec.json.encode(read))
    assert shown.keys() == again.keys(), "an example must show exactly the fields of its message"
    if heading != "configure":  # this command may send some of the settings
        assert shown == again
    if issubclass(kind.cls, p.Command):
        assert msgspec.json.decode(json.dumps(shown), type=p.AnyCommand) == read


@pytest.mark.parametrize("heading", NAMES)
def test_every_field_is_explained(heading: str) -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.+) \| (.*) \|$", section(heading), re.MULTILINE)
    assert [name for name, _, _ in rows] == [field.encode_name for field in NAMES[heading].fields]
    assert [name for name, _, meaning in rows if not meaning] == []


def test_the_first_frame_matches_its_example() -> None:
    """Two players, one of them ready and chatting, give the frame of the example."""
    harness = seated(2, seats=2, house=p.House(clock="relaxed"))
    harness.do(1, p.Ready, nonce="0" * 32)
    harness.do(1, p.Chat, text="Hello!")
    assert json.loads(Audience(harness.table, 0, "en").frame(harness.now, Cursor())) == example("table")


def test_every_reason_is_listed() -> None:
    listed = re.findall(r"^\| `(\w+)` \|", section("Reasons"), re.MULTILINE)
    catalogue = language("en").catalogue("table")
    assert listed == [key.removeprefix("refused.") for key in catalogue if key.startswith("refused.")]


def test_every_link_has_a_target() -> None:
    anchors = {re.sub(r"[^\w -]", "", head).strip().lower().replace(" ", "-") for head in headings()}
    assert set(re.findall(r"\]\(#([^)]*)\)", TEXT)) - anchors == set()


def headings() -> list[str]:
    return re.findall(r"^#+ (.*)$", TEXT, re.MULTILINE)


WORDS = " ".join(TEXT.split())
LIMITS = Limits()


@pytest.mark.parametrize(
    "said",
    [
        f"This is **version {p.PROTOCOL}**",
        f"a message has at most {LIMITS.message_bytes // 1024} KiB",
        f"a connection sends at most {LIMITS.messages_per_second} a second, {LIMITS.burst} at once",
        f"A client that lets {LIMITS.send_queue} frames wait unread",
        f"or takes none for {session.STALLED:.0f} seconds, is disconnected",
        f"after {({20: 'twenty'})[session.MISTAKES]} of them the connection ends",
        f"A table remembers its last {volatile.REMEMBERED} commands",
        f"who has had no connection for {clock.AWAY_AFTER // 1000} seconds",
        f"passes in a window after {clock.PASS_AFTER // 1000} seconds",
        f"counts as away after {clock.AWAY_AFTER // 1000}",
        f"in a window it adds {volatile.MORE_TIME_IN_WINDOW // 1000} seconds for everybody",
        f"a newcomer gets the last {volatile.CHAT_LINES}",
        f"adds {volatile.MORE_TIME // 1000} seconds, {({2: 'twice'})[play.EXTENSIONS]} for one decision",
        f"Ask for {volatile.MORE_TIME // 1000} seconds more",
        f"at least {clock.THINKING['normal'] / 1000} ({clock.THINKING['hard'] / 1000} if it plays `hard`)",
        f"{({3: 'Three'})[UNDOS]} times in a turn is the most",
        f"one line, at most {display_names.CHAT_LENGTH} characters",
        "one of " + ", ".join(f"`{emote}`" for emote in display_names.emotes),
        *(
            f"| `{name}` | {clock.each // 1000} s | {clock.bank // 60_000} min |"
            for name, clock in clock.CLOCKS.items()
        ),
    ],
)
def test_a_figure_in_the_document_equals_that_of_the_code(said: str) -> None:
    assert said in WORDS


def test_the_default_answers_are_as_documented() -> None:
    assert clock.DEFAULTS == ("pass", "decline", "draw", "finish")
    assert "it passes if that is offered; else it declines, draws a card or finishes picking" in WORDS


# ---- the types


def test_commands_and_frames_have_tags() -> None:
    types = typescript_types.protocol_types()
    for kind in STRUCTS.values():
        body = interface(types, kind.cls.__name__)
        if kind.tag_field:
            assert body[0] == f'readonly {kind.tag_field}: "{kind.tag}";'
        named = [line for line in body if line.startswith("readonly")]
        assert len(named) == len(kind.fields) + bool(kind.tag_field)


def test_only_commands_have_optional_fields() -> None:
    types = typescript_types.protocol_types()
    assert "readonly nonce?: string | null;" in interface(types, "Ready")
    assert "readonly option: number;" in interface(types, "Answer")
    assert "readonly house?: Partial<House> | null;" in interface(types, "Configure")
    assert "readonly rules: readonly string[];" in interface(types, "Refused")
    assert "?:" not in "".join(interface(types, "House"))


def test_the_types_have_the_docstrings_of_the_protocol() -> None:
    types = typescript_types.protocol_types()
    assert "/** Answer a decision with one of its options. */\nexport interface Answer {" in types
    assert "\t/** The number of spectators. */\n\treadonly watching: number;" in types


def test_the_types_of_http_are_those_of_requests_and_answers() -> None:
    types = typescript_types.http_types()
    assert "readonly house?: Partial<House> | null;" in interface(types, "NewTable")
    assert "readonly language?: Language | null;" in interface(types, "NewTable")
    assert "readonly seats: readonly SeatListed[];" in interface(types, "TableSeen")
    assert "readonly token?: string | null;" in interface(types, "Seat"), (
        "the field is omitted if there is no value"
    )
    assert "readonly answers: readonly (readonly [number, number])[];" in interface(types, "TrialSeen")
    assert "readonly value: Json;" in interface(types, "Changed")
    assert "readonly [more: string]: unknown;" in interface(types, "CardListed")
    assert "export interface House" not in types, "the type is in protocol.ts"
    assert '} from "./protocol";' in types


def test_each_game_has_the_types_of_its_view() -> None:
    written = {path.relative_to(typescript_types.ROOT).as_posix(): text for path, text in FILES.items()}
    unicorns = written["web/src/games/unicorns/view.ts"]
    assert "readonly zones: Zones;" in interface(unicorns, "UnicornView")
    assert "readonly owner?: number;" in interface(unicorns, "OfferedOption"), "the field may be absent"
    assert 'readonly pass: "draft" | "play";' in interface(
        written["web/src/games/fairytale/view.ts"], "FairyTaleView"
    )
    common = interface(written["web/src/view.ts"], "CommonView")
    for field in (line for line in common if line.startswith("readonly")):
        assert field in interface(unicorns, "UnicornView")


def test_an_unsupported_type_raises() -> None:
    with pytest.raises(TypeError, match="There is no TypeScript for"):
        typescript_types.type_of(mi.type_info(bytes), is_sent=True)
    with pytest.raises(TypeError, match="There are no words for"):
        protocol_tables.words(mi.type_info(bytes))


def test_a_stale_file_is_detected_and_rewritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    document = tmp_path / "docs" / "protocol.md"
    document.parent.mkdir()
    document.write_text(
        TEXT.replace("| `seat` | whole number from 0 to 7 |", "| `seat` | a chair |"), "utf-8"
    )
    monkeypatch.setattr(typescript_types, "ROOT", tmp_path)
    monkeypatch.setattr(typescript_types, "SOURCES", tmp_path / "web" / "src")
    monkeypatch.setattr(protocol_tables, "DOCUMENT", document)
    monkeypatch.setattr(sys, "argv", ["typescript_types.py", "--check"])
    assert typescript_types.main() == 1
    assert not (tmp_path / "web").exists()
    monkeypatch.setattr(sys, "argv", ["typescript_types.py"])
    assert typescript_types.main() == 0
    files = [
        "web/src/protocol.ts",
        "web/src/http.ts",
        "web/src/view.ts",
        "docs/protocol.md",
        "web/src/games/fairytale/view.ts",
        "web/src/games/unicorns/view.ts",
    ]
    assert capsys.readouterr().out.splitlines() == [
        *(f"{file} is stale." for file in files),
        *(f"{file} is written." for file in files),
    ]
    assert typescript_types.stale() == {}
    assert document.read_text("utf-8") == TEXT


def interface(types: str, name: str) -> list[str]:
    """Return the lines of one interface."""
    found = re.search(rf"^export interface {name} {{\n(.*?)^}}$", types, re.DOTALL | re.MULTILINE)
    assert found
    return [line.strip() for line in found[1].splitlines()]
