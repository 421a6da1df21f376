"""Replacements: what may be done instead of a loss (RUL-22)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.games.unicorns.decks.watched import SAVING
from stablehand.games.unicorns.knowledge import traits
from stablehand.games.unicorns.knowledge.candidates import possible
from stablehand.games.unicorns.knowledge.occasions import verb_on
from stablehand.games.unicorns.resolution.asking import ask, offer
from stablehand.games.unicorns.resolution.machine import do_now, push, step_of
from stablehand.games.unicorns.state.bounds import is_spent
from stablehand.games.unicorns.state.records import NOBODY, Change, Env, Frame
from stablehand.games.unicorns.state.state import YES
from stablehand.games.unicorns.state.zones import record
from stablehand.games.unicorns.vocabulary import Act, May, Procedure

if TYPE_CHECKING:
    from stablehand.games.unicorns.decks.definition import Effect
    from stablehand.games.unicorns.state.records import CardNo
    from stablehand.games.unicorns.state.state import State
    from stablehand.games.unicorns.vocabulary import Filter


class Offer(Procedure):
    """Offer a replacement: ask (0), and if it is taken do it (1)."""

    __slots__ = ()


OFFER: Final = Offer()


def replacement(
    s: State, change: Change, card: CardNo, offered: tuple[CardNo, ...]
) -> tuple[CardNo, Effect] | None:
    """Return a replacement for what would happen to a card that has not been offered for it, or None."""
    act = change.word
    assert isinstance(act, Act)
    seat = s.controller(card)
    if seat == NOBODY:
        return None
    verb = verb_on(act, change, seat)
    if not traits.does(s, seat, SAVING) or is_spent(s):
        return None
    for source in traits.at_work(s, seat):
        for ability, effect in s.rules.catalog.cards[source].instead:
            if (
                verb in ability.be
                and source not in offered
                and not (source == change.env.source and effect.number == change.env.effect)
                and (source == card if ability.of is None else _covers(s, ability.of, source, card))
                and not traits.is_muted(s, source)
                and possible(s, effect.do, Env(seat, source, effect.number), openly=True)
            ):
                return source, effect
    return None


def threat(s: State) -> tuple[CardNo, str] | None:
    """Return the card that the replacement offered now would save, and what would be done to it."""
    top = s.k
    if top is None or not isinstance(top.word, Offer):
        return None
    commit = top.next
    assert commit is not None
    changes, i = commit.data[:2]
    change: Change = changes[i]
    assert isinstance(change.word, Act)
    return top.env.it, verb_on(change.word, change, top.env.you)


def _covers(s: State, of: Filter, source: CardNo, card: CardNo) -> bool:
    """Whether a replacement for such cards of yours covers a card; one for others does not cover itself."""
    return traits.fits(s, of, card) and not (of.is_other and source == card)


@step_of(Offer)
def _offer(s: State, f: Frame) -> None:
    env = f.env
    do = s.rules.catalog.effects[env.effect].do
    assert isinstance(do, May)
    if f.pc == 0:
        push(s, OFFER, env, 1)
        ask(s, offer(s, env, is_possible=possible(s, do, env)))
    elif f.pc == 1:
        s.ok = 0
        if s.picked[0][0] == YES:
            s.begun += 1
            by = s.rules.catalog.cards[env.source].id
            record(s, "replaced", ("RUL-22",), env.you, (env.it,), by=by, options=[env.it])
            do_now(s, do.do, env)
        else:
            record(s, "declined", ("UU-EFF-2",), env.you, (env.source,))
