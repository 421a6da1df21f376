"""Putting other cards in the place of hidden ones, in all of a state that refers to them.

Places are named by the cards that are truly there, and a `Deal` says which card each gets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stablehand.games.unicorns.state.records import Change, Env, Frame, Request, Trigger
from stablehand.games.unicorns.state.state import DECK, HANDS
from stablehand.games.unicorns.vocabulary import Act, Look, Search

if TYPE_CHECKING:
    from stablehand.core.build import i64
    from stablehand.core.rows import Row
    from stablehand.games.unicorns.state.records import CardNo, ZoneNo
    from stablehand.games.unicorns.state.state import State

    Deal = list[CardNo]
    """For each card, the one that is dealt in its place; a card that is not hidden stays."""


def relabel(s: State, deal: Deal) -> None:
    """Replace every reference to a hidden card by the card dealt to its place."""
    known = s.known
    s.known = known[:]
    _deal_zone(s, DECK, known, deal)
    for zone in range(HANDS, s.rules.first_stable):
        if _deal_zone(s, zone, known, deal):
            s.zones[zone].sort()
    s.plan = _follow(s.plan, deal)
    s.queue = _follow(s.queue, deal)
    s.fresh = _follow(s.fresh, deal)
    s.about = (s.about[0], _new(deal, s.about[1]))
    s.picks = tuple([_new_cards(deal, picks) for picks in s.picks])
    s.picked = tuple([_new_cards(deal, picks) for picks in s.picked])
    s.requests = tuple([_follow_request(request, deal) for request in s.requests])
    s.k = _follow_continuation(s.k, deal)


def _deal_zone(s: State, zone: ZoneNo, known: Row, deal: list[Any]) -> bool:
    """Put the cards that are dealt there into a zone; return whether there are any.

    `known` is who knew of each place. As lists of anything, compiled, those of cards are moved without being
    taken out and wrapped again.
    """
    row: list[Any] = s.zones[zone]
    where, knows = s.where, s.known
    is_changed = False
    at: i64 = 0
    while at < len(row):
        place: i64 = row[at]
        new = deal[place]
        card: i64 = new
        if card != place:
            row[at] = new
            where[card] = zone
            knows[card] = known[place]
            is_changed = True
        at += 1
    return is_changed


def _new(deal: Deal, card: CardNo) -> CardNo:
    """Return the card that was dealt in place of one; a number that is no card stays as it is."""
    return deal[card] if 0 <= card < len(deal) else card


def _new_cards(deal: Deal, cards: tuple[CardNo, ...]) -> tuple[CardNo, ...]:
    return tuple([_new(deal, card) for card in cards])


def _follow_continuation(top: Frame | None, deal: Deal) -> Frame | None:
    frames: list[Frame] = []
    frame = top
    while frame is not None:
        frames.append(frame)
        frame = frame.next
    done: Frame | None = None
    while frames:
        frame = frames.pop()
        data = _new_cards(deal, frame.data) if holds_cards(frame) else _follow(frame.data, deal)
        done = Frame(frame.word, frame.pc, _follow_env(frame.env, deal), data, done)
    return done


def _follow(thing: Any, deal: Deal) -> Any:  # noqa: ANN401 - any part of a state
    """Return a copy with the cards of all records replaced; numbers outside records are not cards."""
    if isinstance(thing, int):
        return thing
    if isinstance(thing, tuple):
        return tuple([_follow(part, deal) for part in thing]) if thing else thing
    if isinstance(thing, Change):
        cards = _new_cards(deal, thing.cards)
        if isinstance(thing.word, Act):  # picked together, without an order
            cards = tuple(sorted(cards))
        env, frames = _follow_env(thing.env, deal), _follow(thing.frames, deal)
        return Change(thing.word, env, cards, thing.places, thing.to, thing.stage, frames)
    if isinstance(thing, Env):
        return _follow_env(thing, deal)
    if isinstance(thing, Frame):
        env = _follow_env(thing.env, deal)
        return Frame(thing.word, thing.pc, env, _follow(thing.data, deal), None)
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
    return thing


def _follow_env(env: Env, deal: Deal) -> Env:
    it = _new(deal, env.it)
    return env if it == env.it else env.but(it=it)


def _follow_request(request: Request, deal: Deal) -> Request:
    if request.zone < 0:
        return request
    return with_candidates(request, tuple(sorted(_new_cards(deal, request.candidates))), request.alike)


def with_candidates(request: Request, cards: tuple[CardNo, ...], alike: tuple[CardNo, ...]) -> Request:
    """Return the same question about other cards."""
    return Request(
        request.seat, request.kind, cards, request.why, request.least, request.most, request.ends,
        request.zone,
        request.of, alike,
    )  # fmt: skip


def holds_cards(frame: Frame) -> bool:
    """Whether a frame's data are the cards picked so far: for a destination, or from the top of the deck."""
    if isinstance(frame.word, (Act, Search)):
        return frame.pc == (2 if isinstance(frame.word, Act) else 3)
    return isinstance(frame.word, Look)
