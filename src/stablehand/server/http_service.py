"""How the server is: for whoever watches over it."""

import time
from typing import Final

from litestar import MediaType, get
from litestar.di import NamedDependency

from stablehand import __version__
from stablehand.server.bodies import Health
from stablehand.server.office import Office
from stablehand.table.protocol import PROTOCOL

FIGURES: Final = {
    "stablehand_tables": "Tables that are awake",
    "stablehand_connections": "Open connections to tables",
    "stablehand_thoughts_waiting": "Decisions of bots that wait for a process",
    "stablehand_thinkers": "Processes that think for bots",
    "stablehand_uptime_seconds": "Seconds since the start",
}


@get("/api/health")
async def tell_health(office: NamedDependency[Office]) -> Health:
    """Tell that the server answers, and which protocol it speaks."""
    return Health("ok", __version__, PROTOCOL, office.hall.tables)


@get("/api/metrics", media_type=MediaType.TEXT)
async def tell_metrics(office: NamedDependency[Office]) -> str:
    """Return figures in Prometheus’ text format."""
    hall = office.hall
    thinkers = hall.thinkers
    values = (
        hall.tables,
        hall.connections,
        thinkers.waiting if thinkers else 0,
        len(thinkers.pids) if thinkers else 0,
        round(time.monotonic() - office.opened_at, 3),
    )
    lines = []
    for (name, says), value in zip(FIGURES.items(), values, strict=True):
        lines += [f"# HELP {name} {says}.", f"# TYPE {name} gauge", f"{name} {value}"]
    return "\n".join(lines) + "\n"
