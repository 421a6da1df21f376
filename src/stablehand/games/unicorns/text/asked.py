"""The texts of effects inside a question: short, and with the name of the player they are about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.games.unicorns.text.cards import CardWriter

if TYPE_CHECKING:
    from stablehand.games.unicorns.decks.catalog import Catalog
    from stablehand.text.language import Language
    from stablehand.text.names import Names


class AskingWriter(CardWriter):
    """Writes what a question asks: `asked.toml` replaces the messages that tell more than the step.

    `this` is the name that stands for "this card", if the question does not begin with it.

    >>> from stablehand.text.language import language
    >>> from stablehand.text.names import Names
    >>> from stablehand.games.unicorns.decks.catalog import catalog
    >>> from stablehand.games.unicorns.text.nouns import NAMED
    >>> from stablehand.games.unicorns.vocabulary import CARD, Rob
    >>> writer = AskingWriter(catalog("base_2e"), "other", language("en"), Names("unicorns", "en"))
    >>> writer.about(NAMED, "Bob").doing(Rob(CARD)).render("imp")
    'take a card from Bob’s hand'
    """

    def __init__(self, catalog: Catalog, destroy_scope: str, language: Language, names: Names) -> None:
        super().__init__(catalog, destroy_scope, language, names)
        self.messages = language.variant("unicorns/cards", "unicorns/asked")
