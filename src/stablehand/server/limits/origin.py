"""Checks of `Host` and `Origin` before any route, security headers on every response, and tokens of requests.

A request must name this server by one of its own names (`Host`, against DNS rebinding; a numeric address
cannot be rebound), and a page of another site may not act for a player (`Origin`). The headers let a browser
load nothing from elsewhere.
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

from stablehand.server.http.errors import headers_of, problem, status_of
from stablehand.server.http.locale import chosen_language
from stablehand.server.lan import hostname, is_loopback
from stablehand.server.limits.addresses import too_often
from stablehand.table.refusal import Refusal

if TYPE_CHECKING:
    from litestar.connection import ASGIConnection
    from litestar.types import ASGIApp, Message, Receive, Scope, Send

    from stablehand.server.settings import Settings

COOKIE: Final = "stablehand_"
SEPARATOR: Final = "."
"""Separates the tokens in the cookie of a device that several players share."""
MOST_TOKENS: Final = 8
OVER_BUDGET: Final = "stablehand.over_budget"
"""The key of a scope's state under which `Doors` puts the seconds that a client has to wait."""
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
HSTS: Final = "max-age=31536000"
"""Behind TLS: for a year browsers use nothing else for this host."""
_TOKEN: Final = re.compile(r"[0-9a-f]{32}")


class OriginCheck:
    """ASGI middleware that refuses requests by wrong names and from foreign pages."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._names = _names(settings)
        self._is_local = is_loopback(settings.address)
        self._is_public = settings.base_url.startswith("https://")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it with 403 or 421; a WebSocket is closed with 4403 or 4421."""
        headers = Headers.from_scope(scope)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers_sent = MutableScopeHeaders.from_message(message)
                for name, value in HEADERS.items():
                    headers_sent[name] = value
                if self._is_public or scope["scheme"] == "https":
                    headers_sent["Strict-Transport-Security"] = HSTS
                if scope["path"].startswith("/api/") and "cache-control" not in headers_sent:
                    headers_sent["Cache-Control"] = "no-store"
            await send(message)

        refusal = self._refusal(scope, headers)
        if refusal is None:
            is_http = scope["type"] == ScopeType.HTTP
            await self._app(scope, receive, send_with_headers if is_http else send)
        elif scope["type"] == ScopeType.HTTP:
            await self._refuse(refusal, scope, headers, send_with_headers)
        else:
            await receive()
            await send(
                {"type": "websocket.close", "code": 4000 + status_of(refusal), "reason": refusal.reason}
            )

    def _refusal(self, scope: Scope, headers: Headers) -> Refusal | None:
        if seconds := scope["state"].pop(OVER_BUDGET, 0.0):  # set by `Doors`
            return too_often(seconds)
        host = headers.get("host", "")
        if not self._is_own_name(host):
            return Refusal("wrong_host")
        may_change = scope["type"] != ScopeType.HTTP or scope["method"] not in SAFE
        if may_change and not self._is_own_page(headers, host):
            return Refusal("foreign_origin")
        return None

    def _is_own_name(self, host: str) -> bool:
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
            # Browsers always send `Origin` here. Without it only a cookie of ours is suspicious.
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
        lang_asked = query.get("lang", [""])[0]
        lang = chosen_language(lang_asked, headers.get("accept-language", ""), self._settings)
        body = msgspec.json.encode(problem(refusal, lang))
        await send(
            {
                "type": "http.response.start",
                "status": status_of(refusal),
                "headers": [
                    (b"content-type", b"application/json"),
                    (b"content-length", str(len(body)).encode()),
                    *((name.lower().encode(), value.encode()) for name, value in headers_of(refusal).items()),
                ],
            }
        )
        await send({"type": "http.response.body", "body": body, "more_body": False})


def tokens_of(connection: ASGIConnection, code: str) -> tuple[str, ...]:  # type: ignore[type-arg]  # of any user
    """Return the tokens that a client sends for a table: from `Authorization`, else from its cookie.

    Only their form is checked, not whether they belong to a seat.
    """
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        sent = [bearer.strip()]
    else:
        sent = connection.cookies.get(COOKIE + code, "").split(SEPARATOR, MOST_TOKENS)[:MOST_TOKENS]
    return tuple(token for token in sent if _TOKEN.fullmatch(token))


def has_bearer(connection: ASGIConnection) -> bool:  # type: ignore[type-arg]  # of any user
    """Return whether a client sends an `Authorization` header, valid or not."""
    return "authorization" in connection.headers


def _names(settings: Settings) -> frozenset[str]:
    """Return the host names under which this server may be reached."""
    names = {"localhost", hostname(settings.host)}
    if settings.base_url:
        names.add(urlsplit(settings.base_url).hostname or "")
    if not is_loopback(settings.address):
        own = socket.gethostname().lower()
        names |= {own, own.partition(".")[0], f"{own.partition('.')[0]}.local"}
    return frozenset(names - {""})
