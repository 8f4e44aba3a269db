"""Records what each test tried and found as JSON lines, for the table of `make faults` (tests/faults/__main__.py)."""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

LOG = "EARSHOT_FAULTS_LOG"
WHOLE = "EARSHOT_FAULTS"


@dataclass(frozen=True, slots=True)
class Tried:
    fault: str
    where: str
    """A command, file or part."""
    tried: int
    hit: int
    """Faults that happened while something was at stake."""
    lost: int
    """Times when something acknowledged was gone, torn or left behind."""
    detected: str
    """How a loss would have been noticed, or the fault was reported."""
    test: str = ""


def is_whole() -> bool:
    """Whether to try everything, and not only the sample of every test run."""
    return bool(os.environ.get(WHOLE))


def record(row: Tried) -> None:
    """Adds a row if a table is being made."""
    log = os.environ.get(LOG)
    if log:
        with Path(log).open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(row)) + "\n")


def read(log: Path) -> list[Tried]:
    return [Tried(**json.loads(line)) for line in log.read_text(encoding="utf-8").splitlines()]
