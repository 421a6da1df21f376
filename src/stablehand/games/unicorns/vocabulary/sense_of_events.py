"""Whether what a card watches can happen, and what may be said of it (`Each`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.games.unicorns.vocabulary.nouns import BABY, CARD, INSTANT, KINDS, MAGIC, PERMANENT
from stablehand.games.unicorns.vocabulary.sense_of_acts import Known, Scope, fault_in_filter, kinds_of

if TYPE_CHECKING:
    from stablehand.games.unicorns.vocabulary.nouns import Event

COMINGS: Final = ("enter", "leave")
LOSSES: Final = ("sacrifice", "destroy", "steal")
SINGLE: Final = ("draw", "play", "answer")
FAMILIES: Final = (COMINGS, LOSSES, *((verb,) for verb in SINGLE))


def scope_of(event: Event, known: Known) -> Scope:
    """Return what may be spoken of when an event has happened: who did it, a Magic card that was played."""
    is_other = event.by == "others"
    is_magic = event.verbs == ("play",) and kinds_of(event.of, known) == MAGIC.kinds
    it = event.of if is_magic else None
    return Scope("Each", known, has_they=is_other, has_owner=is_other, it=it, watched=event.verbs)


def fault_in_event(event: Event, kind: str, known: Known) -> str:
    """Return the fault in what a card of a type watches."""
    verbs, of = event.verbs, event.of
    if not verbs or len(set(verbs)) < len(verbs) or not any(set(verbs) <= set(one) for one in FAMILIES):
        told = ", or ".join(", ".join(one) for one in FAMILIES)
        return f"Event is one or several of {told}; not {verbs!r}"
    is_coming, is_loss = set(verbs) <= set(COMINGS), set(verbs) <= set(LOSSES)
    places = ("yours",) if is_coming or verbs == ("answer",) else ("", "yours") if is_loss else ("",)
    if fault := fault_in_filter(of, known, "Event", places=places):
        return fault
    kinds = kinds_of(of, known)
    if (is_coming or is_loss) and not kinds & PERMANENT:
        return "Event: such cards are never in a stable"
    if of.is_other and not ((is_coming and "enter" in verbs) or is_loss):
        return "Event: this card is never among them, so .other says nothing"
    if of.is_other and not kinds & KINDS[kind]:
        return f"Event: a card of type {kind} is never among them, so .other says nothing"
    return _fault_in_doer(event, kinds)


def _fault_in_doer(event: Event, kinds: int) -> str:
    verbs, of, by = event.verbs, event.of, event.by
    if verbs[0] in COMINGS and by != "anyone":
        return "Event: nobody is told to make a card enter or leave"
    impossible = {"you": "steal", "others": "sacrifice", "anyone": ""}[by]
    if of.place == "yours" and impossible in verbs:
        return f"Event: {' or '.join(verbs)} is never done so to a card of yours"
    if verbs == ("draw",) and of != CARD:
        return "Event: nobody sees which cards are drawn, so write CARD"
    if verbs == ("play",) and (kinds & INSTANT.kinds or kinds == BABY.kinds):
        return "Event: such cards are not played as an action"
    if verbs == ("answer",) and (of != CARD.yours or by != "others"):
        return 'Event: answer is of CARD.yours, by "others"'
    return ""
