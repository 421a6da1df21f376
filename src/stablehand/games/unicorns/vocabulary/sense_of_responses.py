"""Whether an Instant makes sense: what it answers, and how it begins."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias

from stablehand.games.unicorns.vocabulary.nouns import IT, Event
from stablehand.games.unicorns.vocabulary.sense_of_acts import Scope, fault_in_filter
from stablehand.games.unicorns.vocabulary.verbs import Both, Counter, Word, bring, take

if TYPE_CHECKING:
    from stablehand.games.unicorns.vocabulary.abilities import Respond
    from stablehand.games.unicorns.vocabulary.sense_of_acts import Known

ANSWERED: Final = ("steal", "sacrifice", "destroy")
"""What is done to cards that an Instant can answer."""
Checked: TypeAlias = tuple[tuple[Word, ...], Scope, str]
"""The parts of an effect that are still to be checked, what they may speak of, and the fault of the rest."""


def parts_of_response(ability: Respond, known: Known) -> Checked:
    """Check what an Instant answers and how its effect begins."""
    at = Scope("Respond", known, has_owner=True)
    to = ability.to
    parts = ability.do.parts if isinstance(ability.do, Both) else (ability.do,)
    if to is not None and to.verbs == ("turn",):
        fault = (
            "" if to == Event(("turn",), by="others") else "a turn that begins is another’s and has no card"
        )
        return (ability.do,), replace(at, has_turn=True), fault
    first = parts[:1]
    if to is None and not (first and isinstance(first[0], Counter)):
        return (), at, "a Respond begins with Counter: an Instant stops the card to which it responds"
    if to is not None and (fault := _fault_in_occasion(to, known)):
        return (), at, fault
    if to is not None and first not in ((bring(IT),), (take(IT),)):
        return (), at, "such a Respond begins with bring(IT) or take(IT): it is done instead"
    is_lonely = isinstance(ability.do, Both) and len(parts) < 2
    return parts[1:], at, "Both needs at least two parts" if is_lonely else ""


def _fault_in_occasion(to: Event, known: Known) -> str:
    """Return the fault in the theft or loss that an Instant answers (RUL-62, RUL-63)."""
    if not to.verbs or to.verbs != tuple(verb for verb in ANSWERED if verb in to.verbs):
        return f"an Instant answers {', '.join(ANSWERED)}, in this order, or the beginning of a turn"
    if to.by == "you" or to.of.is_other:
        return "an Instant answers what others or anyone do, to any such card"
    return fault_in_filter(to.of, known, "Respond")
