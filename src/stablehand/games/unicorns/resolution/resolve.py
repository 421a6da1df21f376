"""The order in which waiting effects are carried out. Only here do the editions differ in their flow.

`chain` (UU-EFF-4): all effects triggered at the same moment form one link. First everything is chosen,
mandatory effects before optional ones; then it is carried out in that order; the effects that this triggers
form the next link. `stepwise` (UU-EFF-5): one effect after the other, chosen part by part; the effects that
it triggers are queued behind the rest. In both, when no effect waits any more, the game checks whether
somebody has won (UU-END-3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.core.contract import Kind
from stablehand.games.unicorns.knowledge.candidates import candidates, possible
from stablehand.games.unicorns.resolution.apply import carry_out, do_part
from stablehand.games.unicorns.resolution.asking import ask
from stablehand.games.unicorns.resolution.machine import STEPS, do_now, push, step_of
from stablehand.games.unicorns.resolution.plan import PERFORM, Perform
from stablehand.games.unicorns.resolution.stables import GO_BACK, GoBack
from stablehand.games.unicorns.state.bounds import is_spent
from stablehand.games.unicorns.state.records import NO_CARD, NOBODY, PLAN, STEP, Change, Env, Request
from stablehand.games.unicorns.state.zones import record
from stablehand.games.unicorns.turn.game_over import check_game_over
from stablehand.games.unicorns.vocabulary import Act, Both, If, Plays, Procedure, Some, Then

if TYPE_CHECKING:
    from stablehand.core.build import i64
    from stablehand.games.unicorns.state.records import CardNo, Frame, Seat, Trigger
    from stablehand.games.unicorns.state.state import State


class Resolve(Procedure):
    """Carry out effects until none waits; then check whether the game is over."""

    __slots__ = ()


class Link(Procedure):
    """One link of a chain: its effects are chosen one by one, then carried out."""

    __slots__ = ()


RESOLVE: Final = Resolve()
LINK: Final = Link()
NO_TRIGGERS: Final[tuple[Trigger, ...]] = ()


def step_resolve(s: State, f: Frame) -> None:
    """Carry out the next waiting effect; if there is none, check whether the game is over."""
    if f.pc == 1:  # the owner has said which effect is next
        at = next(n for n, t in enumerate(s.queue) if t.is_ordered and t.source == s.picked[0][0])
        _perform_next(s, at)
        return
    if s.fresh:
        if is_spent(s):
            _leave_off(s)
        s.begun += len(s.fresh)
        is_sorted = s.rules.is_chain or len(s.fresh) == 1
        fresh = s.fresh if is_sorted else tuple(sorted(s.fresh, key=lambda t: _order(s, t)))
        s.queue = s.queue + fresh if s.queue else fresh  # mostly nothing waits, and nothing is copied
        s.fresh = ()
    if not s.queue:
        check_game_over(s)
    elif s.rules.is_chain:
        triggers = s.queue
        if len(triggers) > 1:
            triggers = tuple(sorted(triggers, key=lambda t: (_is_optional(s, t), *_order(s, t))))
        s.queue = ()
        push(s, RESOLVE, f.env)
        push(s, LINK, f.env, 0, triggers)
    elif len(s.queue) == 1:
        _perform_next(s, 0)
    else:
        _perform_one(s, f)


STEPS[Resolve] = step_resolve


def _leave_off(s: State) -> None:
    """Drop the effects that were triggered last: this turn has had enough (RUL-47).

    What was begun goes on: parts of effects that wait for a later link, and cards that go back.
    """
    begun = tuple([t for t in s.fresh if t.frames])
    if len(begun) < len(s.fresh):
        record(s, "left_off", ("RUL-47",), s.active)
    s.fresh = begun


def _order(s: State, t: Trigger) -> tuple[int, int, int]:
    """Return a sort key: turn order, a card's own effect before others (UU-EFF-5), order of arrival."""
    arrival = -1
    for at, card in enumerate(s.stable(t.you)):  # compiled, a third of the time of `index`
        if card == t.source:
            arrival = at
    is_behind = not s.rules.is_chain and t.source != t.it  # in a chain arrival alone counts (UU-EFF-4)
    return (t.you - s.active) % s.rules.seats, int(is_behind), arrival


def _is_optional(s: State, t: Trigger) -> bool:
    return not t.frames and s.rules.catalog.effects[t.effect].is_optional


# Step by step.


def _perform_one(s: State, f: Frame) -> None:
    """Ask the owner which of several simultaneous effects is next, or take the next one."""
    ready = [n for n, t in enumerate(s.queue) if t.is_ordered and _is_feasible(s, t)]
    sources = tuple(sorted({s.queue[n].source for n in ready}))
    if len(sources) > 1:
        push(s, RESOLVE, f.env, 1)
        ask(s, Request(s.queue[ready[0]].you, Kind.ORDER, sources, "order"))
    else:
        # Of simultaneous effects the only one that can be done goes first: it may make others possible.
        _perform_next(s, ready[0] if ready and s.queue[0].is_ordered else 0)


def _is_feasible(s: State, t: Trigger) -> bool:
    if t.frames:
        return True
    do = s.rules.catalog.effects[t.effect].do
    if isinstance(do, Plays):  # RUL-06: nothing is asked about it when the turn begins
        return False
    return possible(s, do, _env(s, t, STEP), openly=True)


def _perform_next(s: State, at: i64) -> None:
    trigger = s.queue[at]
    s.queue = s.queue[:at] + s.queue[at + 1 :] if len(s.queue) > 1 else NO_TRIGGERS
    push(s, RESOLVE, s.rules.envs[s.active])
    start(s, trigger, STEP)


def _env(s: State, t: Trigger, mode: i64) -> Env:
    needs, base, boss, ends, is_each = -1, len(s.plan), NOBODY, -1, False
    return Env(t.you, t.source, t.effect, mode, t.they, t.it, needs, base, boss, ends, is_each, t.aims)


def start(s: State, t: Trigger, mode: i64) -> None:
    """Start an effect, or go on with a deferred one."""
    env = _env(s, t, mode)
    push(s, PERFORM, env, 1)
    if t.frames:
        for frame in reversed(t.frames):
            push(s, frame.word, frame.env.but(mode=mode, base=len(s.plan)), frame.pc, frame.data)
    else:
        do_now(s, s.rules.catalog.effects[t.effect].do, env)


def push_effect(s: State, t: Trigger) -> None:
    """Push an effect that is carried out before all that waits."""
    env = _env(s, t, STEP)
    push(s, PERFORM, env, 1)
    push(s, s.rules.catalog.effects[t.effect].do, env)


def step_perform(s: State, _: Frame) -> None:
    """Clear the registers at the end of an effect."""
    s.about = (NOBODY, NO_CARD)
    s.ok = 0


STEPS[Perform] = step_perform


# Links.


def step_link(s: State, f: Frame) -> None:
    """Choose for one effect after the other; then carry out the plan."""
    waiting: tuple[Trigger, ...] = f.data
    if f.pc == 1:  # there are too few targets: the owner has said which effect happens
        chosen = next(t for t in waiting if t.source == s.picked[0][0])
        _choose_for(s, f, chosen)
    elif not waiting:
        plan, s.plan = s.plan, ()
        if plan:
            carry_out(s, f.env, plan)
    else:
        first = waiting[0]
        rivals: list[Trigger] = []
        if len(waiting) > 1:  # mostly there is one, which has none
            rivals = [t for t in waiting if t.you == first.you and not _is_optional(s, t) and not t.frames]
        if len(rivals) > 1 and _too_few(s, rivals):
            sources = tuple(sorted({t.source for t in rivals if _is_feasible_in_link(s, t)}))
            push(s, LINK, f.env, 1, waiting)
            ask(s, Request(first.you, Kind.ORDER, sources, "order"))
        else:
            _choose_for(s, f, first)


STEPS[Link] = step_link


def _choose_for(s: State, f: Frame, trigger: Trigger) -> None:
    is_last = len(f.data) == 1
    rest = NO_TRIGGERS if is_last else tuple([t for t in f.data if t is not trigger])
    push(s, LINK, f.env, 0, rest)
    start(s, trigger, PLAN)


def _is_feasible_in_link(s: State, t: Trigger) -> bool:
    return bool(_targets(s, t.effect, _env(s, t, PLAN)))


def _too_few(s: State, rivals: list[Trigger]) -> bool:
    """Whether mandatory effects of one owner cannot all have a target of their own (UU-EFF-4)."""
    wanted = [targets for t in rivals if (targets := _targets(s, t.effect, _env(s, t, PLAN)))]
    return len(wanted) > 1 and _matched(wanted) < len(wanted)


def _targets(s: State, effect: int, env: Env) -> set[CardNo]:
    """Return the candidates of an effect's first choice, if its owner must choose a card; else none."""
    word = s.rules.catalog.effects[effect].do
    while isinstance(word, (Then, Both, If)):
        word = word.first if isinstance(word, Then) else word.parts[0] if isinstance(word, Both) else word.do
    if isinstance(word, Act) and isinstance(word.what, Some):
        found = candidates(s, word, word.what.of, env)
        if word.verb == "discard":  # of equal copies only one is listed, but each is a target
            found = [c for c in s.hand(env.you) if any(c in s.rules.catalog.twins[f] for f in found)]
        return set(found)
    return set()


def _matched(wanted: list[set[CardNo]]) -> int:
    """Return for how many of these sets a different card can be found (augmenting paths)."""
    taken: dict[CardNo, int] = {}

    def place(n: int, tried: set[CardNo]) -> bool:
        for card in sorted(wanted[n] - tried):
            tried.add(card)
            if card not in taken or place(taken[card], tried):
                taken[card] = n
                return True
        return False

    return sum(place(n, set()) for n in range(len(wanted)))


@step_of(GoBack)
def _go_back(s: State, f: Frame) -> None:
    """Send a borrowed card back, if it is still where it was taken to (RUL-20)."""
    card, holder, back = f.data
    if s.controller(card) == holder:
        do_part(s, Change(GO_BACK, f.env, (card,), (s.where[card],), back))
    else:
        s.ok = 0


def settle(s: State, seat: Seat) -> None:
    """Push a frame that resolves all waiting effects."""
    push(s, RESOLVE, s.rules.envs[seat])
