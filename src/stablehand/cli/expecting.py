"""What a case expects, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stablehand.text.language import LanguageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stablehand.cli.reader import Reader
    from stablehand.cli.screens import Screen
    from stablehand.kernel.contract import Seat

ZONES = ("hand", "stable", "kept", "table", "closed")
SECRET = ("hand", "kept", "closed", "offered", "not_offered", "sees")


class Expecting:
    """Says expectations of one case to its reader."""

    def __init__(self, seats: Sequence[str], screen: Screen, reader: Reader) -> None:
        self.seats = seats
        self.screen = screen
        self.reader = reader

    def is_known_to(self, path: tuple[str, ...], seat: Seat | None) -> bool:
        """Whether a seat may know what an expectation is about; None knows everything."""
        if seat is None:
            return True
        if path == ("deck", "top"):
            return False
        is_secret = any(part in SECRET for part in path)
        return not is_secret or self.seats[seat] in path[:2]

    def said(self, path: tuple[str, ...], value: Any) -> str:  # noqa: ANN401 - any TOML value
        """Say what is expected; what makes no sense is said as it stands in the file."""
        try:
            return self._of_a_seat(path, value)
        except (LanguageError, LookupError, TypeError, AttributeError, ValueError):
            return f"{'.'.join(path)} = {value!r}"

    def _of_a_seat(self, path: tuple[str, ...], value: Any) -> str:  # noqa: ANN401 - the same
        say = self.reader.say
        match path:
            case (name, zone) if zone in ZONES:
                return say(f"expect.{zone}", who=self._who(name), cards=self._cards(value))
            case (("unicorns" | "score") as what, name):
                return say(f"expect.{what}", who=self._who(name), n=value)
            case ("sees", name, other, "hand"):
                who, other_who = self._who(name), self._who(other)
                return say("expect.sees", who=who, other=other_who, cards=self._cards(value))
            case (("offered" | "not_offered") as what, name):
                return say(f"expect.{what}", who=self._who(name), cards=self._cards(value))
            case ("forfeits", name):
                drink, strip = value.get("drink", 0), value.get("strip", 0)
                return say("expect.forfeits", who=self._who(name), drink=drink, strip=strip)
            case _:
                return self._of_the_table(path, value)

    def _of_the_table(self, path: tuple[str, ...], value: Any) -> str:  # noqa: ANN401 - the same
        say = self.reader.say
        match path:
            case (("discard" | "nursery") as pile,):
                return say(f"expect.{pile}", cards=self._cards(value))
            case ("deck", "top"):
                return say("expect.deck_top", cards=self._cards(value))
            case ("deck", "size"):
                return say("expect.deck_size", n=value)
            case (("asked" | "winner" | "active") as what,):
                return say(f"expect.{what}", players=self._players(value))
            case ("phase",) | ("pass",):
                return say("expect.phase", phase=self.screen.phase(value))
            case ("round",):
                return say("expect.round", n=value)
            case ("over",):
                return say("expect.over", over="yes" if value else "no")
            case ("log",):
                return say("expect.log", rules=", ".join(value))
            case ("error",):
                return say("expect.error") if value is True else say("expect.error.rule", rule=value)
            case _:
                raise LookupError(path)

    def _who(self, name: str) -> object:
        return self.screen.who(self.seats.index(name))

    def _players(self, value: str | list[str]) -> str:
        names = [value] if isinstance(value, str) else value
        if not names or names == ["nobody"]:
            return self.reader.say("expect.nobody")
        return self.reader.language.listed([str(self._who(name)) for name in names])

    def _cards(self, value: list[str]) -> str:
        if not value:
            return self.reader.say("expect.nothing")
        return self.reader.language.listed([self._card(card) for card in value])

    def _card(self, word: str) -> str:
        """Name a card; or a seat, a mode or what else may be offered."""
        if word in self.seats:
            return str(self._who(word))
        if word.isdigit():
            return word
        try:
            return self.screen.named([word])
        except LookupError:
            return self.screen.option({"verb": word}, "")
