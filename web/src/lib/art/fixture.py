# ruff: noqa: INP001 - a script in the folder of its output
"""Write web/src/lib/art/cards.json: every card of every deck and expansion, for the tests of the pictures."""

import json
import re
from pathlib import Path

from stablehand import names
from stablehand.text import voices
from stablehand.text.packs import AND

KEPT = ("id", "name_en", "type", "tags", "faction", "kind")

rows = {
    game: list(
        {
            str(card["id"]): {key: card[key] for key in KEPT if key in card}
            for deck in (
                *(deck.id for deck in voices.decks(game)),
                *(AND.join((pack.decks[0], pack.id)) for pack in voices.packs(game)),
            )
            for card in voices.cards(game, deck, "en")
        }.values()
    )
    for game in names()
}
text = json.dumps(rows, indent="\t", ensure_ascii=False)
text = re.sub(r'\[\s+("[^]]*")\s+\]', r"[\1]", text)  # a list of tags on one line, as biome formats it
Path(__file__).with_name("cards.json").write_text(text + "\n", encoding="utf-8")
