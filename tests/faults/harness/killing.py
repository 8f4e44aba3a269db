"""Harms a job at its steps and checks what is left, and whether the next run completes the rest."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from engine.base.errors import EarshotError
from engine.ingest.control import Control
from engine.ingest.job import run_job
from engine.ingest.spec import JobSpec
from tests.faults.harness.commands import Job
from tests.faults.harness.state import Facts, facts, faults_of, names, not_between
from tests.faults.harness.steps import Ran, Step, Stop, run
from tests.faults.harness.world import World

_OF_SQLITE_ALONE = "-shm"
"""Memory that readers and writers of a catalogue share; holds nothing lasting."""


@dataclass(frozen=True, slots=True)
class Undisturbed:
    job: Job
    steps: tuple[Step, ...]
    before: Facts
    after: Facts
    settled: Facts
    """After one more look at the folders, which the window does by itself."""
    names: frozenset[str]


@dataclass(frozen=True, slots=True)
class Found:
    stop: Stop
    was_hit: bool
    wrong: tuple[str, ...]
    """Empty when nothing was lost, torn or left behind."""


@cache
def undisturbed(world: World, job: Job) -> Undisturbed:
    """Runs a job, watched, once for each world; keeps the world as it was before under the job's name."""
    world.put_back()
    job.prepare(world)
    world.keep(job.name)
    before = facts(world)
    ran = run(job.command(world), world.home, Stop(None, 0), **world.environment)
    assert ran.status in (0, 3, *job.again), ran
    after = settled = facts(world)
    if _touches_sounds(ran.steps):
        settle(world)
        settled = facts(world)
    return Undisturbed(job, ran.steps, before, after, settled, frozenset(names(world)))


def named_stops(steps: Sequence[Step]) -> Iterator[Stop]:
    """Yields a stop at every step: torn in the middle of a write, else before it.

    Stops at the first step of a name, and also at the last of many writes. A kill after a step is a kill before the
    next one. Folders made or synced hold nothing yet.
    """
    files = {step.path for step in steps if step.call in ("write", "create", "link")}
    for step, count in Counter(steps).items():
        is_folder = step.call == "mkdir" or (step.call == "fsync" and step.path not in files)
        if is_folder or step.path.endswith(_OF_SQLITE_ALONE):
            continue
        how = "half" if step.call == "write" else "before"
        yield Stop(step, 1, how)
        if step.call == "write" and count > 2:
            yield Stop(step, count, how)


def killed(world: World, reference: Undisturbed, stop: Stop) -> Found:
    """Kills the job at the stop, and judges the result."""
    job = reference.job
    world.put_back(job.name)
    ran = run(job.command(world), world.home, stop, **world.environment)
    if not ran.was_hit:
        return Found(stop, False, ())
    return Found(stop, True, judged(world, reference, ran))


def refused(world: World, reference: Undisturbed, stop: Stop) -> Found:
    """Fails that call of the job and all later ones of its kind, like a full disk, and judges the result.

    The job may succeed if it can do without the write; otherwise it must say why, and never by a traceback.
    """
    job = reference.job
    world.put_back(job.name)
    ran = run(job.command(world), world.home, stop, **world.environment)
    if not ran.was_hit:
        return Found(stop, False, ())
    return Found(stop, True, (*told(ran), *judged(world, reference, ran)))


def told(ran: Ran) -> tuple[str, ...]:
    """Returns what is wrong with a command's report of its failure."""
    if "Traceback" in ran.errors:
        return (f"a traceback: {ran.errors[-700:]}",)
    if ran.status not in (0, 1, 3):
        return (f"ended with {ran.status}: {ran.errors[-300:]}",)
    if ran.status and not ran.errors.strip() and '"event": "failed"' not in ran.output:
        return ("nothing was said",)
    return ()


def judged(world: World, reference: Undisturbed, ran: Ran) -> tuple[str, ...]:
    """Returns what is wrong with the world after a harmed job and after the next run; empty when all is well."""
    try:
        return tuple(_judged(world, reference, ran))
    except (EarshotError, AssertionError) as err:
        return (f"{type(err).__name__}: {err}",)


def _judged(world: World, reference: Undisturbed, ran: Ran) -> Iterator[str]:
    job = reference.job
    now = facts(world)
    yield from not_between(now, reference.before, reference.after)
    if _is_acknowledged(ran) and now != reference.after:
        yield f"acknowledged and not there: {_differences(now, reference.after)}"
    if (world.library / "catalogue.sqlite").is_file():
        yield from (f"doctor: {check.name}: {check.detail}" for check in faults_of(world.library))
    again = world.run(job.command(world), statuses=(0, 1, 2, 3))
    if again.returncode not in (0, 3, *job.again):
        yield f"the next run ended with {again.returncode}: {again.stderr[-500:]}"
    if _touches_sounds(reference.steps):
        settle(world)
    settled = facts(world)
    if settled != reference.settled:
        yield f"not made good: {_differences(settled, reference.settled)}"
    yield from (f"left behind: {name}" for name in sorted(names(world) - reference.names))
    yield from (f"not there: {name}" for name in sorted(reference.names - names(world)))


def _is_acknowledged(ran: Ran) -> bool:
    """Tells whether a command reported success; progress and reports of failure do not count."""
    last = ran.output.splitlines()[-1:]
    has_failed = ran.status > 0 or any(re.search(r'"failed": [1-9]', line) for line in last)
    return bool(last) and not has_failed and ('"event"' not in last[0] or '"finished"' in last[0])


def _touches_sounds(steps: Sequence[Step]) -> bool:
    return any(step.path.startswith(("sounds/", "moved/", "new/")) for step in steps)


def settle(world: World) -> None:
    """Looks at the folders once more, as the window does by itself when one returns."""
    if (world.library / "catalogue.sqlite").is_file():
        run_job(JobSpec(world.library, (), device="cpu", workers=1), Control(), lambda event: None)


def _differences(found: Facts, expected: Facts) -> str:
    keys = [key for key in {*found, *expected} if found.get(key) != expected.get(key)]
    return "; ".join(f"{key}: {found.get(key)!r} for {expected.get(key)!r}" for key in sorted(keys)[:5])
