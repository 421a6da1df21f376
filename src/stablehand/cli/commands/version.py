"""`stablehand version`: what is installed."""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING

import stablehand
from stablehand.core.build import IS_COMPILED

if TYPE_CHECKING:
    import argparse


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser("version", help="print what is installed")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the version, the games and their rules' versions."""
    del args
    engine = "compiled" if IS_COMPILED else "interpreted"
    print(f"stablehand {stablehand.__version__} (Python {platform.python_version()}, engine {engine})")
    for name in stablehand.names():
        print(f"{name}: rules version {stablehand.load(name).rules_version}")
    return 0
