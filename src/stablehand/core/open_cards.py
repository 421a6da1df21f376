"""Events and views with all cards open: for finished games, cases and lessons, never for a running game.

What one seat or a spectator may see is `Event.seen_by` and `Game.view`. The functions here take no seat, so
that nobody gets open cards by passing None, which is a spectator everywhere else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stablehand.core.contract import Json
    from stablehand.core.events import Event
    from stablehand.core.registry import AnyGame


def open_event(event: Event) -> dict[str, Json]:
    """Return an event as its audience saw it; one without an audience as everybody saw it."""
    return event.seen_by(event.audience[0] if event.audience else None)


def open_view(game: AnyGame, state: Any, seats: int) -> dict[str, Json]:  # noqa: ANN401 - any game's state
    """Return a spectator's view in which the zones of each seat are as that seat sees them."""
    view: dict[str, Any] = game.view(state, None)
    if "zones" not in view:  # a game from outside may have no zones
        return view
    own: list[Any] = [game.view(state, seat)["zones"] for seat in range(seats)]
    return view | {"zones": view["zones"] | {"seats": [own[seat]["seats"][seat] for seat in range(seats)]}}
