"""The application: all routes behind the guard, and the office that is opened before the first request."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from litestar import Litestar
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from stablehand import __version__
from stablehand.server import (
    client,
    http_cases,
    http_lessons,
    http_library,
    http_replays,
    http_service,
    http_tables,
)
from stablehand.server.description import describe
from stablehand.server.guard import Guard
from stablehand.server.office import Office
from stablehand.server.problems import on_error
from stablehand.server.wire import table_socket

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager

    from stablehand.server.settings import Settings


def create_app(settings: Settings, office: Office | None = None) -> Litestar:
    """Return the application; it opens the office when it starts and closes it when it ends."""
    behind = office or Office(settings)

    def opened(_: Litestar) -> AbstractAsyncContextManager[None]:
        return behind.open()

    def provide() -> Office:
        return behind

    routes: list[Any] = [
        *http_tables.HANDLERS,
        *http_library.HANDLERS,
        *http_replays.HANDLERS,
        *http_lessons.HANDLERS,
        *http_cases.HANDLERS,
        http_service.tell_health,
        table_socket,
        *client.handlers(has_adult=behind.has_adult),
    ]
    if settings.metrics:
        routes.append(http_service.tell_metrics)
    app = Litestar(
        routes,
        dependencies={"office": Provide(provide, sync_to_thread=False)},
        exception_handlers={Exception: on_error(settings)},
        lifespan=[opened],
        logging_config=None,
        openapi_config=OpenAPIConfig(
            title="Stablehand",
            version=__version__,
            description="Tables to play at. docs/bot-api.md tells how, docs/protocol.md what is said there.",
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        request_max_body_size=settings.limits.message_bytes,
    )
    describe(app)
    app.asgi_handler = Guard(app.asgi_handler, settings)  # before routing: what is not found is guarded too
    return app
