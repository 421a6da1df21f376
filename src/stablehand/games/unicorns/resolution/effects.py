"""Apply each verb to the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.games.unicorns.knowledge.candidates import amount
from stablehand.games.unicorns.resolution.hands import (
    counter,
    discard_cards,
    find,
    look,
    pull,
    put_back,
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
from stablehand.games.unicorns.state.records import NOBODY, STEP, Env, Frame, Trigger
from stablehand.games.unicorns.state.state import DECK, HANDS
from stablehand.games.unicorns.state.zones import (
    draw,
    place,
    put,
    record,
    record_privately,
    show,
    take_unseen,
)
from stablehand.games.unicorns.vocabulary import (
    Act,
    Counter,
    Draw,
    EndTurn,
    ExtraDraw,
    ExtraTurn,
    Foresee,
    Peek,
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
    from stablehand.games.unicorns.state.records import CardNo, Change
    from stablehand.games.unicorns.state.state import State
    from stablehand.games.unicorns.vocabulary import Amount


def take_effect(s: State, change: Change, cards: tuple[CardNo, ...], results: tuple[int, ...]) -> int:
    """Carry out a change on the cards that are left of it; return how many were affected."""
    word = change.word
    # `isinstance`, not `match`: compiled, a pattern takes ten times as long.
    if isinstance(word, Act):
        return _act(s, word, change, cards)
    if isinstance(word, Draw):
        return draw(s, change.env.you, how_many(s, word.n, change, results))
    if isinstance(word, Enter):
        enter(s, "enter", change.to, cards[0], change.env.you)
    elif isinstance(word, PutAway):
        if cards:  # unless it has shuffled itself into the deck
            put_away(s, cards[0])
    elif isinstance(word, GoBack):
        return sum(go_back(s, card, change.to) for card in cards)
    elif isinstance(word, Counter):
        counter(s, change.env)
        return 1
    else:
        return _no_cards(s, change, cards)
    return len(cards)


def _act(s: State, act: Act, change: Change, cards: tuple[CardNo, ...]) -> int:
    env = change.env
    match act.verb:
        case "destroy" | "sacrifice" | "remove" | "shrink":
            return lose(s, act.verb, env, cards)
        case "discard":
            return discard_cards(s, env, cards)
        case "steal" | "bring" | "move":
            return sum([into_stable(s, act, change, card) for card in cards])
        case "return":
            for card in cards:
                leave(s, "return", s.controller(card), card, HANDS + s.controller(card))
        case "take":
            for card in cards:
                if s.recorder:
                    record(s, "took", RULES["take"], env.you, (card,), origin=place(s, s.where[card]))
                put(s, card, HANDS + env.you)
        case "give":
            take_unseen(s, cards, env.you, change.to)
            if s.recorder:
                record_privately(s, "gave", RULES["give"], env.you, list(cards), change.to, to=change.to)
        case _:
            raise AssertionError(f"unknown verb {act.verb!r}")
    return len(cards)


def how_many(s: State, n: Amount, change: Change, results: tuple[int, ...]) -> int:
    """Return an amount when a change is carried out; "as many" is what the part before has done."""
    env = change.env
    if isinstance(n, Same) and env.mode != STEP and env.needs >= 0:
        return sum(results[env.needs :])
    return amount(s, n, change.env)


def _no_cards(s: State, change: Change, cards: tuple[CardNo, ...]) -> int:
    """Carry out a word without chosen cards, or with cards chosen after a look at them."""
    word, env = change.word, change.env
    if isinstance(word, Pull):
        return pull(s, env, change.to, word.n)
    if isinstance(word, Recycle):
        recycle(s, word, env)
    elif isinstance(word, Later):
        go_on_later(s, env, change.frames)
    elif isinstance(word, SeeHand | Rob | Search | Peek | Foresee | Reveal):
        return _looks(s, word, change, cards)
    elif isinstance(word, TradeHands):
        trade(s, env.you, change.to)
    else:
        _turn_data(s, word, env)
    return 1


def _looks(s: State, word: Word, change: Change, cards: tuple[CardNo, ...]) -> int:
    """Show cards to a player, or carry out what was chosen among them."""
    env = change.env
    match word:
        case SeeHand() | Rob() if change.stage == 0:
            look(s, env, s.hand(change.to), change.to)
        case Rob(_, to):
            return rob(s, env, change.to, cards[0], to)
        case Search():
            return find(s, env, cards) if change.stage else look(s, env, s.zones[DECK], NOBODY)
        case Peek(n) | Foresee(n) if change.stage == 0:
            look(s, env, s.zones[DECK][-n:], NOBODY)
        case Foresee(n):
            return put_back(s, env, cards)
        case Reveal():
            show(s, s.zones[DECK][-1:], s.rules.public)
            record(s, "revealed", ("UU-EFF-7",), env.you, s.zones[DECK][-1:])
        case _:
            raise AssertionError(f"unknown word {word!r}")
    return 1


def go_on_later(s: State, env: Env, frames: tuple[Frame, ...]) -> None:
    """Queue the deferred part of an effect for the next link."""
    again = tuple([_again(frame) for frame in frames])
    s.fresh += (Trigger(env.effect, env.you, env.source, env.it, env.they, again, aims=env.aims),)


def _again(frame: Frame) -> Frame:
    """Return a frame for the next link, without its indexes into the plan of this one."""
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
