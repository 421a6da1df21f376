"""A process is killed while it writes: everything acknowledged is stored, and the hash chain is intact."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from itertools import count
from random import Random

from server.store.samples import a_table, rows
from stablehand.server.store import Store, Writer
from support.sizes import SCALE

KILLS = 4 * SCALE
TABLES = ("one", "two", "three")
SEED = 6


def body(name: str, number: int) -> bytes:
    return f"{name} {number} ".encode() * (1 + number % 50)


def test_acknowledged_facts_survive_kill_9(url: str) -> None:
    random = Random(SEED)  # noqa: S311 - the same kills every time
    with Store(url) as store:
        store.migrate()
        for kill in range(KILLS):
            names = [f"{name} {kill}" for name in TABLES]
            for name in names:
                store.open(a_table(name))
            acknowledged = dict.fromkeys(names, 0)
            env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
            with subprocess.Popen(
                [sys.executable, __file__, url, *names], stdout=subprocess.PIPE, encoding="utf-8", env=env
            ) as child:
                assert child.stdout is not None
                last = random.randint(1, 120)
                for said, line in enumerate(
                    child.stdout, 1
                ):  # read to the end: it may have written before it was killed
                    name, _, number = line.strip().rpartition(" ")
                    acknowledged[name] = int(number) + 1
                    if said == last:
                        child.send_signal(signal.SIGKILL)
            assert child.returncode == -signal.SIGKILL
            for name in names:
                facts = store.facts(name)
                assert len(facts) >= acknowledged[name], f"seed {SEED}, kill {kill}, table {name}"
                assert facts == [body(name, n) for n in range(len(facts))]
                store.append(rows(name, len(facts), [b"and it goes on"]))


async def write_forever(url: str, names: list[str]) -> None:
    """Append to every table as fast as possible; print a line after each acknowledgement, in one write."""
    with Store(url) as store:
        async with Writer(store) as writer:

            async def fill(name: str) -> None:
                for number in count():
                    await writer.append(rows(name, number, [body(name, number)]))
                    os.write(1, f"{name} {number}\n".encode())

            await asyncio.gather(*(fill(name) for name in names))


if __name__ == "__main__":
    asyncio.run(write_forever(sys.argv[1], sys.argv[2:]))
