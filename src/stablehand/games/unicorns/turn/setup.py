"""Setting up a game: deal, choose babies, determine who starts (UU-SETUP, UU-TWO)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.core.contract import Kind
from stablehand.core.rng import Rng
from stablehand.games.unicorns.knowledge import traits
from stablehand.games.unicorns.resolution.asking import ask, ask_all
from stablehand.games.unicorns.resolution.machine import STEPS, push
from stablehand.games.unicorns.state.records import Env, Frame, Request
from stablehand.games.unicorns.state.state import ASIDE, DECK, HANDS, NURSERY, SEAT0
from stablehand.games.unicorns.state.zones import draw, put, record, show, shuffle
from stablehand.games.unicorns.turn.turn import begin_turn
from stablehand.games.unicorns.vocabulary import Procedure

if TYPE_CHECKING:
    from stablehand.games.unicorns.state.records import CardNo, Seat
    from stablehand.games.unicorns.state.state import State


class SetUp(Procedure):
    """Babies in seat order, then the vote (UU-SETUP-7)."""

    __slots__ = ()


SET_UP: Final = SetUp()


def deal(s: State) -> None:
    """Shuffle and deal (UU-SETUP-1); with two players, a Neigh each and fewer cards (UU-TWO)."""
    rules = s.rules
    cards = rules.catalog.cards
    is_two = rules.two_player
    where = s.where
    if not is_two:
        s.zones[DECK] = list(rules.catalog.black_backs)
        for card in rules.catalog.black_backs:
            where[card] = DECK
    for card in rules.catalog.black_backs if is_two else ():
        _place(s, card, DECK if cards[card].is_for_two else ASIDE)
    for card in rules.catalog.babies:
        _place(s, card, NURSERY)
    if is_two:
        neigh = rules.catalog.first[rules.catalog.two_player_neigh]
        for seat in range(rules.seats):
            put(s, neigh + seat, HANDS + seat)
            show(s, (neigh + seat,), rules.public)  # UU-TWO-2: all know who was given one
    shuffle(s)
    for seat in range(rules.seats):
        draw(s, seat, rules.hand_size)
    push(s, SET_UP, Env(0))


def _place(s: State, card: CardNo, zone: int) -> None:
    """Put a card into the zone where it starts."""
    s.zones[zone].append(card)
    s.where[card] = zone
    s.known[card] = 0 if zone == DECK else s.rules.public


def step_set_up(s: State, f: Frame) -> None:
    """Let each seat choose one of the babies left, then determine who starts (UU-SETUP-2, UU-SETUP-3)."""
    at = f.pc
    if at:
        seat = at - 1
        if seat < s.rules.seats:
            baby = s.picked[0][0]
            put(s, baby, s.stable_no(seat))
            record(s, "chose_baby", ("UU-SETUP-2",), seat, (baby,), options=[baby])
    if at < s.rules.seats:
        push(s, SET_UP, f.env, at + 1)
        ask(s, Request(at, Kind.SETUP, tuple(sorted(s.zones[NURSERY])), "baby"))
        return
    if at == s.rules.seats and s.rules.first_player == "vote":
        push(s, SET_UP, f.env, at + 1)
        seats = tuple(SEAT0 + n for n in range(s.rules.seats))
        ask_all(s, tuple(Request(n, Kind.SETUP, seats, "vote") for n in range(s.rules.seats)))
        return
    traits.refresh(s)
    s.starter = _starter(s)
    begin_turn(s, s.starter)


STEPS[SetUp] = step_set_up


def _starter(s: State) -> Seat:
    rng = Rng(s.rng_key, s.rng_counter)
    choice = s.rules.first_player
    if choice == "random":
        seat = rng.below(s.rules.seats)
    elif choice == "vote":
        votes = [picks[0] - SEAT0 for picks in s.picked]
        most = max(votes.count(seat) for seat in votes)
        seat = rng.choice(sorted({seat for seat in votes if votes.count(seat) == most}))
    else:
        seat = int(choice)
    s.rng_counter = rng.counter
    record(s, "starts", ("UU-SETUP-3",), seat)
    return seat
