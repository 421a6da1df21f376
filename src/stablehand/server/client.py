"""The browser client, if it was built: its files, and its first page wherever the client finds its own way.

All files are read when the server starts; an address is looked up among them and never becomes a path.
"""

import os
from mimetypes import guess_type
from pathlib import Path
from typing import Any, Final

from litestar import Request, Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from stablehand.table.refusal import Refusal

PLACE: Final = "STABLEHAND_CLIENT"
"""Where the client is, if it was built beside the package instead of into it."""
BUILT: Final = Path(__file__).parent.parent / "web" / "dist"
INDEX: Final = "index.html"
ROUTES: Final = ("t", "cards", "rules", "replay", "tutorial")
"""Where the client finds its own way, by the first part of the address."""
MACHINES: Final = ("api", "assets")
"""Where only programs look for something."""
LASTING: Final = "assets/"
"""Files in here have their contents in their names."""
ADULT: Final = "assets/adult"
"""What is drawn on cards of 18+ decks."""
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
    """Return what serves the client, or a page that says there is none."""
    files = _files(folder or Path(os.environ.get(PLACE, BUILT)))
    if not has_adult:
        files = {name: body for name, body in files.items() if not name.startswith(ADULT)}

    @get(["/", "/{path:path}"], include_in_schema=False)
    async def page(request: Request[Any, Any, Any], path: FromPath[str] = "") -> Response[bytes]:
        """Serve a file of the client, or its first page; that one also tells people that there is nothing."""
        name = path.strip("/")
        first = name.partition("/")[0]
        if name in files and name != INDEX:
            return _file(name, files[name])
        if name == "" or first in ROUTES:
            return _file(INDEX, files[INDEX])
        if "text/html" in request.headers.get("accept", "") and first not in MACHINES and len(files) > 1:
            return _file(INDEX, files[INDEX], status=404)
        raise Refusal("no_page")

    return [page]


def _files(folder: Path) -> dict[str, bytes]:
    if not (folder / INDEX).is_file():
        return {INDEX: PAGE.encode()}
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def _file(name: str, body: bytes, *, status: int = 200) -> Response[bytes]:
    kind = guess_type(name)[0] or "application/octet-stream"
    if kind.startswith("text/") or kind.endswith(("javascript", "json")):
        kind += "; charset=utf-8"
    lasts = "public, max-age=31536000, immutable" if name.startswith(LASTING) else "no-cache"
    return Response(body, media_type=kind, headers={"Cache-Control": lasts}, status_code=status)
