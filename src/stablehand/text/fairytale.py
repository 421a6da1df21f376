"""Fairy Tale in words: walks a deck's data and a view, and says them in a language's templates.

The same walk serves every language; a rule is never spelled out here. Texts depend on the table's options
where the rules do (`close_all_reaches`, `most_tie_counts`), so that what differs also reads differently.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple, assert_never

from stablehand.fairytale.score import account
from stablehand.fairytale.state import passes_to
from stablehand.fairytale.words import ANY, Close, Factions, Has, Hunt, If, Most, Open, PerCard, Points
from stablehand.text import english

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stablehand.fairytale.options import Rules
    from stablehand.fairytale.state import State
    from stablehand.fairytale.words import CardNo, Condition, Faction, Worth
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


class Narrator:
    """Speaks to one viewer (None: a spectator) at one table, whose seats have names.

    >>> from stablehand.fairytale.options import rules_for
    >>> narrator = Narrator(rules_for(2, {}), ["Ann", "Bob"], viewer=0)
    >>> narrator.text(narrator.number("demon"))
    '2 points. Everybody, you included, closes one of their Holy Empire cards played earlier.'
    >>> narrator.log({"what": "played", "rules": ["FT-PLAY-1"], "seat": 1, "card": "demon"})
    'Bob plays Demon.'
    """

    def __init__(self, rules: Rules, names: Sequence[str], viewer: Seat | None = None) -> None:
        self.rules = rules
        self.deck = rules.cards
        self.names = tuple(names)
        self.viewer = viewer
        self._words = english.FAIRYTALE

    # ---- cards

    def number(self, card: str) -> CardNo:
        """Return a card's number by its id."""
        return self.deck.number[card]

    def name(self, card: str | CardNo) -> str:
        """Return a card's name, by its id or its number."""
        return self.deck.cards[self.number(card) if isinstance(card, str) else card].name

    def faction(self, faction: Faction) -> str:
        """Return a faction's name."""
        return self.deck.factions[faction].replace("_", " ").title()

    def text(self, card: CardNo) -> str:
        """Return all a card says: what it is worth, then what it does."""
        effect = self.effect(card)
        return self._say("card.text", worth=self.worth(card), effect=effect) if effect else self.worth(card)

    def worth(self, card: CardNo) -> str:
        """Say what a card is worth."""
        definition = self.deck.cards[card]
        said = self._worth(card, definition.worth)
        if definition.chameleon:
            said += " " + self._say("worth.chameleon")
        if earners := self._earners(card):
            said += " " + self._say("worth.friend", card=_listed(earners))
        return said

    def _earners(self, card: CardNo) -> list[str]:
        """Return the names of the other cards that earn by each copy of this one (FT-KIND-3)."""
        return [
            other.name
            for no, other in enumerate(self.deck.cards)
            if no != card and isinstance(other.worth, PerCard) and other.worth.card == card
        ]

    def _worth(self, card: CardNo, worth: Worth) -> str:
        match worth:
            case Points(value):
                return self._say("worth.points", points=self.points(value))
            case PerCard(named, each) if named == card:
                return self._say("worth.per_itself", points=self.points(each))
            case PerCard(named, each):
                return self._say("worth.per", points=self.points(each), card=self.name(named))
            case If(condition, value):
                return self._say("worth.if", points=self.points(value), condition=self._condition(condition))
            case _:
                assert_never(worth)

    def short_worth(self, card: CardNo) -> str:
        """Say what a card is worth in a few letters."""
        worth = self.deck.cards[card].worth
        match worth:
            case Points(value):
                return self._say("short.points", n=value)
            case PerCard(named, each) if named == card:
                return self._say("short.per_itself", n=each)
            case PerCard(named, each):
                return self._say("short.per", n=each, card=self.name(named))
            case If(_, value):
                return self._say("short.if", n=value)
            case _:
                assert_never(worth)

    def effect(self, card: CardNo) -> str:
        """Say what a card does when it is revealed; nothing if it does nothing."""
        definition = self.deck.cards[card]
        effect = definition.effect
        match effect:
            case None:
                return ""
            case Hunt():
                return self._say("effect.hunt", hunted=self.faction(self.deck.hunted))
            case Open(faction, count):
                key = "effect.open"
            case Close("all", faction, count):
                key = f"effect.close_all.{self.rules.close_all_reaches}"
            case Close(_, faction, count):
                fresh = faction in {ANY, definition.faction}
                key = "effect.close_own_fresh" if fresh else "effect.close_own"
            case _:
                assert_never(effect)
        return self._say(key, number=english.NUMBERS[count], kind=self._kind(faction))

    def points(self, n: int) -> str:
        """Say a number of points."""
        return self._say("points.one" if abs(n) == 1 else "points", n=n)

    def _kind(self, faction: Faction) -> str:
        return self._say("kind.any") if faction == ANY else self._say("kind", faction=self.faction(faction))

    def _condition(self, condition: Condition) -> str:
        match condition:
            case Most(faction):
                key = "if.most" if self.rules.most_tie_counts else "if.most_alone"
                return self._say(key, faction=self.faction(faction))
            case Has(cards):
                parts = [
                    self._say("if.has.card" if n == 1 else "if.has.cards", n=n, card=self.name(card))
                    for card, n in cards
                ]
                return self._say("if.has", cards=_listed(parts))
            case Factions(least):
                parts = [
                    self._say("if.factions.faction", n=n, faction=self.faction(faction))
                    for faction, n in least
                ]
                return self._say("if.factions", factions=_listed(parts))
            case _:
                assert_never(condition)

    # ---- questions

    def moment(self, view: Mapping[str, Any]) -> str:
        """Say how far the game is."""
        if view["over"]:
            return self._say("moment.over")
        # During an effect nothing is drafted any more; what has been played shows in what is still kept.
        kept = max(seat["kept"]["size"] for seat in view["zones"]["seats"])
        if view["pass"] == "draft":  # noqa: S105 - a pass of the round, not a word
            return self._say("moment.keep", round=view["round"], at=kept + 1)
        at = 6 - kept if view["phase"] == "play" else 5 - kept
        return self._say("moment.play", round=view["round"], at=at)

    def prompt(self, view: Mapping[str, Any]) -> str:
        """Say what the viewer is asked."""
        decision = view["decision"]
        if decision is None:
            return self._say("prompt.over" if view["over"] else "prompt.wait")
        seat = view["seat"]
        if view["phase"] == "keep":
            return self._keep_prompt(view, seat)
        if view["phase"] == "play":
            return self._say("prompt.play")
        card = decision["why"].partition("/")[0]
        effect = self.deck.cards[self.number(card)].effect
        assert isinstance(effect, Close | Open)
        key = "prompt.open" if isinstance(effect, Open) else "prompt.close"
        said = self._say(key, card=self.name(card), kind=self._kind(effect.faction))
        if decision["most"] > 1:
            number, done = english.NUMBERS[decision["most"]], english.NUMBERS[len(decision["picked"])]
            said += self._say("prompt.several", number=number, done=done)
        return said

    def _keep_prompt(self, view: Mapping[str, Any], seat: Seat) -> str:
        rest = view["zones"]["seats"][seat]["hand"]["size"] - 1
        key = {0: "prompt.keep.last", 1: "prompt.keep.one"}.get(rest, "prompt.keep")
        side = self._say(f"side.{view['passing']}")
        to = passes_to(self.rules, view["round"], seat)
        return self._say(key, rest=english.NUMBERS[rest], next=self.names[to], side=side)

    # ---- around the table

    def called(self, seat: Seat) -> str:
        """Name a seat, the viewer's and their partner's as such (FT-TEAM-1)."""
        name = self.names[seat]
        if seat != self.viewer:
            is_partner = self.rules.teams and self.viewer is not None and (self.viewer + 2) % 4 == seat
            return self._say("called.partner", who=name) if is_partner else name
        alone = self._say("called.you_only")
        return alone if name == alone else self._say("called.you", who=name)

    def passing(self, side: str, path: str) -> str:
        """Say which way packets go."""
        return self._say("passing", side=self._say(f"side.{side}"), path=path)

    def zone(self, zone: str) -> str:
        """Name a zone."""
        return self._say(f"zone.{zone}")

    def holding(self, kept: int, hand: int) -> str:
        """Say how many cards a seat holds that others do not see."""
        parts = [self._say(f"holding.{zone}", n=n) for zone, n in (("kept", kept), ("hand", hand)) if n]
        return english.COMMA.join(parts)

    def refusal(self, cards: Sequence[str], rules: Sequence[str]) -> str:
        """Say why cards may not be chosen now."""
        names = _listed([self.name(card) for card in cards])
        if not rules:
            return self._say("refusal.unknown", card=names)
        reasons = [self._say("refusal.reason", sentence=self.rule(rule), rule=rule) for rule in rules]
        return self._say("refusal", card=names, reasons=" ".join(reasons))

    def rule(self, rule: str) -> str:
        """Say a rule by its id, in a sentence."""
        return english.RULES[rule]

    # ---- what happened

    def log(self, event: Mapping[str, Any]) -> str:
        """Say an event as it was seen (`Event.seen_by`); a card that is not in it cannot be named."""
        what = "hunted" if "FT-HUNT-1" in event["rules"] else event["what"]
        if what == "ended":
            return self._say("log.ended", results=_listed(self._results(event["points"])))
        seat = event["seat"]
        words: dict[str, object] = {"who": self.names[seat], "round": event.get("round")}
        if "card" in event:
            words["card"] = self.name(event["card"])
        if "cards" in event:
            words["cards"] = _listed([self.name(card) for card in event["cards"]])
        if "count" in event:
            words["count"] = self._say("cards.one" if event["count"] == 1 else "cards", n=event["count"])
        if "giver" in event:
            words["giver"] = self.names[event["giver"]]
        return self._say(self._log_key(what, event), **words)

    def _log_key(self, what: str, event: Mapping[str, Any]) -> str:
        """Choose the sentence: to the viewer or about another, naming a hidden card or not."""
        key = f"log.{what}"
        if "giver" in event and event["giver"] == self.viewer:
            return f"{key}.by_you"
        is_named = "card" in event or "cards" in event
        if is_named and f"{key}.named" in self._words and (event["seat"] != self.viewer or what == "chose"):
            key += ".named"
        if event["seat"] == self.viewer and f"{key}.you" in self._words:
            key += ".you"
        return key

    def _results(self, points: Sequence[int]) -> list[str]:
        return [
            self._say(f"log.ended.result{'.you' if seat == self.viewer else ''}", who=self.names[seat], n=n)
            for seat, n in enumerate(points)
        ]

    # ---- points

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
        return why if copies == 1 or is_fixed else self._say("account.each", why=why)

    def _reason(self, card: CardNo, value: int, named: Mapping[CardNo, int], stand_ins: list[CardNo]) -> str:
        definition = self.deck.cards[card]
        if definition.chameleon and stand_ins:
            cards = _listed([self.name(stand_in) for stand_in in stand_ins])
            return self._say("account.stands_in", card=cards)
        worth = definition.worth
        match worth:
            case Points(points):
                return self._say("account.points" if named[card] > 1 else "account.points.one", n=points)
            case PerCard(wanted, each):
                n = named.get(wanted, 0)
                key = "account.per_itself" if wanted == card else "account.per"
                key = f"{key}.one" if n == 1 and wanted == card else key
                return self._say(key, each=each, n=n, card=self.name(wanted))
            case If(condition, _):
                key = "account.if" if value else "account.if_not"
                return self._say(key, condition=self._short_condition(condition))
            case _:
                assert_never(worth)

    def _short_condition(self, condition: Condition) -> str:
        """Say what a condition asks for, of whomever it is asked."""
        match condition:
            case Most(faction):
                return self._say("account.most", faction=self.faction(faction))
            case Has(cards):
                return _listed(
                    [
                        self._say("account.has" if n > 1 else "account.has.one", n=n, card=self.name(card))
                        for card, n in cards
                    ]
                )
            case Factions(least):
                return _listed(
                    [
                        self._say("account.factions", n=n, faction=self.faction(faction))
                        for faction, n in least
                    ]
                )
            case _:
                assert_never(condition)

    def winners(self, winners: Sequence[Seat], points: Sequence[int]) -> str:
        """Say who has won."""
        if len(winners) > 1:
            return self._say("won.shared", who=_listed(self._together(winners)))
        seat = winners[0]
        key = "won.you" if seat == self.viewer else "won"
        return self._say(key, who=self.names[seat], n=self.points(points[seat]))

    def _together(self, seats: Sequence[Seat]) -> list[str]:
        """Name seats, the viewer last."""
        others = [self.names[seat] for seat in seats if seat != self.viewer]
        return [*others, self._say("you")] if len(others) < len(seats) else others

    def _say(self, key: str, /, **words: object) -> str:
        return self._words[key].format(**words)


def _listed(parts: Sequence[str]) -> str:
    """Join as a language does: a, b and c."""
    return english.AND.join(filter(None, (english.COMMA.join(parts[:-1]), parts[-1])))
