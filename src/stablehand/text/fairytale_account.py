"""How the points of Fairy Tale come about, card by card, and who has won."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, assert_never

from stablehand.fairytale.score import account
from stablehand.fairytale.words import Factions, Has, If, Most, PerCard, Points
from stablehand.text.fairytale_cards import Speaker

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stablehand.fairytale.state import State
    from stablehand.fairytale.words import CardNo, Condition
    from stablehand.kernel.contract import Seat


class Line(NamedTuple):
    """One line of an account: all copies of one card, what each earns, and why."""

    card: CardNo
    copies: int
    each: int
    why: str

    @property
    def total(self) -> int:
        """Return what the copies earn together."""
        return self.copies * self.each


class Accounts(Speaker):
    """Counts aloud."""

    def account(self, s: State, seat: Seat) -> list[Line]:
        """Say how a seat's points come about, copies of a card together."""
        found = account(s, seat)
        copies = Counter(card for card, _ in found.lines)
        named = copies + Counter(found.stand_ins)
        stand_ins = list(found.stand_ins)
        return [
            Line(card, copies[card], value, self._reasons(card, copies[card], value, named, stand_ins))
            for card, value in sorted(set(found.lines))
        ]

    def _reasons(
        self, card: CardNo, copies: int, value: int, named: Mapping[CardNo, int], stand_ins: list[CardNo]
    ) -> str:
        why = self._reason(card, value, named, stand_ins)
        is_fixed = isinstance(self.deck.cards[card].worth, Points)
        return why if copies == 1 or is_fixed else self.say("account.each", why=why)

    def _reason(self, card: CardNo, value: int, named: Mapping[CardNo, int], stand_ins: list[CardNo]) -> str:
        definition = self.deck.cards[card]
        if definition.chameleon and stand_ins:
            return self.say("account.stands_in", card=self.named(stand_ins))
        worth = definition.worth
        match worth:
            case Points(points):
                return self.say("account.points", n=named[card], each=points)
            case PerCard(wanted, each):
                key = "account.per_itself" if wanted == card else "account.per"
                return self.say(key, each=each, n=named.get(wanted, 0), card=self.named([wanted]))
            case If(condition, _):
                key = "account.if" if value else "account.if_not"
                return self.say(key, condition=self._short_condition(condition))
            case _:
                assert_never(worth)

    def _short_condition(self, condition: Condition) -> str:
        """Say what a condition asks for, of whomever it is asked."""
        match condition:
            case Most(faction):
                return self.say("account.most", faction=self.faction(faction))
            case Has(cards):
                parts = [self.say("account.has", n=n, card=self.named([card])) for card, n in cards]
            case Factions(least):
                parts = [self.say("account.factions", n=n, faction=self.faction(of)) for of, n in least]
            case _:
                assert_never(condition)
        return self.language.listed(parts)

    def winners(self, winners: Sequence[Seat], points: Sequence[int]) -> str:
        """Say who has won."""
        if len(winners) > 1:
            # The viewer last: Ann and you.
            together = sorted(winners, key=lambda seat: (seat == self.viewer, seat))
            return self.say(
                "won.shared", who=self.language.listed([str(self.who(seat)) for seat in together])
            )
        seat = winners[0]
        return self.say("won", who=self.who(seat), points=self.points(points[seat]))
