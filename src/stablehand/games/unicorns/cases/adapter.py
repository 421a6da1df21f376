"""Set up the board of a case of Unstable Unicorns, apply its answers and read the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stablehand.cases.script import Sentence
from stablehand.core.contract import BoardError, Decision, Kind
from stablehand.core.events import Recorder
from stablehand.games.unicorns import GAME
from stablehand.games.unicorns.cases.sentences import SentenceReader
from stablehand.games.unicorns.knowledge.counts import unicorns
from stablehand.games.unicorns.knowledge.view import known_hand
from stablehand.games.unicorns.resolution.asking import decisions, give_answer, request_to
from stablehand.games.unicorns.resolution.machine import STEPS, Window, is_between_phases, run
from stablehand.games.unicorns.state.rules import rules_for
from stablehand.games.unicorns.state.state import ASIDE, DECK, DISCARD, NURSERY, PASS, REDRAW, State
from stablehand.games.unicorns.state.zones import ids
from stablehand.games.unicorns.turn.scene import PHASES, Board, set_up

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable

    from stablehand.cases.format import Case
    from stablehand.core.contract import Option, Seat
    from stablehand.games.unicorns.state.rules import Rules

LOOK_AHEAD = 12
"""How many questions to look ahead for the sentence that implies that a "may" is accepted."""


def open_pile(s: State) -> object:
    """Return the pile of cards that an open window belongs to, or None."""
    return s.k.data[0] if s.unanswered and s.k is not None and isinstance(s.k.word, Window) else None


class UnicornAdapter:
    """Plays one case of Unstable Unicorns (see `stablehand.cases.adapter.Adapter`)."""

    def __init__(self, case: Case, recorder: Recorder) -> None:
        self.case = case
        self.recorder = recorder
        for key in case.more:
            if key not in {"turn", "phase", "ruleset"}:
                raise case.error(f"a case of Unstable Unicorns has no {key!r}", key)
        try:
            self.state: State = set_up(self._rules(), self._board(), case.seed)
        except BoardError as error:
            raise case.error(str(error), error.about) from error
        self.sentences = SentenceReader(case)
        self._run(hold=False)

    def _rules(self) -> Rules:
        case = self.case
        options: dict[str, object] = {"two_player": False, **case.options}
        if case.deck:
            options["deck"] = case.deck
        if "ruleset" in case.more:
            options["ruleset"] = case.more["ruleset"]
        if options.get("first_player") in case.seats:
            options["first_player"] = case.seats.index(str(options["first_player"]))
        try:
            return rules_for(len(case.seats), options)
        except ValueError as error:
            raise case.error(str(error).rstrip("."), "options") from error

    def _board(self) -> Board:
        case = self.case
        n = len(case.seats)
        phase = case.more.get("phase", "action")
        if phase not in {*PHASES, "setup"}:
            raise case.error(f"phase must be one of {', '.join(PHASES)} or setup, not {phase!r}", "phase")
        active = case.seat(case.more["turn"]) if "turn" in case.more else 0
        board = Board([[] for _ in range(n)], [[] for _ in range(n)], active=active, phase=phase)
        board.is_blank = not case.board
        for key, value in case.board.items():
            match key, value:
                case (("discard" | "nursery"), list()):
                    setattr(board, key, self._names(value, key))
                case "deck", dict() if value.keys() <= {"top", "only"}:
                    board.deck_top = self._names(value.get("top", []), "deck.top")
                    board.deck_only = self._names(value["only"], "deck.only") if "only" in value else None
                case _, dict() if key in case.seats and value.keys() <= {"hand", "stable"}:
                    seat = case.seats.index(key)
                    board.hands[seat] = self._names(value.get("hand", []), f"{key}.hand")
                    board.stables[seat] = self._names(value.get("stable", []), f"{key}.stable")
                case _:
                    raise case.error(f"the board has no {key!r} with {value!r}", key)
        return board

    def _names(self, cards: object, where: str) -> list[str]:
        if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
            raise self.case.error(f"{where} must be a list of card ids", where)
        return cards

    # Answering.

    def pending(self) -> tuple[Decision, ...]:
        return decisions(self.state)

    def _run(self, *, hold: bool) -> None:
        self.state.recorder = self.recorder
        run(self.state, hold=hold)
        self.state.recorder = None

    def find_answer(self, sentence: Sentence) -> tuple[Seat, Option] | None:
        for decision in (*decisions(self.state), *GAME.revisable(self.state)):
            if decision.seat == sentence.seat:
                option = self.sentences.option(self.state, decision, sentence)
                if option is not None:
                    return decision.seat, option
        return None

    def is_due(self, sentence: Sentence) -> bool:
        if not self.state.unanswered and self.sentences.is_instant(self.state, sentence):
            return True  # starting phases opens no window
        return any(d.seat == sentence.seat and not self._is_silent(d) for d in decisions(self.state))

    def silent_answer(
        self, upcoming: Sentence | None, excluded: Collection[Seat] = ()
    ) -> tuple[Seat, Option] | None:
        for decision in decisions(self.state):
            if decision.seat in excluded:
                continue
            if decision.kind is Kind.RESPOND:
                return decision.seat, PASS
            if self._is_silent(decision):
                return decision.seat, self._silent_option(decision)
            if decision.kind is Kind.YES_NO and upcoming and self._leads_to(decision, upcoming):
                return decision.seat, decision.options[0]
        return None

    def _is_silent(self, decision: Decision) -> bool:
        """Return whether a decision leaves no choice; a turn's action counts as a choice."""
        if decision.kind is Kind.ACTION:
            return decision.options == (PASS,)  # no second play is possible (RUL-06)
        return decision.is_forced or (
            decision.most > 1
            and len(decision.group) - len(decision.picked) <= decision.least - len(decision.picked)
        )

    def _silent_option(self, decision: Decision) -> Option:
        """Return the option of a silent answer; of a group, the first that no sentence has named."""
        named = self.sentences.picked.get(decision.seat, [])
        rest = [o for o in decision.group if o not in named and o not in decision.picked]
        return rest[0] if rest else decision.options[0]

    def _leads_to(self, decision: Decision, upcoming: Sentence) -> bool:
        """Return whether accepting a "may" leads to the question that the next sentence answers."""
        if upcoming.verb not in {"chooses", "finishes", "orders"}:
            return False
        trial = object.__new__(UnicornAdapter)
        trial.case, trial.recorder, trial.sentences = self.case, self.recorder, self.sentences.copy()
        trial.state = self.state.clone()
        give_answer(trial.state, request_to(trial.state, decision.seat), decision.options[0])
        run(trial.state, hold=True)
        for _ in range(LOOK_AHEAD):
            if trial.find_answer(upcoming):
                return True
            silent = trial.silent_answer(None)
            if silent is None:
                return False
            if give_answer(trial.state, request_to(trial.state, silent[0]), silent[1]):
                run(trial.state, hold=True)
        return False

    def answer(self, seat: Seat, option: Option, *, is_alone: bool = False) -> None:
        s = self.state
        decision = next((d for d in (*decisions(s), *GAME.revisable(s)) if d.seat == seat), None)
        assert decision is not None
        pile = open_pile(s)
        for pick in self.sentences.picks(s, decision, option):
            self._give(seat, pick)
        is_answer = decision.kind is Kind.RESPOND and option != REDRAW  # a redraw answers nothing
        if is_answer and not self.case.is_strict and not is_alone:
            while pile and open_pile(s) == pile:  # all other seats of the window pass
                self._give(decisions(s)[0].seat, PASS)
        self._go_on()

    def _give(self, seat: Seat, option: Option) -> None:
        s = self.state
        s.recorder = self.recorder
        if give_answer(s, request_to(s, seat), option):
            run(s, hold=True)
        s.recorder = None

    def _go_on(self) -> None:
        """Give the answers that an earlier `plays … into … on …` has named."""
        while (remembered := self.sentences.remembered(self.state)) is not None:
            self._give(*remembered)

    def move_on(self) -> bool:
        s = self.state
        if s.is_over or s.unanswered or s.k is None or not is_between_phases(s.k):
            return False
        s.recorder = self.recorder
        turn, s.k = s.k, s.k.next
        STEPS[type(turn.word)](s, turn)
        run(s, hold=True)
        s.recorder = None
        self._go_on()
        return True

    def target_refusal(self, sentence: Sentence) -> tuple[str, ...]:
        """Play the card on a copy; return the rules that refuse a target that is never offered."""
        trial = object.__new__(UnicornAdapter)
        trial.case, trial.recorder, trial.sentences = self.case, Recorder(), self.sentences.copy()
        trial.state = self.state.clone()
        found = trial.find_answer(sentence)
        assert found is not None
        trial.answer(*found)
        cited: list[str] = []
        while (on := trial.sentences.on) and on[0] == sentence.seat:
            cited += trial.refusal(Sentence(sentence.text, sentence.seat, "chooses", on[1][0]))
            silent = trial.silent_answer(None)
            if silent is None:
                return tuple(dict.fromkeys(cited))
            trial.answer(*silent)
        return ()

    def progress(self) -> Hashable:
        return None

    def refusal(self, sentence: Sentence) -> tuple[str, ...]:
        return self.sentences.refusal(self.state, sentence)

    # Observing.

    def observe(self, path: tuple[str, ...]) -> Any:  # noqa: ANN401 - see Adapter
        s = self.state
        seats = self.case.seats
        match path:
            case (name, "hand") if name in seats:
                return ids(s, s.hand(seats.index(name)))
            case (name, "stable") if name in seats:
                return ids(s, s.stable(seats.index(name)))
            case ("size", name, ("hand" | "stable") as zone) if name in seats:
                return len(self.observe((name, zone)))
            case ("unicorns", name) if name in seats:
                return unicorns(s, seats.index(name))
            case ("sees", name, other, "hand") if {name, other} <= set(seats):
                return ids(s, known_hand(s, seats.index(name), seats.index(other)))
            case (("offered" | "not_offered"), name) if name in seats:
                asked = next((d for d in decisions(s) if d.seat == seats.index(name)), None)
                return [self._name(o) for o in dict.fromkeys((*asked.options, *asked.group))] if asked else []
            case ("forfeits", name) if name in seats:
                return {"drink": s.drinks[seats.index(name)], "strip": s.strips[seats.index(name)]}
            case _:
                return self._observe_table(path)

    def _observe_table(self, path: tuple[str, ...]) -> Any:  # noqa: ANN401 - see Adapter
        s = self.state
        seats = self.case.seats
        match path:
            case ("discard",):
                return ids(s, s.zones[DISCARD])
            case ("nursery",):
                return ids(s, s.zones[NURSERY])
            case ("removed",):
                return ids(s, (card for card in s.zones[ASIDE] if s.known[card] == s.rules.public))
            case ("size", ("discard" | "nursery") as pile):
                return len(self.observe((pile,)))
            case ("deck", "size"):
                return len(s.zones[DECK])
            case ("deck", "top"):
                return ids(s, reversed(s.zones[DECK]))
            case ("asked",):
                return [seats[d.seat] for d in decisions(s)]
            case ("winner",):
                return [seats[seat] for seat in s.winners]
            case ("active",):
                return seats[s.active]
            case ("phase",):
                return s.phase
            case ("over",):
                return s.is_over
            case _:
                raise KeyError(path)

    def _name(self, option: Option) -> str:
        return self.sentences.name(self.state, option)

    def describe(self) -> str:
        s = self.state
        lines = [f"turn of {self.case.seats[s.active]}, {s.phase}, {len(s.zones[DECK])} cards in the deck"]
        for seat, name in enumerate(self.case.seats):
            hand, stable = ids(s, s.hand(seat)), ids(s, s.stable(seat))
            lines.append(f"{name}: hand {hand}, stable {stable}; {unicorns(s, seat)} Unicorns")
        lines.append(f"discard {ids(s, s.zones[DISCARD])}")
        for d in decisions(s):
            offered = ", ".join(self._name(option) for option in d.options)
            lines.append(f"{self.case.seats[d.seat]} is offered {offered} ({d.why})")
        if not s.unanswered:
            lines.append("the game is over" if s.is_over else "nobody is asked anything")
        return "\n".join(lines)
