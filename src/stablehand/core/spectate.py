"""What viewers see: the part of a view that all games share, and a finished game with all cards open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

if TYPE_CHECKING:
    from stablehand.core.contract import Json, Seat
    from stablehand.core.events import Event
    from stablehand.core.registry import AnyGame


class CommonView(TypedDict):
    """The part of a view that clients read whatever is played; a game's own view type adds the rest."""

    game: str
    seat: int | None
    """Whose view it is; nobody's is a spectator's."""
    phase: str
    active: int | None
    """Whose turn it is, in games in which one seat plays after the other."""
    asked: list[int]
    """The seats with an open decision."""
    over: bool
    points: list[int]
    winners: list[int]


def seen_event(event: Event, seat: Seat | None) -> dict[str, Json]:
    """Return an event as the viewer saw it; with everything open, as the one who saw most."""
    viewer = event.audience[0] if seat is None and event.audience else seat
    return event.seen_by(viewer)


def seen_view(game: AnyGame, state: Any, seats: int, seat: Seat | None) -> dict[str, Json]:  # noqa: ANN401 - any game's state
    """Return a seat's view; with everything open, one in which each seat's zones are as itself sees them."""
    view: dict[str, Any] = game.view(state, seat)
    if seat is not None or "zones" not in view:  # a game from outside may have no zones
        return view
    own: list[Any] = [game.view(state, at)["zones"] for at in range(seats)]
    return view | {"zones": view["zones"] | {"seats": [own[at]["seats"][at] for at in range(seats)]}}
