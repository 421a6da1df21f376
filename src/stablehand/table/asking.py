"""How a question is put to a seat: its options in words, and all that a row of like questions chooses from.

A game takes several picks one at a time. A person thinks of them as one choice, so a page must know before
the first answer how many there will be, and of what. Nothing is said here that the seat may not see.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stablehand.table import protocol as p

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from stablehand.kernel.contract import Decision
    from stablehand.kernel.shelf import AnyGame
    from stablehand.text.voices import Voice


def question(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - any game's state
    decision: Decision,
    view: Mapping[str, Any],
    voice: Voice,
    number: int,
    *,
    seconds: float | None = None,
    is_revision: bool = False,
) -> p.DecisionSeen:
    """Put a decision into words; the view is that of the seat it is for."""
    seen = view["revisable" if is_revision else "decision"]
    shown = {**view, "decision": seen}
    if decision.group:
        in_a_row = decision.most - len(decision.picked)
        group: list[Mapping[str, Any]] = [
            {"option": option, **game.meaning(state, decision.seat, option)} for option in _left(decision)
        ]
    else:
        in_a_row, group = voice.row(shown)
    return p.DecisionSeen(
        id=number,
        kind=seen["kind"],
        prompt=voice.prompt(shown),
        options=_in_words(voice, seen, seen["options"]),
        least=seen["least"],
        most=seen["most"],
        picked=tuple(seen["picked"]),
        group=_in_words(voice, seen, group),
        in_a_row=in_a_row,
        is_revision=is_revision,
        seconds=seconds,
    )


def _left(decision: Decision) -> tuple[int, ...]:
    """Return the candidates that can still be picked: they are taken in ascending order."""
    group, picked = decision.group, decision.picked
    return group[group.index(picked[-1]) + 1 :] if picked else group


def _in_words(
    voice: Voice, seen: Mapping[str, Any], options: Iterable[Mapping[str, Any]]
) -> tuple[p.OptionSeen, ...]:
    options = list(options)
    labels = voice.options({**seen, "options": options})
    return tuple(
        p.OptionSeen(option["option"], label, {k: v for k, v in option.items() if k != "option"})
        for option, label in zip(options, labels, strict=True)
    )
