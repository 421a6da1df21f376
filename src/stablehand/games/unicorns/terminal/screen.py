"""The terminal screen of Unstable Unicorns (see `cli.screen.screen`)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from stablehand.cli.screen.finding import found
from stablehand.cli.screen.grid import Grid
from stablehand.cli.screen.screen import Spoken
from stablehand.games.unicorns import GAME
from stablehand.games.unicorns.manifest import MANIFEST
from stablehand.games.unicorns.state.rules import rules_for
from stablehand.games.unicorns.terminal.board import Renderer
from stablehand.games.unicorns.terminal.card_list import UnicornsCardList
from stablehand.games.unicorns.text.game_text import TEXT
from stablehand.games.unicorns.text.narrator import Narrator
from stablehand.text.packs import parted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rich.console import RenderableType

    from stablehand.cli.reader import Reader
    from stablehand.core.contract import Seat
    from stablehand.games.unicorns.state.state import State
    from stablehand.games.unicorns.text.voice import UnicornsVoice
    from stablehand.text.voices import Account


class UnicornsScreen(Spoken["UnicornsVoice"]):
    """Draws one table as one viewer sees it."""

    def __init__(self, voice: UnicornsVoice, *, fancy: bool) -> None:
        super().__init__(voice)
        self.narrator = voice.narrator
        self.renderer = Renderer(voice.narrator, fancy=fancy)

    def board(self, view: Mapping[str, Any], *, whole: bool = True) -> RenderableType:
        """Draw every stable, the piles, and the card being played."""
        return self.renderer.board(view, whole=whole)

    def choices(self, view: Mapping[str, Any]) -> RenderableType:
        """Draw the options and the viewer's hand."""
        seat, options = view["seat"], list(enumerate(view["decision"]["options"], start=1))
        hand = view["zones"]["seats"][seat]["hand"]["cards"]
        is_from_hand = any(option.get("zone") == "hand" and option["owner"] == seat for _, option in options)
        plain = [row for row in map(self._plain(view), options) if row]
        if is_from_hand:
            offered, others = self._hand_rows(hand, view["decision"], options)
            return self.renderer.rows([*offered, *plain, *others])
        rows = [self._card_row(at, option, view) for at, option in options if "card" in option]
        return Group(self._hand_line(hand), self.renderer.rows([*rows, *plain]))

    def _plain(self, view: Mapping[str, Any]) -> Any:  # noqa: ANN401 - a function of one numbered option
        why = view["decision"]["why"]

        def row(numbered: tuple[int, Mapping[str, Any]]) -> tuple[str, Text, str] | None:
            at, option = numbered
            if "card" in option:
                return None
            label = Text(self.narrator.option(option, why), style="bold")
            text = ""
            if "owner" in option:
                text = self.narrator.unicorns(view["points"][option["owner"]])
            return str(at), label, text

        return row

    def _hand_rows(
        self,
        hand: Sequence[str],
        decision: Mapping[str, Any],
        options: Sequence[tuple[int, Mapping[str, Any]]],
    ) -> tuple[list[tuple[str, Text, str]], list[tuple[str, Text, str]]]:
        """Return rows for the whole hand: cards that may be chosen, with numbers, then the others."""
        marks = {option["card"]: at for at, option in reversed(options) if "card" in option}
        picked = Counter(card for card in decision["picked"] if isinstance(card, str))
        offered, others = [], []
        for card, copies in sorted(Counter(hand).items(), key=lambda pair: marks.get(pair[0], 0)):
            name = self.renderer.named(card, copies)
            if picked[card]:
                name.append(" " + self.narrator.say("mark.picked", n=picked[card]), style="bold")
            if card in marks:
                offered.append((str(marks[card]), name, self.narrator.text(card)))
            else:
                others.append(("-", name, self.narrator.text(card)))
        return offered, others

    def _card_row(self, at: int, option: Mapping[str, Any], view: Mapping[str, Any]) -> tuple[str, Text, str]:
        name = self.renderer.named(option["card"])
        if view["decision"]["kind"] == "setup":
            return str(at), name, ""
        if option.get("owner") is not None or option["zone"] != "nursery":
            name.append(f" {self.narrator.where(option)}", style="dim")
        return str(at), name, self.narrator.text(option["card"])

    def _hand_line(self, hand: Sequence[str]) -> Text:
        if not hand:
            return Text(self.narrator.say("your_hand.empty"), style="dim")
        cards = Text(", ").join(self.renderer.named(card, copies) for card, copies in Counter(hand).items())
        return Text(f"{self.narrator.say('your_hand')}: ", style="bold").append_text(cards)

    def rules(self, view: Mapping[str, Any], refusals: Mapping[str, tuple[str, ...]]) -> RenderableType:
        """Draw what the letters mean, the rules that apply now, and why visible cards are not offered."""
        return Group(self.renderer.legend(), self.rules_of(view, refusals))

    def find(self, typed: str) -> str | None:
        """Return the id of the one card whose id or name matches the typed text, in whole or in part."""
        cards = self.narrator.catalog.definitions
        return found(typed, ((card.id, self.narrator.name(card.id), card.name) for card in cards))

    def card(self, card: str) -> RenderableType:
        """Draw one card."""
        return Grid([self.renderer.face(card)], least=30, most=60)

    def sight(self, view: Mapping[str, Any]) -> RenderableType:
        """Draw every card that the viewer can see outside the piles, with its text."""
        zones = view["zones"]
        known = {card for seat in zones["seats"] for card in seat["hand"]["cards"]}
        known |= {card["card"] for seat in zones["seats"] for card in seat["stable"]["cards"]}
        known |= set(zones["playing"]["cards"])
        order = {card.id: at for at, card in enumerate(self.narrator.catalog.definitions)}
        faces = [self.renderer.face(card) for card in sorted(known, key=order.__getitem__)]
        return Grid(faces, least=38)

    def points(self, state: State) -> RenderableType:
        """Draw the account of every seat: which cards count as Unicorns."""
        view = GAME.view(state, self.narrator.viewer)
        return Grid([self._account(account) for account in self.voice.account(view)], least=36)

    def _account(self, account: Account) -> Panel:
        table = Table.grid(padding=(0, 1), expand=True)
        table.add_column(ratio=1)
        table.add_column(justify="right", no_wrap=True)
        for entry in account.entries:
            table.add_row(self.renderer.named(entry.card), str(entry.total))
        return Panel(table, title=Text(f"{self.voice.called(account.seat)}: {account.words}", style="bold"))


class UnicornsTerminal:
    """The terminal part of the game's manifest (see `cli.screen.screen.Terminal`)."""

    def screen(
        self,
        names: Sequence[str],
        viewer: Seat | None,
        options: Mapping[str, object],
        reader: Reader,
        *,
        fancy: bool,
    ) -> UnicornsScreen:
        """Return the screen of a table."""
        voice = TEXT.voice(names, viewer, options, reader.lang, reader.layer)
        return UnicornsScreen(voice, fancy=fancy)

    def card_list(self, deck: str | None, reader: Reader, *, fancy: bool) -> UnicornsCardList:
        """Return the cards of a deck, perhaps with expansions; None for the default one."""
        base, packs = parted(deck or MANIFEST.deck)
        options = {"deck": base, "expansions": packs}
        narrator = Narrator(rules_for(4, options), (), None, reader.lang, reader.layer)
        return UnicornsCardList(Renderer(narrator, fancy=fancy), reader)


TERMINAL: Final = UnicornsTerminal()
