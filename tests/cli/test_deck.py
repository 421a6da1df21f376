"""The command `deck`, and `--deck` with a file: an inventor's way from an empty folder to the arena."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from stablehand import Journal

if TYPE_CHECKING:
    from pathlib import Path

    from cli.conftest import Run

WRONG = """\
id = "wrong"
extends = "base_2e"
without = ["nothing"]

[[card]]
id = "lamp"
name = "Lamp"
type = "magic"
copies = 0
ability = '''
Cast(
  destory(a(UNICORN)))
'''
"""
WHICH = 'a deck says which game it is of: game = "unicorns" or game = "fairytale".'


@pytest.fixture
def deck(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new deck of the unicorns in an empty folder, in which commands run."""
    monkeypatch.chdir(tmp_path)
    assert run("deck", "new", "mine.toml").code == 0
    return tmp_path / "mine.toml"


@pytest.mark.parametrize(
    ("words", "head"),
    [
        ((), ('game = "unicorns"', 'extends = "base_2e"')),
        (("--extends", "base_1e"), ('game = "unicorns"', 'extends = "base_1e"')),
        (("--game", "fairytale"), ('game = "fairytale"', 'extends = "fairy_tale"')),
        (("--extends", "fairy_tale"), ('game = "fairytale"', 'extends = "fairy_tale"')),
    ],
)
def test_a_new_deck_is_sound(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], head: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("deck", "new", "My 1st Deck", *words)
    assert (ran.code, ran.err) == (0, "")
    assert "stablehand deck check 'My 1st Deck.toml'" in ran.out
    text = (tmp_path / "My 1st Deck.toml").read_text("utf-8")
    assert all(line in text for line in (*head, 'id = "my_1st_deck"', 'title = "My 1st deck"'))
    assert all(len(line) <= 110 for line in text.splitlines())
    checked = run("deck", "check", "My 1st Deck.toml")
    assert (checked.code, checked.err) == (0, "")
    assert "My 1st Deck.toml: my_1st_deck@" in checked.out
    assert len(checked.out.splitlines()) == 1


def test_a_new_deck_takes_no_name_that_is_taken(run: Run, deck: Path) -> None:
    before = deck.read_bytes()
    ran = run("deck", "new", deck.name)
    assert (ran.code, ran.err) == (2, "stablehand: mine.toml exists already; choose another name.\n")
    assert deck.read_bytes() == before
    assert (
        'id = "my_base_2e"' in (run("deck", "new", "base_2e"), (deck.parent / "base_2e.toml").read_text())[1]
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--game", "chess"), "No deck of one's own is for 'chess'; choose one of: unicorns, fairytale."),
        (
            ("--extends", "base_9e"),
            "There is no deck 'base_9e' of unicorns; choose one of: base_1e, base_2e, nsfw_1e, nsfw_2e.",
        ),
        (
            ("--game", "fairytale", "--extends", "base_1e"),
            "There is no deck 'base_1e' of fairytale; choose one of: fairy_tale.",
        ),
    ],
)  # fmt: skip
def test_a_new_deck_of_nothing_is_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("deck", "new", "x", *words)
    assert (ran.code, ran.err) == (2, f"stablehand: {sentence}\n")
    assert list(tmp_path.iterdir()) == []


def test_check_tells_every_fault_with_its_line_and_column(run: Run, deck: Path) -> None:
    wrong = deck.with_name("wrong.toml")
    wrong.write_text(WRONG, "utf-8")
    ran = run("deck", "check", "wrong.toml", "mine.toml", "none.toml")
    assert ran.code == 1
    lines = ran.out.splitlines()
    assert lines[:4] == [
        "wrong.toml:3:12: without: the deck that is extended has no card 'nothing'.",
        "wrong.toml:9:10: card lamp: copies must be a whole number from 1.",
        "wrong.toml:12:3: card lamp: 'destory' is not a word of the card language; did you mean 'destroy'?",
        "wrong.toml: 3 faults.",
    ]
    assert lines[4].startswith("mine.toml: mine@")
    assert lines[5] == "none.toml cannot be read: no such file or directory."
    found = json.loads(run("deck", "check", "wrong.toml", "none.toml", "--json").out)
    assert found[0] == {
        "file": "wrong.toml",
        "line": 3,
        "column": 12,
        "problem": "without: the deck that is extended has no card 'nothing'.",
        "is_warning": False,
    }
    assert found[3]["problem"] == "none.toml cannot be read: no such file or directory."


def test_check_warns_of_what_can_be_played_but_looks_wrong(run: Run, deck: Path) -> None:
    ability = "When(ENTERS, May(Then(discard(a(CARD)), take(a(UPGRADE)))))"
    deck.write_text(deck.read_text("utf-8").replace(ability, "Needs(DRAGON, 'play')"), "utf-8")
    ran = run("deck", "check", deck.name)
    assert ran.code == 0
    assert "warning: card lantern_unicorn: it can never be played" in ran.out


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"x = ", "mine.toml: Deck mine.toml is not TOML: Invalid value (at end of document)."),
        (b"id = 'x'\n", f"mine.toml:1:1: {WHICH}"),
        (b"game = 'chess'\n", f"mine.toml:1:8: {WHICH}"),
        (b"# \xff", "mine.toml:1: this is not UTF-8 text."),
        (b"#" * 300_000, "mine.toml is too big to be a deck."),
        (b"#" * 70_000, "mine.toml: A deck has at most 65536 characters, not 70000."),
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "words", [("deck", "show"), ("deck", "diff"), ("cards", "--deck"), ("simulate", "--deck")]
)
def test_a_file_that_is_no_deck_is_refused_in_a_sentence(
    run: Run, deck: Path, text: bytes, sentence: str, words: tuple[str, ...]
) -> None:
    deck.write_bytes(text)
    ran = run(*words, "mine.toml")
    assert (ran.code, ran.out, ran.err) == (2, "", f"stablehand: {sentence}\n")


def test_a_wrong_deck_is_not_played(run: Run, deck: Path) -> None:
    deck.write_text(WRONG, "utf-8")
    ran = run("play", "--deck", "mine.toml")
    assert ran.code == 2
    assert ran.err == (
        "stablehand: mine.toml:3:12: without: the deck that is extended has no card 'nothing'. "
        "There are 3 faults: 'stablehand deck check mine.toml' tells them.\n"
    )


def test_show_draws_the_cards_that_are_ours_in_a_language(run: Run, deck: Path) -> None:
    out = run("deck", "show", deck.name, "--lang", "pl").out
    assert "Lantern Unicorn" in out
    assert "ODRZUCIĆ" in out
    assert "karta nie od wydawcy" in out
    assert "Neigh" not in out
    (ours,) = json.loads(run("deck", "show", deck.name, "--json").out)
    assert (ours["id"], ours["own"]) == ("lantern_unicorn", True)
    cards = json.loads(run("deck", "show", deck.name, "--json", "--all").out)
    assert [card["id"] for card in cards if card["own"]] == ["lantern_unicorn"]
    assert len(cards) > 60


def test_diff_compares_with_the_deck_that_is_extended(run: Run, deck: Path) -> None:
    text = deck.read_text("utf-8").replace("without = []", 'without = ["shake_up"]')
    text += '[[card]]\nid = "neigh"\ncopies = 12\n[[card]]\nid = "yay"\nability = "While(OpenHand())"\n'
    deck.write_text(text, "utf-8")
    out = run("deck", "diff", deck.name).out.splitlines()
    assert out[0] == "- 1 Shake Up [shake_up]"
    assert sorted(out[1:5]) == [
        "  + Everyone can see your hand.",
        "  - Cards you play cannot be Neighed.",
        "* Neigh [neigh]: 14 → 12",
        "* Yay [yay]",
    ]
    assert out[5] == "+ 2 Lantern Unicorn [lantern_unicorn]"
    assert out[6].startswith(
        "    When this card enters your stable, you may DISCARD a card. If you do, add an"
    )
    assert len(out) == 7
    rows = json.loads(run("deck", "diff", deck.name, "--json", "--lang", "ru").out)
    assert {"id": "neigh", "name": "Тпру!", "copies": [14, 12]} in rows
    deck.write_text('game = "unicorns"\nid = "alone"\n', "utf-8")
    assert run("deck", "diff", deck.name).code == 2


def test_words_are_the_reference_of_the_language(run: Run) -> None:
    out = run("deck", "words").out
    assert all(word in out for word in ("When(moment, do)", "destroy", "UNICORN", "AtLeast(n, filter)"))
    assert "{ points = 3 }" in run("deck", "words", "--game", "fairytale").out
    assert run("deck").out.startswith("usage: stablehand deck")


def test_a_deck_file_is_played_simulated_and_fought_over(run: Run, deck: Path, tmp_path: Path) -> None:
    ran = run("simulate", "--deck", deck.name, "--seats", 3, "--games", 4, "--json")
    assert ran.err == ""
    sums = json.loads(ran.out)
    assert (sums["game"], sums["finished"]) == ("unicorns", 4)
    assert json.loads(sums["options"]["deck"])["id"] == "mine"
    as_option = run("simulate", "--option", f"deck={deck.name}", "--seats", 3, "--games", 4, "--json")
    assert json.loads(as_option.out)["digest"] == sums["digest"]
    two = run("simulate", "--deck", deck.name, "--seats", 3, "--games", 4, "--jobs", 2, "--json")
    assert json.loads(two.out)["digest"] == sums["digest"]
    results = tmp_path / "results.jsonl"
    words = ("arena", "--deck", deck.name, "--bots", "greedy,random", "--out", results, "--json")
    ran = run(*words, "--games", 2)
    assert ran.err == ""
    assert json.loads(ran.out)["finished"] == 2
    assert json.loads(run(*words, "--games", 4).out)["finished"] == 4


def test_a_journal_of_a_game_with_a_deck_file_needs_no_file(run: Run, deck: Path) -> None:
    saved = deck.with_name("saved.jsonl")
    ran = run("play", "--deck", deck.name, "--seats", 2, "--seed", 4, "--save", saved, typed="1\n1\nq\n")
    assert ran.code == 0
    assert Journal.read(saved.read_bytes()).game == "unicorns"
    deck.unlink()
    assert run("replay", saved, "--seat", 0, "--all").code == 0
    again = run("play", "--resume", saved, typed="q\n")
    assert again.code == 0
    assert run("play", "--resume", saved, "--deck", "base_1e").code == 2


def test_the_game_is_that_of_the_deck(run: Run, deck: Path) -> None:
    assert json.loads(run("simulate", "--deck", "base_1e", "--games", 1, "--json").out)["game"] == "unicorns"
    assert (
        json.loads(run("simulate", "--deck", "fairy_tale", "--games", 1, "--json").out)["game"] == "fairytale"
    )
    assert json.loads(run("simulate", "--games", 1, "--json").out)["game"] == "fairytale"
    ran = run("simulate", "--deck", deck.name, "--game", "fairytale")
    assert (ran.code, ran.err) == (2, "stablehand: mine.toml is a deck of unicorns, not of fairytale.\n")
    assert run("simulate", "--deck", "base_1e", "--option", "deck=base_2e").err == (
        "stablehand: The option 'deck' is given twice.\n"
    )
    assert "must be one of base_1e" in run("simulate", "--game", "unicorns", "--deck", "base_9e").err


def test_cards_shows_a_deck_file_with_expansions(run: Run, deck: Path) -> None:
    cards = json.loads(run("cards", "--deck", deck.name, "--expansions", "dragons", "--json").out)
    assert {card["id"] for card in cards} > {"lantern_unicorn", "dragon_rider_unicorn", "neigh"}
    assert "Lantern Unicorn" in run("cards", "--deck", deck.name, "lantern_unicorn", "--lang", "it").out
