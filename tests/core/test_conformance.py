"""The conformance suite: a game that breaks a promise fails, and the error names the promise."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from stablehand.core import conformance
from stablehand.core.conformance import check
from stablehand.core.contract import Decision, IllegalAnswer, Json, Kind
from stablehand.games.fairytale.game import FairyTale

if TYPE_CHECKING:
    from stablehand.core.contract import Option, Options, Seat, View
    from stablehand.core.events import Recorder
    from stablehand.games.fairytale.state.state import State

Asks = tuple[Decision, ...]


class Broken(FairyTale):
    """A game that breaks one promise; `promise` is the text with which the suite must report it."""

    promise: ClassVar[str]


class AsksTwice(Broken):
    promise = "at most one decision is open for a seat"

    def pending(self, state: State) -> Asks:
        asks = super().pending(state)
        return (*asks, *asks[:1])


class RewindsClock(Broken):
    promise = "the clock never goes back"

    def clock(self, state: State) -> int:
        return -state.round


class WinsEarly(Broken):
    promise = "nobody has won while a decision is open"

    def scores(self, state: State) -> tuple[float, ...]:
        return (1.0, *super().scores(state)[1:])


class AsksStranger(Broken):
    promise = "a decision is asked of a seat at the table"

    def pending(self, state: State) -> Asks:
        return tuple(d.but(seat=d.seat + 1) for d in super().pending(state))


class OffersNothing(Broken):
    promise = "a decision has at least one option"

    def pending(self, state: State) -> Asks:
        return tuple(d.but(options=()) for d in super().pending(state))


class OffersTwice(Broken):
    promise = "no option is offered twice"

    def pending(self, state: State) -> Asks:
        return tuple(d.but(options=d.options + d.options[:1]) for d in super().pending(state))


class OffersBool(Broken):
    promise = "options are whole numbers"

    def pending(self, state: State) -> Asks:
        return tuple(d.but(options=(True,)) for d in super().pending(state))


class LeavesGroup(Broken):
    promise = "options are of the group"

    def pending(self, state: State) -> Asks:
        return tuple(d.but(group=(1000,)) for d in super().pending(state))


class DecodesWrong(Broken):
    promise = "decode gives back what encode wrote"

    def decode(self, data: bytes) -> State:
        state = super().decode(data)
        state.deck.reverse()
        return state


class DecodesWithoutDecision(Broken):
    promise = "a decoded state asks the same"

    def decode(self, data: bytes) -> State:
        state = super().decode(data)
        state.asks[0] = None
        return state


class ClonesWrong(Broken):
    promise = "a clone is equal to its original"

    def clone(self, state: State) -> State:
        copy = super().clone(state)
        copy.deck = copy.deck[::-1]
        return copy


class ClonesWithOtherDecision(Broken):
    promise = "a clone and a decoded state play on identically"

    def clone(self, state: State) -> State:
        copy = super().clone(state)
        copy.asks = [d and d.but(why="?") for d in copy.asks]
        return copy


class SharesCopies(Broken):
    promise = "a copy plays on without its original"

    def clone(self, state: State) -> State:
        return state


class HoldsCallable(Broken):
    promise = "nothing in a state can be called"
    held: Any = print

    def start(
        self, seats: int, seed: int = 0, options: Options | None = None, recorder: Recorder | None = None
    ) -> State:
        state = super().start(seats, seed, options, recorder)
        state.gone.append(self.held)
        return state


class Box:
    """An object that holds another one."""

    def __init__(self, content: object) -> None:
        self.content = content


class HidesCallable(Broken):
    promise = "nothing in a state can be called"

    def start(
        self, seats: int, seed: int = 0, options: Options | None = None, recorder: Recorder | None = None
    ) -> State:
        holder = HoldsCallable()
        holder.held = Box([{"deep": (Box(print),)}])
        return holder.start(seats, seed, options, recorder)


class AcceptsAnything(Broken):
    promise = "which is not offered, is refused"

    def answer(self, state: State, seat: Seat, option: Option, recorder: Recorder | None = None) -> None:
        if option < 1000:
            super().answer(state, seat, option, recorder)


class ChangesOnRefusal(Broken):
    promise = "a refused answer changes nothing"

    def answer(self, state: State, seat: Seat, option: Option, recorder: Recorder | None = None) -> None:
        try:
            super().answer(state, seat, option, recorder)
        except IllegalAnswer:
            state.deck.reverse()
            raise


class DependsOnOrder(Broken):
    promise = "the order of sealed answers does not matter"

    def answer(self, state: State, seat: Seat, option: Option, recorder: Recorder | None = None) -> None:
        if len(self.pending(state)) == 1 and seat == 0:
            state.deck.reverse()
        super().answer(state, seat, option, recorder)


class RemembersRevision(Broken):
    promise = "of replaced answers only the last counts"

    def answer(self, state: State, seat: Seat, option: Option, recorder: Recorder | None = None) -> None:
        if any(d.seat == seat and option in d.options for d in self.revisable(state)):
            state.deck = state.deck[option:] + state.deck[:option]
        super().answer(state, seat, option, recorder)


class ChangesOnMeaning(Broken):
    promise = "nothing but an answer changes a state"

    def meaning(self, state: State, seat: Seat, option: Option) -> dict[str, Json]:
        state.deck.append(state.deck.pop(0))
        return super().meaning(state, seat, option)


class ShowsTheDeck(Broken):
    promise = "seat None's view does not depend on hidden cards"

    def view(self, state: State, seat: Seat | None) -> View:
        return {**super().view(state, seat), "top": state.deck[-1] if state.deck else None}


class ShowsHands(Broken):
    promise = "'s view does not depend on hidden cards"

    def view(self, state: State, seat: Seat | None) -> View:
        hands: list[Json] = [sum(hand) for hand in state.hands]
        return {**super().view(state, seat), **({} if seat is None else {"hands": hands})}


class AsksByHiddenCards(Broken):
    promise = "who is asked does not depend on what seat None cannot see"

    def pending(self, state: State) -> Asks:
        asks = super().pending(state)
        return asks[1:] if len(asks) > 1 and state.deck[0] % 2 else asks


class PeeksAtTheDeck(Broken):
    promise = "determinise depends on knowledge and seed only"

    def determinise(self, state: State, seat: Seat | None, seed: int) -> State:
        other = super().determinise(state, seat, seed)
        if sorted(other.deck) == sorted(state.deck):
            other.deck = other.deck[:-1] + other.deck[-1:]
        other.deck.sort(key=lambda card: (state.deck.index(card) if card in state.deck else -1, card))
        return other


class ReturnsTheTruth(Broken):
    promise = "determinise changes hidden cards at least once"

    def determinise(self, state: State, seat: Seat | None, seed: int) -> State:
        del seat, seed
        return self.clone(state)


class OffersByHiddenCards(Broken):
    promise = "seat 0's decision does not depend on hidden cards"

    def pending(self, state: State) -> Asks:
        hidden = sum(state.deck[:20])
        return tuple(d.but(why=f"{d.why} {hidden}") for d in super().pending(state))


class MeansByHiddenCards(Broken):
    promise = "an option means the same in equal views"

    def meaning(self, state: State, seat: Seat, option: Option) -> dict[str, Json]:
        return {**super().meaning(state, seat, option), "hidden": sum(state.deck[:20])}


class RefusesByHiddenCards(Broken):
    promise = "refusals do not depend on hidden cards"

    def refusals(self, state: State, seat: Seat) -> dict[str, tuple[str, ...]]:
        return {**super().refusals(state, seat), "hidden": (str(sum(state.deck[:20])),)}


class RecordsTheDeck(Broken):
    promise = "sealing an answer shows seat 0 nothing hidden"

    def answer(self, state: State, seat: Seat, option: Option, recorder: Recorder | None = None) -> None:
        if recorder:
            recorder.note("peeked", (), {"hidden": sum(state.deck[:20])})
        super().answer(state, seat, option, recorder)


class ScoresTooMany(Broken):
    promise = "there is one score per seat"

    def scores(self, state: State) -> tuple[float, ...]:
        return (*super().scores(state), 0.0)


class ScoresTooMuch(Broken):
    promise = "scores add up to one, or nobody has won"

    def scores(self, state: State) -> tuple[float, ...]:
        return tuple(2 * score for score in super().scores(state))


class RevisesTheEnd(Broken):
    promise = "nothing can be replaced after the end"

    def revisable(self, state: State) -> Asks:
        return (Decision(0, Kind.CARD, (0,), ""),) if state.is_over else super().revisable(state)


class NeverOver(Broken):
    promise = "the view says that the game is over"

    def view(self, state: State, seat: Seat | None) -> View:
        return {**super().view(state, seat), "over": False}


class ReplaysToAnotherEnd(Broken):
    promise = "a journal replays to the same end"

    def start(
        self, seats: int, seed: int = 0, options: Options | None = None, recorder: Recorder | None = None
    ) -> State:
        state = super().start(seats, seed, options, recorder)
        state.deck.reverse()
        return state


class RecordsMore(Broken):
    promise = "a journal replays the same events"

    def answer(self, state: State, seat: Seat, option: Option, recorder: Recorder | None = None) -> None:
        super().answer(state, seat, option, recorder)
        if recorder:
            recorder.note("answered", (), {})


class NeverEnds(Broken):
    promise = "every game ends"

    def answer(self, state: State, seat: Seat, option: Option, recorder: Recorder | None = None) -> None:
        super().answer(self.clone(state), seat, option, recorder)


BROKEN: tuple[type[Broken], ...] = tuple(Broken.__subclasses__())


@pytest.mark.parametrize("game", BROKEN, ids=lambda game: game.__name__)
def test_the_error_names_the_broken_promise(game: type[Broken], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "ANSWER_LIMIT", 300)
    with pytest.raises(AssertionError, match=re.escape(game.promise)) as caught:
        check(game(), seats=2, seed=1, every=3)
    assert "fairytale breaks a promise: " in str(caught.value)
    assert "(2 seats, seed 1, options {}, after " in str(caught.value)


def promises() -> set[str]:
    """Return every promise in the source of the suite, without the parts that an f-string fills in."""
    source = conformance.__loader__.get_data(conformance.__file__).decode()  # type: ignore[union-attr]
    found: list[Any] = re.findall(r'promise\((?:[^"]|\n)*?f?"([^"]*)"', source)
    return {re.split(r"\{[^}]*\}", text)[-1].strip(" ,") for text in found}


def test_every_promise_of_the_suite_has_a_game_that_breaks_it() -> None:
    broken = " | ".join(game.promise for game in BROKEN)
    assert {promise for promise in promises() if promise not in broken} == set()
    assert len(promises()) > 20
