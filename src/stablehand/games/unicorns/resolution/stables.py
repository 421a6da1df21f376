"""Cards leaving and entering stables, and the effects that this triggers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.games.unicorns.decks.watched import LOSSES
from stablehand.games.unicorns.knowledge import traits
from stablehand.games.unicorns.knowledge.counts import count_as
from stablehand.games.unicorns.resolution.events import came_or_went, happened
from stablehand.games.unicorns.state.records import NO_CARD, NOBODY, Env, Frame, Promise, Trigger
from stablehand.games.unicorns.state.state import DISCARD, HANDS, LIMBO, NURSERY
from stablehand.games.unicorns.state.zones import place, put, record
from stablehand.games.unicorns.turn import party
from stablehand.games.unicorns.vocabulary import ANOTHER, ANYONE, UNICORN, Act, Become, Mute, Procedure, Some

if TYPE_CHECKING:
    from stablehand.core.build import i64
    from stablehand.core.contract import Json
    from stablehand.games.unicorns.state.records import CardNo, Change, Seat, ZoneNo
    from stablehand.games.unicorns.state.state import State

RULES: Final[dict[str, tuple[str, ...]]] = {
    "destroy": ("UU-KEY-destroy",), "sacrifice": ("UU-KEY-sacrifice",), "discard": ("UU-KEY-discard",),
    "steal": ("UU-KEY-steal",), "bring": ("UU-PLAY-2",), "return": ("UU-PLAY-3",), "move": ("UU-PLAY-3",),
    "enter": ("UU-PLAY-1",), "shrink": ("RUL-26",), "banish": ("RUL-59",), "bury": ("UU-EFF-7",),
    "take": ("UU-KEY-search",), "give": ("UU-EFF-7",), "rescue": ("RUL-63",),
}  # fmt: skip
BACK: Final = ("UU-PLAY-3", "RUL-20")


class GoBack(Procedure):
    """A card that was borrowed goes back (RUL-20)."""

    __slots__ = ()


class Enter(Procedure):
    """A card that was played enters a stable (UU-PLAY-1)."""

    __slots__ = ()


class PutAway(Procedure):
    """A Magic card or an Instant goes to the discard pile, after its effect (UU-TYPE-6)."""

    __slots__ = ()


GO_BACK: Final = GoBack()
ENTER: Final = Enter()
PUT_AWAY: Final = PutAway()


def lose(s: State, verb: str, env: Env, cards: tuple[CardNo, ...]) -> i64:
    """Destroy or sacrifice cards; a player who removes their own card sacrifices it."""
    for card in cards:
        home = s.controller(card)
        how = verb
        if verb == "remove":
            how = "sacrifice" if home == env.you else "destroy"
        leave(s, how, home, card, DISCARD)
        if traits.is_done(s, LOSSES):
            happened(s, how, card, home, env.you)
    return len(cards)


def leave(s: State, how: str, seat: Seat, card: CardNo, zone: ZoneNo, by: Seat = NOBODY) -> None:
    """Move a card out of a stable to where such a card goes (UU-TYPE-8), and collect triggered effects.

    `by` is the player to whose hand it goes, if that is not its own player.
    """
    definition = s.rules.catalog.cards[card]
    is_muted = traits.is_muted(s, card)
    if definition.is_baby:
        zone = NURSERY
    elif definition.lands and not is_muted and how in {"destroy", "sacrifice"}:
        zone = HANDS + seat
    if s.recorder:
        facts: dict[str, Json] = {} if by == NOBODY else {"by": by}
        record(s, how, RULES[how], seat, (card,), goes=place(s, zone), options=[card], **facts)
    # RUL-26: shrinking triggers nothing; "when this leaves" is a triggered effect that can be muted (RUL-30).
    called = _called_back(s, card, is_silent=is_muted or how == "shrink")
    put(s, card, zone)
    if how == "shrink":
        return
    _gone(s, how, seat, card, is_muted=is_muted)
    for promise in called:
        _call_back(s, promise)
    if s.rules.is_costly and definition.is_unicorn and how in {"destroy", "sacrifice"}:
        party.unicorn_lost(s, seat)


def _gone(s: State, how: str, seat: Seat, card: CardNo, *, is_muted: bool) -> None:
    definition = s.rules.catalog.cards[card]
    if definition.is_parting and not is_muted:
        effects = definition.leaving
        if how in {"destroy", "sacrifice"}:
            effects = (*definition.dying, *effects)
        if how == "destroy":
            effects = (*definition.destroyed, *effects)
        for effect in effects:
            s.fresh += (Trigger(effect.number, seat, card, card),)
    if s.rules.catalog.is_heard[card]:
        came_or_went(s, "leave", seat, card)


def enter(
    s: State, how: str, seat: Seat, card: CardNo, by: Seat = NOBODY, rules: tuple[str, ...] = ()
) -> None:
    """Put a card into a stable and collect triggered effects (UU-PLAY-3, RUL-18).

    `by` is the player who plays it, or chose that it moves there; nobody if there was no choice.
    """
    definition = s.rules.catalog.cards[card]
    if s.recorder:
        facts = {} if by == NOBODY else {"by": by}
        origin = place(s, s.where[card])
        record(s, how, rules or RULES[how], seat, (card,), origin=origin, options=[card], **facts)
    put(s, card, s.stable_no(seat))
    for effect in definition.entering:
        if not traits.is_muted(s, card):
            s.fresh += (Trigger(effect.number, seat, card, card),)
    if s.rules.catalog.is_heard[card]:
        came_or_went(s, "enter", seat, card)
    if s.rules.is_costly:
        party.entered(s, seat, definition.type)


def into_stable(s: State, act: Act, change: Change, card: CardNo) -> i64:
    """Steal, bring or move a card into a stable."""
    home = s.controller(card)
    if home == change.to:  # its own player has caught it (RUL-62)
        record(s, "held", ("RUL-62",), home, (card,))
        return 1
    if not traits.may_enter(s, card, change.to):
        return 0
    is_chosen = act.verb == "move" and (isinstance(act.what, Some) or act.to in {ANYONE, ANOTHER})
    _shift(s, act.verb, card, change.to, change.env.you if is_chosen else NOBODY)
    if act.verb == "steal" and traits.is_done(s, LOSSES):
        happened(s, "steal", card, home, change.env.you)
    if act.until:
        if act.until == "this_leaves":
            promise = Promise(card, change.to, home, change.env.source, NOBODY)
        else:  # RUL-45: the end of the turn of the player who borrows or lends it
            promise = Promise(card, change.to, home, NO_CARD, change.env.you)
        s.promises += (promise,)
    return 1


def _shift(
    s: State, how: str, card: CardNo, seat: Seat, by: Seat = NOBODY, rules: tuple[str, ...] = ()
) -> None:
    """Move a card into a stable, out of the one it is in, if any."""
    home = s.controller(card)
    called: tuple[Promise, ...] = ()
    if home != NOBODY:
        is_muted = traits.is_muted(s, card)
        called = _called_back(s, card, is_silent=is_muted)
        _gone(s, how, home, card, is_muted=is_muted)
    enter(s, how, seat, card, by, rules)
    for promise in called:
        _call_back(s, promise)


def _called_back(s: State, card: CardNo, *, is_silent: bool) -> tuple[Promise, ...]:
    """Return the promises that a leaving card calls back; a silenced card drops them for good."""
    if not s.promises:
        return ()
    called = tuple(p for p in s.promises if p.source == card)
    if is_silent and called:
        s.promises = tuple(p for p in s.promises if p.source != card)
        return ()
    return called


def _call_back(s: State, promise: Promise) -> None:
    """Queue the return of a borrowed card as an effect of its own."""
    s.promises = tuple(p for p in s.promises if p is not promise)
    env = Env(promise.holder, promise.source, it=promise.card, they=promise.back)
    frame = Frame(GO_BACK, 0, env, (promise.card, promise.holder, promise.back), None)
    s.fresh += (Trigger(-1, promise.holder, promise.source, promise.card, promise.back, (frame,)),)


def go_back(s: State, card: CardNo, seat: Seat) -> i64:
    """Send a borrowed card back, if it may enter there."""
    if s.controller(card) == NOBODY or not traits.may_enter(s, card, seat):
        return 0
    _shift(s, "move", card, seat, rules=BACK)
    return 1


def refresh(s: State) -> bool:
    """Compute the traits of the stables that changed, and record what no move of a card tells.

    That is how many Unicorns a player has, where a card changes what counts as one (RUL-29, RUL-30).
    """
    if not s.recorder:
        return traits.refresh(s)
    touched, mute, pandas = s.touched, s.mute, s.pandas
    is_watched = traits.refresh(s)
    if mute is not s.mute:  # `traits` copies both lists before it changes them
        for seat in s.rules.members[touched]:
            if count_as(s, seat, mute[seat], pandas[seat]) != s.counts[seat]:
                _record_count(s, seat, "RUL-30" if pandas[seat] == s.pandas[seat] else "RUL-29")
    return is_watched


def _record_count(s: State, seat: Seat, rule: str) -> None:
    """Record how many Unicorns a player has now; also by which card, if it is there and has not just left."""
    kind = Become if rule == "RUL-29" else Mute
    found = [
        card
        for trait, card in s.live[seat]
        if isinstance(trait, kind) and not (isinstance(trait, Mute) and trait.of != UNICORN)
    ]
    facts: dict[str, Json] = {"points": s.counts[seat]}
    if found:
        facts |= {"cause": s.rules.catalog.cards[found[0]].id, "cause_owner": seat}
    record(s, "recounted", (rule,), seat, (), **facts)


def to_discard(s: State, card: CardNo) -> None:
    """Put a card on the discard pile; a baby goes to the nursery (UU-TYPE-8)."""
    put(s, card, NURSERY if s.rules.catalog.cards[card].is_baby else DISCARD)


def put_away(s: State, card: CardNo) -> None:
    """Put a card that was being played on the discard pile, unless it has been shuffled away."""
    if s.where[card] == LIMBO:
        if s.recorder:
            record(s, "put_away", ("UU-TYPE-6",), s.active, (card,))
        to_discard(s, card)
