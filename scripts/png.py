"""Make screenshots smaller: `few_colours(png)` returns the same picture with a palette of 256 colours.

It reads only the format of browser screenshots: 8 bits, red, green and blue, not interlaced. Standard library
only.
"""

from __future__ import annotations

import struct
import zlib
from collections import Counter

SIGNATURE = b"\x89PNG\r\n\x1a\n"
COLOURS = 256
Colour = tuple[int, int, int]


def few_colours(png: bytes) -> bytes:
    """Return the picture with 256 colours; every other colour becomes the nearest of them."""
    chunks = dict(_chunks(png))
    width, height, depth, kind = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    assert (depth, kind) == (8, 2), "not an 8-bit RGB picture"
    data = _unfiltered(zlib.decompress(chunks[b"IDAT"]), width * 3)
    pixels: list[Colour] = list(zip(data[::3], data[1::3], data[2::3], strict=True))
    count = Counter(pixels)
    palette = _palette(count)
    place = {colour: _nearest(colour, palette) for colour in count}
    indexes = bytes(map(place.__getitem__, pixels))
    rows = b"".join(b"\0" + indexes[at : at + width] for at in range(0, width * height, width))
    return SIGNATURE + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in (
            (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
            (b"PLTE", bytes(part for colour in palette for part in colour)),
            (b"IDAT", zlib.compress(rows, 9)),
            (b"IEND", b""),
        )
    )


def _chunks(png: bytes) -> list[tuple[bytes, bytes]]:
    found: dict[bytes, bytes] = {}
    at = len(SIGNATURE)
    while at < len(png):
        (size,) = struct.unpack(">I", png[at : at + 4])
        name = png[at + 4 : at + 8]
        found[name] = found.get(name, b"") + png[at + 8 : at + 8 + size]
        at += 12 + size
    return list(found.items())


def _unfiltered(data: bytes, stride: int) -> bytes:
    """Undo the PNG filters of the rows."""
    before, rows = bytes(stride), []
    for at in range(0, len(data), stride + 1):
        kind, row = data[at], bytearray(data[at + 1 : at + 1 + stride])
        for place in range(stride) if kind else ():
            left = row[place - 3] if place >= 3 else 0
            above = before[place]
            if kind == 1:
                guess = left
            elif kind == 2:
                guess = above
            elif kind == 3:
                guess = (left + above) // 2
            else:
                guess = _paeth(left, above, before[place - 3] if place >= 3 else 0)
            row[place] = (row[place] + guess) & 255
        before = bytes(row)
        rows.append(before)
    return b"".join(rows)


def _paeth(left: int, above: int, corner: int) -> int:
    by_left, by_above, by_corner = abs(above - corner), abs(left - corner), abs(left + above - 2 * corner)
    if by_left <= by_above and by_left <= by_corner:
        return left
    return above if by_above <= by_corner else corner


def _palette(count: Counter[Colour]) -> list[Colour]:
    """Return the most frequent colours, then the most frequent one of each group of similar colours."""
    often = [colour for colour, _ in count.most_common(COLOURS // 4)]
    alike: Counter[Colour] = Counter()
    first: dict[Colour, Colour] = {}
    for colour, times in count.most_common():
        coarse = (colour[0] >> 4, colour[1] >> 4, colour[2] >> 4)
        alike[coarse] += times
        first.setdefault(coarse, colour)
    chosen = dict.fromkeys([*often, *(first[coarse] for coarse, _ in alike.most_common(COLOURS))])
    return list(chosen)[:COLOURS]


def _nearest(colour: Colour, palette: list[Colour]) -> int:
    red, green, blue = colour
    return min(
        range(len(palette)),
        key=lambda at: (
            2 * (palette[at][0] - red) ** 2 + 4 * (palette[at][1] - green) ** 2 + (palette[at][2] - blue) ** 2
        ),
    )
