"""What each verb does to the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.unicorns.hands import counter, discard_cards, find, look, pull, put_back, recycle, rob, trade
from stablehand.unicorns.plan import Later
from stablehand.unicorns.records import NOBODY, STEP, Env, Frame, Trigger
from stablehand.unicorns.select import amount
from stablehand.unicorns.stables import (
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
from stablehand.unicorns.state import DECK, HANDS
from stablehand.unicorns.words import (
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
from stablehand.unicorns.zones import (
    draw,
    everybody,
    place,
    put,
    say,
    show,
    take_unseen,
    tell,
)

if TYPE_CHECKING:
    from stablehand.unicorns.records import CardNo, Change
    from stablehand.unicorns.state import State
    from stablehand.unicorns.words import Amount


def apply(s: State, change: Change, cards: tuple[CardNo, ...], results: tuple[int, ...]) -> int:
    """Carry out a change on the cards that are left of it; return how many were affected."""
    word = change.word
    # Tests, not a match: compiled, a pattern costs ten times what `isinstance` does.
    if isinstance(word, Act):
        return _act(s, word, change, cards)
    if isinstance(word, Draw):
        return draw(s, change.env.you, _how_many(s, word.n, change, results))
    if isinstance(word, Enter):
        enter(s, "enter", change.to, cards[0])
    elif isinstance(word, PutAway):
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
                    say(s, "took", RULES["take"], env.you, (card,), origin=place(s, s.where[card]))
                put(s, card, HANDS + env.you)
        case "give":
            take_unseen(s, cards, env.you, change.to)
            if s.recorder:
                tell(s, "gave", RULES["give"], env.you, list(cards), change.to, to=change.to)
        case _:
            raise AssertionError(f"nothing is known of the verb {act.verb!r}")
    return len(cards)


def _how_many(s: State, n: Amount, change: Change, results: tuple[int, ...]) -> int:
    env = change.env
    if isinstance(n, Same) and env.mode != STEP and env.needs >= 0:
        return sum(results[env.needs :])
    return amount(s, n, change.env)


def _no_cards(s: State, change: Change, cards: tuple[CardNo, ...]) -> int:
    """Carry out what is not about chosen cards, or about ones that were looked at first."""
    word, env = change.word, change.env
    match word:
        case Pull(n):
            return pull(s, env, change.to, n)
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
            show(s, s.zones[DECK][-1:], everybody(s))
            say(s, "revealed", ("UU-EFF-7",), env.you, s.zones[DECK][-1:])
        case TradeHands():
            trade(s, env.you, change.to)
        case Recycle():
            recycle(s, word, env)
        case Later():
            frames = tuple(_again(frame) for frame in change.frames)
            s.fresh += (Trigger(env.effect, env.you, env.source, env.it, env.they, frames),)
        case _:
            _turn_data(s, word, env)
    return 1


def _again(frame: Frame) -> Frame:
    """Return a frame as it goes on in the next link: where it stood in the plan of this one is no more."""
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
            raise AssertionError(f"nothing is known of {word!r}")
    if s.recorder:
        say(s, "arranged", ("UU-TURN-1",), env.you, word=type(word).__name__)
