"""Fuzz targets: functions that read untrusted bytes. Each may raise only its documented error.

    python tests/fuzz/targets.py TARGET FOLDER [libFuzzer's options]

The folder is filled with seeds that the code itself writes. An exception that is not the documented one ends
the run with the traceback and the input.
"""

from __future__ import annotations

import json
import re
import sys
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import atheris  # type: ignore[import-untyped,unused-ignore]

from stablehand import load, names
from stablehand.server.ws.session import read_command
from stablehand.table.refusal import Refusal
from stablehand.table.state import facts
from support.hostile import NASTY, TOKENS, damaged, written

# Only the readers are instrumented, by importing them again: all modules would take long, and C cannot be.
READERS: Final = (
    "tomllib._parser",
    "tomllib",
    "stablehand.core.fairness",
    "stablehand.core.journal",
    "stablehand.core.decks.files",
    "stablehand.core.decks.labels",
    "stablehand.core.decks.written",
    "stablehand.core.decks.merge",
    "stablehand.core.decks.places",
    "stablehand.core.decks.contract",
    "stablehand.core.decks.examine",
    "stablehand.games.unicorns.vocabulary.tokens",
    "stablehand.games.unicorns.vocabulary.parse",
    "stablehand.games.unicorns.vocabulary.write",
    "stablehand.games.fairytale.decks.checks",
    "stablehand.games.fairytale.decks.deck",
    "stablehand.games.unicorns.decks.checks",
    "stablehand.games.unicorns.decks.catalog",
    "stablehand.games.fairytale.decks.own",
    "stablehand.games.unicorns.decks.own",
)
for name in names():
    load(name)
for name in READERS:
    sys.modules.pop(name, None)
with atheris.instrument_imports():
    for name in READERS:
        import_module(name)
fairytale: Any = sys.modules["stablehand.games.fairytale.decks.deck"]
catalog: Any = sys.modules["stablehand.games.unicorns.decks.catalog"]
decks: Any = sys.modules["stablehand.core.decks.files"]
words: Any = sys.modules["stablehand.games.unicorns.vocabulary.parse"]
writing: Any = sys.modules["stablehand.games.unicorns.vocabulary.write"]
written_: Any = sys.modules["stablehand.core.decks.written"]
places: Any = sys.modules["stablehand.core.decks.places"]
examining: Any = sys.modules["stablehand.core.decks.examine"]
OWN: Any = [sys.modules[f"stablehand.games.{game}.decks.own"].OWN for game in ("unicorns", "fairytale")]
journal_: Any = sys.modules["stablehand.core.journal"]

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


BROKEN: Final = "-break"
"""An option that treats every error as undocumented, to show that errors are found."""


class Target(NamedTuple):
    """A reader, its documented error, its seeds, and how seeds are damaged."""

    read: Callable[[bytes], object]
    error: type[Exception]
    seeds: Callable[[], Iterable[bytes]]
    damage: Callable[[Random, list[bytes]], bytes]
    """Damages seeds where coverage gives no guidance: in C code, or behind a grammar."""
    longest: int = 16_384


def broken_json(rng: Random, seeds: list[bytes]) -> bytes:
    """Damage a message, or one line of a file of messages."""
    lines = rng.choice(seeds).splitlines() or [b"{}"]
    objects = [parsed for line in lines if isinstance(parsed := _parsed(line), dict)]
    lines[rng.randrange(len(lines))] = damaged(rng, objects) if objects else rng.choice(TOKENS)
    return b"\n".join(lines)


def _parsed(line: bytes) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


VALUES: Final = (
    "0", "1", "-1", "2", "9" * 30, "9" * 5000, "0x7fffffffffffffff", "1e999", "nan", "-inf", "true", "false",
    '""', '"x"', '"card"', "[]", "[1]", "[[]]", '["x"]', "{}", "{x=1}", '{x="y"}', "{x={}}", "[{}]",
    "1979-05-27", "1979-05-27T07:32:00Z", "07:32:00", "{ru=1}", "{hunt=true}", '{close=1,who="all"}',
    "{close=[]}", "{points=true}", "{points=1,most=[]}", "{points=1,has={}}", "{per=1,each=1}",
    "{points=1,factions={a=0}}",
)  # fmt: skip


def broken_toml(rng: Random, seeds: list[bytes]) -> bytes:
    """Damage a deck: replace values, and delete, repeat or replace lines."""
    lines = text(rng.choice(seeds)).splitlines()
    for _ in range(rng.choice((1, 1, 2, 4))):
        at = rng.randrange(len(lines))
        key, is_pair, _ = lines[at].partition("=")
        match rng.randrange(6):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, rng.choice(lines))
            case 2:
                lines[at] = rng.choice(
                    ("[card]", "[[card]]", "[names]", "card=1", "[[card.names]]", "x", "\x00")
                )
            case _:
                lines[at] = f"{key}={rng.choice(VALUES)}" if is_pair else lines[at]
        lines = lines or [""]
    return "\n".join(lines).encode()


# ---- journals


def read_journal(data: bytes) -> object:
    """Read a journal, and replay a short one. The seal is usually made valid, so that the rows are read."""
    if data.startswith(b"!"):
        return journal_.Journal.read(data[1:])
    body = data.rstrip(b"\n") + b"\n"
    journal = journal_.Journal.read(body + journal_._line({"seal": journal_._seal(body)}))
    return journal.replay() if len(journal.rows) < 8 else None


def journals() -> Iterable[bytes]:
    """Yield journals without their seals, and one with it."""
    body = b""
    for game, seats in (("fairytale", 2), ("unicorns", 3)):
        journal = journal_.Journal.begin(game, seats, 7)
        body = journal.write().rpartition(b'{"seal"')[0]
        yield b"!" + journal.write()
        yield body
        yield body + b'[0,1]\n["undo",0]\n[1,2]\n'
    proof = b'"proof":{"commitment":"' + b"0" * 64 + b'","key":"' + b"0" * 64 + b'","nonces":["' + b"0" * 32
    yield body.replace(b'"rules_version"', proof + b'"]},"rules_version"')


# ---- commands and facts


def commands() -> Iterable[bytes]:
    """Yield commands, and pieces of bad ones."""
    yield from (written({"do": "configure", "id": "1", "options": value}) for value in NASTY[-20:])
    yield written({"do": "answer", "id": "2", "state": 3, "decision": 3, "option": 17})
    yield written({"do": "ready", "id": "3", "on": True, "nonce": "a" * 32})
    yield written({"do": "chat", "id": "4", "text": "Neigh"})
    yield from TOKENS


def stored() -> Iterable[bytes]:
    """Yield facts as they are stored."""
    house = {"clock": "brisk"}
    yield written(
        {"fact": "opened", "at": 1, "table": "t", "code": "c", "game": "fairytale", "seats": 2, "options": {},
         "house": house, "key": "0" * 64}
    )  # fmt: skip
    yield facts.write(facts.Answered(1, 0, 5, "bot", command="id"))
    yield facts.write(facts.Started(1, ("0" * 32, "f" * 32)))
    yield facts.write(facts.Seated(1, 0, None))
    yield from TOKENS


# ---- decks


def first_cards(folder: str, name: str, cards: int) -> bytes:
    """Return the beginning of a deck's file."""
    text = files(folder).joinpath("decks", name).read_text("utf-8")
    return "[[card]]".join(text.split("[[card]]")[: cards + 1]).encode()


def unicorn_decks() -> Iterable[bytes]:
    """Yield a small deck, and the beginnings of real ones."""
    yield (
        b'cards=3\nbabies=1\ntwo_player_neigh="neigh"\n[[card]]\nid="a"\nname="A"\ntype="baby"\ncopies=1\n'
        b'[[card]]\nid="neigh"\nname="N"\ntype="instant"\ncopies=2\n'
        b'[[card]]\nid="rhinocorn"\nname="R"\ntype="magical"\ncopies=1\ntags=["narwhal"]\n'
        b'names={ru="\xd0\xa0"}\n'
    )
    yield from (first_cards("stablehand.games.unicorns", f"{name}.toml", 3) for name in catalog.DECKS)
    yield b"x=" + b"[" * 900
    yield b"copies=" + b"9" * 4400


def fairytale_decks() -> Iterable[bytes]:
    """Yield a small deck, and the beginning of the real one."""
    yield (
        b'factions=["a"]\nhunted="a"\ncards=2\nbase=2\n[[card]]\nid="x"\nname="X"\ntype="place"\n'
        b'faction="a"\nkind="friend"\n'
        b'copies=2\nscore={points=3,has={x=1}}\neffect={close=1,who="own",faction="a"}\n'
    )
    yield first_cards("stablehand.games.fairytale", "fairy_tale.toml", 2)
    yield b"x=" + b"[" * 900


def text(data: bytes) -> str:
    """Return bytes as the text of a file."""
    return data.decode("utf-8", "replace")


def read_unicorns(data: bytes) -> object:
    """Read a deck; a deck that can be read can also be used."""
    deck = catalog.parse(text(data), "x")
    return [definition.letters("ru") for definition in deck.definitions]


def read_fairytale(data: bytes) -> object:
    """Read a deck; a deck that can be read can also be used."""
    deck = fairytale.parse(text(data), "x")
    return deck.supply(expert=True), [card.names.get("ru", card.name).upper() for card in deck.cards]


# ---- cards and decks of one's own


def card_texts() -> Iterable[bytes]:
    """Yield the abilities of some cards as text, and pieces of bad ones."""
    for name in sorted(catalog.ABILITIES)[::9]:
        yield writing.write(catalog.ABILITIES[name]).encode()
    yield from (
        b"(" * 900,
        b"Cast(" * 900,
        b"Lands()," * 200,
        b"When(ENTERS, 9999",
        b'named("\xe9")',
        b"a.b.c",
        b"|",
    )


def broken_text(rng: Random, seeds: list[bytes]) -> bytes:
    """Exchange, repeat or drop the words of a text."""
    parts = re.findall(r"\w+|[^\w\s]|\s+", text(rng.choice(seeds))) or ["("]
    others = re.findall(r"\w+|[^\w\s]", text(rng.choice(seeds))) or [")"]
    for _ in range(rng.choice((1, 1, 2, 4))):
        at = rng.randrange(len(parts))
        parts[at : at + rng.randrange(2)] = [rng.choice(others)] * rng.randrange(3)
        parts = parts or ["("]
    return "".join(parts).encode()


def read_card_text(data: bytes) -> object:
    """Read abilities; what can be read is written in one way."""
    found = words.parse(text(data))
    written = writing.write(found)
    assert words.parse(written) == found
    assert writing.write(words.parse(written)) == written
    return found


def own_decks() -> Iterable[bytes]:
    """Yield files that extend a deck, as a new one does."""
    for decks_of_game in OWN:
        yield decks_of_game.template(decks_of_game.bases[0], "mine").encode()
    yield b'id="x"\nextends="base_2e"\nwithout=["yay"]\n[[card]]\nid="neigh"\ncopies=3\n'
    yield b'id="x"\nextends="base_2e"\n[[card]]\nid="neigh"\nability=[{Respond={do={Counter={}}}}]\n'
    yield b'id="x"\nextends="fairy_tale"\n[[card]]\nid="bard"\nscore={points=3,has={demon=1}}\n'


def read_own_deck(data: bytes) -> object:
    """Examine a deck; whatever is wrong has a place, and what is sound is a deck by its text alone."""
    table = written_.read_file(text(data), "x")
    found = None
    for own in OWN:
        found = examining.examine(own, table)
        where = places.Places(text(data))
        for finding in found.findings:
            line, column = where.of(finding.path, finding.offset)
            assert line >= 1 <= column
            assert len(finding.sentence) < 1000
        assert bool(found.text) != bool(found.faults)
        if found.text:
            again = examining.examine(own, written_.read_table(found.text))
            assert (again.text, again.name) == (found.text, found.name)
    return found


TARGETS: Final = {
    "command": Target(read_command, Refusal, commands, broken_json),
    "facts": Target(facts.read, ValueError, stored, broken_json),
    "journal": Target(read_journal, journal_.JournalError, journals, broken_json),
    "unicorn_deck": Target(read_unicorns, decks.DeckError, unicorn_decks, broken_toml),
    "fairytale_deck": Target(read_fairytale, decks.DeckError, fairytale_decks, broken_toml),
    "card_text": Target(read_card_text, words.CardTextError, card_texts, broken_text, 2_500),
    "own_deck": Target(read_own_deck, decks.DeckError, own_decks, broken_toml),
}


def main() -> None:
    """Fuzz a target."""
    target = TARGETS[sys.argv[1]]
    folder = Path(sys.argv[2])
    seeds = list(target.seeds())
    for number, seed in enumerate(seeds):
        (folder / f"seed{number}").write_bytes(seed)

    def mutate(data: bytes, longest: int, seed: int) -> bytes:
        rng = Random(seed)  # noqa: S311 - no secrets
        made: bytes = (
            atheris.Mutate(data, longest) if rng.random() < 0.5 else target.damage(rng, [*seeds, data])
        )
        return made[:longest]

    options = sys.argv[3:]
    documented = () if BROKEN in options else target.error

    def read(data: bytes) -> None:
        try:
            target.read(data)
        except documented:
            return
        except BaseException:
            sys.stderr.write(f"INPUT {data!r}\n")
            raise

    atheris.Setup(
        [sys.argv[0], str(folder), f"-max_len={target.longest}", *(one for one in options if one != BROKEN)],
        read,
        custom_mutator=mutate,
    )
    atheris.Fuzz()


if __name__ == "__main__":
    main()
