"""`python -m tests.studio --minutes 10 --clients 10`: reports its findings; exit status 1 if anything is lost."""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.studio.soak import soak


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.studio", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--clients", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    began = time.monotonic()

    def say(text: str) -> None:
        print(f"{time.monotonic() - began:7.1f} s  {text}", flush=True)

    with tempfile.TemporaryDirectory(prefix="earshot-studio-") as folder:
        done = soak(Path(folder), seconds=60 * options.minutes, clients=options.clients, seed=options.seed, say=say)
    found = done.verdict
    print(f"{options.clients} clients edited for {done.seconds:.0f} s.")
    print(f"Server killed {done.server_kills} times, clients {done.client_kills} times, network cut {done.cuts} times.")
    print(f"{found.edits} edits on the server; {found.acknowledged} written down as acknowledged, {found.notes} notes.")
    print(f"{found.conflicts} conflicts, {len(found.faults)} faults.")
    for fault in found.faults[:50]:
        print(f"  {fault}")
    return 1 if found.faults else 0


if __name__ == "__main__":
    sys.exit(main())
