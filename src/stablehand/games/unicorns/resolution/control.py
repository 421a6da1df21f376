"""The words that combine others: May, Then, Both, OneOf, If, Make, With.

Each step either asks or goes on with the next word. Whether a verb is carried out at once or planned for the
link is set in the `Env` and handled by `apply.do_part`. A step passes results to the next in two registers:
`ok`, how many cards were affected, and `about`, the player and the card it was about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.core.contract import Kind
from stablehand.games.unicorns.knowledge.candidates import candidates, holds, possible, whom
from stablehand.games.unicorns.resolution.choose import ask_together, is_single_choice
from stablehand.games.unicorns.resolution.machine import STEPS, ask, do_now, push, step_of, yes_no
from stablehand.games.unicorns.resolution.plan import chooses_for, defer, why
from stablehand.games.unicorns.state.records import DECLARE, STEP, Frame, Request
from stablehand.games.unicorns.state.state import MODE0, NO, SEAT0, YES
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
    Some,
    Then,
    With,
)

if TYPE_CHECKING:
    from stablehand.core.contract import Seat
    from stablehand.games.unicorns.state.records import Env
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
        ask(s, yes_no(env.you, why(s, env), (YES, NO)))
    elif possible(s, word, env, openly=True):
        push(s, word, env, 1)
        ask(s, yes_no(env.you, why(s, env), (NO,)))
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
    if s.ok and _waits_for_babies(s, word.second, env):
        defer(s, Frame(word, 1, env, (s.ok, they, it), None))
    elif s.ok:
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
        if isinstance(change.word, Act) and change.word.verb == "shrink" and isinstance(change.word.what, All)
        for card in candidates(s, change.word, change.word.what.of, change.env)
    )


def step_both(s: State, f: Frame) -> None:
    """Do one part after the other; it was done if any part was (UU-IMP-1)."""
    word, env = f.word, f.env
    assert isinstance(word, Both)
    done = f.data[0] if f.data else 0
    if f.pc:
        done = _sum(s, done)
    if f.pc == len(word.parts):
        s.ok = max(done, 0)
    else:
        push(s, word, env, f.pc + 1, (done,))
        do_now(s, word.parts[f.pc], env)


STEPS[Both] = step_both


def _sum(s: State, done: int) -> int:
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


@step_of(Make)
def _make(s: State, f: Frame) -> None:
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


@step_of(With)
def _with(s: State, f: Frame) -> None:
    """Do it to one chosen player, or to each."""
    word, env = f.word, f.env
    assert isinstance(word, With)
    if f.pc == 1:
        _do_with(s, word, env, s.picked[0][0] - SEAT0)
    elif word.who in {ANYONE, ANOTHER}:
        _ask_whom(s, f, word)
    else:
        _one_after_another(s, f, word)


def _made(env: Env, seat: Seat) -> Env:
    return env.but(you=seat, boss=env.you, is_each=False)


def _do_with(s: State, word: Make | With, env: Env, seat: Seat) -> None:
    """Make a player do it, or do it with that player."""
    do_now(s, word.do, _made(env, seat) if isinstance(word, Make) else env.but(they=seat))


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
    at, done = f.data or (0, 0)
    if at:
        done = _sum(s, done)
    seats = [seat for seat in s.clockwise(s.active) if word.who == "everybody" or seat != f.env.you]
    if at == len(seats):
        s.ok = max(done, 0)
        return
    push(s, f.word, f.env, 0, (at + 1, done))
    if isinstance(word, Make):
        do_now(s, word.do, f.env.but(you=seats[at], boss=f.env.you, is_each=True))
    else:
        do_now(s, word.do, f.env.but(they=seats[at]))
