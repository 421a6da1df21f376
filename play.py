"""Start Stablehand: `python3 play.py` opens a table in the browser, `--lan` lets phones join it.

The first start makes `.venv` here and installs what is needed; other arguments
go to the `stablehand` command: `python3 play.py --help` lists what else there is.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "scripts"))
import bootstrap
import client
import compiled


@contextmanager
def surroundings(root: Path) -> Iterator[bootstrap.Surroundings]:
    """Return how to start the game: with the compiled engine and the browser client, where they are."""
    with compiled.environment(root) as found:
        is_serving = bootstrap.is_serving(sys.argv[1:])
        yield found._replace(env=client.environment(root, found.env)) if is_serving else found


if __name__ == "__main__":
    sys.exit(bootstrap.play(sys.argv[1:], surroundings))
