"""Bots in processes of their own: whatever becomes of one, whoever asked goes on and nothing is left over."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from stablehand import load
from stablehand.bots.roster import bot
from stablehand.kernel.driver import decide
from stablehand.server import thinkers as module
from stablehand.server.thinker import OVERTIME, PROGRAM, Advice, Job, answer, think
from stablehand.server.thinkers import Task, Thinkers, level_spec

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

HERE = Path(__file__).parent
LONG = 60.0
"""Seconds that no test means to use up."""


@pytest.fixture(autouse=True)
def odd_thoughts_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    paths = [str(HERE), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))


def task(spec: str = "", *, seconds: float = LONG, table: str = "a", seat: int = 0, seed: int = 5) -> Task:
    game = load("fairytale")
    state = game.determinise(game.start(3, 11), seat, 0)
    return Task("fairytale", game.encode(state), seat, spec, seed, seconds, table)


def odd(way: str, **more: Any) -> Thinkers:  # noqa: ANN401 - handed on as they are
    return Thinkers(1, think=f"odd_thoughts:{way}", **{"patience": LONG, **more})


def run(scenario: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(2 * LONG):
            await scenario()

    asyncio.run(bounded())


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


class Pipe:
    """A pipe with a name, by which an odd thought tells that it has begun, and that its process is gone."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "pipe"
        os.mkfifo(self.path)

    @property
    def name(self) -> str:
        return str(self.path)

    async def begun(self) -> int:
        """Wait for the thought; return its process."""
        try:
            self.file = await asyncio.to_thread(self.path.open, "rb")
        except asyncio.CancelledError:
            os.close(os.open(self.path, os.O_WRONLY | os.O_NONBLOCK))  # let the thread go
            raise
        return int(await asyncio.to_thread(self.file.readline))

    async def ended(self) -> None:
        """Wait until nobody holds the other end."""
        with self.file as file:
            assert await asyncio.to_thread(file.read) == b""


@pytest.fixture
def pipe(tmp_path: Path) -> Pipe:
    return Pipe(tmp_path)


FIRST = Advice(load("fairytale").pending(load("fairytale").start(3, 11))[0].options[0])


# ---- thinking


@pytest.mark.parametrize(
    ("name", "options", "spec"),
    [
        ("fairytale", {}, "ismcts:20"),
        ("unicorns", {"deck": "base_2e"}, "greedy:2"),
        ("unicorns", {"deck": "base_1e"}, "easy"),
    ],
)
def test_a_process_answers_as_the_bot_does_here(name: str, options: dict[str, object], spec: str) -> None:
    game = load(name)
    state = game.start(3, 4, options)
    seed = 2**255 + 3  # as long as a seed may be

    async def scenario() -> None:
        async with Thinkers(1, patience=LONG) as thinkers:
            for _ in range(12):
                decision = game.pending(state)[-1]
                imagined = game.determinise(state, decision.seat, 9)
                given = Task(name, game.encode(imagined), decision.seat, spec, seed, LONG)
                expected = decide(game, imagined, decision, bot(spec, name, seed, decision.seat))
                assert await thinkers.think(given) == expected
                game.answer(state, decision.seat, expected)

    run(scenario)


def test_nothing_hidden_reaches_the_answer() -> None:
    """What a process is handed is dealt anew; dealt in two ways it must come to the same."""
    game = load("unicorns")
    state = game.start(3, 8)
    decision = game.pending(state)[0]
    dealt = [game.encode(game.determinise(state, decision.seat, luck)) for luck in (1, 2)]
    assert dealt[0] != dealt[1]
    replies = [
        answer(Job(Task("unicorns", one, decision.seat, "ismcts:30", 1, LONG), is_advice=True), think)
        for one in dealt
    ]
    assert replies[0] == replies[1]
    assert replies[0].advice


def test_advice_has_opinions_on_the_options() -> None:
    async def scenario() -> None:
        async with Thinkers(1, patience=LONG) as thinkers:
            advice = await thinkers.advise(task("ismcts:40"))
        assert advice
        assert advice.opinions[0].option == advice.option
        assert sum(opinion.tries for opinion in advice.opinions) == 40
        assert advice.outlook == advice.opinions[0].value

    run(scenario)


def group_asked() -> tuple[Any, Any]:
    """Return a table of the unicorns where several cards are to be picked, and the decision."""
    game = load("unicorns")
    for seed in range(60):
        state = game.start(3, seed)
        for number in range(300):
            asks = game.pending(state)
            if not asks:
                break
            decision = asks[0]
            if decision.most > 1 and decision.least > 1 and len(decision.group) > decision.least:
                return state, decision
            game.answer(state, decision.seat, decision.options[(number * 7 + seed) % len(decision.options)])
    raise AssertionError("no game came to a group")


def test_advice_on_a_group_is_all_of_its_picks_and_can_be_answered() -> None:
    game = load("unicorns")
    state, decision = group_asked()
    given = Task("unicorns", game.encode(state), decision.seat, "greedy:1", 1, LONG)
    reply = answer(Job(given, is_advice=True), think)
    assert reply.advice
    assert decision.least <= len(reply.advice.picks) <= decision.most
    assert reply.advice.picks[0] == reply.advice.option
    for pick in reply.advice.picks:
        game.answer(state, decision.seat, pick)


def test_a_bot_that_is_not_asked_has_no_answer() -> None:
    game = load("unicorns")
    state = game.start(3, 1)
    asked = {decision.seat for decision in game.pending(state)}
    seat = next(seat for seat in range(3) if seat not in asked)
    given = Task("unicorns", game.encode(state), seat, "random", 1, LONG)
    assert answer(Job(given), think).fault == "NoThoughtError"


def test_a_bot_that_goes_by_the_clock_is_done_within_its_seconds() -> None:
    began = time.monotonic()
    assert answer(Job(task("ismcts:60000ms", seconds=0.3)), think).advice
    assert time.monotonic() - began < 30  # half of what it would take; a busy machine may take a while


def test_a_spec_is_cut_to_the_time_there_is() -> None:
    assert level_spec("hard", 5) == "hard"
    assert level_spec("hard", 1.7) == "ismcts:1360ms"
    assert level_spec("ismcts:50ms", 1) == "ismcts:50ms"
    assert level_spec("easy", 0.001) == "easy"
    with pytest.raises(ValueError, match="There is no bot"):
        level_spec("clever", 1)


# ---- processes that go wrong


@pytest.mark.parametrize("way", ["sleeps", "spins", "ignores_all"])
def test_one_that_thinks_for_ever_is_killed_and_the_next_task_goes_on(way: str, pipe: Pipe) -> None:
    async def scenario() -> None:
        async with odd(way) as thinkers:
            assert await thinkers.think(task()) == FIRST.option
            thought = asyncio.create_task(thinkers.think(task(pipe.name, seconds=1.5)))
            pid = await pipe.begun()
            following = asyncio.create_task(thinkers.think(task()))
            assert await thought is None
            await pipe.ended()
            assert await following == FIRST.option
            assert is_gone(pid)
            assert pid not in thinkers.pids

    run(scenario)


def test_one_that_is_killed_in_the_middle_is_replaced(pipe: Pipe) -> None:
    async def scenario() -> None:
        async with odd("sleeps") as thinkers:
            thought = asyncio.create_task(thinkers.think(task(pipe.name)))
            os.kill(await pipe.begun(), signal.SIGKILL)
            assert await thought is None
            assert await thinkers.think(task()) == FIRST.option
            await pipe.ended()

    run(scenario)


def test_one_that_is_killed_while_idle_costs_no_more_than_one_answer() -> None:
    async def scenario() -> None:
        async with odd("sleeps") as thinkers:
            await thinkers.think(task())
            os.kill(thinkers.pids[0], signal.SIGKILL)
            await thinkers.think(task())
            assert await thinkers.think(task()) == FIRST.option

    run(scenario)


@pytest.mark.parametrize("way", ["raises", "exits", "breaks_pipe"])
def test_one_that_fails_has_no_answer_and_the_next_has(way: str) -> None:
    async def scenario() -> None:
        async with odd(way) as thinkers:
            assert await thinkers.think(task("now", seconds=1.0)) is None
            assert await thinkers.think(task()) == FIRST.option

    run(scenario)


def test_one_that_says_what_went_wrong_is_kept() -> None:
    async def scenario() -> None:
        async with odd("raises") as thinkers:
            await thinkers.think(task())
            before = thinkers.pids
            assert await thinkers.think(task("now")) is None
            assert await thinkers.think(task()) == FIRST.option
            assert thinkers.pids == before

    run(scenario)


def test_of_a_fault_only_its_kind_is_told(capfd: pytest.CaptureFixture[str]) -> None:
    async def scenario() -> None:
        async with odd("raises") as thinkers:
            await thinkers.think(task("now"))

    run(scenario)
    said = "".join(capfd.readouterr())
    assert "thought_failed" in said
    assert "RuntimeError" in said
    assert "secret word" not in said


@pytest.mark.parametrize("what", ["nothing", "word", "unoffered", "no number", "odd opinions", "endless"])
def test_nonsense_is_no_answer(what: str) -> None:
    async def scenario() -> None:
        async with odd("nonsense") as thinkers:
            assert await thinkers.think(task(what)) is None
            assert await thinkers.think(task()) == FIRST.option

    run(scenario)


@pytest.mark.parametrize(
    "garbage", ["7fffffff", "00000002" + b"{]".hex(), "00000000", "00000004" + b"null".hex()]
)
def test_what_is_no_message_is_no_answer(garbage: str) -> None:
    async def scenario() -> None:
        async with odd("garbles_pipe") as thinkers:
            assert await thinkers.think(task(garbage)) is None
            assert await thinkers.think(task()) == FIRST.option

    run(scenario)


def test_what_a_bot_prints_is_neither_a_reply_nor_shown(capfd: pytest.CaptureFixture[str]) -> None:
    async def scenario() -> None:
        async with odd("chatters") as thinkers:
            assert await thinkers.think(task("greedy:1")) is not None

    run(scenario)
    assert capfd.readouterr() == ("", "")


def test_a_process_that_cannot_start_leaves_nobody_waiting() -> None:
    async def scenario() -> None:
        async with Thinkers(1, think="no_such_module:think", patience=0.5) as thinkers:
            assert await thinkers.think(task()) is None

    run(scenario)


def test_why_a_process_cannot_start_is_said() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "no_such_module:think"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=LONG,
    )
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"no_such_module" in done.stderr


def test_a_machine_that_has_no_room_for_a_process_leaves_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")

    async def scenario() -> None:
        async with Thinkers(1, patience=0.3) as thinkers:
            assert await thinkers.think(task()) is None
            assert thinkers.pids == []

    run(scenario)


# ---- waiting


def test_tables_take_turns() -> None:
    async def scenario() -> None:
        order: list[str] = []

        async def ask(table: str) -> None:
            assert await thinkers.think(task(table=table)) == FIRST.option
            order.append(table)

        async with odd("sleeps") as thinkers:
            await asyncio.gather(*(ask(table) for table in "aaaaaabcb"))
        assert "".join(order) == "abcabaaaa"

    run(scenario)


def test_who_finds_the_queue_full_is_told_at_once(pipe: Pipe) -> None:
    async def scenario() -> None:
        async with odd("sleeps", waiting=2) as thinkers:
            thought = asyncio.create_task(thinkers.think(task(pipe.name)))
            await pipe.begun()
            waiting = [asyncio.create_task(thinkers.think(task(table=table))) for table in "bc"]
            while thinkers.waiting < 2:
                await asyncio.wait(waiting, timeout=0)
            assert await thinkers.think(task(table="d")) is None
            assert thinkers.waiting == 2
            assert not any(one.done() for one in [thought, *waiting])
        await pipe.ended()

    run(scenario)


def test_one_table_cannot_fill_the_queue(pipe: Pipe) -> None:
    async def scenario() -> None:
        async with odd("sleeps") as thinkers:
            thought = asyncio.create_task(thinkers.think(task(pipe.name)))
            pid = await pipe.begun()
            many = [asyncio.create_task(thinkers.think(task())) for _ in range(20)]
            other = asyncio.create_task(thinkers.think(task(table="b")))
            os.kill(pid, signal.SIGKILL)
            assert [await one for one in many].count(None) == 20 - module.WAITING_OF_TABLE
            assert await other == FIRST.option
            assert await thought is None
        await pipe.ended()

    run(scenario)


def test_who_has_waited_long_enough_goes_without(pipe: Pipe) -> None:
    async def scenario() -> None:
        async with odd("sleeps", patience=0.2) as thinkers:
            thinkers.patience = LONG
            thought = asyncio.create_task(thinkers.think(task(pipe.name)))
            await pipe.begun()
            thinkers.patience = 0.2
            assert await thinkers.think(task()) is None
            assert not thought.done()
            assert thinkers.waiting == 0
        await pipe.ended()

    run(scenario)


def test_who_no_longer_wants_to_know_does_not_take_up_room(pipe: Pipe) -> None:
    async def scenario() -> None:
        async with odd("sleeps", waiting=1) as thinkers:
            thought = asyncio.create_task(thinkers.think(task(pipe.name)))
            pid = await pipe.begun()
            for _ in range(3):
                gone = asyncio.create_task(thinkers.think(task()))
                await asyncio.wait([gone], timeout=0.01)
                assert thinkers.waiting == 1
                gone.cancel()
                await asyncio.wait([gone])
            thought.cancel()  # in the middle: what comes of it is nobody's business
            os.kill(pid, signal.SIGKILL)
            assert await thinkers.think(task()) == FIRST.option
        await pipe.ended()

    run(scenario)


def test_as_many_think_at_once_as_there_are_processes(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in "ab"]
    for folder in folders:
        folder.mkdir()
    pipes = [Pipe(folder) for folder in folders]

    async def scenario() -> None:
        async with Thinkers(2, think="odd_thoughts:sleeps", patience=LONG) as thinkers:
            thoughts = [asyncio.create_task(thinkers.think(task(one.name))) for one in pipes]
            pids = [await one.begun() for one in pipes]
            assert sorted(pids) == thinkers.pids
        assert [await one for one in thoughts] == [None, None]
        for one in pipes:
            await one.ended()

    run(scenario)


def test_a_core_is_left_for_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores, number in ((1, 1), (2, 1), (8, 7)):
        monkeypatch.setattr(os, "sched_getaffinity", lambda _, cores=cores: set(range(cores)))
        assert Thinkers().number == number


# ---- beginning and end


def test_closing_leaves_no_process_and_nobody_waiting(pipe: Pipe) -> None:
    async def scenario() -> None:
        thinkers = odd("ignores_all")
        thought = asyncio.create_task(thinkers.think(task(pipe.name)))
        pid = await pipe.begun()
        waiting = asyncio.create_task(thinkers.think(task()))
        await asyncio.wait([waiting], timeout=0.01)
        await thinkers.close()
        assert is_gone(pid)
        assert thinkers.pids == []
        assert [await thought, await waiting, await thinkers.think(task())] == [None, None, None]
        await thinkers.close()
        await pipe.ended()

    run(scenario)


def test_closing_while_processes_are_being_started_leaves_none() -> None:
    async def scenario() -> None:
        thinkers = odd("sleeps")
        thinkers.start()
        for _ in range(5):
            await asyncio.wait(thinkers._keepers, timeout=0)
        pids = thinkers.pids
        await thinkers.close()
        assert all(is_gone(pid) for pid in pids)

    run(scenario)


PARENT = """
import asyncio, sys
from stablehand.server.thinkers import Thinkers
sys.path.insert(0, sys.argv[1])
from server.test_thinkers import task
print("main ran", flush=True)
async def main():
    async with Thinkers(1, think="odd_thoughts:" + sys.argv[2], patience=60.0) as thinkers:
        await thinkers.think(task(sys.argv[3]))
asyncio.run(main())
"""


@pytest.fixture
def parent(tmp_path: Path) -> list[str]:
    """A program that has no guard against being imported, as `multiprocessing` would do."""
    path = tmp_path / "parent.py"
    path.write_text(PARENT, "utf-8")
    return [sys.executable, str(path), str(HERE.parent)]


@pytest.mark.parametrize("way", ["sleeps", "spins"])
def test_a_process_ends_with_its_parent_in_the_middle_of_a_thought(
    way: str, parent: list[str], pipe: Pipe
) -> None:
    async def scenario() -> None:
        with subprocess.Popen([*parent, way, pipe.name], stdout=subprocess.DEVNULL) as started:  # noqa: ASYNC220 - it is there to be killed
            await pipe.begun()
            started.kill()
        await pipe.ended()

    run(scenario)


def test_a_process_is_niced_bounded_deaf_to_interrupts_and_runs_nothing_of_its_parent(
    parent: list[str], tmp_path: Path
) -> None:
    told = tmp_path / "told"
    environment = {**os.environ, "STABLEHAND_DATABASE": "postgresql://ada:secret@db/games"}
    done = subprocess.run(
        [*parent, "tells", str(told)], stdout=subprocess.PIPE, env=environment, check=True, timeout=LONG
    )
    assert done.stdout == b"main ran\n"
    assert told.read_text("utf-8") == f"{os.nice(0) + 10} True {LONG + OVERTIME} none []"


def test_an_interrupt_does_not_disturb_a_thought(pipe: Pipe) -> None:
    go = Path(pipe.name + ".go")
    os.mkfifo(go)

    async def scenario() -> None:
        async with odd("interrupted") as thinkers:
            thought = asyncio.create_task(thinkers.think(task(pipe.name)))
            pid = await pipe.begun()
            os.kill(pid, signal.SIGINT)
            assert os.getpgid(pid) != os.getpgid(0)  # Ctrl-C does not even reach it
            await asyncio.to_thread(go.write_text, "go")
            assert await thought is not None
            assert thinkers.pids == [pid]
        await pipe.ended()

    run(scenario)
