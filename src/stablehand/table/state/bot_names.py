"""What bots are called at a table: usual names of its language, except where a player has taken one."""

from __future__ import annotations

from functools import cache, lru_cache

from stablehand.table.commands.display_names import skeletons
from stablehand.text.language import LANGUAGES, language


@cache
def usual_names(lang: str) -> tuple[str, ...]:
    """Return the usual name of a bot in a language, by its seat; in English if there is no such language."""
    known = lang if lang in LANGUAGES else LANGUAGES[0]
    return tuple(language(known).catalogue("interface").say("bots").split(", "))


@lru_cache(256)
def bot_names(people: tuple[str, ...], bots: tuple[int, ...], lang: str) -> dict[int, str]:
    """Return the name of the bot on each of these seats; none of them looks like the name of a player.

    All players see the same names, whatever language they read, since they talk to each other about them.
    There is a name for each seat of the largest table, so there are always enough. The result is shared: do
    not change it.

    >>> bot_names(("ash",), (1, 2), "en")
    {1: 'Willow', 2: 'Rowan'}
    """
    taken = frozenset().union(*map(skeletons, people))
    names = usual_names(lang)
    free = [name for name in names if taken.isdisjoint(skeletons(name))]
    usual = {names[seat] for seat in bots}
    spare = iter([name for name in free if name not in usual])
    return {seat: names[seat] if names[seat] in free else next(spare) for seat in bots}
