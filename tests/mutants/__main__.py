"""`make mutants`: alters the code of a room, one small fault at a time, and counts what its tests notice.

cosmic-ray finds the places, makes the faults and keeps the results, so a run that was stopped goes on where it was. The
code is altered in copies of the checkout under a temporary folder, one for each process, and what the tests start there
may write nowhere else (guard/sitecustomize.py). A fault whose tests come to no end counts as noticed.
"""

import argparse
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
import zlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue

from cosmic_ray.commands import init
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import TestOutcome, WorkItem, WorkResult

from tests.mutants.rooms import ROOMS, RULE, Place, fastest_first, interval, sample, worthwhile

KEPT = Path(".mutants")
"""Sessions, one for each room and state of its code; each holds every result so far."""
_SLOWEST_TEST_S = 120
_PATIENCE = 4
"""Times the undisturbed run that a run may take, and a minute."""


def main() -> int:
    """Prints a row a room and the faults that nobody noticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("rooms", nargs="*", choices=[[], *ROOMS], help="which; none for all")
    parser.add_argument("--share", type=float, default=1.0, help="of the places, chosen by chance")
    parser.add_argument("--seed", type=int, default=0, help="of that chance")
    parser.add_argument("--jobs", type=int, default=2, help="processes at once")
    parser.add_argument("--python", default=".venv/bin/python", help="what runs the tests")
    parser.add_argument(
        "--again", action="append", default=[], metavar="PLACE", help="try again what nobody noticed there (rank.py:30)"
    )
    options = parser.parse_args()
    KEPT.mkdir(exist_ok=True)
    python = str(Path(options.python).absolute())
    rows = [
        "| room | places | tried | noticed | of these without end | not noticed | share noticed |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for name in options.rooms or ROOMS:
        session = KEPT / f"{name}-{_state(name):08x}.sqlite"
        with use_db(str(session)) as kept:
            places = _begun(kept, name, options.seed)
            chosen = sample(sorted(places), options.share, options.seed)
            _try_all(kept, name, [places[place] for place in chosen], options.jobs, python, options.again)
            results = dict(kept.results)
            rows.append(_row(name, len(places), [results[places[place].job_id] for place in chosen]))
            for place in chosen:
                if results[places[place].job_id].test_outcome == TestOutcome.SURVIVED:
                    print(f"not noticed: {place.file}:{place.line} {place.operator}")
                    print("\n".join(_changed(results[places[place].job_id])))
        print(rows[-1], flush=True)
    print("\n" + "\n".join(rows))
    return 0


def _files(name: str) -> list[Path]:
    code = Path(ROOMS[name].code)
    return [code] if code.is_file() else sorted(code.rglob("*.py"))


def _state(name: str) -> int:
    """A number for the code of a room, and for what chooses its places: other code has other places."""
    found = RULE
    for path in _files(name):
        found = zlib.crc32(path.read_bytes(), found)
    return found


def _begun(kept: WorkDB, name: str, seed: int) -> dict[Place, WorkItem]:
    """The faults of a session, made when it is new."""
    if not kept.num_work_items:
        files = _files(name)
        init(files, kept, {})
        items = {_place(item): item for item in kept.work_items}
        source = {str(path): path.read_text(encoding="utf-8") for path in files}
        kept.clear()
        kept.add_work_items(items[place] for place in worthwhile(items, source, seed))
    return {_place(item): item for item in kept.work_items}


def _place(item: WorkItem) -> Place:
    (fault,) = item.mutations
    return Place(str(fault.module_path), *fault.start_pos, fault.operator_name, fault.occurrence)


def _try_all(kept: WorkDB, name: str, items: Sequence[WorkItem], jobs: int, python: str, again: Sequence[str]) -> None:
    """Tries what has no result yet, and what survived at a place that holds one of the texts in `again`."""
    results = dict(kept.results)

    def is_done(item: WorkItem) -> bool:
        place, result = _place(item), results.get(item.job_id)
        is_meant = any(part in f"{place.file}:{place.line}" for part in again)
        return result is not None and not (is_meant and result.test_outcome == TestOutcome.SURVIVED)

    left = [item for item in items if not is_done(item)]
    if not left:
        return
    with _copies(jobs) as copies:
        seconds = _undisturbed(copies[0], name, python)
        limit_s = _PATIENCE * sum(seconds.values()) + 60
        print(f"{name}: {len(left)} to try; undisturbed the tests take {sum(seconds.values()):.0f} s", flush=True)
        free: SimpleQueue[Path] = SimpleQueue()
        for copy in copies:
            free.put(copy)

        def tried(item: WorkItem) -> tuple[WorkItem, WorkResult, float]:
            copy, started_s = free.get(), time.monotonic()
            try:
                (fault,) = item.mutations
                order = fastest_first(seconds, str(fault.module_path))
                there = type(fault)(
                    copy / fault.module_path, fault.operator_name, fault.occurrence, fault.start_pos, fault.end_pos
                )
                return item, mutate_and_test([there], _command(copy, order, python), limit_s), started_s
            finally:
                free.put(copy)

        with ThreadPoolExecutor(jobs) as pool:
            for number, (item, result, started_s) in enumerate(pool.map(tried, left), 1):
                kept.set_result(item.job_id, result)
                place = _place(item)
                took = f"{number}/{len(left)} {result.test_outcome} {time.monotonic() - started_s:.0f} s"
                print(f"  {took} {place.file}:{place.line} {place.operator}", flush=True)
        refused = copies[0].parent / "refused.txt"
        if refused.exists():
            print(f"refused outside the folder:\n{refused.read_text(encoding='utf-8')}")


@contextmanager
def _copies(jobs: int) -> Iterator[list[Path]]:
    """Copies of the files that git knows, each to be altered by one process."""
    known = subprocess.run(["git", "ls-files", "-z"], capture_output=True, check=True).stdout.split(b"\0")
    with tempfile.TemporaryDirectory(prefix="earshot-mutants-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)  # tests of locked folders look at them as another user
        copies = [Path(folder).resolve() / str(number) for number in range(jobs)]
        for copy in copies:
            for name in filter(None, map(os.fsdecode, known)):
                place = copy / name
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(name, place)
            (copy / "tmp").mkdir()
        yield copies


def _command(copy: Path, tests: Sequence[str], python: str, *more: str) -> str:
    """A command line for the tests of a copy, which ends at the first that fails."""
    own = {
        "EARSHOT_MUTANTS": copy.parent, "HOME": copy / "tmp", "TMPDIR": copy / "tmp", "PYTHONHASHSEED": 0,
        "PYTHONPATH": f"{copy}{os.pathsep}{copy / 'tests/mutants/guard'}", "QT_QPA_PLATFORM": "offscreen",
        "XDG_DATA_HOME": copy / "tmp", "XDG_CONFIG_HOME": copy / "tmp", "XDG_CACHE_HOME": copy / "tmp",
    }  # fmt: skip
    settings = [f"{name}={value}" for name, value in own.items()]
    pytest = [python, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=0"]
    pytest += [f"--timeout={_SLOWEST_TEST_S}", "--basetemp", str(copy / "tmp/pytest"), *more, *tests]
    return shlex.join(["sh", "-c", 'cd "$0" && exec env "$@"', str(copy), *settings, *pytest])


def _undisturbed(copy: Path, name: str, python: str) -> dict[str, float]:
    """Seconds of each file of tests, with the code as it is."""
    report = copy / "tmp/report.xml"
    command = _command(copy, ROOMS[name].tests, python, f"--junitxml={report}", "-o", "junit_family=xunit1")
    done = subprocess.run(shlex.split(command), capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"the tests of {name} fail as they are:\n{done.stdout[-3000:]}{done.stderr[-1000:]}")
    seconds: dict[str, float] = {}
    for case in ET.parse(report).iter("testcase"):
        seconds[case.attrib["file"]] = seconds.get(case.attrib["file"], 0.0) + float(case.attrib["time"])
    return seconds


def _row(name: str, places: int, results: Sequence[WorkResult]) -> str:
    tried = [result for result in results if result.test_outcome in (TestOutcome.KILLED, TestOutcome.SURVIVED)]
    noticed = [result for result in tried if result.test_outcome == TestOutcome.KILLED]
    endless = sum(result.output == "timeout" for result in noticed)
    low, high = interval(len(noticed), len(tried))
    share = f"{len(noticed) / len(tried):.0%} ({low:.0%} to {high:.0%})"
    cells = (name, f"{places:,}", len(tried), len(noticed), endless, len(tried) - len(noticed), share)
    return "| " + " | ".join(map(str, cells)) + " |"


def _changed(result: WorkResult) -> list[str]:
    lines = (result.diff or "").splitlines()
    return [f"    {line}" for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")]


if __name__ == "__main__":
    sys.exit(main())
