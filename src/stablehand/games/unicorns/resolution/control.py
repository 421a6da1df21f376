"""The words that combine others: May, Then, Both, OneOf, If, Make, With.

Each step either asks or goes on with the next word. Whether a verb is carried out at once or planned for the
link is set in the `Env` and handled by `apply.do_part`. A step passes results to the next in two registers:
`ok`, how many cards were affected, and `about`, the player and the card it was about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.core.contract import Kind
from stablehand.games.unicorns.knowledge.candidates import (
    amount,
    candidates,
    holds,
    is_concerned,
    possible,
    whom,
)
from stablehand.games.unicorns.resolution.apply import do_part
from stablehand.games.unicorns.resolution.asking import ask, offer
from stablehand.games.unicorns.resolution.choose import ask_together, is_single_choice
from stablehand.games.unicorns.resolution.machine import STEPS, do_now, push, step_of
from stablehand.games.unicorns.resolution.plan import chooses_for, defer, why
from stablehand.games.unicorns.state.records import (
    DECLARE,
    NO_CARD,
    NOBODY,
    STEP,
    Change,
    Frame,
    Request,
    group,
)
from stablehand.games.unicorns.state.state import FINISH, MODE0, SEAT0, YES
from stablehand.games.unicorns.state.zones import record
from stablehand.games.unicorns.vocabulary import (
    ANOTHER,
    ANYONE,
    ITS_OWNER,
    Act,
    All,
    Both,
    If,
    Make,
    May,
    OneOf,
    Pick,
    Some,
    Then,
    UpTo,
    With,
)

if TYPE_CHECKING:
    from stablehand.core.build import i64
    from stablehand.games.unicorns.state.records import Env, Seat
    from stablehand.games.unicorns.state.state import State
    from stablehand.games.unicorns.vocabulary import Word


def step_may(s: State, f: Frame) -> None:
    """Ask, unless everybody can see that it is impossible; a player who cannot do it may only decline.

    Everybody sees the question, and a refusal looks the same whether or not there was a choice.
    """
    word, env = f.word, f.env
    assert isinstance(word, May)
    if f.pc == 1:
        s.ok = 0
        if s.picked[0][0] == YES:
            do_now(s, word.do, env)
        else:
            record(s, "declined", ("UU-EFF-2",), env.you, (env.source,))
    elif env.mode == DECLARE:
        defer(s, f)
    elif possible(s, word, env):
        push(s, word, env, 1)
        ask(s, offer(s, env))
    elif possible(s, word, env, openly=True):
        push(s, word, env, 1)
        ask(s, offer(s, env, is_possible=False))
    else:
        s.ok = 0


STEPS[May] = step_may


def step_then(s: State, f: Frame) -> None:
    """Do the first part and, if it was done, the second; a house rule asks for all of it (UU-IMP-1)."""
    word, env = f.word, f.env
    assert isinstance(word, Then)
    if f.pc == 0:
        push(s, word, env, 1, () if env.mode == STEP else (len(s.plan),))
        do_now(s, word.first, env)
        return
    needs, ends = env.needs, env.ends
    if len(f.data) > 1:  # the second part was deferred
        s.ok, s.about, needs, ends = f.data[0], (f.data[1], f.data[2]), -1, -1
    elif env.mode != STEP:
        needs = f.data[0] if f.data else env.base
        ends = len(s.plan) if s.rules.needs_all else -1
    they, it = s.about
    if it == env.source and env.it != NO_CARD:  # doing it with this card speaks of no other
        it = env.it
    if s.ok and _waits_for_babies(s, word.second, env):
        defer(s, Frame(word, 1, env, (s.ok, they, it), None))
    elif s.ok:
        if needs == env.needs and ends == env.ends:  # as at once
            do_now(s, word.second, env.about(they, it))
        else:
            do_now(s, word.second, env.but(they=they, it=it, needs=needs, ends=ends))


STEPS[Then] = step_then


def _waits_for_babies(s: State, word: Word, env: Env) -> bool:
    """Whether a choice from the nursery depends on babies that a planned part sends there (UU-EFF-4)."""
    is_from_nursery = (
        isinstance(word, Act) and isinstance(word.what, Some) and word.what.of.place == "nursery"
    )
    return (is_from_nursery and env.mode != STEP) and any(
        s.rules.catalog.cards[card].type == "baby"
        for change in s.plan[env.base :]
        if isinstance(change.word, Act) and change.word.verb == "shrink"
        for card in (
            candidates(s, change.word, change.word.what.of, change.env)
            if isinstance(change.word.what, All)
            else change.cards
        )
    )


def step_both(s: State, f: Frame) -> None:
    """Do one part after the other; it was done if any part was (UU-IMP-1)."""
    word, env = f.word, f.env
    assert isinstance(word, Both)
    done: i64 = f.data[0] if f.data else 0
    if f.pc:
        done = _sum(s, done)
    if f.pc == len(word.parts):
        s.ok = max(0, done)
    else:
        push(s, word, env, f.pc + 1, (done,))
        do_now(s, word.parts[f.pc], env)


STEPS[Both] = step_both


def _sum(s: State, done: i64) -> i64:
    """Add what a part has done; if a "then" needs all, a part that failed makes the sum -1 for good."""
    if s.rules.needs_all and (done < 0 or not s.ok):
        return -1
    return done + s.ok


@step_of(OneOf)
def _one_of(s: State, f: Frame) -> None:
    """Ask for a mode; modes that cannot be carried out are not offered."""
    word, env = f.word, f.env
    assert isinstance(word, OneOf)
    if f.pc == 1:
        do_now(s, word.modes[s.picked[0][0] - MODE0], env)
        return
    modes = tuple(MODE0 + n for n, mode in enumerate(word.modes) if possible(s, mode, env))
    if env.mode == DECLARE and not chooses_for(s, env):
        defer(s, f, alone=True)
    elif not modes:
        s.ok = 0
    else:
        push(s, word, env, 1)
        ask(s, Request(env.you, Kind.MODE, modes, why(s, env)))


@step_of(If)
def _if(s: State, f: Frame) -> None:
    word, env = f.word, f.env
    assert isinstance(word, If)
    if holds(s, word.condition, env):
        do_now(s, word.do, env)
    else:
        s.ok = 0


def step_make(s: State, f: Frame) -> None:
    """Make a chosen player, or all who can, do it; a single choice is made by all at once (UU-EFF-9)."""
    word, env = f.word, f.env
    assert isinstance(word, Make)
    if f.pc == 1:
        _do_with(s, word, env, s.picked[0][0] - SEAT0)
    elif word.who == ITS_OWNER:
        do_now(s, word.do, _made(env, env.they))
    elif word.who in {ANYONE, ANOTHER}:
        _ask_whom(s, f, word)
    elif is_single_choice(word.do):
        ask_together(s, f, word)
    else:
        _one_after_another(s, f, word)


STEPS[Make] = step_make


def step_with(s: State, f: Frame) -> None:
    """Do it to one chosen player, or to each."""
    word, env = f.word, f.env
    assert isinstance(word, With)
    if f.pc == 1:
        _do_with(s, word, env, s.picked[0][0] - SEAT0)
    elif word.who in {ANYONE, ANOTHER}:
        _ask_whom(s, f, word)
    else:
        _one_after_another(s, f, word)


STEPS[With] = step_with


@step_of(Pick)
def _pick(s: State, f: Frame) -> None:
    """Ask for other players, one by one; `data` is those chosen, a bit a seat, and how many may be."""
    word, env = f.word, f.env
    assert isinstance(word, Pick)
    is_free = isinstance(word.n, UpTo)
    if f.pc:
        chosen, most = f.data
        pick = s.picked[0][0]
        is_done = pick == FINISH
        chosen |= 0 if is_done else 1 << pick - SEAT0
    else:
        most = len(s.rules.others[env.you]) if is_free else amount(s, word.n, env)
        if isinstance(word.n, UpTo) and word.n.most is not None:
            most = min(most, word.n.most)
        chosen, is_done = 0, False
    left = [seat for seat in sorted(s.rules.others[env.you]) if not chosen >> seat & 1]
    count = chosen.bit_count()
    if is_done or count >= most or not left:
        s.about = (group(chosen) if count else NOBODY, NO_CARD)
        if count:
            do_part(s, Change(word, env, stage=count))
        s.ok = count
        return
    push(s, word, env, 1, (chosen, most))
    ends = (FINISH,) if is_free else ()
    seats = tuple([SEAT0 + seat for seat in left])
    ask(s, Request(env.you, Kind.SEAT, seats, why(s, env), 1 - len(ends), 1, ends))


def _made(env: Env, seat: Seat) -> Env:
    return env.made(seat, is_each=False)


def _do_with(s: State, word: Make | With, env: Env, seat: Seat) -> None:
    """Make a player do it, or do it with that player."""
    do_now(s, word.do, _made(env, seat) if isinstance(word, Make) else env.about(seat, env.it))


def _ask_whom(s: State, f: Frame, word: Make | With) -> None:
    """Ask for the player, who need not be one to whom anything would happen (UU-WHO-1)."""
    seats = whom(s, word, f.env)
    if not seats:
        s.ok = 0
    elif f.env.aims and len(seats) == 1:  # the player was declared (UU-PLAY-4)
        _do_with(s, word, f.env, seats[0])
    else:
        push(s, f.word, f.env, 1)
        ask(s, Request(f.env.you, Kind.SEAT, tuple(SEAT0 + seat for seat in seats), why(s, f.env)))


def _one_after_another(s: State, f: Frame, word: Make | With) -> None:
    """Go round the table from the active player; `data` is the next seat's index and how much was done."""
    at: i64 = f.data[0] if f.data else 0
    done: i64 = f.data[1] if f.data else 0
    if at:
        done = _sum(s, done)
    seats = [seat for seat in s.clockwise(s.active) if is_concerned(word, seat, f.env)]
    if at == len(seats):
        s.ok = max(0, done)
        return
    push(s, f.word, f.env, 0, (at + 1, done))
    if isinstance(word, Make):
        do_now(s, word.do, f.env.made(seats[at], is_each=True))
    else:
        do_now(s, word.do, f.env.about(seats[at], f.env.it))
