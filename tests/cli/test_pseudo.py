"""In the pseudo-language all output is disguised; a plain word is one written into the code.

Disguised words have none of the letters that get an accent. Cards are named by a file of names that has none
of them either. Plain words may be nouns of the grammar, factions, rule ids, letters of card types, keys, ids
of cards, and typed input.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from stablehand.cli.screen.screen import card_ids
from stablehand.text.language import language
from support.sizes import slow_after

if TYPE_CHECKING:
    from pathlib import Path

    from cli.conftest import Run

PLAIN = re.compile(r"\w*[AEIOUYaeiouycnsz]\w*")
NOUNS = {word for noun in language("en").nouns.values() for form in noun.values() for word in form.split()}
FACTIONS = {"Dragonvale", "Fairywood", "Holy", "Empire", "Shadow"}
ALLOWED = NOUNS | FACTIONS | {"a", "an", "A", "An"}
RULE = re.compile(r"\b(?:UU|FT)-[A-Z]+-\w+|\bRUL-\d+")
BADGE = re.compile(r"\b[A-Za-z][○●★▲▼✦■♣✚]")
KEY = re.compile(r"^c  ", re.MULTILINE)
TYPED = re.compile(r">~+ .*")


def plain_words(out: str, ids: set[str]) -> set[str]:
    for pattern in (TYPED, RULE, BADGE, KEY):
        out = pattern.sub("", out)
    return {word for word in PLAIN.findall(out) if word not in ALLOWED | ids}


@pytest.fixture
def names(tmp_path: Path) -> dict[str, Path]:
    """Return files with names of all cards, without a letter that could be disguised."""
    files = {}
    for game in ("unicorns", "fairytale"):
        files[game] = tmp_path / f"{game}.toml"
        cards = sorted(card_ids(game))
        files[game].write_text("".join(f'{card} = "Q{at}"\n' for at, card in enumerate(cards)))
    return files


@pytest.mark.parametrize(
    ("game", "options"),
    slow_after(
        2,
        [
            ("fairytale", ["--option", "teams=true"]),
            ("unicorns", ["--option", "deck=base_1e", "--option", "party=both"]),
            ("fairytale", []),
            ("unicorns", ["--option", "deck=nsfw_2e"]),
        ],
        "plays a game with other options",
    ),
)
def test_a_whole_game_has_no_plain_words(
    run: Run,
    names: dict[str, Path],
    game: str,
    options: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["play", "--game", game, "--seed", 3, "--lang", "xx", "--names", names[game], *options]
    helped = "1\n?\nc\np\nl\n? kwkw\n99\nq1\nb\nbla\nq30\nq31\nq32\n"
    # every key, bad answers, cards that are not options; then the game
    ran = run(*words, "--save", "qqq", typed=helped + "1\n?\n2\n" * 20 + "1\n" * 600)
    assert (ran.code, ran.err) == (0, "")
    assert "Thé šééd wâš" in ran.out
    assert plain_words(ran.out, set()) == set()
    replayed = run("replay", "qqq", "--lang", "xx", "--names", names[game], "--all").out
    assert plain_words(replayed, set()) == set()


@pytest.mark.parametrize("game", ["unicorns", "fairytale"])
def test_cards_rules_and_simulations_have_no_plain_words(run: Run, names: dict[str, Path], game: str) -> None:
    ids = {word for card in card_ids(game) for word in re.findall(r"\w+", card)}
    shown = run("cards", "--game", game, "--lang", "xx", "--names", names[game]).out
    assert plain_words(shown, ids) == set()
    assert plain_words(run("simulate", "--game", game, "--games", 3, "--lang", "xx").out, set()) == set()
    assert plain_words(run("rules", "--game", "fairytale", "--lang", "xx").out, set()) == set()


def test_a_case_has_no_plain_words(run: Run, tmp_path: Path, names: dict[str, Path]) -> None:
    case = tmp_path / "q.toml"
    case.write_text(
        'title = "Q"\nrules = ["FT-HUNT-1"]\ngame = "fairytale"\n'
        'seats = ["q", "w"]\nround = 2\npass = "play"\n'
        'script = ["q plays fairy_queen", "check over = false", "w plays demon"]\n'
        '[board]\nq.kept = ["fairy_queen", "bard", "bard"]\nw.kept = ["demon", "bard", "bard"]\n'
        '[expect]\nw.closed = ["demon"]\nw.table = []\nscore.w = 0\nround = 2\nphase = "play"\n'
        'asked = []\nlog = ["FT-HUNT-1"]\n'
    )
    ran = run("why", case, "--lang", "xx", "--names", names["fairytale"])
    assert (ran.code, ran.err) == (0, "")
    assert plain_words(ran.out, set()) == set()
    assert plain_words(run("case", case, "--lang", "xx").out, set()) == set()
