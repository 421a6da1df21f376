"""System packages that tests need: not installed twice, and one sentence if they cannot be installed.

The package manager is a fake here: each line in `calls` is a command that was run.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
import debian
from bootstrap import SetupError


class System:
    """A machine with only the programs that a test gives it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def has(self, program: str, script: str = "") -> None:
        path = self.folder / program
        path.write_text(f'#!/bin/sh\necho "{program} $*" >> {self.folder}/calls\n{script}\n')
        path.chmod(0o755)

    @property
    def calls(self) -> list[str]:
        path = self.folder / "calls"
        return path.read_text().splitlines() if path.exists() else []


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> System:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    system = System(tmp_path)
    system.has("dpkg-query", f'[ -e {tmp_path}/done ] && printf installed || printf "not-installed"')
    system.has("env", 'shift; exec "$@"')
    system.has("sudo", 'shift; exec "$@"')
    system.has("true")
    return system


INSTALL = "apt-get install -y --no-install-recommends -o DPkg::Lock::Timeout=120 postgresql"


def test_installed_packages_are_not_installed_again(system: System) -> None:
    (system.folder / "done").touch()
    debian.ensure(["postgresql", "redis"])
    assert [call.split()[0] for call in system.calls] == ["dpkg-query", "dpkg-query"]


def test_missing_packages_are_installed(system: System) -> None:
    system.has("apt-get")
    debian.ensure(["postgresql"])
    assert system.calls[-1] == INSTALL
    assert not [call for call in system.calls if call.startswith("sudo")]


def test_outdated_package_lists_are_fetched_once(system: System) -> None:
    mark = system.folder / "updated"
    system.has("apt-get", f"[ $1 = update ] && exec > {mark}; [ -e {mark} ]")
    debian.ensure(["postgresql"])
    assert [call for call in system.calls if call.startswith("apt-get")] == [
        INSTALL,
        "apt-get update",
        INSTALL,
    ]


def test_a_user_who_is_not_root_installs_with_sudo_without_a_password(
    system: System, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    system.has("apt-get")
    debian.ensure(["postgresql"])
    assert f"sudo --non-interactive env DEBIAN_FRONTEND=noninteractive {INSTALL}" in system.calls
    system.has("sudo", "exit 1")
    with pytest.raises(SetupError, match=r"^The tests need postgresql, which this user cannot install; "):
        debian.ensure(["postgresql"])


def test_on_another_system_the_error_names_the_packages(system: System) -> None:
    (system.folder / "dpkg-query").unlink()
    with pytest.raises(SetupError) as caught:
        debian.ensure(["postgresql", "redis"])
    assert str(caught.value) == (
        "The tests need postgresql redis, which this user cannot install; "
        "install it (on Debian and Ubuntu: apt-get install postgresql redis) and start again."
    )


def test_without_network_the_error_says_so(system: System) -> None:
    system.has("apt-get", 'echo; echo "E: No such package" >&2; exit 100')
    with pytest.raises(SetupError) as caught:
        debian.ensure(["postgresql"])
    assert str(caught.value) == (
        "The tests need postgresql, which apt-get could not install; its last words: E: No such package"
    )
