"""A language: its messages, its nouns and its grammar.

The messages are in `languages/<code>/*.toml`; each file is one catalogue of flat keys. Those of a game are in
the same folders below its own `text/`. `grammar.toml` lists the nouns with their forms; `grammar/<code>.py`
has the rules that need code. A new language is a new folder, a new module and its code in `LANGUAGES`; the
tests list what is missing from it.
"""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from importlib import import_module, resources
from typing import TYPE_CHECKING, Any, Final

from stablehand.core.manifest import LANGUAGES
from stablehand.core.registry import manifest
from stablehand.text.message import Message, MessageError, Phrase, capital, read
from stablehand.text.pseudo import disguised

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from stablehand.text.grammar import Grammar

__all__ = ["LANGUAGES", "PSEUDO", "Catalogue", "Language", "LanguageError", "language"]

PSEUDO: Final = "xx"
"""The pseudo-locale: English with accents, and longer. Text without accents is hard-coded somewhere."""

SIGNS: Final = ",.!?:;"
"""Signs that let a name run into its sentence: such a name is set apart in every language."""


class LanguageError(ValueError):
    """An unknown language, or a missing or unusable message. The text is one sentence."""


class Catalogue:
    """The messages of one file in one language. Templates are parsed when they are first used."""

    def __init__(self, language: Language, name: str, templates: Mapping[str, str]) -> None:
        self.language = language
        self.name = name
        self.templates = dict(templates)
        self._messages: dict[str, Message] = {}

    @property
    def where(self) -> str:
        """The file as error messages name it: `unicorns: pl/cards.toml`."""
        game, _, file = self.name.rpartition("/")
        return f"{game}: " * bool(game) + f"{self.language.code}/{file}.toml"

    def __contains__(self, key: str) -> bool:
        return key in self.templates

    def __iter__(self) -> Iterator[str]:
        return iter(self.templates)

    def message(self, key: str) -> Message:
        """Return the parsed message of a key; raise LanguageError if it is missing or cannot be parsed."""
        if key not in self._messages:
            where = self.where
            if key not in self.templates:
                raise LanguageError(f"{where} does not say {key!r}.")
            try:
                message = read(self.templates[key])
            except MessageError as error:
                raise LanguageError(f"{where}, {key!r}: {error}") from error
            self._messages[key] = disguised(message) if self.language.code == PSEUDO else message
        return self._messages[key]

    def say(self, key: str, form: str = "", /, **values: object) -> str:
        """Return a message with its slots filled in, in a form if it has several.

        A missing key or value is a LanguageError.
        """
        message = self.message(key)
        try:
            return message.say(values, form, self.language.grammar.plural)
        except MessageError as error:
            raise LanguageError(f"{self.where}, {key!r}: {error}") from error

    def phrase(self, key: str, /, **values: object) -> Phrase:
        """Return a message as a value for another message's slot, which then chooses the form."""
        return Phrase(lambda form: self.say(key, form, **values))


class Language:
    """One language: its catalogues, nouns and grammar. Get it from `language`, which keeps one of each.

    >>> language("en").listed(["a", "b", "c"])
    'a, b and c'
    >>> language("ru").noun("card").render("acc")
    'карту'
    """

    def __init__(self, code: str) -> None:
        self.code = code
        source = "en" if code == PSEUDO else code
        self._data: dict[str, dict[str, Any]] = {}
        self._folder = f"languages/{source}"
        self._grammar_file = self.data("grammar")
        module: Any = import_module(f"stablehand.text.grammar.{source}")
        self.grammar: Grammar = module
        self._onset: Callable[[str], str] = getattr(module, "onset", lambda _: "")
        self.nouns: dict[str, Mapping[str, Any]] = self._grammar_file["noun"]
        self._catalogues: dict[str, Catalogue] = {}
        self.words = Catalogue(self, "grammar", self._grammar_file["words"])
        self.name: str = self._grammar_file["name"]
        self.quoted = lru_cache(4096)(self._quoted)
        """Return a card's name as it stands in a sentence. Cached: the same names are asked for often."""

    def data(self, file: str) -> dict[str, Any]:
        """Return the parsed TOML of a file, which is shared; "GAME/FILE" is a file of that game."""
        if file not in self._data:
            game, _, name = file.rpartition("/")
            package = (
                resources.files(manifest(game).package) / "text" if game else resources.files(__package__)
            )
            text = package.joinpath(f"{self._folder}/{name}.toml").read_text(encoding="utf-8")
            self._data[file] = tomllib.loads(text)
        return self._data[file]

    def catalogue(self, name: str) -> Catalogue:
        """Return the messages of one file; "GAME/FILE" is a file of that game."""
        if name not in self._catalogues:
            self._catalogues[name] = Catalogue(self, name, self._resolved(self.data(name)))
        return self._catalogues[name]

    def variant(self, name: str, other: str) -> Catalogue:
        """Return the messages of one file, with those of another file in place of its own."""
        key = f"{name}+{other}"
        if key not in self._catalogues:
            self._catalogues[key] = Catalogue(self, other, self._resolved(self.data(name) | self.data(other)))
        return self._catalogues[key]

    def noun(self, noun: str, number: int | None = 1) -> Phrase:
        """Return a noun for a slot that chooses the case; `number` None is a plural without a number.

        An unknown noun is a LanguageError.
        """
        if noun not in self.nouns:
            raise LanguageError(f"{self.code}/grammar.toml has no noun {noun!r}.")
        forms = self.nouns[noun]
        return Phrase(lambda case: self.grammar.inflected(forms, case, number))

    def listed(self, parts: Sequence[str], last: str = "and") -> str:
        """Return the parts joined as the language does: a, b and c. `last` is a key of `words`.

        Its form is the sound of the next word: in Spanish "y" becomes "e" before an i.
        """
        if len(parts) < 2:
            return "".join(parts)
        joined = self.words.say(last, self._onset(parts[-1]))
        return self.words.say("comma").join(parts[:-1]) + joined + parts[-1]

    def term(self, address: str) -> str:
        """Return the noun for a thing from the glossary; the address is "common.deck" or "GAME.thing".

        >>> language("pl").term("unicorns.nursery")
        'żłobek'
        """
        scope, _, thing = address.partition(".")
        try:
            return str(self.data("glossary")[scope][thing]["noun"])
        except KeyError as error:
            raise LanguageError(f"{self.code}/glossary.toml does not say {address!r}.") from error

    def _resolved(self, templates: Mapping[str, str]) -> dict[str, str]:
        """Return messages with the nouns of the glossary for "@common.deck" and "@^common.deck" (capital)."""
        return {
            key: self._noun(text[1:]) if text.startswith("@") else text for key, text in templates.items()
        }

    def _noun(self, address: str) -> str:
        return capital(self.term(address[1:])) if address.startswith("^") else self.term(address)

    def _quoted(self, name: str) -> str:
        is_apart = any(sign in name for sign in SIGNS)
        return self.words.say("quoted_apart" if is_apart else "quoted", name=name)


@cache
def language(code: str) -> Language:
    """Return a language by its code; an unknown code is a LanguageError that lists the known ones."""
    if code not in (*LANGUAGES, PSEUDO):
        raise LanguageError(f"Unknown language {code!r}; choose one of: {', '.join(LANGUAGES)}.")
    return Language(code)
