"""Invariants of Unstable Unicorns, checked after every answer of random games."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stablehand import IllegalAnswer, Recorder
from stablehand.games.unicorns import GAME
from stablehand.games.unicorns.knowledge.counts import unicorns
from stablehand.games.unicorns.state.state import DECK, LIMBO, State
from stablehand.games.unicorns.state.zones import place
from stablehand.games.unicorns.turn.game_over import can_win
from support.sizes import SCALE, slow_except
from support.unicorn_games import EVERY_TABLE, HOUSE_TABLES, PACK_TABLES, moments, spread
from support.unicorn_laws import check_knowledge, check_offers, check_traits, check_zones

if TYPE_CHECKING:
    from stablehand.core.events import Event
    from support.games import Table

TABLES = (*spread(40 * SCALE), *HOUSE_TABLES)


def check_end(s: State) -> None:
    """Check that nothing is pending after the end, and that every answer is refused."""
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
        assert all(can_win(s, seat) for seat in s.winners)
        best = max(unicorns(s, seat) for seat in range(s.rules.seats) if can_win(s, seat))
        goal = s.rules.unicorns_to_win
        assert unicorns(s, s.winners[0]) >= min(best, goal)
    else:
        assert not s.zones[DECK]


class EventLedger:
    """The table reconstructed from events: which cards are in each open zone, how many in each hidden one."""

    def __init__(self, s: State) -> None:
        self.s = s
        self.open: dict[str, Counter[str]] = {}
        self.hidden: dict[str, int] = {}
        self.open, self.hidden = self.truth()
        self.copies = self.true_copies()
        """The numbers of the cards in each stable: of two copies events tell which one moves."""

    def true_copies(self) -> list[set[int]]:
        """Return the same of the state."""
        return [set(self.s.stable(seat)) for seat in range(self.s.rules.seats)]

    def truth(self) -> tuple[dict[str, Counter[str]], dict[str, int]]:
        """Return the open and hidden zones of the state."""
        cards = self.s.rules.catalog.cards
        self.s.recorder = Recorder()  # zones have names only with a recorder
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

    def apply_copies(self, event: Event) -> None:
        """Move the numbered copies of an event out of a stable and into another."""
        facts = event.open
        numbers = {int(str(number)) for number in facts.get("options", [])}  # type: ignore[union-attr]
        named = [self.s.rules.catalog.cards[number].id for number in numbers]
        assert named in ([], facts.get("cards"))
        leaves = event.what in {"destroy", "sacrifice", "return", "shrink", "banish", "bury", "rescue"}
        origin = f"stable {facts['seat']}" if leaves else str(facts.get("origin", ""))
        if origin.startswith("stable "):
            assert numbers <= self.copies[int(origin.split()[1])]
            self.copies[int(origin.split()[1])] -= numbers
        if event.what in {"steal", "bring", "move", "enter", "chose_baby"}:
            assert numbers
            self.copies[int(str(facts["seat"]))] |= numbers

    def apply(self, event: Event) -> None:  # noqa: C901, PLR0912 - one case per kind of event
        facts = event.open
        seat = facts.get("seat")
        cards = [str(card) for card in facts.get("cards", [])]  # type: ignore[union-attr]
        unseen = ["?"] * int(str(facts.get("count", 0)))
        match event.what:
            case "drew" | "foresaw" | "kept":
                self.move(unseen, "deck", f"hand {seat}")
            case "pulled" | "robbed":
                self.move(unseen, f"hand {facts['giver']}", f"hand {seat}")
            case "gave":
                self.move(unseen, str(facts.get("origin", f"hand {seat}")), f"hand {facts['to']}")
            case "buried":
                self.move(unseen, f"hand {seat}", "deck")
            case "traded":
                first, second = facts["counts"]  # type: ignore[misc, str-unpack]
                self.hidden[f"hand {seat}"] += int(str(second)) - int(str(first))
                self.hidden[f"hand {facts['to']}"] += int(str(first)) - int(str(second))
            case "destroy" | "sacrifice" | "return" | "shrink" | "banish" | "bury" | "rescue":
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
                self.move(cards, "playing", str(facts.get("goes", "discard")))
            case "recycled":
                pile = self.open["discard"].total()
                self.move(cards[:pile], "discard", "deck")
                self.move(cards[pile:], "playing", "deck")
                self.move(["?"] * int(str(facts["hand"])), f"hand {seat}", "deck")
            case "shuffled":
                assert self.hidden["deck"] == facts["count"]
            case _:
                pass

    def check(self) -> None:
        shown, hidden = self.truth()
        assert {name: +cards for name, cards in self.open.items()} == shown
        assert self.hidden == hidden
        assert self.copies == self.true_copies()


def check_cause(s: State, event: Event) -> None:
    """What happens to cards in stables has a cause; only entering from play and going back need none."""
    if "cause" in event.open:
        assert event.open["cause"] in s.rules.catalog.first
        assert event.open["cause_owner"] in range(s.rules.seats)
    else:
        # What was borrowed until the end of the turn goes back by the rule.
        assert event.what not in {
            "destroy",
            "sacrifice",
            "return",
            "shrink",
            "banish",
            "steal",
            "bring",
            "stopped",
        }


@pytest.mark.parametrize(
    "table",
    slow_except([*TABLES[:15], *PACK_TABLES[1:3]], TABLES, "plays a game at fifty tables"),
    ids=lambda table: table.name,
)
def test_invariants_hold_at_every_step(table: Table) -> None:
    for game in range(2):
        recorder = Recorder()
        applied = 0
        ledger: EventLedger | None = None
        for number, (state, asks) in enumerate(moments(table, game + TABLES.index(table), recorder)):
            check_zones(state)
            check_knowledge(state)
            check_traits(state)
            if number % 5 == 0:
                check_offers(state, asks)
            if ledger is None:
                ledger = EventLedger(state)
            else:
                for event in recorder.events[applied:]:
                    ledger.apply(event)
                    ledger.apply_copies(event)
                    check_cause(state, event)
                ledger.check()
            applied = len(recorder.events)
        check_end(state)
        assert recorder.events[-1].what == "ended"
        assert recorder.events[-1].rules[0] in {"UU-END-1", "UU-END-4"}


@st.composite
def positions(draw: st.DrawFn) -> State:
    """Draw an unfinished game at any table, with answers in any order, some of them replaced."""
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
def test_invariants_hold_when_answers_are_replaced(state: State) -> None:
    check_zones(state)
    check_knowledge(state)
    check_traits(state)
    check_offers(state, GAME.pending(state))
    check_offers(state, GAME.revisable(state))


@settings(max_examples=25 * SCALE)
@given(positions(), st.randoms(use_true_random=False))
def test_a_clone_is_independent(state: State, choices: st.DataObject) -> None:
    before = GAME.encode(state)
    copy = GAME.clone(state)
    assert GAME.encode(copy) == before
    for _ in range(30):
        if asks := GAME.pending(copy):
            decision = choices.choice(asks)  # type: ignore[attr-defined]
            GAME.answer(copy, decision.seat, choices.choice(decision.options))  # type: ignore[attr-defined]
    assert GAME.encode(state) == before
