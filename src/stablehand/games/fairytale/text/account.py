"""The text of accounts of points in Fairy Tale, card by card, and of the result."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from stablehand.games.fairytale.knowledge.accounts import seat_account
from stablehand.games.fairytale.text.cards import Speaker

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stablehand.core.contract import Seat
    from stablehand.games.fairytale.knowledge.view_types import AccountLine, Counted, SeatAccount
    from stablehand.games.fairytale.state.state import State
    from stablehand.games.fairytale.vocabulary import CardNo


class Line(NamedTuple):
    """One line of an account: all copies of one card, the points of each, and the reason."""

    card: CardNo
    copies: int
    each: int
    why: str

    @property
    def total(self) -> int:
        """The points of all copies together."""
        return self.copies * self.each


class Accounts(Speaker):
    """Adds accounts of points and the result to the card texts."""

    def account(self, s: State, seat: Seat) -> list[Line]:
        """Return how a seat's points are counted, one line for all copies of a card."""
        return self.lines(seat_account(s, seat))

    def lines(self, account: SeatAccount) -> list[Line]:
        """Return an account of a view in words, one line for all copies of a card."""
        return [
            Line(self.number(line["card"]), line["copies"], line["each"], self._reasons(line))
            for line in account["lines"]
        ]

    def _reasons(self, line: AccountLine) -> str:
        why = self._reason(line)
        says_each = line["because"] in {"value", "copies"}
        return why if line["copies"] == 1 or says_each else self.page.say("account.each", why=why)

    def _reason(self, line: AccountLine) -> str:
        key, counted = f"account.{line['because']}", line["counted"]
        match line["because"]:
            case "value":
                return self.page.say(key, n=line["copies"], each=line["each"])
            case "copies":
                return self.page.say(key, n=counted[0]["n"], each=line["each"])
            case "cards":
                n, card = counted[0]["n"], self._counted(counted[0] | {"n": 1})
                return self.page.say(key, rate=line["rate"], n=n, card=card)
            case "stands_in":
                return self.page.say(key, card=self._all(counted))
            case _:
                return self.page.say(key, condition=self._all(counted))

    def _all(self, counted: Sequence[Counted]) -> str:
        return self.language.listed([self._counted(one) for one in counted])

    def _counted(self, one: Counted) -> str:
        """Return so many cards of a name or of a faction, or the most of a faction."""
        if "card" in one:
            return self.page.say("account.has", n=one["n"], card=self.quoted(one["card"]))
        faction = self.faction(self.deck.factions.index(one["faction"]))
        return self.page.say("account.factions" if one["n"] else "account.most", n=one["n"], faction=faction)

    def winners(self, winners: Sequence[Seat], points: Sequence[int]) -> str:
        """Return who has won; the winner's points are named if there is only one."""
        if len(winners) > 1:
            # The viewer last: Ann and you.
            together = sorted(winners, key=lambda seat: (seat == self.viewer, seat))
            return self.say(
                "won.shared", who=self.language.listed([str(self.who(seat)) for seat in together])
            )
        seat = winners[0]
        return self.say("won", who=self.who(seat), points=self.points(points[seat]))
