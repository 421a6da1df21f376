"""`stablehand serve`: run the server until it is stopped."""

from __future__ import annotations

import argparse
import os
from importlib import import_module
from typing import TYPE_CHECKING

from stablehand.cli.errors import CommandError
from stablehand.extras import needing
from stablehand.server.setting_kinds import Flag
from stablehand.server.settings import CONFIG, SETTINGS, SettingsError, read_settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from stablehand.server.settings import Settings, SettingSpec

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
    for spec in SETTINGS.values():
        if "." not in spec.key:
            _add_flag(parser, spec)
    limits = [key.partition(".")[2] for key in SETTINGS if "." in key]
    parser.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="NAME=N",
        help=f"what clients may ask for, may be repeated: {', '.join(limits)}",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Read the settings and serve. The server is imported here and not earlier, for it needs an extra."""
    with needing("The server needs", "server"):
        try:
            settings = read_settings(_flags(args), os.environ)
        except SettingsError as error:
            raise CommandError(str(error)) from error
        serve: Callable[[Settings], int | None] = import_module(RUNNER).serve
    return serve(settings) or 0


def _add_flag(parser: argparse.ArgumentParser, spec: SettingSpec) -> None:
    description = spec.description.replace("%", "%%").replace("`", "")
    if isinstance(spec.kind, Flag):
        parser.add_argument(spec.flag, dest=spec.key, action=argparse.BooleanOptionalAction, help=description)
    else:
        parser.add_argument(spec.flag, dest=spec.key, metavar="X", help=description)


def _flags(args: argparse.Namespace) -> dict[str, str]:
    """Return the flags that were given, as text by key."""
    flags = {}
    for key in (CONFIG, *SETTINGS):
        value = getattr(args, key, None)
        if value is not None:
            flags[key] = str(value)
    for limit in args.limit:
        name, equals, value = limit.partition("=")
        if not equals or not name:
            raise CommandError(f"Write a limit as NAME=N, not {limit[:60]!r}.")
        if f"limits.{name}" in flags:
            raise CommandError(f"The limit {name!r} is given twice.")
        flags[f"limits.{name}"] = value
    return flags
