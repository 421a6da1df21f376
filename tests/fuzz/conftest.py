"""This folder has no tests: tests/server/test_fuzz.py runs the targets in separate processes."""

collect_ignore_glob = ["targets.py"]
