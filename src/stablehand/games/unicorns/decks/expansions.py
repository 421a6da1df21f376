"""Expansions: packs of cards that are shuffled into a base deck, one file each in `packs`.

A pack adds its cards and babies and changes nothing else. A card that the base has too is one card with more
copies (RUL-51); where editions differ, the base says which of them a pack's cards are.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from stablehand.core.decks.files import (
    MOST_COPIES,
    DeckError,
    check_id,
    check_that_ids_differ,
    check_that_names_differ,
    parse_deck,
    text_of,
)
from stablehand.games.unicorns.decks.checks import (
    MOST_CARDS,
    PACK_CARD_KEYS,
    PACK_KEYS,
    check_table,
    check_totals,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

PACKS: Final = (
    "nsfw_expansion", "dragons", "rainbow_apocalypse_2e", "christmas", "unicorns_of_legend", "adventures_2e",
    "nightmares", "rainbow_apocalypse_1e",
)  # fmt: skip
"""Those that can be played, which are those whose cards all have their effects."""
FIRST: Final = "1e"
"""The edition whose decks take `ability_first` of a card."""


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards of one expansion as they are written."""

    id: str
    title: str
    is_adult: bool
    edition: str
    """The edition of the decks that it goes with; "" if it goes with any."""
    instead_of: str
    """The other edition of this pack, with which it is not played together; "" if there is none."""
    cover: str
    """The card whose picture stands for it."""
    rows: tuple[dict[str, Any], ...]

    @property
    def cards(self) -> int:
        """The number of its cards, babies included."""
        return _counted(self.rows)


@cache
def pack(name: str) -> Pack:
    """Return a pack that comes with the game; raise ValueError for an unknown name."""
    if name not in PACKS:
        raise ValueError(f"Unstable Unicorns has no expansion {name!r}; choose among: {', '.join(PACKS)}.")
    found = parse_pack(text_of("unicorns", f"packs/{name}"), name)
    check_id(found.id, name)
    return found


def parse_pack(text: str, where: str) -> Pack:
    """Read a pack from the text of its file; `where` names the file in errors."""
    table = parse_deck(text, where)
    rows = check_table(table, where, PACK_KEYS, PACK_CARD_KEYS)
    check_totals(table, rows, where)
    cover = str(table.get("cover", rows[0]["id"]))
    if cover not in [row["id"] for row in rows]:
        raise DeckError(f"Deck {where}: the cover must be one of its cards, not {cover!r}.")
    return Pack(
        id=str(table.get("id", where)),
        title=str(table.get("title", where)),
        is_adult=bool(table.get("adult", False)),
        edition=str(table.get("edition", "")),
        instead_of=str(table.get("instead_of", "")),
        cover=cover,
        rows=tuple(rows),
    )


def why_not(one: Pack, edition: object, *, is_adult: bool) -> str:
    """Return why a pack does not go with a base deck: `adult` or `edition`; "" if it does."""
    if one.is_adult and is_adult:
        return "adult"
    return "" if one.edition in {"", edition} else "edition"


def are_editions(one: Pack, other: Pack) -> bool:
    """Whether two packs are editions of the same one, so that only one of them can be chosen."""
    return one.instead_of == other.id or other.instead_of == one.id


def chosen_packs(value: object) -> tuple[str, ...]:
    """Return the packs that the option `expansions` names, sorted; raise ValueError for a bad value."""
    if not isinstance(value, list | tuple) or not all(isinstance(name, str) for name in value):
        raise ValueError(f"The option 'expansions' must be a list of names, not {value!r}.")
    for name in value:
        pack(name)
        if value.count(name) > 1:
            raise ValueError(f"The option 'expansions' names the expansion {name!r} twice.")
    return tuple(sorted(value))


def with_packs(
    table: dict[str, Any], rows: list[dict[str, Any]], where: str, packs: Sequence[Pack]
) -> list[dict[str, Any]]:
    """Return the cards of a base deck and of packs together, each marked with its pack."""
    found = {row["id"]: row for row in rows}
    for one in packs:
        _check_that_it_goes_with(one, table, where, packs)
        for row in one.rows:
            known = found.get(row["id"])
            found[row["id"]] = (
                _printed(row, one.id, table.get("edition")) if known is None else _shared(known, row, where)
            )
    rows = list(found.values())
    check_that_ids_differ((row["id"] for row in rows), where)
    check_that_names_differ(rows, where)
    if _counted(rows) > MOST_CARDS:
        names = ", ".join(one.id for one in packs)
        raise DeckError(
            f"The deck {where} with the expansions {names} has {_counted(rows)} cards, "
            f"but a game has at most {MOST_CARDS}."
        )
    return rows


def _check_that_it_goes_with(one: Pack, table: dict[str, Any], where: str, packs: Sequence[Pack]) -> None:
    """Raise DeckError for a pack that cannot be added to a base deck, or not beside another pack."""
    match why_not(one, table.get("edition"), is_adult=bool(table.get("adult", False))):
        case "adult":
            raise DeckError(f"The expansion {one.id!r} does not go with the deck {where}: both are 18+.")
        case "edition":
            raise DeckError(
                f"The expansion {one.id!r} does not go with the deck {where}: "
                f"it is for decks of the edition {one.edition}."
            )
        case _:
            pass
    for other in packs:
        if are_editions(one, other):
            raise DeckError(
                f"The expansions {other.id!r} and {one.id!r} do not go together: "
                "they are two editions of the same one."
            )


def _printed(row: dict[str, Any], name: str, edition: object) -> dict[str, Any]:
    """Return a pack's card as the edition of the base prints it."""
    printed = {**row, "pack": name}
    first = printed.pop("ability_first", None)
    if first is not None and edition == FIRST:
        printed["ability"] = first
    return printed


def _shared(known: dict[str, Any], row: dict[str, Any], where: str) -> dict[str, Any]:
    """Return a card that is there already with the copies of a pack added (RUL-51); its effect stays."""
    if (known["type"], known["name"]) != (row["type"], row["name"]):
        raise DeckError(f"Deck {where}, card {row['id']}: type and name must be those of the other deck.")
    copies = known["copies"] + row["copies"]
    if copies > MOST_COPIES:
        raise DeckError(
            f"Deck {where}, card {row['id']}: there would be {copies} copies, "
            f"but a card has at most {MOST_COPIES}."
        )
    return {
        **known,
        "copies": copies,
        "tags": [*dict.fromkeys((*known.get("tags", ()), *row.get("tags", ())))],
        "two_player": known.get("two_player", True) and row.get("two_player", True),
    }


def _counted(rows: Sequence[dict[str, Any]]) -> int:
    return sum(row["copies"] for row in rows)
