"""Verbs with their cards in the texts of unicorn cards: what, from where, to where, and for how long."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.games.unicorns.text.nouns import MANY, Nouns
from stablehand.games.unicorns.text.shape import filter_of
from stablehand.games.unicorns.vocabulary import ANY_UNICORN, ANYONE, BABY, CARD, Act, All, It, This

if TYPE_CHECKING:
    from stablehand.text.message import Phrase

PLACES: Final = dict.fromkeys(("remove", "return", "move", "shrink", "banish"), "stables")
"""Where a verb takes cards from if its filter has no place; the messages of other verbs name the place."""

TOLD: Final = {"shrink"}
"""Verbs that need to be told how they are done."""


class ActWriter(Nouns):
    """Writes verbs with their cards."""

    scope: str
    """Where cards to be destroyed are."""

    def _act(self, act: Act, who: str, *, is_apart: bool = False) -> Phrase:
        """Return a verb with its cards: what, where from, where to.

        `is_apart` asks for how it is done in a sentence of its own, if that needs to be told (`TOLD`).
        """
        of = filter_of(act)
        place = (of.place if of else "") or self._place(act)
        if of is None and act.verb != "bring":
            place = ""
        is_every = isinstance(act.what, All)
        is_many = is_every or getattr(act.what, "n", 1) != 1
        key, what = f"act.{act.verb}", self.what(act.what)
        match act:
            case Act("discard", All(every)) if every == CARD:
                key = "act.discard.all"
            case Act("sacrifice", All(every)):
                what = self.phrase("all.yours", who=who, cards=self.noun(every, MANY))
            case Act("take", It()) if self.is_replayed:
                key = "act.take.that"
            case Act("discard" | "take" | "bring" | "show", It()):
                key += ".it"  # what was revealed is in no hand, so that it is not discarded (UU-KEY-discard)
            case Act("bring") if of is None or of.kinds & ~ANY_UNICORN:
                key = "act.bring.thing"
            case Act("take") if place == "those":
                key = "act.take.those"
            case Act("return") if of and not of.kinds & ~BABY.kinds:
                key = "act.return.nursery"  # a Baby never goes to a hand (UU-TYPE-8)
            case Act("return") if place == "yours" or of is None:
                key = "act.return.own"
            case Act("steal") if place in {"theirs", "boss"}:
                key = "act.steal.theirs"
            case Act("give", _, "boss"):
                key = "act.give.boss"
            case Act("bury", _, "shuffled"):
                key = "act.bury.shuffled"
            case Act(verb) if is_apart and verb in TOLD:
                key += ".apart"
            case _:
                pass
        stable = self.phrase("stable.theirs" if act.to == "their_stable" else "stable", who=who)
        return self.phrase(
            key,
            who=who,
            place=place,
            tagged="yes" if of and of.tag else "no",
            what=what,
            stable=stable,
            many="yes" if is_many else "no",
            own="no" if act.to == "their_stable" else "yes",
            hand=self._hand(act, place, who, is_many=is_many),
            to=self._to(act, place, who),
            back="yes" if isinstance(act.what, This) else "no",
            **{
                side: self.where(side, place, who, is_many=is_many, is_every=is_every)
                for side in ("in", "from")
            },
        )

    def _until(self, key: str, do: Phrase, act: Act, who: str) -> Phrase:
        """Return what is done and when it is undone: in brackets, or as a sentence of its own."""
        is_many = isinstance(act.what, All) or getattr(act.what, "n", 1) != 1
        back = self.phrase("back", verb=act.verb, many="yes" if is_many else "no")
        stable = self.phrase("stable", who=who)
        return self.phrase(
            key, do=do, back=self.phrase(f"until.{act.until}", who=who, back=back, stable=stable)
        )

    def _place(self, act: Act) -> str:
        if act.verb == "give":
            return "hand"
        return self.scope if act.verb == "destroy" else PLACES.get(act.verb, "")

    def _hand(self, act: Act, place: str, who: str, *, is_many: bool) -> Phrase:
        if act.verb != "return" or place == "yours" or not filter_of(act):
            return self.phrase("hand", who=who)
        key = "hand.its" if place == "stables" else "hand.theirs"
        has_many = is_many and place != "theirs"  # cards of one player go to one hand
        return self.phrase(key, who=who, many="yes" if has_many else "no")

    def _to(self, act: Act, place: str, who: str) -> Phrase:
        if act.verb == "give" and act.to != "boss":
            return self.phrase(f"give.{act.to}", who=who)
        # From any stable, "another player" could be read as another than the one it is taken from.
        key = "stable.theirs" if act.to == "their_stable" else f"to.{act.to or ANYONE}"
        return self.phrase(key, who=who, place=place, far="no" if place in {"", "yours"} else "yes")
