"""Case files of Fairy Tale: `adapter.py` sets up a board and turns sentences into answers."""
