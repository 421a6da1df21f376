"""Create an environment for each peer under `bench/peers/.venv`, so that nothing is installed into ours.

Each peer has its own, because one may have no wheel for this machine, and the others must still work.
"""

from __future__ import annotations

import hashlib
import json
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

import bootstrap

ROOT = bootstrap.ROOT
PLACE = Path(__file__).with_name(".venv")
PINS = Path(__file__).with_name("requirements")


class Unavailable(Exception):  # noqa: N818 - the run goes on without the peer
    """Raised, with the reason in one line, when a peer cannot be installed."""


@dataclass(frozen=True, slots=True)
class Peer:
    """An engine to compare with: the program that measures it and its requirements."""

    name: str
    module: str
    pins: tuple[str, ...]
    """Files of `requirements/`, installed one after the other: build tools come first."""
    built: str = ""
    """A package without wheels, to be built. Everything else is a wheel, so that no C++ is compiled."""

    @property
    def venv(self) -> Path:
        """The folder of its environment."""
        return PLACE / self.module.rpartition(".")[2]


PEERS = (
    Peer("RLCard", "bench.peers.uno", ("build", "rlcard"), built="rlcard"),
    Peer("OpenSpiel", "bench.peers.spiel", ("open_spiel",)),
)


def ensure(peer: Peer) -> Path:
    """Return the Python of a peer's environment; create the environment if it is missing or outdated."""
    python = bootstrap.python_in(peer.venv)
    wanted = {"pins": _mark(peer)}
    if not python.exists() or bootstrap.read_stamp(peer.venv) != wanted:
        try:
            _make(peer)
            (peer.venv / bootstrap.STAMP).write_text(json.dumps(wanted), "utf-8")
        except (bootstrap.SetupError, OSError) as error:
            raise Unavailable(str(error).strip().rpartition("\n")[2].strip()) from error
    return python


def _mark(peer: Peer) -> str:
    """Return a hash that changes when the environment must be created again."""
    parts = [str(peer.venv).encode(), str(sys.implementation.cache_tag).encode()]
    parts += [(PINS / f"{pins}.txt").read_bytes() for pins in peer.pins]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def _make(peer: Peer) -> None:
    failure = bootstrap.SetupError("This Python lacks venv or ensurepip.")
    options = ["--no-build-isolation", "--only-binary", ":all:"]
    if peer.built:
        options += ["--no-binary", peer.built]
    peer.venv.parent.mkdir(exist_ok=True)
    # The same tools in the same order as for the project's own environment.
    for make, install in bootstrap.tools(peer.venv).values():
        try:
            bootstrap.clear(peer.venv)
            bootstrap.quietly(make, ROOT)
            for pins in peer.pins:
                command = [*install, *options, "--require-hashes", "-r", str(PINS / f"{pins}.txt")]
                bootstrap.quietly(command, ROOT)
        except bootstrap.SetupError as error:
            failure = error
        else:
            return
    raise failure
