"""A game of one person against bots: prompts, answers, journal and result.

It uses the contract of a game and its screen, and nothing of any particular game.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from stablehand import Recorder, load
from stablehand.bots.specs import is_outside, make_bot
from stablehand.cli.bots import report_failures
from stablehand.cli.files import write_journal
from stablehand.cli.screen.hints import Hints
from stablehand.cli.screen.multi_pick import MultiPick
from stablehand.cli.screen.screen import screen_for
from stablehand.cli.terminal import ask, console, draws_unicode
from stablehand.core.driver import decide
from stablehand.core.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from rich.console import Console

    from stablehand import Decision, Journal
    from stablehand.bots.fallback import FallbackBot
    from stablehand.cli.reader import Reader
    from stablehand.core.contract import Option

ME = 0
INTERRUPTED = 130
SHORTEST_NAME = 3
"""The least letters of a card's name that choose it, so that one wrong key plays nothing."""
KEYS = {"choose": "1, 2, …", "back": "b", "card": "?", "cards": "c", "points": "p", "log": "l"}
KEYS |= {"hint": "h", "quit": "q"}
"""The key of each action; they are the same in every language."""


class _Leave(Exception):  # noqa: N818 - somebody gets up from the table
    """The player leaves."""


class Session:
    """One game from the last answer of its journal to the end, or until the player leaves."""

    def __init__(
        self,
        journal: Journal,
        save: Path | None,
        names: Sequence[str],
        bots: Sequence[str],
        reader: Reader,
        hint: str = "",
    ) -> None:
        self.journal = journal
        self.bots = bots  # the spec of each, from the seat after the person's
        self.say = reader.say
        self.save = save
        self.game = load(journal.game)
        self.recorder = Recorder()
        self.state: Any = journal.replay(self.recorder)
        fancy = draws_unicode(self.out)
        self.screen = screen_for(journal.game, names, ME, journal.options, reader, fancy=fancy)
        self.hints = Hints(journal.game, ME, self.screen, reader.language, hint)
        self.told = len(self.recorder.events)
        self.answers = len(journal.answers())
        self.failures: dict[str, tuple[int, str]] = {}
        """By spec: how many decisions a bot had no valid answer to, and the first error."""
        self.outside: dict[int, FallbackBot] = {}
        """Bots from outside by seat: they may keep something in mind, so each plays the whole game."""
        self.gathered: list[Option] = []
        """Picks of a group that are still to be answered."""

    @property
    def out(self) -> Console:
        """A console with the current width of the terminal."""
        return console()

    def run(self) -> int:
        """Play; return the exit code."""
        code = self._play()
        report_failures((spec, count, error) for spec, (count, error) in self.failures.items())
        return code

    def _play(self) -> int:
        self._write()
        self._greet()
        try:
            while asks := self.game.pending(self.state):
                # Bots first: the person's answer then completes the step, and its outcome is seen at once.
                decision = max(asks, key=lambda decision: decision.seat != ME)
                self._answer(decision, self._choose(decision))
        except (_Leave, EOFError):
            self._leave()
            return 0
        except KeyboardInterrupt:
            self._leave()
            return INTERRUPTED
        self._end()
        return 0

    def _choose(self, decision: Decision) -> Option:
        if decision.seat == ME and self.gathered:
            return self.gathered.pop(0)
        if decision.is_forced and (decision.most == 1 or len(decision.group) <= decision.least):
            return decision.options[0]
        if decision.seat == ME:
            return self._ask(decision)
        spec = self.bots[decision.seat - 1]
        player = self._bot(spec, decision.seat)
        before = player.failures
        option = decide(self.game, self.state, decision, player)
        if player.failures > before:
            count, error = self.failures.get(spec, (0, player.first_error))
            self.failures[spec] = (count + 1, error)
        return option

    def _bot(self, spec: str, seat: int) -> FallbackBot:
        """Return the bot of a seat: a new one for each answer, so that a resumed game goes on the same way.

        A bot from outside is made once. In a resumed game it has forgotten what it saw before.
        """
        purpose = "bots" if is_outside(spec) else f"bots at answer {self.answers}"
        luck = int.from_bytes(Rng.from_seed(self.journal.seed, purpose).key, "big")
        if not is_outside(spec):
            return make_bot(spec, self.journal.game, luck, seat)
        if seat not in self.outside:
            self.outside[seat] = make_bot(spec, self.journal.game, luck, seat)
        return self.outside[seat]

    def _answer(self, decision: Decision, option: Option) -> None:
        self.game.answer(self.state, decision.seat, option, recorder=self.recorder)
        self.journal.answer(decision.seat, option)
        self.answers += 1
        if not self.game.pending(self.state):
            self.journal.scores = tuple(self.game.scores(self.state))
        self._write()

    def _write(self) -> None:
        if self.save:
            write_journal(self.journal, self.save)

    # ---- asking

    def _ask(self, decision: Decision) -> Option:
        if decision.most > 1 and not decision.picked:
            return self._gather(MultiPick(self.game, self.state, decision))
        self._show(self.game.view(self.state, ME))
        while (option := self._read(ask(self.out, self.say("play.prompt")), decision)) is None:
            pass
        return option

    def _gather(self, gathering: MultiPick) -> Option:
        """Collect the picks of a group in any order, then answer them one by one."""
        while not self.gathered:
            self._show(gathering.seen(self.game.view(self.state, ME)))
            typed = ask(self.out, self.say("play.prompt"))
            if typed.lower() in {"b", "back"}:
                if not gathering.back():
                    self._say("play.nothing_picked")
                continue
            option = self._read(typed, gathering.decision)
            if option is not None:
                self.gathered = gathering.pick(option)
        return self.gathered.pop(0)

    def _read(self, typed: str, decision: Decision) -> Option | None:
        """Return the chosen option, or None after any other command."""
        count = len(decision.options)
        key, _, rest = typed.partition(" ")
        if typed.isascii() and typed.isdigit():
            # int() raises another error for a number of thousands of digits.
            if len(typed) < 6 and 1 <= int(typed) <= count:
                return decision.options[int(typed) - 1]
            self._say("play.no_choice", typed=typed[:20], last=count)
        elif typed.startswith("?"):
            self._help(typed.lstrip("? "))
        elif key.lower() in {"q", "quit", "exit"} and not rest:
            raise _Leave
        elif typed.lower() in {"p", "points"}:
            self.out.print(self.screen.points(self.state))
        elif typed.lower() in {"c", "cards"}:
            self.out.print(self.screen.sight(self.game.view(self.state, ME)))
        elif typed.lower() in {"l", "log"}:
            self._tell(0, everything=True)
        elif typed.lower() in {"h", "hint"}:
            self._print("\n".join(self.hints.lines(self.state)))
        else:
            return self._named(typed, decision)
        return None

    def _named(self, typed: str, decision: Decision) -> Option | None:
        """Return the option of a card by its name, or print why there is none."""
        card = self.screen.find(typed) if len(typed) >= SHORTEST_NAME else None
        if card is None:
            self._say("play.unclear", last=len(decision.options))
            return None
        named = [o for o in decision.options if self.game.meaning(self.state, ME, o).get("card") == card]
        if len(named) > 1:
            self._say("play.several")
            return None
        if named:
            return named[0]
        refused = self.game.refusals(self.state, ME).get(card, ())
        self._print(self.screen.refusal(card, refused))
        return None

    def _help(self, about: str) -> None:
        if about:
            card = self.screen.find(about)
            if card is None:
                self._say("play.no_card", typed=about)
            else:
                self.out.print(self.screen.card(card))
            return
        keys = Table.grid(padding=(0, 2))
        for what, key in KEYS.items():
            shown = self.say("play.key.card") if what == "card" else key
            keys.add_row(Text(shown, style="bold"), self.say(f"play.help.{what}"))
        self.out.print(keys)
        view = self.game.view(self.state, ME)
        self.out.print(self.screen.rules(view, self.game.refusals(self.state, ME)))
        self.out.print(self.screen.prompt(view), style="bold")

    # ---- showing

    def _greet(self) -> None:
        self.out.print(Rule(Text(self.screen.title, style="bold")))
        if self.screen.notice:
            self._print(self.screen.notice)
        if self.answers:
            self._say("play.goes_on", n=self.answers)

    def _show(self, view: Any) -> None:  # noqa: ANN401 - as the screen takes it
        self.out.print()
        self.out.print(Rule(Text(self.screen.moment(view))))
        self._tell(self.told)
        self.out.print(self.screen.board(view, whole=False))
        self.out.print(self.screen.choices(view))
        self.out.print(Text(self.screen.prompt(view), style="bold"))

    def _tell(self, since: int, *, everything: bool = False) -> None:
        """Print the events that the player saw."""
        seen = self.recorder.seen_by(ME)[since:]
        lines = [self.screen.log(event) for event in seen if everything or self.screen.is_news(event)]
        for line, alike in groupby(lines):
            times = len(list(alike))
            self._print(line if times == 1 else self.say("play.times", line=line, n=times))
        self.told = len(self.recorder.events)

    def _say(self, key: str, /, **values: object) -> None:
        self._print(self.say(key, **values))

    def _print(self, sentence: str) -> None:
        self.out.print(Text(sentence))

    def _end(self) -> None:
        view = self.game.view(self.state, ME)
        self.out.print()
        self.out.print(Rule(Text(self.screen.moment(view))))
        self._tell(self.told)
        self.out.print(self.screen.points(self.state))
        self.out.print(Text(self.screen.result(view), style="bold"))
        if self.save:
            self._say("play.journal", file=self.save)
        self._say("play.seed", seed=self.journal.seed)

    def _leave(self) -> None:
        self.out.print()
        if self.save:
            self._say("play.saved", file=self.save)
        else:
            self._say("play.not_saved", seed=self.journal.seed)
