"""`python -m stablehand`: the same as the `stablehand` command."""

import sys

from stablehand.cli import main

if __name__ == "__main__":
    sys.exit(main())
