"""Make the mutants of a card: one word of its data dropped, swapped, widened, or one off.

`mutate_cards` uses them to test whether the cases of the rulebook notice the change.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from stablehand.games.unicorns.vocabulary import (
    ANY_CARD,
    ANY_UNICORN,
    KINDS,
    Act,
    Bar,
    Both,
    Cannot,
    CannotWin,
    Cast,
    Counter,
    Event,
    Filter,
    HandLimit,
    Immune,
    Instead,
    Look,
    Make,
    May,
    Mute,
    Needs,
    OneOf,
    Pick,
    Recycle,
    Respond,
    Reveal,
    Rob,
    Same,
    Search,
    SkipPhase,
    Some,
    Then,
    UpTo,
    When,
    With,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stablehand.games.unicorns.vocabulary import Abilities, Happening, Until, Verb

UP_OR_DOWNGRADE = KINDS["upgrade"] | KINDS["downgrade"]
WIDER = {
    KINDS["baby"]: ANY_UNICORN, KINDS["basic"]: ANY_UNICORN, ANY_UNICORN: ANY_CARD,
    KINDS["upgrade"]: UP_OR_DOWNGRADE, KINDS["downgrade"]: UP_OR_DOWNGRADE, UP_OR_DOWNGRADE: ANY_CARD,
    KINDS["magic"]: ANY_CARD, KINDS["instant"]: ANY_CARD,
}  # fmt: skip
NARROWER = {
    ANY_CARD: (ANY_UNICORN,), ANY_UNICORN: (KINDS["basic"],),
    UP_OR_DOWNGRADE: (KINDS["upgrade"], KINDS["downgrade"]),
}  # fmt: skip
PLACES: dict[str, tuple[str, ...]] = {
    "yours": ("others",), "theirs": ("others",), "others": ("yours", ""), "boss": ("others",),
    "hand": ("discard",),
    "discard": ("hand",), "nursery": ("discard",),
}  # fmt: skip
ANYWHERE = dict.fromkeys(("return", "remove", "banish"), ("yours", "others"))
"""Verbs for cards of any stable, and where else those could be."""
VERBS: tuple[Verb, ...] = ("destroy", "sacrifice", "steal", "return")
SWAPS: dict[str, Any] = {
    "anyone": "another", "another": "anyone", "everybody": "others", "others": "everybody",
}  # fmt: skip
GIVEN: dict[str, Any] = {"boss": "left", "left": "boss"}
MOMENTS = {
    "enters": "turn_begins", "turn_begins": "enters", "dies": "enters", "any_turn_begins": "turn_begins",
    "turn_ends": "turn_begins", "leaves": "dies", "is_destroyed": "dies",
}  # fmt: skip
OCCASIONS: tuple[tuple[Happening, ...], ...] = (
    ("steal",), ("sacrifice",), ("destroy",), ("sacrifice", "destroy"),
    ("steal", "sacrifice", "destroy"), ("turn",),
)  # fmt: skip
"""What an Instant can answer beside a card being played."""
WHOSE: tuple[Literal["yours", "others", "everybody"], ...] = ("yours", "others", "everybody")
UNTIL: dict[str, tuple[Until, ...]] = {"end_of_turn": ("", "this_leaves"), "this_leaves": ("", "end_of_turn")}

Step = tuple[str, Any]
"""A description of the change, and the changed word."""


def mutants(abilities: Abilities, kind: int) -> Iterator[Step]:
    """Yield every card that differs by one change; `kind` is the card's type."""
    seen: set[object] = {abilities}
    for number, ability in enumerate(abilities):
        rest = abilities[:number], abilities[number + 1 :]
        steps = [(f"{number}: dropped", None), *_changed(ability, kind)]
        for what, new in steps:
            mutant = (*rest[0], *(() if new is None else (new,)), *rest[1])
            if mutant not in seen:
                seen.add(mutant)
                yield (what if new is None else f"{number}: {what}"), mutant


def _changed(thing: object, kind: int) -> Iterator[Step]:
    """Yield the variants of a word in which it, or one word inside it, is changed."""
    yield from _itself(thing, kind)
    if isinstance(thing, tuple):
        for number, part in enumerate(thing):
            for what, new in _changed(part, kind):
                yield what, (*thing[:number], new, *thing[number + 1 :])
    elif is_dataclass(thing) and not isinstance(thing, type):
        for field in fields(thing):
            for what, new in _changed(getattr(thing, field.name), kind):
                yield what, replace(thing, **{field.name: new})


def _itself(thing: object, kind: int) -> Iterator[Step]:  # noqa: C901, PLR0912 - one case per word
    match thing:
        case May(do):
            yield "May dropped", do
        case Then(first, second):
            yield "Then is both", Both((first, second))
            yield "Then without its second part", first
        case Both(parts) if len(parts) > 1:
            for number, part in enumerate(parts):
                yield f"both without part {number + 1} ({_name(part)})", Both(_without(parts, number))
        case OneOf(modes):
            for number, mode in enumerate(modes):
                yield f"one_of without mode {number + 1} ({_name(mode)})", OneOf(_without(modes, number))
        case Make(who, do) | With(who, do) if who in SWAPS:
            yield f"{who} is {SWAPS[who]}", replace(thing, who=SWAPS[who])
        case Act():
            yield from _act(thing, kind)
        case When(moment, do):
            yield f"{moment} is {MOMENTS[moment]}", When(MOMENTS[moment], do)  # type: ignore[arg-type]  # a moment
        case Event():
            yield from _event(thing)
        case Respond(_, is_final, to):
            yield "is_final flipped", replace(thing, is_final=not is_final)
            if to is not None:
                yield from _occasions(thing, to)
        case Bar(_, whose):
            for stable in WHOSE:
                if stable != whose:
                    yield f"Bar of {stable}, not {whose}", replace(thing, whose=stable)
        case Needs(of, to):
            yield "Needs to play, or to enter", Needs(of, "enter" if to == "play" else "play")
        case Mute(what):
            yield "Mute triggered, or all", replace(thing, what="all" if what == "triggered" else "triggered")
        case HandLimit(_, is_change):
            yield "HandLimit set, or changed", replace(thing, is_change=not is_change)
            whose = "everybody" if thing.whose == "yours" else "yours"
            yield f"HandLimit of {whose}", replace(thing, whose=whose)
        case Look() | UpTo() | Pick() | Cannot():
            yield from _choice(thing)
        case Immune() | Instead():
            yield from _protection(thing)
        case Recycle(this, hand):
            yield "Recycle this flipped", Recycle(not this, hand)
            yield "Recycle hand flipped", Recycle(this, not hand)
        case Rob(of, to):
            yield "Rob to hand, or discard pile", Rob(of, "discard" if to == "hand" else "hand")
        case Reveal(_, is_drawn, is_open):
            yield "Reveal drawn, or from the deck", replace(thing, is_drawn=not is_drawn)
            yield "Reveal to all, or to its player", replace(thing, is_open=not is_open)
        case Search(_, _, to):
            for there in ("hand", "stable", "any_stable"):
                if there != to:
                    yield f"Search to {there}", replace(thing, to=there)
        case Counter(to):
            yield "Counter to the discard pile, or aside", Counter("aside" if to == "discard" else "discard")
        case CannotWin(condition) if condition is not None:
            yield "CannotWin whatever holds", CannotWin()
        case SkipPhase(phase):
            for other in ("begin", "draw", "action"):
                if other != phase:
                    yield f"SkipPhase {other}, not {phase}", SkipPhase(other)
        case _:
            pass
    yield from _numbers(thing)
    if not isinstance(thing, Act | Some | Cast):
        yield from _filtered(thing)


def _without(parts: tuple[Any, ...], number: int) -> tuple[Any, ...]:
    return parts[:number] + parts[number + 1 :]


def _name(word: object) -> str:
    return word.verb if isinstance(word, Act) else type(word).__name__


def _numbers(thing: object) -> Iterator[Step]:
    """Yield a word with its number one higher or lower, but at least 1 (`less` of a Count at least 0)."""
    for name in ("n", "less"):
        n = getattr(thing, name, None)
        if type(n) is int and is_dataclass(thing):
            for new in (n + 1, n - 1):
                if new >= 1 or n < 0 or (name == "less" and new >= 0):
                    yield f"{type(thing).__name__}.{name} is {new}, not {n}", replace(thing, **{name: new})  # type: ignore[type-var]


def _event(event: Event) -> Iterator[Step]:
    """Yield an event without one of its verbs, by other players, or of other cards than before."""
    for verb in event.verbs:
        left = tuple(one for one in event.verbs if one != verb)
        if left:
            yield f"Event without {verb}", replace(event, verbs=left)
    for by in ("you", "others", "anyone"):
        if by != event.by:
            yield f"Event by {by}", replace(event, by=by)
    if event.of.place:
        yield "Event of any stable", replace(event, of=replace(event.of, place=""))
    if event.of.is_other:
        yield "Event of this card too", replace(event, of=replace(event.of, is_other=False))


def _occasions(respond: Respond, to: Event) -> Iterator[Step]:
    """Yield an Instant that answers something else."""
    for verbs in OCCASIONS:
        if verbs != to.verbs:
            yield f"Respond to {' or '.join(verbs)}", replace(respond, to=replace(to, verbs=verbs))
    yield "Respond to a card", replace(respond, to=None)


def _choice(thing: Look | UpTo | Pick | Cannot) -> Iterator[Step]:
    """Yield a choice of more or fewer cards or players, of what becomes of the rest, or another ban."""
    match thing:
        case Look(n, take, rest):
            for new in (take - 1, take + 1):
                if 0 <= new < n:
                    yield f"Look takes {new}, not {take}", replace(thing, take=new)
            for other in ("same", "any_order", "discard", "give"):
                if other != rest:
                    yield f"Look: the rest {other}, not {rest}", replace(thing, rest=other)
        case UpTo(most):
            for most_now in (None, 1, 2) if most is None else (None, most - 1, most + 1):
                if most_now not in {most, 0}:
                    yield f"UpTo {most_now or 'any'}, not {most or 'any'}", UpTo(most_now)
        case Pick(n):
            yield "Pick any number, or as many", Pick(UpTo() if n == Same() else Same())
        case Cannot(verb):
            yield f"Cannot do another thing than {verb}", Cannot("steal" if verb == "destroy" else "destroy")


def _protection(thing: Immune | Instead) -> Iterator[Step]:
    if isinstance(thing, Immune):
        if thing.by is not None:
            yield "Immune to every source", replace(thing, by=None)
            if thing.by.place:
                yield "Immune to one's own cards too", replace(thing, by=replace(thing.by, place=""))
        if len(thing.verbs) > 1:
            for verb in thing.verbs:
                left = tuple(v for v in thing.verbs if v != verb)
                yield f"Immune not to {verb}", replace(thing, verbs=left)
        for verb in ("destroy", "sacrifice"):
            if verb not in thing.verbs and "everything" not in thing.verbs:
                yield f"Immune to {verb} too", replace(thing, verbs=(*thing.verbs, verb))
        if "everything" in thing.verbs:
            yield "Immune to destroy only", replace(thing, verbs=("destroy",))
    else:
        for verb in ("destroy", "sacrifice"):
            be = tuple(v for v in thing.be if v != verb) if verb in thing.be else (*thing.be, verb)
            if be:
                yield f"Instead of {' or '.join(be)}", replace(thing, be=be)
        if thing.of is not None and thing.of.is_other:
            yield "Instead for itself too", replace(thing, of=replace(thing.of, is_other=False))


def _act(act: Act, kind: int) -> Iterator[Step]:
    """Yield an act with another verb, other cards, another destination or another duration."""
    others = VERBS if act.verb in {*VERBS, "remove", "shrink", "banish"} else ()
    for verb in others:
        if verb != act.verb:
            yield f"{act.verb} is {verb}", replace(act, verb=verb, until="" if verb != "steal" else act.until)
    if act.to in {"anyone", "another"}:
        yield f"{act.verb} to {SWAPS[act.to]}", replace(act, to=SWAPS[act.to])
    if act.to in GIVEN:
        yield f"{act.verb} to {GIVEN[act.to]}", replace(act, to=GIVEN[act.to])
    if act.verb == "bury":
        yield "bury under the deck, or shuffled", replace(act, to="" if act.to else "shuffled")
    for until in UNTIL.get(act.until, ()):
        yield f"{act.verb} until {until or 'ever'}", replace(act, until=until)
    of = getattr(act.what, "of", None)
    if of is not None:
        for what, new in _cards_of(act, of, kind):
            yield f"{act.verb}: {what}", replace(act, what=replace(act.what, of=new))


def _cards_of(act: Act, of: Filter, kind: int) -> Iterator[Step]:
    if of.place != "nursery":  # only babies are there
        yield from _kinds(of)
    places = PLACES.get(of.place, ())
    if not of.place:
        places = ("yours",) if act.verb == "destroy" else ANYWHERE.get(act.verb, ())
    for place in places:
        yield f"in place {place!r}, not {of.place!r}", replace(of, place=place)  # type: ignore[arg-type]  # a place
    is_in_stable = act.verb == "sacrifice" or of.place == "yours"
    # A card can choose itself only in a stable.
    if is_in_stable and (of.is_other or kind & of.kinds & ~KINDS["magic"]):
        yield "this card too" if of.is_other else "not this card", replace(of, is_other=not of.is_other)


def _filtered(thing: object) -> Iterator[Step]:
    """Yield a word whose own filter has more or fewer kinds."""
    for name in ("of", "condition", "by"):
        of = getattr(thing, name, None)
        if isinstance(of, Filter) and is_dataclass(thing):
            for what, new in _kinds(of):
                yield f"{type(thing).__name__}: {what}", replace(thing, **{name: new})  # type: ignore[type-var]


def _kinds(of: Filter) -> Iterator[Step]:
    if of.tag:
        yield f"not only {of.tag}", replace(of, tag="")
    if of.name:
        yield f"not only {of.name}", replace(of, name="")
    if of.tag or of.name:
        return
    if of.kinds in WIDER:
        yield f"wider than {_words(of.kinds)}", replace(of, kinds=WIDER[of.kinds])
    for kinds in NARROWER.get(of.kinds, ()):
        yield f"{_words(kinds)} only", replace(of, kinds=kinds)


def _words(kinds: int) -> str:
    names = {ANY_UNICORN: "unicorn", ANY_CARD: "card"}
    return names.get(kinds) or "|".join(name for name, bit in KINDS.items() if bit & kinds)
