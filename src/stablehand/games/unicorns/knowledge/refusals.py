"""Explanations: each visible card that is not offered, with the ids of the rules that forbid it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.core.contract import Kind
from stablehand.games.unicorns.knowledge import protection, traits
from stablehand.games.unicorns.knowledge.candidates import place_of
from stablehand.games.unicorns.knowledge.occasions import RULES_OF, asked_occasion
from stablehand.games.unicorns.resolution.asking import decisions
from stablehand.games.unicorns.state.state import SEAT0
from stablehand.games.unicorns.turn.play import obstacles
from stablehand.games.unicorns.vocabulary import Act, All, Immune, Some, Word

if TYPE_CHECKING:
    from stablehand.core.contract import Decision, Seat
    from stablehand.games.unicorns.state.records import CardNo
    from stablehand.games.unicorns.state.state import State


def refusals(s: State, seat: Seat) -> dict[str, tuple[str, ...]]:
    """Return the rules that forbid each visible card that is not offered to a seat: card id → rule ids."""
    decision = next((d for d in decisions(s) if d.seat == seat), None)
    if decision is None:
        return {}
    offered = {s.rules.catalog.cards[o].id for o in (*decision.options, *decision.group) if o < SEAT0}
    found: dict[str, tuple[str, ...]] = {}
    for card, rules in _reasons(s, seat, decision):
        name = s.rules.catalog.cards[card].id
        if name not in offered and rules:
            found[name] = tuple(dict.fromkeys(found.get(name, ()) + tuple(rules)))
    return dict(sorted(found.items()))


def _reasons(s: State, seat: Seat, decision: Decision) -> list[tuple[CardNo, list[str]]]:
    match decision.kind:
        case Kind.ACTION:
            return [(card, obstacles(s, seat, card)) for card in s.hand(seat)]
        case Kind.RESPOND:
            return [(card, _no_response(s, seat, card)) for card in s.hand(seat)]
        case Kind.SETUP:  # a baby that another seat has taken
            babies = (card for other in range(s.rules.seats) for card in s.stable(other))
            return [(card, ["UU-SETUP-2"]) for card in babies]
        case Kind.CARD:
            act = _asking(s)
            if act is None:
                return []
            stabled = [card for other in range(s.rules.seats) for card in s.stable(other)]
            return [(card, why_not(s, act, card)) for card in (*stabled, *s.hand(seat))]
        case _:
            return []


def _no_response(s: State, seat: Seat, card: CardNo) -> list[str]:
    definition = s.rules.catalog.cards[card]
    about = asked_occasion(s)
    if definition.type != "instant" or (definition.answers is None and about is not None):
        return ["UU-INST-1"]
    if definition.answers is not None and (about is None or about.verb not in definition.answers.verbs):
        return [RULES_OF[definition.answers.verbs[0]]]
    return [rule for source in traits.bans(s, seat, card) for rule in s.rules.catalog.cards[source].rulings]


def shields(s: State, name: str) -> list[str]:
    """Return the rulings of all effects that protect a card of that name in a stable from anything."""
    cards = s.rules.catalog.cards
    found: list[str] = []
    for seat in range(s.rules.seats):
        for card in s.stable(seat):
            if cards[card].id == name:
                for trait, source in s.live[seat]:
                    if isinstance(trait, Immune) and (
                        source == card if trait.of is None else traits.fits(s, trait.of, card)
                    ):
                        found += cards[source].rulings
                if s.pandas[seat] and cards[card].is_unicorn:
                    found.append("RUL-29")
    return found


def _asking(s: State) -> Act | None:
    """Return the act that the open question is about."""
    word: Word | None = s.k.word if s.k else None
    return word if isinstance(word, Act) else None


def why_not(s: State, act: Act, card: CardNo) -> list[str]:
    """Return the rules by which an act cannot choose a visible card; never empty."""
    assert s.k is not None
    env = s.k.env
    found = []
    owner = s.controller(card)
    if isinstance(act.what, Some) and owner >= 0:
        verb = act.verb
        if verb == "remove":
            verb = "sacrifice" if owner == env.you else "destroy"
        sources = [*protection.keepers(s, env.you, verb), *protection.protectors(s, verb, card, env, owner)]
        found += [rule for source in sources for rule in s.rules.catalog.cards[source].rulings]
        if (
            s.pandas[owner]
            and s.rules.catalog.cards[card].is_unicorn
            and not traits.fits(s, act.what.of, card)
        ):
            found.append("RUL-29")
        seats = _destinations(s, act, owner)
        if seats and not any(traits.may_enter(s, card, seat) for seat in seats):
            found += [
                rule
                for seat in seats
                for source in traits.bars(s, card, seat)
                for rule in s.rules.catalog.cards[source].rulings
            ]
        place = place_of(s, act, act.what.of)
        if (place == "yours" and owner != env.you) or (place == "others" and owner == env.you):
            found.append(
                f"UU-KEY-{act.verb}" if act.verb in {"destroy", "sacrifice", "steal"} else "UU-EFF-7"
            )
    for change in s.plan:
        if card in change.cards:
            is_whole = isinstance(change.word, Act) and isinstance(change.word.what, All)
            found += ["UU-EFF-4", "RUL-43" if is_whole else "RUL-02"]
    return found or ["UU-EFF-7"]


def _destinations(s: State, act: Act, owner: Seat) -> list[Seat]:
    """Return the seats into whose stables an act would put a card of that owner."""
    assert s.k is not None
    env = s.k.env
    if act.verb in {"steal", "bring"}:
        return [env.you]
    if act.verb == "move":
        seats = [env.they] if act.to == "their_stable" else range(s.rules.seats)
        return [seat for seat in seats if seat != owner and (act.to != "another" or seat != env.you)]
    return []
