"""A new deck, added as CONTRIBUTING.md says, has its own title wherever decks are named.

No language file has a title for it.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from textwrap import dedent

import pytest

from stablehand.text.language import LANGUAGES
from support.paths import ROOT

PACKAGE = Path(str(files("stablehand")))
DECKS = {
    "fairytale": ("fairy_tale", "deck.py", 'DECKS = ("fairy_tale"'),
    "unicorns": ("base_2e", "catalog.py", 'DECKS: Final = ("base_1e"'),
}
TITLE = "Ann's own"
SHOWN = "Ann’s own"

TITLES = """
import json
from stablehand.text import voices
from stablehand.text.language import LANGUAGES
found = [[deck.title for deck in voices.decks(game, lang) if deck.id == "house"]
         for game in ("fairytale", "unicorns") for lang in LANGUAGES]
for game in ("fairytale", "unicorns"):
    [deck] = [setting for setting in voices.house_rules(game, "en") if setting.id == "deck"]
    found.append([value.text for value in deck.values if value.value == "house"])
    found.append([voices.voice_for(game, ["Ann", "Bob"], None, {"deck": "house"}, "en").title])
[card] = [card for card in voices.cards("fairytale", "house", "en") if card["id"] == "lamplighter"]
print(json.dumps({"titles": found, "card": card}))
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the sources with a house deck in each game; Fairy Tale's has the README's card."""
    root = tmp_path_factory.mktemp("house")
    without = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", "client")
    shutil.copytree(PACKAGE, root / "stablehand", ignore=without)
    for game, (deck, module, known) in DECKS.items():
        folder = root / "stablehand" / "games" / game
        text = (folder / "decks" / f"{deck}.toml").read_text("utf-8").replace(f'"{deck}"', '"house"', 1)
        text = re.sub(r"(?m)^title = .*", f'title = "{TITLE}"', text, count=1)
        if game == "fairytale":
            text = text.replace("cards = 100\nbase = 80", "cards = 102\nbase = 82") + readme_card()
        (folder / "decks" / "house.toml").write_text(text, "utf-8")
        source = (folder / "decks" / module).read_text("utf-8")
        assert known in source
        (folder / "decks" / module).write_text(source.replace(known, f'{known}, "house"'), "utf-8")
    return root


def readme_card() -> str:
    found = re.search(r"```toml\n(\[\[card\]\].*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    assert found is not None
    assert 'id = "lamplighter"' in found[1]
    return "\n" + found[1]


def output_of(house: Path, *arguments: str, typed: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "-X", "utf8", *arguments],
        env={**os.environ, "PYTHONPATH": str(house), "STABLEHAND_LANG": "en", "COLUMNS": "100"},
        cwd=house,
        input=typed,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    assert "Traceback" not in done.stderr
    assert "does not say" not in done.stderr
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_house_deck_has_its_own_title_wherever_decks_are_named(house: Path) -> None:
    found = json.loads(output_of(house, "-c", TITLES))
    assert len(found["titles"]) == 2 * len(LANGUAGES) + 4
    for titles in found["titles"]:
        assert len(titles) == 1
        assert SHOWN in titles[0]
    assert found["card"]["confidence"] == "high"


@pytest.mark.parametrize("card", ["lamplighter", "bard"])
def test_the_cards_of_a_house_deck_are_shown(house: Path, card: str) -> None:
    shown = output_of(house, "-m", "stablehand", "cards", "--game", "fairytale", "--deck", "house", card)
    assert SHOWN in shown
    if card == "lamplighter":
        assert "2 in the deck, high confidence" in shown
        [data] = json.loads(
            output_of(
                house, "-m", "stablehand", "cards", "--game", "fairytale", "--deck", "house", "--json", card
            )
        )
        assert data["confidence"] == "high"


@pytest.mark.parametrize("game", DECKS)
def test_a_house_deck_can_be_played_in_the_terminal(house: Path, game: str) -> None:
    shown = output_of(
        house,
        "-m",
        "stablehand",
        "play",
        "--game",
        game,
        "--option",
        "deck=house",
        "--seed",
        "1",
        typed="q\n",
    )
    assert SHOWN in shown


def blocks(section: str) -> list[str]:
    """Return the TOML that a section of CONTRIBUTING.md prints."""
    text = (
        (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    )
    return [dedent(block) for block in re.findall(r"```toml\n(.*?)```", text, re.DOTALL)]


@pytest.mark.parametrize("game", DECKS)
def test_the_card_and_the_case_that_contributing_prints_hold(house: Path, tmp_path: Path, game: str) -> None:
    """A deck of one's own with the printed card, and beside it the printed case."""
    unicorn, lamplighter, case = blocks("Invent a card in 15 minutes")
    if game == "fairytale":
        [case] = blocks("Write a case")
    card = lamplighter if game == "fairytale" else unicorn
    (tmp_path / "house.toml").write_text(f'id = "ours"\nextends = "{DECKS[game][0]}"\n{card}', "utf-8")
    (tmp_path / "case.toml").write_text(case, "utf-8")
    checked = output_of(house, "-m", "stablehand", "deck", "check", str(tmp_path / "house.toml"))
    assert len(checked.splitlines()) == 1
    assert "1 passed" in output_of(house, "-m", "stablehand", "case", str(tmp_path / "case.toml"))
    shown = output_of(house, "-m", "stablehand", "why", str(tmp_path / "case.toml"))
    assert ("Lamplighter" if game == "fairytale" else "Lantern Unicorn") in shown
