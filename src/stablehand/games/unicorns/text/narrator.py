"""The text of Unstable Unicorns for one viewer: card texts, prompts, log lines, refusals and the result.

The parts are `cards.CardWriter`, `questions.Questions`, `awaited.Awaited` and `log.Log`; the messages are in
`languages`.
"""

from __future__ import annotations

from stablehand.games.unicorns.text.awaited import Awaited
from stablehand.games.unicorns.text.log import Log


class Narrator(Awaited, Log):
    """The text for one viewer (None: a spectator) at one table; `names` are those of the seats.

    >>> from stablehand.games.unicorns.state.rules import rules_for
    >>> narrator = Narrator(rules_for(2, {"deck": "base_2e"}), ["Ann", "Bob"], viewer=0)
    >>> narrator.log({"what": "sacrifice", "rules": [], "seat": 1, "cards": ["rhinocorn"]})
    'Bob sacrifices Rhinocorn.'
    >>> narrator.log({"what": "drew", "rules": [], "seat": 0, "count": 1, "cards": ["neigh"]})
    'You draw Neigh.'
    """
