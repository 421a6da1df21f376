"""What the runner needs of a game to play its cases."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable

    from stablehand.cases.script import Sentence
    from stablehand.kernel.contract import Decision, Option, Seat


class Stage(Protocol):
    """A case's game in play. It answers and observes; it does not decide what is silent in general."""

    state: Any

    def pending(self) -> tuple[Decision, ...]:
        """Return the open decisions."""
        ...

    def hit(self, sentence: Sentence) -> tuple[Seat, Option] | None:
        """Return the answer a sentence gives to a decision that is open now, or may still be replaced."""
        ...

    def silent(self, upcoming: Sentence | None, spared: Collection[Seat] = ()) -> tuple[Seat, Option] | None:
        """Return an answer that goes without saying, given the next sentence; not of the spared."""
        ...

    def answer(self, seat: Seat, option: Option, *, is_alone: bool = False) -> None:
        """Answer, and carry out what follows, without letting the phase move on.

        `is_alone`: it says nothing about what others who are asked at the same time answer.
        """
        ...

    def move_on(self) -> bool:
        """Let the phase move on; whether it did."""
        ...

    def mark(self) -> Hashable:
        """Return something that changes when what a sentence set off is resolved."""
        ...

    def refusal(self, sentence: Sentence) -> tuple[str, ...]:
        """Return the ids of the rules by which a sentence is refused here."""
        ...

    def misses(self, sentence: Sentence) -> tuple[str, ...]:
        """Return the rules that refuse what else a sentence says, although it answers; or none."""
        ...

    def meets(self, sentence: Sentence) -> bool:
        """Whether its seat is asked what a sentence is about, or something that it cannot pass over."""
        ...

    def observe(self, path: tuple[str, ...]) -> Any:  # noqa: ANN401 - numbers, names, lists of them
        """Return what a key of `[expect]` stands for; KeyError if the game has no such key."""
        ...

    def describe(self) -> str:
        """Return the whole board in a few lines, and who is offered what."""
        ...
