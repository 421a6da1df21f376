"""Nothing here is a test: tests/server/test_fuzz.py runs it, in processes of its own."""

collect_ignore_glob = ["targets.py"]
