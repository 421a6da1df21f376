from __future__ import annotations

import sys

import pytest

from stablehand.bots import code, registry


@pytest.fixture
def empty_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Empty the registry, so that bots which a test registers do not reach other tests."""
    monkeypatch.setattr(registry, "_REGISTERED", {})
    monkeypatch.setattr(code, "_LOADED", {})
    monkeypatch.setattr(sys, "path", [*sys.path])
