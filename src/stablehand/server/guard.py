"""The guard: stands before everything and lets in only those who ask for this server by a name it has.

A page of another site may not speak for a player (`Origin`), and no name that somebody else owns leads here
(`Host`, against DNS rebinding; an address in digits cannot be rebound). Every answer leaves with headers that
let a browser load nothing from elsewhere.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qs, urlsplit

import msgspec
from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType

from stablehand.server.lan import hostname, is_loopback
from stablehand.server.problems import problem, status_of
from stablehand.server.speech import chosen_language
from stablehand.table.refusal import Refusal

if TYPE_CHECKING:
    from litestar.connection import ASGIConnection
    from litestar.types import ASGIApp, Message, Receive, Scope, Send

    from stablehand.server.settings import Settings

COOKIE: Final = "stablehand_"
AND: Final = "."
"""Stands between the tokens of those who share a device."""
MOST_TOKENS: Final = 8
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""
HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
_TOKEN: Final = re.compile(r"[0-9a-f]{32}")


class Guard:
    """An ASGI application around another."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._names = _names(settings)
        self._is_local = is_loopback(settings.address)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let somebody in, or not."""
        headers = Headers.from_scope(scope)

        async def harden(message: Message) -> None:
            if message["type"] == "http.response.start":
                kept = MutableScopeHeaders.from_message(message)
                for name, value in HEADERS.items():
                    kept[name] = value
                if scope["path"].startswith("/api/") and "cache-control" not in kept:
                    kept["Cache-Control"] = "no-store"
            await send(message)

        refusal = self._refusal(scope, headers)
        if refusal is None:
            await self._app(scope, receive, harden)
        elif scope["type"] == ScopeType.HTTP:
            await self._refuse(refusal, scope, headers, harden)
        else:
            await receive()
            await send(
                {"type": "websocket.close", "code": 4000 + status_of(refusal), "reason": refusal.reason}
            )

    def _refusal(self, scope: Scope, headers: Headers) -> Refusal | None:
        host = headers.get("host", "")
        if not self._is_ours(host):
            return Refusal("wrong_host")
        is_change = scope["type"] != ScopeType.HTTP or scope["method"] not in SAFE
        if is_change and not self._is_own_page(headers, host):
            return Refusal("foreign_origin")
        return None

    def _is_ours(self, host: str) -> bool:
        name = hostname(host)
        if name in self._names:
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return address.is_loopback or not self._is_local

    def _is_own_page(self, headers: Headers, host: str) -> bool:
        origin = headers.get("origin")
        if origin is None:
            # Browsers name the page that asks. Whoever does not is no browser, and has no cookies to lose.
            return "authorization" in headers or COOKIE not in headers.get("cookie", "")
        if origin in self._settings.origins:
            return True
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        return parts.scheme in {"http", "https"} and bool(host) and parts.netloc.lower() == host.lower()

    async def _refuse(self, refusal: Refusal, scope: Scope, headers: Headers, send: Send) -> None:
        query = parse_qs(scope["query_string"].decode("latin-1"))
        wanted = query.get("lang", [""])[0]
        lang = chosen_language(wanted, headers.get("accept-language", ""), self._settings)
        body = msgspec.json.encode(problem(refusal, lang))
        await send(
            {
                "type": "http.response.start",
                "status": status_of(refusal),
                "headers": [
                    (b"content-type", b"application/json"),
                    (b"content-length", str(len(body)).encode()),
                ],
            }
        )
        await send({"type": "http.response.body", "body": body, "more_body": False})


def tokens_of(connection: ASGIConnection, code: str) -> tuple[str, ...]:  # type: ignore[type-arg]  # whoever the user is
    """Return what a client shows to prove its seats: the header of a bot, else the cookie of a device."""
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        shown = [bearer.strip()]
    else:
        shown = connection.cookies.get(COOKIE + code, "").split(AND, MOST_TOKENS)[:MOST_TOKENS]
    return tuple(token for token in shown if _TOKEN.fullmatch(token))


def has_bearer(connection: ASGIConnection) -> bool:  # type: ignore[type-arg]  # whoever the user is
    """Whether a client says by a header who it is, rightly or not."""
    return "authorization" in connection.headers


def _names(settings: Settings) -> frozenset[str]:
    """Return the names by which this server may be asked for."""
    names = {"localhost", hostname(settings.host)}
    if settings.base_url:
        names.add(urlsplit(settings.base_url).hostname or "")
    if not is_loopback(settings.address):
        own = socket.gethostname().lower()
        names |= {own, own.partition(".")[0], f"{own.partition('.')[0]}.local"}
    return frozenset(names - {""})
