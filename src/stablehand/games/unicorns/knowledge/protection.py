"""What protects cards in stables from verbs (RUL-37 to RUL-39), and keeps players from them (RUL-66)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.games.unicorns.knowledge import traits
from stablehand.games.unicorns.knowledge.traits import KEEPS
from stablehand.games.unicorns.state.records import NOBODY
from stablehand.games.unicorns.vocabulary import EVERYTHING, Cannot, Immune

if TYPE_CHECKING:
    from stablehand.games.unicorns.state.records import CardNo, Env, Seat
    from stablehand.games.unicorns.state.state import State
    from stablehand.games.unicorns.vocabulary import Filter


def can_be(s: State, verb: str, card: CardNo, env: Env) -> bool:
    """Whether nothing protects a card in a stable from a verb of an effect."""
    seat = s.controller(card)
    if seat == NOBODY or not s.shielded >> seat & 1:
        return True
    for trait, source in s.live[seat]:
        if isinstance(trait, Immune) and _protects(s, trait, source, verb, card, env, seat):
            return False
    return True


def protectors(s: State, verb: str, card: CardNo, env: Env, seat: Seat) -> list[CardNo]:
    """Return the cards that protect a card from a verb of an effect."""
    return [
        source
        for trait, source in s.live[seat]
        if isinstance(trait, Immune) and _protects(s, trait, source, verb, card, env, seat)
    ]


def _protects(s: State, trait: Immune, source: CardNo, verb: str, card: CardNo, env: Env, seat: Seat) -> bool:
    """Whether a trait of a card in a seat's stable protects a card there from a verb of an effect."""
    return (
        (verb in trait.verbs or EVERYTHING in trait.verbs)
        and (source == card if trait.of is None else traits.fits(s, trait.of, card))
        and (trait.by is None or _is_by(s, trait.by, env, seat))
    )


def _is_by(s: State, by: Filter, env: Env, seat: Seat) -> bool:
    """Whether an effect is of a card that fits a filter and, with the place "others", is not the seat's."""
    if env.source < 0 or not s.rules.catalog.matches(by, env.source):
        return False
    return by.place != "others" or (env.you if env.boss == NOBODY else env.boss) != seat


def keepers(s: State, seat: Seat, verb: str) -> list[CardNo]:
    """Return the cards that keep a seat from doing that to any card (RUL-66)."""
    return [source for trait, source in s.live[seat] if isinstance(trait, Cannot) and trait.verb == verb]


def is_kept(s: State, seat: Seat, verb: str) -> bool:
    """Whether a card keeps a seat from doing that to any card (RUL-66)."""
    if not s.kinds[seat] & KEEPS:
        return False
    for trait, _ in s.live[seat]:  # noqa: SIM110 - compiled, a plain loop is the fastest
        if isinstance(trait, Cannot) and trait.verb == verb:
            return True
    return False
