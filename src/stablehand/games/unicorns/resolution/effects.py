"""Apply each verb to the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.games.unicorns.knowledge.candidates import amount
from stablehand.games.unicorns.resolution.events import draw_cards, was_played
from stablehand.games.unicorns.resolution.hands import (
    bury,
    counter,
    deal_out,
    discard_cards,
    draw_shown,
    find,
    look,
    pull,
    recycle,
    rob,
    trade,
)
from stablehand.games.unicorns.resolution.plan import Later
from stablehand.games.unicorns.resolution.stables import (
    RULES,
    Enter,
    GoBack,
    PutAway,
    enter,
    go_back,
    into_stable,
    leave,
    lose,
    put_away,
)
from stablehand.games.unicorns.state.outlines import (
    BANISH,
    BURY,
    DISCARDING,
    GIVE,
    MOVE,
    RETURN,
    SHOW,
    SHRINK,
    TAKE,
    outline_of,
)
from stablehand.games.unicorns.state.records import NOBODY, STEP, Env, Frame, Trigger
from stablehand.games.unicorns.state.state import ASIDE, DECK, HANDS
from stablehand.games.unicorns.state.zones import (
    forget,
    place,
    put,
    record,
    record_privately,
    show,
)
from stablehand.games.unicorns.vocabulary import (
    Act,
    Counter,
    Draw,
    EndTurn,
    ExtraDraw,
    ExtraTurn,
    Look,
    Pick,
    Plays,
    Pull,
    Recycle,
    Reveal,
    Rob,
    Same,
    Search,
    SeeHand,
    SkipPhase,
    SkipTurn,
    Then,
    TradeHands,
    Word,
)

if TYPE_CHECKING:
    from stablehand.core.build import i64
    from stablehand.games.unicorns.state.records import CardNo, Change
    from stablehand.games.unicorns.state.state import State
    from stablehand.games.unicorns.vocabulary import Amount, UpTo


def take_effect(s: State, change: Change, cards: tuple[CardNo, ...], results: tuple[i64, ...]) -> i64:
    """Carry out a change on the cards that are left of it; return how many were affected."""
    word = change.word
    # `isinstance`, not `match`: compiled, a pattern takes ten times as long.
    if isinstance(word, Act):
        return _act(s, word, change, cards)
    if isinstance(word, Draw):
        return draw_cards(s, change.env.you, how_many(s, word.n, change, results))
    if isinstance(word, Enter):
        enter(s, "enter", change.to, cards[0], change.env.you)
    elif isinstance(word, PutAway):
        if cards:  # unless it has shuffled itself into the deck
            put_away(s, cards[0])
            was_played(s, cards[0], change.env.you)
    elif isinstance(word, GoBack):
        return sum(go_back(s, card, change.to) for card in cards)
    elif isinstance(word, Counter):
        counter(s, word, change.env)
        return 1
    else:
        return _no_cards(s, change, cards)
    return len(cards)


def _act(s: State, act: Act, change: Change, cards: tuple[CardNo, ...]) -> i64:
    env = change.env
    verb = outline_of(s, act, env).verb
    if verb <= SHRINK:  # destroy, sacrifice, remove
        return lose(s, act.verb, env, cards)
    if verb == DISCARDING:
        return discard_cards(s, env, cards)
    if verb <= MOVE:  # steal, bring
        affected: i64 = 0
        for card in cards:
            affected += into_stable(s, act, change, card)
        return affected
    if verb in (RETURN, BANISH):
        for card in cards:
            home = s.controller(card)
            leave(s, act.verb, home, card, ASIDE if verb == BANISH else HANDS + home)
    elif verb == TAKE:
        _take(s, env, cards)
    elif verb == GIVE:
        if not env.is_each:  # what is given at once was forgotten before
            forget(s, env.you, change.to)
        for card in cards:
            put(s, card, HANDS + change.to)
        if s.recorder:
            record_privately(s, "gave", RULES["give"], env.you, list(cards), change.to, to=change.to)
    elif verb == SHOW:
        show(s, cards, s.rules.public)
        record(s, "revealed", ("RUL-70",), env.you, cards)
    else:
        assert verb == BURY, f"unknown verb {act.verb!r}"
        return bury(s, env, cards, is_shuffled=act.to == "shuffled")
    return len(cards)


def _take(s: State, env: Env, cards: tuple[CardNo, ...]) -> None:
    """Take cards of the discard pile, or one that would be lost (RUL-63), to a hand."""
    for card in cards:
        home = s.controller(card)
        if home != NOBODY:
            leave(s, "rescue", home, card, HANDS + env.you, env.you)
            continue
        if s.recorder:
            record(s, "took", RULES["take"], env.you, (card,), origin=place(s, s.where[card]))
        put(s, card, HANDS + env.you)


def how_many(s: State, n: Amount | UpTo, change: Change, results: tuple[i64, ...]) -> i64:
    """Return an amount when a change is carried out; "as many" is what the part before has done."""
    env = change.env
    if isinstance(n, Same) and env.mode != STEP and env.needs >= 0:
        return sum(results[env.needs :])
    return amount(s, n, change.env)


def _no_cards(s: State, change: Change, cards: tuple[CardNo, ...]) -> i64:
    """Carry out a word without chosen cards, or with cards chosen after a look at them."""
    word, env = change.word, change.env
    if isinstance(word, Pull):
        return pull(s, env, change.to, word.n)
    if isinstance(word, Recycle):
        recycle(s, word, env)
    elif isinstance(word, Later):
        go_on_later(s, env, change.frames)
    elif isinstance(word, (SeeHand, Rob, Search, Look, Reveal)):
        return _looks(s, word, change, cards)
    elif isinstance(word, Pick):
        return change.stage
    elif isinstance(word, TradeHands):
        trade(s, env.you, change.to)
    else:
        _turn_data(s, word, env)
    return 1


def _looks(s: State, word: Word, change: Change, cards: tuple[CardNo, ...]) -> i64:
    """Show cards to a player, or carry out what was chosen among them."""
    env = change.env
    match word:
        case SeeHand() | Rob() if change.stage == 0:
            look(s, env, s.hand(change.to), change.to)
        case Rob(_, to):
            return rob(s, env, change.to, cards[0], to)
        case Search():
            return (
                find(s, word, env, cards, change.to) if change.stage else look(s, env, s.zones[DECK], NOBODY)
            )
        case Look(n) if change.stage == 0:
            look(s, env, s.zones[DECK][-n:], NOBODY)
        case Look():
            return deal_out(s, word, env, cards, change.to)
        case Reveal(is_drawn=True):
            return draw_shown(s, word, env)
        case Reveal():
            show(s, s.zones[DECK][-1:], s.rules.public)
            record(s, "revealed", ("UU-EFF-7",), env.you, s.zones[DECK][-1:])
        case _:
            raise AssertionError(f"unknown word {word!r}")
    return 1


def go_on_later(s: State, env: Env, frames: tuple[Frame, ...]) -> None:
    """Queue the deferred part of an effect for the next link."""
    again = tuple([_again(s, frame) for frame in frames])
    s.fresh += (Trigger(env.effect, env.you, env.source, env.it, env.they, again, aims=env.aims),)


def _again(s: State, frame: Frame) -> Frame:
    """Return a frame for the next link, without its indexes into the plan of this one.

    A drawn card that it goes on with is known by now.
    """
    if isinstance(frame.word, Reveal) and frame.word.is_drawn and frame.pc == 1:
        return Frame(frame.word, 1, frame.env.but(needs=-1, it=s.about[1]), (), None)
    data = () if isinstance(frame.word, Then) and len(frame.data) == 1 else frame.data
    return Frame(frame.word, frame.pc, frame.env.but(needs=-1), data, None)


def _turn_data(s: State, word: Word, env: Env) -> None:
    match word:
        case ExtraDraw(n):
            s.extra_draws += n
        case EndTurn():
            s.is_ended = True
        case SkipPhase(phase):
            s.skipped += (phase,)
        case SkipTurn():
            s.skips = [n + (seat == env.you) for seat, n in enumerate(s.skips)]
        case ExtraTurn():
            s.extra_turns += (env.you,)
        case Plays(n):
            s.plays = max(s.plays, n)
        case _:
            raise AssertionError(f"unknown word {word!r}")
    if s.recorder:
        record(s, "arranged", ("UU-TURN-1",), env.you, word=type(word).__name__)
