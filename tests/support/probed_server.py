"""The server by its command, with a note of when each reply to a command leaves it; run as a program.

    python tests/support/probed_server.py NOTES serve --port 0 …

writes a line into NOTES for each reply: the id of the command, and the processor time that the server has
used until then. A client that waits for the processor itself would read the clock too late, and count as the
server's what the server has done for others after the reply.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

HEADS = (b'{"type":"accepted","id":"', b'{"type":"refused","id":"')


class Notes:
    """What a probed server has noted, as the client reads it."""

    def __init__(self, path: str) -> None:
        self._file = Path(path).open("rb")  # noqa: SIM115 - as long as the process
        self._rest = b""
        self._times: dict[str, float] = {}

    def time_of(self, command: str) -> float:
        """Return when the reply to a command left; it is noted before it is sent."""
        *lines, self._rest = (self._rest + self._file.read()).split(b"\n")
        for line in lines:
            name, _, seconds = line.rpartition(b" ")
            self._times[name.decode()] = float(seconds)
        return self._times.pop(command)


def note_replies(path: str) -> None:
    """Note the replies of all connections of this process from now on."""
    from stablehand.server.ws.session import LitestarChannel  # noqa: PLC0415 - only in the server

    notes = os.open(path, os.O_WRONLY | os.O_APPEND)
    send = LitestarChannel.send

    async def noted(self: LitestarChannel, data: bytes) -> None:
        for head in HEADS:
            if data.startswith(head):
                name = data[len(head) : data.index(b'"', len(head))]
                os.write(notes, b"%s %.9f\n" % (name, time.process_time()))
        await send(self, data)

    setattr(LitestarChannel, "send", noted)  # noqa: B010 - a method is replaced


if __name__ == "__main__":
    from stablehand.cli import main

    note_replies(sys.argv.pop(1))
    sys.exit(main())
