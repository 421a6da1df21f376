"""What a unicorn card says: one walk over its words, in a language's templates.

`phrase` says what is done, as a phrase that fits behind "you may", "each player must" or stands as an order;
`body` says the same as one sentence or several; `ability` says when and how it hangs on the card. "You" is
whoever does it: inside `Make` the same walk is taken with `THEY`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stablehand.text import unicorn_english as english
from stablehand.text.unicorn_nouns import THEY, YOU, Nouns
from stablehand.unicorns.words import (
    ANOTHER,
    ANYONE,
    CARD,
    Act,
    All,
    Bar,
    Become,
    Both,
    Cast,
    Count,
    Counter,
    Draw,
    EndTurn,
    ExtraDraw,
    ExtraTurn,
    Forbid,
    Foresee,
    HandLimit,
    If,
    Immune,
    Instead,
    It,
    Lands,
    Make,
    May,
    Mute,
    Needs,
    OneOf,
    OpenHand,
    Peek,
    Plays,
    Pull,
    Recycle,
    Respond,
    Reveal,
    Rob,
    Same,
    Search,
    SeeHand,
    SkipPhase,
    SkipTurn,
    Some,
    Then,
    TradeHands,
    Unanswerable,
    When,
    Whenever,
    While,
    With,
    Worth,
)  # fmt: skip

if TYPE_CHECKING:
    from stablehand.unicorns.catalog import Definition
    from stablehand.unicorns.words import Ability, Filter, Trait, Word

PLACES: Final = dict.fromkeys(("remove", "return", "move", "shrink"), "stables")
"""Where a verb looks if its words do not say; the other verbs say it themselves."""
COMPOUND: Final = (Then, Both, Make, May, With, If, Reveal)
PLAIN: Final[dict[type, str]] = {
    SeeHand: "see_hand", TradeHands: "trade", EndTurn: "end_turn", SkipTurn: "skip_turn",
    ExtraTurn: "extra_turn", Counter: "counter",
}  # fmt: skip
STANDING: Final[dict[type, str]] = {OpenHand: "open_hand", Unanswerable: "unanswerable"}


class Scribe(Nouns):
    """Writes the texts of one deck's cards, for a table where `destroy` reaches as far as it says.

    >>> from stablehand.unicorns.catalog import catalog
    >>> scribe = Scribe(catalog("base_2e"), destroy_scope="other")
    >>> scribe.text(scribe.card("rhinocorn"))
    "At the beginning of your turn, you may DESTROY a Unicorn card in another player's stable. If you do, SKIP to the end of your turn."
    """  # noqa: E501 - one sentence

    def text(self, card: Definition) -> str:
        """Return all a card says."""
        if not card.abilities:
            return self.say(f"type.{card.type}")
        return " ".join(self.ability(ability) for ability in card.abilities)

    def ability(self, ability: Ability) -> str:
        """Return what one ability says, in whole sentences."""
        return self.say("sentence", said=self._ability(ability))

    def _ability(self, ability: Ability) -> str:
        match ability:
            case When(moment, do):
                return self.say(f"when.{moment}", do=self.body(do))
            case Whenever(condition, do):
                return self.say("whenever", condition=self.condition(condition), do=self.body(do))
            case Instead():
                return self._instead(ability)
            case Lands():
                return self.say("lands")
            case Needs(of, to):
                return self.say(f"needs.{to}", card=self.one(of))
            case Cast(do):
                return english.capital(self.body(do))
            case Respond(do, is_final):
                said = self.say("respond", do=english.capital(self.body(do)))
                return self.say("respond.final", said=said) if is_final else said
            case While(trait):
                return self._trait(trait)

    def _instead(self, ability: Instead) -> str:
        what, be = self.threatened(ability)
        return self.say("instead", what=what, be=be, do=self.body(ability.do))

    def threatened(self, ability: Instead) -> tuple[str, str]:
        """Say which card would be lost where another thing may be done instead, and how."""
        be = english.listed([self.say(f"be.{verb}") for verb in ability.be], english.OR)
        if ability.of is None:
            return self.say("this"), be
        key = "instead.yours.other" if ability.of.is_other else "instead.yours"
        return self.say(key, card=self.noun(ability.of)), be

    def _trait(self, trait: Trait) -> str:
        match trait:
            case Become(kind):
                return self.say(f"become.{kind}")
            case Mute():
                return self.say(f"mute.{trait.what}")
            case Immune(of, verbs, by):
                what = (
                    self.say("immune.this") if of is None else self.say("immune.yours", cards=self.nouns(of))
                )
                be = english.listed([self.say(f"be.{verb}") for verb in verbs], english.OR)
                source = self.say("immune.by", cards=self.nouns(by)) if by else ""
                return self.say("immune", what=what, be=be, by=source)
            case Worth(n):
                return self.say("worth", n=n)
            case Forbid(of):
                return self.say("forbid", cards=self.nouns(of))
            case Bar(of, whose):
                return self.say(f"bar.{whose}", cards=self.nouns(of))
            case HandLimit(n, is_change):
                key = "limit" if not is_change else "limit.more" if n > 0 else "limit.less"
                return self.say(key, n=abs(n))
            case _:
                return self.say(STANDING[type(trait)])

    # ---- doings, as sentences

    def body(self, word: Word, who: str = YOU) -> str:
        """Return what is done as sentences; the first begins small, the last has no full stop."""
        match word:
            case May(Then(first, second)):
                return self.say("may.then", may=self._may(first, who), then=self.body(second, who))
            case May(do):
                return self._may(do, who)
            case Then(first, second):
                return self.say("then", first=self.phrase(first, who), second=self.phrase(second, who))
            case Both(parts) if any(isinstance(part, COMPOUND) for part in parts):
                said = [self.body(part, who) for part in parts]
                return ". ".join([said[0], *(english.capital(part) for part in said[1:])])
            case Make(whom, do):
                key = "make.one" if whom in {ANYONE, ANOTHER} else "make.all"
                return self.say(key, who=self.say(f"who.{whom}"), do=self.phrase(do, THEY))
            case If(condition, do):
                return self.say("if", condition=self.condition(condition, who), do=self.body(do, who))
            case _:
                return self.phrase(word, who)

    def _may(self, do: Word, who: str) -> str:
        return self.say(f"may.{who}", do=self.phrase(do, who))

    # ---- doings, as phrases

    def phrase(self, word: Word, who: str = YOU) -> str:
        """Return what is done as a phrase in the infinitive."""
        match word:
            case Act():
                return self._act(word, who)
            case May():
                return self._may(word.do, who)
            case Then(first, second):
                return self.say("then", first=self.phrase(first, who), second=self.phrase(second, who))
            case Both(parts):
                said = [self.phrase(part, who) for part in parts]
                is_plain = not any(isinstance(part, COMPOUND) for part in parts)
                return english.listed(said) if is_plain else self.say("also").join(said)
            case OneOf(modes):
                said = [self.phrase(mode, who) for mode in modes]
                return self.say("either", modes=english.listed(said, english.OR))
            case If(condition, do):
                return self.say("if", condition=self.condition(condition, who), do=self.phrase(do, who))
            case Make(whom, do):
                return self.say("make", who=self.say(f"who.{whom}"), do=self.phrase(do, THEY))
            case With(whom, do):
                key = "with.one" if whom in {ANYONE, ANOTHER} else "with.all"
                return self.say(key, who=self.say(f"who.{whom}"), do=self.phrase(do, who))
            case Reveal(cases):
                return self.say("reveal", cases=self._cases(cases, who))
            case _:
                return self._verb(word, who)

    def _cases(self, cases: tuple[tuple[Filter, Word], ...], who: str) -> str:
        said = [
            self.say("reveal.else", do=self.phrase(do, who))
            if of == CARD
            else self.say("reveal.case", card=self.one(of), do=self.phrase(do, who))
            for of, do in cases
        ]
        return self.say("reveal.between").join(said)

    def _verb(self, word: Word, who: str) -> str:
        hand, stable, your = (self.say(f"{key}.{who}") for key in ("hand", "stable", "your"))
        match word:
            case Draw(Count(of, less)):
                card = self.count_noun(of)
                return self.say(
                    "draw.count.less" if less else "draw.count", card=card, less=less, stable=stable
                )
            case Draw(Same()):
                return self.say("draw.same")
            case Draw(int(n)):
                return self.say("draw.one" if n == 1 else "draw", n=n)
            case ExtraDraw(n):
                return self.say("extra_draw.one" if n == 1 else "extra_draw", n=n, your=your)
            case Search(of):
                return self.say("search", card=self.one(of), hand=hand)
            case Pull(n):
                return self.say("pull.one" if n == 1 else "pull", n=n)
            case Rob(of, to):
                return self.say(f"rob.{to}", card=self.one(of), your=your)
            case Peek(n):
                return self.say("peek", n=n)
            case Foresee(n):
                return self.say("foresee", n=n, hand=hand)
            case Recycle(this, is_with_hand):
                cards = [self.say("this")] * this + [hand] * is_with_hand + [self.say("recycle.discard")]
                return self.say("recycle", cards=english.listed(cards))
            case SkipPhase(phase):
                return self.say(f"skip.{phase}", your=your)
            case Plays(n):
                return self.say(f"plays.{who}", n=n)
            case _:
                return self.say(PLAIN[type(word)], your=your)

    def _act(self, act: Act, who: str) -> str:
        """Say a verb of cards: what, where from, where to, how long."""
        of = act.what.of if isinstance(act.what, Some | All) else None
        place = (of.place if of else "") or self._place(act)
        if of is None and act.verb != "bring":
            place = ""
        is_one = not isinstance(act.what, All) and getattr(act.what, "n", 1) == 1
        key, what = f"act.{act.verb}", self.what(act.what)
        match act:
            case Act("discard", All(every)) if every == CARD:
                key = f"act.discard.all.{who}"
            case Act("sacrifice", All(every)):
                what = self.say(f"all.yours.{who}", cards=self.nouns(every))
            case Act("take", It()):
                key = "act.take.it"
            case Act("steal") if place == "theirs":
                key = "act.steal.theirs"
            case _:
                pass
        said = self.say(
            key,
            what=what,
            in_=self.where("in", place, who, is_one=is_one),
            from_=self.where("from", place, who, is_one=is_one),
            stable=self.say("stable.theirs" if act.to == "their_stable" else f"stable.{who}"),
            hand=self.say({"stables": "hand.its", "yours": f"hand.{who}"}.get(place, "hand.theirs"))
            if act.verb == "return"
            else self.say(f"hand.{who}"),
            to=self._to(act),
        )
        return (
            self.say(f"until.{act.until}", do=said, stable=self.say(f"stable.{who}")) if act.until else said
        )

    def _place(self, act: Act) -> str:
        if act.verb == "give":
            return "hand"
        return self.scope if act.verb == "destroy" else PLACES.get(act.verb, "")

    def _to(self, act: Act) -> str:
        if act.verb == "give":
            return self.say(f"give.{act.to}")
        return self.say("stable.theirs" if act.to == "their_stable" else f"to.{act.to or ANYONE}")
