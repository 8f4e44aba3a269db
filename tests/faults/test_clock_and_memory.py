"""A clock that is wrong or jumps, and memory that runs out."""

import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.faults.harness.commands import JOBS, READS_ONLY, job
from tests.faults.harness.killing import judged, undisturbed
from tests.faults.harness.state import facts
from tests.faults.harness.steps import REPOSITORY, Ran, Stop, run
from tests.faults.harness.world import World

pytestmark = [pytest.mark.long, pytest.mark.timeout(3600)]
_HOW = "facts as with a clock that is right"


def with_clock(offset: str) -> list[str]:
    """The program that gives another one a clock; skips aloud without it."""
    if shutil.which("faketime") is None:
        pytest.skip("a wrong clock needs faketime, which is not here")
    return ["faketime", "-f", offset]


@pytest.mark.parametrize("name", [one.name for one in JOBS])
@pytest.mark.parametrize("offset", ["-400d", "+9000d"])
def test_a_clock_that_is_set_back_or_ahead(world: World, name: str, offset: str, tally: Callable[..., None]) -> None:
    clock = with_clock(offset)
    reference = undisturbed(world, job(name))
    world.put_back(name)
    ran = world.run([*clock, *job(name).command(world)], statuses=(0, 1, 3))
    wrong = [*judged(world, reference, Ran(ran.returncode, ran.stdout, ran.stderr, True, ()))]
    tally(
        "clock set back by 400 days" if offset[0] == "-" else "clock 25 years ahead",
        name,
        lost=len(wrong),
        detected=_HOW,
    )
    assert "Traceback" not in ran.stderr
    assert wrong == []


@pytest.mark.parametrize("words", READS_ONLY, ids=" ".join)
def test_what_only_reads_works_with_any_clock(world: World, words: tuple[str, ...]) -> None:
    arguments = [str(world.sound("bell")) if word == "{sound}" else word for word in READS_ONLY[words]]
    world.run([*with_clock("-9000d"), *world.command(*arguments)])


def test_a_clock_that_jumps_back_while_sounds_are_taken_in(world: World, tally: Callable[..., None]) -> None:
    with_clock("+0")
    reference = undisturbed(world, job("ingest"))
    world.put_back("ingest")
    stamp = world.home.parent / "clock"
    stamp.write_text("+0d")
    (library,) = list(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))
    environment = {"LD_PRELOAD": str(library), "FAKETIME_TIMESTAMP_FILE": str(stamp), "FAKETIME_CACHE_DURATION": "1"}
    process = subprocess.Popen(
        job("ingest").command(world),
        cwd=REPOSITORY,
        env={**os.environ, **world.environment, **environment, "FAKETIME_DONT_FAKE_MONOTONIC": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    first = process.stdout.readline()
    stamp.write_text("-3d")
    output = first + process.communicate()[0]
    wrong = judged(world, reference, Ran(process.returncode, output, "", True, ()))
    tally("clock jumps back in the middle", "ingest", lost=len(wrong), detected=_HOW)
    assert (process.returncode, wrong) == (0, ())


@pytest.mark.parametrize("year", [1970, 2060])
def test_files_of_another_time_are_read_once(world: World, year: int, tally: Callable[..., None]) -> None:
    for path in world.sounds.rglob("*.*"):
        os.utime(path, ((year - 1970) * 365.25 * 86_400,) * 2)
    world.earshot("index")
    again = world.earshot("index", "--json")
    tally("files from the future or from 1970", str(year), detected="they are not read again")
    assert '"unchanged": 7' in again.stdout.splitlines()[-1]


@pytest.mark.parametrize("name", [one.name for one in JOBS])
def test_memory_that_runs_out(world: World, name: str, tally: Callable[..., None]) -> None:
    """Address space is what Linux lets a process be refused; from what a start needs to what the job does."""
    if shutil.which("prlimit") is None:
        pytest.skip("a memory limit needs prlimit, which is not here")
    reference = undisturbed(world, job(name))
    wrong: list[tuple[int, str]] = []
    limits_mb = (100, 250, 600)  # the least is too little for any command
    hits = 0
    for limit_mb in limits_mb:
        world.put_back(name)
        command = ["prlimit", f"--as={limit_mb << 20}", *job(name).command(world)]
        ran = run(command, world.home, Stop(None, 0), **world.environment)
        hits += ran.status != 0
        wrong += [(limit_mb, what) for what in judged(world, reference, replace(ran, output=""))]
    lost = len({limit_mb for limit_mb, _ in wrong})
    tally(
        "memory limit hit",
        name,
        tried=len(limits_mb),
        hit=hits,
        lost=lost,
        detected="facts before and after, doctor, the next run",
    )
    assert wrong == []
    assert hits


def test_facts_are_the_same_twice(world: World) -> None:
    """What the others compare with does not change by itself."""
    assert facts(world) == facts(world)
