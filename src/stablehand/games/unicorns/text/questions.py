"""The prompts of Unstable Unicorns: the clause of a card that asks, as a question.

A decision names the effect that asks (`decision.why`). Its options show which clause of the effect is meant;
if two clauses fit, the prompt has the whole effect.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from stablehand.games.unicorns.text.speaker import Speaker
from stablehand.games.unicorns.vocabulary import (
    ANOTHER,
    ANYONE,
    CARD,
    Act,
    Both,
    Foresee,
    If,
    Instead,
    Make,
    May,
    OneOf,
    Reveal,
    Rob,
    Search,
    Some,
    Then,
    With,
)
from stablehand.text.message import capital

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from stablehand.games.unicorns.vocabulary import Ability, Filter, Word

PLACES: Final = {
    "sacrifice": "yours",
    "discard": "hand",
    "give": "hand",
    "take": "discard",
    "steal": "others",
}
FIXED: Final = {"baby", "vote", "play", "aim", "order", "hand_limit", "third_neigh", "redraw", "turn"}
"""Decisions with a prompt of their own, which no card asks for."""


class Clause(NamedTuple):
    """A part of an effect that asks for cards."""

    word: Word
    of: Filter
    n: int | None
    place: str


class Questions(Speaker):
    """Writes prompts and the options that are not cards."""

    def prompt(self, view: Mapping[str, Any]) -> str:
        """Return the question to the viewer, or that there is none."""
        decision = view["decision"]
        if decision is None:
            return self.waiting(view)
        why = decision["why"]
        if why in FIXED:
            zones = view["zones"]["seats"][view["seat"]]
            limit, card = zones["hand_limit"], self.named(view["zones"]["playing"]["cards"][:1])
            return self.say(f"prompt.{why}", limit=limit, n=zones["hand"]["size"] - limit, card=card)
        if why == "action":
            verbs = {option["verb"] for option in decision["options"]}
            return self.say("prompt.action.again" if "pass" in verbs else "prompt.action")
        if why == "window":
            return self._window(view)
        return self._effect_prompt(view, decision)

    def _window(self, view: Mapping[str, Any]) -> str:
        """Return what was played last, and what follows if nobody answers."""
        pile = self._chain(view)
        first = self.named([pile[0]["card"]])
        if len(pile) == 1:
            return self.say("prompt.window", who=self.who(pile[0]["owner"]), card=first)
        # Each Instant stops the card below it, so with an even number of them the first card resolves.
        return self.say(
            "prompt.window.pile",
            who=self.who(pile[-1]["owner"]),
            owner=self.who(pile[-2]["owner"]),
            card=self.named([pile[-2]["card"]]),
            first=first,
            fate="resolves" if len(pile) % 2 else "stopped",
        )

    def _chain(self, view: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        """Return the card that may be responded to and the Instants on it; cards may be waiting below it."""
        cards = self.catalog.cards
        is_instant = [cards[self.catalog.first[one["card"]]].type == "instant" for one in view["pile"]]
        below = max(at for at, is_one in enumerate(is_instant) if not is_one)
        return list(view["pile"][below:])

    def _effect_prompt(self, view: Mapping[str, Any], decision: Mapping[str, Any]) -> str:
        path = decision["why"]
        card, do = self.name(path.partition("/")[0]), self._effect(path)
        whole = self.card_writer.doing(do.do if isinstance(do, May) else do)
        match decision["kind"]:
            case "yes_no":
                asked = self._may_prompt(path, card)
                if decision.get("about"):
                    return self.say("prompt.about", prompt=asked, card=self.named([decision["about"]]))
                return asked
            case "mode":
                return self.say("prompt.mode", card=card)
            case "seat":
                found = [part for part in words_in(do) if _asks_whom(part)]
                if len(found) != 1:
                    return self.say("prompt.whom", card=card, do=whole)
                key = "prompt.whither" if isinstance(found[0], Act) else "prompt.do"
                return self.say(key, card=card, do=self.card_writer.doing(found[0]))
            case _:
                doings = [self.card_writer.doing(clause.word) for clause in self._clauses(do, view, decision)]
                if len({doing.render("imp") for doing in doings}) != 1:
                    return self.say("prompt.all", card=card, do=whole)
                key = "prompt.do.several" if decision["picked"] else "prompt.do"
                done, most = len(decision["picked"]), decision["most"]
                return self.say(key, card=card, do=doings[0], done=done, most=most)

    def _may_prompt(self, path: str, card: str) -> str:
        ability = self._ability(path)
        may = next(part for part in words_in(self._effect(path)) if isinstance(part, May))
        do = self.card_writer.doing(may.do)
        if isinstance(ability, Instead):
            what, be = self.card_writer.threatened(ability)
            return self.say("prompt.instead", card=card, what=what, be=be, do=do)
        return self.say("prompt.may", card=card, do=do)

    def _effect(self, path: str) -> Word:
        return next(effect.do for effect in self.catalog.effects if effect.path == path)

    def _ability(self, path: str) -> Ability:
        card, _, number = path.partition("/")
        return self.card_writer.card(card).abilities[int(number)]

    def _clauses(self, do: Word, view: Mapping[str, Any], decision: Mapping[str, Any]) -> list[Clause]:
        """Return the clauses of an effect that fit the options of a decision."""
        found = [clause for part in words_in(do) if (clause := self._clause(part))]
        if len(found) == 1:
            return found
        fitting = [clause for clause in found if self._fits(clause, view, decision)]
        exact = [clause for clause in fitting if clause.n == decision["most"]]
        return exact or fitting

    def _clause(self, part: Word) -> Clause | None:
        match part:
            case Act(verb, Some(n, of)):
                scope = "stables" if self.rules.destroy_scope == "any" else "others"
                place = of.place or (scope if verb == "destroy" else PLACES.get(verb, "stables"))
                return Clause(part, of, n if isinstance(n, int) else None, place)
            case Search(of):
                return Clause(part, of, 1, "deck")
            case Foresee():
                return Clause(part, CARD, 1, "deck")
            case Rob(of, _):
                return Clause(part, of, 1, "their_hand")
            case _:
                return None

    def _fits(self, clause: Clause, view: Mapping[str, Any], decision: Mapping[str, Any]) -> bool:
        if clause.n is not None and decision["most"] > clause.n:
            return False
        offered = [option for option in decision["options"] if "card" in option]
        for option in offered:
            is_own = option.get("owner") == self.viewer
            zone, wanted = option["zone"], clause.place
            is_there = {
                "hand": zone == "hand" and is_own,
                "their_hand": zone == "hand" and not is_own,
                "yours": zone == "stable" and is_own,
                "others": zone == "stable" and not is_own,
            }.get(wanted, zone == ("stable" if wanted in {"stables", "theirs"} else wanted))
            if not (is_there and self._is(option["card"], clause.of)):
                return False
        if clause.place != "stables" or any(option.get("owner") != self.viewer for option in offered):
            return True
        # All are the viewer's own: a verb that reaches every stable fits only if nobody else has such a card.
        return not any(
            self._is(card["card"], clause.of)
            for seat, zones in enumerate(view["zones"]["seats"])
            if seat != self.viewer
            for card in zones["stable"]["cards"]
        )

    def _is(self, card: str, of: Filter) -> bool:
        return self.catalog.matches(of, self.catalog.first[card])

    def option(self, option: Mapping[str, Any], why: str) -> str:
        """Return an option that is not a card, as on a button."""
        if "mode" in option:
            one_of = next(part for part in words_in(self._effect(why)) if isinstance(part, OneOf))
            return capital(self.card_writer.doing(one_of.modes[option["mode"] - 1]).render("inf"))
        if "owner" in option:
            return self.called(option["owner"])
        return self.say(f"option.{option['verb']}")


def words_in(word: Word) -> Iterator[Word]:
    """Yield a word and all words inside it, in printed order."""
    yield word
    match word:
        case May(do) | Make(_, do) | With(_, do) | If(_, do):
            yield from words_in(do)
        case Then(first, second):
            yield from words_in(first)
            yield from words_in(second)
        case Both(parts) | OneOf(parts):
            for part in parts:
                yield from words_in(part)
        case Reveal(cases):
            for _, do in cases:
                yield from words_in(do)
        case _:
            pass


def _asks_whom(part: Word) -> bool:
    if isinstance(part, Make | With):
        return part.who in {ANYONE, ANOTHER}
    return isinstance(part, Act) and part.verb in {"move", "give"} and part.to in {ANYONE, ANOTHER}
