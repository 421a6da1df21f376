"""Responses that are the same for everybody: compressed once, and not sent again to whoever has them.

Only such responses are compressed. The length of a compressed text tells what repeats in it, so a response
with a secret and with words of somebody else must not be compressed (docs/decisions/0018).
"""

from __future__ import annotations

import gzip
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from litestar import Response

if TYPE_CHECKING:
    from litestar import Request

SMALLEST: Final = 500
"""Bytes from which on compression is worth its header."""
PACKED: Final = ("image/png", "image/webp", "font/woff2", "application/font-woff2")
"""Kinds of files that are compressed already."""
LEVEL: Final = 9
NOT_MODIFIED: Final = 304


class PublicBody(NamedTuple):
    """The body of a response that anybody may have, with its compressed form."""

    plain: bytes
    gzipped: bytes
    """The body as gzip; empty if that would not be shorter."""
    tag: str
    """A hash of the body, as in the header `ETag`."""
    kind: str
    """The media type."""

    @classmethod
    def of(cls, body: bytes, kind: str) -> PublicBody:
        """Compress a body."""
        gzipped = b""
        if len(body) >= SMALLEST and kind.partition(";")[0] not in PACKED:
            gzipped = gzip.compress(body, LEVEL, mtime=0)
        tag = f'W/"{sha256(body).hexdigest()[:20]}"'
        return cls(body, gzipped if len(gzipped) < len(body) else b"", tag, kind)

    def response(
        self, request: Request[Any, Any, Any], caching: str, *, vary: str = "", status: int = 200
    ) -> Response[Any]:
        """Return the response: compressed if the client reads that, without a body if it has this one."""
        headers = {"Cache-Control": caching, "ETag": self.tag}
        varies = [name for name in (vary, "Accept-Encoding" if self.gzipped else "") if name]
        if varies:
            headers["Vary"] = ", ".join(varies)
        if status == 200 and self.tag in request.headers.get("if-none-match", ""):
            return Response(b"", media_type=self.kind, headers=headers, status_code=NOT_MODIFIED)
        body = self.plain
        if self.gzipped and accepts_gzip(request.headers.get("accept-encoding", "")):
            body = self.gzipped
            headers["Content-Encoding"] = "gzip"
        return Response(body, media_type=self.kind, headers=headers, status_code=status)


def accepts_gzip(header: str) -> bool:
    """Return whether a client reads gzip, by its header `Accept-Encoding`.

    >>> [accepts_gzip(header) for header in ("br, gzip", "gzip;q=0.5", "*", "gzip;q=0", "identity", "")]
    [True, True, True, False, False, False]
    """
    for entry in header.lower().split(","):
        coding, _, weight = entry.partition(";")
        if coding.strip() in {"gzip", "*"}:
            return weight.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
    return False
