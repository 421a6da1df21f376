"""Whether a continuous effect makes sense."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from stablehand.games.unicorns.vocabulary.abilities import (
    DESTROYED,
    EVERYTHING,
    SACRIFICED,
    STOLEN,
    Bar,
    Become,
    CannotWin,
    Forbid,
    HandLimit,
    Immune,
    Mute,
    Share,
    Worth,
)
from stablehand.games.unicorns.vocabulary.sense_of_acts import (
    Scope,
    fault_in_condition,
    fault_in_filter,
    fault_in_mute,
    fault_in_number,
    fault_in_share,
)

if TYPE_CHECKING:
    from stablehand.games.unicorns.vocabulary.abilities import Trait
    from stablehand.games.unicorns.vocabulary.sense_of_acts import Known

BECOMES: Final = ("panda", "shit", "reindeer")
LOSSES: Final = (DESTROYED, SACRIFICED)


def fault_in_trait(trait: Trait, kind: str, known: Known) -> str:
    """Return the fault in a continuous effect of a card of a type."""
    match trait:
        case Become(becomes) if becomes not in BECOMES:
            return f"Unicorns become {' or '.join(BECOMES)}, not {becomes!r}"
        case Worth(n):
            return _fault_in_worth(n, kind)
        case Mute(what, of):
            return fault_in_mute(what, of, kind)
        case Share(of):
            return fault_in_share(of, kind)
        case HandLimit(n, is_change, _):
            if is_change:
                return "HandLimit changes by 0" if n == 0 else fault_in_number(abs(n), "HandLimit")
            return fault_in_number(n, "HandLimit", 0)
        case Immune(of, verbs, by):
            if not verbs or not set(verbs) <= {*LOSSES, STOLEN, EVERYTHING} or len(set(verbs)) < len(verbs):
                return f"Immune is to {', '.join((*LOSSES, STOLEN))} or {EVERYTHING}, not to {verbs!r}"
            if EVERYTHING in verbs and len(verbs) > 1:
                return f"Immune to {EVERYTHING} needs no other verb"
            found = [f for f in (of, by) if f is not None]
        case Forbid(of) | Bar(of, _):
            found = [of]
        case CannotWin(condition) if condition:
            return fault_in_condition(condition, Scope("While", known), ("",))
        case _:
            return ""
    name = type(trait).__name__
    if isinstance(trait, Immune) and trait.by is not None and trait.by.place == "others":
        found[-1] = replace(trait.by, place="")  # the source can be a card of another player
    if any(of.is_other for of in found):
        return f"{name} cannot have .other"
    return next((fault for of in found if (fault := fault_in_filter(of, known, name))), "")


def _fault_in_worth(n: int, kind: str) -> str:
    if kind not in {"basic", "magical"}:
        return f"Worth({n}): a card of type {kind} is no Unicorn"
    return "Worth(1) is what every Unicorn is" if n == 1 else fault_in_number(n, "Worth", 0)
