"""Whether one visitor starves the bots of others: `scripts/bench --starving [--tables N] [--answers N]`.

Somebody plays with two `hard` bots, without and beside tables of `hard` bots that another address has opened.
The stored facts tell how many seconds each answer of a bot took, windows apart, since these last by the
clock. An answer that took longer than a bot may think is the table's own: the bot was not asked in time. The
server is the real command with its default limits.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median, quantiles

import httpx

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from stablehand.core.contract import Kind
from stablehand.server.live.services import Services
from stablehand.server.settings import Settings
from stablehand.server.store import Store, url_for
from stablehand.table.state import facts, fold
from stablehand.table.state.clock import PATIENCE
from stablehand.table.state.state import TableState
from support.server_process import served
from support.socket_players import BOT, LONG, RunningServer, SocketPlayer

OTHER = "127.0.0.2" if sys.platform == "linux" else "127.0.0.1"
"""The address of the visitor with many tables."""
HOUSE = {"pace": 0, "stand_in": "hard"}
OPTIONS = ("--limit", "tables_per_client_per_hour=10000", "--limit", "connections_per_client=1000")


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure whether one visitor starves the bots of others.")
    parser.add_argument("--tables", type=int, default=5)
    parser.add_argument("--answers", type=int, default=40, help="answers of the victim's bots in each half")
    parser.add_argument("--most", type=float, default=0.0, help="the highest ratio that is not a failure")
    args = parser.parse_args()
    halves = []
    for name, tables in (("alone", 0), ("beside", args.tables)):
        with tempfile.TemporaryDirectory() as folder:
            with served(Path(folder), *OPTIONS) as url:
                server = RunningServer(url, Services(Settings(), 0))
                code = asyncio.run(measure(server, tables, args.answers))
            took = waits(Path(folder), code)
        halves.append(median(took))
        late = sum(seconds > PATIENCE / 1000 for seconds in took)
        print(
            f"{name:>6}: {median(took):.2f} s an answer, {quantiles(took, n=10)[-1]:.2f} s at the 90th "
            f"percentile, {late} of {len(took)} by default",
            flush=True,
        )
    ratio = halves[1] / halves[0]
    print(f" ratio: {ratio:.2f}")
    return int(0 < args.most < ratio)


async def measure(server: RunningServer, tables: int, answers: int) -> str:
    """Play until the victim's bots have answered so often, beside other tables; return the victim's code."""
    async with AsyncExitStack() as stack:
        others = [await busy(server, stack) for _ in range(tables)]
        playing = [asyncio.create_task(other.play()) for other in others]
        player = await server.opened("unicorns", 3, house=HOUSE)
        async with player.connected():
            await player.send("start")
            first = player.table["state"]
            while player.table["state"] < first + 2 * answers and (asked := await player.asked()):
                await player.answer(asked)
                await player.moved(asked)
        for one in playing:
            one.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return player.code


async def busy(server: RunningServer, stack: AsyncExitStack) -> SocketPlayer:
    """Open a table with seven hard bots from the other address, and start a game."""
    transport = httpx.AsyncHTTPTransport(local_address=OTHER)
    body = {"name": "Eve", "game": "unicorns", "seats": 8, "house": HOUSE}
    async with httpx.AsyncClient(transport=transport, base_url=server.url, timeout=LONG) as client:
        seat = (await client.post("/api/tables", json=body, headers=BOT)).json()
    player = SocketPlayer(server, seat["code"], seat["seat"], seat["token"])
    await stack.enter_async_context(player.connected(local_addr=(OTHER, 0)))
    await player.send("start")
    return player


def waits(folder: Path, code: str) -> list[float]:
    """Return how many seconds each answer of a bot took that had a choice, outside of windows."""
    state, found = TableState(), []
    with Store(url_for(folder, None)) as store:
        record = store.find(code)
        assert record is not None
        for fact in map(facts.read, store.facts(record.id)):
            if isinstance(fact, facts.Answered) and fact.by == "bot" and state.match is not None:
                asked = state.match.pending[fact.seat]
                if asked.decision.kind is not Kind.RESPOND and not asked.decision.is_forced:
                    found.append((fact.at - asked.at) / 1000)
            fold.apply(state, fact)
    return found


if __name__ == "__main__":
    sys.exit(main())
