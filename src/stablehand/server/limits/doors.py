"""The ASGI layer in front of everything: each client has a few requests at a time and a budget of work.

A client over its budget waits a while, then is refused. Nobody is served later than others for what somebody
else does: the wait takes none of the server's time, and a request that waits keeps its place in the
turnstile.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from litestar.enums import ScopeType

from stablehand.server.limits.addresses import client_of, too_often
from stablehand.server.limits.costs import LIGHT, MEDIUM
from stablehand.server.limits.origin import OVER_BUDGET
from stablehand.server.limits.turnstile import Turnstile

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from litestar.connection import ASGIConnection
    from litestar.handlers import BaseRouteHandler
    from litestar.types import ASGIApp, Receive, Scope, Send

    from stablehand.server.limits.budgets import WorkBudget

COST: Final = "cost"
"""The name of the cost among the options of a route."""


class Doors:
    """ASGI middleware: the turnstile, and the least that a request costs."""

    def __init__(self, app: ASGIApp, budget: WorkBudget) -> None:
        self._app = app
        self._budget = budget
        self._turnstile = Turnstile()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in when it is its turn, and mark it if its client is over its budget."""
        address = scope["client"]
        client = client_of((address[0], address[1]) if address else None)
        is_http = scope["type"] == ScopeType.HTTP
        await self._enter(client)
        is_inside = True
        try:
            wait = await self._budget.spend_or_wait(client, LIGHT if is_http else MEDIUM)
            if wait:
                scope["state"][OVER_BUDGET] = wait  # for `OriginCheck`, which refuses it
            if not is_http:  # it stays open; its commands have a budget of their own
                self._turnstile.leave(client)
                is_inside = False
            await self._app(scope, receive, send)
        finally:
            if is_inside:
                self._turnstile.leave(client)

    async def _enter(self, client: str) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def let_in() -> None:
            if turn.done():  # it has gone away
                self._turnstile.leave(client)
            else:
                turn.set_result(None)

        if self._turnstile.enter(client, let_in):
            return
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._turnstile.give_up(client, let_in)
            else:  # it was let in at the same moment
                self._turnstile.leave(client)
            raise


def guard(
    budget: WorkBudget, client: Callable[[Any], str]
) -> Callable[[ASGIConnection[Any, Any, Any, Any], BaseRouteHandler], Awaitable[None]]:
    """Return the guard of all routes: it counts what a route costs beyond the least."""

    async def check(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
        cost = handler.opt.get(COST, LIGHT) - LIGHT
        if connection.scope["type"] == ScopeType.HTTP and cost > 0:
            wait = await budget.spend_or_wait(client(connection), cost)
            if wait:
                raise too_often(wait)

    return check
