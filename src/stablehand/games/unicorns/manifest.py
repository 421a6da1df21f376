"""What others ask of Unstable Unicorns, and where it is found."""

from __future__ import annotations

from typing import Final

from stablehand.core.manifest import Manifest

MANIFEST: Final = Manifest(
    name="unicorns",
    title="Unstable Unicorns",
    rank=10,
    game="stablehand.games.unicorns:GAME",
    text="stablehand.games.unicorns.text.game_text:TEXT",
    judge="stablehand.games.unicorns.bot.judge:JUDGE",
    terminal="stablehand.games.unicorns.terminal.screen:TERMINAL",
    cases="stablehand.games.unicorns.cases.adapter:UnicornAdapter",
    lesson="stablehand.games.unicorns.lesson:LESSON",
    window="stablehand.games.unicorns.knowledge.window_subject:window_subject",
    decks="stablehand.games.unicorns.decks.own:OWN",
    package="stablehand.games.unicorns",
    rulebook=("rules", "rulings"),
    guide="guide",
    rule_prefixes=("UU-", "RUL-"),
    deck="base_2e",
    presets=(
        ("second", {"ruleset": "second"}),
        ("first", {"ruleset": "first"}),
        ("book", {}),
        ("short", {"unicorns_to_win": 5}),
        ("targets", {"targets": "players"}),
        ("endless", {"deck_out": "reshuffle"}),
    ),
)
