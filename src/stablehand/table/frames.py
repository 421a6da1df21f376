"""What is sent of a table. Nothing else of a table reaches a client.

An audience is a seat or the spectators, in a language. Its frame is built from the view of that seat, the
events as that seat saw them, and what everybody may know of the table; nothing else is read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

import msgspec

from stablehand.table import protocol as p
from stablehand.table.commands.undo import is_undo_possible
from stablehand.table.seen import knocks_seen, orders_seen, window_seen
from stablehand.table.state.clock import due, is_running, spent
from stablehand.text.language import language
from stablehand.text.voices import voice_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from stablehand.core.contract import Decision, Option, Seat
    from stablehand.core.registry import AnyGame
    from stablehand.table.refusal import Refusal
    from stablehand.table.state.match import Match, Question
    from stablehand.table.state.state import SeatState
    from stablehand.table.table import Table
    from stablehand.text.voices import Voice

LOG_LINES: Final = 400
"""The most log lines in the first frame of a connection; `older` asks for those before."""
encode: Final = msgspec.json.Encoder(order="deterministic").encode


class Cursor(NamedTuple):
    """How much a connection has been sent: of which game, how many log lines, undos and lines of chat."""

    game_number: int = 0
    lines: int = 0
    undos: int = 0
    said: int = 0


class AudienceKey(NamedTuple):
    """A seat (None: spectators), a language, a set of card names: equal keys are sent the same bytes."""

    seat: Seat | None
    lang: str
    layer: str = ""


class Audience:
    """Renders one table for one seat, or for spectators, in one language, and caches its log lines."""

    def __init__(self, table: Table, seat: Seat | None, lang: str, layer: str = "") -> None:
        self.table = table
        self.seat = seat
        self.lang = lang
        self.layer = layer
        self.lines: list[msgspec.Raw | None] = []
        """The log lines, encoded once for all connections, as bytes, which cost the garbage collector
        nothing; None if not needed yet."""
        self._log_of: tuple[object, ...] = ()
        self._voice: Voice | None = None
        self._voice_of: tuple[object, ...] = ()

    @property
    def voice(self) -> Voice:
        """The voice that renders the game; a new one when the table's game, options or a name has changed."""
        state = self.table.state
        names = state.names()
        wanted = (state.game, tuple(names), repr(state.options), len(state.seats))
        if self._voice is None or self._voice_of != wanted:
            self._voice = voice_for(state.game, names, self.seat, state.options, self.lang, self.layer)
            self._voice_of = wanted
            self._log_of = ()
        return self._voice

    def say(self, key: str, /, **words: object) -> str:
        """Return a sentence about the table."""
        return language(self.lang).catalogue("table").say(key, **words)

    def refused(self, command: str, refusal: Refusal) -> p.Refused:
        """Return the reply to a command that was refused."""
        reasons = [self.voice.rule(rule) for rule in refusal.rules]
        text = " ".join([self.say(f"refused.{refusal.reason}", **refusal.words), *reasons])
        return p.Refused(command, refusal.reason, text, refusal.rules, self.table.state.fact_count)

    def why(self, command: str, card: str) -> p.Told:
        """Explain why a card is not offered."""
        match = self.table.state.match
        if match is None or self.seat is None:
            return p.Told(command, (self.say("why.not_playing"),))
        refusals = match.game.refusals(match.state, self.seat)
        if card not in refusals:
            asked: Any = match.game.view(match.state, self.seat)["decision"]
            is_offered = asked and card in [one.get("card") for one in asked["options"]]
            return p.Told(command, (self.say("why.offered" if is_offered else "why.nothing"),))
        rules = tuple(refusals[card])
        return p.Told(command, (self.voice.refusal([card], rules),), rules=rules)

    def cursor(self) -> Cursor:
        """Return the cursor of a connection that was just sent a frame."""
        state, chat = self.table.state, self.table.volatile.chat
        said = chat[-1].number if chat else 0
        return Cursor(state.game_number, len(self.lines), sum(state.undos.values()), said)

    def frame(self, now: int, since: Cursor = Cursor()) -> bytes:  # noqa: B008 - immutable
        """Return the table as this audience may know it; of log and chat, only what is new since a cursor."""
        return encode(self._seen(now, since))

    def _seen(self, now: int, since: Cursor) -> p.Table:
        state, volatile, match, seat = (
            self.table.state,
            self.table.volatile,
            self.table.state.match,
            self.seat,
        )
        voice, host = self.voice, self.table.host
        undos = sum(state.undos.values())
        if (state.game_number, undos) != self._log_of or match is None:
            self.lines.clear()
            self._log_of = (state.game_number, undos)
        # When answers were taken back, lines were too; then the end of the log is sent again.
        is_same = (since.game_number, since.undos) == (state.game_number, undos)
        question = self._question(match)
        seconds = self._seconds(question, now)
        names = state.display_names()
        seats = tuple([self._seat(one, names[one.seat], host, now) for one in state.seats])
        is_quiet, stage = self._is_quiet(match), state.stage
        prompt, vote = self._prompt(host), self._vote(now)
        may_undo = seat is not None and state.can_undo(seat)
        if may_undo and seat is not None and not state.has_other_players(seat):
            may_undo = is_undo_possible(state, seat)
        window = window_seen(state, volatile, seat, now)
        orders = None if seat is None else orders_seen(volatile.seats[seat].orders)
        key = state.key.hex() if match is not None and match.is_over else None

        # The table has been read; from here on the game is asked, and then its text.
        view = decision = None
        moment = result = ""
        if match is None:
            moment = self.say("moment.lobby")
        else:
            self.lines += [None] * (len(match.recorder.events) - len(self.lines))
            view = match.game.view(match.state, seat)
            moment, result = voice.moment(view), voice.result(view) if view["over"] else ""
            if question is not None and seat is not None:
                decision = decision_seen(
                    match.game,
                    match.state,
                    question.decision,
                    view,
                    voice,
                    question.id,
                    seconds=seconds,
                    answer=None if seat in match.pending else match.sealed_option(seat),
                )
            if not prompt:
                prompt = (decision and self._game_prompt(decision, match, view, voice)) or voice.prompt(view)
        total = len(self.lines)
        first = max(0, min(since.lines, total) if is_same else total - LOG_LINES)
        return p.Table(
            protocol=p.PROTOCOL,
            code=state.code,
            stage=stage,
            game=state.game,
            game_number=state.game_number,
            title=voice.title,
            notice=voice.notice,
            options=cast("dict[str, Any]", view["options"] if view else state.options),
            house=state.house,
            seats=seats,
            you=seat,
            language=self.lang,
            state=state.fact_count,
            is_paused=state.is_paused,
            is_quiet=is_quiet,
            orders=orders,
            window=window,
            auto_answer=self._auto_answer(),
            watching=volatile.spectators,
            moment=moment,
            prompt=prompt,
            decision=decision,
            view=view,
            result=result,
            log_from=first,
            log=self._lines(first, total),
            chat=tuple([self._said(line) for line in volatile.chat if line.number > since.said]),
            vote=vote,
            is_locked=state.is_locked,
            sent_away=tuple([one.name for one in state.sent_away]),
            knocks=() if seat is None else knocks_seen(volatile, now),
            can_undo=may_undo,
            proof=p.Proof(state.commitment, state.nonces, key),
        )

    def _lines(self, first: int, last: int) -> tuple[p.Line, ...]:
        """Return a part of the log, as bytes that the encoder copies unchanged."""
        match, voice = self.table.state.match, self.voice
        if match is not None:
            for number in range(first, last):
                if self.lines[number] is None:
                    event = match.recorder.events[number].seen_by(self.seat)
                    line = p.Line(number, voice.log(event), voice.is_news(event), event)
                    self.lines[number] = msgspec.Raw(encode(line))
        return cast("tuple[p.Line, ...]", tuple(self.lines[first:last]))

    def older(self, command: str, before: int) -> p.Lines:
        """Return the lines of the log before a number, as many as a first frame has."""
        last = min(before, len(self.lines))
        first = max(0, last - LOG_LINES)
        return p.Lines(command, first, self._lines(first, last))

    def _question(self, match: Match | None) -> Question | None:
        """Return what this seat may answer now; None for a spectator and for a seat that a bot plays."""
        if match is None or self.seat is None or self.table.state.seats[self.seat].level is not None:
            return None
        return match.question(self.seat)

    def _seconds(self, question: Question | None, now: int) -> float | None:
        """Return the time left for a question; None without a limit, and for one that is answered already."""
        state, volatile, seat = self.table.state, self.table.volatile, self.seat
        if question is None or seat is None or state.match is None or seat not in state.match.pending:
            return None
        one = due(state, volatile, seat, question) if is_running(state, volatile) else None
        return None if one is None else max(0, one.at - now) / 1000

    def _seat(self, seat: SeatState, name: str, host: Seat | None, now: int) -> p.SeatSeen:
        state = self.table.state
        has_clock = state.match is not None and state.house.clock != "off"
        return p.SeatSeen(
            seat=seat.seat,
            name=name,
            is_bot=seat.level is not None,
            level=seat.level,
            is_player=seat.is_player,
            is_host=seat.seat == host,
            is_ready=self.table.volatile.is_ready(state, seat.seat),
            is_here=self.table.volatile.seats[seat.seat].connections > 0,
            is_away=seat.is_active and self.table.volatile.seats[seat.seat].is_away,
            bank=(seat.bank - spent(state, seat.seat, now)) / 1000 if has_clock else None,
        )

    def _is_quiet(self, match: Match | None) -> bool:
        quiet = None if self.seat is None else self.table.volatile.seats[self.seat].quiet
        return match is not None and quiet is not None and quiet == match.turn

    def _prompt(self, host: Seat | None) -> str:
        """Return the table's own prompt; empty where the game has one."""
        state = self.table.state
        you = None if self.seat is None else state.seats[self.seat]
        if you is not None and you.level is not None and state.stage == "playing":
            return self.say("prompt.bot")
        if state.is_paused:
            return self.say("prompt.paused")
        if state.match is not None:
            return ""
        if you is None:
            return self.say("prompt.watch")
        if you.seat == host:
            return self.say("prompt.host")
        return self.say(
            "prompt.ready" if self.table.volatile.is_ready(state, you.seat) else "prompt.get_ready"
        )

    def _game_prompt(
        self, decision: p.DecisionSeen, match: Match, view: Mapping[str, Any], voice: Voice
    ) -> str:
        """Return the prompt of an open decision; for an answered one, the answer and who is awaited."""
        if not decision.is_revision:
            return decision.prompt
        chosen = next((option for option in decision.options if option.option == decision.answer), None)
        if chosen is None:
            return ""
        names = self.table.state.names()
        awaited = [names[seat] for seat in match.pending]
        words = language(self.lang)
        table, who = words.catalogue("table"), words.listed(awaited)
        if chosen.meaning.get("verb") != "pass":
            return table.say("prompt.chosen", what=chosen.label, who=who)
        card = voice.in_window(view)
        return table.say("prompt.passed.card" if card else "prompt.passed", card=card, who=who)

    def _auto_answer(self) -> p.AutoAnswer | None:
        """Return the last answer of this seat, if the table gave it; otherwise None."""
        auto = None if self.seat is None else self.table.volatile.seats[self.seat].auto
        if auto is None or self.table.state.match is None:
            return None
        if not auto.card:
            return p.AutoAnswer(auto.state, auto.by, self.say(f"auto.question.{auto.by}"))
        card = self.voice.named([auto.card])
        return p.AutoAnswer(auto.state, auto.by, self.say(f"auto.window.{auto.by}", card=card))

    def _said(self, line: p.Said) -> p.Said:
        """Return a line of the chat; a notice of the table gets its text here."""
        if not line.notice:
            return line
        return msgspec.structs.replace(line, text=self.say(f"notice.{line.notice}", who=line.text))

    def _vote(self, now: int) -> p.Vote | None:
        vote = self.table.volatile.vote
        if vote is None:
            return None
        return p.Vote(vote.seat, tuple(sorted(vote.waiting)), max(0, vote.until - now) / 1000)


class Audiences:
    """Every audience of one table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._known: dict[AudienceKey, Audience] = {}

    def of(self, key: AudienceKey) -> Audience:
        """Return an audience, the same one each time."""
        if key not in self._known:
            self._known[key] = Audience(self._table, *key)
        return self._known[key]

    def frames(
        self, keys: Iterable[tuple[AudienceKey, Cursor]], now: int
    ) -> list[tuple[bytes, Cursor] | Exception]:
        """Return for each audience its frame since a cursor and the cursor after it, or what it raised."""
        made: list[tuple[bytes, Cursor] | Exception] = []
        for key, since in keys:
            try:
                audience = self.of(key)
                made.append((audience.frame(now, since), audience.cursor()))
            except Exception as error:  # noqa: BLE001 - the others get theirs
                made.append(error)
        return made


# ---- a decision in words


def decision_seen(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - any game's state
    decision: Decision,
    view: Mapping[str, Any],
    voice: Voice,
    number: int,
    *,
    seconds: float | None = None,
    answer: Option | None = None,
) -> p.DecisionSeen:
    """Render a decision; the view is that of the seat it is for, the number identifies it.

    `answer` is the sealed answer that may still be replaced; None if there is none.

    A game takes several picks one at a time. A person thinks of them as one choice, so a page must know
    before the first answer how many there will be, and of what. Only what the seat may see is used.
    """
    is_revision = answer is not None
    seen = view["revisable" if is_revision else "decision"]
    shown = {**view, "decision": seen}
    options: list[Mapping[str, Any]] = list(seen["options"])
    if decision.group:
        in_a_row = decision.most - len(decision.picked)
        group: list[Mapping[str, Any]] = [
            {"option": option, **game.meaning(state, decision.seat, option)} for option in _left(decision)
        ]
    else:
        in_a_row, row = voice.row(shown)
        group = list(row)
    prompt = voice.prompt(shown)
    labels = voice.options({**seen, "options": options})
    group_labels = voice.options({**seen, "options": group})
    return p.DecisionSeen(
        id=number,
        kind=seen["kind"],
        prompt=prompt,
        options=_labelled(options, labels),
        least=seen["least"],
        most=seen["most"],
        picked=tuple(seen["picked"]),
        group=_labelled(group, group_labels),
        in_a_row=in_a_row,
        is_revision=is_revision,
        answer=answer,
        seconds=seconds,
    )


def _left(decision: Decision) -> tuple[int, ...]:
    """Return the candidates that can still be picked: they are taken in ascending order."""
    group, picked = decision.group, decision.picked
    return group[group.index(picked[-1]) + 1 :] if picked else group


def _labelled(options: Sequence[Mapping[str, Any]], labels: Sequence[str]) -> tuple[p.OptionSeen, ...]:
    return tuple(
        p.OptionSeen(option["option"], label, {k: v for k, v in option.items() if k != "option"})
        for option, label in zip(options, labels, strict=True)
    )
