"""Routes for monitoring: health, readiness, and metrics if the settings allow them."""

import time
from typing import Final

from litestar import MediaType, Response, get
from litestar.di import NamedDependency

from stablehand import __version__
from stablehand.server.http.schemas import Health, Readiness
from stablehand.server.limits.costs import MEDIUM
from stablehand.server.live.services import Services
from stablehand.table.protocol import PROTOCOL

FIGURES: Final = {
    "stablehand_tables": "Tables that are loaded",
    "stablehand_connections": "Open connections to tables",
    "stablehand_thoughts_waiting": "Decisions of bots that wait for a worker",
    "stablehand_thinkers": "Worker processes of bots",
    "stablehand_uptime_seconds": "Seconds since the start",
}


@get("/api/health", cost=MEDIUM)
async def read_health(services: NamedDependency[Services]) -> Response[Health]:
    """Return whether the server can play and store, its version and its protocol; 503 if it cannot store."""
    is_well = await services.can_write()
    state = Health(
        "ok" if is_well else "failing",
        __version__,
        PROTOCOL,
        services.registry.tables,
        "ok" if is_well else "failing",
    )
    return Response(state, status_code=200 if is_well else 503, media_type=MediaType.JSON)


@get("/api/ready", cost=MEDIUM)
async def read_readiness(services: NamedDependency[Services]) -> Response[Readiness]:
    """Return whether the server can take visitors: 503 while it cannot store, or no bot could play yet."""
    can_write = await services.can_write()
    pool = services.registry.pool
    has_bots = pool is None or pool.slots.is_ready
    state = Readiness(
        "ready" if can_write and has_bots else "waiting",
        "ok" if can_write else "failing",
        "ok" if has_bots else "starting",
    )
    return Response(state, status_code=200 if state.status == "ready" else 503, media_type=MediaType.JSON)


@get("/api/metrics", media_type=MediaType.TEXT, cost=MEDIUM)
async def read_metrics(services: NamedDependency[Services]) -> str:
    """Return metrics in the text format of Prometheus."""
    registry = services.registry
    pool = registry.pool
    values = (
        registry.tables,
        registry.connections,
        pool.waiting if pool else 0,
        len(pool.slots.pids) if pool else 0,
        round(time.monotonic() - services.opened_at, 3),
    )
    lines = []
    for (name, description), value in zip(FIGURES.items(), values, strict=True):
        lines += [f"# HELP {name} {description}.", f"# TYPE {name} gauge", f"{name} {value}"]
    return "\n".join(lines) + "\n"
