"""The application: all routes behind the check of `Host` and `Origin`, and the services they share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar import Litestar
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig

from stablehand import __version__
from stablehand.server.http import cases, health, lessons, library, replays, static, tables
from stablehand.server.http.body import StrictBody
from stablehand.server.http.errors import on_error
from stablehand.server.http.openapi import DescriptionPlugin
from stablehand.server.limits.doors import Doors, guard
from stablehand.server.limits.origin import OriginCheck
from stablehand.server.live.services import Services
from stablehand.server.ws.endpoint import table_socket

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager

    from stablehand.server.settings import Settings


def create_app(settings: Settings, services: Services | None = None) -> Litestar:
    """Return the application, which opens the services when it starts and closes them when it stops."""
    shared = services or Services(settings)

    def opened(_: Litestar) -> AbstractAsyncContextManager[None]:
        return shared.open()

    def provide() -> Services:
        return shared

    routes: list[Any] = [
        *tables.HANDLERS,
        *library.HANDLERS,
        *replays.HANDLERS,
        *lessons.HANDLERS,
        *cases.HANDLERS,
        health.read_health,
        health.read_readiness,
        table_socket,
        *static.handlers(has_adult=shared.has_adult),
    ]
    if settings.metrics:
        routes.append(health.read_metrics)
    app = Litestar(
        routes,
        dependencies={"services": Provide(provide, sync_to_thread=False)},
        exception_handlers={Exception: on_error(settings)},
        lifespan=[opened],
        guards=[guard(shared.request_budget, shared.client)],
        logging_config=None,
        dto=StrictBody,
        return_dto=None,
        openapi_config=OpenAPIConfig(
            title="Stablehand",
            version=__version__,
            description="Tables of card games. docs/bot-api.md: first steps; docs/protocol.md: messages.",
            path="/api/schema",
            render_plugins=[DescriptionPlugin(path="/openapi.json")],
        ),
        request_max_body_size=settings.limits.message_bytes,
    )
    # Before routing, so for unknown paths too.
    app.asgi_handler = Doors(OriginCheck(app.asgi_handler, settings), shared.request_budget)
    return app
