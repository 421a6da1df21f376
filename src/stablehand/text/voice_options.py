"""What a table may settle before the game, as data with words: read off the rules themselves.

Which values an option takes is asked of the game's `rules_for`, so that nothing is offered here which it
refuses for that number of seats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from stablehand.text.language import language
from stablehand.text.voices import Setting, Value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from stablehand.kernel.contract import Json

LARGEST = 64
"""No option that is a number goes as far."""


class Rules(Protocol):
    """The checked rules of a game."""

    def as_options(self) -> dict[str, Json]:
        """Return the options in full."""
        ...


class Settings:
    """The options of one game at a table of so many seats, in a language."""

    def __init__(
        self,
        game: str,
        lang: str,
        seats: int,
        decks: Sequence[str],
        rules_for: Callable[[object, Mapping[str, object]], Rules],
    ) -> None:
        self.game = game
        self.seats = seats
        self.rules_for = rules_for
        self.messages = language(lang).catalogue("options")
        self.usual = {deck: rules_for(seats, {"deck": deck}).as_options() for deck in decks}

    def said(self, name: str, values: Iterable[str]) -> dict[str, str]:
        """Say the values of an option."""
        return {value: self.messages.say(f"rule.{self.game}.{name}.{value}") for value in values}

    def all(self, choices: Mapping[str, Mapping[str, str]]) -> list[Setting]:
        """Return every option; `choices` are the values in words of those that are chosen by name."""
        names = next(iter(self.usual.values()))
        return [self._setting(name, choices.get(name, {})) for name in names]

    def _setting(self, name: str, words: Mapping[str, str]) -> Setting:
        defaults = {deck: options[name] for deck, options in self.usual.items()}
        usual = next(iter(defaults.values()))
        text = self.messages.say(f"rule.{self.game}.{name}")
        if isinstance(usual, list):
            values = tuple(Value(value, said) for value, said in words.items())
            return Setting(name, "list", text, values, defaults)
        if isinstance(usual, bool):
            values = tuple(Value(value, "") for value in (False, True) if self._takes(name, value))
            return Setting(name, "flag", text, values, defaults)
        if isinstance(usual, int):
            numbers = [number for number in range(LARGEST) if self._takes(name, number)]
            return Setting(name, "number", text, (), defaults, numbers[0], numbers[-1])
        values = tuple(Value(value, said) for value, said in words.items() if self._takes(name, value))
        return Setting(name, "choice", text, values, defaults)

    def _takes(self, name: str, value: object) -> bool:
        try:
            self.rules_for(self.seats, {name: value})
        except ValueError:
            return False
        return True
