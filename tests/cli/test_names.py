"""Card names: printed, plain, softened, or from the user's own file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from stablehand import load
from stablehand.cli.screen.finding import found
from stablehand.text.names import translations, typeset

if TYPE_CHECKING:
    from pathlib import Path

    from cli.conftest import Run

DECK = ("cards", "--game", "unicorns", "--deck", "nsfw_1e", "--json")


@pytest.mark.parametrize("layer", ["plain", "softened"])
def test_a_layer_replaces_names_and_marks_them(run: Run, layer: str) -> None:
    table = translations("unicorns", "en")[layer]
    printed = json.loads(run(*DECK, "--names", "printed").out)
    assert printed == json.loads(run(*DECK).out)
    cards = json.loads(run(*DECK, "--names", layer).out)
    changed = [card for card in cards if card["id"] in table]
    assert changed
    for card, before in zip(cards, printed, strict=True):
        assert card["name"] == table.get(card["id"], before["name"])
        assert card["name_is_ours"] == (card["name"] != before["name"])
        assert card["name_en"] == before["name"]


def test_a_file_of_names_applies_to_lists_games_and_replays(run: Run, tmp_path: Path) -> None:
    names, save = tmp_path / "names.toml", tmp_path / "game.jsonl"
    names.write_text('neigh = "Nope"\nbaby_unicorn_red = "Ruby"\n')
    out = run("cards", "--game", "unicorns", "--names", names, "nope", "Neigh").out
    assert out.count("I■ Nope") == 2
    assert "the name is ours" in out
    words = ("--game", "unicorns", "--seed", 3, "--names", names, "--save", save)
    assert "You choose Ruby." in run("play", *words, typed="ruby\nq\n").out
    assert "chooses Ruby." in run("replay", save, "--names", names, "--all").out
    assert "Ruby" not in run("replay", save, "--all").out


@pytest.mark.slow("plays a game in two languages")
def test_a_table_and_a_reader_may_use_different_layers(run: Run, tmp_path: Path) -> None:
    table = translations("unicorns", "en")["softened"]
    options = {"deck": "nsfw_1e", "names": "softened"}
    assert load("unicorns").start(4, 3, options).rules.names == "softened"
    save = tmp_path / "game.jsonl"
    words = [word for key, value in options.items() for word in ("--option", f"{key}={value}")]
    run("play", "--game", "unicorns", "--seed", 3, *words, "--save", save, typed="1\n" * 12)
    softened = run("replay", save, "--all").out
    assert any(name in softened for name in table.values())
    assert run("replay", save, "--all", "--names", "printed").out != softened


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('unicorn = "Bob"', "names.toml: unicorns has no card 'unicorn'."),
        ("neigh = 3", "names.toml: the name of 'neigh' must be a text, not 3."),
        ('[ours]\nneigh = "Nope"', "names.toml: unicorns has no card 'ours'."),
        ('neigh = " "', "names.toml: the name of 'neigh' must have visible characters in one line."),
        ('neigh = "a\\nb"', "names.toml: the name of 'neigh' must have visible characters in one line."),
        (
            'neigh = "No"\nsuper_neigh = "no"',
            "names.toml: 'neigh' and 'super_neigh' would both be called 'no', but no two cards",
        ),
        (
            'neigh = "Super Neigh"',
            "names.toml: 'neigh' and 'super_neigh' would both be called 'Super Neigh',",
        ),
        ("neigh = ", "names.toml is not a TOML file of names: Invalid value"),
        ("\udcff", "names.toml is not a TOML file of names: "),
        ("#" * (1 << 20) + "\n", "names.toml is too big to be a file of names."),
    ],
)
@pytest.mark.parametrize("command", ["play", "cards"])
def test_a_bad_file_is_reported_in_one_sentence(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, text: str, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "names.toml").write_bytes(text.encode("utf-8", "surrogateescape"))
    ran = run(command, "--game", "unicorns", "--names", "names.toml")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"stablehand: {sentence}")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        ("polite", "--names is printed, plain, softened or a file, and there is no file 'polite'."),
        (".", ". cannot be read: is a directory."),
    ],
)
def test_an_unknown_layer_or_file_is_reported_in_one_sentence(run: Run, names: str, sentence: str) -> None:
    ran = run("cards", "--names", names)
    assert (ran.code, ran.out, ran.err) == (2, "", f"stablehand: {sentence}\n")


@pytest.mark.parametrize("typed", ["Dragon's Cave", "dragon’s cave", "KNIGHTS' TALE - CHAPTER 2"])
def test_a_card_is_found_with_typed_or_typographic_punctuation(run: Run, typed: str) -> None:
    (card,) = json.loads(run("cards", "--game", "fairytale", "--json", typed).out)
    assert found(typed, [(card["id"], card["name"]), ("demon", "Demon")]) == card["id"]
    assert card["name"] == card["name_en"] == typeset(card["name"])
