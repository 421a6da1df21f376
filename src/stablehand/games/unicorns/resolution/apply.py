"""Carrying out the changes that were chosen, one by one in order.

For each card that would be destroyed or sacrificed, replacements are offered first (RUL-22): an accepted one
saves the card, and the change still counts as done. Then the cards move, triggered effects are collected for
later, traits are computed again, and `Whenever` conditions are checked (RUL-32).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.games.unicorns.knowledge import traits
from stablehand.games.unicorns.knowledge.candidates import amount, candidates, holds, is_legal, possible
from stablehand.games.unicorns.resolution import effects
from stablehand.games.unicorns.resolution.machine import ask, do_now, push, step_of, yes_no
from stablehand.games.unicorns.resolution.plan import COMMIT, PERFORM, Commit, Later, why
from stablehand.games.unicorns.resolution.stables import ENTER, Enter, PutAway, enter, refresh
from stablehand.games.unicorns.state.bounds import is_spent
from stablehand.games.unicorns.state.records import NO_CARD, NOBODY, STEP, Change, Env, Frame
from stablehand.games.unicorns.state.state import LIMBO, NO, YES
from stablehand.games.unicorns.state.zones import has_any, record
from stablehand.games.unicorns.turn.game_over import ends_at_once, note_reached
from stablehand.games.unicorns.vocabulary import Act, All, Draw, It, May, Procedure, Pull, Some, This

if TYPE_CHECKING:
    from stablehand.core.contract import Json, Seat
    from stablehand.games.unicorns.decks.catalog import Effect
    from stablehand.games.unicorns.state.records import CardNo
    from stablehand.games.unicorns.state.state import State
    from stablehand.games.unicorns.vocabulary import Amount, Filter


class Offer(Procedure):
    """Offer a replacement: ask (0), and if it is taken do it (1)."""

    __slots__ = ()


class Check(Procedure):
    """Trigger `Whenever` abilities until no condition holds."""

    __slots__ = ()


OFFER: Final = Offer()
CHECK: Final = Check()

NO_CAUSE: Final[dict[str, Json]] = {}

ENDING: Final = ("destroy", "sacrifice", "remove")
"""The verbs that a replacement can apply to."""


def do_part(s: State, *changes: Change) -> None:
    """Carry out changes at once, or plan them. It must be the last thing a step does."""
    if changes[0].env.mode == STEP:
        carry_out(s, changes[0].env, changes)
    else:
        s.plan += changes
        s.ok = sum(len(change.cards) for change in changes) or 1
        if s.rules.needs_all and not all(_is_chosen_in_full(s, change) for change in changes):
            s.ok = 0


def carry_out(s: State, env: Env, changes: tuple[Change, ...]) -> None:
    """Carry out changes at once. It must be the last thing a step does."""
    _go_on(s, env, changes, 0, None, 0, (), (), ())


def let_enter(s: State, env: Env, card: CardNo, to: Seat) -> None:
    """Let a played card enter a stable: like `carry_out` of one change, which is built only if it is needed.

    Every second play is one of these, and this saves a third of its time.
    """
    enter(s, "enter", to, card, env.you)
    is_watched = refresh(s)
    note_reached(s)
    if is_watched:
        change = Change(ENTER, Env(env.you, card), (card,), (LIMBO,), to)
        push(s, COMMIT, env, 0, ((change,), 1, None, 0, (1,), (), (), s.about))
        push(s, CHECK, env)
    elif not ends_at_once(s):
        s.ok = 1


@step_of(Commit)
def _commit(s: State, f: Frame) -> None:
    """Go on after a replacement was offered or a condition was checked.

    `data` is the changes, the index of the current one, its cards, the index of the current card, the results
    of earlier changes, the cards saved so far, the sources already offered for this card, and `about`, which
    the steps in between have overwritten.
    """
    changes, i, cards, j, results, saved, offered, about = f.data
    if f.pc == 2:  # another player has chosen, and it is done
        results, i, cards = (*results, s.ok), i + 1, None
    else:
        s.about = about
        if f.pc == 0 and _is_whole(changes, i) and ends_at_once(s):
            return
        if f.pc == 1 and s.ok:  # an offer was taken
            saved, j, offered = (*saved, cards[j]), j + 1, ()
    _go_on(s, f.env, changes, i, cards, j, results, saved, offered)


def _go_on(
    s: State,
    env: Env,
    changes: tuple[Change, ...],
    i: int,
    cards: tuple[CardNo, ...] | None,
    j: int,
    results: tuple[int, ...],
    saved: tuple[CardNo, ...],
    offered: tuple[CardNo, ...],
) -> None:
    """Carry out change after change; stop where a replacement is offered or conditions must be checked."""
    while i < len(changes):
        change = changes[i]
        word = change.word
        if cards is None:
            if change.env.mode != STEP and _is_called_off(change.env, results):
                if change.frames:
                    _keep_rest(s, change, results)
                results, i = (*results, 0), i + 1
                continue
            cards = legal_cards(s, change)
        if isinstance(word, Act):
            if word.verb in ENDING:
                while j < len(cards):
                    found = _replacement(s, change, cards[j], offered)
                    if found:
                        source, effect = found
                        data = (changes, i, cards, j, results, saved, (*offered, source), s.about)
                        push(s, COMMIT, env, 1, data)
                        push(s, OFFER, Env(s.controller(cards[j]), source, effect.number, it=cards[j]))
                        return
                    j, offered = j + 1, ()
                # Saved cards stay; cards that a replacement has moved meanwhile are left out.
                cards = tuple([card for card in cards if card not in saved and s.controller(card) != NOBODY])
        elif isinstance(word, Later) and change.stage:  # the choices of others come now (UU-PLAY-4)
            push(s, COMMIT, env, 2, (changes, i, (), 0, results, (), (), s.about))
            (frame,) = change.frames
            push(s, frame.word, frame.env.but(mode=STEP, needs=-1), frame.pc, frame.data)
            return
        done = _apply(s, change, cards, results, len(saved))
        results = (*results, done) if results else (done,)
        i, cards, j, saved, offered = i + 1, None, 0, (), ()
        if (s.touched or change.env.is_each) and _is_stopped(s, env, changes, i, results):
            return
    if len(results) == 1:
        s.ok = results[0]
    else:
        s.ok = 0 if s.rules.needs_all and 0 in results else sum(results)


def _apply(s: State, change: Change, cards: tuple[CardNo, ...], results: tuple[int, ...], saved: int) -> int:
    """Carry out a change; return how many cards were affected; 0 if it must be done in full and was not."""
    if s.recorder:
        s.recorder.context = cause_of(s, change)
    done = effects.take_effect(s, change, cards, results) + saved
    if s.recorder:
        s.recorder.context = NO_CAUSE
    return 0 if s.rules.needs_all and not _is_in_full(s, change, done, results) else done


def _is_stopped(s: State, env: Env, changes: tuple[Change, ...], i: int, results: tuple[int, ...]) -> bool:
    """Compute traits after a change; return whether conditions must be checked first or the game is over."""
    is_watched = refresh(s)
    is_whole = _is_whole(changes, i)
    if is_whole:
        note_reached(s)
    if is_watched:
        push(s, COMMIT, env, 0, (changes, i, None, 0, results, (), (), s.about))
        push(s, CHECK, env)
        return True
    return is_whole and ends_at_once(s)


def _is_whole(changes: tuple[Change, ...], i: int) -> bool:
    """Whether the next change is another one, not a part of what all players do together (UU-EFF-9)."""
    if not 0 < i < len(changes) or not changes[i].env.is_each:
        return True
    one, other = changes[i - 1], changes[i]
    return one.word != other.word or one.env.effect != other.env.effect or not one.env.is_each


def cause_of(s: State, change: Change) -> dict[str, Json]:
    """Return what events say of the effect that a change belongs to: its card, and whose card that is.

    All of it is public: an effect is that of a card in a stable, one being played, or one that was seen to
    leave. A card that enters a stable or is put away after it was played does so by no effect.
    """
    env = change.env
    if env.source == NO_CARD or isinstance(change.word, Enter | PutAway):
        return NO_CAUSE
    owner = s.controller(env.source)
    if owner == NOBODY:
        owner = env.you if env.boss == NOBODY else env.boss
    return {"cause": s.rules.catalog.cards[env.source].id, "cause_owner": owner}


def _is_called_off(env: Env, results: tuple[int, ...]) -> bool:
    """Whether a planned part depends on one of which nothing was done, or not all (UU-EFF-6, UU-IMP-1)."""
    needs, ends = env.needs, env.ends
    if not 0 <= needs < len(results):
        return False
    return not any(results[needs:]) if ends < 0 else 0 in results[needs:ends]


def _keep_rest(s: State, change: Change, results: tuple[int, ...]) -> None:
    """Queue what was deferred behind a part that is called off and does not depend on it (UU-TYPE-6)."""
    rest = tuple([frame for frame in change.frames if not _is_called_off(frame.env, results)])
    if rest:
        nothing_done = Frame(PERFORM, 1, change.env, (), None)
        effects.go_on_later(s, change.env, (nothing_done, *rest))


def _is_chosen_in_full(s: State, change: Change) -> bool:
    """Whether a change that is planned has as many cards as its word asks for."""
    word = change.word
    if not isinstance(word, Act) or not isinstance(word.what, Some):
        return True
    return len(change.cards) >= amount(s, word.what.n, change.env)


def _is_in_full(s: State, change: Change, done: int, results: tuple[int, ...]) -> bool:
    """Whether a change affected as many cards as its word asks for."""
    word = change.word
    n: Amount = 1
    if isinstance(word, Act):
        n = word.what.n if isinstance(word.what, Some) else 1
    elif isinstance(word, Draw | Pull):
        n = word.n
    return done >= effects.how_many(s, n, change, results)


def legal_cards(s: State, change: Change) -> tuple[CardNo, ...]:
    """Return the cards of a change that are still where they were and not protected (UU-PLAY-4)."""
    act = change.word
    if not isinstance(act, Act):
        if not change.places:
            return change.cards
        return tuple([card for n, card in enumerate(change.cards) if s.where[card] == change.places[n]])
    if isinstance(act.what, All) and not change.places:
        env = change.env if change.env.mode == STEP else change.env.but(mode=STEP)
        return tuple(candidates(s, act, act.what.of, env))
    env = change.env
    is_plain = act.verb in {"discard", "take"} or isinstance(act.what, It)
    if len(change.cards) == 1:
        card = change.cards[0]
        if s.where[card] == change.places[0] and (is_plain or _may_still(s, act, card, change, env)):
            return change.cards
        return ()
    return tuple([
        card
        for n, card in enumerate(change.cards)
        if s.where[card] == change.places[n] and (is_plain or _may_still(s, act, card, change, env))
    ])  # fmt: skip


def _may_still(s: State, act: Act, card: CardNo, change: Change, env: Env) -> bool:
    if act.verb == "move":
        return traits.can_be(s, "move", card, env.source) and traits.may_enter(s, card, change.to)
    return isinstance(act.what, This) or is_legal(s, act, card, env)


def _replacement(
    s: State, change: Change, card: CardNo, offered: tuple[CardNo, ...]
) -> tuple[CardNo, Effect] | None:
    """Return a replacement for what would happen to a card that has not been offered for it, or None."""
    act = change.word
    assert isinstance(act, Act)
    seat = s.controller(card)
    if seat == NOBODY:
        return None
    verb = _verb_on(act, change, seat)
    stable = s.stable(seat)
    if not has_any(s.rules.catalog.is_saving, stable) or is_spent(s):
        return None
    for source in stable:
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


def _verb_on(act: Act, change: Change, seat: Seat) -> str:
    """Return what an act does to a card of a seat: one's own card is sacrificed, another's destroyed."""
    if act.verb != "remove":
        return act.verb
    return "sacrifice" if seat == change.env.you else "destroy"


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
    return top.env.it, _verb_on(change.word, change, top.env.you)


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
        options = (YES, NO) if possible(s, do, env) else (NO,)
        ask(s, yes_no(env.you, why(s, env), options))
    elif f.pc == 1:
        s.ok = 0
        if s.picked[0][0] == YES:
            s.begun += 1
            by = s.rules.catalog.cards[env.source].id
            record(s, "replaced", ("RUL-22",), env.you, (env.it,), by=by, options=[env.it])
            do_now(s, do.do, env)
        else:
            record(s, "declined", ("UU-EFF-2",), env.you, (env.source,))


@step_of(Check)
def _check(s: State, f: Frame) -> None:
    """Trigger the first condition that holds, then check again; not for ever (RUL-47)."""
    if is_spent(s):
        return
    seats = s.clockwise(s.active)
    for seat in seats:
        for card in s.stable(seat):
            for ability, effect in s.rules.catalog.cards[card].whenever:
                env = Env(seat, card, effect.number)
                if holds(s, ability.condition, env) and possible(s, effect.do, env):
                    s.begun += 1
                    push(s, CHECK, f.env)
                    do_now(s, effect.do, env)
                    return
