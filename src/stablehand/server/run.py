"""Running the server: take the port, tell where the table is, serve until somebody stops it."""

from __future__ import annotations

import asyncio
import errno
import socket
import sys
import webbrowser
from typing import TYPE_CHECKING, Final

import uvicorn

from stablehand.server import log
from stablehand.server.app import create_app
from stablehand.server.lan import drawn, is_loopback, lan_address, url
from stablehand.server.office import Office
from stablehand.server.thrifty import ThriftySocket, thrifty_http

if TYPE_CHECKING:
    from types import FrameType

    from litestar import Litestar

    from stablehand.server.settings import Settings

PING: Final = 20.0
"""Seconds between two pings, and for the answer to one."""
FAREWELL: Final = 10
"""Seconds that open requests have to end when the server stops."""
TURNS: Final = 0.0005
"""Seconds after which a thread that works lets another have its turn. With Python's own 5 ms the thread that
stores waits for the tables at each step of a commit: at 200 tables the p99 was 40 ms instead of 33 and the
slowest answer 153 ms instead of 61 (`scripts/bench --load --thinking 4`)."""
FAILED: Final = 2


class Host(uvicorn.Server):
    """uvicorn's server, which says when it is ready and ends well when it is told to."""

    def __init__(self, config: uvicorn.Config, settings: Settings) -> None:
        super().__init__(config)
        self._settings = settings

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and tell where."""
        await super().startup(sockets)
        if self.started and sockets:
            announce(self._settings, sockets[0].getsockname()[1])

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop at a signal; it is what was asked for, so nothing of it is left for whoever started us."""
        super().handle_exit(sig, frame)
        self._captured_signals.clear()


def serve(settings: Settings) -> int:
    """Serve until SIGINT or SIGTERM; return the exit code."""
    sys.setswitchinterval(TURNS)
    log.configure(settings.log_format)
    log.adopt_libraries()
    try:
        listening = listen(settings)
    except OSError as error:
        return _complain(_why_not(settings, error))
    office = Office(settings)
    with listening:
        host = Host(config(create_app(settings, office), settings), settings)
        try:
            asyncio.run(host.serve(sockets=[listening]))
        except SystemExit:
            return _complain(office.failure or "The server could not be started.")
    return 0


def config(app: Litestar, settings: Settings) -> uvicorn.Config:
    """Return how uvicorn serves an application."""
    return uvicorn.Config(
        app,
        http=thrifty_http(settings),
        ws=ThriftySocket,
        ws_max_size=settings.limits.message_bytes,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        ws_per_message_deflate=False,  # what is hidden and what others say would be squeezed together
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        timeout_graceful_shutdown=FAREWELL,
    )


def listen(settings: Settings) -> socket.socket:
    """Take the port, before anything else is begun."""
    family = socket.AF_INET6 if ":" in settings.address else socket.AF_INET
    # Named as TCP, or asyncio does not let small answers go at once: each would wait 40 ms for an ACK.
    taken = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":  # there it would let two servers share a port
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind((settings.address, settings.port))
        taken.listen(2048)
    except OSError:
        taken.close()
        raise
    return taken


def announce(settings: Settings, port: int) -> None:
    """Tell where the table is: to people, not to the log."""
    here = url("127.0.0.1" if settings.address in {"0.0.0.0", "::"} else settings.address, port)  # noqa: S104
    lines = [f"Stablehand is at {settings.base_url or here}; Ctrl-C ends it."]
    others = "" if is_loopback(settings.address) else lan_address()
    if others and not settings.base_url:
        lines.append(f"In the local network: {url(others, port)}")
        if (sys.stdout.encoding or "").lower().replace("-", "") == "utf8":
            lines.append(drawn(url(others, port)))
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()
    if settings.open_browser:
        asyncio.get_running_loop().run_in_executor(None, webbrowser.open, here)


def _why_not(settings: Settings, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {settings.port} of {settings.address} is in use already, perhaps by another Stablehand; "
            "choose another with --port, or 0 for any that is free."
        )
    if error.errno == errno.EACCES:
        return f"Port {settings.port} may not be used by everybody; choose one above 1023 with --port."
    return f"The server cannot listen at {settings.address}: {(error.strerror or 'error').lower()}."


def _complain(sentence: str) -> int:
    sys.stderr.write(f"stablehand: {sentence}\n")
    return FAILED
