"""Bots from a Python file: `--bot-code FILE.py`.

The text of the file is read once. Processes that play games for this one are handed that text, so all play
the same bots even if the file is edited meanwhile.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Final, NamedTuple

from stablehand.bots import registry
from stablehand.bots.registry import BotError, described, fingerprint, registering_from

if TYPE_CHECKING:
    from collections.abc import Iterable

LARGEST: Final = 4 << 20
"""No file of bots comes near it; a bigger one is something else."""


class BotCode(NamedTuple):
    """A file of bots as it was read."""

    path: str
    text: bytes


class Outside(NamedTuple):
    """What another process must load to know the same bots."""

    codes: tuple[BotCode, ...]
    modules: tuple[str, ...]


def load_files(paths: Iterable[Path]) -> list[str]:
    """Load files of bots and return the names they register; what goes wrong is a BotError."""
    return [name for path in paths for name in load_file(path)]


def load_file(path: Path) -> list[str]:
    """Load one file of bots; return the names it registers."""
    try:
        if path.stat().st_size > LARGEST:
            raise BotError(f"{path} is too big to be a file of bots.")
        text = path.read_bytes()
    except OSError as error:
        why = (error.strerror or type(error).__name__).lower()
        raise BotError(f"{path} cannot be read: {why}.") from error
    return load_code(BotCode(str(path), text))


def load_code(code: BotCode) -> list[str]:
    """Run the code of a file, unless it has been run; return the names of its bots."""
    path = str(Path(code.path).absolute())
    version = fingerprint(code.text)
    if _LOADED.get(path) != code:
        registry.forget(path)
        _LOADED.pop(path, None)
        _run(code, path, version)
        _LOADED[path] = code
    return sorted(one.name for one in registry.registered() if one.source == path)


def outside() -> Outside:
    """Return what this process has loaded, for one that it starts."""
    modules = {one.module for one in registry.registered() if one.module}
    # What is registered in __main__ is registered again by the new process, if that has a file to run.
    return Outside(tuple(_LOADED.values()), tuple(sorted(modules - {"__main__", "__mp_main__"})))


def load_outside(found: Outside) -> None:
    """Load what the process that started this one had loaded.

    What fails here worked there; whoever asks for a bot that is missing is told so.
    """
    for code in found.codes:
        with suppress(BotError):
            load_code(code)
    for module in found.modules:
        with suppress(Exception):
            import_module(module)


_LOADED: dict[str, BotCode] = {}


def _run(code: BotCode, path: str, version: str) -> None:
    try:
        compiled = compile(code.text, path, "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = f" (line {error.lineno})" if isinstance(error, SyntaxError) and error.lineno else ""
        why = error.msg if isinstance(error, SyntaxError) else str(error)
        raise BotError(f"{code.path} is not Python: {why}{line}.") from error
    module = ModuleType(f"stablehand_bot_code_{version}")
    module.__file__ = path
    sys.modules[module.__name__] = module  # dataclasses and pickle look for it there
    folder = str(Path(path).parent)
    if folder not in sys.path:
        sys.path.append(folder)  # modules beside the file; last, so that they hide nothing
    try:
        with registering_from(path, version):
            exec(compiled, module.__dict__)  # noqa: S102 - running the file is what was asked for
    except BotError as error:
        registry.forget(path)
        raise BotError(f"{code.path}: {error}") from error
    except (Exception, SystemExit) as error:  # the file may raise anything
        registry.forget(path)
        raise BotError(f"{code.path} cannot be loaded: {described(error)}.") from error
    if not any(one.source == path for one in registry.registered()):
        raise BotError(f'{code.path} registers no bot; put @stablehand.bot("name") above one.')
