"""The flow of a game: deal, draft, reveal, effects, scoring.

Four rounds of five picks and three plays (FT-ROUND-1). Each step waits for everybody, then is carried out for
all at once. After a reveal the stages of FT-EFF-1 follow: hunt, close for all, close one's own, open; a stage
that asks nobody is skipped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.core.rng import Rng
from stablehand.games.fairytale.play import questions
from stablehand.games.fairytale.play.demands import live_topics
from stablehand.games.fairytale.play.score import points
from stablehand.games.fairytale.play.turning import hunt, turn_over
from stablehand.games.fairytale.state.state import (
    NOBODY,
    NOTHING,
    PICKS,
    PLAYS,
    ROUNDS,
    Chapter,
    State,
    passes_to,
)
from stablehand.games.fairytale.vocabulary import HUNT

if TYPE_CHECKING:
    from stablehand.core.contract import Decision, Json, Seat
    from stablehand.core.events import Recorder
    from stablehand.games.fairytale.state.rules import Rules
    from stablehand.games.fairytale.vocabulary import CardNo

ROUND_OVER: Final = PICKS + PLAYS


def begin(rules: Rules, seed: int, recorder: Recorder | None) -> State:
    """Shuffle and deal the first round (FT-SETUP-1, FT-DEAL-1)."""
    s = State(rules)
    s.deck = list(rules.supply)
    Rng.from_seed(seed, "fairytale").shuffle(s.deck)
    _deal(s, recorder)
    return s


def take(s: State, seat: Seat, picks: tuple[CardNo, ...], recorder: Recorder | None) -> None:
    """Seal what a seat has picked so far; when everybody is done, carry the stage out."""
    if recorder is not None:
        recorder.note("chose", questions.RULES[questions.topic(s)], {"seat": seat})
    s.sealed[seat] = picks
    s.asks[seat] = questions.question(s, seat, picks)
    s.asked = questions.first_asked(s)
    if s.asked == NOBODY:
        _carry_out(s, recorder)


def move_on(s: State, recorder: Recorder | None = None) -> None:
    """Deal the next round when one is over."""
    while s.step == ROUND_OVER and not s.is_over:
        s.round += 1
        s.step = 0
        _deal(s, recorder)
        if not any(s.hands):  # a board's deck may have run out
            _close_the_round(s, recorder)


def ask(s: State) -> bool:
    """Open the decisions of the stage; return whether anybody is asked."""
    seats = s.rules.seats
    asks: list[Decision | None] = []
    for seat in range(seats):
        asks.append(questions.question(s, seat, ()))  # noqa: PERF401 - compiled, this is the fastest
    s.sealed = [()] * seats
    s.asks = asks
    s.asked = questions.first_asked(s)
    return s.asked != NOBODY


def _deal(s: State, recorder: Recorder | None) -> None:
    left = len(s.deck)
    hands: list[list[CardNo]] = []
    for seat in range(s.rules.seats):
        first = left - PICKS if left > PICKS else 0  # a board may have fewer
        cards = s.deck[first:left]
        cards.sort()
        left = first
        hands.append(cards)
        if recorder is not None:
            _record_privately(s, recorder, "dealt", ("FT-DEAL-1",), seat, cards, round=s.round)
    s.hands = hands
    s.deck = s.deck[:left]
    ask(s)


def _carry_out(s: State, recorder: Recorder | None) -> None:
    if s.stage:
        turn_over(s, recorder)
        _next_stage(s, recorder)
    elif s.is_draft:
        _pass_on(s, recorder)
    else:
        _reveal(s, recorder)
        _next_stage(s, recorder)


def _pass_on(s: State, recorder: Recorder | None) -> None:
    """Keep what was picked and pass the rest (FT-DRAFT-1, FT-DRAFT-2)."""
    hands, trails = s.hands, s.trails[:]
    for seat, picks in enumerate(s.sealed):
        for card in picks:
            _add(s.kept[seat], card)
            hands[seat].remove(card)
            trails[seat] += ((seat, card),)
            if recorder is not None:
                recorder.note("kept", ("FT-DRAFT-1",), {"seat": seat}, {"card": s.rules.ids[card]}, (seat,))
    if s.round % 2:  # to the left, as `passes_to` says
        s.hands, s.trails = [hands[-1], *hands[:-1]], [trails[-1], *trails[:-1]]
    else:
        s.hands, s.trails = [*hands[1:], hands[0]], [*trails[1:], trails[0]]
    if recorder is not None:
        _record_passing(s, recorder, hands)
    s.step = s.step + 1 if _has_any(s.hands) else PICKS
    ask(s)


def _record_passing(s: State, recorder: Recorder, hands: list[list[CardNo]]) -> None:
    for seat, cards in enumerate(hands):
        if cards:
            to = passes_to(s.rules, s.round, seat)
            _record_privately(s, recorder, "passed", ("FT-DRAFT-2",), to, cards, giver=seat)


def _add(cards: list[CardNo], card: CardNo) -> None:
    """Add a card to cards that are sorted."""
    at = len(cards)
    while at > 0 and cards[at - 1] > card:
        at -= 1
    cards.insert(at, card)


def _has_any(cards: list[list[CardNo]]) -> bool:
    """Whether any seat has a card."""
    for own in cards:  # noqa: SIM110 - compiled, a plain loop is the fastest
        if own:
            return True
    return False


def _reveal(s: State, recorder: Recorder | None) -> None:
    """Turn everybody's card up at once (FT-PLAY-1)."""
    fresh, played = [NOTHING] * s.rules.seats, s.played[:]
    table = s.table[:]
    for seat, picks in enumerate(s.sealed):
        for card in picks:
            s.kept[seat].remove(card)
            table[seat] = [*table[seat], card]
            played[seat] += (card,)
            fresh[seat] = card
            if recorder is not None:
                recorder.note("played", ("FT-PLAY-1",), {"seat": seat, "card": s.rules.ids[card]})
    s.fresh, s.played, s.table = fresh, played, table


def _next_stage(s: State, recorder: Recorder | None) -> None:
    """Go through the stages of FT-EFF-1 until somebody must choose or the step is over."""
    topics, live = s.rules.topics, live_topics(s)
    while s.stage < len(topics):
        topic = topics[s.stage]
        s.stage += 1
        if not live >> topic & 1:
            continue
        if topic == HUNT:
            hunt(s, recorder)
        elif ask(s):
            return
    s.stage = 0
    s.hunted = 0
    s.fresh = [NOTHING] * s.rules.seats
    s.step += 1
    if s.step == ROUND_OVER or not _has_any(s.kept):  # a board may have fewer cards to play
        _close_the_round(s, recorder)
    ask(s)


def _close_the_round(s: State, recorder: Recorder | None) -> None:
    """Discard the leftovers unseen (FT-PLAY-2), remember the round, and end the game after the fourth."""
    s.step = ROUND_OVER
    gone = s.gone[:]
    for seat, kept in enumerate(s.kept):
        if recorder is not None and kept:
            _record_privately(s, recorder, "discarded", ("FT-PLAY-2",), seat, kept)
        gone += kept
        s.kept[seat] = []
    s.chapters += (Chapter(tuple(s.trails), tuple(s.played)),)
    s.trails = [()] * s.rules.seats
    s.played = [()] * s.rules.seats
    if s.round == ROUNDS:
        gone += _end(s, recorder)
    gone.sort()
    s.gone = gone


def _end(s: State, recorder: Recorder | None) -> list[CardNo]:
    """Remove face-down cards and count (FT-END-1); return these cards."""
    gone: list[CardNo] = []
    table: list[list[CardNo]] = []
    for seat in range(s.rules.seats):
        closed = s.face_down(seat)
        if recorder is not None and closed:
            _record_privately(s, recorder, "removed", ("FT-END-1",), seat, closed)
        table.append(s.face_up(seat))
        gone += closed
    s.table = table
    s.down = [0] * s.rules.seats
    s.is_over = True
    if recorder is not None:
        totals: list[Json] = [points(s, seat) for seat in range(s.rules.seats)]
        recorder.note("ended", ("FT-END-1", "FT-END-2"), {"points": totals})
    return gone


def _record_privately(
    s: State,
    recorder: Recorder,
    what: str,
    rules: tuple[str, ...],
    seat: Seat,
    cards: list[CardNo],
    **more: Json,
) -> None:
    """Record an event: everybody sees how many cards, the seat sees which."""
    names: list[Json] = [s.rules.ids[card] for card in cards]
    recorder.note(what, rules, {"seat": seat, "count": len(cards), **more}, {"cards": names}, (seat,))
