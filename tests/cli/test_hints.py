"""Hints while playing: `h` asks a bot that knows only what the player knows; the game does not change."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

from stablehand import Journal, load
from stablehand.bots.fallback import FallbackBot
from stablehand.bots.random import RandomBot
from stablehand.bots.specs import HARD_ITERATIONS
from stablehand.cli.reader import Reader
from stablehand.cli.screen import hints
from stablehand.cli.screen.hints import Hints
from stablehand.cli.screen.screen import screen_for
from stablehand.text.language import LANGUAGES
from stablehand.text.names import typeset
from support.sizes import slow_after
from support.text_speakers import NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from cli.conftest import Run
    from stablehand.core.contract import Decision, Option, View

Table: TypeAlias = tuple[str, int, dict[str, object]]
TABLES: list[Table] = [
    ("fairytale", 3, {}),
    ("unicorns", 3, {"deck": "base_2e", "targets": "declare"}),
    ("unicorns", 4, {"deck": "base_1e"}),
]
INTRO = "The bot sees only what you see."


def hints_at(table: Table, seat: int, spec: str, lang: str = "en") -> Hints:
    game, seats, options = table
    reader = Reader(lang)
    screen = screen_for(game, NAMES[:seats], seat, options, reader, fancy=True)
    return Hints(game, seat, screen, reader.language, spec)


def asked(table: Table, seed: int = 2, journal: Journal | None = None) -> Iterator[tuple[Any, Decision]]:
    """Play a random game in which seat 0 answers last; yield the state at every question with a choice."""
    name, seats, options = table
    game = load(name)
    state = game.start(seats, seed, options)
    bots = [RandomBot(seed, seat) for seat in range(seats)]
    while asks := game.pending(state):
        decision = max(asks, key=lambda ask: ask.seat != 0)
        if not decision.is_forced:
            yield state, decision
        option = bots[decision.seat]({}, decision, lambda _: None)
        game.answer(state, decision.seat, option)
        if journal:
            journal.answer(decision.seat, option)


def advice(out: str) -> list[str]:
    """Return the output after each `h`, without line breaks."""
    parts = out.split("> h\n")[1:]
    return [" ".join(part.partition("\n(?")[0].split()) for part in parts]


# ---- hidden information


@pytest.mark.parametrize("spec", slow_after(1, ["greedy:1", "ismcts:6"], "searches at every third question"))
@pytest.mark.parametrize("table", TABLES)
def test_hidden_cards_do_not_change_the_hint(table: Table, spec: str) -> None:
    game = load(table[0])
    advisors = [hints_at(table, seat, spec) for seat in range(table[1])]
    differing = 0
    for number, (state, decision) in enumerate(asked(table)):
        if number % 3:  # every question would take too long
            continue
        redealt = game.determinise(state, decision.seat, number)
        before = game.encode(state)
        differing += game.encode(redealt) != before
        lines = advisors[decision.seat].lines(state)
        assert game.encode(state) == before
        assert advisors[decision.seat].lines(redealt) == lines
    assert differing > 10


class Peeker:
    """A bot that chooses by the state in its sampler, which must not be the true one."""

    is_blind = False

    def __init__(self, game: str) -> None:
        self.game = load(game)

    def __call__(self, view: View, decision: Decision, sampler: Callable[[int], Any]) -> Option:
        del view
        assert isinstance(sampler, partial)
        state = sampler.args[0]
        return decision.options[int(self.game.digest(state), 16) % len(decision.options)]


@pytest.mark.parametrize("table", TABLES)
def test_a_bot_that_peeks_does_not_get_the_true_state(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "make_bot", lambda _, game, *__: FallbackBot(Peeker(game)))
    game = load(table[0])
    advisors = [hints_at(table, seat, "peeker") for seat in range(table[1])]
    said = set()
    for number, (state, decision) in enumerate(asked(table)):
        lines = advisors[decision.seat].lines(state)
        assert advisors[decision.seat].lines(game.determinise(state, decision.seat, number)) == lines
        said.add(lines[-1])
    assert len(said) > 10


# ---- during a game


@pytest.mark.parametrize("game", ["fairytale", "unicorns"])
@pytest.mark.parametrize("lang", slow_after(1, LANGUAGES, "searches in every language"))
def test_a_hint_does_not_change_the_game_and_is_the_same_when_repeated(
    run: Run, tmp_path: Path, game: str, lang: str
) -> None:
    asking, silent = tmp_path / "asking.jsonl", tmp_path / "silent.jsonl"
    table = ("play", "--game", game, "--seed", 5, "--lang", lang, "--hint", "ismcts:20")
    ran = run(*table, "--save", asking, typed="h\nhint\n1\nH\n1\nh\n1\nq\n")
    assert (ran.code, ran.err) == (0, "")
    run(*table, "--save", silent, typed="1\n1\n1\nq\n")
    assert asking.read_bytes() == silent.read_bytes()
    answers = ran.out.split("> h\n")[1], ran.out.split("> hint\n")[1]
    first, second = (answer.partition("\n(?")[0] for answer in answers)
    assert first == second
    assert len(first.splitlines()) >= 5


def test_a_hint_names_exactly_the_offered_cards(run: Run) -> None:
    """The player has been dealt five cards; the hint names no cards of others."""
    out = run("play", "--seed", 3, "--hint", "greedy:1", typed="h\nq\n").out
    state = load("fairytale").start(4, 3, {})
    cards = state.rules.cards.cards
    lines = out.split("> h\n")[1].splitlines()[1:]
    named = {line.rpartition(": ")[0] for line in lines if "%" in line}
    assert named == {typeset(cards[card].name) for card in state.hands[0]}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_help_lists_the_key_for_hints(run: Run, lang: str) -> None:
    out = run("play", "--seed", 3, "--lang", lang, typed="?\nq\n").out
    assert f"h        {Reader(lang).say('play.help.hint')}" in out


@pytest.mark.parametrize(
    ("spec", "said"),
    [("random", "The bot gives no reasons. It would choose: "), ("easy", "It would choose: ")],
)
def test_a_bot_without_evaluations_still_gives_a_hint(run: Run, spec: str, said: str) -> None:
    (answer,) = advice(run("play", "--seed", 3, "--hint", spec, typed="h\nq\n").out)
    assert said in answer


def test_hints_of_the_easy_level_include_evaluations() -> None:
    said = {
        len(hints_at(TABLES[0], 0, "easy").lines(state)) for state, ask in asked(TABLES[0]) if not ask.seat
    }
    assert max(said) > 2


def test_an_unknown_bot_is_refused_before_a_file_is_written(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    for spec in ("clever", ""):
        ran = run("play", "--hint", spec, "--save", path)
        assert (ran.code, ran.out) == (2, "")
        assert f"Unknown bot {spec!r}; choose one of: random" in ran.err
    assert not path.exists()


class Failing:
    is_blind = True

    def __call__(self, view: View, decision: Decision, sampler: Callable[[int], Any]) -> Option:
        del view, decision, sampler
        raise ValueError


def test_a_failing_bot_gives_no_hint(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "make_bot", lambda *_: FallbackBot(Failing()))
    out = run("play", "--seed", 3, "--hint", "greedy", typed="h\n1\nq\n").out
    assert advice(out)[0].startswith("The bot has no advice here.")
    assert "It would choose" not in out


@pytest.mark.parametrize("picks", [1, 2, 3])
def test_the_default_bot_searches_for_less_than_a_second(picks: int) -> None:
    policy: Any = hints_at(TABLES[0], 0, "")._advisor(picks).policy
    assert policy.iterations == HARD_ITERATIONS
    assert 0 < policy.milliseconds * picks < 800


def test_the_default_bot_gives_a_hint(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "MILLISECONDS", 300.0)
    (answer,) = advice(run("play", "--seed", 3, typed="h\nq\n").out)
    assert answer.startswith(INTRO)
    assert "% chance to win" in answer


# ---- several picks


def before_picks(table: Table, *, picked: int = 0) -> tuple[Journal, Any, Decision]:
    """Return a game at a decision in which seat 0 picks several cards."""
    for seed in range(60):
        journal = Journal.begin(table[0], table[1], seed, table[2])
        for state, decision in asked(table, seed, journal):
            free = len(decision.group) > decision.least
            if decision.seat == 0 and decision.most > 1 and len(decision.picked) == picked and free:
                return journal, state, decision
    raise AssertionError("no such game")


@pytest.mark.parametrize("table", TABLES)
def test_several_picks_get_one_hint(table: Table) -> None:
    _, state, decision = before_picks(table)
    game = load(table[0])
    advisor = hints_at(table, 0, "ismcts:20")
    before = game.encode(state)
    intro, reason, end = advisor.lines(state)
    assert game.encode(state) == before
    assert intro.startswith(INTRO)
    assert reason.startswith("Several cards are chosen together here: about ")
    names = [advisor.advice_text.named(game.meaning(state, 0, card), decision.why) for card in decision.group]
    rest = end.removeprefix("It would choose: ").removesuffix(".")
    parts = rest.replace(" and ", ", ").split(", ")
    assert len(parts) == decision.most
    assert set(parts) <= set(names)


def test_a_hint_may_be_requested_between_two_picks(run: Run, tmp_path: Path) -> None:
    journal, _, decision = before_picks(TABLES[2])
    path, other = tmp_path / "game.jsonl", tmp_path / "other.jsonl"
    for file in (path, other):
        file.write_bytes(journal.write())
    resume = ("play", "--hint", "ismcts:20", "--resume")
    ran = run(*resume, path, typed="h\n1\nh\nb\nh\n" + "1\n" * decision.most + "q\n")
    assert ran.code == 0
    run(*resume, other, typed="1\n" * decision.most + "q\n")
    assert path.read_bytes() == other.read_bytes()
    first, *others = (said.partition(" ─")[0] for said in advice(ran.out))
    assert first.startswith(INTRO)
    assert others == [first] * 2


def test_a_game_resumed_between_two_picks_gets_a_hint_for_the_rest(run: Run, tmp_path: Path) -> None:
    journal, _, decision = before_picks(TABLES[2], picked=1)
    path = tmp_path / "game.jsonl"
    path.write_bytes(journal.write())
    (answer,) = advice(run("play", "--hint", "ismcts:20", "--resume", path, typed="h\nq\n").out)
    chosen = answer.partition("It would choose: ")[2].partition(". ")[0]
    assert 1 + chosen.count(", ") + chosen.count(" and ") == decision.most - 1
