"""Build hook: compile the engine with mypyc, where STABLEHAND_COMPILE asks for it.

The same files, compiled: `STABLEHAND_COMPILE=1 pip install .` needs a C compiler and gives a wheel for this
Python and machine. Without the switch the wheel is pure Python; where compiling fails it is too, with a line
that says so (STABLEHAND_COMPILE=must makes it an error instead).
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SWITCH = "STABLEHAND_COMPILE"
NEEDS = ["mypy>=1.18", "setuptools>=77"]
UNICORNS = (
    "acts", "aims", "announced", "catalog", "commit", "control", "finish", "forced", "game", "hands",
    "imagine", "looks", "machine", "moves", "options", "party", "plan", "playing", "records", "refuse",
    "resolve", "select", "stables", "state", "traits", "turn", "window", "words/abilities", "words/nouns",
    "words/verbs", "zones",
)  # fmt: skip
KERNEL = ("kernel/build", "kernel/driver", "kernel/rng", "bots/random")
MODULES = (*KERNEL, *(f"unicorns/{name}" for name in UNICORNS))
SETUP = """\
from mypyc.build import mypycify
from setuptools import setup
modules = {modules!r}
setup(name="stablehand", packages=[], ext_modules=mypycify(modules, opt_level="3", verbose=False))
"""


class CompileHook(BuildHookInterface[Any]):
    """Adds the compiled modules to the wheel, beside their sources."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Return what compiling needs, where it is asked for."""
        return NEEDS if os.environ.get(SWITCH) else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the wheel is packed."""
        if version != "standard" or not os.environ.get(SWITCH):
            return
        try:
            found = compiled(Path(self.root))
        except subprocess.CalledProcessError as error:
            if os.environ[SWITCH] == "must":
                raise
            last = (error.stderr or error.stdout or "no word of why").strip().splitlines()[-1]
            print(f"The engine stays pure Python: compiling failed ({last}).", file=sys.stderr)
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"].update({str(path): name for path, name in found.items()})


def compiled(root: Path) -> dict[Path, str]:
    """Compile the modules and return where each lies and where it belongs in the wheel."""
    place = Path(tempfile.mkdtemp(prefix="stablehand-"))
    modules = [str(root / "src" / "stablehand" / f"{name}.py") for name in MODULES]
    (place / "setup.py").write_text(SETUP.format(modules=modules), "utf-8")
    command = [sys.executable, str(place / "setup.py"), "-q", "build_ext"]
    command += ["--build-lib", str(place / "lib"), "--build-temp", str(place / "temp")]
    # Not in the project: setuptools would read a pyproject.toml that is not meant for it.
    env = {**os.environ, "MYPYPATH": str(root / "src")}
    subprocess.run(command, cwd=place, env=env, check=True, capture_output=True, text=True)
    found = [path for path in (place / "lib").rglob("*") if path.suffix in {".so", ".pyd"}]
    return {path: path.relative_to(place / "lib").as_posix() for path in found}
