"""Carrying out the changes that were chosen, one by one in order.

For each card that would be destroyed or sacrificed, replacements are offered first (RUL-22): an accepted one
saves the card, and the change still counts as done. Then the cards move, triggered effects are collected for
later, traits are computed again, and `Whenever` conditions are checked (RUL-32).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.games.unicorns.decks.watched import HANDS, WATCHING
from stablehand.games.unicorns.knowledge import protection, traits
from stablehand.games.unicorns.knowledge.candidates import amount, candidates, holds, is_legal, possible
from stablehand.games.unicorns.knowledge.occasions import ANSWERED, AWAITING, nobody_answers, verb_on
from stablehand.games.unicorns.resolution import effects
from stablehand.games.unicorns.resolution.events import was_played
from stablehand.games.unicorns.resolution.machine import STEPS, WINDOW, do_now, push
from stablehand.games.unicorns.resolution.plan import COMMIT, PERFORM, Commit, Later
from stablehand.games.unicorns.resolution.replacement import OFFER, replacement
from stablehand.games.unicorns.resolution.stables import ENTER, Enter, PutAway, enter, refresh
from stablehand.games.unicorns.state.bounds import is_spent
from stablehand.games.unicorns.state.outlines import GIVE, MOVE, STEAL, outline_of
from stablehand.games.unicorns.state.records import NO_CARD, NOBODY, STEP, Change, Env, Frame
from stablehand.games.unicorns.state.state import LIMBO
from stablehand.games.unicorns.state.zones import forget
from stablehand.games.unicorns.turn.game_over import ends_at_once, note_reached
from stablehand.games.unicorns.vocabulary import (
    ANOTHER,
    THIS,
    Act,
    All,
    Draw,
    Procedure,
    Pull,
    Some,
    This,
    move,
)

if TYPE_CHECKING:
    from stablehand.core.build import i64
    from stablehand.core.contract import Json
    from stablehand.games.unicorns.state.records import CardNo, Seat
    from stablehand.games.unicorns.state.state import State
    from stablehand.games.unicorns.vocabulary import Amount, UpTo, Word


class Check(Procedure):
    """Trigger `Whenever` abilities until no condition holds."""

    __slots__ = ()


CHECK: Final = Check()

MOVE_ON: Final = move(THIS, ANOTHER)

JUST: Final[tuple[tuple[i64, ...], ...]] = tuple((done,) for done in range(16))
"""The results of one change, made once: nearly all changes are carried out alone."""

NO_CAUSE: Final[dict[str, Json]] = {}


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
    was_played(s, card, env.you)
    is_watched = refresh(s)
    note_reached(s)
    if is_watched:
        change = Change(ENTER, Env(env.you, card), (card,), (LIMBO,), to)
        push(s, COMMIT, env, 0, ((change,), 1, None, 0, (1,), (), (), s.about))
        push(s, CHECK, env)
    elif not ends_at_once(s):
        s.ok = 1


def step_commit(s: State, f: Frame) -> None:
    """Go on after a replacement was offered, a window was closed or a condition was checked.

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
        if f.pc == ANSWERED or (f.pc == 1 and s.ok):  # an Instant took effect, or an offer was taken
            saved, j, offered = (*saved, cards[j]), j + 1, ()
        elif f.pc == AWAITING:
            j, offered = j + 1, ()
    _go_on(s, f.env, changes, i, cards, j, results, saved, offered)


STEPS[Commit] = step_commit


def _go_on(
    s: State,
    env: Env,
    changes: tuple[Change, ...],
    i: i64,
    cards: tuple[CardNo, ...] | None,
    j: i64,
    results: tuple[i64, ...],
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
            outline = outline_of(s, word, change.env)
            if outline.verb == GIVE and change.env.is_each and _is_whole(changes, i):
                _forget_together(s, changes, i)
            is_loss = outline.is_loss
            if is_loss or (s.rules.catalog.answering and outline.verb == STEAL):
                if _is_interrupted(s, env, changes, i, cards, j, results, saved, offered):
                    return
                cards = _still_affected(s, cards, saved)
                if not is_loss:  # what an Instant took was not stolen (RUL-61)
                    saved = ()
        elif isinstance(word, Later) and change.stage:  # the choices of others come now (UU-PLAY-4)
            push(s, COMMIT, env, 2, (changes, i, (), 0, results, (), (), s.about))
            (frame,) = change.frames
            if frame.env.needs >= 0:  # what "as many" is
                s.ok = sum(results[frame.env.needs :])
            push(s, frame.word, frame.env.but(mode=STEP, needs=-1), frame.pc, frame.data)
            return
        done = _apply(s, change, cards, results, len(saved))
        results = (*results, done) if results or done >= len(JUST) else JUST[done]
        i, cards, j, saved, offered = i + 1, None, 0, (), ()
        is_stoppable = s.touched or change.env.is_each or s.rules.catalog.watched & HANDS
        if is_stoppable and _is_stopped(s, env, changes, i, results):
            return
    if len(results) == 1:
        s.ok = results[0]
    else:
        s.ok = 0 if s.rules.needs_all and 0 in results else sum(results)


def _forget_together(s: State, changes: tuple[Change, ...], i: int) -> None:
    """Let others forget the hands from which all give at once: what a hand gets meanwhile stays known."""
    for n in range(i, len(changes)):
        if n > i and _is_whole(changes, n):
            return
        forget(s, changes[n].env.you, changes[n].to)


def _still_affected(s: State, cards: tuple[CardNo, ...], saved: tuple[CardNo, ...]) -> tuple[CardNo, ...]:
    """Return the cards that are lost: without those that are saved or that a replacement has moved."""
    if len(cards) == 1 and not saved and s.controller(cards[0]) != NOBODY:
        return cards
    return tuple([card for card in cards if card not in saved and s.controller(card) != NOBODY])


def _is_interrupted(
    s: State,
    env: Env,
    changes: tuple[Change, ...],
    i: i64,
    cards: tuple[CardNo, ...],
    j: i64,
    results: tuple[i64, ...],
    saved: tuple[CardNo, ...],
    offered: tuple[CardNo, ...],
) -> bool:
    """Offer replacements for the cards from the current one on, then let Instants answer, card by card.

    Return whether something is asked; `step_commit` goes on after that.
    """
    change = changes[i]
    is_answered = len(s.rules.catalog.answering) > 0 and not nobody_answers(s)
    while j < len(cards):
        found = replacement(s, change, cards[j], offered)
        if found:
            source, effect = found
            push(s, COMMIT, env, 1, (changes, i, cards, j, results, saved, (*offered, source), s.about))
            push(s, OFFER, Env(s.controller(cards[j]), source, effect.number, it=cards[j]))
            return True
        if is_answered and _is_answerable(s, change, cards[j]):
            push(s, COMMIT, env, AWAITING, (changes, i, cards, j, results, saved, (), s.about))
            push(s, WINDOW, s.rules.envs[change.env.you], 0, ((cards[j], change.env.you),))
            return True
        j, offered = j + 1, ()
    return False


def _apply(s: State, change: Change, cards: tuple[CardNo, ...], results: tuple[i64, ...], saved: i64) -> i64:
    """Carry out a change; return how many cards were affected; 0 if it must be done in full and was not."""
    if s.recorder:
        s.recorder.context = cause_of(s, change)
    done = effects.take_effect(s, change, cards, results) + saved
    if s.recorder:
        s.recorder.context = NO_CAUSE
    if s.rules.needs_all and not _is_in_full(s, change, done, results):
        return 0
    return done


def _is_stopped(s: State, env: Env, changes: tuple[Change, ...], i: i64, results: tuple[i64, ...]) -> bool:
    """Compute traits after a change; return whether conditions must be checked first or the game is over."""
    is_watched = refresh(s)
    is_whole = _is_whole(changes, i)
    if is_whole:
        note_reached(s)
    if is_watched or (is_whole and is_hand_watched(s)):
        push(s, COMMIT, env, 0, (changes, i, None, 0, results, (), (), s.about))
        push(s, CHECK, env)
        return True
    return is_whole and ends_at_once(s)


def is_hand_watched(s: State) -> bool:
    """Whether a condition may have to be checked because of a hand: one is empty, or was (RUL-56)."""
    if not s.rules.catalog.watched & HANDS or not (s.touched or s.all_roles & WATCHING):
        return False
    for seat in s.rules.around[0]:  # noqa: SIM110 - compiled, a plain loop is the fastest
        if not s.hand(seat) and traits.does(s, seat, WATCHING):
            return True
    return False


def check_hands(s: State, seat: Seat) -> None:
    """Check conditions on hands before all that waits, after a hand has changed by no effect."""
    if is_hand_watched(s) and not s.is_over:
        push(s, CHECK, s.rules.envs[seat])


def _is_whole(changes: tuple[Change, ...], i: i64) -> bool:
    """Whether the next change is another one, not a part of what all players do together (UU-EFF-9)."""
    if not 0 < i < len(changes) or not changes[i].env.is_each:
        return True
    one, other = changes[i - 1], changes[i]
    if one.word is other.word:  # as mostly
        return one.env.effect != other.env.effect or not one.env.is_each
    return one.word != other.word or one.env.effect != other.env.effect or not one.env.is_each


def cause_of(s: State, change: Change) -> dict[str, Json]:
    """Return what events say of the effect that a change belongs to: its card, and whose card that is.

    All of it is public: an effect is that of a card in a stable, one being played, or one that was seen to
    leave. A card that enters a stable or is put away after it was played does so by no effect.
    """
    env = change.env
    if env.source == NO_CARD or isinstance(change.word, (Enter, PutAway)):
        return NO_CAUSE
    owner = s.controller(env.source)
    if owner == NOBODY:
        owner = env.you if env.boss == NOBODY else env.boss
    return {"cause": s.rules.catalog.cards[env.source].id, "cause_owner": owner}


def _is_called_off(env: Env, results: tuple[i64, ...]) -> bool:
    """Whether a planned part depends on one of which nothing was done, or not all (UU-EFF-6, UU-IMP-1)."""
    needs, ends = env.needs, env.ends
    if not 0 <= needs < len(results):
        return False
    return not any(results[needs:]) if ends < 0 else 0 in results[needs:ends]


def _keep_rest(s: State, change: Change, results: tuple[i64, ...]) -> None:
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


def _is_in_full(s: State, change: Change, done: i64, results: tuple[i64, ...]) -> bool:
    """Whether a change affected as many cards as its word asks for."""
    word = change.word
    n: Amount | UpTo = 1
    if isinstance(word, Act):
        n = word.what.n if isinstance(word.what, Some) else 1
    elif isinstance(word, (Draw, Pull)):
        n = word.n
    return done >= effects.how_many(s, n, change, results)


def legal_cards(s: State, change: Change) -> tuple[CardNo, ...]:
    """Return the cards of a change that are still where they were and not protected (UU-PLAY-4)."""
    act = change.word
    if not isinstance(act, Act):
        if not change.places:
            return change.cards
        if len(change.cards) == 1:
            return change.cards if s.where[change.cards[0]] == change.places[0] else ()
        return tuple([card for n, card in enumerate(change.cards) if s.where[card] == change.places[n]])
    if isinstance(act.what, All) and not change.places:
        env = change.env if change.env.mode == STEP else change.env.but(mode=STEP)
        return tuple(candidates(s, act, act.what.of, env))
    env = change.env
    is_plain = outline_of(s, act, env).is_settled
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
    if outline_of(s, act, env).verb == MOVE:
        return protection.can_be(s, "move", card, env) and traits.may_enter(s, card, change.to)
    return isinstance(act.what, This) or is_legal(s, act, card, env)


def _is_answerable(s: State, change: Change, card: CardNo) -> bool:
    """Whether Instants of the deck answer what a change is about to do to a card (RUL-62, RUL-63)."""
    act = change.word
    assert isinstance(act, Act)
    owner = s.controller(card)
    return owner != NOBODY and verb_on(act, change, owner) in s.rules.catalog.occasions


def _moves_on(do: Word) -> bool:
    """Whether a word gives the card itself to another player."""
    return isinstance(do, Act) and do.verb == MOVE_ON.verb and do == MOVE_ON


def step_check(s: State, f: Frame) -> None:
    """Trigger the first condition that holds, then check again; not for ever (RUL-47)."""
    if is_spent(s):
        return
    seats = s.clockwise(s.active)
    for seat in seats:
        if not traits.does(s, seat, WATCHING):
            continue
        for card in traits.at_work(s, seat):
            for ability, effect in s.rules.catalog.cards[card].whenever:
                env = Env(seat, card, effect.number)
                if _moves_on(effect.do):  # RUL-56: to a player for whom the condition does not hold
                    others = [other for other in seats if not holds(s, ability.condition, Env(other, card))]
                    if not others:
                        continue
                    env = Env(seat, card, effect.number, aims=(sum(1 << other for other in others),))
                if (
                    holds(s, ability.condition, env)
                    and not traits.is_muted(s, card)
                    and possible(s, effect.do, env)
                ):
                    s.begun += 1
                    push(s, CHECK, f.env)
                    do_now(s, effect.do, env)
                    return


STEPS[Check] = step_check
