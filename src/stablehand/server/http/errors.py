"""Errors over HTTP: a reason for programs, a sentence for people, never a traceback."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, InternalServerException, ValidationException

from stablehand.server.http.locale import chosen_language
from stablehand.server.log import logger
from stablehand.table.refusal import Refusal
from stablehand.text.language import language

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehand.server.settings import Settings

STATUSES: Final[dict[str, int]] = {
    "bad_request": 400,
    "adult": 403,
    "foreign_origin": 403,
    "no_public": 403,
    "no_spectators": 403,
    "sent_away": 403,
    "locked": 403,
    "not_host": 403,
    "not_yours": 403,
    "no_case": 404,
    "no_deck": 404,
    "no_game": 404,
    "no_page": 404,
    "no_seat": 404,
    "no_step": 404,
    "no_table": 404,
    "wrong_code": 404,
    "bad_method": 405,
    "too_big": 413,
    "wrong_host": 421,
    "too_often": 429,
    "failed": 500,
    "server_full": 503,
    "try_again": 503,
}
"""Status codes by reason. All other reasons are conflicts with the state of the table, 409."""

_log = logger("http")


class Problem(msgspec.Struct, frozen=True):
    """Why a request was refused."""

    reason: str
    """A fixed word for programs."""
    text: str
    """A sentence for people, in the language of the request."""
    rules: tuple[str, ...] = ()
    """The ids of the game's rules that forbid it."""


def status_of(refusal: Refusal) -> int:
    """Return the HTTP status for a refusal."""
    return STATUSES.get(refusal.reason, 409)


def headers_of(refusal: Refusal) -> dict[str, str]:
    """Return `Retry-After` for a refusal with `too_often`, no headers otherwise."""
    return {"Retry-After": str(refusal.words["n"])} if refusal.reason == "too_often" else {}


def problem(refusal: Refusal, lang: str) -> Problem:
    """Return a refusal as a response body in a language."""
    text = language(lang).catalogue("table").say(f"refused.{refusal.reason}", **refusal.words)
    return Problem(refusal.reason, text, refusal.rules)


def on_error(settings: Settings) -> Callable[[Request[Any, Any, Any], Exception], Response[Problem]]:
    """Return the exception handler of the application."""

    def answer(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
        refusal = error if isinstance(error, Refusal) else _refusal(error)
        if refusal.reason == "failed":
            route = str(request.scope.get("path_template", ""))
            _log.error("request_failed", method=request.method, route=route, exc_info=error)
        lang = chosen_language(
            request.query_params.get("lang", ""), request.headers.get("accept-language", ""), settings
        )
        return Response(
            problem(refusal, lang),
            status_code=status_of(refusal),
            headers=headers_of(refusal),
            media_type="application/json",
        )

    return answer


def _refusal(error: Exception) -> Refusal:
    """Return the refusal for an exception that is not ours."""
    if isinstance(error, InternalServerException) and "disconnected" in error.detail:
        return Refusal("bad_request", problem="The request did not end.")  # the client is gone: not logged
    if not isinstance(error, HTTPException) or error.status_code >= 500:
        return Refusal("failed")
    match error.status_code:
        case 404:
            return Refusal("no_page")
        case 405:
            return Refusal("bad_method")
        case 413:
            return Refusal("too_big")
        case _:
            return Refusal("bad_request", problem=_detail(error))


def _detail(error: HTTPException) -> str:
    """Return which parameter is wrong and what it must be, without repeating what was sent."""
    if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
        first = error.extra[0]
        if isinstance(first, dict) and first.get("message") != "'data'":
            where = str(first.get("key", "data"))
            said = str(first.get("message", ""))[:200]
            return f"{said}." if where == "data" else f"{said} (`{where[:60]}`)."
        return "Expected `object`."
    return f"{str(error.detail)[:200].rstrip('.')}."
