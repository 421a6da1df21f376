"""The one way from a table to what an audience is sent.

An audience is a seat or the spectators, in a language. Its frame is built up from the view of that seat, the
events as that seat saw them, and what everybody may know of the table; nothing else is looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

import msgspec

from stablehand.kernel.fairness import commitment
from stablehand.table import protocol as p
from stablehand.table.asking import question
from stablehand.table.pacing import due, spent
from stablehand.table.playing import can_undo
from stablehand.text.language import language
from stablehand.text.voices import voice_for

if TYPE_CHECKING:
    from collections.abc import Mapping

    from stablehand.kernel.contract import Seat
    from stablehand.table.chairs import Chair
    from stablehand.table.match import Match
    from stablehand.table.refusal import Refusal
    from stablehand.table.table import Table
    from stablehand.text.voices import Voice

encode: Final = msgspec.json.Encoder(order="deterministic").encode


class Cursor(NamedTuple):
    """What a connection has been told already: of which game, how much of the log and of the talk."""

    game_number: int = 0
    lines: int = 0
    undos: int = 0
    said: int = 0


class Audience:
    """Speaks to one seat (None: spectators) of one table in one language; remembers the log it has told."""

    def __init__(self, table: Table, seat: Seat | None, lang: str, layer: str = "") -> None:
        self.table = table
        self.seat = seat
        self.lang = lang
        self.layer = layer
        self.lines: list[msgspec.Raw] = []
        """The log as bytes: said once, sent to many, nothing for the garbage collector to walk through."""
        self._told: tuple[object, ...] = ()
        self._voice: Voice | None = None
        self._knows: tuple[object, ...] = ()

    @property
    def voice(self) -> Voice:
        """Who speaks; another one when the table, its game or a name has changed."""
        table = self.table
        knows = (table.game, tuple(table.names()), repr(table.options), len(table.chairs))
        if self._voice is None or self._knows != knows:
            self._voice = voice_for(
                table.game, table.names(), self.seat, table.options, self.lang, self.layer
            )
            self._knows = knows
            self._told = ()
        return self._voice

    def say(self, key: str, /, **words: object) -> str:
        """Say something about the table."""
        return language(self.lang).catalogue("table").say(key, **words)

    def refused(self, command: str, refusal: Refusal) -> p.Refused:
        """Say no, and why."""
        reasons = [self.voice.rule(rule) for rule in refusal.rules]
        text = " ".join([self.say(f"refused.{refusal.reason}", **refusal.words), *reasons])
        return p.Refused(command, refusal.reason, text, refusal.rules, self.table.facts)

    def why(self, command: str, card: str) -> p.Told:
        """Say why a card is not offered."""
        match = self.table.match
        if match is None or self.seat is None:
            return p.Told(command, (self.say("why.not_playing"),))
        refusals = match.game.refusals(match.state, self.seat)
        if card not in refusals:
            return p.Told(command, (self.say("why.nothing"),))
        return p.Told(command, (self.voice.refusal([card], refusals[card]),))

    def cursor(self) -> Cursor:
        """Return what somebody has been told who was just sent a frame."""
        table = self.table
        said = table.said[-1].number if table.said else 0
        return Cursor(table.game_number, len(self.lines), sum(table.undos.values()), said)

    def frame(self, now: int, since: Cursor = Cursor()) -> bytes:  # noqa: B008 - immutable
        """Return the table as this audience may know it; of log and talk, what it has not been told."""
        return encode(self._seen(now, since))

    def _seen(self, now: int, since: Cursor) -> p.Table:
        table, match, voice, host = self.table, self.table.match, self.voice, self.table.host
        view = match.game.view(match.state, self.seat) if match else None
        decision = self._decision(match, view, voice, now) if match and view else None
        self._tell(voice)
        # When answers were taken back, lines were too; then the whole log is sent again.
        is_same = (since.game_number, since.undos) == (table.game_number, sum(table.undos.values()))
        first = min(since.lines, len(self.lines)) if is_same else 0
        return p.Table(
            protocol=p.PROTOCOL,
            code=table.code,
            stage=cast("Any", table.stage),
            game=table.game,
            game_number=table.game_number,
            title=voice.title,
            notice=voice.notice,
            options=cast("dict[str, Any]", view["options"] if view else table.options),
            house=table.house,
            seats=tuple(self._chair(chair, host, now) for chair in table.chairs),
            you=self.seat,
            language=self.lang,
            state=table.facts,
            is_paused=table.is_paused,
            is_quiet=self._is_quiet(match),
            watching=table.watching,
            moment=voice.moment(view) if view else self.say("moment.lobby"),
            prompt=self._prompt(view, decision, voice),
            decision=decision,
            view=view,
            result=voice.result(view) if view and view["over"] else "",
            log_from=first,
            log=cast("tuple[p.Line, ...]", tuple(self.lines[first:])),
            chat=tuple(line for line in table.said if line.number > since.said),
            vote=self._vote(now),
            can_undo=self.seat is not None and can_undo(table, self.seat),
            proof=self._proof(match),
        )

    def _chair(self, chair: Chair, host: Seat | None, now: int) -> p.ChairSeen:
        table = self.table
        has_clock = table.match is not None and table.house.clock != "off"
        return p.ChairSeen(
            seat=chair.seat,
            name=chair.called(),
            is_bot=chair.level is not None,
            level=chair.level,
            is_player=chair.is_player,
            is_host=chair.seat == host,
            is_ready=chair.is_ready,
            is_here=chair.here > 0,
            bank=(chair.bank - spent(table, chair.seat, now)) / 1000 if has_clock else None,
        )

    def _is_quiet(self, match: Match | None) -> bool:
        quiet = None if self.seat is None else self.table.chairs[self.seat].quiet
        return match is not None and quiet is not None and quiet == match.turn

    def _prompt(self, view: Mapping[str, Any] | None, decision: p.DecisionSeen | None, voice: Voice) -> str:
        table = self.table
        if self.seat is not None and table.chairs[self.seat].level is not None and table.stage == "playing":
            return self.say("prompt.bot")
        if table.is_paused:
            return self.say("prompt.paused")
        if decision is not None and not decision.is_revision:
            return decision.prompt
        if view is not None:
            return voice.prompt(view)
        if self.seat is None:
            return self.say("prompt.watch")
        if table.host == self.seat:
            return self.say("prompt.host")
        return self.say("prompt.ready" if table.chairs[self.seat].is_ready else "prompt.get_ready")

    def _decision(
        self, match: Match, view: Mapping[str, Any], voice: Voice, now: int
    ) -> p.DecisionSeen | None:
        asked = None if self.seat is None else match.question(self.seat)
        if asked is None or self.seat is None or self.table.chairs[self.seat].level is not None:
            return None
        is_revision = self.seat not in match.asked
        one = None if is_revision or not self.table.is_running else due(self.table, self.seat, asked)
        return question(
            match.game,
            match.state,
            asked.decision,
            view,
            voice,
            asked.id,
            seconds=None if one is None else max(0, one.at - now) / 1000,
            is_revision=is_revision,
        )

    def _tell(self, voice: Voice) -> None:
        """Bring the log up to date: put what is new into words, forget what was taken back."""
        table, match = self.table, self.table.match
        told = (table.game_number, sum(table.undos.values()))
        if told != self._told or match is None:
            self.lines.clear()
            self._told = told
        for number in range(len(self.lines), len(match.events) if match else 0):
            assert match is not None
            event = match.events[number].seen_by(self.seat)
            line = p.Line(number, voice.log(event), voice.is_news(event), event)
            self.lines.append(msgspec.Raw(encode(line)))

    def _vote(self, now: int) -> p.Vote | None:
        voting = self.table.voting
        if voting is None:
            return None
        return p.Vote(voting.seat, tuple(sorted(voting.waiting)), max(0, voting.until - now) / 1000)

    def _proof(self, match: Match | None) -> p.Proof:
        table = self.table
        is_over = match is not None and match.is_over
        return p.Proof(commitment(table.key), table.nonces, table.key.hex() if is_over else None)
