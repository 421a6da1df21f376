"""The log of the server: names of events, with values that cannot be secrets.

The log works by an allow-list. A value is logged if its key is in `SHAPES` and it matches the shape of that
key; everything else is dropped, and `dropped` counts it. An event is a fixed word and never a sentence, since
a sentence may hold a name. Of an exception the class and the place are logged, never its message: that of a
database error repeats what was to be stored.

    log = logger("tables")
    log.info("table_opened", table=table.id, kind="unicorns")
"""

from __future__ import annotations

import logging
import re
import sys
from contextlib import suppress
from pathlib import PurePath
from typing import TYPE_CHECKING, Final, Literal, TextIO

import structlog

if TYPE_CHECKING:
    from collections.abc import MutableMapping
    from types import TracebackType

    from structlog.typing import EventDict, FilteringBoundLogger, Processor

Format = Literal["auto", "text", "json"]

EVENT: Final = re.compile(r"[a-z]+(_[a-z]+){1,5}")
"""At least two words joined by underscores: what a person types rarely looks like that."""
_WORD: Final = re.compile(r"[A-Za-z]+(_[A-Za-z]+){0,5}")
_NAME: Final = re.compile(r"[a-z0-9_]{1,32}")
_TABLE: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")
_ROUTE: Final = re.compile(r"[A-Za-z0-9_{}:/.-]{1,80}")
_HOST: Final = re.compile(r"[A-Za-z0-9.:\[\]-]{1,80}")
_PLACE: Final = re.compile(r"[A-Za-z0-9_]+\.py:[0-9]+")
LONGEST_WORD: Final = 48
_LONGEST: Final = 80

Shape = re.Pattern[str] | type[int] | type[float]
SHAPES: Final[dict[str, Shape]] = {
    "bytes": int,
    "closed": int,
    "code": int,  # how a process or a connection ended
    "connections": int,
    "count": int,
    "deck": _NAME,
    "fault": _WORD,
    "game": _NAME,
    "host": _HOST,  # where the server listens
    "kind": _WORD,
    "language": _NAME,
    "library": _ROUTE,
    "method": _WORD,
    "ms": float,
    "number": int,
    "pid": int,
    "port": int,
    "reason": _WORD,
    "route": _ROUTE,  # the pattern of a path, never the path
    "rule": _ROUTE,
    "seat": int,
    "seconds": float,
    "status": int,
    "table": _TABLE,  # its id, which gives no access; never its invite code
    "tables": int,
    "version": _ROUTE,
    "where": _PLACE,
}
UNNAMED: Final = "unnamed_event"


def logger(part: str) -> FilteringBoundLogger:
    """Return the logger of a part of the server."""
    made: FilteringBoundLogger = structlog.get_logger(part=part)
    return made


def configure(form: Format = "auto", stream: TextIO | None = None) -> None:
    """Log to a stream, by default stderr: as text on a terminal, otherwise as one JSON object a line.

    Whoever starts the server at a terminal reads its address there: unless a format is asked for, the log
    adds only warnings and errors to it.
    """
    is_terminal = bool(target := stream or sys.stderr) and target.isatty()
    is_text = form == "text" or (form == "auto" and is_terminal)
    renderer: Processor = structlog.processors.JSONRenderer(ensure_ascii=True)
    if is_text:
        renderer = structlog.dev.ConsoleRenderer(colors=is_terminal, pad_event_to=0, sort_keys=False)
    stamp = structlog.processors.TimeStamper(fmt="iso", utc=True, key="at")
    structlog.configure(
        processors=[allow_listed, structlog.processors.add_log_level, stamp, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(
            logging.WARNING if form == "auto" and is_terminal else logging.INFO
        ),
        logger_factory=lambda *_: LineWriter(stream),
        cache_logger_on_first_use=False,
    )


class LineWriter:
    """Writes lines to a stream, or to the current stderr. A closed stream is ignored."""

    def __init__(self, stream: TextIO | None) -> None:
        self.stream = stream

    def msg(self, line: str) -> None:
        """Write a line in one piece."""
        stream = self.stream or sys.stderr
        with suppress(OSError, ValueError, AttributeError):
            stream.write(line + "\n")
            stream.flush()

    debug = info = warning = error = critical = msg


def capture_libraries() -> None:
    """Log the warnings and errors of libraries, which use `logging`, here too."""
    root = logging.getLogger()
    for handler in [handler for handler in root.handlers if isinstance(handler, LibraryHandler)]:
        root.removeHandler(handler)
    root.addHandler(LibraryHandler(logging.WARNING))


class LibraryHandler(logging.Handler):
    """Logs that a library logged something, and where, but not what: its message may hold secrets."""

    def emit(self, record: logging.LogRecord) -> None:
        """Log a library's record."""
        place = f"{PurePath(record.pathname).name}:{record.lineno}"
        log = logger("libraries")
        log.log(
            record.levelno,
            "library_logged",
            library=record.name,
            where=place,
            exc_info=record.exc_info or None,
        )


def allow_listed(_: object, __: str, fields: MutableMapping[str, object]) -> EventDict:
    """Return only what may be logged (a structlog processor)."""
    event = fields.pop("event", None)
    part = fields.pop("part", None)
    kept: EventDict = {"event": event if _is_word(event, EVENT) else UNNAMED}
    if _is_word(part, _WORD):
        kept["part"] = part
    fault = _exception(fields.pop("exc_info", None))
    fields.pop("stack_info", None)
    dropped = 0
    for key, value in fields.items():
        shape = SHAPES.get(key)
        if shape is not None and _fits(value, shape):
            kept[key] = round(value, 3) if isinstance(value, float) else value
        elif value is not None:
            dropped += 1
    if fault is not None:
        kept["fault"] = type(fault).__name__
        kept.setdefault("where", _place(fault.__traceback__))
    if dropped:
        kept["dropped"] = dropped
    return kept


def _fits(value: object, shape: Shape) -> bool:
    if isinstance(shape, re.Pattern):
        return _is_word(value, shape)
    if isinstance(value, bool):
        return False
    # A token, a key or a seed may be a number too, but no count is as large.
    return isinstance(value, int | float if shape is float else int) and abs(value) < 1 << 53


def _is_word(value: object, shape: re.Pattern[str]) -> bool:
    most = LONGEST_WORD if shape in {EVENT, _WORD} else _LONGEST
    return isinstance(value, str) and len(value) <= most and shape.fullmatch(value) is not None


def _exception(info: object) -> BaseException | None:
    """Return the exception of `exc_info`, in any of its forms; None if there is none."""
    if isinstance(info, BaseException):
        return info
    if isinstance(info, tuple):
        return next((part for part in info if isinstance(part, BaseException)), None)
    return sys.exception() if info else None


def _place(trace: TracebackType | None) -> str:
    """Return the file and line where an exception was raised."""
    if trace is None:
        return "nowhere.py:0"
    while trace.tb_next is not None:
        trace = trace.tb_next
    return f"{PurePath(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}"


configure()  # on import, so that nothing is ever logged without the allow-list
