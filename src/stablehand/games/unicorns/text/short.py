"""The short texts of cards, for faces with little room; the zoom shows the whole text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.games.unicorns.text.cards import CardWriter

if TYPE_CHECKING:
    from stablehand.games.unicorns.decks.catalog import Catalog
    from stablehand.text.language import Language
    from stablehand.text.names import Names


class ShortCardWriter(CardWriter):
    """Writes the same texts in a short form, for cards in a hand: `short.toml` replaces some messages.

    >>> from stablehand.text.language import language
    >>> from stablehand.text.names import Names
    >>> from stablehand.games.unicorns.decks.catalog import catalog
    >>> writer = ShortCardWriter(catalog("base_2e"), "other", language("en"), Names("unicorns", "en"))
    >>> print(writer.text(writer.card("rhinocorn")))
    Turn start: you may DESTROY a Unicorn card in any stable but yours; if you do, skip to the end of your turn.
    """  # noqa: E501 - one sentence

    def __init__(self, catalog: Catalog, destroy_scope: str, language: Language, names: Names) -> None:
        super().__init__(catalog, destroy_scope, language, names)
        self.messages = language.variant("unicorns/cards", "unicorns/short")
