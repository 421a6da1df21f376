"""Verbs, second half: carrying out what was chosen.

Change by change, in order. For each card that would be destroyed or sacrificed, replacements are offered
first (RUL-22): one that is taken saves the card, and the event still counts as done. Then the cards move,
what that sets off is collected for later, traits are computed anew, and states of the table are checked
(RUL-32).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.unicorns import moves, traits
from stablehand.unicorns.acts import COMMIT, Commit, why
from stablehand.unicorns.machine import ask, push, step_of, yes_no
from stablehand.unicorns.select import candidates, holds, is_legal, possible
from stablehand.unicorns.state import LIMBO, NO, NOBODY, STEP, YES, Env
from stablehand.unicorns.words import Act, All, It, May, Procedure, This
from stablehand.unicorns.zones import say

if TYPE_CHECKING:
    from stablehand.unicorns.catalog import Effect
    from stablehand.unicorns.state import CardNo, Change, Frame, State


class Offer(Procedure):
    """Offer a replacement: ask (0), do it (1), see whether it was done (2)."""

    __slots__ = ()


class Check(Procedure):
    """Look for states of the table that set something off, until there is none."""

    __slots__ = ()


OFFER = Offer()
CHECK = Check()


@step_of(Commit)
def _commit(s: State, f: Frame) -> None:
    """Go on with the changes: `data` is the changes, which one, which of its cards, what the others came to,
    the cards saved so far, the replacements already offered for this card.
    """  # noqa: D205 - one sentence
    changes, i, j, results, saved, offered = f.data
    if f.pc == 1:  # an offer has been answered
        if s.ok:
            saved = (*saved, f.env.it)
            j, offered = j + 1, ()
    elif i == len(changes):
        s.ok = sum(results)
        return
    change: Change = changes[i]
    needs = change.env.needs
    if change.env.mode != STEP and 0 <= needs < len(results) and not results[needs]:
        push(s, COMMIT, f.env, 0, (changes, i + 1, 0, (*results, 0), (), ()))
        return
    cards = legal_cards(s, change)
    if isinstance(change.word, Act) and change.word.verb in {"destroy", "sacrifice", "remove"}:
        while j < len(cards):
            found = _replacement(s, change, cards[j], offered)
            if found:
                source, effect = found
                push(
                    s,
                    COMMIT,
                    f.env.but(it=cards[j]),
                    1,
                    (changes, i, j, results, saved, (*offered, effect.number)),
                )
                push(s, OFFER, Env(s.controller(cards[j]), source, effect.number, it=cards[j]))
                return
            j, offered = j + 1, ()
    done = moves.apply(s, change, tuple(card for card in cards if card not in saved), results)
    push(s, COMMIT, f.env, 0, (changes, i + 1, 0, (*results, done + len(saved)), (), ()))
    if s.touched:
        _after(s)


def _after(s: State) -> None:
    """Compute traits anew and look at the stables that changed."""
    touched = s.touched
    traits.refresh(s)
    cards = s.rules.catalog.cards
    for seat in range(s.rules.seats):
        if touched >> seat & 1 and any(cards[card].whenever for card in s.stable(seat)):
            push(s, CHECK, Env(seat))
            return


def legal_cards(s: State, change: Change) -> tuple[CardNo, ...]:
    """Return the cards of a change that can still be touched: where they were, not protected (UU-PLAY-4)."""
    act = change.word
    if not isinstance(act, Act):
        return change.cards
    if isinstance(act.what, All):
        env = change.env if change.env.mode == STEP else change.env.but(mode=STEP)
        return tuple(candidates(s, act, act.what.of, env))
    env = change.env
    return tuple(
        card
        for card, place in zip(change.cards, change.places, strict=True)
        if s.where[card] == place and (_is_plain(act) or _may_still(s, act, card, change, env))
    )


def _is_plain(act: Act) -> bool:
    return act.verb in {"discard", "take"} or isinstance(act.what, It)


def _may_still(s: State, act: Act, card: CardNo, change: Change, env: Env) -> bool:
    if act.verb == "move":
        return traits.can_be(s, "move", card, env.source) and traits.may_enter(s, card, change.to)
    return isinstance(act.what, This) or is_legal(s, act, card, env)


def _replacement(
    s: State, change: Change, card: CardNo, offered: tuple[int, ...]
) -> tuple[CardNo, Effect] | None:
    """Find a replacement that applies to what would happen to a card and has not been offered for it."""
    act = change.word
    assert isinstance(act, Act)
    seat = s.controller(card)
    if seat == NOBODY:
        return None
    verb = act.verb
    if verb == "remove":
        verb = "sacrifice" if seat == change.env.you else "destroy"
    for source in s.stable(seat):
        for ability, effect in s.rules.catalog.cards[source].instead:
            if (
                verb in ability.be
                and effect.number not in offered
                and not (source == change.env.source and effect.number == change.env.effect)
                and (source == card if ability.of is None else _covers(s, ability.of.is_other, source, card))
                and not traits.is_muted(s, source)
                and possible(s, effect.do, Env(seat, source, effect.number), openly=True)
            ):
                return source, effect
    return None


def _covers(s: State, is_other: bool, source: CardNo, card: CardNo) -> bool:
    """Whether a replacement for your Unicorns covers a card; one for others does not cover itself."""
    seat = s.controller(card)
    return s.rules.catalog.cards[card].is_unicorn and not s.pandas[seat] and not (is_other and source == card)


@step_of(Offer)
def _offer(s: State, f: Frame) -> None:
    env = f.env
    do = s.rules.catalog.effects[env.effect].do
    assert isinstance(do, May)
    if f.pc == 0:
        push(s, OFFER, env, 1)
        options = (YES, NO) if possible(s, do, env) else (NO,)
        ask(s, yes_no(env.you, why(s, env), options))
    elif f.pc == 1:
        s.ok = 0
        if s.picked[0][0] == YES:
            say(s, "replaced", ("RUL-22",), env.you, (env.it,), by=s.rules.catalog.cards[env.source].id)
            push(s, do.do, env)


@step_of(Check)
def _check(s: State, f: Frame) -> None:
    """Set off the first state that holds, and look again."""
    seats = s.clockwise(s.active)
    for seat in seats:
        for card in s.stable(seat):
            for ability, effect in s.rules.catalog.cards[card].whenever:
                env = Env(seat, card, effect.number)
                if holds(s, ability.condition, env) and possible(s, effect.do, env):
                    push(s, CHECK, f.env)
                    push(s, effect.do, env)
                    return


def put_away(s: State, card: CardNo) -> None:
    """Put a card that was being played where it goes when it is done with."""
    if s.where[card] == LIMBO:
        moves.to_discard(s, card)
