"""What the effects of a stage demand of a seat, and which of its cards they reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from stablehand.games.fairytale.state.state import NOTHING
from stablehand.games.fairytale.vocabulary import ANY, CLOSE_ALL, CLOSE_OWN, NONE, OPEN

if TYPE_CHECKING:
    from stablehand.core.contract import Seat
    from stablehand.games.fairytale.state.state import State
    from stablehand.games.fairytale.vocabulary import CardNo, Faction, Topic


@final
class Demand:
    """What a stage asks of a seat: cards of a faction, how many, whose effects ask for them. Immutable."""

    __slots__ = ("faction", "number", "owners")

    def __init__(self, faction: Faction, number: int, owners: tuple[Seat, ...]) -> None:
        self.faction = faction
        self.number = number
        self.owners = owners


def live_topics(s: State) -> int:
    """Return the topics of the effects of the cards revealed in this step, one bit each.

    `demands` then leaves out the hunted.
    """
    effects, live = s.rules.effects, 0
    for card in s.fresh:
        if card != NOTHING and effects[card] != NONE:
            live |= 1 << effects[card]
    return live


def demands(s: State, seat: Seat) -> list[Demand]:
    """Return what the stage asks of a seat.

    Two closes for all of one faction are one demand for two cards (FT-CLOSE-3). Those that name a faction
    come first, so that an unnamed one can never take the last card another needs.
    """
    topic = s.rules.topics[s.stage - 1]
    found: list[Demand] = []
    if topic != CLOSE_ALL:
        _add_effect(s, seat, topic, found)
        return found
    for owner in range(s.rules.seats):
        _add_effect(s, owner, topic, found)
    if len(found) > 1:
        found.sort(key=_named_first)
    return found


def _named_first(demand: Demand) -> tuple[bool, Faction]:
    return demand.faction == ANY, demand.faction


def _add_effect(s: State, owner: Seat, topic: Topic, found: list[Demand]) -> None:
    """Add what the effect of a seat's fresh card asks for, unless the card was hunted (FT-HUNT-1)."""
    card, rules = s.fresh[owner], s.rules
    if card == NOTHING or rules.effects[card] != topic or s.hunted >> owner & 1:
        return
    faction, count = rules.aims[card], rules.counts[card]
    for at, before in enumerate(found):
        if before.faction == faction:
            found[at] = Demand(faction, before.number + count, (*before.owners, owner))
            return
    found.append(Demand(faction, count, (owner,)))


def candidates(s: State, seat: Seat) -> list[CardNo]:
    """Return the cards of a seat that the stage's effects may touch at all, in the order of playing."""
    topic = s.rules.topics[s.stage - 1]
    is_open = topic == OPEN
    table, down = s.table[seat], s.down[seat]
    end = len(table)
    # FT-OPEN-1: never the card of this step, even if a close for all has just reached it.
    # FT-CLOSE-2: previously played cards only, unless the table plays otherwise.
    if s.fresh[seat] != NOTHING and (
        not fresh_is_up(s, seat)
        if is_open
        else topic == CLOSE_ALL and not s.rules.reaches_fresh and fresh_is_up(s, seat)
    ):
        end -= 1
    if down:
        return [table[place] for place in range(end) if (down >> place & 1 == 1) == is_open]
    return [] if is_open else table[:end]


def reached(s: State, seat: Seat, faction: Faction, pool: list[CardNo]) -> list[CardNo]:
    """Return the cards of the pool that a demand for a faction reaches, sorted."""
    factions = s.rules.factions
    group = [card for card in pool if faction == ANY or factions[card] == faction]
    # FT-CLOSE-1: the card just played may be closed instead, whatever its own faction.
    if s.rules.topics[s.stage - 1] == CLOSE_OWN and fresh_is_up(s, seat) and s.fresh[seat] not in group:
        group.append(s.fresh[seat])
    if len(group) > 1:
        group.sort()
    return group


def fresh_is_up(s: State, seat: Seat) -> bool:
    """Whether the card a seat revealed in this step still lies face up."""
    return s.fresh[seat] != NOTHING and not s.down[seat] >> (len(s.table[seat]) - 1) & 1


def closes_itself(s: State, seat: Seat, card: CardNo) -> bool:
    """Whether a seat that closes this card of its own can only mean the one just played (FT-CLOSE-1).

    That is so if the card is of another faction than the one to be closed: earlier copies are out of reach.
    """
    if s.rules.topics[s.stage - 1] != CLOSE_OWN or card != s.fresh[seat]:
        return False
    faction = s.rules.factions[card]
    for demand in demands(s, seat):  # noqa: SIM110 - compiled, a plain loop is the fastest
        if demand.faction in (ANY, faction):
            return False
    return True


def owners_of_picks(s: State, seat: Seat) -> list[tuple[Seat, ...]]:
    """Return for each sealed pick of a seat whose effects ask for it; call this before cards are turned."""
    pool = candidates(s, seat)
    picks = s.sealed[seat]
    found: list[tuple[Seat, ...]] = []
    for demand in demands(s, seat):
        number = len(reached(s, seat, demand.faction, pool))
        taken = picks[len(found) : len(found) + min(demand.number, number)]
        found += [demand.owners] * len(taken)
        for card in taken:
            pool.remove(card)
    return found
