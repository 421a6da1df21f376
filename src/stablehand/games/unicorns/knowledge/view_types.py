"""The shape of a view of the unicorn game, as `view.py` builds it; the page's types are made from it."""

from collections.abc import Mapping
from typing import Required, TypeAlias, TypedDict

from stablehand.core.events import CommonView


class Pile(TypedDict):
    """The cards of a zone: how many, and the ids of those that the seat knows."""

    size: int
    cards: list[str]


class DeckPile(TypedDict):
    """The deck: its size, and the cards on top that the seat knows, topmost first."""

    size: int
    top: list[str]


class StabledCard(TypedDict):
    """A card in a stable."""

    option: int
    """The number by which it is chosen."""
    card: str
    muted: bool
    """Whether its text has no effect now."""
    counts_as: str
    """Its type, as other cards see it."""
    goes_back_to: int | None
    """The seat it returns to at the end of the turn."""


class Stable(TypedDict):
    """A seat's stable."""

    size: int
    cards: list[StabledCard]


class SeatZones(TypedDict):
    """A seat's stable, and the known part of its hand."""

    hand: Pile
    stable: Stable
    hand_limit: int


class Removed(TypedDict, total=False):
    """The cards that are out of the game for good; left out while there are none."""

    removed: Pile


class Zones(Removed):
    """Where all cards are."""

    deck: DeckPile
    discard: Pile
    nursery: Pile
    playing: Pile
    seats: list[SeatZones]


class PlayedCard(TypedDict):
    """A card being played, or an Instant on it."""

    card: str
    owner: int
    into: int | None
    """The seat whose stable it goes to."""
    cards: list[str]
    """Its targets."""
    players: list[int]


class Occasion(TypedDict):
    """What is about to happen, where Instants can answer that."""

    verb: str
    """What is done to the card, `steal`, `sacrifice` or `destroy`; or `turn`: a turn begins."""
    card: str | None
    owner: int
    """The seat whose card, or whose turn, it is."""
    by: int
    """The seat that does it."""


class AboutToHappen(TypedDict, total=False):
    """What the open window is about; left out where a card is being played, or there is no window."""

    occasion: Occasion


class Meaning(TypedDict, total=False):
    """What an option is; a field that does not apply is left out."""

    verb: Required[str]
    card: str
    owner: int
    zone: str
    mode: int


class OfferedOption(Meaning, total=False):
    """An option of a decision."""

    option: Required[int]


class PickedNumber(TypedDict, total=False):
    """A pick that is not a card: either a seat or a mode of a card, from 1."""

    seat: int
    mode: int


Picked: TypeAlias = str | PickedNumber
"""A pick: the id of a card, a verb such as `pass`, a seat or a mode."""


class Step(TypedDict, total=False):
    """What is left out of most decisions."""

    step: str
    """What an effect asks that its options do not tell: `stack`, which card lies on top of the others, or
    `show`, whether a drawn card is shown."""


class Subject(TypedDict, total=False):
    """Whom and what an effect speaks of, where it does."""

    whom: int
    """The player that the effect is about, such as the one chosen before."""
    moves: str
    """The card that goes to the player who is asked for."""


class OpenDecision(Step, Subject):
    """A question to the seat."""

    kind: str
    why: str
    options: list[OfferedOption]
    group: list[Picked]
    least: int
    most: int
    picked: list[Picked]
    about: str | None
    """The card that the replacement offered now would save."""
    threat: str | None
    """What would be done to it: `destroy`, `sacrifice` or `steal`."""
    is_made: bool
    """Whether a card makes this seat alone do it; False where several do it at once."""


class Forfeits(TypedDict):
    """The forfeits that a seat has had so far under the party rules."""

    drink: int
    strip: int


class UnicornView(CommonView, AboutToHappen):
    """The table as a seat, or a spectator, may know it."""

    options: Mapping[str, object]
    turn: int
    asking: str
    """The path of what asks, for instance `unicorn_poison/0`; empty if nobody but the asked may know."""
    decision: OpenDecision | None
    revisable: OpenDecision | None
    sealed: list[Picked]
    zones: Zones
    pile: list[PlayedCard]
    goal: int
    forfeits: list[Forfeits]
    skips: list[int]
    extra_turns: list[int]
