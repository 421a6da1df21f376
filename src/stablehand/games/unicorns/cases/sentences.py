"""Turn the sentences of a unicorn case into options of the open decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stablehand.cases.script import Sentence
from stablehand.core.contract import Kind
from stablehand.games.unicorns.decks.catalog import answers_a_play
from stablehand.games.unicorns.knowledge import traits
from stablehand.games.unicorns.knowledge.refusals import refusals, shields
from stablehand.games.unicorns.resolution.asking import decisions
from stablehand.games.unicorns.state.state import DRAW, FINISH, MODE0, NO, PASS, REDRAW, SEAT0, YES
from stablehand.games.unicorns.turn.play import obstacles, stables_for
from stablehand.games.unicorns.vocabulary import Act, Both, Make, May, OneOf, SkipPhase, Then, With

if TYPE_CHECKING:
    from stablehand.cases.format import Case
    from stablehand.core.contract import Decision, Option, Seat
    from stablehand.games.unicorns.state.state import State
    from stablehand.games.unicorns.vocabulary import Word

VERB_OPTIONS = {
    "draws": DRAW, "passes": PASS, "accepts": YES, "declines": NO, "finishes": FINISH, "redraws": REDRAW
}  # fmt: skip
NAMES = {option: verb for verb, option in VERB_OPTIONS.items()} | {
    DRAW: "draw", PASS: "pass", YES: "accept", NO: "decline", FINISH: "finish", REDRAW: "redraw"
}  # fmt: skip
RULES_OF_VERBS = {
    "declines": ("UU-EFF-2",),
    "takes": ("UU-SETUP-2",),
    "names": ("UU-SETUP-3", "UU-SETUP-7"),
    "redraws": ("UU-DRINK-4", "UU-STRIP-4"),
}
"""The rules that refuse a sentence with this verb when it does not fit."""
SEAT_NOTED = -100
"""Not an option: a seat named before the card in its stable; SEAT_NOTED - n for seat n."""


class SentenceReader:
    """Finds the option that a sentence names, and remembers what it says about later questions."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.into: tuple[Seat, Seat] | None = None
        """A seat and the stable into which it plays its card, until that is asked."""
        self.on: tuple[Seat, tuple[str, ...]] | None = None
        """A seat and the targets of its card, until they are asked."""
        self.of: Seat | None = None
        """The seat in whose stable the next card is chosen."""
        self.picked: dict[Seat, list[Option]] = {}
        """Picks of a group that were named but not yet answered."""
        self.used: list[Sentence] = []
        """The sentences whose card was played."""

    def copy(self) -> SentenceReader:
        """Return an independent copy, with which to look ahead."""
        new = SentenceReader(self.case)
        new.into, new.on, new.of = self.into, self.on, self.of
        new.picked = {seat: picks[:] for seat, picks in self.picked.items()}
        new.used = self.used[:]
        return new

    def option(self, s: State, decision: Decision, sentence: Sentence) -> Option | None:
        """Return the option of a decision that a sentence names, or None.

        A result of SEAT_NOTED or less is not an option; pass it to `picks` all the same.
        """
        if sentence.verb in VERB_OPTIONS:
            option = VERB_OPTIONS[sentence.verb]
            if sentence.verb == "passes" and FINISH in decision.options:
                option = FINISH
            return option if option in decision.options else None
        match sentence.verb, decision.kind:
            case "plays", Kind.ACTION:
                return self._play(s, decision, sentence)
            case ("plays", Kind.RESPOND) | ("orders", Kind.ORDER) | ("takes", Kind.SETUP):
                return self._card(s, decision.options, sentence)
            case "names", Kind.SETUP:
                return self._seat(decision, sentence.what)
            case "chooses", _:
                return self._chosen(s, decision, sentence)
            case _:
                return None

    def _known_card(self, s: State, sentence: Sentence, what: str) -> str:
        if what not in s.rules.catalog.first:
            raise self.case.error(f"the deck {s.rules.catalog.id} has no card {what!r}", sentence.text)
        return what

    def _card(self, s: State, options: tuple[Option, ...], sentence: Sentence) -> Option | None:
        what = self._known_card(s, sentence, sentence.what)
        of = self.of if sentence.of is None else sentence.of
        found = [o for o in options if o < SEAT0 and s.rules.catalog.cards[o].id == what]
        if of is not None:
            found = [o for o in found if s.controller(o) in {of, -1}]
        return found[0] if found else None

    def _seat(self, decision: Decision, name: str) -> Option | None:
        option = SEAT0 + self.case.seats.index(name) if name in self.case.seats else -1
        return option if option in decision.options else None

    def _play(self, s: State, decision: Decision, sentence: Sentence) -> Option | None:
        option = self._card(s, decision.options, sentence)
        if option is None:
            return None
        into = self._into(s, option, sentence)
        if into is not None and into not in self._stables(s, option, sentence):
            return None
        return option

    @staticmethod
    def _into(s: State, card: Option, sentence: Sentence) -> Seat | None:
        """Return the stable that a play names or, if it names none, implies; None for a free choice."""
        kind = s.rules.catalog.cards[card].type
        if sentence.into is not None or kind in {"magic", "instant"}:
            return sentence.into
        if kind != "downgrade":
            return sentence.seat
        return 1 - sentence.seat if s.rules.seats == 2 else None

    @staticmethod
    def _stables(s: State, card: Option, sentence: Sentence) -> list[Seat]:
        definition = s.rules.catalog.cards[card]
        return [] if definition.cast else stables_for(s, sentence.seat, card)

    def _chosen(self, s: State, decision: Decision, sentence: Sentence) -> Option | None:
        match decision.kind:
            case Kind.SEAT:
                return self._seat(decision, sentence.what)
            case Kind.MODE:
                return self._mode(s, decision, sentence.what)
            case Kind.CARD:
                if sentence.what in self.case.seats:
                    seat = self.case.seats.index(sentence.what)
                    return (
                        SEAT_NOTED - seat
                        if any(s.controller(o) == seat for o in decision.options if o < SEAT0)
                        else None
                    )
                group = [o for o in decision.group if o not in self.picked.get(decision.seat, [])]
                return self._card(s, tuple(group) or decision.options, sentence)
            case _:
                return None

    def _mode(self, s: State, decision: Decision, what: str) -> Option | None:
        if what.isdigit():
            option = MODE0 + int(what) - 1
            return option if option in decision.options else None
        frame = s.k
        assert frame is not None
        if isinstance(frame.word, OneOf):
            for number, mode in enumerate(frame.word.modes):
                if what in keywords(mode) and MODE0 + number in decision.options:
                    return MODE0 + number
        return None

    # Answering.

    def picks(self, s: State, decision: Decision, option: Option) -> list[Option]:
        """Return the options to answer with now, sorted; a group's picks are collected until the last."""
        if option <= SEAT_NOTED:
            self.of = SEAT_NOTED - option
            return []
        self.of = None
        if decision.kind is Kind.ACTION and option < SEAT0:
            self._remember(s, decision.seat, option)
        if decision.most > 1 and option != FINISH:
            named = self.picked.setdefault(decision.seat, [])
            named.append(option)
            if len(named) + len(decision.picked) < decision.most:
                return []
            return sorted(self.picked.pop(decision.seat))
        if decision.most > 1:
            return [*sorted(self.picked.pop(decision.seat, [])), option]
        return [option]

    def _remember(self, s: State, seat: Seat, card: Option) -> None:
        """Remember the stable and the targets of a card until they are asked."""
        sentence = next((x for x in self._sentences(seat) if x.what == s.rules.catalog.cards[card].id), None)
        self.into = self.on = None
        if sentence is None:
            return
        into = self._into(s, card, sentence)
        if into is not None:
            self.into = (seat, into)
        if sentence.on:
            self.on = (seat, sentence.on)
        self.used.append(sentence)

    def _sentences(self, seat: Seat) -> list[Sentence]:
        return [
            step
            for step in self.case.script
            if isinstance(step, Sentence)
            and step.verb == "plays"
            and step.seat == seat
            and not any(step is used for used in self.used)
        ]

    def remembered(self, s: State) -> tuple[Seat, Option] | None:
        """Return an answer to an open decision that an earlier sentence has named, and forget it."""
        for decision in decisions(s):
            if decision.why == "play" and self.into and self.into[0] == decision.seat:
                option = SEAT0 + self.into[1]
                self.into = None
                if option in decision.options:
                    return decision.seat, option
            elif self.on and self.on[0] == decision.seat and decision.kind is not Kind.ACTION:
                option_ = self._next_target(s, decision)
                if option_ is not None:
                    return decision.seat, option_
        return None

    def _next_target(self, s: State, decision: Decision) -> Option | None:
        assert self.on is not None
        seat, (target, *rest) = self.on
        found = [o for o in decision.options if self.name(s, o) == target]
        if not found and decision.kind is Kind.YES_NO:
            return None
        if not found:
            return None
        self.on = (seat, tuple(rest)) if rest else None
        return found[0]

    def name(self, s: State, option: Option) -> str:
        """Return the word that cases use for an option."""
        if option in NAMES:
            return NAMES[option]
        if option >= MODE0:
            return str(option - MODE0 + 1)
        if option >= SEAT0:
            return self.case.seats[option - SEAT0]
        return s.rules.catalog.cards[option].id

    @staticmethod
    def is_instant(s: State, sentence: Sentence) -> bool:
        """Return whether a sentence plays an Instant that no beginning of a phase asks for."""
        first = s.rules.catalog.first
        return (
            sentence.verb == "plays"
            and sentence.what in first
            and answers_a_play(s.rules.catalog.cards[first[sentence.what]])
        )

    # Refusing.

    def refusal(self, s: State, sentence: Sentence) -> tuple[str, ...]:
        """Return every rule that may refuse a sentence here; never empty."""
        seat = sentence.seat
        decision = next((d for d in decisions(s) if d.seat == seat), None)
        held = [c for c in s.hand(seat) if s.rules.catalog.cards[c].id == sentence.what]
        found: list[str] = []
        if sentence.verb == "plays":
            self._known_card(s, sentence, sentence.what)
            card = held[0] if held else s.rules.catalog.first[sentence.what]
            found += self._play_refused(s, sentence, card, is_held=bool(held))
        found += RULES_OF_VERBS.get(sentence.verb, ())
        if sentence.verb == "chooses":
            found += shields(s, sentence.what)
        if decision is not None:
            found += refusals(s, seat).get(sentence.what, ())
        elif sentence.verb != "plays":
            found += ["UU-TURN-1", "UU-TURN-4"] if sentence.verb in {"draws", "redraws"} else ["UU-TURN-1"]
        if s.neighs[0] and seat == s.active and sentence.verb in {"plays", "draws"}:
            found.append("UU-INST-5")
        return tuple(dict.fromkeys(found or ["UU-TURN-4"]))

    def _play_refused(self, s: State, sentence: Sentence, card: Option, *, is_held: bool) -> list[str]:
        seat = sentence.seat
        cards = s.rules.catalog.cards
        definition = cards[card]
        found = [] if is_held else ["UU-PLAY-1"]
        found += obstacles(s, seat, card)
        if definition.type == "instant":
            found += ["UU-INST-6", "RUL-07", "UU-INST-4"]
            if any(traits.is_unanswerable(s, other) for other in range(s.rules.seats)):
                found.append("RUL-08")
            if any(s.rules.catalog.cards[c].is_final for c in (*s.zones[1], *s.zones[3])):
                found += ["RUL-09", "UU-INST-3"]
            found += [
                r for source in traits.bans(s, seat, card) for r in s.rules.catalog.cards[source].rulings
            ]
        elif s.active != seat:
            found.append("UU-TURN-4")
        into = self._into(s, card, sentence)
        if into is not None and not definition.cast:
            if definition.is_unicorn and s.rules.play_unicorn_into == "own" and into != seat:
                found.append("UU-TYPE-5")
            found += [
                r for source in traits.bars(s, card, into) for r in s.rules.catalog.cards[source].rulings
            ]
            if not traits.may_enter(s, card, into):
                found += definition.rulings
        return found


def keywords(word: Word) -> list[str]:
    """Return the words that name a mode: its first verb or its phase."""
    match word:
        case Act(verb):
            return [verb]
        case SkipPhase(phase):
            return [phase, "skip"]
        case Then(first, _):
            return keywords(first)
        case Both(parts) | OneOf(parts):
            return keywords(parts[0])
        case May(do) | Make(_, do) | With(_, do):
            return keywords(do)
        case _:
            return [type(word).__name__.lower()]
