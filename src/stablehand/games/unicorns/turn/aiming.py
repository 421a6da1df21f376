"""Declaring the players at whom a card is aimed, one after the other (UU-PLAY-4, `targets = players`).

Declared are all aims of a Magic card, or of what a card does when it enters its player's own stable; what it
does in another stable is chosen by the player there, and the choices of others are never declared. Where
nobody can be named as things stand, nobody is, and the choice is left to the time of the effect.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.core.contract import Kind
from stablehand.games.unicorns.knowledge import traits
from stablehand.games.unicorns.knowledge.aims import FROM, WHOM, Aim, aims_of
from stablehand.games.unicorns.knowledge.candidates import (
    amount,
    candidates,
    destinations,
    place_of,
    whom,
)
from stablehand.games.unicorns.state.records import NO_CARD, Env, Request, Trigger
from stablehand.games.unicorns.state.state import SEAT0
from stablehand.games.unicorns.vocabulary import Act, Make, Search, Some, With

if TYPE_CHECKING:
    from stablehand.games.unicorns.decks.definition import Effect
    from stablehand.games.unicorns.state.records import CardNo, Seat
    from stablehand.games.unicorns.state.state import State


def effects_of(s: State, seat: Seat, card: CardNo, to: Seat) -> tuple[Effect, ...]:
    """Return the effects whose players are declared with a card that its player plays into a stable."""
    definition = s.rules.catalog.cards[card]
    if definition.cast or (to == seat and not traits.mutes(s, seat, card)):
        return _own_effects(s, card)
    return ()


def _own_effects(s: State, card: CardNo) -> tuple[Effect, ...]:
    """Return the effect of a Magic card, or what a card does when it enters."""
    definition = s.rules.catalog.cards[card]
    return (definition.cast,) if definition.cast else tuple(definition.entering)


def next_question(
    s: State, seat: Seat, card: CardNo, to: Seat, aims: tuple[int, ...], named: tuple[Seat, ...]
) -> Request | None:
    """Return the question for the next player to be named, or None if the aim at hand is done.

    `aims` is what was declared for the aims before it, `named` whom has been named for this one.
    """
    effect, aim, env = _at(s, seat, card, to, aims)
    seats = _choices(s, aim, env, named)
    if not seats or len(named) >= _wanted(s, aim, env):
        return None
    why = "aim" if aim.role == FROM or isinstance(aim.word, Search) else effect.path
    return Request(seat, Kind.SEAT, tuple(SEAT0 + other for other in seats), why)


def count(s: State, seat: Seat, card: CardNo, to: Seat) -> int:
    """Return how many aims a card has."""
    return sum(len(aims_of(effect.do)) for effect in effects_of(s, seat, card, to))


def aimed(s: State, trigger: Trigger, aims: tuple[int, ...]) -> Trigger:
    """Return an effect of the card that was played with the players that were declared for it."""
    at = 0
    for effect in _own_effects(s, trigger.source):
        end = at + len(aims_of(effect.do))
        if effect.number == trigger.effect:
            return Trigger(trigger.effect, trigger.you, trigger.source, trigger.it, aims=aims[at:end])
        at = end
    return trigger


def players(s: State, aims: tuple[int, ...]) -> list[Seat]:
    """Return the players that were named, in seat order."""
    found = 0
    for seats in aims:
        if seats != s.rules.everybody:
            found |= seats
    return list(s.rules.members[found])


def _at(s: State, seat: Seat, card: CardNo, to: Seat, aims: tuple[int, ...]) -> tuple[Effect, Aim, Env]:
    """Return the aim that follows those declared, its effect, and the environment to judge it in."""
    at = 0
    for effect in effects_of(s, seat, card, to):
        points = aims_of(effect.do)
        if len(aims) < at + len(points):
            done = aims[at:]
            free = (s.rules.everybody,) * (len(points) - len(done))
            return effect, points[len(done)], Env(seat, card, effect.number, aims=(*done, *free))
        at += len(points)
    raise AssertionError("a card has as many aims as were counted")


def _wanted(s: State, aim: Aim, env: Env) -> int:
    """Return how many players may be named: one for each card that is chosen from stables."""
    is_from = aim.role == FROM and isinstance(aim.word, Act) and isinstance(aim.word.what, Some)
    return amount(s, aim.word.what.n, env) if is_from else 1  # type: ignore[attr-defined]  # as checked


def _choices(s: State, aim: Aim, env: Env, named: tuple[Seat, ...]) -> list[Seat]:
    """Return the players who can be named: as often as they have cards that could be chosen."""
    word = aim.word
    if aim.role == WHOM:
        assert isinstance(word, Make | With)
        return whom(s, word, env)
    if isinstance(word, Search):
        return _homes(s, word)
    assert isinstance(word, Act)
    if word.verb == "give":  # whether there is a card to give is not shown by asking
        return destinations(s, word, NO_CARD, env)
    cards = _cards(s, word, env)
    if aim.role == FROM:
        owners = [env.you if card == env.source else s.controller(card) for card in cards]
        return sorted(owner for owner in set(owners) if owners.count(owner) > named.count(owner))
    return sorted({seat for card in cards for seat in destinations(s, word, card, env)})


def _homes(s: State, search: Search) -> list[Seat]:
    """Return the seats into whose stables a card that fits can be brought, whether or not it is found."""
    cards = s.rules.catalog.fitting(search.of)
    return [seat for seat in range(s.rules.seats) if any(traits.may_enter(s, card, seat) for card in cards)]


def _cards(s: State, act: Act, env: Env) -> list[CardNo]:
    """Return the cards that an act could choose, with the card itself if it will have entered (RUL-19)."""
    if not isinstance(act.what, Some):
        return [env.source]
    of = act.what.of
    found = candidates(s, act, of, env)
    definition = s.rules.catalog.cards[env.source]
    is_there = definition.cast is None and place_of(s, act, of) in {"yours", "stables"} and not of.is_other
    if is_there and s.rules.catalog.matches(of, env.source):
        found.append(env.source)
    return found
