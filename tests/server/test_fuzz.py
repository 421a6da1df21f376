"""Coverage-guided fuzzing of all parsers of foreign input (tests/fuzz/targets.py)."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from stablehand.core.decks.files import DeckError
from stablehand.games.fairytale.decks import deck as fairytale
from stablehand.games.unicorns.decks import catalog
from stablehand.table.state import facts
from support.paths import TESTS
from support.sizes import sized, slow_after

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

SEED = 20_261_116
RUNS = {
    "command": sized(quick=2_000, full=60_000, release=3_000_000),
    "journal": sized(quick=1_000, full=25_000, release=1_250_000),
    "unicorn_deck": sized(quick=100, full=3_500, release=175_000),
    "facts": sized(quick=2_000, full=75_000, release=3_750_000),
    "fairytale_deck": sized(quick=40, full=1_200, release=60_000),
    "card_text": sized(quick=2_000, full=60_000, release=3_000_000),
    "own_deck": sized(quick=300, full=10_000, release=500_000),
}
"""The number of inputs per reader: a few seconds for a change, five minutes for a release."""
TARGETS = list(RUNS) if sys.platform == "linux" else []
"""The fuzzer runs on Linux only."""
LONG = 3600


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
        timeout=LONG,
    )  # fmt: skip


@pytest.mark.parametrize("target", slow_after(3, TARGETS, "starts a fuzzer for every reader"))
def test_any_input_raises_the_documented_error_or_none(target: str, tmp_path: Path) -> None:
    runs = RUNS[target]
    done = fuzz(target, tmp_path, f"-runs={runs}", "-timeout=600", "-rss_limit_mb=1500")
    found = [line[:4000] for line in done.stderr.splitlines() if line.startswith("INPUT ")]
    assert done.returncode == 0, f"seed {SEED}: {found}\n{done.stderr[-3000:]}"
    tried = re.search(r"Done ([0-9]+) runs", done.stderr)
    assert tried is not None
    assert int(tried[1]) >= runs


@pytest.mark.parametrize("target", ["journal"] if sys.platform == "linux" else [])
def test_an_undocumented_error_is_found_and_printed(target: str, tmp_path: Path) -> None:
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
def test_inputs_found_before_raise_deck_error(deck: ModuleType, text: str) -> None:
    with pytest.raises(DeckError):
        deck.parse('factions=["f"]\nhunted="f"\n' * (deck is fairytale) + text, "found")


@pytest.mark.parametrize("body", [b"[" * 5000, b'{"fact":"opened","options":' + b'{"":' * 5000, b'"\xff"'])
def test_inputs_found_before_are_not_facts(body: bytes) -> None:
    with pytest.raises(ValueError, match="not a fact"):
        facts.read(body)
