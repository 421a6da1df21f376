"""`stablehand serve`: tables for everybody with a browser, until it is stopped."""

from __future__ import annotations

import argparse
import os
from importlib import import_module
from typing import TYPE_CHECKING

from stablehand.cli.complaint import Complaint
from stablehand.server.settings import CONFIG, KNOWN, SettingsError, read_settings
from stablehand.server.values import Truth

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehand.server.settings import Known, Settings

DESCRIPTION = """\
Serve tables to browsers: on this machine only, or with --lan to everybody in the local network. Games are
kept in a folder and go on after a restart, wherever they were. Ctrl-C ends it; what was acknowledged stays.

Settings come from a TOML file (--config, or stablehand.toml in the data folder), then from the environment
(STABLEHAND_PORT for --port), then from flags; the later one decides. docs/hosting.md lists them all.
"""
RUNNER = "stablehand.server.run"


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command, with a flag for each setting."""
    parser = commands.add_parser("serve", help="serve tables to browsers", description=DESCRIPTION)
    parser.add_argument("--config", metavar="FILE", help="settings as TOML")
    for known in KNOWN.values():
        if "." not in known.key:
            _add_flag(parser, known)
    limits = [key.partition(".")[2] for key in KNOWN if "." in key]
    parser.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="NAME=N",
        help=f"what clients may ask for, may be repeated: {', '.join(limits)}",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Gather the settings and serve."""
    try:
        settings = read_settings(_flags(args), os.environ)
    except SettingsError as error:
        raise Complaint(str(error)) from error
    return _server()(settings) or 0


def _add_flag(parser: argparse.ArgumentParser, known: Known) -> None:
    says = known.says.replace("%", "%%").replace("`", "")
    if isinstance(known.kind, Truth):
        parser.add_argument(known.flag, dest=known.key, action=argparse.BooleanOptionalAction, help=says)
    else:
        parser.add_argument(known.flag, dest=known.key, metavar="X", help=says)


def _flags(args: argparse.Namespace) -> dict[str, str]:
    """Return what was typed, as texts by key."""
    flags = {}
    for key in (CONFIG, *KNOWN):
        value = getattr(args, key, None)
        if value is not None:
            flags[key] = str(value)
    for limit in args.limit:
        name, equals, value = limit.partition("=")
        if not equals or not name:
            raise Complaint(f"A limit is written NAME=N, not {limit[:60]!r}.")
        if f"limits.{name}" in flags:
            raise Complaint(f"The limit {name!r} is given twice.")
        flags[f"limits.{name}"] = value
    return flags


def _server() -> Callable[[Settings], int | None]:
    """Return what serves. Its libraries are looked for only now: no other command needs them."""
    try:
        serve: Callable[[Settings], int | None] = import_module(RUNNER).serve
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing in {"", "stablehand"}:
            raise
        raise Complaint(
            f"The server needs {missing}, which is not installed; python3 play.py installs all it needs."
        ) from error
    return serve
