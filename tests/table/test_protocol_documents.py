"""What is written about the protocol is true: its document, example by example, and the TypeScript types."""

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
import protocol_types
from stablehand.server import socket
from stablehand.server.settings import Limits
from stablehand.table import manners, pacing, playing, talk
from stablehand.table import protocol as p
from stablehand.table import table as tables
from stablehand.table.frames import Audience, Cursor
from stablehand.text.language import language
from table_club import seated

TEXT = protocol_types.DOCUMENT.read_text("utf-8")
STRUCTS = protocol_types.structs()
NAMES = {str(kind.tag or name): kind for name, kind in STRUCTS.items()}
"""What the headings of the document call them."""


def section(heading: str) -> str:
    """Return what stands under a heading."""
    found = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#+ |\Z)", TEXT, re.DOTALL | re.MULTILINE)
    assert found, f"docs/protocol.md says nothing about {heading}"
    return found[1]


def example(heading: str) -> Any:  # noqa: ANN401 - JSON
    found = re.findall(r"^```json\n(.*?)^```$", section(heading), re.DOTALL | re.MULTILINE)
    assert len(found) == 1, f"docs/protocol.md has {len(found)} examples of {heading}"
    return json.loads(found[0])


def test_the_types_and_the_tables_are_up_to_date() -> None:
    stale = [path.name for path in protocol_types.stale()]
    assert stale == [], "python scripts/protocol_types.py writes them anew"


def test_every_message_has_its_place_in_the_document() -> None:
    told = re.findall(r"^### (.*)$", TEXT, re.MULTILINE)
    assert sorted(told) == sorted([*NAMES, "Versions"])
    assert sorted(re.findall(r"<!-- fields of (\w+) -->", TEXT)) == sorted(STRUCTS)


@pytest.mark.parametrize("heading", NAMES)
def test_an_example_is_what_it_is_an_example_of(heading: str) -> None:
    kind = NAMES[heading]
    shown = example(heading)
    read = msgspec.convert(shown, kind.cls, strict=True)
    again = json.loads(msgspec.json.encode(read))
    assert shown.keys() == again.keys(), "an example shows every field, and no other"
    if heading != "configure":  # which may send a part of a house
        assert shown == again
    if issubclass(kind.cls, p.Command):
        assert msgspec.json.decode(json.dumps(shown), type=p.AnyCommand) == read


@pytest.mark.parametrize("heading", NAMES)
def test_every_field_is_explained(heading: str) -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.+) \| (.*) \|$", section(heading), re.MULTILINE)
    assert [name for name, _, _ in rows] == [field.encode_name for field in NAMES[heading].fields]
    assert [name for name, _, meaning in rows if not meaning] == []


def test_the_first_frame_is_as_shown() -> None:
    """Two players, one of them ready and talkative: the example is a true frame."""
    club = seated(2, seats=2, house=p.House(clock="relaxed"))
    club.do(1, p.Ready, nonce="0" * 32)
    club.do(1, p.Chat, text="Hello!")
    assert json.loads(Audience(club.table, 0, "en").frame(club.now, Cursor())) == example("table")


def test_every_reason_is_listed() -> None:
    listed = re.findall(r"^\| `(\w+)` \|", section("Reasons"), re.MULTILINE)
    catalogue = language("en").catalogue("table")
    assert listed == [key.removeprefix("refused.") for key in catalogue if key.startswith("refused.")]


def test_a_link_leads_somewhere() -> None:
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
        f"Whoever lets {LIMITS.send_queue} frames wait unread",
        f"or takes none for {socket.STALLED:.0f} seconds, is disconnected",
        f"after {({20: 'twenty'})[socket.MISTAKES]} of them the connection ends",
        f"A table remembers its last {tables.REMEMBERED} commands",
        f"it waits for them {pacing.GRACE // 1000} seconds more",
        f"who has had no connection for {pacing.GRACE // 1000} seconds",
        f"a newcomer gets the last {talk.KEPT}",
        f"adds {pacing.MORE // 1000} seconds, {({2: 'twice'})[pacing.MORE_TIMES]} for one decision",
        f"Ask for {pacing.MORE // 1000} seconds more",
        f"at least {pacing.THINKING['normal'] / 1000} ({pacing.THINKING['hard'] / 1000} if it plays `hard`)",
        f"{({3: 'Three'})[playing.UNDOS]} times in a turn is the most",
        f"one line, at most {manners.CHAT_LENGTH} characters",
        "one of " + ", ".join(f"`{emote}`" for emote in manners.emotes),
        *(
            f"| `{name}` | {clock.each // 1000} s | {clock.bank // 60_000} min |"
            for name, clock in pacing.CLOCKS.items()
        ),
    ],
)
def test_a_figure_in_the_document_is_that_of_the_code(said: str) -> None:
    assert said in WORDS


def test_what_is_answered_when_time_is_up_is_as_told() -> None:
    assert pacing.DEFAULTS == ("pass", "decline", "draw", "finish")
    assert "it passes if that is offered; else it declines, draws a card or finishes picking" in WORDS


# ---- the types


def test_commands_and_frames_are_told_apart_by_their_tags() -> None:
    types = protocol_types.typescript()
    for kind in STRUCTS.values():
        body = interface(types, kind)
        if kind.tag_field:
            assert body[0] == f'readonly {kind.tag_field}: "{kind.tag}";'
        named = [line for line in body if line.startswith("readonly")]
        assert len(named) == len(kind.fields) + bool(kind.tag_field)


def test_only_a_command_leaves_fields_out() -> None:
    types = protocol_types.typescript()
    assert "readonly nonce?: string | null;" in interface(types, STRUCTS["Ready"])
    assert "readonly option: number;" in interface(types, STRUCTS["Answer"])
    assert "readonly house?: Partial<House> | null;" in interface(types, STRUCTS["Configure"])
    assert "readonly rules: readonly string[];" in interface(types, STRUCTS["Refused"])
    assert "?:" not in "".join(interface(types, STRUCTS["House"]))


def test_the_types_say_what_things_are_for() -> None:
    types = protocol_types.typescript()
    assert "/** Answer a decision with one of its options. */\nexport interface Answer {" in types
    assert "\t/** How many spectators there are. */\n\treadonly watching: number;" in types


def test_what_cannot_be_written_is_an_error() -> None:
    with pytest.raises(TypeError, match="There is no TypeScript for"):
        protocol_types._type(mi.type_info(bytes), is_command=True)
    with pytest.raises(TypeError, match="There are no words for"):
        protocol_types.words(mi.type_info(bytes))


def test_a_stale_file_is_found_and_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    document = tmp_path / "docs" / "protocol.md"
    document.parent.mkdir()
    document.write_text(
        TEXT.replace("| `seat` | whole number from 0 to 7 |", "| `seat` | a chair |"), "utf-8"
    )
    types = tmp_path / "web" / "src" / "protocol.ts"
    for name, value in (("ROOT", tmp_path), ("DOCUMENT", document), ("TYPES", types)):
        monkeypatch.setattr(protocol_types, name, value)
    monkeypatch.setattr(sys, "argv", ["protocol_types.py", "--check"])
    assert protocol_types.main() == 1
    assert not types.exists()
    monkeypatch.setattr(sys, "argv", ["protocol_types.py"])
    assert protocol_types.main() == 0
    assert capsys.readouterr().out.splitlines() == [
        "web/src/protocol.ts is stale.",
        "docs/protocol.md is stale.",
        "web/src/protocol.ts is written.",
        "docs/protocol.md is written.",
    ]
    assert protocol_types.stale() == {}
    assert document.read_text("utf-8") == TEXT


def interface(types: str, kind: mi.StructType) -> list[str]:
    """Return the lines of one interface."""
    found = re.search(
        rf"^export interface {kind.cls.__name__} {{\n(.*?)^}}$", types, re.DOTALL | re.MULTILINE
    )
    assert found
    return [line.strip() for line in found[1].splitlines()]
