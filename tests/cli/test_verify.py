"""`stablehand verify`: an honest journal is proved step by step, and every change in one is detected."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from stablehand import Journal, load
from stablehand import cli as package
from stablehand.bots.random import RandomBot
from stablehand.cli.commands import verify
from stablehand.core.driver import play
from stablehand.core.fairness import Proof, bot_nonce, mix
from stablehand.core.journal import Answer, _line, _seal
from stablehand.text.language import LANGUAGES, language
from support.paths import GOLDEN

if TYPE_CHECKING:
    from pathlib import Path

    from cli.conftest import Run

KEY = bytes(range(100, 132))
NONCES = ("0123456789abcdef" * 2, "fedcba9876543210" * 2, bot_nonce(KEY, 2))


def played(game: str, options: dict[str, object] | None = None) -> Journal:
    """Return a whole game of three, dealt as a table does it, with some answers taken back."""
    seed = mix(KEY, NONCES)
    journal = Journal.begin(game, 3, seed, options)
    play(load(game), 3, seed, [RandomBot(1, seat) for seat in range(3)], options, journal=journal)
    journal.proof = Proof.of(KEY, NONCES)
    first = journal.rows[:]
    journal.rows = first[:9]
    journal.undo(4)
    journal.rows += first[4:12]
    journal.undo(0)
    journal.rows += first
    return journal


HONEST = played("fairytale")


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package, "COMMANDS", tuple(dict.fromkeys((*package.COMMANDS, verify))))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_bytes(HONEST.write())
    return path


def resealed(change: dict[str, Any]) -> bytes:
    """Return the journal with a changed header and a valid seal, as a cheat would make it."""
    first, *rows, _ = HONEST.write().splitlines(keepends=True)
    body = _line({**json.loads(first), **change}) + b"".join(rows)
    return body + _line({"seal": _seal(body)})


def message(lang: str, key: str, **values: object) -> str:
    return language(lang).catalogue("interface").say(key, **values)


# ---- honest journals


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("fairytale", {}),
        ("unicorns", {}),
        ("unicorns", {"deck": "base_1e"}),
        ("unicorns", {"deck": "nsfw_2e"}),
        ("unicorns", {"deck": "base_1e", "expansions": ["christmas", "dragons", "unicorns_of_legend"]}),
    ],
)
def test_an_honest_journal_is_proved(run: Run, path: Path, game: str, options: dict[str, object]) -> None:
    journal = played(game, options)
    path.write_bytes(journal.write())
    ran = run("verify", path)
    assert (ran.code, ran.err) == (0, "")
    answers = len(journal.rows) - 2
    assert ran.out.splitlines() == [
        "✓ The file is whole: its seal fits all its lines.",
        f"✓ The key is the one that was promised by the commitment {Proof.of(KEY, NONCES).commitment}.",
        "✓ The seed follows from the key and the nonces of 3 seats.",
        f"  Seat 0: nonce {NONCES[0]}",
        f"  Seat 1: nonce {NONCES[1]}",
        f"  Seat 2: nonce {NONCES[2]}, made from the key (a bot, or nobody sent one)",
        "✓ " + message("en", "verify.played", n=answers, back=17, over="yes"),
        message("en", "verify.proved"),
    ]


def test_a_journal_without_a_proof_is_only_played_again(run: Run, journal: Path) -> None:
    ran = run("verify", journal)
    assert (ran.code, ran.err) == (0, "")
    seal, again, last = ran.out.splitlines()
    assert seal.startswith("✓ ")
    assert again.startswith("✓ The game has been played again from this seed: ")
    assert last == message("en", "verify.no_proof")
    assert "proved, if" not in ran.out


def test_the_output_says_whether_the_game_is_over(run: Run, path: Path) -> None:
    assert ", of which 17 undone); it is over." in run("verify", path).out
    path.write_bytes(Journal.begin("fairytale", 2, 7).write())
    assert "(0 answers, of which 0 undone); it is not over yet." in run("verify", path).out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_line_is_in_the_language(run: Run, path: Path, lang: str) -> None:
    out = run("verify", path, "--lang", lang).out
    assert f"✓ {message(lang, 'verify.seal')}\n" in out
    assert f"✓ {message(lang, 'verify.seed', n=3)}\n" in out
    assert out.endswith(f"\n{message(lang, 'verify.proved')}\n")
    path.write_bytes(resealed({"seed": 1}))
    out = run("verify", path, "--lang", lang).out
    assert f"✗ {message(lang, 'verify.seed.wrong', n=3)}\n" in out
    assert out.endswith(f"\n{message(lang, 'verify.fails')}\n")


# ---- changed journals


def test_a_changed_bit_of_the_file_is_detected(run: Run, path: Path) -> None:
    """Change a third of the header and of the seal, and some rows; other tests check `read` on every byte."""
    data = HONEST.write()
    header, end = data.index(b"\n"), len(data)
    for at in (*range(0, header, 3), *range(header, end, 29), *range(end - 50, end, 3)):
        path.write_bytes(data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :])
        ran = run("verify", path)
        assert (ran.code, ran.out) == (2, ""), at
        assert ran.err.startswith(f"stablehand: {path}: ")


def changed_bits(digits: str) -> list[str]:
    """Return a hex number with one bit changed, for each bit."""
    width = len(digits)
    return [f"{int(digits, 16) ^ 1 << bit:0{width}x}" for bit in range(4 * width)]


def assert_detected(run: Run, path: Path, change: dict[str, Any], *keys: str) -> None:
    path.write_bytes(resealed(change))
    ran = run("verify", path)
    assert ran.code == 1
    assert ran.out.endswith("\nThe journal does not check out.\n")
    for key in keys:
        assert f"✗ {message('en', key, n=3, commitment=Proof.of(KEY, NONCES).commitment)}" in ran.out


def test_a_changed_key_with_a_valid_seal_is_detected(run: Run, path: Path) -> None:
    proof = Proof.of(KEY, NONCES).write()
    for key in changed_bits(KEY.hex())[::7]:
        change: dict[str, Any] = {"proof": {**proof, "key": key}}
        assert_detected(run, path, change, "verify.key.wrong", "verify.seed.wrong")
        change["seed"] = mix(bytes.fromhex(key), NONCES)
        assert_detected(run, path, change, "verify.key.wrong")


def test_changed_nonces_with_a_valid_seal_are_detected(run: Run, path: Path) -> None:
    proof = Proof.of(KEY, NONCES).write()
    for seat in range(3):
        for nonce in changed_bits(NONCES[seat])[::9]:
            nonces = [*NONCES[:seat], nonce, *NONCES[seat + 1 :]]
            assert_detected(run, path, {"proof": {**proof, "nonces": nonces}}, "verify.seed.wrong")
    assert_detected(run, path, {"proof": {**proof, "nonces": NONCES[::-1]}}, "verify.seed.wrong")


def test_a_changed_seed_with_a_valid_seal_is_detected(run: Run, path: Path) -> None:
    for seed in changed_bits(f"{HONEST.seed:064x}")[::7]:
        assert_detected(run, path, {"seed": int(seed, 16)}, "verify.seed.wrong")


def test_a_changed_commitment_is_detected(run: Run, path: Path) -> None:
    proof = Proof.of(KEY, NONCES).write()
    other = Proof.of(bytes(32), NONCES).commitment
    path.write_bytes(resealed({"proof": {**proof, "commitment": other}}))
    ran = run("verify", path)
    assert ran.code == 1
    assert f"✗ The key is not the one that was promised by the commitment {other}." in ran.out


@pytest.mark.parametrize("at", [0, 8, 9, 15, 40])
def test_an_illegal_answer_is_detected_even_if_it_was_taken_back(run: Run, path: Path, at: int) -> None:
    journal = Journal.read(HONEST.write())
    answers = [number for number, row in enumerate(journal.rows) if isinstance(row, Answer)]
    journal.rows[answers[at]] = Answer(0, 999)
    path.write_bytes(journal.write())
    ran = run("verify", path)
    assert ran.code == 1
    assert "✗ The game cannot be played again from this seed." in ran.out
    assert ran.err.startswith(f"stablehand: {path}: Answer {at + 1} of the journal is not legal: ")


def test_rules_of_another_version_cannot_be_played_again(run: Run, path: Path) -> None:
    path.write_bytes(resealed({"rules_version": 99}))
    ran = run("verify", path)
    assert ran.code == 1
    assert "✓ The seed follows" in ran.out
    assert "was written under version 99 of the rules" in ran.err


def test_a_game_of_older_rules_is_verified_or_names_its_version(run: Run) -> None:
    runs = [run("verify", path) for path in sorted((GOLDEN / "version_2").glob("unicorns-2-*.jsonl"))]
    assert {ran.code for ran in runs} == {0, 1}
    for ran in runs:
        is_named = "The journal was played under version 2 of the rules of unicorns; under version" in ran.err
        assert (ran.code == 1) == is_named
        assert ran.err.count("\n") == is_named


def test_a_malformed_proof_is_refused(run: Run, path: Path) -> None:
    path.write_bytes(resealed({"proof": {"key": "?"}}))
    ran = run("verify", path)
    assert (ran.code, ran.out) == (2, "")
    assert "The journal's proof cannot be read: A proof has" in ran.err


def test_a_missing_file_is_reported_in_one_sentence(run: Run) -> None:
    ran = run("verify", "no-such-file")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "stablehand: no-such-file cannot be read: no such file or directory.\n"


# ---- playing again


def test_playing_again_ends_in_the_same_state_as_a_replay() -> None:
    for game in ("fairytale", "unicorns"):
        journal = played(game)
        journal.undo(20)
        found = verify.play_again(journal)
        assert found.answers - found.taken_back == len(journal.answers()) == 20
        assert not found.is_over
