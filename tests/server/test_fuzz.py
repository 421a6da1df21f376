"""Coverage-guided fuzzing of whatever reads what strangers write (tests/fuzz/targets.py), for a while."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from stablehand.fairytale import deck as fairytale
from stablehand.kernel.deck import DeckError
from stablehand.table import facts
from stablehand.unicorns import catalog

if TYPE_CHECKING:
    from types import ModuleType

TESTS = Path(__file__).parent.parent
SECONDS = 300 if os.environ.get("STABLEHAND_RELEASE") == "1" else 6
SEED = 20_261_116
LEAST = {"command": 1000, "facts": 1000, "journal": 300, "unicorn_deck": 50, "fairytale_deck": 20}
"""So many inputs are tried even on a machine that has other things to do."""

linux_only = pytest.mark.parametrize("target", LEAST if sys.platform == "linux" else [])


def fuzz(target: str, folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run the fuzzer on a target, its corpus in a folder."""
    corpus = folder / "corpus"
    corpus.mkdir()
    command = [
        sys.executable,
        str(TESTS / "fuzz" / "targets.py"),
        target,
        str(corpus),
        f"-seed={SEED}",
        *options,
    ]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")]),
    }
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, errors="replace", check=False,
        timeout=SECONDS + 120,
    )  # fmt: skip


@linux_only
def test_only_the_documented_error_comes_of_any_input(target: str, tmp_path: Path) -> None:
    done = fuzz(target, tmp_path, f"-max_total_time={SECONDS}", "-timeout=20", "-rss_limit_mb=1500")
    found = [line[:4000] for line in done.stderr.splitlines() if line.startswith("INPUT ")]
    assert done.returncode == 0, f"seed {SEED}: {found}\n{done.stderr[-3000:]}"
    runs = re.search(r"Done ([0-9]+) runs", done.stderr)
    assert runs is not None
    assert int(runs[1]) >= LEAST[target]


@pytest.mark.parametrize("target", ["journal"] if sys.platform == "linux" else [])
def test_an_error_that_is_not_documented_is_found_and_told(target: str, tmp_path: Path) -> None:
    done = fuzz(target, tmp_path, "-runs=50", "-break")
    assert done.returncode != 0
    assert "INPUT b" in done.stderr


FOUND = {
    "nested TOML": "x=" + "[" * 900,
    "a number of 5,000 digits": "x=" + "9" * 5000,
    "a billion copies": '[[card]]\nid="a"\nname="A"\ntype="baby"\nkind="friend"\nfaction="f"\n'
    "copies=1000000000",
    "names that are none": '[[card]]\nid="a"\nname="A"\ntype="baby"\nkind="friend"\ncopies=1\nnames={ru=1}\n',
}


@pytest.mark.parametrize("text", FOUND.values(), ids=FOUND)
@pytest.mark.parametrize("deck", [catalog, fairytale], ids=["unicorns", "fairytale"])
def test_what_was_once_found_is_a_deck_that_cannot_be_used(deck: ModuleType, text: str) -> None:
    with pytest.raises(DeckError):
        deck.parse('factions=["f"]\nhunted="f"\n' * (deck is fairytale) + text, "found")


@pytest.mark.parametrize("body", [b"[" * 5000, b'{"fact":"opened","options":' + b'{"":' * 5000, b'"\xff"'])
def test_what_was_once_found_is_no_fact(body: bytes) -> None:
    with pytest.raises(ValueError, match="not a fact"):
        facts.read(body)
