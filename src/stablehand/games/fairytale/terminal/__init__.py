"""Fairy Tale in the terminal: begin with `screen.py`; `board.py` draws a table, `card_list.py` cards."""
