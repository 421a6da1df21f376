"""The unicorns in the terminal: their screen and their catalogue (see `screens`)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from stablehand.cli.finding import found
from stablehand.cli.grid import Grid
from stablehand.cli.unicorns_board import Brush
from stablehand.cli.unicorns_cards import UnicornsCatalogue
from stablehand.text.names import PRINTED, Names
from stablehand.text.rulebook import Rulebook
from stablehand.text.unicorns import Narrator
from stablehand.unicorns.catalog import DECKS, LANGUAGES, catalog
from stablehand.unicorns.options import rules_for

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import RenderableType

    from stablehand.cli.reader import Reader
    from stablehand.kernel.contract import Seat
    from stablehand.text.players import Player
    from stablehand.unicorns.state import State

MESSAGES = "unicorn_table"
"""The catalogue in which the game is talked about."""
ALWAYS = ("UU-END-1",)
MOMENTS = {
    "setup": ("UU-SETUP-2", "UU-SETUP-3"),
    "action": ("UU-TURN-4", "UU-TYPE-4", "UU-TYPE-5", "UU-TYPE-6"),
    "respond": ("UU-INST-1", "UU-INST-2", "UU-INST-3", "UU-INST-5"),
    "order": ("UU-TURN-2", "UU-EFF-8"),
    "yes_no": ("UU-EFF-2", "UU-EFF-6", "UU-IMP-1"),
    "hand_limit": ("UU-TURN-5", "RUL-04"),
}
EFFECT = {"chain": ("UU-EFF-2", "UU-EFF-4"), "stepwise": ("UU-EFF-2", "UU-EFF-5")}
QUIET = {"turn", "shuffled", "put_away"}
"""Events that say nothing that others do not."""


def screen(
    names: Sequence[str], viewer: Seat | None, options: Mapping[str, object], reader: Reader, *, fancy: bool
) -> UnicornsScreen:
    """Return the screen of a table."""
    narrator = Narrator(rules_for(len(names), options), names, viewer, reader.lang, reader.layer)
    return UnicornsScreen(narrator, fancy=fancy)


def catalogue(deck: str | None, reader: Reader, *, fancy: bool) -> UnicornsCatalogue:
    """Return the cards of a deck."""
    options = {} if deck is None else {"deck": deck}
    narrator = Narrator(rules_for(4, options), (), None, reader.lang, reader.layer)
    return UnicornsCatalogue(Brush(narrator, fancy=fancy), reader)


def rulebook(reader: Reader) -> Rulebook:
    """Return the rules in words; rulings speak of cards of every deck."""
    names = Names("unicorns", reader.lang, reader.layer or PRINTED)
    cards = {card.id: card for deck in DECKS for card in catalog(deck).definitions}
    quoted = reader.language.quoted
    return Rulebook("unicorns", reader.language, lambda card: quoted(names.of(cards[card])))


def card_ids() -> set[str]:
    """Return the ids of all cards of all decks."""
    return {card.id for deck in DECKS for card in catalog(deck).definitions}


def table_options(reader: Reader) -> dict[str, object]:
    """Return the language of the names whose letters break a tie (UU-END-5), if it is not the usual one."""
    return {"lang": reader.lang} if reader.lang in LANGUAGES[1:] else {}


class UnicornsScreen:
    """One table as one viewer sees it."""

    def __init__(self, narrator: Narrator, *, fancy: bool) -> None:
        self.narrator = narrator
        self.brush = Brush(narrator, fancy=fancy)
        self.title = narrator.title()
        self.notice = narrator.say("notice.adult") if narrator.catalog.is_adult else ""

    def board(self, view: Mapping[str, Any], *, whole: bool = True) -> RenderableType:
        """Draw every stable, the piles, and what is being played."""
        return self.brush.board(view, whole=whole)

    def choices(self, view: Mapping[str, Any]) -> RenderableType:
        """Draw what may be answered, and the viewer's hand."""
        seat, options = view["seat"], list(enumerate(view["decision"]["options"], start=1))
        hand = view["zones"]["seats"][seat]["hand"]["cards"]
        is_from_hand = any(option.get("zone") == "hand" and option["owner"] == seat for _, option in options)
        plain = [row for row in map(self._plain(view), options) if row]
        if is_from_hand:
            offered, others = self._hand_rows(hand, view["decision"], options)
            return self.brush.rows([*offered, *plain, *others])
        rows = [self._card_row(at, option, view) for at, option in options if "card" in option]
        return Group(self._hand_line(hand), self.brush.rows([*rows, *plain]))

    def _plain(self, view: Mapping[str, Any]) -> Any:  # noqa: ANN401 - a function of one numbered option
        why = view["decision"]["why"]

        def row(numbered: tuple[int, Mapping[str, Any]]) -> tuple[str, Text, str] | None:
            at, option = numbered
            if "card" in option:
                return None
            said = Text(self.narrator.option(option, why), style="bold")
            text = ""
            if "owner" in option:
                text = self.narrator.unicorns(view["points"][option["owner"]])
            return str(at), said, text

        return row

    def _hand_rows(
        self,
        hand: Sequence[str],
        decision: Mapping[str, Any],
        options: Sequence[tuple[int, Mapping[str, Any]]],
    ) -> tuple[list[tuple[str, Text, str]], list[tuple[str, Text, str]]]:
        """Draw the whole hand: what may be chosen, with numbers, and what may not."""
        marks = {option["card"]: at for at, option in reversed(options) if "card" in option}
        picked = Counter(card for card in decision["picked"] if isinstance(card, str))
        offered, others = [], []
        for card, copies in sorted(Counter(hand).items(), key=lambda pair: marks.get(pair[0], 0)):
            name = self.brush.named(card, copies)
            if picked[card]:
                name.append(" " + self.narrator.say("mark.picked", n=picked[card]), style="bold")
            if card in marks:
                offered.append((str(marks[card]), name, self.narrator.text(card)))
            else:
                others.append(("-", name, self.narrator.text(card)))
        return offered, others

    def _card_row(self, at: int, option: Mapping[str, Any], view: Mapping[str, Any]) -> tuple[str, Text, str]:
        name = self.brush.named(option["card"])
        if view["decision"]["kind"] == "setup":
            return str(at), name, ""
        if option.get("owner") is not None or option["zone"] != "nursery":
            name.append(f" {self.narrator.where(option)}", style="dim")
        return str(at), name, self.narrator.text(option["card"])

    def _hand_line(self, hand: Sequence[str]) -> Text:
        if not hand:
            return Text(self.narrator.say("your_hand.empty"), style="dim")
        cards = Text(", ").join(self.brush.named(card, copies) for card, copies in Counter(hand).items())
        return Text(f"{self.narrator.say('your_hand')}: ", style="bold").append_text(cards)

    def moment(self, view: Mapping[str, Any]) -> str:
        """Say turn and phase."""
        return self.narrator.moment(view)

    def prompt(self, view: Mapping[str, Any]) -> str:
        """Say what the viewer is asked."""
        return self.narrator.prompt(view)

    def log(self, event: Mapping[str, Any]) -> str:
        """Say an event."""
        return self.narrator.log(event)

    def is_news(self, event: Mapping[str, Any]) -> bool:
        """Whether a player wants to be told while playing."""
        return event["what"] not in QUIET

    def rules(self, view: Mapping[str, Any], refusals: Mapping[str, tuple[str, ...]]) -> RenderableType:
        """Draw the rules of the moment, and why cards in sight are not offered."""
        table = Table.grid(padding=(0, 2))
        table.add_column(style="bold", no_wrap=True)
        table.add_column()
        for rule in (*ALWAYS, *self._rules_of(view)):
            table.add_row(rule, self.narrator.rule(rule))
        alike: dict[tuple[str, ...], list[str]] = {}
        for card, rules in refusals.items():
            alike.setdefault(rules, []).append(card)
        reasons = [Text(self.narrator.refusal(cards, rules)) for rules, cards in alike.items()]
        return Group(self.brush.legend(), table, *reasons)

    def _rules_of(self, view: Mapping[str, Any]) -> tuple[str, ...]:
        decision = view["decision"]
        if decision is None:
            return ()
        kind = decision["why"] if decision["why"] in MOMENTS else decision["kind"]
        return MOMENTS.get(kind, EFFECT[view["options"]["resolution"]])

    def refusal(self, card: str, rules: Sequence[str]) -> str:
        """Say why a card may not be chosen now."""
        return self.narrator.refusal([card], rules)

    def find(self, typed: str) -> str | None:
        """Return the one card whose id or name somebody typed, or the beginning or a part of it."""
        cards = self.narrator.catalog.definitions
        return found(typed, ((card.id, self.narrator.name(card.id), card.name) for card in cards))

    def card(self, card: str) -> RenderableType:
        """Draw one card."""
        return Grid([self.brush.face(card)], least=30, most=60)

    def sight(self, view: Mapping[str, Any]) -> RenderableType:
        """Draw the text of every card the viewer knows of, outside the piles."""
        zones = view["zones"]
        known = {card for seat in zones["seats"] for card in seat["hand"]["cards"]}
        known |= {card["card"] for seat in zones["seats"] for card in seat["stable"]["cards"]}
        known |= set(zones["playing"]["cards"])
        order = {card.id: at for at, card in enumerate(self.narrator.catalog.definitions)}
        faces = [self.brush.face(card) for card in sorted(known, key=order.__getitem__)]
        return Grid(faces, least=38)

    def points(self, state: State) -> RenderableType:
        """Draw what counts in every stable."""
        return Grid([self._account(state, seat) for seat in range(state.rules.seats)], least=36)

    def _account(self, state: State, seat: Seat) -> Panel:
        table = Table.grid(padding=(0, 1), expand=True)
        table.add_column(ratio=1)
        table.add_column(justify="right", no_wrap=True)
        total = 0
        for card in state.stable(seat):
            definition = state.rules.catalog.cards[card]
            if definition.is_unicorn:
                worth = 0 if state.pandas[seat] else 1 if state.mute[seat] == 2 else definition.worth
                total += worth
                table.add_row(self.brush.named(definition.id), str(worth))
        said = self.narrator.say("unicorns", n=total, goal=state.rules.unicorns_to_win)
        return Panel(table, title=Text(f"{self.narrator.called(seat)}: {said}", style="bold"))

    def result(self, view: Mapping[str, Any]) -> str:
        """Say who has won."""
        return self.narrator.winners(view)

    def who(self, seat: Seat) -> Player:
        """Name a seat in a sentence."""
        return self.narrator.who(seat)

    def named(self, cards: Sequence[str]) -> str:
        """Name cards in a sentence."""
        return self.narrator.named(cards)

    def option(self, option: Mapping[str, Any], why: str) -> str:
        """Say what was answered, and where a card lies that is not in a hand."""
        if "card" not in option:
            return self.narrator.option(option, why)
        card = self.narrator.named([option["card"]])
        is_plain = option.get("zone") in {None, "hand", "nursery"}
        return card if is_plain else f"{card} ({self.narrator.where(option)})"

    def phase(self, phase: str) -> str:
        """Name a phase of the game."""
        return self.narrator.say("moment.setup" if phase == "setup" else f"phase.{phase}")
