"""The files of the browser client, if it was built, and its index page for the routes of the client.

All files are read and compressed when the server starts. A URL is looked up among them and never becomes a
file path.
"""

import os
from mimetypes import guess_type
from pathlib import Path
from typing import Any, Final

from litestar import Request, Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from stablehand.server.http.compression import PublicBody
from stablehand.server.limits.costs import LIGHT
from stablehand.table.refusal import Refusal

PLACE: Final = "STABLEHAND_CLIENT"
"""Environment variable with the folder of a client that was built outside the package."""
BUILT: Final = Path(__file__).parents[2] / "web" / "dist"
INDEX: Final = "index.html"
ROUTES: Final = ("t", "new", "cards", "rules", "replay", "tutorial")
"""First parts of paths that the client routes itself."""
PROGRAMS: Final = ("api", "assets")
"""First parts of paths that only programs request: a missing one is JSON, not a page."""
HASHED: Final = "assets/"
"""Names of files in here contain a hash of their content, so they may be cached for ever."""
FOR_EVER: Final = "public, max-age=31536000, immutable"
KINDS: Final = {"woff2": "font/woff2", "webmanifest": "application/manifest+json"}
"""Media types that not every system knows."""
ADULT: Final = "assets/adult"
"""Pictures of cards of the 18+ decks."""
PAGE: Final = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Stablehand</title>
<h1>Stablehand</h1>
<p>The table is open; the browser client is not built.</p>
<p>Programs can play: <a href="/api/schema/openapi.json">the API</a>, docs/bot-api.md, docs/protocol.md.</p>
"""


def handlers(folder: Path | None = None, *, has_adult: bool = True) -> list[HTTPRouteHandler]:
    """Return the route of the client, or of a page that says it is not built."""
    files = _files(folder or Path(os.environ.get(PLACE, BUILT)))
    if not has_adult:
        files = {name: body for name, body in files.items() if not name.startswith(ADULT)}

    @get(["/", "/{path:path}"], include_in_schema=False, cost=LIGHT)
    async def page(request: Request[Any, Any, Any], path: FromPath[str] = "") -> Response[Any]:
        """Serve a file of the client, or its index page, which also shows that a page does not exist."""
        name = path.strip("/")
        first = name.partition("/")[0]
        if name in files and name != INDEX:
            caching = FOR_EVER if name.startswith(HASHED) else "no-cache"
            return files[name].response(request, caching)
        if name == "" or first in ROUTES:
            return files[INDEX].response(request, "no-cache")
        if "text/html" in request.headers.get("accept", "") and first not in PROGRAMS and len(files) > 1:
            return files[INDEX].response(request, "no-cache", status=404)
        raise Refusal("no_page")

    return [page]


def _files(folder: Path) -> dict[str, PublicBody]:
    if not (folder / INDEX).is_file():
        return {INDEX: PublicBody.of(PAGE.encode(), _kind(INDEX))}
    return {
        path.relative_to(folder).as_posix(): PublicBody.of(path.read_bytes(), _kind(path.name))
        for path in folder.rglob("*")
        if path.is_file()
    }


def _kind(name: str) -> str:
    """Return the media type of a file."""
    kind = KINDS.get(name.rpartition(".")[2]) or guess_type(name)[0] or "application/octet-stream"
    if kind.startswith("text/") or kind.endswith(("javascript", "json")):
        kind += "; charset=utf-8"
    return kind
