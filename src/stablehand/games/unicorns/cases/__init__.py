"""Case files of the unicorns: `adapter.py` sets up a board, `sentences.py` turns sentences into answers."""
