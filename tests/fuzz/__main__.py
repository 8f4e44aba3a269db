"""Runs harnesses in turn, each in a process of its own, and prints what came of them.

`python -m tests.fuzz` runs all; names choose some. `--minutes` is for all of them together. What was found lies in
.fuzz/finds, a text beside each input; what is mended goes into tests/fuzz/corpus.
"""

import argparse
import json
import re
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from tests.fuzz.decoding import fuzz_decoders
from tests.fuzz.harness import Harness

FOLDER = Path(".fuzz")
DECODE = "decode"
_STATE = re.compile(rb"cov: (\d+) ft: (\d+)")
_COUNT = re.compile(rb"stat::number_of_executed_units: (\d+)")
_GRACE_S = 120
"""How long a process may take beyond its time before it is ended: its imports, and its last input."""


@dataclass(slots=True)
class Row:
    """What came of one harness."""

    name: str
    executions: int = 0
    seconds: float = 0.0
    edges: str = "–"
    features: str = "–"
    finds: int = 0
    deaths: int = 0
    """Times its process died: out of memory, hung, crashed."""

    def __str__(self) -> str:
        """A row of a Markdown table."""
        rate = self.executions / max(self.seconds, 1e-9)
        cells = (self.name, f"{self.executions:,}", f"{rate:,.0f}", self.edges, self.features, self.finds, self.deaths)
        return "| " + " | ".join(map(str, cells)) + " |"


def main() -> int:
    """Gives 1 where something was found."""
    from tests.fuzz.registry import HARNESSES

    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *HARNESSES, DECODE], help="which; none for all")
    parser.add_argument("--minutes", type=float, default=10.0, help="for all together")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where corpus and finds lie")
    options = parser.parse_args()
    names = options.names or [*HARNESSES, DECODE]
    seconds = options.minutes * 60 / len(names)
    print("| harness | executions | a second | edges | features | finds | deaths |")
    print("|---|---:|---:|---:|---:|---:|---:|", flush=True)
    rows = []
    for name in names:
        if name == DECODE:
            found = fuzz_decoders(seconds, options.folder)
            rows.append(Row(name, found.executions, found.seconds, finds=found.finds, deaths=found.deaths))
        else:
            rows.append(run(HARNESSES[name], seconds, options.folder))
        print(rows[-1], flush=True)
    whole = sum(row.executions for row in rows)
    finds, deaths = sum(row.finds for row in rows), sum(row.deaths for row in rows)
    print(f"\n{whole:,} executions, {finds} finds; each lies in {options.folder / 'finds'}.")
    if deaths:
        print(f"{deaths} times a process ended otherwise: the last words of each are in {options.folder}/*.log.")
    return int(finds + deaths > 0)


def run(harness: Harness, seconds: float, folder: Path) -> Row:
    """Fuzzes one harness, again where its process died."""
    name = harness.name
    row = Row(name)
    marks: set[str] = set()
    end_s = time.monotonic() + seconds
    while (left_s := end_s - time.monotonic()) > 1 or row.executions == 0:
        report = folder / "executions" / f"{name}.json"
        report.unlink(missing_ok=True)
        record = {"executions": 0, "seconds": 0.0, "finds": {}}
        command = [sys.executable, "-m", "tests.fuzz.child", harness.read.__module__, harness.name]
        command += [str(max(1, round(left_s))), str(folder)]
        log = folder / f"{name}.log"
        folder.mkdir(parents=True, exist_ok=True)
        with log.open("wb") as said:
            process = subprocess.Popen(command, stdout=said, stderr=said)
            try:
                status = process.wait(max(1, left_s) + _GRACE_S)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                status = process.wait()
        if report.exists():
            record = json.loads(report.read_text(encoding="utf-8"))
        text = log.read_bytes()
        counted = _COUNT.search(text)
        row.executions += record["executions"] if counted is None else int(counted[1])
        row.seconds += record["seconds"]
        marks |= set(record["finds"])
        states = _STATE.findall(text)
        if states:
            row.edges, row.features = (number.decode() for number in states[-1])
        if status == 0:
            break
        row.deaths += 1
        print(f"  {name} ended with {status}: see {log}", file=sys.stderr, flush=True)
        if row.deaths >= 5:
            break
    row.finds = len(marks)
    return row


if __name__ == "__main__":
    sys.exit(main())
