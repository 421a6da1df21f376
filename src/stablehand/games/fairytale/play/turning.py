"""Cards are turned over: hunted, closed, opened.

Carries out what `demands` says of the stage, once everybody's choices are sealed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.games.fairytale.play import questions
from stablehand.games.fairytale.play.demands import closes_itself, owners_of_picks
from stablehand.games.fairytale.state.state import NOTHING
from stablehand.games.fairytale.vocabulary import HUNT, OPEN

if TYPE_CHECKING:
    from stablehand.core.contract import Json, Seat
    from stablehand.core.events import Recorder
    from stablehand.games.fairytale.state.state import State
    from stablehand.games.fairytale.vocabulary import CardNo


def hunt(s: State, recorder: Recorder | None) -> None:
    """Close every Shadow card revealed beside another card that hunts (FT-HUNT-1)."""
    rules, hunted = s.rules, s.rules.hunted
    hunters = [
        seat for seat, card in enumerate(s.fresh) if card != NOTHING and rules.effects[card] == HUNT
    ]  # there is one, or this stage would have been skipped
    s.down = s.down[:]  # copies share it
    for seat, card in enumerate(s.fresh):
        if card != NOTHING and rules.factions[card] == hunted and hunters != [seat]:
            s.hunted |= 1 << seat
            s.down[seat] |= 1 << len(s.table[seat]) - 1
            if recorder is not None:
                by = tuple([hunter for hunter in hunters if hunter != seat])
                _record_turned(s, recorder, "closed", ("FT-HUNT-1",), seat, card, by)


def turn_over(s: State, recorder: Recorder | None) -> None:
    """Carry out everybody's sealed closes or opens."""
    is_open = s.rules.topics[s.stage - 1] == OPEN
    s.down = s.down[:]  # copies share it
    for seat, picks in enumerate(s.sealed):
        if not picks:
            continue
        owners = [] if recorder is None else owners_of_picks(s, seat)
        for at, card in enumerate(picks):
            place = _place_to_turn(s, seat, card, is_open=is_open)
            s.down[seat] ^= 1 << place
            if recorder is not None:
                what = "opened" if is_open else "closed"
                rules = questions.RULES[questions.topic(s)]
                _record_turned(s, recorder, what, rules, seat, card, owners[at])


def _place_to_turn(s: State, seat: Seat, card: CardNo, *, is_open: bool) -> int:
    """Return the place of a card that a seat opens or closes.

    Of equal cards that is the one played first: where it matters ("earlier") the last is not offered.
    """
    table, down, found = s.table[seat], s.down[seat], NOTHING
    is_last = closes_itself(s, seat, card)
    for place in range(len(table)):
        if table[place] == card and (down >> place & 1 == 1) == is_open:
            found = place
            if not is_last:
                break
    assert found != NOTHING, "only cards that are there can be chosen"
    return found


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
    ids = s.rules.ids
    causes: list[Json] = [{"seat": owner, "card": ids[s.fresh[owner]]} for owner in owners]
    recorder.note(
        what, rules, {"seat": seat, "card": ids[card], "stage": questions.topic(s), "causes": causes}
    )
