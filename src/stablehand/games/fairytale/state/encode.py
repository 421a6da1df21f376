"""States as canonical bytes: compact JSON with sorted keys, so equal states have equal bytes.

Written without `json`, whose encoder takes three times as long. `codec` reads the bytes, and refuses any that
differ from what is written here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from stablehand.games.fairytale.state.state import Chapter, State, Trail

GAME: Final = "fairytale"
FORMAT: Final = 1

MANY: Final = 128
NUMBERS: Final[list[str]] = [*map(str, range(MANY)), "-1"]
"""Numbers as text: all seats and cards; the last is -1, where the index -1 finds it."""
MOST_SEATS: Final = 5
PAIRS: Final[list[list[str]]] = [[f"[{seat},{card}]" for card in range(MANY)] for seat in range(MOST_SEATS)]
"""Who took which card, as text: by seat, by card."""


def encode(s: State) -> bytes:
    """Return a state as canonical bytes."""
    chapters = [chapter.written or _chapter(chapter) for chapter in s.chapters]
    text = (
        f'{{"aside":{_row(s.aside)},"chapters":[{",".join(chapters)}],"deck":{_list(s.deck)},'
        f'"down":{_list(s.down)},"format":{FORMAT},"fresh":{_list(s.fresh)},"game":"{GAME}",'
        f'"gone":{_list(s.gone)},"hands":{_lists(s.hands)},"hunted":{s.hunted},"kept":{_lists(s.kept)},'
        f'"options":{s.rules.written},"over":{"true" if s.is_over else "false"},"played":{_rows(s.played)},'
        f'"round":{s.round},"sealed":{_rows(s.sealed)},"seats":{s.rules.seats},"stage":{s.stage},'
        f'"step":{s.step},"table":{_lists(s.table)},"trails":{_trails(s.trails)}}}'
    )
    return text.encode()


def _chapter(chapter: Chapter) -> str:
    """Return a finished round, and keep it."""
    chapter.written = f"[{_trails(list(chapter.trails))},{_rows(list(chapter.played))}]"
    return chapter.written


# Compiled, reading what may be a list or a tuple takes much longer than either.


def _row(numbers: tuple[int, ...]) -> str:
    return f"[{','.join([_number(number) for number in numbers])}]" if numbers else "[]"


def _rows(rows: list[tuple[int, ...]]) -> str:
    return f"[{','.join([_row(row) for row in rows])}]"


def _list(numbers: list[int]) -> str:
    return f"[{','.join([_number(number) for number in numbers])}]" if numbers else "[]"


def _lists(rows: list[list[int]]) -> str:
    return f"[{','.join([_list(row) for row in rows])}]"


def _trails(trails: list[Trail]) -> str:
    return f"[{','.join([_trail(trail) for trail in trails])}]"


def _trail(trail: Trail) -> str:
    return f"[{','.join([_pair(seat, card) for seat, card in trail])}]" if trail else "[]"


def _pair(seat: int, card: int) -> str:
    return PAIRS[seat][card] if 0 <= seat < MOST_SEATS and 0 <= card < MANY else f"[{seat},{card}]"


def _number(number: int) -> str:
    return NUMBERS[number] if -1 <= number < MANY else str(number)
