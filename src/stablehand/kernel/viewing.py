"""What a viewer sees of a game that is gone through again: one seat, or everything with all cards open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stablehand.kernel.contract import Json, Seat
    from stablehand.kernel.events import Event
    from stablehand.kernel.shelf import AnyGame


def seen_event(event: Event, seat: Seat | None) -> dict[str, Json]:
    """Return an event as the viewer saw it; with everything open, as the one who saw most."""
    viewer = event.audience[0] if seat is None and event.audience else seat
    return event.seen_by(viewer)


def seen_view(game: AnyGame, state: Any, seats: int, seat: Seat | None) -> dict[str, Json]:  # noqa: ANN401 - any game's state
    """Return a seat's view; with everything open, one in which each seat's zones are as itself sees them."""
    view: dict[str, Any] = game.view(state, seat)
    if seat is not None:
        return view
    own: list[Any] = [game.view(state, at)["zones"] for at in range(seats)]
    return view | {"zones": view["zones"] | {"seats": [own[at]["seats"][at] for at in range(seats)]}}
