"""The flow of a game: deal, draft, reveal, effects, scoring.

Four rounds of five picks and three plays (FT-ROUND-1). Each step waits for everybody, then is carried out for
all at once. After a reveal the stages of FT-EFF-1 follow: hunt, close for all, close one's own, open; a stage
that asks nobody is skipped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.core.rng import Rng
from stablehand.games.fairytale.play import questions
from stablehand.games.fairytale.play.score import points
from stablehand.games.fairytale.state.state import NOTHING, PICKS, PLAYS, ROUNDS, Chapter, State, passes_to
from stablehand.games.fairytale.vocabulary import Hunt

if TYPE_CHECKING:
    from stablehand.core.contract import Json, Seat
    from stablehand.core.events import Recorder
    from stablehand.games.fairytale.state.rules import Rules
    from stablehand.games.fairytale.vocabulary import CardNo

ROUND_OVER = PICKS + PLAYS


def begin(rules: Rules, seed: int, recorder: Recorder | None) -> State:
    """Shuffle and deal the first round (FT-SETUP-1, FT-DEAL-1)."""
    s = State(rules)
    s.deck = rules.cards.supply(expert=rules.expert)
    Rng.from_seed(seed, "fairytale").shuffle(s.deck)
    _deal(s, recorder)
    return s


def take(s: State, seat: Seat, picks: tuple[CardNo, ...], recorder: Recorder | None) -> None:
    """Seal what a seat has picked so far; when everybody is done, carry the stage out."""
    if recorder:
        recorder.note("chose", questions.RULES[questions.topic(s)], {"seat": seat})
    s.sealed[seat] = picks
    s.asks[seat] = questions.question(s, seat, picks)
    if not any(s.asks):
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
    seats = range(s.rules.seats)
    s.sealed = [() for _ in seats]
    s.asks = [questions.question(s, seat, ()) for seat in seats]
    return any(s.asks)


def _deal(s: State, recorder: Recorder | None) -> None:
    for seat in range(s.rules.seats):
        cards = sorted(s.deck.pop() for _ in range(min(PICKS, len(s.deck))))  # a board may have fewer
        s.hands[seat] = cards
        if recorder:
            _record_privately(s, recorder, "dealt", ("FT-DEAL-1",), seat, cards, round=s.round)
    ask(s)


def _carry_out(s: State, recorder: Recorder | None) -> None:
    if s.stage:
        _turn_over(s, recorder)
        _next_stage(s, recorder)
    elif s.is_draft:
        _pass_on(s, recorder)
    else:
        _reveal(s, recorder)
        _next_stage(s, recorder)


def _pass_on(s: State, recorder: Recorder | None) -> None:
    """Keep what was picked and pass the rest (FT-DRAFT-1, FT-DRAFT-2)."""
    rules = s.rules
    seats = range(rules.seats)
    for seat in seats:
        for card in s.sealed[seat]:
            s.hands[seat].remove(card)
            s.kept[seat].append(card)
            s.kept[seat].sort()
            s.trails[seat] += ((seat, card),)
            if recorder:
                recorder.note(
                    "kept", ("FT-DRAFT-1",), {"seat": seat}, {"card": rules.cards.cards[card].id}, (seat,)
                )
    hands, trails = s.hands, s.trails
    s.hands, s.trails = hands[:], trails[:]
    for seat in seats:
        to = passes_to(rules, s.round, seat)
        s.hands[to], s.trails[to] = hands[seat], trails[seat]
        if recorder and hands[seat]:
            _record_privately(s, recorder, "passed", ("FT-DRAFT-2",), to, hands[seat], giver=seat)
    s.step = s.step + 1 if any(s.hands) else PICKS
    ask(s)


def _reveal(s: State, recorder: Recorder | None) -> None:
    """Turn everybody's card up at once (FT-PLAY-1)."""
    for seat in range(s.rules.seats):
        s.fresh[seat] = NOTHING
        for card in s.sealed[seat]:
            s.kept[seat].remove(card)
            s.table[seat].append(card)
            s.played[seat] += (card,)
            s.fresh[seat] = card
            if recorder:
                recorder.note("played", ("FT-PLAY-1",), {"seat": seat, "card": s.rules.cards.cards[card].id})


def _next_stage(s: State, recorder: Recorder | None) -> None:
    """Go through the stages of FT-EFF-1 until somebody must choose or the step is over."""
    while s.stage < len(s.rules.stages):
        s.stage += 1
        if questions.topic(s) == "hunt":
            _hunt(s, recorder)
        elif ask(s):
            return
    s.stage = 0
    s.hunted = 0
    s.fresh = [NOTHING] * s.rules.seats
    s.step += 1
    if s.step == ROUND_OVER or not any(s.kept):  # a board may have fewer cards to play
        _close_the_round(s, recorder)
    ask(s)


def _hunt(s: State, recorder: Recorder | None) -> None:
    """Close every Shadow card revealed beside another card that hunts (FT-HUNT-1)."""
    deck = s.rules.cards
    hunters = [
        seat
        for seat, card in enumerate(s.fresh)
        if card != NOTHING and isinstance(deck.cards[card].effect, Hunt)
    ]
    for seat, card in enumerate(s.fresh):
        if card != NOTHING and s.rules.factions[card] == deck.hunted and any(h != seat for h in hunters):
            s.hunted |= 1 << seat
            s.down[seat] |= 1 << len(s.table[seat]) - 1
            if recorder:
                by = tuple(hunter for hunter in hunters if hunter != seat)
                _record_turned(s, recorder, "closed", ("FT-HUNT-1",), seat, card, by)


def _turn_over(s: State, recorder: Recorder | None) -> None:
    """Carry out everybody's sealed closes or opens."""
    topic = questions.topic(s)
    is_open = topic == "open"
    for seat in range(s.rules.seats):
        owners = questions.owners_of_picks(s, seat) if recorder else []
        for at, card in enumerate(s.sealed[seat]):
            # Of equal cards the one played first: where it matters ("earlier") the last is not offered.
            places = [
                place
                for place, lying in enumerate(s.table[seat])
                if lying == card and bool(s.down[seat] >> place & 1) == is_open
            ]
            place = places[-1 if questions.closes_itself(s, seat, card) else 0]
            s.down[seat] ^= 1 << place
            if recorder:
                what = "opened" if is_open else "closed"
                _record_turned(s, recorder, what, questions.RULES[topic], seat, card, owners[at])


def _record_turned(
    s: State,
    recorder: Recorder,
    what: str,
    rules: tuple[str, ...],
    seat: Seat,
    card: CardNo,
    owners: tuple[Seat, ...],
) -> None:
    """Record that a card was turned over, in which stage, and which revealed cards caused it."""
    cards = s.rules.cards.cards
    causes: list[Json] = [{"seat": owner, "card": cards[s.fresh[owner]].id} for owner in owners]
    recorder.note(
        what, rules, {"seat": seat, "card": cards[card].id, "stage": questions.topic(s), "causes": causes}
    )


def _close_the_round(s: State, recorder: Recorder | None) -> None:
    """Discard the leftovers unseen (FT-PLAY-2), remember the round, and end the game after the fourth."""
    s.step = ROUND_OVER
    for seat in range(s.rules.seats):
        if recorder and s.kept[seat]:
            _record_privately(s, recorder, "discarded", ("FT-PLAY-2",), seat, s.kept[seat])
        s.gone += s.kept[seat]
        s.kept[seat] = []
    s.chapters += (Chapter(tuple(s.trails), tuple(s.played)),)
    s.trails = [()] * s.rules.seats
    s.played = [()] * s.rules.seats
    if s.round == ROUNDS:
        _end(s, recorder)
    s.gone.sort()


def _end(s: State, recorder: Recorder | None) -> None:
    """Remove face-down cards and count (FT-END-1)."""
    for seat in range(s.rules.seats):
        closed = s.face_down(seat)
        if recorder and closed:
            _record_privately(s, recorder, "removed", ("FT-END-1",), seat, closed)
        s.table[seat] = s.face_up(seat)
        s.down[seat] = 0
        s.gone += closed
    s.is_over = True
    if recorder:
        totals: list[Json] = [points(s, seat) for seat in range(s.rules.seats)]
        recorder.note("ended", ("FT-END-1", "FT-END-2"), {"points": totals})


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
    names: list[Json] = [s.rules.cards.cards[card].id for card in cards]
    recorder.note(what, rules, {"seat": seat, "count": len(cards), **more}, {"cards": names}, (seat,))
