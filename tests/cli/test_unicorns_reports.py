"""The commands `cards`, `replay` and `simulate` for unicorns."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from stablehand import Journal, Recorder, load
from stablehand.bots.random import RandomBot
from stablehand.core.driver import play
from stablehand.games.unicorns.decks.catalog import ABILITIES, DECKS, catalog
from stablehand.games.unicorns.vocabulary.schema import load as load_word
from stablehand.games.unicorns.vocabulary.write import write
from stablehand.text.names import typeset
from support.sizes import slow_after

if TYPE_CHECKING:
    from pathlib import Path

    from cli.conftest import Run

GAME = load("unicorns")


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Return the journal of a whole game of four with the first edition, which has looks and pulls."""
    path = tmp_path / "game.jsonl"
    kept = Journal.begin("unicorns", 4, 7, {"deck": "base_1e"})
    play(GAME, 4, 7, [RandomBot(7, seat) for seat in range(4)], {"deck": "base_1e"}, journal=kept)
    path.write_bytes(kept.write())
    return path


@pytest.mark.parametrize("deck", DECKS)
def test_cards_as_json_are_the_whole_deck(run: Run, deck: str) -> None:
    ran = run("cards", "--game", "unicorns", "--deck", deck, "--json")
    assert (ran.code, ran.err) == (0, "")
    cards = json.loads(ran.out)
    assert sum(card["copies"] for card in cards if card["type"] != "baby") == 114
    assert sum(card["copies"] for card in cards if card["type"] == "baby") == 13
    for card, definition in zip(cards, catalog(deck).definitions, strict=True):
        assert set(card) == {
            "id", "name", "name_en", "name_is_ours", "type", "copies", "edition", "confidence", "ability",
            "text", "tags", "two_player", "deck", "pack", "own", "ability_text",
        }  # fmt: skip
        assert (card["id"], card["type"]) == (definition.id, definition.type)
        assert card["name"] == typeset(definition.name)
        assert (card["copies"], card["confidence"]) == (definition.copies, definition.confidence)
        assert (card["edition"], card["deck"]) == (deck.split("_")[1], deck)
        assert load_word(card["ability"]) == definition.abilities
        assert card["ability_text"] == write(definition.abilities)
        assert card["text"].endswith(".")


def test_cards_of_expansions_are_added_to_a_deck(run: Run) -> None:
    ran = run("cards", "--game", "unicorns", "--deck", "base_1e", "--expansions", "nsfw_expansion", "--json")
    cards = json.loads(ran.out)
    assert sum(card["copies"] for card in cards) == 127 + 52
    assert sum(card["copies"] for card in cards if card["pack"] == "nsfw_expansion") == 52
    [twin] = [card for card in cards if card["id"] == "unicorgy"]
    assert load_word(twin["ability"]) == ABILITIES["unicorgy_1e"]
    out = run("cards", "--game", "unicorns", "--expansions", "nsfw_expansion", "dirty_mind").out
    text = " ".join(re.sub(r"[│╭╮╰╯─]", " ", out).split())
    assert "base game, second edition + 18+ expansion" in text
    assert "for adults" in text
    assert "of the 18+ expansion, show it" in text
    assert run("cards", "--game", "unicorns", "--expansions", "kids").code == 2
    assert run("cards", "--game", "fairytale", "--expansions", "nsfw_expansion").code == 2


def test_cards_are_displayed_with_type_text_and_copies(run: Run) -> None:
    out = run("cards", "--game", "unicorns", "--deck", "base_1e", "rhinocorn", "Super Neigh").out
    text = " ".join(re.sub(r"[│╭╮╰╯─]", " ", out).split())
    assert "M★ Rhinocorn" in text
    assert "I■ Super Neigh" in text
    assert "1 in the deck, high confidence" in text
    assert "18+" not in text
    assert "18+" in run("cards", "--game", "unicorns", "--deck", "nsfw_1e", "neigh_bitch").out


def test_a_replay_of_one_seat_shows_its_views_and_events_and_not_the_seed(run: Run, journal: Path) -> None:
    told = json.loads(run("replay", journal, "--seat", 2, "--json").out)
    assert "seed" not in told
    recorder = Recorder()
    played = Journal.read(journal.read_bytes())
    for step, state in zip(told["steps"], played.steps(recorder), strict=True):
        assert step["view"] == GAME.view(state, 2)
    assert [event for step in told["steps"] for event in step["events"]] == recorder.seen_by(2)
    hidden = [step["answer"] for step in told["steps"][1:] if step["answer"]["seat"] != 2]
    assert all(set(answer) == {"seat"} for answer in hidden)


@pytest.mark.parametrize("seat", slow_after(1, range(4), "replays a game for every seat"))
def test_a_replay_of_one_seat_never_names_a_card_it_has_not_seen(run: Run, journal: Path, seat: int) -> None:
    """At each step, every card name on the screen is in the seat's view or in an event it saw."""
    out = run("replay", journal, "--seat", seat).out
    screens = re.split(r"─+ Step \d+ of \d+: .*\n", out)[1:]
    played, recorder, told, named = Journal.read(journal.read_bytes()), Recorder(), 0, 0
    for screen, state in zip(screens, played.steps(recorder), strict=True):
        cards = state.rules.catalog.definitions
        known = set(re.findall(r"\w+", str([GAME.view(state, seat)["zones"], recorder.seen_by(seat)[told:]])))
        told = len(recorder.events)
        text = " ".join(re.sub(r"[│─╭╮╰╯]", " ", screen).split())
        for card in sorted(cards, key=lambda card: -len(card.name)):
            name = typeset(card.name)
            if name in text:
                assert card.id in known
                text, named = text.replace(name, ""), named + 1
    assert named > 500


def test_a_full_replay_has_every_hand(run: Run, journal: Path) -> None:
    told = json.loads(run("replay", journal, "--json").out)
    assert told["seed"] == 7
    for step, state in zip(told["steps"], Journal.read(journal.read_bytes()).steps(), strict=True):
        for seat, zones in enumerate(step["view"]["zones"]["seats"]):
            cards = state.rules.catalog.cards
            assert zones["hand"]["cards"] == [cards[card].id for card in state.hand(seat)]


def test_a_replay_ends_with_the_winner_and_shows_windows(run: Run, journal: Path) -> None:
    out = run("replay", journal, "--all").out
    assert re.search(r"Being played: .* ← I■ (Super )?Neigh", out)
    assert re.search(r"Seat \d wins with \d+ Unicorns", out.splitlines()[-1])


def test_simulate_and_journals_take_expansions(run: Run, tmp_path: Path) -> None:
    more = ("--game", "unicorns", "--seats", 3, "--expansions", "nsfw_expansion")
    facts = json.loads(run("simulate", *more, "--games", 4, "--json").out)
    assert facts["options"] == {"expansions": ["nsfw_expansion"]}
    assert facts["games"] == facts["finished"] == 4
    same = ("--option", 'expansions=["nsfw_expansion"]')
    assert (
        json.loads(run("simulate", *more[:4], *same, "--games", 4, "--json").out)["digest"] == facts["digest"]
    )
    path = tmp_path / "game.jsonl"
    kept = Journal.begin("unicorns", 3, 7, {"expansions": ["nsfw_expansion"]})
    play(GAME, 3, 7, [RandomBot(7, seat) for seat in range(3)], kept.options, journal=kept)
    path.write_bytes(kept.write())
    told = json.loads(run("replay", path, "--json").out)
    assert told["steps"][0]["view"]["options"]["expansions"] == ["nsfw_expansion"]
    refused = run("simulate", *more, "--option", "deck=nsfw_2e", "--games", 1)
    assert (refused.code, refused.err) == (
        2, "stablehand: The expansion 'nsfw_expansion' does not go with the deck nsfw_2e: both are 18+.\n",
    )  # fmt: skip


def test_simulate_plays_unicorns(run: Run) -> None:
    ran = run(
        "simulate", "--game", "unicorns", "--seats", 3, "--games", 6, "--option", "deck=nsfw_1e", "--json"
    )
    facts = json.loads(ran.out)
    assert facts["games"] == facts["finished"] == 6
    assert sum(facts["wins_by_seat"]) + facts["unwon"] == pytest.approx(6)
