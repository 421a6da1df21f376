"""Plain English for a game without a text of its own, made from the keys and values of its data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stablehand.text.language import language
from stablehand.text.rulebook import Rulebook
from stablehand.text.speaker import Player

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from stablehand.core.contract import Json, Seat
    from stablehand.core.manifest import Manifest
    from stablehand.text.packs import Pack
    from stablehand.text.voices import Account, Deck, Setting

LANG: Final = "en"
SILENT: Final = ("what", "rules", "option", "verb", "card")
"""Keys of an event or option that are not listed with the others: they come first, or are left out."""


class PlainText:
    """The text of a game whose manifest has no part `text` (see `voices.GameText`)."""

    def __init__(self, manifest: Manifest) -> None:
        self.manifest = manifest

    def title(self, lang: str) -> str:
        """Return the English title."""
        del lang
        return self.manifest.title

    def voice(
        self,
        names: Sequence[str],
        viewer: Seat | None,
        options: Mapping[str, object],
        lang: str,
        layer: str | Mapping[str, str],
    ) -> PlainVoice:
        """Return the voice of a table; it speaks English whatever the language."""
        del options, lang, layer
        return PlainVoice(self.manifest.title, names, viewer)

    def book(self, lang: str, layer: str | Mapping[str, str], *, has_adult: bool) -> Rulebook:
        """Return a book with the title and no rules."""
        del lang, layer
        return Rulebook(self.manifest.name, language(LANG), has_adult=has_adult)

    def cards(self, deck: str, lang: str, layer: str | Mapping[str, str]) -> list[dict[str, Json]]:
        """Return no cards: nothing is known of them outside a game."""
        del deck, lang, layer
        return []

    def decks(self, lang: str) -> list[Deck]:
        """Return no decks."""
        del lang
        return []

    def packs(self, lang: str) -> list[Pack]:
        """Return no expansions."""
        del lang
        return []

    def house_rules(self, lang: str, seats: int) -> list[Setting]:
        """Return no options: there are no texts for them."""
        del lang, seats
        return []

    def card_ids(self) -> set[str]:
        """Return no ids."""
        return set()

    def table_options(self, lang: str) -> dict[str, object]:
        """Return no options."""
        del lang
        return {}

    def nameless(self, lang: str) -> str:
        """Return "You"."""
        del lang
        return "You"


class PlainVoice:
    """Writes views, options and events for one viewer from their own keys and values (see `voices.Voice`).

    >>> voice = PlainVoice("High Card", ["Ann", "Bob"], 0)
    >>> voice.option({"verb": "play", "card": "seven", "owner": 0}, "trick")
    'Play seven'
    >>> voice.log({"what": "played", "rules": [], "seat": 1, "card": "nine"})
    'Played: nine, Bob.'
    """

    notice = ""

    def __init__(self, title: str, names: Sequence[str], viewer: Seat | None) -> None:
        self.title = title
        self.names = tuple(names)
        self.viewer = viewer

    def moment(self, view: Mapping[str, Any]) -> str:
        """Return round, turn and phase, as far as the view has them; otherwise the title."""
        if view["over"]:
            return "The game is over"
        said = [f"{key.capitalize()} {view[key]}" for key in ("round", "turn", "phase") if view.get(key)]
        return ", ".join(said) or self.title

    def prompt(self, view: Mapping[str, Any]) -> str:
        """Return the request to choose, or the names of the seats that are asked."""
        if view["over"]:
            return "The game is over."
        if view.get("decision"):
            return "Choose one."
        asked = self._listed(self.called(seat) for seat in view.get("asked", ()))
        return f"Waiting for {asked}." if asked else "Waiting."

    def option(self, option: Mapping[str, Any], why: str) -> str:
        """Return verb and card; without a card, also the other values of the option."""
        del why
        said = [str(option[key]) for key in ("verb", "card") if option.get(key) is not None]
        if not said or set(said) == {option.get("verb")}:
            said += [f"{_spaced(key)} {value}" for key, value in option.items() if key not in SILENT]
        text = _spaced(" ".join(said)) or str(option.get("option", ""))
        return text[:1].upper() + text[1:]

    def options(self, decision: Mapping[str, Any]) -> list[str]:
        """Return the text of each option of a view's decision; equal texts get the option's position."""
        said = [self.option(option, decision["why"]) for option in decision["options"]]
        return [f"{what} ({at + 1})" if said.count(what) > 1 else what for at, what in enumerate(said)]

    def row(self, _view: Mapping[str, Any]) -> tuple[int, list[Mapping[str, Any]]]:
        """Return 1 and no options: every question stands alone."""
        return 1, []

    def answer(self, option: Mapping[str, Any], why: str) -> str:
        """Return the text of the option that was chosen."""
        return self.option(option, why)

    def refusal(self, cards: Sequence[str], rules: Sequence[str]) -> str:
        """Return that cards cannot be chosen, with the rule ids in brackets."""
        by = f" ({', '.join(rules)})" if rules else ""
        return f"{self.named(cards)} cannot be chosen now{by}."

    def rules_of(self, _view: Mapping[str, Any]) -> tuple[str, ...]:
        """Return no rules."""
        return ()

    def rule(self, rule: str) -> str:
        """Return the id: there is no text of the rule."""
        return rule

    def log(self, event: Mapping[str, Any]) -> str:
        """Return an event's name and its values, the card first."""
        said = [_spaced(str(event[key])) for key in ("card",) if event.get(key) is not None]
        for key, value in event.items():
            if key == "seat" and isinstance(value, int):
                said.append(self.called(value))
            elif key not in SILENT:
                said.append(f"{_spaced(key)} {_spaced(str(value))}")
        what = _spaced(str(event["what"])).capitalize()
        return f"{what}: {', '.join(said)}." if said else f"{what}."

    def is_news(self, _event: Mapping[str, Any]) -> bool:
        """Return True: every event is shown."""
        return True

    def cards_of(self, event: Mapping[str, Any]) -> list[str]:
        """Return the card of an event, if it has one."""
        return [str(event["card"])] if event.get("card") is not None else []

    def account(self, _view: Mapping[str, Any]) -> list[Account]:
        """Return no accounts: how points are counted is not known here."""
        return []

    def result(self, view: Mapping[str, Any]) -> str:
        """Return the names of the view's `winners`."""
        winners = [self.called(seat) for seat in view.get("winners", ())]
        return f"{self._listed(winners)} won." if winners else "Nobody won."

    def who(self, seat: Seat) -> Player:
        """Return a seat's player, to be put into a message."""
        return Player(self.names[seat], seat == self.viewer, language(LANG))

    def called(self, seat: Seat) -> str:
        """Return a seat's name; the viewer's is not marked."""
        return self.names[seat]

    def in_window(self, _view: Mapping[str, Any]) -> str:
        """Return "": what a window is about is not known of any game."""
        return ""

    def phase(self, phase: str) -> str:
        """Return a phase with spaces for underscores."""
        return _spaced(phase)

    def name(self, card: str) -> str:
        """Return a card's id with spaces for underscores."""
        return _spaced(card)

    def named(self, cards: Sequence[str]) -> str:
        """Return the names of cards as a list in a sentence."""
        return self._listed(_spaced(card) for card in cards)

    def text(self, card: str) -> str:
        """Return "": there is no text of a card."""
        del card
        return ""

    @staticmethod
    def _listed(parts: Iterable[str]) -> str:
        return language(LANG).listed(list(parts))


def _spaced(text: str) -> str:
    return text.replace("_", " ")
