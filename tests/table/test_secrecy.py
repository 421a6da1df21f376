"""What is sent depends on what the audience may know and on nothing else (design, invariant 5)."""

from __future__ import annotations

import os

import pytest

from stablehand.bots.random import RandomBot
from stablehand.kernel.build import IS_COMPILED
from stablehand.kernel.driver import decide
from stablehand.table import protocol as p
from stablehand.table.facts import Answered
from stablehand.table.frames import Audience, Cursor
from stablehand.table.pacing import due
from table_club import Club, begun

IS_RELEASE = "STABLEHAND_RELEASE" in os.environ
GAMES = [
    ("fairytale", {}),
    *(("unicorns", {"deck": deck}) for deck in ("base_1e", "base_2e", "nsfw_1e", "nsfw_2e")),
]
EACH = 1_800 if IS_RELEASE else 20 if IS_COMPILED else 4
"""Games of each deck: a hundred in all where it is quick, or about ten million frames."""


def dealt_again(club: Club, audience: Audience, since: Cursor, seed: int) -> bytes:
    """Return what an audience would be sent if all that it cannot see were otherwise."""
    match = club.table.match
    assert match is not None
    truth = match.state, match.asked, match.sealed, club.table.key
    try:
        match.state = match.game.determinise(match.state, audience.seat, seed)
        asks = {decision.seat: decision for decision in match.game.pending(match.state)}
        match.asked = {
            other: asked._replace(decision=asks.get(other, asked.decision))
            for other, asked in match.asked.items()
        }
        return audience.frame(club.now, since)
    finally:
        match.state, match.asked, match.sealed, club.table.key = truth


@pytest.mark.parametrize(("game", "options"), GAMES, ids=str)
@pytest.mark.parametrize("at", range(EACH))
def test_the_bytes_of_every_audience_are_the_same_however_the_hidden_cards_lie(
    game: str, options: dict[str, str], at: int
) -> None:
    seats = 2 + at % 4
    club = begun(
        seats, game=game, options=options, seats=seats, key=f"{at + 1:064x}", house=p.House(clock="brisk")
    )
    match = club.table.match
    assert match is not None
    bots = [RandomBot(at, seat) for seat in range(seats)]
    told = {Audience(club.table, seat, "en"): Cursor() for seat in (*range(seats), None)}
    frames = 0
    while not match.is_over:
        for audience, since in told.items():
            truth = audience.frame(club.now, since)
            assert dealt_again(club, audience, since, frames) == truth
            told[audience] = audience.cursor()
            frames += 1
        seat = min(match.asked)
        club.answer(seat, decide(match.game, match.state, match.asked[seat].decision, bots[seat]))
    assert frames > 50


def test_when_the_table_answers_by_itself_does_not_depend_on_hands() -> None:
    club = begun([0], game="unicorns", seats=4, house=p.House(pace=1.0))
    match = club.table.match
    assert match is not None
    bots = [RandomBot(3, seat) for seat in range(4)]
    for turn in range(400):
        if match.is_over:
            break
        truth = match.state, match.asked
        mine = [due(club.table, seat, one) for seat, one in match.asked.items()]
        match.state = match.game.determinise(match.state, 0, turn)
        asks = {decision.seat: decision for decision in match.game.pending(match.state)}
        assert set(asks) == set(match.asked)
        match.asked = {seat: one._replace(decision=asks[seat]) for seat, one in match.asked.items()}
        assert [due(club.table, seat, one) for seat, one in match.asked.items()] == mine
        match.state, match.asked = truth
        seat = min(match.asked)
        option = decide(match.game, match.state, match.asked[seat].decision, bots[seat])
        club.table.happen(Answered(club.now, seat, option, "bot"))
