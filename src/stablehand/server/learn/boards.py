"""The board of a lesson or a trial. It is set up again for every request and never stored.

It is sent in the same frames as a table, so that the same page can draw it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from stablehand.core.contract import IllegalAnswer
from stablehand.core.open_cards import open_event, open_view
from stablehand.core.registry import load
from stablehand.table import protocol as p
from stablehand.table.frames import decision_seen
from stablehand.table.refusal import Refusal
from stablehand.text.voices import voice_for

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stablehand.core.contract import Decision, Option, Seat
    from stablehand.core.events import Recorder


@dataclass(slots=True)
class PracticeBoard:
    """A state, its events, and who plays: one seat, or one person all seats (None)."""

    game: str
    names: Sequence[str]
    options: Mapping[str, object]
    player: Seat | None
    state: Any
    recorder: Recorder
    level: p.Level = "easy"
    """The level of the bots."""

    @property
    def asked(self) -> tuple[Decision, ...]:
        """All open decisions."""
        return load(self.game).pending(self.state)

    @property
    def asked_here(self) -> Decision | None:
        """The decision of the player, the first one if the player plays all seats; None if there is none."""
        return next((one for one in self.asked if self.player in {None, one.seat}), None)

    def answer(self, seat: Seat, option: Option) -> None:
        """Apply an answer; raise Refusal if it is not offered."""
        try:
            load(self.game).answer(self.state, seat, option, self.recorder)
        except IllegalAnswer as error:
            raise Refusal("not_offered", error.rules) from error

    def view(self, seat: Seat) -> dict[str, Any]:
        """Return the view of a seat; with all cards open if the player plays all seats."""
        game = load(self.game)
        view: dict[str, Any] = game.view(self.state, seat)
        if self.player is None:
            view |= {"zones": open_view(game, self.state, len(self.names)).get("zones", {})}
        return view

    def shown(self, lang: str, layer: str, number: int, *, is_done: bool) -> p.Table:
        """Return the table frame; `number` is the count of answers so far."""
        asked = None if is_done else self.asked_here
        you = self.player if self.player is not None else asked.seat if asked else 0
        view = self.view(you)
        voice = voice_for(self.game, self.names, you, self.options, lang, layer)
        narrator = voice_for(self.game, self.names, self.player, self.options, lang, layer)
        lines = [
            open_event(event) if self.player is None else event.seen_by(self.player)
            for event in self.recorder.events
        ]
        return p.Table(
            protocol=p.PROTOCOL,
            code="",
            stage="over" if is_done else "playing",
            game=self.game,
            game_number=1,
            title=voice.title,
            notice=voice.notice,
            options=view["options"],
            house=p.House(window=0, chat=False, undo=False, spectators=False),
            seats=tuple(self._seat_seen(seat, name) for seat, name in enumerate(self.names)),
            you=you,
            language=lang,
            state=number,
            is_paused=False,
            is_quiet=False,
            orders=None,
            window=None,
            auto_answer=None,
            watching=0,
            moment=voice.moment(view),
            prompt=voice.prompt(view),
            decision=asked and decision_seen(load(self.game), self.state, asked, view, voice, number),
            view=view,
            result=voice.result(view) if view["over"] else "",
            log_from=0,
            log=tuple(
                p.Line(at, narrator.log(line), narrator.is_news(line), line) for at, line in enumerate(lines)
            ),
            chat=(),
            vote=None,
            is_locked=False,
            sent_away=(),
            knocks=(),
            can_undo=number > 0,
            proof=p.Proof("", (), None),
        )

    def _seat_seen(self, seat: Seat, name: str) -> p.SeatSeen:
        is_bot = self.player not in {None, seat}
        return p.SeatSeen(
            seat=seat,
            name=name,
            is_bot=is_bot,
            level=self.level if is_bot else None,
            is_player=not is_bot,
            is_host=not is_bot,
            is_ready=True,
            is_here=True,
            is_away=False,
            bank=None,
        )
