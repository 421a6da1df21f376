"""What happens and is watched: the effects that an `Each` sets off (RUL-61).

Whoever moves a card tells it here once that is done. Where no card in a stable watches such a thing, that
costs one test (`traits.is_done`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.games.unicorns.decks.watched import ANSWERS, DRAWS, LISTENING, PLAYS, VERBS
from stablehand.games.unicorns.knowledge import traits
from stablehand.games.unicorns.state.records import NO_CARD, NOBODY, Trigger
from stablehand.games.unicorns.state.zones import draw
from stablehand.games.unicorns.vocabulary import ANY_CARD, Act, Make, Some

if TYPE_CHECKING:
    from stablehand.core.build import i64
    from stablehand.games.unicorns.state.records import CardNo, Seat
    from stablehand.games.unicorns.state.state import State
    from stablehand.games.unicorns.vocabulary import Event

TOLD: Final = ("sacrifice", "destroy", "steal")
"""What happens to a card of a stable."""


def came_or_went(s: State, verb: str, seat: Seat, card: CardNo) -> None:
    """Queue what watches cards enter or leave a seat's stable; they count as printed (RUL-29, RUL-33)."""
    if not traits.does(s, seat, LISTENING):
        return
    cards = s.rules.catalog.cards
    for source in traits.at_work(s, seat):
        if source == card and verb == "leave":
            continue
        for ability, effect in cards[source].each:
            event = ability.event
            if verb in event.verbs and _is_meant(s, event, source, card) and not traits.is_muted(s, source):
                s.fresh += (Trigger(effect.number, seat, source, card),)


def happened(s: State, verb: str, card: CardNo, home: Seat, by: Seat) -> None:
    """Queue what watches this happen: to a card that is or was a seat's (`home`), done by a player."""
    s.fresh += tuple(watchers(s, verb, card, home, by))


def watchers(s: State, verb: str, card: CardNo, home: Seat, by: Seat) -> list[Trigger]:
    """Return the effects that watch this happen, in turn order."""
    event: i64 = VERBS.get(verb, 0)
    roles = s.rules.catalog.roles
    return [
        Trigger(effect.number, seat, source, card, by)
        for seat in s.clockwise(s.active)
        if traits.does(s, seat, event)
        for source in traits.at_work(s, seat)
        if roles[source] & event
        for ability, effect in s.rules.catalog.cards[source].each
        if verb in ability.event.verbs
        and ability.event.by in {"anyone", "you" if by == seat else "others"}
        and (ability.event.of.place != "yours" or home == seat)
        and (card == NO_CARD or _is_meant(s, ability.event, source, card))
        and not (verb in TOLD and _is_no_unicorn(s, ability.event, card, home))
        and not traits.is_muted(s, source)
    ]


def draw_cards(s: State, seat: Seat, count: i64) -> i64:
    """Draw cards; however many, that is one drawing (RUL-61)."""
    drawn = draw(s, seat, count)
    if drawn and traits.is_done(s, DRAWS):
        happened(s, "draw", NO_CARD, seat, seat)
    return drawn


def was_played(s: State, card: CardNo, seat: Seat) -> None:
    """Queue what watches a seat play a card, once it has entered or taken effect; no Instant (RUL-67)."""
    if traits.is_done(s, PLAYS) and s.rules.catalog.cards[card].type != "instant":
        happened(s, "play", card, seat, seat)


def toll(s: State, owner: Seat) -> int:
    """Return how many cards of the hand an Instant against a card of this player costs (RUL-57)."""
    found = 0
    if not traits.is_done(s, ANSWERS):
        return found
    for trigger in watchers(s, "answer", NO_CARD, owner, NOBODY):
        match s.rules.catalog.effects[trigger.effect].do:
            case Make("its_owner", Act("give", Some(int(n)))):
                found += n
            case _:
                pass
    return found


def _is_meant(s: State, event: Event, source: CardNo, card: CardNo) -> bool:
    """Whether an event of a card is about this card, as printed."""
    return s.rules.catalog.mask(event.of)[card] > 0 and not (event.of.is_other and source == card)


def _is_no_unicorn(s: State, event: Event, card: CardNo, home: Seat) -> bool:
    """Whether a card was no Unicorn in its stable and the event is about certain kinds (RUL-29)."""
    is_other = s.pandas[home] and s.rules.catalog.cards[card].is_unicorn
    return is_other and event.of.kinds != ANY_CARD
