"""Cards nobody has printed: every small shape of an ability, and random abilities of any shape.

The parts are written without regard to sense; `vocabulary.sense` refuses what has none. So the generators
test the checks too: whatever passes them must have a text of its own and must be playable.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final

from stablehand.games.unicorns.decks.catalog import ABILITIES, catalog, parse
from stablehand.games.unicorns.vocabulary import (
    ANY,
    ANY_CARD,
    BABY,
    BASIC,
    CARD,
    DOWNGRADE,
    INSTANT,
    IT,
    MAGIC,
    NARWHAL,
    NEIGH,
    SAME,
    THIS,
    UNICORN,
    UPGRADE,
    Abilities,
    Act,
    All,
    AtLeast,
    Bar,
    Become,
    Both,
    CannotWin,
    Cast,
    Count,
    Counter,
    Draw,
    Each,
    EndTurn,
    Event,
    ExtraDraw,
    ExtraTurn,
    Forbid,
    HandLimit,
    If,
    Immune,
    Instead,
    Lands,
    Look,
    Make,
    May,
    Mute,
    Needs,
    No,
    OneOf,
    OpenHand,
    Plays,
    Pull,
    Recycle,
    Respond,
    Reveal,
    Rob,
    Search,
    SeeHand,
    Share,
    SkipPhase,
    Skips,
    SkipTurn,
    Some,
    Then,
    TradeHands,
    Unanswerable,
    UpTo,
    When,
    Whenever,
    While,
    With,
    Worth,
    a,
    bring,
    discard,
    move,
    named,
    sacrifice,
    steal,
    take,
)
from stablehand.games.unicorns.vocabulary.sense import nonsense_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from stablehand.core.rng import Rng
    from stablehand.games.unicorns.decks.catalog import Catalog
    from stablehand.games.unicorns.vocabulary import Ability, Condition, Filter, Trait, Word
    from stablehand.games.unicorns.vocabulary.nouns import Happening

KNOWN: Final = {card.id: (card.type, card.tags) for card in catalog("base_2e").definitions}
TYPES: Final = ("magical", "magic", "upgrade", "downgrade", "instant")
MOMENTS: Final = (
    "enters", "leaves", "dies", "is_destroyed",
    "turn_begins", "any_turn_begins", "turn_ends",
)  # fmt: skip
WHO: Final = ("anyone", "another", "everybody", "others", "its_owner")
PLACES: Final = ("", "yours", "theirs", "others", "boss", "hand", "discard", "nursery")
VERBS: Final = (
    "destroy", "sacrifice", "remove", "discard", "steal", "bring", "take", "return", "move", "give", "shrink",
    "banish",
)  # fmt: skip
FILTERS: Final = (CARD, UNICORN, BABY, BASIC, UPGRADE, DOWNGRADE, MAGIC, INSTANT, NEIGH, NARWHAL)
ONE_OF_EACH: Final = {"magic": Cast, "instant": Respond}


def makes_sense(abilities: Abilities, kind: str) -> bool:
    """Whether a card of base_2e with these abilities would be read."""
    return not nonsense_in(abilities, kind, KNOWN)


# Every shape up to a depth.

LEAVES: Final[tuple[Word, ...]] = (discard(a(CARD)), Draw(2), steal(a(UNICORN)))
CONDITIONS: Final[tuple[Condition, ...]] = (AtLeast(2, UNICORN), No(UPGRADE.in_hand))


def shapes(depth: int, leaves: tuple[Word, ...] = LEAVES) -> list[Word]:
    """Return all that can be built of a few verbs in at most so many layers; some of it makes no sense."""
    if depth == 0:
        return list(leaves)
    below = shapes(depth - 1, leaves)
    plain = leaves if depth > 1 else below  # one side of a pair is deep, the other is a verb
    pairs = list(dict.fromkeys([*product(below, plain), *product(plain, below)]))
    found: list[Word] = [*below, *map(May, below)]
    found += [Then(*pair) for pair in pairs]
    found += [Both(pair) for pair in pairs]
    found += [OneOf(pair) for pair in pairs]
    found += [If(CONDITIONS[0], do) for do in below]
    found += [Make(who, do) for who in ("anyone", "everybody") for do in below]
    found += [Reveal(((UNICORN, first), (CARD, second))) for first, second in pairs]
    found += [With(who, Both((Pull(), do))) for who in ("another", "others") for do in below[: len(leaves)]]
    return list(dict.fromkeys(found))


def acts() -> Iterator[Word]:
    """Yield every verb with some cards of each kind, in each place, to each destination."""
    tos = ("", "anyone", "another", "their_stable", "boss", "left")
    for verb, of, place, to in product(VERBS, FILTERS, PLACES, tos):
        there = _there(of, place)
        for what in (a(there), Some(2, there), All(there)):
            yield Act(verb, what, to)  # type: ignore[arg-type]  # of the literals
    for verb, to, until in product(VERBS, tos, ("end_of_turn", "this_leaves")):
        yield Act(verb, a(UNICORN), to, until)  # type: ignore[arg-type]  # the same
    for verb, to in product(VERBS, tos):
        yield Act(verb, THIS, to)  # type: ignore[arg-type]  # the same


def conditions() -> Iterator[Condition]:
    """Yield conditions on cards of each kind in each place."""
    for of, place, is_other in product(FILTERS, PLACES, (False, True)):
        there = _there(of, place)
        there = there.other if is_other else there
        yield No(there)
        yield from (AtLeast(n, there) for n in (1, 2, 5))


def counts() -> Iterator[Word]:
    """Yield draws of as many cards as there are of each kind in each place."""
    for of, place, less in product(FILTERS, PLACES, (0, 1, 3)):
        yield Draw(Count(_there(of, place), less))


def sensible(words: Iterable[Word]) -> Iterator[Ability]:
    """Yield the abilities that these words make, as a Magic card, at a moment, or with a player chosen."""
    for word in words:
        for ability, kind in (
            (Cast(word), "magic"),
            (When("enters", word), "magical"),
            (Cast(With("another", word)), "magic"),
            (Cast(Make("others", word)), "magic"),
        ):
            if makes_sense((ability,), kind):
                yield ability


def _there(of: Filter, place: str) -> Filter:
    names = {"hand": "in_hand", "discard": "in_discard", "nursery": "in_nursery"}
    found: Filter = getattr(of, names.get(place, place)) if place else of
    return found


# Random cards.


def random_card(rng: Rng, kind: str) -> Abilities:
    """Return abilities for a card of a type; they may make no sense."""
    if kind == "magic":
        return (Cast(random_word(rng, rng.below(4))),)
    if kind == "instant":
        more = [random_word(rng, rng.below(2)) for _ in range(rng.below(3))]
        to = _random_occasion(rng)
        first = Counter() if to is None else rng.choice((bring(IT), take(IT), random_word(rng, 1)))
        do = Both((first, *more)) if more else first
        return (Respond(do, is_final=rng.below(4) == 0, to=to),)
    return tuple(_random_ability(rng) for _ in range(1 + (rng.below(3) == 0)))


def _random_occasion(rng: Rng) -> Event | None:
    """Return what an Instant answers; None for a card being played."""
    if rng.below(2):
        return None
    verbs = rng.choice((("steal",), ("destroy",), ("sacrifice", "destroy"), ("destroy", "steal"), ("turn",)))
    of = CARD if rng.below(2) else _random_filter(rng)
    return Event(verbs, of, rng.choice(("you", "others", "others", "anyone")))  # type: ignore[arg-type]  # of the literals


def _random_ability(rng: Rng) -> Ability:
    word = random_word(rng, rng.below(4))
    losses = (("destroy",), ("sacrifice",), ("destroy", "sacrifice"), ("everything",))
    choice = rng.below(13)
    if choice < 6:
        return When(rng.choice(MOMENTS), word)
    if choice == 6 and rng.below(4) == 0:
        return Whenever(No(CARD.in_hand), move(THIS, "another"))
    if choice == 6:
        return Whenever(_random_condition(rng), word)
    if choice == 7:
        return Instead(rng.choice((None, UNICORN, UNICORN.other, UPGRADE)), rng.choice(losses), May(word))
    if choice == 8:
        return Lands() if rng.below(2) else Needs(_random_filter(rng), rng.choice(("play", "enter")))
    if choice == 9:
        return Each(_random_event(rng), word)
    traits: tuple[Trait, ...] = (
        Become("panda"), Mute("triggered"), Mute("all"), Worth(rng.below(5) - 1), OpenHand(), Unanswerable(),
        Immune(rng.choice((None, UNICORN)), rng.choice(losses), rng.choice((None, MAGIC))),
        Forbid(_random_filter(rng)), Bar(_random_filter(rng), rng.choice(("yours", "others", "everybody"))),
        HandLimit(rng.below(12) - 4, is_change=rng.below(2) == 0),
        HandLimit(rng.below(12) - 6, is_change=rng.below(2) == 0, whose="everybody"),
        Skips("begin"), Share(_random_filter(rng)), Share(UPGRADE), Share(DOWNGRADE),
        CannotWin(_random_condition(rng) if rng.below(2) else None),
    )  # fmt: skip
    return While(rng.choice(traits))


def _random_event(rng: Rng) -> Event:
    verbs: tuple[tuple[Happening, ...], ...] = (
        ("enter",), ("leave",), ("enter", "leave"), ("sacrifice", "destroy"), ("steal", "destroy"),
        ("destroy",), ("steal",), ("draw",), ("play",), ("answer",), ("turn",), ("enter", "draw"),
    )  # fmt: skip
    of = rng.choice((CARD, CARD.yours, UNICORN.yours, UPGRADE.yours, MAGIC, CARD.other, _random_filter(rng)))
    return Event(rng.choice(verbs), of, rng.choice(("you", "others", "anyone")))


def random_word(rng: Rng, depth: int) -> Word:
    """Return something that can be done, of at most so many layers."""
    if depth == 0:
        return _random_verb(rng)

    def part() -> Word:
        return random_word(rng, rng.below(depth))

    who = rng.choice(WHO)
    build: tuple[Callable[[], Word], ...] = (
        lambda: May(part()),
        lambda: Then(part(), part()),
        lambda: Both((part(), part())),
        lambda: Both((part(), part(), part())),
        lambda: OneOf((part(), part())),
        lambda: If(_random_condition(rng), part()),
        lambda: Make(who, part()),  # type: ignore[arg-type]  # of the literals
        lambda: With(who, part()),  # type: ignore[arg-type]  # the same
        lambda: May(Then(part(), part())),
        lambda: Reveal(((_random_filter(rng), part()), (CARD, part()))),
    )
    return rng.choice(build)()


def _random_verb(rng: Rng) -> Word:
    if rng.below(3):
        return _random_act(rng)
    n = rng.below(6) - 1 if rng.below(8) == 0 else 1 + rng.below(4)
    return rng.choice(
        (
            Draw(n), Draw(SAME), Draw(Count(_random_filter(rng), rng.below(3))), ExtraDraw(n), Pull(n),
            _random_look(rng, n), Search(_random_filter(rng)), _random_search(rng),
            Rob(_random_filter(rng), rng.choice(("hand", "discard"))), SeeHand(), TradeHands(),
            Recycle(rng.below(2) == 0, rng.below(2) == 0), EndTurn(),
            SkipTurn(), SkipPhase(rng.choice(("begin", "draw", "action"))), ExtraTurn(), Plays(n),
            Counter(), sacrifice(THIS),
        )
    )  # fmt: skip


def _random_look(rng: Rng, n: int) -> Word:
    return Look(n, rng.below(max(n, 0) + 1), rng.choice(("same", "any_order", "discard", "give")))


def _random_search(rng: Rng) -> Word:
    n = 1 if rng.below(2) else 1 + rng.below(3)
    return Search(_random_filter(rng), n, "stable" if rng.below(2) else "any_stable")


def _random_act(rng: Rng) -> Act:
    verb = rng.choice(VERBS)
    n = rng.choice((SAME, ANY, UpTo(2), *range(1, 4), *range(1, 4), *range(1, 4)))
    what = rng.choice(
        (a(_random_filter(rng)), Some(n, _random_filter(rng)), All(_random_filter(rng)), THIS, IT)
    )
    to = {"move": ("anyone", "another", "their_stable"), "give": ("anyone", "another", "boss", "left")}
    to["bring"] = ("", "", "their_stable")
    until = rng.choice(("", "", "", "end_of_turn", "this_leaves"))
    return Act(verb, what, rng.choice(to.get(verb, ("",))), until)  # type: ignore[arg-type]  # of the literals


def _random_filter(rng: Rng) -> Filter:
    of = rng.choice((*FILTERS, CARD, UNICORN, UPGRADE | DOWNGRADE, named("rhinocorn"), named("nobody")))
    of = _there(of, rng.choice(("", "", *PLACES)))
    assert 0 < of.kinds <= ANY_CARD
    return of.other if rng.below(6) == 0 else of


def _random_condition(rng: Rng) -> Condition:
    of = _random_filter(rng)
    return No(of) if rng.below(3) == 0 else AtLeast(rng.below(5), of)


# Decks.

BABIES: Final = 9
BASICS: Final = 12
NEIGHS: Final = 4


def sensible_card(rng: Rng, kind: str) -> tuple[Abilities, int]:
    """Return abilities that make sense for a type, and how many tries were refused before."""
    refused = 0
    while nonsense_in(found := random_card(rng, kind), kind, KNOWN):
        refused += 1
    return found, refused


def random_deck(rng: Rng, cards: int = 24, copies: int = 3) -> Catalog:
    """Return a deck of generated cards, with the babies, basic Unicorns and Neighs that a game needs."""
    kinds = [TYPES[n % len(TYPES)] if n % 11 else "magical" for n in range(cards)]
    rows = [("narwhal", "basic", BASICS, 'tags = ["narwhal"]'), ("rhinocorn", "magical", 1, "")]
    rows += [("neigh", "instant", NEIGHS, 'tags = ["neigh"]'), ("baby", "baby", BABIES, "")]
    abilities: dict[str, Abilities] = {name: ABILITIES[name] for name in ("rhinocorn", "neigh")}
    for number, kind in enumerate(kinds):
        name = f"card_{number}"
        abilities[name] = sensible_card(rng, kind)[0]
        rows.append((name, kind, copies, ""))
    return _deck(rows, abilities)


def small_deck(cards: dict[str, tuple[str, Abilities]]) -> Catalog:
    """Return a deck with two copies of each of these cards, and Narwhals, Neighs and babies beside them."""
    rows = [("narwhal", "basic", 3 * BASICS, ""), ("neigh", "instant", NEIGHS, 'tags = ["neigh"]')]
    rows += [("baby", "baby", BABIES, ""), *((name, kind, 2, "") for name, (kind, _) in cards.items())]
    abilities = {name: found for name, (_, found) in cards.items()}
    return _deck(rows, {**abilities, "neigh": ABILITIES["neigh"]})


def _deck(rows: list[tuple[str, str, int, str]], abilities: dict[str, Abilities]) -> Catalog:
    """Return a deck of cards: id, type, copies and further lines of each."""
    black = sum(number for _, kind, number, _ in rows if kind != "baby")
    text = f'two_player_neigh = "neigh"\ncards = {black}\nbabies = {BABIES}\n'
    for name, kind, number, more in rows:
        text += f'[[card]]\nid = "{name}"\nname = "{name}"\ntype = "{kind}"\ncopies = {number}\n{more}\n'
    return parse(text, "generated", abilities)
