"""What bots are called at a table: their usual names, except where a player has taken one."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from stablehand.table.commands.display_names import skeletons
from stablehand.text.language import language

BOT_NAMES: Final = tuple(language("en").catalogue("interface").say("bots").split(", "))
"""The usual name of a bot, by its seat; the same in every language, since players talk to each other."""


@lru_cache(256)
def bot_names(people: tuple[str, ...], bots: tuple[int, ...]) -> dict[int, str]:
    """Return the name of the bot on each of these seats; none of them looks like the name of a player.

    There is a name for each seat of the largest table, so there are always enough. The result is shared: do
    not change it.

    >>> bot_names(("ash",), (1, 2))
    {1: 'Willow', 2: 'Rowan'}
    """
    taken = frozenset().union(*map(skeletons, people))
    free = [name for name in BOT_NAMES if taken.isdisjoint(skeletons(name))]
    usual = {BOT_NAMES[seat] for seat in bots}
    spare = iter([name for name in free if name not in usual])
    return {seat: BOT_NAMES[seat] if BOT_NAMES[seat] in free else next(spare) for seat in bots}
