"""The options that a table can choose before the game, as data with texts.

The game's own `rules_for` decides which values are valid for a number of seats, so that nothing is offered
that it would refuse.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from stablehand.text.language import language
from stablehand.text.voices import Setting, Value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from stablehand.core.contract import Json

LARGEST = 64
"""Numbers from here on are not tried; the options that are numbers have smaller maxima."""


class CheckedRules(Protocol):
    """What `rules_for` of a game returns: valid rules."""

    @property
    def options(self) -> Mapping[str, Json]:
        """Every option with its value."""
        ...


class OptionTexts:
    """The options of one game for a number of seats, in one language."""

    def __init__(
        self,
        game: str,
        lang: str,
        seats: int,
        decks: Sequence[str],
        rules_for: Callable[[object, Mapping[str, object]], CheckedRules],
    ) -> None:
        self.game = game
        self.seats = seats
        self.rules_for = rules_for
        self.messages = language(lang).catalogue("options")
        self.usual = {deck: rules_for(seats, {"deck": deck}).options for deck in decks}

    def texts(self, name: str, values: Iterable[str]) -> dict[str, str]:
        """Return the text of each value of an option."""
        return {value: self.messages.say(f"rule.{self.game}.{name}.{value}") for value in values}

    def all(self, choices: Mapping[str, Mapping[str, str]]) -> list[Setting]:
        """Return every option; `choices` has the texts of the values, by option, where values are names."""
        names = next(iter(self.usual.values()))
        return [self._setting(name, choices.get(name, {})) for name in names]

    def _setting(self, name: str, texts: Mapping[str, str]) -> Setting:
        defaults = {deck: options[name] for deck, options in self.usual.items()}
        usual = next(iter(defaults.values()))
        text = self.messages.say(f"rule.{self.game}.{name}")
        if isinstance(usual, list):
            values = tuple(Value(value, label) for value, label in texts.items())
            return Setting(name, "list", text, values, defaults)
        if isinstance(usual, bool):
            values = tuple(Value(value, "") for value in (False, True) if self._is_valid(name, value))
            return Setting(name, "flag", text, values, defaults)
        if isinstance(usual, int):
            numbers = [number for number in range(LARGEST) if self._is_valid(name, number)]
            return Setting(name, "number", text, (), defaults, numbers[0], numbers[-1])
        values = tuple(Value(value, label) for value, label in texts.items() if self._is_valid(name, value))
        return Setting(name, "choice", text, values, defaults)

    def _is_valid(self, name: str, value: object) -> bool:
        try:
            self.rules_for(self.seats, {name: value})
        except ValueError:
            return False
        return True
