"""The interface through which the runner plays a game's cases: the part `cases` of its manifest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from stablehand.core.registry import manifest

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable

    from stablehand.cases.format import Case
    from stablehand.cases.script import Sentence
    from stablehand.core.contract import Decision, Option, Seat
    from stablehand.core.events import Recorder

    AdapterFactory = Callable[[Case, Recorder], "Adapter"]


class Adapter(Protocol):
    """The running game of one case: it turns sentences into answers and reads the board.

    The runner decides when a silent answer is given; the adapter only says which one it would be.
    """

    state: Any

    def pending(self) -> tuple[Decision, ...]:
        """Return the open decisions."""
        ...

    def find_answer(self, sentence: Sentence) -> tuple[Seat, Option] | None:
        """Return the answer that a sentence gives to an open or revisable decision; None if it fits none."""
        ...

    def silent_answer(
        self, upcoming: Sentence | None, excluded: Collection[Seat] = ()
    ) -> tuple[Seat, Option] | None:
        """Return an answer that needs no sentence, or None.

        `upcoming` is the next sentence: it may imply that a "may" is accepted. Excluded seats do not answer.
        """
        ...

    def answer(self, seat: Seat, option: Option, *, is_alone: bool = False) -> None:
        """Apply an answer and what follows from it, up to the end of the phase.

        `is_alone`: the other seats that are asked at the same time do not answer with it.
        """
        ...

    def move_on(self) -> bool:
        """Start the next phase; return whether there was one to start."""
        ...

    def progress(self) -> Hashable:
        """Return a value that changes when everything that a sentence started is resolved."""
        ...

    def refusal(self, sentence: Sentence) -> tuple[str, ...]:
        """Return the ids of the rules that refuse a sentence on this board."""
        ...

    def target_refusal(self, sentence: Sentence) -> tuple[str, ...]:
        """Return the rules that refuse the targets of a sentence whose card may be played; often none."""
        ...

    def is_due(self, sentence: Sentence) -> bool:
        """Return whether a sentence must answer now or be refused.

        It must if its seat is asked about it, or is asked something that no silent answer settles.
        """
        ...

    def observe(self, path: tuple[str, ...]) -> Any:  # noqa: ANN401 - numbers, names, lists of them
        """Return the current value of a key of `[expect]`; raise KeyError if the game has no such key."""
        ...

    def describe(self) -> str:
        """Return the whole board and every offer in a few lines."""
        ...


def adapter_for(case: Case, recorder: Recorder) -> Adapter:
    """Start a case's game; raise CaseError if the game is unknown or has no adapter."""
    try:
        factory: AdapterFactory | None = manifest(case.game).load("cases")
    except ValueError as error:
        raise case.error(str(error)[:1].lower() + str(error)[1:].rstrip("."), "game") from error
    if factory is None:
        raise case.error(f"the game {case.game!r} has no adapter for cases", "game")
    return factory(case, recorder)
