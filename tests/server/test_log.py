"""The log records events, and cannot contain names, typed text or anything that gives access."""

from __future__ import annotations

import ast
import io
import json
import logging
import sys
from typing import TYPE_CHECKING, Any

import pytest

from stablehand.server.log import EVENT, SHAPES, LibraryHandler, capture_libraries, configure, logger
from support.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCE = ROOT / "src" / "stablehand"
SECRETS: dict[str, object] = {
    "token": "9f86d081884c7d659a2feaa0c55ad015",
    "bytes_token": bytes.fromhex("9f86d081884c7d659a2feaa0c55ad015"),
    "key": "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA",
    "number": 0x9F86D081884C7D659A2FEAA0C55AD015,
    "nonce": "b7e23ec29af22b0b4e41da31e868d572",
    "name": "Zoë Quux",
    "one_word_name": "Quuxella",
    "chat": "meet me at nine",
    "escape": "\x1b[2J\nforged line",
    "parts": ["Quuxella", {"deep": "Quuxella"}],
}
METHODS = ("info", "warning", "error", "critical", "exception")


@pytest.fixture(autouse=True)
def usual_log() -> Iterator[None]:
    yield
    configure()
    root = logging.getLogger()
    for handler in [handler for handler in root.handlers if isinstance(handler, LibraryHandler)]:
        root.removeHandler(handler)


@pytest.fixture
def said() -> io.StringIO:
    stream = io.StringIO()
    configure("json", stream)
    return stream


def told(said: io.StringIO) -> dict[str, Any]:
    """Return the only logged line."""
    (line,) = said.getvalue().splitlines()
    read: dict[str, Any] = json.loads(line)
    return read


def traces(secret: object) -> list[str]:
    """Return the texts that would reveal a secret."""
    if isinstance(secret, bytes):
        return [secret.hex(), repr(secret)]
    if isinstance(secret, int):
        return [str(secret), f"{secret:x}"]
    if isinstance(secret, list):
        return ["Quuxella"]
    text = str(secret)
    return [text, *(word for word in text.split() if len(word) > 3)]


# ---- logged events


def test_an_event_has_its_values_its_part_and_its_time(said: io.StringIO) -> None:
    logger("tables").info("table_opened", table="t-81", seat=2, kind="unicorns", ms=1.23456)
    line = told(said)
    assert line.pop("at").endswith("Z")
    assert line == {
        "event": "table_opened",
        "part": "tables",
        "level": "info",
        "table": "t-81",
        "seat": 2,
        "kind": "unicorns",
        "ms": 1.235,
    }


def test_a_terminal_gets_text_and_a_file_json() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    for stream, form, is_json in (
        (Terminal(), "auto", False),
        (Terminal(), "text", False),
        (io.StringIO(), "auto", True),
        (Terminal(), "json", True),
        (io.StringIO(), "text", False),
    ):
        configure(form, stream)  # type: ignore[arg-type]  # mypy cannot see that it is one of the literals
        logger("tables").info("table_opened", seat=2)
        is_quiet = form == "auto" and stream.isatty()
        assert ("table_opened" in stream.getvalue()) is not is_quiet
        logger("tables").warning("table_damaged", seat=2)
        assert stream.getvalue().startswith("{") is is_json
        assert "table_damaged" in stream.getvalue()


def test_an_event_is_written_as_one_line_at_once(said: io.StringIO) -> None:
    for _ in range(3):
        logger("tables").info("table_opened", reason="x\ny")
    assert len(said.getvalue().splitlines()) == 3


def test_debug_events_are_not_logged(said: io.StringIO) -> None:
    logger("tables").debug("table_opened")
    assert said.getvalue() == ""


def test_a_closed_stream_is_ignored(said: io.StringIO) -> None:
    said.close()
    logger("tables").info("table_opened")


def test_the_current_stderr_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    configure("json")
    now = io.StringIO()
    monkeypatch.setattr(sys, "stderr", now)
    logger("tables").info("table_opened")
    assert told(now)["event"] == "table_opened"
    monkeypatch.setattr(sys, "stderr", None)
    logger("tables").info("table_opened")


# ---- secrets


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("secret", SECRETS)
def test_a_secret_under_an_unknown_key_is_not_logged(secret: str, method: str, form: str) -> None:
    stream = io.StringIO()
    configure(form, stream)  # type: ignore[arg-type]  # the same
    value = SECRETS[secret]
    log = getattr(logger("tables"), method)
    log("seat_taken", **{secret: value, "who": value, "text": value, "cookie": value})
    log("seat_taken", **{str(value): 1})
    getattr(logger("tables").bind(who=value), method)("seat_taken")
    assert stream.getvalue()
    assert not [trace for trace in traces(value) if trace in stream.getvalue()]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("secret", SECRETS)
def test_a_secret_as_the_event_or_in_it_is_not_logged(secret: str, method: str, said: io.StringIO) -> None:
    value = SECRETS[secret]
    log = getattr(logger("tables"), method)
    log(value)
    log(f"{value} sat down")
    log("seat_taken by %s", value)
    assert said.getvalue().count("unnamed_event") == 3
    assert not [trace for trace in traces(value) if trace in said.getvalue()]


@pytest.mark.parametrize("key", sorted(key for key, shape in SHAPES.items() if shape in {int, float}))
@pytest.mark.parametrize("secret", SECRETS)
def test_a_key_for_numbers_logs_only_numbers(secret: str, key: str, said: io.StringIO) -> None:
    logger("tables").info("seat_taken", **{key: SECRETS[secret]})
    assert key not in told(said)
    assert told(said)["dropped"] == 1


@pytest.mark.parametrize("key", ["reason", "kind", "fault", "method", "where"])
@pytest.mark.parametrize("secret", sorted(set(SECRETS) - {"one_word_name"}))
def test_a_key_for_words_logs_no_token_and_no_sentence(secret: str, key: str, said: io.StringIO) -> None:
    logger("tables").info("seat_taken", **{key: SECRETS[secret]})
    assert key not in told(said)


def fail(words: str) -> None:
    raise RuntimeError(words)


def test_only_the_class_and_place_of_an_exception_are_logged(said: io.StringIO) -> None:
    log = logger("tables")
    try:
        fail("INSERT INTO facts VALUES ('Quuxella')")
    except RuntimeError as error:
        log.exception("table_failed")
        log.warning("table_failed", exc_info=error)
        log.warning("table_failed", exc_info=sys.exc_info())
    lines = [json.loads(line) for line in said.getvalue().splitlines()]
    assert [line["fault"] for line in lines] == ["RuntimeError"] * 3
    assert all(line["where"].startswith("test_log.py:") for line in lines)
    assert "Quuxella" not in said.getvalue()
    assert "INSERT" not in said.getvalue()


def test_only_the_place_of_a_library_message_is_logged(said: io.StringIO) -> None:
    capture_libraries()
    capture_libraries()  # the second call adds no handler
    library = logging.getLogger("some.library")
    try:
        fail("Quuxella")
    except RuntimeError:
        library.exception("no %s at %s", "Quuxella", "/t/quuxella")
    library.info("Quuxella")
    line = told(said)
    assert (line["event"], line["library"], line["level"]) == ("library_logged", "some.library", "error")
    assert (line["fault"], line["where"].partition(":")[0]) == ("RuntimeError", "test_log.py")
    assert "uuxella" not in said.getvalue()


def test_before_configuration_the_log_is_already_safe(
    capsys: pytest.CaptureFixture[str],
) -> None:
    configure()
    logger("tables").info("seat_taken", name="Quuxella")
    out, err = capsys.readouterr()
    assert out == ""
    assert "seat_taken" in err
    assert "Quuxella" not in err


# ---- the server's own calls


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Return every call of a logger in the server, and its place."""
    for path in sorted(SOURCE.glob("server/**/*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and isinstance(node.func.value, ast.Name)
                and node.func.value.id in {"_log", "log"}
                and node.func.attr in {*METHODS, "debug"}
            ):
                yield f"{path.name}:{node.lineno}", node


PRIVATE = {"chat", "code", "cookie", "key", "name", "nonce", "seed", "text", "token"}
"""Names of values that must not be logged, such as an invite code, which opens a table."""


def wrong_calls(found: Iterator[tuple[str, ast.Call]]) -> Iterator[str]:
    for where, call in found:
        event = call.args[0] if call.args else None
        if not (isinstance(event, ast.Constant) and EVENT.fullmatch(str(event.value))):
            yield f"{where}: the event is no fixed word such as table_opened"
        for keyword in call.keywords:
            if keyword.arg not in {*SHAPES, "exc_info"}:
                yield f"{where}: {keyword.arg} would be dropped"
            for part in ast.walk(keyword.value):
                called = getattr(part, "attr", getattr(part, "id", ""))
                if called in PRIVATE:
                    yield f"{where}: {keyword.arg} is a {called}"


def test_every_call_names_a_fixed_event_and_keys_that_are_allowed() -> None:
    assert len(list(calls())) >= 5
    assert list(wrong_calls(calls())) == []


def test_a_wrong_call_is_detected() -> None:
    def parsed(text: str) -> Iterator[tuple[str, ast.Call]]:
        call = ast.parse(text, mode="eval").body
        assert isinstance(call, ast.Call)
        yield "x.py:1", call

    assert list(wrong_calls(parsed("_log.info(f'{name} sat')")))
    assert list(wrong_calls(parsed("_log.info('sat')")))
    assert list(wrong_calls(parsed("_log.info('seat_taken', who=1)")))
    assert list(wrong_calls(parsed("_log.info('seat_taken', table=table.code)")))
    assert list(wrong_calls(parsed("_log.info('seat_taken', reason=str(token))")))
    assert not list(wrong_calls(parsed("_log.info('seat_taken', table=table.id, exc_info=True)")))
