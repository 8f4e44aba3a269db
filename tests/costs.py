"""What each test costs: processor's time of its process and of those that it started, and time by the clock.

`pytest --costs FILE` writes it, a line a test, into a file for each process of tests. `python -m tests.costs FILE`
prints the fifty dearest, and with a second FILE what they cost there. `make quick` runs what tests/quick.txt lists,
which `python -m tests.costs FILE --choose` writes.
"""

import argparse
import os
import resource
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

import pytest

QUICK = Path(__file__).with_name("quick.txt")
_SHOWN = 50
_ALWAYS = ("tests/test_house_names.py", "tests/test_house_quick.py", "tests/test_house_wording.py")
"""What a change breaks most often."""
_QUICK_S = 60.0
"""Processor's time of all that `make quick` runs, without that of loading modules."""
_FILE_S = 4.0
"""Of the dearest file that is chosen whole."""
_FUNCTIONS_S = 1.5
"""Of what is chosen of a file where a room has none that is cheap enough."""


@dataclass(frozen=True, slots=True)
class TestCost:
    """Seconds."""

    __test__ = False
    own_s: float
    """Of the processor, by the process of the test."""
    others_s: float
    """Of the processor, by processes that it started and that have ended."""
    wall_s: float

    @property
    def processor_s(self) -> float:
        return self.own_s + self.others_s


class CostWriter:
    """A plugin of pytest."""

    def __init__(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        self._file = file.with_name(f"{file.name}.{os.getpid()}")

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        begun = _spent()
        try:
            return (yield)
        finally:
            own_s, others_s, wall_s = (now - then for now, then in zip(_spent(), begun, strict=True))
            with self._file.open("a", encoding="utf-8") as file:
                file.write(f"{own_s:.2f}\t{others_s:.2f}\t{wall_s:.2f}\t{item.nodeid}\n")


def read_costs(file: Path) -> dict[str, TestCost]:
    """Returns the costs that all processes wrote, by the name of the test."""
    found: dict[str, TestCost] = {}
    for part in sorted(file.parent.glob(f"{file.name}.*")):
        for line in part.read_text(encoding="utf-8").splitlines():
            own, others, wall, name = line.split("\t", 3)
            found[name] = TestCost(float(own), float(others), float(wall))
    return found


def table(costs: Mapping[str, TestCost], later: Mapping[str, TestCost] | None = None) -> str:
    """Returns the dearest tests as a table in Markdown, with what they cost later."""
    heads = ("before", "now") if later is not None else ("processor",)
    rows = [f"| test | {' | '.join(f'{head}, s' for head in heads)} |", "| --- |" + " ---: |" * len(heads)]
    for name, cost in sorted(costs.items(), key=lambda one: -one[1].processor_s)[:_SHOWN]:
        cells = [f"{cost.processor_s:.1f}"]
        if later is not None:
            cells.append(f"{later[name].processor_s:.1f}" if name in later else "–")
        place, _, test = name.partition("::")
        rows.append(f"| `{place.removeprefix('tests/')}`: {test.replace('|', '/')} | {' | '.join(cells)} |")
    return "\n".join(rows)


def room(chosen: str) -> str:
    """Returns the folder of a file of tests, or of one of its functions, `FILE::FUNCTION`."""
    return Path(chosen.partition("::")[0]).parent.as_posix()


def quick_choice(costs: Mapping[str, TestCost]) -> list[str]:
    """Returns files for `make quick`: of each room the cheapest, then those with most tests for their time.

    Where each file of a room is dear, functions of one are returned, the cheapest.
    """
    by_file = _summed(costs, lambda name: name.partition("::")[0])
    by_function = _summed(costs, lambda name: name.partition("[")[0])
    chosen: dict[str, float] = {file: by_file[file][0] for file in _ALWAYS if file in by_file}
    for one in sorted({room(file) for file in by_file}):
        spent_s, file = min((spent_s, file) for file, (spent_s, _) in by_file.items() if room(file) == one)
        if spent_s <= _FILE_S:
            chosen[file] = spent_s
            continue
        within = sorted((spent, name) for name, (spent, _) in by_function.items() if name.startswith(f"{file}::"))
        sums = accumulate(spent for spent, _ in within)
        chosen.update(
            {name: spent for (spent, name), so_far in zip(within, sums, strict=True) if so_far <= _FUNCTIONS_S}
        )
        chosen.setdefault(within[0][1], within[0][0])
    left_s = _QUICK_S - sum(chosen.values())
    for file, (spent_s, _) in sorted(by_file.items(), key=lambda one: (one[1][0] / one[1][1], one[0])):
        if file not in chosen and spent_s <= min(left_s, _FILE_S):
            chosen[file] = spent_s
            left_s -= spent_s
    return sorted(chosen)


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints the dearest tests, or chooses those of `make quick`."""
    parser = argparse.ArgumentParser(prog="python -m tests.costs", description=main.__doc__)
    parser.add_argument("costs", type=Path, help="what `pytest --costs FILE` wrote")
    parser.add_argument("later", type=Path, nargs="?", help="the same of a later run")
    parser.add_argument("--choose", action="store_true", help=f"write {QUICK.name} anew")
    options = parser.parse_args(arguments)
    costs = read_costs(options.costs)
    if not costs:
        print(f"No costs in {options.costs}.*: run `make costs` first.", file=sys.stderr)
        return 1
    if options.choose:
        QUICK.write_text("".join(f"{line}\n" for line in quick_choice({**costs, **_skipped(costs)})), encoding="utf-8")
        return 0
    print(table(costs, read_costs(options.later) if options.later is not None else None))
    return 0


def _skipped(costs: Mapping[str, TestCost]) -> dict[str, TestCost]:
    """The files of each room without any cost, as if they had one test: where a module is missing they are skipped."""
    measured = {room(name) for name in costs}
    root = QUICK.parents[1]
    packages = ("engine", "desktop", "resources")
    places = [place for package in packages for place in root.glob(f"tests/{package}/**/test_*.py")]
    files = [place.relative_to(root).as_posix() for place in places]
    return {f"{file}::": TestCost(0.0, 0.0, 0.0) for file in files if room(file) not in measured}


def _summed(costs: Mapping[str, TestCost], key: Callable[[str], str]) -> dict[str, tuple[float, int]]:
    """Processor's time, and number of tests."""
    found: dict[str, tuple[float, int]] = {}
    for name, cost in costs.items():
        spent_s, tests = found.get(key(name), (0.0, 0))
        found[key(name)] = (spent_s + cost.processor_s, tests + 1)
    return found


def _spent() -> tuple[float, float, float]:
    own, others = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime, others.ru_utime + others.ru_stime, time.monotonic()


if __name__ == "__main__":
    sys.exit(main())
