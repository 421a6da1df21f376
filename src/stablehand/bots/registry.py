"""Bots from outside the package: registered by `@stablehand.bot`, or declared as entry points.

An entry point of the group `stablehand.bots` names a function or a class, and its own name is the bot's.
Entry points are looked up when a spec asks for a name that is not known yet; each is imported on its own, so
a broken one stops nobody else's bot.
"""

from __future__ import annotations

import inspect
import re
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from stablehand.core.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from importlib.metadata import EntryPoint

    from stablehand.core.contract import Option

GROUP: Final = "stablehand.bots"
BUILT_IN: Final = frozenset({"random", "greedy", "ismcts", "easy", "normal", "hard"})
PARAMETERS: Final = ("game", "seed", "seat", "argument")
"""What a bot may ask for by naming it as a parameter."""
_NAME: Final = re.compile(r"[a-z][a-z0-9_-]{0,39}")

B = TypeVar("B", bound="Callable[..., Any]")


class BotError(ValueError):
    """A bot that cannot be registered, found or made; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class OutsideBot:
    """A bot that does not come with the package."""

    name: str
    make: Callable[..., Any]
    """A class, or the function that decides."""
    source: str
    """For people: a file, a module or an installed package."""
    version: str
    """Changes with the code, as far as that can be told; a results file remembers it."""
    module: str | None = None
    """The module whose import registers the bot; None for a file of bot code and for an entry point."""

    def create(self, game: str, seed: int, seat: int, argument: str | None) -> Callable[..., Option]:
        """Return a bot for one seat of one game; whatever goes wrong is a BotError."""
        wanted = _wanted(self.name, self.make)
        if argument is not None and "argument" not in wanted:
            raise BotError(f"The bot {self.name!r} takes no argument; write {self.name!r} alone.")
        given: dict[str, object] = {"game": game, "seat": seat}
        # The bot's own seed: it differs by seat, and the deal cannot be worked out from it.
        given["seed"] = int.from_bytes(Rng.from_seed(seed, f"outside bot {self.name} {seat}").key, "big")
        if argument is not None:
            given["argument"] = argument
        elif wanted.get("argument"):
            raise BotError(f"The bot {self.name!r} needs an argument, as in '{self.name}:ARGUMENT'.")
        given = {key: value for key, value in given.items() if key in wanted}
        if not inspect.isclass(self.make):
            decide = partial(self.make, **given)
            vars(decide)["is_blind"] = getattr(self.make, "is_blind", False)
            return decide
        try:
            made = self.make(**given)
        except Exception as error:  # a bot's constructor may raise anything
            raise BotError(f"The bot {self.name!r} cannot be made: {described(error)}.") from error
        if not callable(made):
            raise BotError(f"The bot {self.name!r} cannot be called: its class has no __call__ method.")
        decides: Callable[..., Option] = made
        return decides


def bot(name: str) -> Callable[[B], B]:
    """Register a function or a class as a bot, and return it unchanged.

    A function decides by itself. A class is called once for each seat of each game and returns the callable
    that decides. `game`, `seed`, `seat` and `argument` are passed to those who name them as parameters; a
    function names them after a `*`.

    >>> @bot("always-first")
    ... def always_first(view, decision, sample):
    ...     return decision.options[0]
    """
    if not isinstance(name, str):
        raise BotError('Write @stablehand.bot("name"), with a name in parentheses.')

    def register(make: B) -> B:
        add(_described_bot(name, make))
        return make

    return register


def add(found: OutsideBot) -> None:
    """Register a bot; a name that is malformed or taken is a BotError."""
    name = checked_name(found.name)
    _wanted(name, found.make)
    known = _REGISTERED.get(name)
    if known is not None and known.make is not found.make and not _is_reload(known, found):
        raise BotError(f"The bot name {name!r} is taken by {known.source}; choose another.")
    _REGISTERED[name] = found


def checked_name(name: str) -> str:
    """Return a name that a bot from outside may have, or raise a BotError."""
    if not _NAME.fullmatch(name):
        raise BotError(
            "The name of a bot has 1 to 40 characters: lower-case letters, digits, '-' and '_', "
            f"the first a letter; {name[:60]!r} has not."
        )
    if name in BUILT_IN:
        raise BotError(f"The bot name {name!r} is taken by a built-in bot; choose another.")
    return name


def find(name: str) -> OutsideBot | None:
    """Return a registered bot, or that of an entry point, which is imported now; None if there is none."""
    if name in _REGISTERED:
        return _REGISTERED[name]
    if name in BUILT_IN or not _NAME.fullmatch(name):
        return None
    entries = _entries(name)
    if not entries:
        return None
    if len(entries) > 1:
        raise BotError(f"The bot {name!r} is declared by several packages: {', '.join(map(_dist, entries))}.")
    found = _loaded(entries[0])
    add(found)
    return found


def names() -> list[str]:
    """Return the names of all bots from outside, in order; nothing is imported for it."""
    declared = {entry.name for entry in entry_points(group=GROUP)}
    return sorted({*_REGISTERED, *(name for name in declared - BUILT_IN if _NAME.fullmatch(name))})


def registered() -> list[OutsideBot]:
    """Return the bots that are registered in this process."""
    return list(_REGISTERED.values())


def described(error: BaseException) -> str:
    """Return an exception in half a sentence, with the place in the code where it was raised.

    >>> described(ValueError("no luck"))
    'ValueError: no luck'
    """
    lines = str(error).splitlines()
    text = f"{type(error).__name__}: {lines[0][:200].rstrip('.')}" if lines else type(error).__name__
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return text
    return f"{text} ({Path(trace.tb_frame.f_code.co_filename).name}, line {trace.tb_lineno})"


def fingerprint(text: bytes) -> str:
    """Return a short name of some source code."""
    return blake2b(text, digest_size=8).hexdigest()


_REGISTERED: dict[str, OutsideBot] = {}
_FILES: list[tuple[str, str]] = []
"""The files of bot code that are being run, each with its version."""


@contextmanager
def registering_from(source: str, version: str) -> Iterator[None]:
    """Register bots as those of a file of bot code."""
    _FILES.append((source, version))
    try:
        yield
    finally:
        _FILES.pop()


def forget(source: str) -> None:
    """Remove the bots of a source, so that it can be loaded again."""
    for name in [name for name, one in _REGISTERED.items() if one.source == source]:
        del _REGISTERED[name]


def _described_bot(name: str, make: Callable[..., Any]) -> OutsideBot:
    if _FILES:
        return OutsideBot(name, make, *_FILES[-1])
    module = getattr(make, "__module__", "") or "__main__"
    file = getattr(sys.modules.get(module), "__file__", None)
    version = fingerprint(Path(file).read_bytes()) if file and Path(file).is_file() else ""
    return OutsideBot(name, make, f"the module {module}", version, module)


def _is_reload(known: OutsideBot, found: OutsideBot) -> bool:
    """Whether a module defines its bot again, as a notebook does and a script in a process it starts."""
    return known.module is not None and known.module == found.module


def _wanted(name: str, make: Callable[..., Any]) -> dict[str, bool]:
    """Return which of `PARAMETERS` a bot takes, and whether it needs them; check the rest."""
    if not callable(make):
        raise BotError(f"The bot {name!r} must be a function or a class, not {type(make).__name__}.")
    try:
        parameters = list(inspect.signature(make).parameters.values())
    except (TypeError, ValueError) as error:
        raise BotError(f"The parameters of the bot {name!r} cannot be read.") from error
    variadic = {inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD}
    if not inspect.isclass(make):
        positional = [one for one in parameters if one.kind in _POSITIONAL]
        is_open = any(one.kind is inspect.Parameter.VAR_POSITIONAL for one in parameters)
        if len(positional) != 3 and not (is_open and len(positional) < 3):
            raise BotError(f"The bot {name!r} must take three arguments: view, decision and sample.")
        parameters = parameters[len(positional) :]
    extra = [one for one in parameters if one.kind not in variadic]
    for one in extra:
        if one.name not in PARAMETERS and one.default is inspect.Parameter.empty:
            raise BotError(
                f"The bot {name!r} asks for {one.name!r}; a bot may ask for {', '.join(PARAMETERS)}."
            )
    return {one.name: one.default is inspect.Parameter.empty for one in extra if one.name in PARAMETERS}


_POSITIONAL: Final = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def _entries(name: str) -> list[EntryPoint]:
    """Return the entry points of a name; the same one found twice on the path counts once."""
    found = {(_dist(entry), entry.value): entry for entry in entry_points(group=GROUP, name=name)}
    return [found[key] for key in sorted(found)]


def _dist(entry: EntryPoint) -> str:
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.value


def _loaded(entry: EntryPoint) -> OutsideBot:
    try:
        make = entry.load()
    except (Exception, SystemExit) as error:  # another package may raise anything when it is imported
        raise BotError(
            f"The bot {entry.name!r} of {_dist(entry)} cannot be loaded: {described(error)}."
        ) from error
    return OutsideBot(entry.name, make, _dist(entry), _dist(entry))
