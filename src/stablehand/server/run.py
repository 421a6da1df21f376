"""Running the server: bind the port, print the address, serve until a signal."""

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
from stablehand.server.lan import is_loopback, lan_address, qr_code, url
from stablehand.server.limits.listener import ACCEPTED_AT_ONCE, Listener
from stablehand.server.limits.transport import LimitedHttp, LimitedWebSocket, limited_http
from stablehand.server.live.services import Services

if TYPE_CHECKING:
    from types import FrameType

    from litestar import Litestar

    from stablehand.server.settings import Settings

PING: Final = 20.0
"""Seconds between two pings of a WebSocket, and until the answer to one."""
STOP_TIMEOUT: Final = 10
"""Seconds that open requests have to finish when the server stops."""
SWITCH_INTERVAL: Final = 0.0005
"""Seconds until Python switches between busy threads. With the default of 5 ms the writer thread waits for
the tables at each step of a commit: at 200 tables the p99 was 40 ms instead of 33 and the slowest answer
153 ms instead of 61 (`scripts/bench --load --thinking 4`)."""
FAILED: Final = 2


class Host(uvicorn.Server):
    """uvicorn's server, which announces its address and exits with 0 after a signal."""

    def __init__(self, config: uvicorn.Config, settings: Settings) -> None:
        super().__init__(config)
        self._settings = settings

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then print the address."""
        for one in sockets or ():
            http = self.config.http
            if isinstance(one, Listener) and isinstance(http, type) and issubclass(http, LimitedHttp):
                one.refuses = http.refuses
        await super().startup(sockets)
        if self.started and sockets:
            announce(self._settings, sockets[0].getsockname()[1])

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop at a signal, and do not raise it again: it is the proper way to stop, not a failure."""
        super().handle_exit(sig, frame)
        self._captured_signals.clear()


def serve(settings: Settings) -> int:
    """Serve until SIGINT or SIGTERM; return the exit code."""
    sys.setswitchinterval(SWITCH_INTERVAL)
    log.configure(settings.log_format)
    log.capture_libraries()
    try:
        listening = listen(settings)
    except OSError as error:
        return _fail(_why_no_port(settings, error))
    services = Services(settings)
    with listening:
        host = Host(config(create_app(settings, services), settings), settings)
        try:
            asyncio.run(host.serve(sockets=[listening]))
        except SystemExit:
            return _fail(services.failure or "The server could not start.")
    return 0


def config(app: Litestar, settings: Settings) -> uvicorn.Config:
    """Return uvicorn's configuration."""
    return uvicorn.Config(
        app,
        http=limited_http(settings),
        ws=LimitedWebSocket,
        ws_max_size=settings.limits.message_bytes,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        ws_per_message_deflate=False,  # lengths would reveal secrets next to what others send
        backlog=ACCEPTED_AT_ONCE,  # the line before the door is as long as `Listener` makes it
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        timeout_graceful_shutdown=STOP_TIMEOUT,
    )


def listen(settings: Settings) -> socket.socket:
    """Bind the port, before anything else is started; raise OSError if that fails."""
    family = socket.AF_INET6 if ":" in settings.address else socket.AF_INET
    # With the protocol named, asyncio sets TCP_NODELAY; else each small message waits 40 ms for an ACK.
    bound = Listener(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":  # where two servers could then share a port
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((settings.address, settings.port))
        bound.listen()
    except OSError:
        bound.close()
        raise
    return bound


def announce(settings: Settings, port: int) -> None:
    """Print the address, and a QR code in a local network: for people, not for the log."""
    here = url("127.0.0.1" if settings.address in {"0.0.0.0", "::"} else settings.address, port)  # noqa: S104
    lines = [f"Stablehand is at {settings.base_url or here}; press Ctrl-C to stop."]
    others = "" if is_loopback(settings.address) else lan_address()
    if others and not settings.base_url:
        lines.append(f"In the local network: {url(others, port)}")
        if (sys.stdout.encoding or "").lower().replace("-", "") == "utf8":
            lines.append(qr_code(url(others, port)))
    sys.stdout.write("\n".join(lines) + "\n")
    sys.stdout.flush()
    if settings.open_browser:
        asyncio.get_running_loop().run_in_executor(None, webbrowser.open, here)


def _why_no_port(settings: Settings, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {settings.port} of {settings.address} is already in use, perhaps by another Stablehand; "
            "choose another with --port, or 0 for any free one."
        )
    if error.errno == errno.EACCES:
        return f"No permission to use port {settings.port}; choose one above 1023 with --port."
    return f"The server cannot listen at {settings.address}: {(error.strerror or 'error').lower()}."


def _fail(sentence: str) -> int:
    sys.stderr.write(f"stablehand: {sentence}\n")
    return FAILED
