"""The unicorns in words: card texts, prompts, log lines, refusals and the end, as one viewer may hear them.

What a card says is written by `unicorn_cards.Scribe`, the rest by the parts put together here: `Questions`
asks, `Log` tells. All messages are in `languages`.
"""

from __future__ import annotations

from stablehand.text.unicorn_log import Log
from stablehand.text.unicorn_questions import Questions


class Narrator(Questions, Log):
    """Speaks to one viewer (None: a spectator) at one table, whose seats have names.

    >>> from stablehand.unicorns.options import rules_for
    >>> narrator = Narrator(rules_for(2, {"deck": "base_2e"}), ["Ann", "Bob"], viewer=0)
    >>> narrator.log({"what": "sacrifice", "rules": [], "seat": 1, "cards": ["rhinocorn"]})
    'Bob sacrifices Rhinocorn.'
    >>> narrator.log({"what": "drew", "rules": [], "seat": 0, "count": 1, "cards": ["neigh"]})
    'You draw Neigh.'
    """
