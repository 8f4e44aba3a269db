"""`make faults`: tries every fault that the suite leaves to it, prints a table of them, and writes docs/faults.md.

Options are handed to pytest: `python -m tests.faults -k locked` tries some of them, prints their rows and leaves the
page as it is.
"""

import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

from tests.faults.harness.tally import LOG, WHOLE, Tried, read

_FOLDER = "tests/faults"
_PAGE = Path("docs/faults.md")
_HEAD = """\
# Faults

What Earshot was made to bear, by `make faults`, which does each of these for real: it kills the program at a named
step (a call that changes a file), fills the disk, takes folders away, locks, damages. A fault is *hit* when it happened
while something was being written or read; *lost* counts the times that something acknowledged was gone, torn, or left
behind for ever. How it works: [decision 0068](decisions/0068-faults-at-named-steps.md).
"""

_REMARKS = "\n## Open\n"
"""What stands below was written by hand, and stays."""


def main(arguments: list[str]) -> int:
    """Runs the tests; returns pytest's exit status."""
    with tempfile.TemporaryDirectory(prefix="earshot-faults-") as folder:
        log = Path(folder) / "log"
        log.touch()
        workers = os.environ.get("JOBS", "2")
        command = [sys.executable, "-m", "pytest", "-n", workers, "--maxschedchunk", "1", "-m", "long", "-q", _FOLDER]
        command += arguments
        started_s = time.monotonic()
        done = subprocess.run(command, env={**os.environ, WHOLE: "all", LOG: str(log)}, check=False)
        minutes, used = (time.monotonic() - started_s) / 60, os.times()
        took = f"{minutes:.0f} minutes, {(used.children_user + used.children_system) / 60:.0f} of processor time"
        rows = merged(read(log))
    table = "\n".join(lines(rows))
    ending = f"{sum(row.hit for row in rows)} faults hit, {sum(row.lost for row in rows)} lost"
    print(f"{table}\n\n{ending}; {took}")
    if not arguments and rows:
        when = f"{ending}. {platform.system()}, {workers} processes, {took}."
        _, mark, remarks = _PAGE.read_text(encoding="utf-8").partition(_REMARKS)
        _PAGE.write_text(f"{_HEAD}\n{table}\n\n{when}\n{mark}{remarks}", encoding="utf-8")
    return done.returncode


def merged(rows: Iterable[Tried]) -> list[Tried]:
    """One row for each fault and place, in order."""
    found: dict[tuple[str, str, str], Tried] = {}
    for row in rows:
        key = (row.fault, row.where, row.test)
        other = found.get(key)
        tried, hit, lost = (other.tried, other.hit, other.lost) if other else (0, 0, 0)
        found[key] = Tried(
            row.fault, row.where, row.tried + tried, row.hit + hit, row.lost + lost, row.detected, row.test
        )
    return [found[key] for key in sorted(found)]


def lines(rows: Iterable[Tried]) -> list[str]:
    """The table in Markdown."""
    table = [
        "| fault | where | tried | hit | lost | how it is noticed | test |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for row in rows:
        test = row.test.removeprefix(f"{_FOLDER}/").replace(".py::", " ")
        table.append(
            f"| {row.fault} | {row.where} | {row.tried} | {row.hit} | {row.lost} | {row.detected} | `{test}` |"
        )
    return table


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
