"""The texts of unicorn cards, written from the words of their abilities, by the same code in every language.

`doing` returns what is done as a phrase whose mood is chosen by the message around it: an order, or what
follows "you may" and "each player must". `body` returns the same as one or several sentences. `ability` adds
when it happens. `who` is the player who acts: `YOU`, or `THEY` inside `Make`.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from stablehand.games.unicorns.text.acts import TOLD
from stablehand.games.unicorns.text.nouns import THEY, YOU
from stablehand.games.unicorns.text.shape import (
    COMPOUND,
    is_also,
    is_implied,
    is_joined,
    is_long,
    is_verb,
    lists_cards,
    names_its_player,
    sentences,
    with_another,
    with_more,
)
from stablehand.games.unicorns.text.traits import TraitWriter
from stablehand.games.unicorns.vocabulary import (
    ANOTHER,
    ANYONE,
    CARD,
    EVERYBODY,
    OTHERS,
    Act,
    Both,
    Cast,
    Each,
    ExtraDraw,
    If,
    Instead,
    Lands,
    Make,
    May,
    Needs,
    OneOf,
    Pick,
    Plays,
    Recycle,
    Respond,
    Reveal,
    SkipPhase,
    Then,
    When,
    Whenever,
    While,
    With,
)
from stablehand.text.message import Phrase, capital

if TYPE_CHECKING:
    from stablehand.games.unicorns.decks.definition import Definition
    from stablehand.games.unicorns.vocabulary import Ability, Event, Word


class CardWriter(TraitWriter):
    """Writes the texts of one deck's cards; `destroy_scope` is the option of the table.

    >>> from stablehand.text.language import language
    >>> from stablehand.text.names import Names
    >>> from stablehand.games.unicorns.decks.catalog import catalog
    >>> writer = CardWriter(catalog("base_2e"), "other", language("en"), Names("unicorns", "en"))
    >>> print(writer.text(writer.card("rhinocorn")))
    At the beginning of your turn, you may DESTROY a Unicorn card in any stable but your own. If you do, skip to the end of your turn.
    """  # noqa: E501 - one sentence

    def text(self, card: Definition) -> str:
        """Return the whole text of a card; a card without abilities gets a sentence about its type."""
        if not card.abilities:
            return self.messages.say(f"type.{card.type}")
        writer = copy(self)
        writer.this = self.language.quoted(self.names.of(card))
        return " ".join(writer.ability(ability) for ability in card.abilities)

    def ability(self, ability: Ability) -> str:
        """Return the text of one ability, in whole sentences."""
        return capital(self._ability(ability).render("imp")) + "."

    def _ability(self, ability: Ability) -> Phrase:
        match ability:
            case When(
                "turn_begins", Plays(n)
            ):  # nothing is asked then: it holds in the action phase (RUL-06)
                return self.phrase("plays.standing", n=n)
            case When(moment, do):
                return self.phrase(f"when.{moment}", do=self.body(do))
            case Each(event, do):
                writer = copy(self)
                writer.is_replayed = True
                return self.phrase("each", event=self.event(event), do=writer.body(do))
            case Whenever(condition, do) if condition.of.place == "hand":
                return self.phrase("whenever.hand", condition=self.condition(condition), do=self.body(do))
            case Whenever(condition, do):
                return self.phrase("whenever", condition=self.condition(condition), do=self.body(do))
            case Instead():
                what, be = self.threatened(ability)
                other = "yes" if ability.of else "no"
                return self.phrase("instead", what=what, be=be, do=self.body(ability.do), other=other)
            case Lands():
                return self.phrase("lands")
            case Needs(of, to):
                return self.phrase(f"needs.{to}", card=self.one(of))
            case Cast(do):
                return self.body(do)
            case Respond(do, is_final, to):
                said = self.phrase("respond", do=self.body(do)) if to is None else self._answer(do, to)
                return self.phrase("respond.final", said=said) if is_final else said
            case While(trait):
                return self.trait(trait)

    def _answer(self, do: Word, to: Event) -> Phrase:
        """Return when an Instant is played that answers no card being played, and what it does."""
        if to.verbs == ("turn",):
            return self.phrase("respond.turn", do=self.body(do))
        verbs = self._listed([self.phrase(f"respond.verb.{verb}") for verb in to.verbs], "or")
        what = self.one(to.of)
        return self.phrase("respond.card", by=to.by, verbs=verbs, what=what, do=self.body(do))

    def threatened(self, ability: Instead, verb: str | None = None) -> tuple[Phrase, str]:
        """Return which card would be lost, and how (if that is known, by which verb)."""
        be = self._listed([self.phrase(f"be.{one}") for one in ability.be if verb in {None, one}], "or")
        if ability.of is None:
            return self.phrase("this"), be.render("")
        key = "instead.yours.other" if ability.of.is_other else "instead.yours"
        return self.phrase(key, card=self.noun(ability.of)), be.render("")

    # ---- doings, as sentences

    def body(self, word: Word, who: str = YOU, *, is_alone: bool = True) -> Phrase:
        """Return what is done as sentences; the first begins in lower case, the last has no full stop.

        What depends on an "if" stays in its sentence, joined by "also": a full stop ends it. `is_alone` tells
        that no such "also" of another part can be taken for one of this part.
        """
        match word:
            case Act() if word.until:
                return self._until("until.sentences", self._act(word, who), word, who)
            case May(Act() as act) if act.until:
                may = self.phrase("may", who=who, do=self._act(act, who), later="no")
                return self._until("until.sentences", may, act, who)
            case May(Then(first, second)):
                may, then = self._may(first, who), self.after(first)._dependent(second, who)  # noqa: SLF001 - this class
                return self.phrase("may.then", who=who, may=may, then=then)
            case Both(parts) if is_joined(word):
                said = self._sentences(with_more(parts), who)
                return Phrase(lambda form: ". ".join(sentences([part.render(form) for part in said])))
            case With(whom, Then() as do) if is_alone and whom in {ANYONE, ANOTHER}:
                player = self.phrase(f"who.{whom}")
                return self.phrase("with.one.apart", who=who, whom=player, do=self.body(do, who))
            case Then(Act(verb) as first, second) if is_alone and verb in TOLD:
                told, then = self._act(first, who, is_apart=True), self.after(first)._within(second, who)  # noqa: SLF001 - this class
                return self.phrase("then.apart", who=who, first=told, second=then)
            case Then(first, Make("its_owner", May()) as second) if is_alone:
                told, then = self.doing(first, who), self._make("make.all", second, who, is_alone=True)
                return self.phrase("then.apart", who=who, first=told, second=then)
            case Then(Pick() as first, second) if is_alone:
                told, then = self.doing(first, who), self._dependent(second, who)
                return self.phrase("then.apart", who=who, first=told, second=then)
            case May(Reveal() as do) if is_alone:
                return self.phrase("may", who=who, do=self.body(do, who), later="no")
            case Reveal() if is_alone:
                found = self._cases(word, who)
                apart = Phrase(lambda form: ". ".join(capital(part.render(form)) for part in found))
                return self.phrase("reveal.apart", who=who, how=_how(word), cases=apart)
            case Make(whom, do):
                key = "make.one" if whom in {ANYONE, ANOTHER} else "make.all"
                return self._make(key, word, who, is_alone=is_alone)
            case If(condition, do) if is_implied(condition, do):
                return self.body(do, who, is_alone=is_alone)
            case If(condition, do):
                said_do = self._dependent(do, who) if is_alone else self._within(do, who)
                behind = "yes" if is_alone and is_verb(do) else "no"  # the condition may follow it
                if_text = self.condition(condition, who)
                return self.phrase("if", who=who, condition=if_text, do=said_do, behind=behind)
            case _:
                return self.doing(word, who)

    def _sentences(self, parts: list[Word], who: str) -> list[Phrase]:
        """Return parts as sentences; what the same players do next is joined to what they do first."""
        said: list[Phrase] = []
        for at, part in enumerate(parts):
            before, writer = parts[at - 1] if at else None, self.after(*parts[:at])
            is_last = 2 <= at == len(parts) - 1 and isinstance(before, Recycle)
            match part:
                case Recycle() if before:  # it takes what all have discarded
                    said.append(self.phrase("recycle.after", do=writer.body(part, who)))
                case Make(_, do) if before and is_also(part, before):
                    said[-1] = self.phrase("make.also", first=said[-1], do=writer.doing(do, THEY))
                case Make(whom) if is_last and whom in {EVERYBODY, OTHERS}:
                    said.append(writer._make("make.all", part, who, is_alone=True, is_last=True))
                case _:
                    said.append(writer.body(part, who))
        return said

    def _dependent(self, word: Word, who: str) -> Phrase:
        """Return what depends on an "if" that begins a sentence."""
        return self.doing(word, who) if isinstance(word, Both) else self.body(word, who, is_alone=False)

    def _may(self, do: Word, who: str) -> Phrase:
        later = "yes" if isinstance(do, ExtraDraw) else "no"  # decided now, done in another phase
        return self.phrase("may", who=who, do=self._within(do, who), later=later)

    def _make(
        self, key: str, word: Make, who: str, *, is_alone: bool = False, is_last: bool = False
    ) -> Phrase:
        """Return what players must do, or may, or must if a condition holds.

        `is_last` tells that it comes after everything told before.
        """
        do, if_text = word.do, Phrase(lambda _: "")
        if isinstance(do, If) and not is_implied(do.condition, do.do):
            if_text, do = self.phrase("make.if", condition=self.condition(do.condition, THEY)), do.do
        may = "yes" if isinstance(do, May) else "no"
        do = do.do if isinstance(do, May) else do
        said = self.doing(do, THEY) if is_alone else self._within(do, THEY)
        whom = self.phrase(f"who.{word.who}")
        long = "yes" if isinstance(do, (OneOf, *COMPOUND)) else "no"
        last = "yes" if is_last else "no"
        return self.phrase(key, who=who, whom=whom, do=said, may=may, long=long, last=last, **{"if": if_text})

    # ---- doings, as phrases

    def doing(self, word: Word, who: str = YOU) -> Phrase:
        """Return what is done as a phrase; the form it is rendered in is its mood."""
        match word:
            case Act():
                said = self._act(word, who)
                return self._until("until", said, word, who) if word.until else said
            case May(do):
                return self._may(do, who)
            case Then(first, second):
                key = "then.many" if is_long(first) else "then"
                said = self.doing(first, who)
                next_said = self.after(first)._within(second, who)  # noqa: SLF001 - this class
                return self.phrase(key, who=who, first=said, second=next_said)
            case OneOf((SkipPhase("draw"), SkipPhase("action"))) | Both(
                (SkipPhase("begin"), SkipPhase("draw"))
            ):
                return self.phrase("skip.either" if isinstance(word, OneOf) else "skip.begin_draw", who=who)
            case Both(parts):
                if is_joined(word):
                    also = self.messages.say("also")
                    said_parts = [self.after(*parts[:at]).doing(part, who) for at, part in enumerate(parts)]
                    return Phrase(lambda form: also.join(part.render(form) for part in said_parts))
                last = "and_apart" if any(map(lists_cards, parts)) else "and"
                return self._listed([self._grouped(part, who) for part in parts], last)
            case OneOf(modes):
                said_modes = [self._grouped(mode, who) for mode in modes]
                key = "either.grouped" if isinstance(modes[0], COMPOUND) else "either"
                return self.phrase(key, modes=self._listed(said_modes, "either"))
            case If(condition, do) if is_implied(condition, do):
                return self.doing(do, who)
            case If(condition, do):
                if_text = self.condition(condition, who)
                return self.phrase("if", who=who, condition=if_text, do=self._within(do, who), behind="no")
            case Make():
                return self._make("make", word, who)
            case With(whom, do) if names_its_player(word):
                return self.about(whom).doing(do, who)
            case With(whom, do):
                key = "with.one" if whom in {ANYONE, ANOTHER} else "with.all"
                return self.phrase(key, who=who, whom=self.phrase(f"who.{whom}"), do=self._within(do, who))
            case Reveal():
                found, between = self._cases(word, who), self.messages.say("reveal.between")
                listed = Phrase(lambda form: between.join(part.render(form) for part in found))
                return self.phrase("reveal", who=who, how=_how(word), cases=listed)
            case _:
                return self._verb(word, who)

    def _within(self, word: Word, who: str) -> Phrase:
        """Return a part of a longer phrase; in brackets if what follows could be taken for a part of it."""
        said = self.doing(word, who)
        return self.phrase("group", do=said) if is_joined(word) else said

    def _grouped(self, word: Word, who: str) -> Phrase:
        """Return one of several in a list; in brackets unless it is a single verb."""
        said = self.doing(word, who)
        return self.phrase("group", do=said) if isinstance(word, (OneOf, *COMPOUND)) else said

    def _cases(self, word: Reveal, who: str) -> list[Phrase]:
        return [
            self.phrase("reveal.else", who=who, do=self._within(do, who))
            if of == CARD
            else self.phrase(
                "reveal.case",
                who=who,
                card=self.one(of),
                do=self._within(with_another(do) if word.is_drawn else do, who),
            )
            for of, do in word.cases
        ]


def _how(word: Reveal) -> str:
    """Return how a card is revealed, as messages tell it apart."""
    return "deck" if not word.is_drawn else "drawn" if word.is_open else "hidden"
