"""Start Stablehand: `python3 play.py` for a game, `python3 play.py --help` for everything else.

The first start makes `.venv` here and installs what is needed; arguments go to the `stablehand` command.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent / "scripts"))
import bootstrap
import compiled

if __name__ == "__main__":
    sys.exit(bootstrap.play(sys.argv[1:], compiled.environment))
