"""Laws of every game of Unstable Unicorns, looked at after every answer of random games."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import SCALE, Table
from stablehand import IllegalAnswer, Recorder
from stablehand.unicorns import GAME, traits
from stablehand.unicorns.state import DECK, DISCARD, HANDS, LIMBO, NURSERY, State
from stablehand.unicorns.zones import everybody, place
from unicorn_games import EVERY_TABLE, HOUSE_TABLES, moments, spread

if TYPE_CHECKING:
    from stablehand.kernel.contract import Decision
    from stablehand.kernel.events import Event

TABLES = (*spread(40 * SCALE), *HOUSE_TABLES)


def check_zones(s: State) -> None:
    """Each card is in one zone, `where` says which; hands are sorted; babies are where babies may be."""
    cards = s.rules.catalog.cards
    assert sorted(card for zone in s.zones for card in zone) == list(range(len(cards)))
    for zone, found in enumerate(s.zones):
        assert all(s.where[card] == zone for card in found)
        if zone < HANDS + s.rules.seats and zone != NURSERY:
            assert not any(cards[card].type == "baby" for card in found), "UU-SETUP-6"
    for seat in range(s.rules.seats):
        assert s.hand(seat) == sorted(s.hand(seat))
        assert not any(cards[card].type in {"magic", "instant"} for card in s.stable(seat))
    assert all(cards[card].type == "baby" for card in s.zones[NURSERY])


def check_knowledge(s: State) -> None:
    """Everybody knows public cards and their own hand; nobody knows more than there are seats."""
    for zone, found in enumerate(s.zones):
        for card in found:
            assert 0 <= s.known[card] <= everybody(s)
            if zone in {DISCARD, NURSERY, LIMBO} or zone >= HANDS + s.rules.seats:
                assert s.known[card] == everybody(s)
            elif zone >= HANDS:
                seats = everybody(s) if s.open_hands >> zone - HANDS & 1 else 1 << zone - HANDS
                assert s.known[card] & seats == seats


def check_traits(s: State) -> None:
    """What follows from the stables is what it would be if it were worked out anew."""
    if not s.turn:  # before the first turn nothing is in force
        return
    assert not s.touched
    again = s.clone()
    again.touched = everybody(s)
    traits.refresh(again)
    for name in ("live", "mute", "pandas", "open_hands", "known"):
        assert getattr(again, name) == getattr(s, name), name


def check_offers(s: State, asks: tuple[Decision, ...]) -> None:
    """Whatever is offered can be answered."""
    for decision in asks:
        for option in decision.options:
            GAME.meaning(s, decision.seat, option)
            GAME.answer(s.clone(), decision.seat, option)


def check_end(s: State) -> None:
    """Nothing is pending after the end, and nobody can go on."""
    assert s.is_over
    assert not GAME.pending(s)
    assert not GAME.revisable(s)
    assert (s.k, s.plan, s.queue, s.fresh, s.requests, s.picks, s.picked) == (None, (), (), (), (), (), ())
    assert not s.zones[LIMBO]
    assert len(s.winners) < 2
    for seat in range(s.rules.seats):
        with pytest.raises(IllegalAnswer, match="over"):
            GAME.answer(s, seat, 0)
    assert sum(GAME.scores(s)) == len(s.winners)
    if s.winners:
        best = max(traits.unicorns(s, seat) for seat in range(s.rules.seats))
        goal = s.rules.unicorns_to_win
        assert traits.unicorns(s, s.winners[0]) >= min(best, goal)
    else:
        assert not s.zones[DECK]


class Ledger:
    """The table as the events tell it: which cards lie in the open, how many lie hidden."""

    def __init__(self, s: State) -> None:
        self.s = s
        self.open: dict[str, Counter[str]] = {}
        self.hidden: dict[str, int] = {}
        self.open, self.hidden = self.truth()

    def truth(self) -> tuple[dict[str, Counter[str]], dict[str, int]]:
        """Return the same of the state."""
        cards = self.s.rules.catalog.cards
        self.s.recorder = Recorder()  # places have names only if somebody listens
        named = {place(self.s, number): zone for number, zone in enumerate(self.s.zones)}
        self.s.recorder = None
        is_hidden = ("deck", "hand", "aside")
        return (
            {n: Counter(cards[c].id for c in z) for n, z in named.items() if not n.startswith(is_hidden)},
            {n: len(z) for n, z in named.items() if n.startswith(is_hidden)},
        )

    def move(self, cards: list[str], origin: str, goes: str) -> None:
        if origin in self.hidden:
            self.hidden[origin] -= len(cards)
        else:
            self.open[origin].subtract(cards)
            assert min(self.open[origin].values(), default=0) >= 0, f"{cards} are not at {origin}"
        if goes in self.hidden:
            self.hidden[goes] += len(cards)
        else:
            self.open[goes].update(cards)

    def tell(self, event: Event) -> None:  # noqa: C901, PLR0912 - one case a kind of event
        facts = event.open
        seat = facts.get("seat")
        cards = [str(card) for card in facts.get("cards", [])]  # type: ignore[union-attr]
        unseen = ["?"] * int(str(facts.get("count", 0)))
        match event.what:
            case "drew" | "foresaw":
                self.move(unseen, "deck", f"hand {seat}")
            case "pulled" | "robbed":
                self.move(unseen, f"hand {facts['giver']}", f"hand {seat}")
            case "gave":
                self.move(unseen, f"hand {seat}", f"hand {facts['to']}")
            case "traded":
                first, second = facts["counts"]  # type: ignore[misc, str-unpack]
                self.hidden[f"hand {seat}"] += int(str(second)) - int(str(first))
                self.hidden[f"hand {facts['to']}"] += int(str(first)) - int(str(second))
            case "destroy" | "sacrifice" | "return" | "shrink":
                self.move(cards, f"stable {seat}", str(facts["goes"]))
            case "steal" | "bring" | "move" | "enter":
                self.move(cards, str(facts["origin"]), f"stable {seat}")
            case "discard":
                self.move(cards, str(facts["origin"]), "discard")
            case "took":
                self.move(cards, str(facts["origin"]), f"hand {seat}")
            case "found":
                self.move(cards, "deck", f"hand {seat}")
            case "chose_baby":
                self.move(cards, "nursery", f"stable {seat}")
            case "announced" | "responded":
                self.move(cards, f"hand {seat}", "playing")
            case "taken_back":
                self.move(cards, "playing", f"hand {seat}")
            case "stopped" | "put_away":
                self.move(cards, "playing", "discard")
            case "recycled":
                pile = self.open["discard"].total()
                self.move(cards[:pile], "discard", "deck")
                self.move(cards[pile:], "playing", "deck")
                self.move(["?"] * int(str(facts["hand"])), f"hand {seat}", "deck")
            case "shuffled":
                assert self.hidden["deck"] == facts["count"]
            case _:
                pass

    def agrees(self) -> None:
        shown, hidden = self.truth()
        assert {name: +cards for name, cards in self.open.items()} == shown
        assert self.hidden == hidden


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_laws_hold_at_every_step(table: Table) -> None:
    for game in range(2):
        recorder = Recorder()
        told = 0
        ledger: Ledger | None = None
        for number, (state, asks) in enumerate(moments(table, game + TABLES.index(table), recorder)):
            check_zones(state)
            check_knowledge(state)
            check_traits(state)
            if number % 5 == 0:
                check_offers(state, asks)
            if ledger is None:
                ledger = Ledger(state)
            else:
                for event in recorder.events[told:]:
                    ledger.tell(event)
                ledger.agrees()
            told = len(recorder.events)
        check_end(state)
        assert recorder.events[-1].what == "ended"
        assert recorder.events[-1].rules[0] in {"UU-END-1", "UU-END-4"}


@st.composite
def positions(draw: st.DrawFn) -> State:
    """Draw a game under way: any table, any answers in any order, some of them replaced."""
    table = draw(st.sampled_from((*EVERY_TABLE, *HOUSE_TABLES)))
    state = GAME.start(table.seats, draw(st.integers(0, 1 << 64)), table.options)
    choices = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, 40 * table.seats))):
        asks, again = GAME.pending(state), GAME.revisable(state)
        if not asks:
            break
        decision = choices.choice(again if again and choices.random() < 0.2 else asks)
        GAME.answer(state, decision.seat, choices.choice(decision.options))
    return state


@given(positions())
def test_laws_hold_when_answers_are_replaced(state: State) -> None:
    check_zones(state)
    check_knowledge(state)
    check_traits(state)
    check_offers(state, GAME.pending(state))
    check_offers(state, GAME.revisable(state))


@settings(max_examples=25 * SCALE)
@given(positions(), st.randoms(use_true_random=False))
def test_a_clone_goes_its_own_way(state: State, choices: st.DataObject) -> None:
    before = GAME.encode(state)
    copy = GAME.clone(state)
    assert GAME.encode(copy) == before
    for _ in range(30):
        if asks := GAME.pending(copy):
            decision = choices.choice(asks)  # type: ignore[attr-defined]
            GAME.answer(copy, decision.seat, choices.choice(decision.options))  # type: ignore[attr-defined]
    assert GAME.encode(state) == before
