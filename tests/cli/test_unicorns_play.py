"""Playing unicorns in the terminal, with typed input."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from stablehand import Journal, load
from stablehand.bots.random import RandomBot
from stablehand.games.unicorns.decks.catalog import catalog
from stablehand.games.unicorns.decks.expansions import PACKS, pack
from stablehand.text.names import typeset
from support.sizes import sized, slow_after

if TYPE_CHECKING:
    from pathlib import Path

    from cli.conftest import Run

ONES = "1\n" * 600
PLAY = ("play", "--game", "unicorns")


@pytest.mark.parametrize(
    ("seats", "deck"),
    slow_after(
        2,
        [(2, "base_2e"), (4, "base_1e"), (4, "nsfw_2e"), (6, "base_2e"), (8, "nsfw_1e")],
        "plays a game with every deck",
    ),
)
def test_a_whole_game_from_a_pipe_ends_with_stables_winner_and_seed(run: Run, seats: int, deck: str) -> None:
    ran = run(*PLAY, "--seats", seats, "--seed", 3, "--option", f"deck={deck}", typed=ONES)
    assert (ran.code, ran.err) == (0, "")
    assert "\x1b" not in ran.out
    end = ran.out.rpartition("The end")[2]
    assert len(re.findall(rf": \d+ of {7 if seats < 6 else 6} ", end)) == seats
    assert re.search(r"wins? with (\d+|the most) Unicorn|Everybody loses", end)
    assert "The seed was 3;" in end


def test_a_game_with_expansions_is_played_kept_proved_and_shown_again(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    packs = [name for name in PACKS if not pack(name).is_adult and not pack(name).edition]
    words = (*PLAY, "--seats", 3, "--seed", 3, "--expansions", ",".join(packs))
    ran = run(*words, "--save", path, typed=ONES)
    assert (ran.code, ran.err) == (0, "")
    assert "The end" in ran.out
    header = json.loads(path.read_bytes().splitlines()[0])
    assert header["options"]["expansions"] == packs
    proved = run("verify", path)
    assert (proved.code, proved.err) == (0, "")
    assert "it is over" in proved.out
    told = json.loads(run("replay", path, "--json").out)
    assert told["options"]["expansions"] == packs
    ids = {card.id for card in catalog("base_2e", tuple(sorted(packs))).definitions if card.pack}
    assert ids & set(re.findall(r"[a-z]\w+", json.dumps(told["steps"])))
    assert run("replay", path, "--all").code == 0


def test_only_an_adult_deck_has_a_notice(run: Run) -> None:
    assert "18+" not in run(*PLAY, "--seed", 3, typed="q\n").out
    out = run(*PLAY, "--seed", 3, "--option", "deck=nsfw_2e", typed="q\n").out
    assert out.count("This is an 18+ deck") == 1


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_no_line_is_wider_than_the_terminal(run: Run, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    out = run(*PLAY, "--seed", 3, "--seats", 8, typed="1\n?\nc\np\nl\n" + ONES).out
    assert max(map(len, out.splitlines())) <= columns


def test_the_first_screens_show_the_prompt_the_turn_and_the_piles(run: Run) -> None:
    out = run(*PLAY, "--seed", 3, "--me", "Ann", typed="1\n1\nq\n").out
    assert "Choose the Baby Unicorn you start with." in out
    assert "Ann (you) 1 of 7" in out
    assert re.search(r"Turn \d+: (yours|Willow|Ash|Rowan), (action phase|beginning)", out)
    assert re.search(r"Deck \d+, discard pile \d+, nursery \d+", out)


def test_help_shows_card_types_rules_and_card_texts(run: Run) -> None:
    out = run(*PLAY, "--seed", 3, typed="1\n?\n? rhinocorn\n? zzz\nc\np\nl\nq\n").out
    assert "UU-END-1" in out
    assert "M★ Magical Unicorn" in out
    text = " ".join(re.sub(r"[│╭╮╰╯─]", " ", out).split())
    assert "you may DESTROY a Unicorn card in any stable but your own. If you do, skip" in text
    assert "No single card is called “zzz”." in out
    assert "The deck (114 cards) is shuffled." in out


def player_hand(seed: int) -> list[str]:
    state = load("unicorns").start(4, seed)
    return [state.rules.catalog.cards[card].id for card in state.hand(0)]


def test_a_card_is_chosen_by_its_name_and_a_refusal_names_its_rule(run: Run) -> None:
    seed = next(seed for seed in range(40) if "neigh" in player_hand(seed))
    out = run(
        *PLAY, "--seed", seed, typed="baby unicorn (red)\nneigh\nunicorn\nbla\n99\n" + "2\n" * 6 + "q\n"
    ).out
    assert "You choose Baby Unicorn (Red)." in out
    assert "There is no choice 99;" in out
    assert "a card’s name, ? for help, or q to leave." in out
    refused = re.search(r"Neigh cannot be chosen now: .*\((UU-[A-Z]+-\d)\)", " ".join(out.split()))
    assert refused


def game_with_namesakes(path: Path) -> str:
    """Save a game at a decision between cards with the same name; return the name."""
    game = load("unicorns")
    for seed in range(60):
        state, journal = game.start(4, seed), Journal.begin("unicorns", 4, seed, {})
        bot = RandomBot(seed, 0)
        while asks := game.pending(state):
            for decision in asks:
                cards = [game.meaning(state, decision.seat, o).get("card") for o in decision.options]
                twice = {str(card) for card in cards if card and cards.count(card) > 1}
                if decision.seat == 0 and twice:
                    path.write_bytes(journal.write())
                    return min(twice)
            option = bot({}, asks[0], lambda _: None)
            game.answer(state, asks[0].seat, option)
            journal.answer(asks[0].seat, option)
    raise AssertionError("no such decision in 60 games")


def test_a_name_of_several_options_chooses_none_of_them(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    name = game_with_namesakes(path)
    before = path.read_bytes()
    out = run("play", "--resume", path, typed=f"{name}\nq\n").out
    assert "There are several of that name; type the number of the one you mean." in out
    assert path.read_bytes() == before


def test_hidden_cards_of_others_are_not_on_the_first_screen(run: Run) -> None:
    game = load("unicorns")
    state = game.start(4, 3)
    cards = state.rules.catalog.cards
    own = {typeset(cards[card].name) for card in state.hand(0)}
    others = {typeset(cards[card].name) for seat in (1, 2, 3) for card in state.hand(seat)} - own
    text = " ".join(run(*PLAY, "--seed", 3, typed="q\n").out.split())
    assert own == {name for name in own if name in text}
    assert not {name for name in others if name in text}


def test_a_resumed_game_ends_like_one_played_without_a_break(run: Run, tmp_path: Path) -> None:
    through, halves = tmp_path / "through.jsonl", tmp_path / "halves.jsonl"
    run(*PLAY, "--seed", 11, "--save", through, typed=ONES)
    run(*PLAY, "--seed", 11, "--save", halves, typed="1\n" * 9)
    half = len(Journal.read(halves.read_bytes()).answers())
    assert 9 < half < len(Journal.read(through.read_bytes()).answers())
    assert "Resuming the game after" in run("play", "--resume", halves, typed=ONES).out
    assert halves.read_bytes() == through.read_bytes()


def test_options_are_passed_to_the_game(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    options = [
        "deck=base_1e",
        "hand_limit=3",
        "two_player=false",
        "first_player=1",
        'house_rules=[["neigh","Sing."]]',
    ]
    words = [word for option in options for word in ("--option", option)]
    out = run(*PLAY, "--seats", 2, "--seed", 3, *words, "--save", path, typed=ONES).out
    assert Journal.read(path.read_bytes()).options == {
        "deck": "base_1e", "hand_limit": 3, "two_player": False, "first_player": 1,
        "house_rules": [["neigh", "Sing."]],
    }  # fmt: skip
    assert "Your hand limit is 3: DISCARD a card." in out
    assert "Willow starts." in out


def test_the_unicorns_shown_at_the_end_are_those_of_the_game(run: Run, tmp_path: Path) -> None:
    for seed in range(sized(quick=2, full=6, release=6)):
        path = tmp_path / f"{seed}.jsonl"
        out = run(
            *PLAY, "--seats", 3, "--seed", seed, "--option", "deck=base_1e", "--save", path, typed=ONES
        ).out
        state = Journal.read(path.read_bytes()).replay()
        points = load("unicorns").view(state, None)["points"]
        end = out.rpartition("The end")[2]
        for name, n in zip(("You", "Willow", "Ash"), points, strict=True):  # type: ignore[arg-type]
            assert f"{name}: {n} of 7" in end


def test_a_terminal_without_unicode_gets_ascii(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "stablehand", *PLAY, "--seed", "3"],
        input=("1\n?\n" + ONES).encode(),
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "ascii", "COLUMNS": "80"},
        cwd=tmp_path,
        timeout=300,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert b"Y Baby Unicorn (" in ran.stdout
    assert ran.stdout.isascii()


SENTENCES = [
    ("play --game unicorns --seats 9", "Unstable Unicorns is for 2 to 8 seats, not 9."),
    ("play --game unicorns --option deck=base_3e", "The option 'deck' must be one of base_1e, base_2e,"),
    ("play --game unicorns --option ruleset=third", "The option 'ruleset' must be one of first, first-nsfw,"),
    ("play --game unicorns --option speed=3", "Unstable Unicorns has no option 'speed'; choose one of: "),
    ("play --game unicorns --option hand_limit=99", "The option 'hand_limit' must be 0 to 30, not 99."),
    ("play --game unicorns --option hand_limit=lots", "The option 'hand_limit' must be 0 to 30, not 'lots'."),
    ("play --game unicorns --option house_rules=[x", "The option 'house_rules' is not JSON: '[x'."),
    ("play --game unicorns --option two_player=true", "The two-player rules are for 2 seats, not 4"),
    ("simulate --game unicorns --option deck=x", "The option 'deck' must be one of base_1e, base_2e,"),
    ("cards --game unicorns --deck base_3e", "The option 'deck' must be one of base_1e, base_2e,"),
    ("cards --game unicorns rhinocor", "Unknown card 'rhinocor'; did you mean Rhinocorn (rhinocorn)"),
    ("cards --game unicorns --deck base_1e pony_play", "Unknown card 'pony_play'"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "sentence"), SENTENCES, ids=[line[:60] for line, _ in SENTENCES])
def test_bad_input_is_reported_in_one_sentence(run: Run, line: str, sentence: str) -> None:
    ran = run(*line.split(" "))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"stablehand: {sentence}")
    assert ran.err.count("\n") == 1
