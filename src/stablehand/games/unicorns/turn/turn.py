"""A turn: beginning, draw, action, end (UU-TURN).

All effects that a phase triggers are resolved before the turn goes on at its next point.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.games.unicorns.decks.watched import BEGINNING
from stablehand.games.unicorns.knowledge import traits
from stablehand.games.unicorns.knowledge.limits import hand_limit
from stablehand.games.unicorns.knowledge.occasions import nobody_answers
from stablehand.games.unicorns.resolution.apply import carry_out, check_hands, is_hand_watched
from stablehand.games.unicorns.resolution.asking import ask
from stablehand.games.unicorns.resolution.events import draw_cards
from stablehand.games.unicorns.resolution.machine import (
    ACTED,
    ACTION,
    BEFORE,
    BEGIN,
    DRAWING,
    END,
    LIMIT,
    LIMITED,
    OPENED,
    STEPS,
    WINDOW,
    Turn,
    push,
)
from stablehand.games.unicorns.resolution.resolve import settle
from stablehand.games.unicorns.resolution.stables import GO_BACK
from stablehand.games.unicorns.state.bounds import MOST_TURNS, can_draw, is_spent
from stablehand.games.unicorns.state.records import (
    ASK_ACTION,
    ASK_CARD,
    NO_CARD,
    NOBODY,
    Change,
    Env,
    Frame,
    Request,
    Trigger,
)
from stablehand.games.unicorns.state.rules import SEATS
from stablehand.games.unicorns.state.state import DRAW, HANDS, PASS, REDRAW
from stablehand.games.unicorns.state.zones import (
    known_copy,
    one_of_each,
    record,
)
from stablehand.games.unicorns.turn import party
from stablehand.games.unicorns.turn.game_over import check_game_over, run_out
from stablehand.games.unicorns.turn.play import announce, playable
from stablehand.games.unicorns.turn.redraw import redraw, redraws
from stablehand.games.unicorns.vocabulary import CARD, a, discard

if TYPE_CHECKING:
    from stablehand.core.build import i64
    from stablehand.games.unicorns.state.records import CardNo, Option, Seat
    from stablehand.games.unicorns.state.state import State


TURN: Final = Turn()
NO_TRIGGERS: Final[tuple[Trigger, ...]] = ()
NO_CARDS: Final[tuple[CardNo, ...]] = ()
DISCARD_ONE: Final = discard(a(CARD))
POINTS: Final = OPENED + 1
AT: Final[tuple[Frame, ...]] = tuple(
    Frame(TURN, point, Env(seat), (), None) for seat in range(SEATS.stop - 1) for point in range(POINTS)
)
"""The frames of the points of each seat's turn; they are shared, since no frame is ever below them."""


def begin_turn(s: State, seat: Seat) -> None:
    """Start a seat's turn."""
    s.active = seat
    s.turn += 1
    s.phase = "begin"
    s.skipped = ()
    s.is_ended = False
    s.extra_draws = 0
    s.plays = 1
    s.begun = 0
    s.neighs = (0, NOBODY)
    _go_on_at(s, seat, BEFORE)


def _go_on_at(s: State, seat: Seat, point: i64) -> None:
    """Make the turn go on at a point once the frames pushed after this call are done."""
    s.k = AT[seat * POINTS + point]  # one row holds all, so one index finds it


def step_turn(s: State, f: Frame) -> None:
    """Go on with a turn at one of its points."""
    point, seat = f.pc, f.env.you
    if point == BEFORE:
        _before(s, seat)
    elif point == ACTED:
        _acted(s, seat)
    elif point == END:
        _end(s, seat)
    elif point == LIMIT:
        _limit(s, seat)
    elif point == LIMITED:
        _limited(s, seat)
    elif point == BEGIN:
        _begin(s, seat)
    elif point == DRAWING:
        _drawing(s, seat)
    elif point == OPENED:
        _wake(s, seat)
    else:
        _action(s, seat)


STEPS[Turn] = step_turn


def _then(s: State, seat: Seat, point: i64) -> None:
    """Resolve waiting effects, then go on at a point of the turn."""
    if s.fresh or s.queue:
        _go_on_at(s, seat, point)
        settle(s, seat)
    else:
        check_game_over(s)
        if not s.is_over:
            _go_on_at(s, seat, point)


def _before(s: State, seat: Seat) -> None:
    """Begin a turn; if the deck holds Instants that answer that, ask for them first (RUL-64)."""
    if s.recorder:
        record(s, "turn", ("UU-TURN-1",), seat, number=s.turn)
        party.turn_began(s, seat)
    if s.rules.catalog.answering and "turn" in s.rules.catalog.occasions and not nobody_answers(s):
        _go_on_at(s, seat, OPENED)
        push(s, WINDOW, s.rules.envs[seat], 0, ((NO_CARD, seat),))
    else:
        _wake(s, seat)


def _wake(s: State, seat: Seat) -> None:
    """Queue the effects of anybody's turn beginning (RUL-39)."""
    waking = s.rules.catalog.waking
    if waking and traits.is_in_stable(s, waking):
        for owner in s.rules.others[seat]:
            for card in s.stable(owner):
                for effect in s.rules.catalog.cards[card].moments.get("any_turn_begins", ()):
                    if not traits.is_muted(s, card):
                        s.fresh += (Trigger(effect.number, owner, card, card, seat),)
    if s.fresh:
        _then(s, seat, BEGIN)
    else:
        _begin(s, seat)


def _begin(s: State, seat: Seat) -> None:
    """Queue every beginning-of-turn effect of the cards that are there now (UU-TURN-2)."""
    s.since = granting(s, seat)
    begun = begin_effects(s, seat)
    if begun or s.fresh:
        s.fresh += begun
        _then(s, seat, DRAWING)
    else:
        _drawing(s, seat)


def granting(s: State, seat: Seat) -> tuple[CardNo, ...]:
    """Return the cards of a stable that grant something for later in the turn that begins (RUL-44)."""
    closing = s.rules.catalog.is_closing
    if not closing:
        return NO_CARDS
    return tuple([card for card in traits.at_work(s, seat) if closing[card] and not traits.is_muted(s, card)])


def begin_effects(s: State, seat: Seat) -> tuple[Trigger, ...]:
    """Return the beginning-of-turn effects of a stable."""
    catalog = s.rules.catalog
    roles = catalog.roles
    if not traits.does(s, seat, BEGINNING) or _is_skipped(s, seat):
        return NO_TRIGGERS
    return tuple([
        Trigger(effect.number, seat, card, card, NOBODY, (), True)
        for card in traits.at_work(s, seat)
        if roles[card] & BEGINNING and not traits.is_muted(s, card)
        for effect in catalog.cards[card].beginning
    ])  # fmt: skip


def _is_skipped(s: State, seat: Seat) -> bool:
    """Whether a seat has no beginning phase: no effect of its stable happens then (RUL-64, RUL-65)."""
    return _leaves_out(s, "begin") or traits.skips(s, seat, "begin")


def _leaves_out(s: State, phase: str) -> bool:
    """Whether an effect has skipped a phase of this turn."""
    return len(s.skipped) > 0 and phase in s.skipped


def _drawing(s: State, seat: Seat) -> None:
    """Draw a card, and the extra ones (UU-TURN-3, RUL-05)."""
    if not s.is_ended:
        s.phase = "draw"
        if not _leaves_out(s, "draw"):
            draw_cards(s, seat, 1 + s.extra_draws)
            if s.fresh or s.queue or is_hand_watched(s):
                # What is put on top comes first: the conditions about hands (RUL-56), then what waits.
                _then(s, seat, ACTION)
                check_hands(s, seat)
                return
    check_game_over(s)
    if not s.is_over:
        _action(s, seat)


def _action(s: State, seat: Seat) -> None:
    """Ask for the action; after the first play, whether there is another (UU-TURN-4, RUL-06)."""
    if s.is_ended or _leaves_out(s, "action") or not s.plays or is_spent(s):
        _skip_action(s, seat)
        return
    s.phase = "action"
    options = actions(s, seat)
    if not options:
        _go_on_at(s, seat, END)
        return
    _go_on_at(s, seat, ACTED)
    ask(s, Request(seat, ASK_ACTION, options, "action", 1, 1, (), HANDS + seat))


def _skip_action(s: State, seat: Seat) -> None:
    """Go on to the end of the turn; in place of the action a redraw is offered, once (UU-DRINK-4)."""
    extra = redraws(s, seat) if s.plays > 0 else ()
    if extra:
        s.phase = "action"
        _go_on_at(s, seat, ACTED)
        ask(s, Request(seat, ASK_ACTION, (PASS,), "redraw", 1, 1, extra))
    else:
        _go_on_at(s, seat, END)


def actions(s: State, seat: Seat) -> tuple[Option, ...]:
    """Return what a seat may do in its action phase."""
    options = playable(s, seat)
    if s.plays < 0:
        # A second play is optional; every player with cards is asked, so that nothing is revealed.
        if not s.hand(seat):
            return ()
        options.append(PASS)
    elif can_draw(s):
        options.append(DRAW)
    if options and s.rules.has_party:
        options += redraws(s, seat)
    return tuple(options)


def _acted(s: State, seat: Seat) -> None:
    choice = s.picked[0][0]
    if choice == DRAW:
        s.plays = 0
        draw_cards(s, seat, 1)
        _then(s, seat, END)
        check_hands(s, seat)
    elif choice == PASS:
        _then(s, seat, END)
    elif choice == REDRAW:
        redraw(s, seat)
        _then(s, seat, ACTION)
    else:
        s.begun += 1
        left = (s.plays if s.plays > 0 else -s.plays) - 1  # `abs` of a machine word
        s.plays = -left  # negative: one card has been played
        _go_on_at(s, seat, ACTION if left else END)
        settle(s, seat)
        announce(s, s.rules.envs[seat], known_copy(s, choice))


def _end(s: State, seat: Seat) -> None:
    """Queue the effects of the end of the turn: borrowed cards go back, late draws (RUL-20)."""
    s.phase = "end"
    if s.promises:
        _keep_promises(s, seat)
    for card in s.since:  # RUL-44: also those that have left meanwhile
        for effect in s.rules.catalog.cards[card].moments.get("turn_ends", ()):
            s.fresh += (Trigger(effect.number, seat, card, card),)
    if s.fresh:
        _then(s, seat, LIMIT)
    else:
        _limit(s, seat)


def _keep_promises(s: State, seat: Seat) -> None:
    """Queue the return of the cards that were borrowed until the end of this seat's turn (RUL-45)."""
    for promise in s.promises:
        if promise.turn_of == seat:
            env = Env(promise.holder, it=promise.card, they=promise.back)
            frame = Frame(GO_BACK, 0, env, (promise.card, promise.holder, promise.back), None)
            s.fresh += (Trigger(-1, promise.holder, NO_CARD, promise.card, promise.back, (frame,)),)
    s.promises = tuple(p for p in s.promises if p.turn_of != seat)


def _limit(s: State, seat: Seat) -> None:
    """Ask for discards down to the hand limit, one at a time (UU-TURN-5, RUL-04)."""
    if s.promises and any(promise.turn_of == seat for promise in s.promises):
        _keep_promises(s, seat)  # borrowed by a card that came back in this phase
        _then(s, seat, LIMIT)
        return
    hand = s.hand(seat)
    if len(hand) > hand_limit(s, seat):
        _go_on_at(s, seat, LIMITED)
        cards = tuple(one_of_each(s, hand))
        extra = redraws(s, seat)
        ask(s, Request(seat, ASK_CARD, cards, "hand_limit", ends=extra, zone=HANDS + seat, of=CARD))
    else:
        _next(s, seat)


def _limited(s: State, seat: Seat) -> None:
    if s.picked[0][0] == REDRAW:
        redraw(s, seat)
        _then(s, seat, LIMIT)
        return
    card = known_copy(s, s.picked[0][0])
    _go_on_at(s, seat, LIMIT)
    env = s.rules.envs[seat]
    carry_out(s, env, (Change(DISCARD_ONE, env, (card,), (HANDS + seat,), seat),))


def _next(s: State, seat: Seat) -> None:
    """Start the next turn (UU-SETUP-4): extra turns come first, and any can be skipped (RUL-04, RUL-41)."""
    if s.turn >= MOST_TURNS:
        run_out(s, "RUL-48")
        return
    last = seat
    while True:
        is_extra = len(s.extra_turns) > 0
        if is_extra:
            following, s.extra_turns = s.extra_turns[0], s.extra_turns[1:]
        else:
            last += 1
            if last == s.rules.seats:
                last = 0
            following = last
        if not s.skips[following]:
            break
        s.skips = [n - (other == following) for other, n in enumerate(s.skips)]
        record(s, "skipped", ("RUL-04", "RUL-41") if is_extra else ("RUL-04",), following)
    begin_turn(s, following)
