"""What others ask of Fairy Tale, and where it is found."""

from __future__ import annotations

from typing import Final

from stablehand.core.manifest import Manifest

MANIFEST: Final = Manifest(
    name="fairytale",
    title="Fairy Tale",
    rank=20,
    game="stablehand.games.fairytale:GAME",
    text="stablehand.games.fairytale.text.game_text:TEXT",
    judge="stablehand.games.fairytale.bot.judge:JUDGE",
    terminal="stablehand.games.fairytale.terminal.screen:TERMINAL",
    cases="stablehand.games.fairytale.cases.adapter:FairyTaleAdapter",
    lesson="stablehand.games.fairytale.lesson:LESSON",
    decks="stablehand.games.fairytale.decks.own:OWN",
    package="stablehand.games.fairytale",
    rulebook=("rules",),
    guide="guide",
    rule_prefixes=("FT-",),
    page="page",
    has_windows=False,
    deck="fairy_tale",
    presets=(("book", {}), ("simple", {"expert": False}), ("teams", {"teams": True})),
)
