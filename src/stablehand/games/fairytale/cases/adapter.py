"""Set up the board of a Fairy Tale case, turn its sentences into answers and read the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stablehand.core.contract import BoardError, Decision, IllegalAnswer
from stablehand.games.fairytale import GAME
from stablehand.games.fairytale.decks.deck import DECKS
from stablehand.games.fairytale.knowledge.seen import certain_hand, minus
from stablehand.games.fairytale.knowledge.view import view
from stablehand.games.fairytale.play import flow, questions
from stablehand.games.fairytale.play.score import points, winners
from stablehand.games.fairytale.state.rules import rules_for
from stablehand.games.fairytale.state.scene import ZONES, Board, set_up

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterable

    from stablehand.cases.format import Case
    from stablehand.cases.script import Sentence
    from stablehand.core.contract import Option, Seat
    from stablehand.core.events import Recorder
    from stablehand.games.fairytale.state.state import State
    from stablehand.games.fairytale.vocabulary import CardNo

TOPICS = {"keeps": ("keep",), "plays": ("play",), "closes": ("close_all", "close_own"), "opens": ("open",)}


class FairyTaleAdapter:
    """Plays one case of Fairy Tale (see `stablehand.cases.adapter.Adapter`)."""

    def __init__(self, case: Case, recorder: Recorder) -> None:
        self.case = case
        self.recorder = recorder
        for key in case.more:
            if key not in {"round", "pass"}:
                raise case.error(f"a case of Fairy Tale has no {key!r}", key)
        options = {**case.options, **({"deck": case.deck} if case.deck else {})}
        try:
            rules = rules_for(len(case.seats), options)
        except ValueError as error:
            about = "seats" if len(case.seats) not in GAME.seat_counts else "options"
            raise case.error(
                str(error).rstrip("."), "deck" if case.deck and case.deck not in DECKS else about
            ) from error
        try:
            self.state: State = set_up(rules, self._board(), case.seed)
        except BoardError as error:
            raise case.error(str(error), error.about, "" if error.about == "round" else "board") from error
        self.number = rules.cards.number
        self.groups: dict[Seat, list[CardNo]] = {}
        """Picks of a group that were named but not yet answered, since they may be named in any order."""

    def _board(self) -> Board:
        case = self.case
        part = case.more.get("pass", "draft")
        if part not in {"draft", "play"}:
            raise case.error(f"pass must be draft or play, not {part!r}", "pass")
        board = Board([{} for _ in case.seats], round=case.more.get("round", 1), is_play=part == "play")
        for key, value in case.board.items():
            match key, value:
                case "discard", list():
                    board.discard = self._names(value, key)
                case "deck", dict() if value.keys() <= {"top", "only"}:
                    board.deck_top = self._names(value.get("top", []), "deck.top")
                    board.deck_only = self._names(value["only"], "deck.only") if "only" in value else None
                case _, dict() if key in case.seats:
                    self._check_zones(key, value)
                    board.seats[case.seats.index(key)] = {
                        zone: self._names(cards, f"{key}.{zone}") for zone, cards in value.items()
                    }
                case _:
                    raise case.error(f"the board has no {key!r} with {value!r}", key, "board")
        return board

    def _check_zones(self, name: str, zones: dict[str, object]) -> None:
        for zone in zones:
            if zone not in ZONES:
                known = ", ".join(ZONES)
                raise self.case.error(f"a seat has no {zone!r}; it has {known}", f"{name}.{zone}", "board")

    def _names(self, cards: object, where: str) -> list[str]:
        if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
            raise self.case.error(f"{where} must be a list of card ids", where, "board")
        return cards

    # Answering.

    def pending(self) -> tuple[Decision, ...]:
        return GAME.pending(self.state)

    def find_answer(self, sentence: Sentence) -> tuple[Seat, Option] | None:
        if questions.topic(self.state) not in TOPICS.get(sentence.verb, ()):
            return None
        card = self._card(sentence)
        decision = self._decision(sentence.seat)
        if decision is None:
            return None
        offered = self._rest(decision) if decision.most > 1 else decision.options
        return (sentence.seat, card) if card in offered else None

    def _decision(self, seat: Seat) -> Decision | None:
        """Return the open decision of a seat, or the one whose answer it may still replace."""
        decisions = (*self.pending(), *GAME.revisable(self.state))
        return next((decision for decision in decisions if decision.seat == seat), None)

    def _rest(self, decision: Decision) -> tuple[CardNo, ...]:
        """Return the members of a group that were not named yet."""
        return minus(decision.group, self.groups.get(decision.seat, []))

    def _card(self, sentence: Sentence) -> CardNo:
        if sentence.what not in self.number:
            deck = self.state.rules.deck
            raise self.case.error(f"the deck {deck} has no card {sentence.what!r}", sentence.text)
        return self.number[sentence.what]

    def silent_answer(
        self, upcoming: Sentence | None, excluded: Collection[Seat] = ()
    ) -> tuple[Seat, Option] | None:
        del upcoming
        for decision in self.pending():
            if decision.seat in excluded:
                continue
            if decision.most > 1:  # picks of a group are silent when all that are left are needed
                rest = self._rest(decision)
                needed = decision.most - len(self.groups.get(decision.seat, []))
                if len(rest) == needed or len(set(rest)) == 1:
                    return decision.seat, rest[0]
            elif decision.is_forced:
                return decision.seat, decision.options[0]
        return None

    def answer(self, seat: Seat, option: Option, *, is_alone: bool = True) -> None:  # noqa: ARG002 - no seat answers for others
        if self.state.asks[seat] is None:  # the seat replaces its answer: open the decision again
            flow.take(self.state, seat, (), self.recorder)
        decision = self.state.asks[seat]
        assert decision is not None
        if decision.most == 1:
            self._take(seat, option)
            return
        named = self.groups.setdefault(seat, [])
        named.append(option)
        if len(named) == decision.most:
            for pick in sorted(self.groups.pop(seat)):
                self._take(seat, pick)

    def _take(self, seat: Seat, option: Option) -> None:
        flow.take(self.state, seat, (*self.state.sealed[seat], option), self.recorder)

    def target_refusal(self, _sentence: Sentence) -> tuple[str, ...]:
        return ()

    def move_on(self) -> bool:
        before = self.progress()
        flow.move_on(self.state, self.recorder)
        return self.progress() != before

    def progress(self) -> Hashable:
        return self.state.round, self.state.step, self.state.is_over

    def refusal(self, sentence: Sentence) -> tuple[str, ...]:
        s = self.state
        self._card(sentence)
        topic = questions.topic(s)
        if topic not in TOPICS.get(sentence.verb, ()):
            rules = [rule for about in TOPICS.get(sentence.verb, ()) for rule in questions.RULES[about]]
            return ("FT-ROUND-1", *questions.RULES[topic], *rules)
        try:
            GAME.answer(s.clone(), sentence.seat, self.number[sentence.what])
        except IllegalAnswer as error:
            return error.rules + (("FT-EFF-2",) if s.stage and "FT-EFF-2" not in error.rules else ())
        return questions.RULES[topic]

    def is_due(self, sentence: Sentence) -> bool:
        decision = self.state.asks[sentence.seat]
        if decision is None:
            return False
        return not decision.is_forced or questions.topic(self.state) in TOPICS.get(sentence.verb, ())

    # Observing.

    def observe(self, path: tuple[str, ...]) -> Any:  # noqa: ANN401 - see Adapter
        s = self.state
        seats = self.case.seats
        match path:
            case (name, "hand") if name in seats:
                return self._ids(s.hands[seats.index(name)])
            case (name, "kept") if name in seats:
                return self._ids(s.kept[seats.index(name)])
            case (name, "table") if name in seats:
                return self._ids(s.face_up(seats.index(name)))
            case (name, "closed") if name in seats:
                return self._ids(s.face_down(seats.index(name)))
            case ("score", name) if name in seats:
                return points(s, seats.index(name))
            case ("sees", name, other, "hand") if {name, other} <= set(seats):
                return self._ids(certain_hand(s, seats.index(name), seats.index(other)))
            case ("sees", name, other, ("closed" | "kept") as zone) if {name, other} <= set(seats):
                # FT-SEE-1, FT-DRAFT-3: from the view, so that the case tests what a seat is shown.
                shown = view(s, seats.index(name), None)["zones"]["seats"][seats.index(other)]
                return list(shown[zone]["cards"])
            case ("size", name, zone) if name in seats and zone in ZONES:
                return len(self.observe((name, zone)))
            case (("offered" | "not_offered"), name) if name in seats:
                asked = s.asks[seats.index(name)]
                return self._ids(dict.fromkeys((*asked.options, *asked.group))) if asked else []
            case _:
                return self._observe_table(path)

    def _observe_table(self, path: tuple[str, ...]) -> Any:  # noqa: ANN401 - see Adapter
        s = self.state
        seats = self.case.seats
        match path:
            case ("discard",):
                return self._ids(s.gone)
            case ("size", "discard"):
                return len(s.gone)
            case ("deck", "size"):
                return len(s.deck)
            case ("deck", "top"):
                return self._ids(reversed(s.deck))
            case ("asked",):
                return [seats[d.seat] for d in self.pending()]
            case ("winner",):
                return [seats[seat] for seat in winners(s)]
            case ("round",):
                return s.round
            case ("pass",):
                return "draft" if s.is_draft else "play"
            case ("phase",):
                return "over" if s.is_over else questions.topic(s)
            case ("over",):
                return s.is_over
            case _:
                raise KeyError(path)

    def _ids(self, cards: Iterable[CardNo]) -> list[str]:
        return [self.state.rules.cards.cards[card].id for card in cards]

    def describe(self) -> str:
        s = self.state
        lines = [f"round {s.round}, {questions.topic(s)}"]
        for seat, name in enumerate(self.case.seats):
            zones = [f"{zone} {self._ids(cards)}" for zone, cards in (
                ("hand", s.hands[seat]), ("kept", s.kept[seat]),
                ("table", s.face_up(seat)), ("closed", s.face_down(seat)),
            ) if cards]  # fmt: skip
            lines.append(f"{name}: {', '.join(zones) or 'nothing'}; {points(s, seat)} points")
        for decision in self.pending():
            offered = ", ".join(self._ids(dict.fromkeys((*decision.options, *decision.group))))
            lines.append(f"{self.case.seats[decision.seat]} is offered {offered} ({decision.why})")
        if not self.pending():
            lines.append("nobody is asked anything")
        return "\n".join(lines)
