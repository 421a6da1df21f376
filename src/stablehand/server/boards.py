"""Tables that nothing is kept of: laid out anew for every request, played as far as it was answered, shown.

Lessons and cases to be tried are such tables. They are shown in the frames of any other table, so that the
same page can draw them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from stablehand.kernel.contract import IllegalAnswer
from stablehand.kernel.shelf import load
from stablehand.kernel.viewing import seen_event, seen_view
from stablehand.table import protocol as p
from stablehand.table.asking import question
from stablehand.table.refusal import Refusal
from stablehand.text.voices import voice_for

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from stablehand.kernel.contract import Decision, Option, Seat
    from stablehand.kernel.events import Recorder


@dataclass(slots=True)
class Board:
    """A table laid out, and who plays there: one seat, or one person for all (None)."""

    game: str
    names: Sequence[str]
    options: Mapping[str, object]
    player: Seat | None
    state: Any
    recorder: Recorder
    level: p.Level = "easy"
    """Of the bots."""

    @property
    def asked(self) -> tuple[Decision, ...]:
        """What is asked now."""
        return load(self.game).pending(self.state)

    @property
    def asked_here(self) -> Decision | None:
        """What the player is asked; whoever plays for all, the first of them."""
        return next((one for one in self.asked if self.player in {None, one.seat}), None)

    def answer(self, seat: Seat, option: Option) -> None:
        """Take an answer, or refuse it."""
        try:
            load(self.game).answer(self.state, seat, option, self.recorder)
        except IllegalAnswer as error:
            raise Refusal("not_offered", error.rules) from error

    def view(self, seat: Seat) -> dict[str, Any]:
        """Return what a seat sees; whoever plays for all sees everything."""
        game = load(self.game)
        view: dict[str, Any] = game.view(self.state, seat)
        if self.player is None:
            view["zones"] = seen_view(game, self.state, len(self.names), None)["zones"]
        return view

    def shown(self, lang: str, layer: str, number: int, *, is_done: bool) -> p.Table:
        """Put it into words, as a table that sends its frames would; so many answers were given."""
        asked = None if is_done else self.asked_here
        you = self.player if self.player is not None else asked.seat if asked else 0
        view = self.view(you)
        voice = voice_for(self.game, self.names, you, self.options, lang, layer)
        teller = voice_for(self.game, self.names, self.player, self.options, lang, layer)
        lines = [seen_event(event, self.player) for event in self.recorder.events]
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
            seats=tuple(self._chair(seat, name) for seat, name in enumerate(self.names)),
            you=you,
            language=lang,
            state=number,
            is_paused=False,
            is_quiet=False,
            watching=0,
            moment=voice.moment(view),
            prompt=voice.prompt(view),
            decision=asked and question(load(self.game), self.state, asked, view, voice, number),
            view=view,
            result=voice.result(view) if view["over"] else "",
            log_from=0,
            log=tuple(
                p.Line(at, teller.log(line), teller.is_news(line), line) for at, line in enumerate(lines)
            ),
            chat=(),
            vote=None,
            can_undo=number > 0,
            proof=p.Proof("", (), None),
        )

    def _chair(self, seat: Seat, name: str) -> p.ChairSeen:
        is_bot = self.player not in {None, seat}
        return p.ChairSeen(
            seat=seat,
            name=name,
            is_bot=is_bot,
            level=self.level if is_bot else None,
            is_player=not is_bot,
            is_host=not is_bot,
            is_ready=True,
            is_here=True,
            bank=None,
        )
