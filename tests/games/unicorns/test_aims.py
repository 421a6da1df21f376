"""Players declared before the answers (UU-PLAY-4, `targets = players`): what is asked, shown and kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from stablehand import Recorder
from stablehand.core.contract import Kind
from stablehand.games.unicorns import GAME
from stablehand.games.unicorns.decks.catalog import DECKS
from stablehand.games.unicorns.knowledge.aims import FROM, TO, WHOM, aims_of
from stablehand.games.unicorns.state.state import SEAT0
from stablehand.games.unicorns.text.game_text import TEXT
from stablehand.text.language import LANGUAGES
from support.games import Table
from support.unicorn_games import board, deck_named, moments

if TYPE_CHECKING:
    from stablehand.games.unicorns.state.state import State

PLAYERS: dict[str, object] = {"targets": "players"}


@pytest.mark.parametrize(
    ("deck", "card", "roles"),
    [
        ("base_2e", "unicorn_poison", [FROM]),
        ("base_2e", "re_target", [FROM, TO]),
        ("base_2e", "unicorn_swap", [TO]),
        ("base_2e", "two_for_one", [FROM]),
        ("base_2e", "targeted_destruction", [FROM]),
        ("base_2e", "blatant_thievery", [WHOM]),
        ("base_2e", "glitter_tornado", []),
        ("base_2e", "mystical_vortex", []),
        ("base_2e", "good_deal", []),
        ("nsfw_2e", "fuck_marry_kill", [WHOM, TO, FROM]),
        ("nsfw_2e", "sex_drugs_and_unicorns", [WHOM]),
        ("nsfw_1e", "blaze_and_graze", []),
        ("base_2e+nightmares", "the_cornjuring", [TO]),
    ],
)
def test_which_choices_of_a_magic_card_are_aims(deck: str, card: str, roles: list[str]) -> None:
    cards = deck_named(deck)
    cast = cards.cards[cards.first[card]].cast
    assert cast is not None
    assert [aim.role for aim in aims_of(cast.do)] == roles


def poisoned() -> State:
    """Return a table at which the first seat has played Unicorn Poison and is asked whom it is aimed at."""
    s = board(
        [], ["narwhal"], ["americorn"], hands=(["unicorn_poison"], ["neigh"], ["neigh"]), options=PLAYERS
    )
    GAME.answer(s, 0, GAME.pending(s)[0].options[0])
    return s


def test_a_declared_player_is_shown_to_everybody() -> None:
    s, recorder = poisoned(), Recorder()
    asked = GAME.pending(s)[0]
    assert (asked.kind, asked.options) == (Kind.SEAT, (SEAT0 + 1, SEAT0 + 2))
    GAME.answer(s, 0, SEAT0 + 2, recorder=recorder)
    for seat in (0, 1, 2, None):
        pile: Any = GAME.view(s, seat)["pile"]
        assert [(one["card"], one["players"], one["cards"]) for one in pile] == [("unicorn_poison", [2], [])]
        aimed = [event for event in recorder.seen_by(seat) if event["what"] == "aimed"]
        assert [event["players"] for event in aimed] == [[2]]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_question_for_a_player_names_the_card(lang: str) -> None:
    s = poisoned()
    voice = TEXT.voice(("Ann", "Bob", "Cat"), 0, s.rules.options, lang, "printed")
    card = voice.narrator.name("unicorn_poison")
    prompt = voice.prompt(GAME.view(s, 0))
    assert card in prompt
    assert prompt.endswith("?")


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("resolution", ["chain", "stepwise"])
def test_a_card_is_chosen_only_from_players_who_were_declared(deck: str, resolution: str) -> None:
    """While a Magic card takes effect, its player is offered no card of a stable that was not declared."""
    seen = 0
    options = {"deck": deck, "resolution": resolution, **PLAYERS}
    for seed in range(4):
        declared: dict[str, set[int]] = {}
        for state, asks in moments(Table(4, options), seed=seed):
            pile: Any = GAME.view(state, None)["pile"]
            for one in pile[:1]:
                declared[one["card"]] = {*one["players"], one["owner"]}
            for decision in asks:
                card = decision.why.partition("/")[0]
                played = [state.rules.catalog.cards[c].id for c in state.zones[3]]
                if decision.kind is Kind.CARD and card in played and len(declared.get(card, ())) > 1:
                    owners = {state.controller(option) for option in decision.options if option < SEAT0}
                    if decision.seat == state.active and owners - {-1}:
                        assert owners - {-1} <= declared[card]
                        seen += 1
    assert seen
