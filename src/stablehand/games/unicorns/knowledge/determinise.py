"""Dealing a random state that fits what a seat knows.

Cards in hands and deck that the seat does not know for certain change places at random; every reference to
one (picks that others have not shown, planned changes) follows its place. The result depends on the true
cards only as far as the seat knows them: hidden places are filled in an order that does not depend on the
cards there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stablehand.core.rng import Rng
from stablehand.games.unicorns.knowledge import traits
from stablehand.games.unicorns.resolution.machine import decision_of, open_questions
from stablehand.games.unicorns.state.records import Change, Env, Frame, Request, Trigger
from stablehand.games.unicorns.state.state import ASIDE, DECK, HANDS, REDRAW, State
from stablehand.games.unicorns.state.zones import distinct
from stablehand.games.unicorns.turn.turn import actions
from stablehand.games.unicorns.turn.window import instants_of
from stablehand.games.unicorns.vocabulary import Act, All, Foresee, Some

if TYPE_CHECKING:
    from stablehand.core.contract import Seat
    from stablehand.games.unicorns.state.records import CardNo, ZoneNo
    from stablehand.games.unicorns.vocabulary import Filter


def determinise(true: State, seat: Seat | None, seed: int) -> State:
    """Return a random state in which the seat knows exactly what it knows now."""
    s = true.clone()
    rng = Rng.from_seed(seed, "determinise")
    places = _hidden_places(s, seat)
    deal = _deal(s, places, rng)
    _relabel(s, deal)
    s.rng_key = rng.key
    s.rng_counter = 0
    _ask_again(s, seat, rng)
    return s


class _Place:
    """The place of a hidden card: who knows the card, and what is known of it without seeing it."""

    __slots__ = ("card", "known", "order", "wants", "zone")

    def __init__(
        self, card: CardNo, zone: ZoneNo, known: int, picked: tuple[int, tuple[Filter, ...]]
    ) -> None:
        self.card = card
        self.zone = zone
        self.known = known
        self.order, self.wants = picked
        """The filters by which it was picked: the card dealt there must fit them."""


def _hidden_places(s: State, seat: Seat | None) -> list[_Place]:
    """Return the places of cards that a seat does not know, in an order that reveals nothing about them."""
    wanted = _picked_from_hands(s)
    places = []
    bit = s.bit_of(seat)
    for zone in (DECK, ASIDE, *range(HANDS, HANDS + s.rules.seats)):
        found = []
        for card in s.zones[zone]:
            is_known = s.known[card] >> bit & 1
            if not is_known and zone != ASIDE:
                found.append(_Place(card, zone, s.known[card], wanted.get(card, (0, ()))))
        if zone != DECK:  # a hand has no order: sort by what is known without seeing the card
            found.sort(key=lambda place: (place.known, place.order))
        places += found
    return places


def _picked_from_hands(s: State) -> dict[CardNo, tuple[int, tuple[Filter, ...]]]:
    """Return the hidden cards that were picked: in which order, and by which filters."""
    found: dict[CardNo, tuple[int, tuple[Filter, ...]]] = {}
    changes = list(s.plan)
    frame = s.k
    while frame is not None:
        changes += _changes_in(frame.data)
        if isinstance(frame.word, Act) and _holds_cards(frame):
            changes.append(Change(frame.word, frame.env, frame.data))
        frame = frame.next
    for number, change in enumerate(changes, start=1):
        if isinstance(change.word, Act) and isinstance(change.word.what, Some | All):
            for card in change.cards:
                order, wants = found.get(card, (number, ()))
                found[card] = (order, (*wants, change.word.what.of))
    return found


def _holds_cards(frame: Frame) -> bool:
    """Whether a frame's data are the cards picked so far: for a destination, or from the top of the deck."""
    return (isinstance(frame.word, Act) and frame.pc == 2) or isinstance(frame.word, Foresee)


def _changes_in(data: Any) -> list[Change]:  # noqa: ANN401 - a frame's data
    if isinstance(data, Change):
        return [data]
    if isinstance(data, tuple):
        return [change for part in data for change in _changes_in(part)]
    return []


def _deal(s: State, places: list[_Place], rng: Rng) -> dict[CardNo, CardNo]:
    """Put the hidden cards into the hidden places at random, consistent with what is known of the places."""
    cards = sorted(place.card for place in places)
    rng.shuffle(cards)
    matches = s.rules.catalog.matches
    dealt: dict[CardNo, CardNo] = {}
    needs = _needs(s, places)
    for place in sorted(places, key=lambda place: not place.wants):
        if place.wants:
            card = next(c for c in cards if all(matches(of, c) for of in place.wants))
        elif needs.get(place.zone):
            of = needs[place.zone].pop()
            card = next((c for c in cards if matches(of, c)), cards[-1])
        else:
            continue
        cards.remove(card)
        dealt[place.card] = card
    for place in places:
        if place.card not in dealt:
            dealt[place.card] = cards.pop()
    return dealt


def _needs(s: State, places: list[_Place]) -> dict[ZoneNo, list[Filter]]:
    """Return filters that hands must contain cards for, since their seats are choosing them (UU-IMP-1)."""
    taken = {place.card for place in places} | _taken(s)
    found: dict[ZoneNo, list[Filter]] = {}
    for request in s.requests:
        if request.zone >= HANDS and request.of is not None and request.least and not request.ends:
            known = [
                c for c in s.zones[request.zone] if c not in taken and s.rules.catalog.matches(request.of, c)
            ]
            missing = request.least - len(known)
            found[request.zone] = [request.of] * max(0, missing)
    return found


def _relabel(s: State, deal: dict[CardNo, CardNo]) -> None:
    """Replace every reference to a hidden card by the card dealt to its place."""
    known = {new: s.known[old] for old, new in deal.items()}
    for card, bits in known.items():
        s.known[card] = bits
    for zone, cards in enumerate(s.zones):
        if zone == DECK or HANDS <= zone < HANDS + s.rules.seats:
            new = [deal.get(card, card) for card in cards]
            s.zones[zone] = new if zone == DECK else sorted(new)
            for card in new:
                s.where[card] = zone
    s.plan = _follow(s.plan, deal)
    s.queue = _follow(s.queue, deal)
    s.fresh = _follow(s.fresh, deal)
    s.about = (s.about[0], deal.get(s.about[1], s.about[1]))
    s.picks = tuple(tuple(deal.get(pick, pick) for pick in picks) for picks in s.picks)
    s.picked = tuple(tuple(deal.get(pick, pick) for pick in picks) for picks in s.picked)
    s.requests = tuple(_follow_request(request, deal) for request in s.requests)
    frames = []
    frame = s.k
    while frame is not None:
        frames.append(frame)
        frame = frame.next
    s.k = None
    for frame in reversed(frames):
        data = _follow(frame.data, deal)
        if _holds_cards(frame):
            data = tuple(deal.get(card, card) for card in frame.data)
        s.k = Frame(frame.word, frame.pc, _follow(frame.env, deal), data, s.k)


def _follow(thing: Any, deal: dict[CardNo, CardNo]) -> Any:  # noqa: ANN401 - any part of a state
    """Return a copy with the cards of all records replaced; numbers outside records are not cards."""
    if isinstance(thing, Change):
        cards = tuple(deal.get(card, card) for card in thing.cards)
        if isinstance(thing.word, Act):  # picked together, without an order
            cards = tuple(sorted(cards))
        return Change(
            thing.word,
            _follow(thing.env, deal),
            cards,
            thing.places,
            thing.to,
            thing.stage,
            _follow(thing.frames, deal),
        )
    if isinstance(thing, Env):
        it = deal.get(thing.it, thing.it)
        return thing if it == thing.it else thing.but(it=it)
    if isinstance(thing, Frame):
        return Frame(thing.word, thing.pc, _follow(thing.env, deal), _follow(thing.data, deal), None)
    if isinstance(thing, Trigger):
        frames = _follow(thing.frames, deal)
        return Trigger(
            thing.effect,
            thing.you,
            thing.source,
            thing.it,
            thing.they,
            frames,
            thing.is_ordered,
            thing.aims,
        )
    if isinstance(thing, tuple):
        return tuple(_follow(part, deal) for part in thing)
    return thing


def _follow_request(request: Request, deal: dict[CardNo, CardNo]) -> Request:
    if request.zone < 0:
        return request
    return _with_candidates(
        request, tuple(sorted(deal.get(card, card) for card in request.candidates)), request.alike
    )


def _with_candidates(request: Request, cards: tuple[CardNo, ...], alike: tuple[CardNo, ...]) -> Request:
    return Request(
        request.seat, request.kind, cards, request.why, request.least, request.most, request.ends,
        request.zone,
        request.of, alike,
    )  # fmt: skip


def _ask_again(s: State, seat: Seat | None, rng: Rng) -> None:
    """Compute again what others can choose from hidden cards, and replace their sealed picks at random."""
    requests, all_picks = [], []
    for request, picks in zip(s.requests, s.picks, strict=True):
        fresh = request if request.seat == seat or request.zone < 0 else _renewed(s, request)
        if request.seat != seat and not s.is_race:  # in a race, a seat that has answered has passed
            drawn: tuple[int, ...] = ()
            while len(drawn) < len(picks) and (decision := decision_of(fresh, drawn)):
                drawn += (rng.choice([option for option in decision.options if option != REDRAW]),)
            all_picks.append(drawn)
        else:
            all_picks.append(picks)
        requests.append(fresh)
    s.requests, s.picks = tuple(requests), tuple(all_picks)
    traits.refresh(s)
    open_questions(s)


def _renewed(s: State, request: Request) -> Request:
    """Return a request for the cards that are now in its zone."""
    if request.why == "action":
        return _with_candidates(request, actions(s, request.seat), ())
    if request.why == "window":
        return _with_candidates(request, instants_of(s, request.seat), ())
    if request.of is None:
        return request
    taken = _taken(s)
    cards = [
        card
        for card in s.zones[request.zone]
        if card not in taken and s.rules.catalog.matches(request.of, card)
    ]
    if request.alike:
        cards.sort()
        return _with_candidates(request, tuple(cards), tuple(s.rules.catalog.twins[c][0] for c in cards))
    return _with_candidates(request, tuple(distinct(s, cards)), ())


def _taken(s: State) -> set[CardNo]:
    """Return the cards already chosen in this link: none may be chosen twice (UU-EFF-4)."""
    return {card for change in s.plan for card in change.cards}
