"""`python -m dplemma` is the `dplemma` command."""

from __future__ import annotations

import sys

from dplemma.cli import main

if __name__ == "__main__":
    sys.exit(main())
