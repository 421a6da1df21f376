"""The games: one folder each, described by its `manifest.py`. Start with `unicorns/__init__.py`."""
