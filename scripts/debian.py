"""Debian packages that tests need and pip does not have: `ensure(["postgresql"])`."""

import os
import shutil
import subprocess

from bootstrap import SetupError

WAIT = 120
"""Seconds to wait for another run of the package manager."""


def ensure(packages: list[str]) -> None:
    """Install those of the packages that are missing; nothing is run if none is."""
    missing = [name for name in packages if not is_installed(name)]
    if not missing:
        return
    names = " ".join(missing)
    prefix = _as_root()
    if prefix is None:
        raise SetupError(
            f"The tests need {names}, which this user cannot install; "
            f"install it (on Debian and Ubuntu: apt-get install {names}) and start again."
        )
    print(f"Installing Debian packages: {names}.", flush=True)
    install = ["apt-get", "install", "-y", "--no-install-recommends", "-o", f"DPkg::Lock::Timeout={WAIT}"]
    last = _run([*prefix, *install, *missing])
    if last:  # lists may be missing or out of date
        last = _run([*prefix, "apt-get", "update"]) or _run([*prefix, *install, *missing])
    if last:
        raise SetupError(f"The tests need {names}, which apt-get could not install; its last words: {last}")


def is_installed(package: str) -> bool:
    """Tell whether a package is there; of another system nobody knows."""
    if shutil.which("dpkg-query") is None:
        return False
    query = ["dpkg-query", "--show", "--showformat", "${db:Status-Status}", package]
    return subprocess.run(query, capture_output=True, check=False).stdout == b"installed"


def _as_root() -> list[str] | None:
    """Return what a command begins with to be run by root; nothing known if it cannot be."""
    if shutil.which("apt-get") is None:
        return None
    if os.geteuid() == 0:
        return ["env", "DEBIAN_FRONTEND=noninteractive"]
    if shutil.which("sudo") and not _run(["sudo", "--non-interactive", "true"]):
        return ["sudo", "--non-interactive", "env", "DEBIAN_FRONTEND=noninteractive"]
    return None


def _run(command: list[str]) -> str:
    """Run a command in silence; return its last line if it failed."""
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    lines = [line.strip() for line in done.stdout.splitlines() if line.strip()]
    return (lines or [f"exit code {done.returncode}"])[-1] if done.returncode else ""
