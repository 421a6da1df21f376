"""What is different and what is watched while a card is in a stable, in the texts of unicorn cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.games.unicorns.text.nouns import MANY
from stablehand.games.unicorns.text.verbs import VerbWriter
from stablehand.games.unicorns.vocabulary import (
    ANY_UNICORN,
    EVERYTHING,
    INSTANT,
    UNICORN,
    Bar,
    Become,
    Cannot,
    CannotWin,
    Forbid,
    HandLimit,
    Immune,
    Mute,
    OpenHand,
    Share,
    Skips,
    Unanswerable,
    Worth,
)

if TYPE_CHECKING:
    from stablehand.games.unicorns.vocabulary import Event, Trait
    from stablehand.text.message import Phrase

COMINGS: Final = ("enter", "leave")
SINGLE: Final = ("draw", "play", "answer")
STANDING: Final[dict[type, str]] = {OpenHand: "open_hand", Unanswerable: "unanswerable"}


class TraitWriter(VerbWriter):
    """Writes continuous effects and events."""

    def trait(self, trait: Trait) -> Phrase:
        """Return the text of a continuous effect."""
        match trait:
            case Become(kind):
                return self.phrase(f"become.{kind}")
            case Mute(what, of):
                if of != UNICORN:
                    return self.phrase("mute.cards", what=what, cards=self.noun(of, MANY))
                return self.phrase(f"mute.{what}")
            case Immune():
                return self._immune(trait)
            case Worth(n):
                return self.phrase("worth", n=n)
            case Forbid(of):
                return self.phrase("forbid", cards=self.noun(of, MANY))
            case Bar(of, whose):
                return self.phrase(f"bar.{whose}", cards=self.noun(of, MANY))
            case Share(of):
                return self.phrase("share", cards=self.noun(of, MANY))
            case Skips(phase):
                return self.phrase(f"skips.{phase}")
            case CannotWin(condition) if condition:
                return self.phrase("cannot_win.if", condition=self.condition(condition))
            case CannotWin():
                return self.phrase("cannot_win")
            case Cannot(verb):
                return self.phrase(f"cannot.{verb}")
            case HandLimit(n, is_change, whose):
                by = "" if not is_change else ".more" if n > 0 else ".less"
                return self.phrase(f"limit{'.all' * (whose == 'everybody')}{by}", n=abs(n))
            case _:
                return self.phrase(STANDING[type(trait)])

    def _immune(self, trait: Immune) -> Phrase:
        of, by = trait.of, trait.by
        what = self.phrase("immune.yours", cards=self.noun(of, MANY)) if of else self.phrase("this")
        if trait.verbs == (EVERYTHING,) and by:
            key = "immune.everything.others" if by.place else "immune.everything"
            return self.phrase(key, what=what, cards=self.noun(by, MANY))
        *verbs, be = (self.phrase(f"be.{verb}") for verb in trait.verbs)
        for verb in reversed(verbs):  # Russian says "nor" between all of them
            be = self._listed([verb, be], "nor")
        be = self.phrase("neither", be=be) if len(trait.verbs) > 1 else be
        source = self.phrase("immune.by", cards=self.noun(by, MANY, "or")) if by else ""
        return self.phrase("immune", what=what, be=be, by=source, many="yes" if of else "no")

    def event(self, event: Event) -> Phrase:
        """Return what happens as a clause."""
        verbs, of, by = event.verbs, event.of, event.by
        what = self.one(of)
        if verbs[0] in COMINGS:
            key = "event." + ".".join(verb for verb in COMINGS if verb in verbs)
            is_unicorn = of.kinds == ANY_UNICORN and not of.tag and not of.name
            return self.phrase(key, what=what, unicorns="yes" if is_unicorn else "no")
        if verbs[0] in SINGLE:
            return self.phrase(f"event.{verbs[0]}", what=what, by=by, instant=self.one(INSTANT))
        done = self._listed([self.phrase(f"event.{verb}", by=by) for verb in verbs], "or")
        place = self.phrase("event.yours") if of.place == "yours" else ""
        return self.phrase("event.done", by=by, verbs=done, what=what, place=place)
