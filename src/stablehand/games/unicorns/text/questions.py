"""The prompts of Unstable Unicorns: the clause of a card that asks, as a question.

A decision names the effect that asks (`decision.why`). Its options, and whose turn it is, show which clause
of the effect is meant; if two clauses fit, the prompt tells only that a card is chosen.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from stablehand.games.unicorns.text.asked import AskingWriter
from stablehand.games.unicorns.text.nouns import NAMED
from stablehand.games.unicorns.text.shape import COMPOUND, asks_whom, speaks_of_them, with_more, words_in
from stablehand.games.unicorns.text.speaker import Speaker
from stablehand.games.unicorns.vocabulary import (
    CARD,
    EVERYBODY,
    Act,
    Both,
    Cast,
    Instead,
    Look,
    Make,
    May,
    OneOf,
    Rob,
    Same,
    Search,
    Some,
    Then,
    UpTo,
    With,
)
from stablehand.text.message import capital

if TYPE_CHECKING:
    from collections.abc import Mapping

    from stablehand.games.unicorns.vocabulary import Ability, Filter, Word
    from stablehand.text.message import Phrase

PLACES: Final = {
    "sacrifice": "yours",
    "discard": "hand",
    "give": "hand",
    "take": "discard",
    "steal": "others",
}
ASKED: Final = "asked"
"""One player whom the question does not name."""
OWN: Final = "own"
"""The player who is asked."""
MOST_WORDS: Final = 15
"""A question with more words leaves out what the card itself tells."""
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
        if why.startswith("window."):
            return self.say("prompt.window.occasion", told=self.occasion(view))
        return self._effect_prompt(view, decision)

    def _window(self, view: Mapping[str, Any]) -> str:
        """Return what was played last, and what follows if nobody answers."""
        pile = self._chain(view)
        first, owner = self.named([pile[0]["card"]]), self.who(pile[0]["owner"])
        if len(pile) == 1:
            return self.say("prompt.window", who=owner, card=first)
        if len(pile) == 2:
            return self.say("prompt.window.neighed", who=self.who(pile[1]["owner"]), owner=owner, card=first)
        who, owner = (self.who(one["owner"]) for one in (pile[-1], pile[-2]))
        card = self.named([pile[-2]["card"]])
        # Each Instant stops the card below it, so with an even number of them the first card resolves.
        fate = "resolves" if len(pile) % 2 else "stopped"
        return self._shortest(
            self.say("prompt.window.pile", who=who, owner=owner, card=card, first=first, fate=fate),
            self.say("prompt.window.neighed", who=who, owner=owner, card=card),
        )

    def occasion(self, view: Mapping[str, Any]) -> str:
        """Return what is about to happen, where no card is being played."""
        about = view["occasion"]
        card = self.named([about["card"]] if about["card"] else [])
        by, owner = self.who(about["by"]), self.who(about["owner"])
        key = f"occasion.{about['verb']}"
        if about["by"] == about["owner"] and f"{key}.own" in self.messages:
            key += ".own"
        return self.say(key, by=by, owner=owner, card=card)

    def _chain(self, view: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        """Return the card that may be responded to and the Instants on it; cards may be waiting below it.

        An Instant that answers something else stands for the card.
        """
        if "occasion" in view:
            return list(view["pile"])
        cards = self.catalog.cards
        is_instant = [cards[self.catalog.first[one["card"]]].type == "instant" for one in view["pile"]]
        below = max(at for at, is_one in enumerate(is_instant) if not is_one)
        return list(view["pile"][below:])

    @cached_property
    def asking(self) -> AskingWriter:
        """The writer of what a question asks."""
        return AskingWriter(self.catalog, self.rules.destroy_scope, self.language, self.card_names)

    def _effect_prompt(self, view: Mapping[str, Any], decision: Mapping[str, Any]) -> str:
        path = decision["why"]
        asked_by, do = path.partition("/")[0], self._effect(path)
        card = self.quoted(asked_by)
        match decision["kind"]:
            case "yes_no":
                return self._may_prompt(path, asked_by, decision)
            case "mode":
                return self.say("prompt.mode", card=card)
            case "seat":
                return self._whom_prompt(do, card, decision.get("moves"))
            case _:
                if decision.get("step") == "stack":
                    return self.say("prompt.stack", card=card)
                clauses = self._clauses(do, view, decision)
                doings = [self._step(clause, decision) for clause in clauses]
                if len({doing.render("imp") for doing in doings}) != 1:
                    return self.say("prompt.all", card=card)
                if not decision["picked"]:
                    return self.say("prompt.do", card=card, do=doings[0])
                done, most = len(decision["picked"]), decision["most"]
                return self._shortest(
                    self.say("prompt.do.several", card=card, do=doings[0], done=done, most=most),
                    self.say("prompt.several", card=card, done=done, most=most),
                )

    def _whom_prompt(self, do: Word, card: str, moves: str | None) -> str:
        """Return the question for a player: what is done to one, if that can be said shortly.

        `moves` is the card that goes to the player; a view that was stored earlier does not tell.
        """
        found = [part for part in words_in(do) if asks_whom(part)]
        if len(found) != 1 or (isinstance(found[0], Make | With) and isinstance(found[0].do, COMPOUND)):
            return self.say("prompt.whom", card=card)
        match found[0]:
            case Look() | Act("give"):
                return self.say("prompt.to", card=card)
            case Act() | Search() if moves:
                moved = self.quoted(moves)
                return self.say(
                    "prompt.whither", card=card, moved=moved, itself="yes" if moved == card else "no"
                )
            case _:
                pass
        asked = self.say("prompt.do", card=card, do=self.asking.doing(found[0]))
        return self._shortest(asked, self.say("prompt.whom", card=card))

    def _shortest(self, whole: str, brief: str) -> str:
        """Return a question, without what the card itself tells if it is long."""
        return whole if len(whole.split()) <= MOST_WORDS else brief

    def _step(self, clause: Clause, decision: Mapping[str, Any]) -> Phrase:
        """Return what a clause asks for; the player whose cards are offered is named, and their number."""
        match clause.word:
            case Act(_, Some(Same(), of)):
                word = replace(clause.word, what=Some(decision["most"], of))
                clause = clause._replace(word=word)
            case _:
                pass
        owners = {option.get("owner") for option in offered_cards(decision)}
        if clause.place not in {"theirs", "boss", "their_hand"} or len(owners) != 1:
            return self._about(clause.word, decision)
        owner = owners.pop()
        if owner != self.viewer and isinstance(owner, int):
            return self.asking.about(NAMED, self.names[owner]).doing(clause.word)
        match clause.word:
            case Act(_, Some(n, of)):  # one's own cards, where everybody's are meant
                own = replace(clause.word, what=Some(n, replace(of, place="yours")))
                return self.asking.doing(own)
            case _:
                return self.asking.about(OWN if owner == self.viewer else ASKED).doing(clause.word)

    def _about(self, word: Word, decision: Mapping[str, Any]) -> Phrase:
        """Return a doing with the name of the player it is about, if it speaks of one who is known."""
        whom = decision.get("whom")
        if whom is None or not speaks_of_them(word):
            return self.asking.about(ASKED).doing(word)
        match word:
            case Act("bring", _, "their_stable") if whom == self.viewer:
                return self.asking.doing(replace(word, to=""))
            case _:
                return self.asking.about(NAMED, self.names[whom]).doing(word)

    def _may_prompt(self, path: str, asked_by: str, decision: Mapping[str, Any]) -> str:
        ability, card = self._ability(path), self.quoted(asked_by)
        do = self._effect(path)
        parts = with_more(do.parts) if isinstance(do, Both) else [do]
        offers = [part for one in parts for part in words_in(one) if isinstance(part, May)]
        may = offers[-1 if decision.get("step") == "show" else 0]
        if not isinstance(ability, Instead):
            doing = self._about(may.do, decision) if speaks_of_them(may.do) else self.asking.doing(may.do)
            asked = self.say("prompt.may", card=card, do=doing)
            match may.do:
                case Then(Act("discard" | "sacrifice") as cost, _):
                    paid = self.say("prompt.may.cost", card=card, do=self.asking.doing(cost))
                    return self._shortest(asked, paid)
                case _:
                    return asked
        writer = copy(self.asking)
        writer.this = card
        be = writer.threatened(ability, decision.get("threat"))[1]
        victim = self.quoted(decision.get("about") or asked_by)
        saves = writer.doing(may.do)
        return self._shortest(
            self.say("prompt.instead", victim=victim, be=be, do=saves),
            self.say("prompt.instead.danger", victim=victim, do=saves),
        )

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
        is_free = decision.get("least", 1) == 0
        found = [clause for clause in found if may_be_none(clause.word) == is_free] or found
        there = [clause for clause in found if self._fits(clause, decision)]
        fitting = [clause for clause in there if self._reaches(clause, view, decision)] or there
        exact = [clause for clause in fitting if clause.n == decision["most"]]
        clauses = exact or fitting
        if len(clauses) > 1 and isinstance(self._ability(decision["why"]), Cast):
            # Magic is played in one's own turn, so who is not on turn does what the card makes others do.
            is_own = view.get("active") == self.viewer and not decision.get("is_made")
            clauses = [one for one in clauses if is_done_by(do, one.word, is_own=is_own)] or clauses
        return clauses

    def _clause(self, part: Word) -> Clause | None:
        match part:
            case Act(verb, Some(n, of)):
                scope = "stables" if self.rules.destroy_scope == "any" else "others"
                place = of.place or (scope if verb == "destroy" else PLACES.get(verb, "stables"))
                return Clause(part, of, n if isinstance(n, int) else None, place)
            case Search(of, n):
                return Clause(part, of, n, "deck")
            case Look(take=take) if take or part.rest == "any_order":
                return Clause(part, CARD, take or 1, "deck")
            case Rob(of, _):
                return Clause(part, of, 1, "their_hand")
            case _:
                return None

    def _fits(self, clause: Clause, decision: Mapping[str, Any]) -> bool:
        if clause.n is not None and decision["most"] > clause.n:
            return False
        for option in offered_cards(decision):
            is_own = option.get("owner") == self.viewer
            zone, wanted = option["zone"], clause.place
            is_there = {
                "hand": zone == "hand" and is_own,
                "their_hand": zone == "hand" and not is_own,
                "yours": zone == "stable" and is_own,
                "others": zone == "stable" and not is_own,
                "theirs": zone == "stable" and not is_own,
                "boss": zone == "stable" and not is_own,
            }.get(wanted, zone == ("stable" if wanted == "stables" else wanted))
            if not (is_there and self._is(option["card"], clause.of)):
                return False
        return True

    def _reaches(self, clause: Clause, view: Mapping[str, Any], decision: Mapping[str, Any]) -> bool:
        """Whether a verb for every stable is offered others' cards, or nobody else has such a card."""
        owners = {option.get("owner") for option in offered_cards(decision)}
        if clause.place != "stables" or owners != {self.viewer}:
            return True
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


def offered_cards(decision: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the options of a decision that are cards."""
    return [option for option in decision["options"] if "card" in option]


def may_be_none(word: Word) -> bool:
    """Whether a word can be answered without any card."""
    return isinstance(word, Search) or (
        isinstance(word, Act) and isinstance(word.what, Some) and isinstance(word.what.n, UpTo)
    )


def is_done_by(do: Word, part: Word, *, is_own: bool) -> bool:
    """Whether a part of an effect can be done by the card's own player, or (False) by another one."""
    makes = [make for make in words_in(do) if isinstance(make, Make) and part in words_in(make.do)]
    if is_own:
        return not makes or any(make.who == EVERYBODY for make in makes)
    return bool(makes)
