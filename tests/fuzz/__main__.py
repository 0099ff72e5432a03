"""Run the fuzzer: see ``python -m tests.fuzz --help``."""

from __future__ import annotations

import argparse
import random
import signal
import sys
import tempfile
from pathlib import Path

from tests.fuzz.forms import KINDS
from tests.fuzz.session import Session

FINDINGS = Path(tempfile.gettempdir()) / "kg-fuzz"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Fuzz the readers of one kind of files.")
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--seconds", type=float, default=60, help="how long (60)")
    parser.add_argument(
        "--seed", type=int, default=None, help="of the random numbers; a new one each time if not given"
    )
    parser.add_argument("--keep", type=Path, default=FINDINGS, help=f"where what fails is kept ({FINDINGS})")
    given = parser.parse_args()
    seed = random.SystemRandom().randrange(1 << 32) if given.seed is None else given.seed
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that its process ends, too
    session = Session(given.kind, seed=seed, keep=given.keep / given.kind, log=sys.stdout)
    return session.run(given.seconds)


if __name__ == "__main__":
    sys.exit(main())
