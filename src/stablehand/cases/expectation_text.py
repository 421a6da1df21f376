"""Write the expectations of a case as sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from stablehand.text.language import LanguageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stablehand.core.contract import Seat
    from stablehand.text.language import Language

ZONES = ("hand", "stable", "kept", "table", "closed")
SECRET = ("hand", "kept", "closed", "offered", "not_offered", "sees")


class Naming(Protocol):
    """The names of seats, phases, cards and options at a table; a voice provides them."""

    def who(self, seat: Seat) -> object:
        """Name a seat in a sentence."""
        ...

    def phase(self, phase: str) -> str:
        """Name a phase of the game."""
        ...

    def named(self, cards: Sequence[str]) -> str:
        """Name cards in a sentence."""
        ...

    def option(self, option: Mapping[str, Any], why: str) -> str:
        """Name an option of a decision."""
        ...


class ExpectationText:
    """Writes the expectations of one case in a language."""

    def __init__(self, seats: Sequence[str], naming: Naming, language: Language) -> None:
        self.seats = seats
        self.naming = naming
        self.language = language
        self.say = language.catalogue("interface").say

    def is_known_to(self, path: tuple[str, ...], seat: Seat | None) -> bool:
        """Return whether a seat may know what an expectation is about; None sees everything."""
        if seat is None:
            return True
        if path == ("deck", "top"):
            return False
        if path[0] == "size":  # how many cards lie anywhere is public
            return True
        is_secret = any(part in SECRET for part in path)
        return not is_secret or self.seats[seat] in path[:2]

    def said(self, path: tuple[str, ...], value: Any) -> str:  # noqa: ANN401 - any TOML value
        """Return an expectation as a sentence, or in the file's own words if there is none for it."""
        try:
            return self._of_a_seat(path, value)
        except (LanguageError, LookupError, TypeError, AttributeError, ValueError):
            return f"{'.'.join(path)} = {value!r}"

    def _of_a_seat(self, path: tuple[str, ...], value: Any) -> str:  # noqa: ANN401 - the same
        match path:
            case (name, zone) if zone in ZONES:
                return self.say(f"expect.{zone}", who=self._who(name), cards=self._cards(value))
            case (("unicorns" | "score") as what, name):
                return self.say(f"expect.{what}", who=self._who(name), n=value)
            case ("sees", name, other, zone):
                key = "expect.sees" if zone == "hand" else f"expect.sees.{zone}"
                return self.say(key, who=self._who(name), other=self._who(other), cards=self._cards(value))
            case ("size", name, zone):
                return self.say(f"expect.size.{zone}", who=self._who(name), n=value)
            case (("offered" | "not_offered") as what, name):
                return self.say(f"expect.{what}", who=self._who(name), cards=self._cards(value))
            case ("forfeits", name):
                drink, strip = value.get("drink", 0), value.get("strip", 0)
                return self.say("expect.forfeits", who=self._who(name), drink=drink, strip=strip)
            case _:
                return self._of_the_table(path, value)

    def _of_the_table(self, path: tuple[str, ...], value: Any) -> str:  # noqa: ANN401 - the same
        match path:
            case (("discard" | "nursery") as pile,):
                return self.say(f"expect.{pile}", cards=self._cards(value))
            case ("size", pile):
                return self.say(f"expect.size.{pile}", n=value)
            case ("deck", "top"):
                return self.say("expect.deck_top", cards=self._cards(value))
            case ("deck", "size"):
                return self.say("expect.deck_size", n=value)
            case (("asked" | "winner" | "active") as what,):
                return self.say(f"expect.{what}", players=self._players(value))
            case ("phase",) | ("pass",):
                return self.say("expect.phase", phase=self.naming.phase(value))
            case ("round",):
                return self.say("expect.round", n=value)
            case ("over",):
                return self.say("expect.over", over="yes" if value else "no")
            case ("log",):
                return self.say("expect.log", rules=", ".join(value))
            case ("error",):
                return (
                    self.say("expect.error") if value is True else self.say("expect.error.rule", rule=value)
                )
            case _:
                raise LookupError(path)

    def _who(self, name: str) -> object:
        return self.naming.who(self.seats.index(name))

    def _players(self, value: str | list[str]) -> str:
        names = [value] if isinstance(value, str) else value
        if not names or names == ["nobody"]:
            return self.say("expect.nobody")
        return self.language.listed([str(self._who(name)) for name in names])

    def _cards(self, value: list[str]) -> str:
        if not value:
            return self.say("expect.nothing")
        return self.language.listed([self._card(card) for card in value])

    def _card(self, word: str) -> str:
        """Name a card, a seat, a mode or another option that may be offered."""
        if word in self.seats:
            return str(self._who(word))
        if word.isdigit():
            return word
        try:
            return self.naming.option({"verb": word}, "")
        except (LanguageError, LookupError):  # a voice that knows no such answer
            return self.naming.named([word])
