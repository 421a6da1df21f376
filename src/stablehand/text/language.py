"""A language: its messages, its nouns and its grammar.

All a language says stands in `languages/<code>/*.toml`, one catalogue of flat keys a file; `grammar.toml`
holds the nouns with their forms, and `grammar/<code>.py` what no table can say. Another language is another
folder and another module; the tests say what it lacks.
"""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from importlib import import_module, resources
from typing import TYPE_CHECKING, Any, Final

from stablehand.text.message import Message, MessageError, Phrase, read
from stablehand.text.pseudo import disguised

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from stablehand.text.grammar import Grammar

LANGUAGES: Final = ("en", "ru", "pl", "it")
PSEUDO: Final = "xx"
"""English in disguise, longer and accented: whatever is not, is written into the code."""


class LanguageError(ValueError):
    """No such language, or something it cannot say; one sentence."""


class Catalogue:
    """The messages of one file, said in their language."""

    def __init__(self, language: Language, name: str, templates: Mapping[str, str]) -> None:
        self.language = language
        self.name = name
        self.templates = dict(templates)
        self._messages: dict[str, Message] = {}

    def __contains__(self, key: str) -> bool:
        return key in self.templates

    def __iter__(self) -> Iterator[str]:
        return iter(self.templates)

    def message(self, key: str) -> Message:
        """Return a message by its key."""
        if key not in self._messages:
            where = f"{self.language.code}/{self.name}.toml"
            if key not in self.templates:
                raise LanguageError(f"{where} does not say {key!r}.")
            try:
                message = read(self.templates[key])
            except MessageError as error:
                raise LanguageError(f"{where}, {key!r}: {error}") from error
            self._messages[key] = disguised(message) if self.language.code == PSEUDO else message
        return self._messages[key]

    def say(self, key: str, form: str = "", /, **values: object) -> str:
        """Say a message, in a form if it has several."""
        message = self.message(key)
        try:
            return message.say(values, form, self.language.grammar.plural)
        except MessageError as error:
            raise LanguageError(f"{self.language.code}/{self.name}.toml, {key!r}: {error}") from error

    def phrase(self, key: str, /, **values: object) -> Phrase:
        """Return a message that waits to be asked for a form."""
        return Phrase(lambda form: self.say(key, form, **values))


class Language:
    """One language.

    >>> language("en").listed(["a", "b", "c"])
    'a, b and c'
    >>> language("ru").noun("card").render("acc")
    'карту'
    """

    def __init__(self, code: str) -> None:
        self.code = code
        source = "en" if code == PSEUDO else code
        self._data: dict[str, dict[str, Any]] = {}
        self._folder = resources.files("stablehand.text") / "languages" / source
        self._grammar_file = self.data("grammar")
        module: Any = import_module(f"stablehand.text.grammar.{source}")
        self.grammar: Grammar = module
        self.nouns: dict[str, Mapping[str, Any]] = self._grammar_file["noun"]
        self._catalogues: dict[str, Catalogue] = {}
        self.words = Catalogue(self, "grammar", self._grammar_file["words"])
        self.name: str = self._grammar_file["name"]
        self.quoted = lru_cache(4096)(self._quoted)
        """Says a card's name as it stands in a sentence: the same ones again and again."""

    def data(self, file: str) -> dict[str, Any]:
        """Return one of the language's files as it is, read once."""
        if file not in self._data:
            text = (self._folder / f"{file}.toml").read_text(encoding="utf-8")
            self._data[file] = tomllib.loads(text)
        return self._data[file]

    def catalogue(self, name: str) -> Catalogue:
        """Return the messages of one file."""
        if name not in self._catalogues:
            self._catalogues[name] = Catalogue(self, name, self.data(name))
        return self._catalogues[name]

    def noun(self, noun: str, number: int | None = 1) -> Phrase:
        """Return a noun that waits for its case: one, so many, or (None) many of unsaid number."""
        if noun not in self.nouns:
            raise LanguageError(f"{self.code}/grammar.toml has no noun {noun!r}.")
        forms = self.nouns[noun]
        return Phrase(lambda case: self.grammar.inflected(forms, case, number))

    def listed(self, parts: Sequence[str], last: str = "and") -> str:
        """Join as the language does: a, b and c."""
        if len(parts) < 2:
            return "".join(parts)
        return self.words.say("comma").join(parts[:-1]) + self.words.say(last) + parts[-1]

    def _quoted(self, name: str) -> str:
        return self.words.say("quoted", name=name)


@cache
def language(code: str) -> Language:
    """Return a language by its code, or say that there is none."""
    if code not in (*LANGUAGES, PSEUDO):
        raise LanguageError(f"There is no language {code!r}; there are {', '.join(LANGUAGES)}.")
    return Language(code)
