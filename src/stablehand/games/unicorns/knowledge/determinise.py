"""Dealing a random state that fits what a seat knows.

Cards in hands and deck that the seat does not know for certain change places at random; every reference to
one (picks that others have not shown, planned changes) follows its place. The result depends on the true
cards only as far as the seat knows them: hidden places are filled in an order that does not depend on the
cards there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stablehand.core.contract import Kind
from stablehand.core.rng import Rng
from stablehand.games.unicorns.decks.checks import MOST_CARDS
from stablehand.games.unicorns.knowledge import traits
from stablehand.games.unicorns.knowledge.relabel import holds_cards, relabel, with_candidates
from stablehand.games.unicorns.resolution.asking import count_unanswered, decision_of, is_answered
from stablehand.games.unicorns.resolution.look import offer_of
from stablehand.games.unicorns.state.records import Change, Request
from stablehand.games.unicorns.state.state import DECK, HANDS, REDRAW, State
from stablehand.games.unicorns.state.zones import distinct
from stablehand.games.unicorns.turn.turn import actions
from stablehand.games.unicorns.turn.window import responses_of
from stablehand.games.unicorns.vocabulary import Act, All, Reveal, Search, Some

if TYPE_CHECKING:
    from stablehand.core.build import i64
    from stablehand.core.contract import Option, Seat
    from stablehand.core.rows import Row
    from stablehand.games.unicorns.knowledge.relabel import Deal
    from stablehand.games.unicorns.state.records import CardNo, ZoneNo
    from stablehand.games.unicorns.vocabulary import Filter, Word

    Wanted = dict[CardNo, tuple[int, tuple[Filter, ...]]]
    """The cards that were picked: in which order, and the filters that a card dealt there must fit."""
    Needs = dict[ZoneNo, list[Filter]]
    """The filters that cards in a hand must fit."""

SAME: Final = list(range(MOST_CARDS))
"""The deal in which every card stays."""


class _Sorted:
    """The cards that were sorted last: a search has the same hidden cards dealt again and again."""

    __slots__ = ("cards", "places")

    def __init__(self) -> None:
        self.places: list[CardNo] = []
        self.cards: list[CardNo] = []

    def of(self, places: list[CardNo]) -> list[CardNo]:
        """Return the same cards, sorted: a list of one's own."""
        if places != self.places:
            self.places, self.cards = places, sorted(places)
        return self.cards[:]


_SORTED: Final = _Sorted()


def determinise(true: State, seat: Seat | None, seed: int) -> State:
    """Return a random state in which the seat knows exactly what it knows now."""
    return _redealt(true, seat, Rng.from_seed(seed, "determinise"))


def imagine(true: State, seat: Seat | None, seed: int) -> State:
    """Return such a state for a search, with quick chance."""
    return _redealt(true, seat, Rng.quick(seed))


def _redealt(true: State, seat: Seat | None, rng: Rng) -> State:
    s = true.clone()
    wanted = _picked_from_hands(s)
    places = _hidden_places(s, seat, wanted)
    deal = _deal(s, places, wanted, rng)
    relabel(s, deal)
    s.rng_key = rng.key
    s.rng_counter = 0
    _ask_again(s, seat, rng)
    return s


def _hidden_places(s: State, seat: Seat | None, wanted: Wanted) -> list[CardNo]:
    """Return the places of cards that a seat does not know, in an order that reveals nothing about them.

    A place is named by the card that is truly there.
    """
    mark, known = 1 << s.bit_of(seat), s.known
    places = _unknown(s.zones[DECK], known, mark)
    for other in range(s.rules.seats):
        hand = _unknown(s.hand(other), known, mark)
        # A hand has no order: sort by what is known of a place without seeing the card.
        if wanted:
            hand.sort(key=lambda card: (known[card], wanted[card][0] if card in wanted else 0))
        elif not _are_equal(known, hand):
            hand.sort(key=lambda card: known[card])
        places += hand
    return places


def _unknown(cards: list[CardNo], known: Row, mark: i64) -> list[CardNo]:
    """Return the cards that are not known to the seat with this mark, in their order."""
    for card in cards:
        who: i64 = known[card]
        if who & mark:
            return [card for card in cards if not known[card] & mark]
    return cards[:]  # as mostly: compiled, a copy takes a tenth of the time of a new list


def _are_equal(known: Row, hand: list[CardNo]) -> bool:
    """Whether the same seats know each card of a hand."""
    for card in hand:  # noqa: SIM110 - compiled, a plain loop is the fastest
        if known[card] != known[hand[0]]:
            return False
    return True


def _picked_from_hands(s: State) -> Wanted:
    """Return the hidden cards that were picked: in which order, and by which filters."""
    found: Wanted = {}
    changes = list(s.plan)
    frame = s.k
    while frame is not None:
        changes += _changes_in(frame.data)
        if isinstance(frame.word, (Act, Search)) and holds_cards(frame):
            changes.append(Change(frame.word, frame.env, frame.data))
        frame = frame.next
    for number, change in enumerate(changes, start=1):
        of = _sought(change.word)
        if of is not None:
            for card in change.cards:
                order, wants = found.get(card, (number, ()))
                found[card] = (order, (*wants, of))
    return found


def _sought(word: Word) -> Filter | None:
    """Return which cards a word picks, if it picks any."""
    if isinstance(word, Act):
        return word.what.of if isinstance(word.what, (Some, All)) else None
    return word.of if isinstance(word, Search) else None


def _changes_in(data: Any) -> list[Change]:  # noqa: ANN401 - a frame's data
    if isinstance(data, Change):
        return [data]
    if isinstance(data, tuple):
        return [change for part in data for change in _changes_in(part)]
    return []


def _deal(s: State, places: list[CardNo], wanted: Wanted, rng: Rng) -> Deal:
    """Deal the hidden cards into the hidden places at random, consistent with what is known of the places."""
    cards = _SORTED.of(places)
    rng.shuffle(cards)
    deal = SAME[: len(s.where)]
    needs = _needs(s, places)
    rest = _deal_what_is_known(s, places, wanted, needs, cards, deal) if wanted or needs else places
    shuffled: list[Any] = cards
    dealt: list[Any] = deal
    at: i64 = len(cards)
    for place in rest:
        at -= 1
        dealt[place] = shuffled[at]
    return deal


def _deal_what_is_known(
    s: State, places: list[CardNo], wanted: Wanted, needs: Needs, cards: list[CardNo], deal: Deal
) -> list[CardNo]:
    """Deal a fitting card into each place of which something is known; return the other places."""
    matches = s.rules.catalog.matches
    rest: list[CardNo] = []
    for place in sorted(places, key=lambda place: place not in wanted):
        if place in wanted:
            wants = wanted[place][1]
            card = next(c for c in cards if all(matches(of, c) for of in wants))
        elif needs.get(s.where[place]):
            of = needs[s.where[place]].pop()
            card = next((c for c in cards if matches(of, c)), cards[-1])
        else:
            rest.append(place)
            continue
        cards.remove(card)
        deal[place] = card
    return rest


def _needs(s: State, places: list[CardNo]) -> Needs:
    """Return filters that hands must contain cards for, since their seats are choosing them (UU-IMP-1)."""
    found: Needs = {}
    for request in s.requests:
        if request.zone >= HANDS and request.of is not None and request.least and not request.ends:
            taken = {*places, *_taken(s)}
            known = [
                c for c in s.zones[request.zone] if c not in taken and s.rules.catalog.matches(request.of, c)
            ]
            missing = request.least - len(known)
            found[request.zone] = [request.of] * max(0, missing)
    return found


def _ask_again(s: State, seat: Seat | None, rng: Rng) -> None:
    """Compute again what others can choose from hidden cards, and replace their sealed picks at random."""
    requests, all_picks = [], []
    for request, picks in zip(s.requests, s.picks, strict=True):
        fresh = request if request.seat == seat else _renewed(s, request)
        if request.seat != seat and not s.is_race:  # in a race, a seat that has answered has passed
            drawn = _drawn(request, fresh, picks, rng)
            all_picks.append(drawn)
        else:
            all_picks.append(picks)
        requests.append(fresh)
    s.requests, s.picks = tuple(requests), tuple(all_picks)
    traits.refresh(s)
    count_unanswered(s)


def _drawn(request: Request, fresh: Request, picks: tuple[Option, ...], rng: Rng) -> tuple[Option, ...]:
    """Return as many random picks; a row of picks has come to its end if the true one has, and only then."""
    drawn: tuple[Option, ...] = ()
    while len(drawn) < len(picks) and (decision := decision_of(fresh, drawn)):
        options = [option for option in decision.options if option != REDRAW]
        if fresh.most > 1:
            options = [option for option in options if option not in fresh.ends]
        if not options:
            break
        drawn += (rng.choice(options),)
    if fresh.most > 1 and fresh.ends and is_answered(request, picks) and not is_answered(fresh, drawn):
        drawn = (*drawn[: len(picks) - 1], fresh.ends[0])
    return drawn


def _renewed(s: State, request: Request) -> Request:
    """Return a request for the cards that are now in its zone, or about the card that was drawn."""
    top = s.k
    if top is not None and isinstance(top.word, Reveal) and top.pc == 2:
        return offer_of(s, top.word, top.env)
    if request.zone < 0:
        return request
    if request.why == "action":
        return with_candidates(request, actions(s, request.seat), ())
    if request.kind is Kind.RESPOND:
        return with_candidates(request, responses_of(s, request.seat), ())
    if request.of is None:  # the top of the deck
        return with_candidates(request, request.candidates, _first_copies(s, request.candidates, request))
    taken = _taken(s)
    cards = [
        card
        for card in s.zones[request.zone]
        if card not in taken and s.rules.catalog.matches(request.of, card)
    ]
    if request.alike:
        found = tuple(sorted(cards))
        return with_candidates(request, found, _first_copies(s, found, request))
    return with_candidates(request, tuple(distinct(s, cards)), ())


def _first_copies(s: State, cards: tuple[CardNo, ...], request: Request) -> tuple[CardNo, ...]:
    """Return the first copy of each card, if equal copies are offered one at a time."""
    return tuple([s.rules.catalog.twins[card][0] for card in cards]) if request.alike else ()


def _taken(s: State) -> set[CardNo]:
    """Return the cards already chosen in this link: none may be chosen twice (UU-EFF-4)."""
    return {card for change in s.plan for card in change.cards}
