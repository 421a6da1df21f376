"""Start Stablehand: `python3 play.py` opens a table in the browser, `--lan` lets phones join it.

The first start makes `.venv` here and installs what is needed; other arguments
go to the `stablehand` command: `python3 play.py --help` lists what else there is.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "scripts"))
import bootstrap
import client
import compiled


def surroundings(root: Path) -> dict[str, str] | None:
    """Return the environment to play in: with the compiled engine and the browser client, where they are."""
    env = compiled.environment(root)
    return client.environment(root, env) if bootstrap.is_serving(sys.argv[1:]) else env


if __name__ == "__main__":
    sys.exit(bootstrap.play(sys.argv[1:], surroundings))
