"""Reads every harness's seeds and corpus once and prints a JSON line for each input: what it raised, if anything.

In a process of its own (`python -m tests.fuzz.replay`), with little memory and a clock, so that an input that hangs,
eats memory or crashes fails a test and not the suite.
"""

import json
import signal
import sys
from types import FrameType

from tests.fuzz.finds import mark_of
from tests.fuzz.harness import Harness
from tests.fuzz.registry import HARNESSES

MOST_BYTES = 2 << 30
"""Of the whole process: its imports take some hundred MB."""
MOST_S = 30
"""An input; patient, as machines are busy."""


class Hangs(BaseException):
    """An input took too long. No parser catches it."""


def _ring(number: int, frame: FrameType | None) -> None:
    raise Hangs


def main() -> None:
    """Reads all."""
    if sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MOST_BYTES, MOST_BYTES))
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, _ring)
    for harness in HARNESSES.values():
        for number, seed in enumerate(harness.seeds()):
            _tell(harness, f"seed {number}", seed)
        for path in sorted(harness.corpus.glob("*")):
            _tell(harness, path.name, path.read_bytes())


def _tell(harness: Harness, name: str, data: bytes) -> None:
    record = {"harness": harness.name, "input": name, "raised": "died in it"}
    try:
        if hasattr(signal, "alarm"):
            signal.alarm(MOST_S)
        harness.read(data)
        record["raised"] = ""
    except (Exception, Hangs) as err:
        record["raised"] = f"{mark_of(err)}: {str(err)[:200]}"
    finally:
        if hasattr(signal, "alarm"):
            signal.alarm(0)
        print(json.dumps(record), flush=True)


if __name__ == "__main__":
    main()
