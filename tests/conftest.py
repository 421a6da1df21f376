"""Configure hypothesis and signals, and check the marks of tests."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from support.sizes import IS_RELEASE, lacks_reason, sized

settings.register_profile(
    "stablehand",
    derandomize=not IS_RELEASE,  # the same examples in every run, except for a release
    deadline=None,  # a slow machine is not a failure
    max_examples=sized(quick=20, full=50, release=1000),
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.load_profile("stablehand")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell that runs tests in the background ignores Ctrl-C; so would the programs that tests interrupt.
    signal.signal(signal.SIGINT, signal.default_int_handler)

HERE = Path(__file__).parent
ABOVE = ("server", "web", "scripts", "bench", "table/test_faults.py")
"""Tests of what is above the engine, of scripts and of sources: the same whatever the engine is."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is above the engine; refuse a `slow` mark without a reason.

    Tests in a browser come first: they wait a lot, and meanwhile the others have the processors.
    """
    items.sort(key=lambda item: not item.path.is_relative_to(HERE / "web"))
    for item in items:
        if item.path.parent == HERE or any(item.path.is_relative_to(HERE / name) for name in ABOVE):
            item.add_marker("above")
        if any(lacks_reason(mark) for mark in item.iter_markers("slow")):
            raise pytest.UsageError(
                f'{item.nodeid}: say why it is slow: @pytest.mark.slow("plays 100 games").'
            )
