"""The language of the terminal: how it is chosen, and that every command uses it."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from stablehand import Journal, cases, cli, games, load
from stablehand.games.unicorns.decks.catalog import catalog
from stablehand.text import names
from stablehand.text.language import LANGUAGES, language
from stablehand.text.names import Names
from support.paths import ROOT
from support.sizes import slow_after, slow_except

if TYPE_CHECKING:
    from cli.conftest import Run

FOREIGN = [code for code in LANGUAGES if code != "en"]
CASE = "hunt-closes-shadow"
SOURCE = "\n".join(
    path.read_text("utf-8")
    for module, files in ((cli, "**/*.py"), (cases, "*.py"), (games, "*/terminal/*.py"), (names, "names.py"))
    for path in sorted(Path(str(module.__file__)).parent.glob(files))
)
"""The source of the terminal, of the descriptions of cases, and of the names of decks."""


def message(lang: str, key: str, **values: object) -> str:
    return language(lang).catalogue("interface").say(key, **values)


def flat(out: str) -> str:
    return " ".join(re.sub(r"[│╭╮╰╯─▶●○]", " ", out).split())


@pytest.mark.parametrize("key", list(language("en").catalogue("interface")))
def test_every_message_of_the_interface_is_used(key: str) -> None:
    head, _, tail = key.rpartition(".")
    is_built = f'f"{head}.{{' in SOURCE and (head in {"deck", "game", "phase"} or f'"{tail}"' in SOURCE)
    assert f'"{key}"' in SOURCE or is_built


# ---- the choice of the language


@pytest.mark.parametrize(
    ("environ", "lang"),
    [
        ({}, "en"),
        ({"LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "pl"}, "pl"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "plt_MG"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LC_MESSAGES": "it_IT@euro", "LANG": "ru_RU"}, "it"),
        ({"LC_ALL": "pl_PL", "LC_MESSAGES": "it_IT", "LANG": "ru_RU"}, "pl"),
        ({"LC_ALL": "C", "LANG": "ru_RU"}, "en"),
        ({"LC_ALL": "", "LANG": "ru_RU"}, "ru"),
        ({"STABLEHAND_LANG": "it", "LC_ALL": "pl_PL"}, "it"),
        ({"STABLEHAND_LANG": "", "LC_ALL": "pl_PL"}, "pl"),
    ],
)
def test_the_default_language_comes_from_the_environment(
    run: Run, monkeypatch: pytest.MonkeyPatch, environ: dict[str, str], lang: str
) -> None:
    for name in ("STABLEHAND_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    assert run("rules", "--reference").out == run("rules", "--reference", "--lang", lang).out
    assert message(lang, "rules.reference") in run("rules", "--reference").out


@pytest.mark.parametrize(
    "command",
    ["play", "replay x", "cards", f"case {CASE}", "rules", f"why {CASE}", "simulate --games 1"],
)
def test_an_unknown_language_is_reported_in_one_sentence(run: Run, journal: Path, command: str) -> None:
    ran = run(*command.replace("x", str(journal)).split(" "), "--lang", "de")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"stablehand: Unknown language 'de'; choose one of: {', '.join(LANGUAGES)}.\n"


def test_an_unknown_language_in_the_environment_variable_is_reported_with_its_name(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STABLEHAND_LANG", "klingon")
    ran = run("rules")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("stablehand: STABLEHAND_LANG: Unknown language 'klingon';")


# ---- every command


@pytest.mark.parametrize(
    ("game", "lang"),
    slow_except(
        [("unicorns", "ru"), ("fairytale", "pl")],
        product(["fairytale", "unicorns"], FOREIGN),
        "plays both games in every language",
    ),
)
def test_a_whole_game_is_played_in_the_language(run: Run, lang: str, game: str) -> None:
    typed = "1\n?\nc\np\nl\n? zzz\n99\n" + "1\n" * 600
    ran = run("play", "--game", game, "--seed", 3, "--lang", lang, typed=typed)
    assert (ran.code, ran.err) == (0, "")
    out = flat(ran.out)
    assert flat(message(lang, "play.seed", seed=3)) in out
    assert flat(message(lang, "play.help.points")) in out
    assert flat(message(lang, "play.no_card", typed="zzz")) in out
    assert message(lang, "bots").partition(",")[0] in out
    assert not re.search(r"\b(Choose|cannot|The end|You|your|seed was|the|from|with|cards?|points?)\b", out)


@pytest.mark.parametrize("lang", FOREIGN)
def test_a_card_is_found_by_its_translated_or_english_name(run: Run, lang: str) -> None:
    names, cards = Names("unicorns", lang), catalog("base_2e")
    rhinocorn = cards.cards[cards.first["rhinocorn"]]
    shown = run(
        "play", "--game", "unicorns", "--seed", 3, "--lang", lang, typed=f"? {names.of(rhinocorn)}\nq\n"
    ).out
    badge = language(lang).catalogue("unicorns/table").say("badge.magical")
    assert f"{badge}★ {names.of(rhinocorn)}" in shown
    again = run("play", "--game", "unicorns", "--seed", 3, "--lang", lang, typed="? Rhinocorn\nq\n").out
    assert f"{badge}★ {names.of(rhinocorn)}" in again


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_type_of_card_has_a_letter_of_the_language_of_its_own(lang: str) -> None:
    words = language(lang).catalogue("unicorns/table")
    letters = [words.say(key) for key in words if key.startswith("badge.")]
    assert len({*letters}) == len(letters) == 7
    assert all(len(letter) == 1 and letter.isalpha() for letter in letters)


@pytest.mark.parametrize("lang", FOREIGN)
def test_cards_have_name_and_text_in_the_language(run: Run, lang: str) -> None:
    for game in ("unicorns", "fairytale"):
        cards = json.loads(run("cards", "--game", game, "--lang", lang, "--json").out)
        english = json.loads(run("cards", "--game", game, "--json").out)
        assert [card["id"] for card in cards] == [card["id"] for card in english]
        assert [card["name_en"] for card in cards] == [card["name"] for card in english]
        assert all(card["text"] != plain["text"] for card, plain in zip(cards, english, strict=True))
    names, deck = Names("unicorns", lang), catalog("base_2e")
    cards = json.loads(run("cards", "--game", "unicorns", "--lang", lang, "--json").out)
    for card, definition in zip(cards, deck.definitions, strict=True):
        assert card["name"] == names.of(definition)
        assert card["name_is_ours"] == (card["name"] not in {definition.name, definition.names.get(lang)})


@pytest.mark.parametrize("lang", FOREIGN)
def test_cards_are_found_and_displayed_in_the_language(run: Run, lang: str) -> None:
    names, deck = Names("unicorns", lang), catalog("base_2e")
    name = names.of(deck.cards[deck.first["rhinocorn"]])
    out = run("cards", "--game", "unicorns", "--lang", lang, name, "Neigh").out
    badge = language(lang).catalogue("unicorns/table").say("badge.magical")
    assert f"{badge}★ {name}" in out
    assert flat(message(lang, "cards.sure", n=1, sure="high").partition(",")[0]) in flat(out)
    assert run("cards", "--game", "unicorns", name).code == (0 if name == "Rhinocorn" else 2)


@pytest.mark.parametrize("lang", slow_after(1, FOREIGN, "plays and replays in every language"))
def test_a_journal_of_any_language_is_replayed_in_the_readers_language(
    run: Run, tmp_path: Path, lang: str
) -> None:
    path = tmp_path / "game.jsonl"
    run("play", "--game", "unicorns", "--seed", 3, "--lang", lang, "--save", path, typed="1\n" * 4)
    assert Journal.read(path.read_bytes()).options == {"lang": lang}
    foreign = run("replay", path, "--all", "--lang", lang).out
    english = run("replay", path, "--all").out
    assert message(lang, "shown.everything").split()[0] in foreign
    assert "Everything is shown" in english
    assert "Step 1 of" in english
    assert message(lang, "seat", n=1) in foreign
    assert "Step" not in foreign


@pytest.mark.parametrize("lang", FOREIGN)
def test_simulations_and_cases_are_summarised_in_the_language(run: Run, lang: str) -> None:
    out = run("simulate", "--games", 3, "--lang", lang).out
    assert message(lang, "simulate.share") in out
    assert "wins" not in out
    folder = ROOT / "cases" / "fairytale"
    case = folder / f"{CASE}.toml"
    assert run("case", case, "--lang", lang).out == message(lang, "case.summary", passed=1, failed=0) + "\n"


# ---- the language of the table


def test_the_table_uses_the_readers_language_by_default(run: Run, tmp_path: Path) -> None:
    for number, (words, options) in enumerate(
        [
            (["--lang", "pl"], {"lang": "pl"}),
            (["--lang", "pl", "--option", "lang=it"], {"lang": "it"}),
            (["--lang", "en"], {}),
            (["--lang", "xx"], {}),
            ([], {}),
        ]
    ):
        path = tmp_path / f"{number}.jsonl"
        run("play", "--game", "unicorns", "--seed", 3, *words, "--save", path, typed="q\n")
        assert Journal.read(path.read_bytes()).options == options
    path = tmp_path / "tale.jsonl"
    run("play", "--seed", 3, "--lang", "pl", "--save", path, typed="q\n")
    assert Journal.read(path.read_bytes()).options == {}


def test_a_resumed_game_keeps_its_option_and_is_shown_in_the_readers_language(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "game.jsonl"
    run("play", "--game", "unicorns", "--seed", 3, "--lang", "pl", "--save", path, typed="1\n1\nq\n")
    out = run("play", "--resume", path, "--lang", "it", typed="1\nq\n").out
    journal = Journal.read(path.read_bytes())
    assert journal.options == {"lang": "pl"}
    assert journal.replay().rules == load("unicorns").start(4, 3, {"lang": "pl"}).rules
    assert message("it", "play.saved", file="").split()[0] in out
    assert message("pl", "bots").partition(",")[0] not in out
