"""kill -9 of every job at each of its named steps, and at random ones: nothing acknowledged is lost.

A step is a call that changes a file: tests/faults/harness/steps.py. Only kills that reached theirs are counted.
"""

import random
from collections.abc import Callable

import pytest

from tests.faults.harness.commands import ELSEWHERE, JOBS, READS_ONLY, job, leaf_commands
from tests.faults.harness.killing import Found, killed, named_stops, undisturbed
from tests.faults.harness.steps import Step, Stop, run
from tests.faults.harness.world import World

_HOW = "facts before and after, doctor, the next run, names of files"
_RANDOM = 100
_SHARES = 4


def reached(found: list[Found]) -> list[str]:
    """What went wrong, with the step."""
    return [f"{one.stop.step or one.stop.at} {one.stop.how}: {what}" for one in found for what in one.wrong]


@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("ingest", Step("write", "library/vectors/*/segments-000001.vec")),
        ("describe", Step("write", "library/catalogue.sqlite-wal")),
        ("index swap", Step("rename", "library/index/*/segments/manifest.json")),
    ],
)
def test_killed_in_its_last_step_it_loses_nothing_and_the_next_run_ends_it(
    small_world: World, name: str, step: Step
) -> None:
    reference = undisturbed(small_world, job(name))
    found = killed(small_world, reference, Stop(step, reference.steps.count(step), "half"))
    assert found.was_hit
    assert reached([found]) == []


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", [one.name for one in JOBS])
def test_killed_at_every_named_step(world: World, name: str, tally: Callable[..., None]) -> None:
    reference = undisturbed(world, job(name))
    found = [killed(world, reference, stop) for stop in named_stops(reference.steps)]
    hits = [one for one in found if one.was_hit]
    lost = sum(bool(one.wrong) for one in found)
    tally("kill -9 at a named step", name, tried=len(found), hit=len(hits), lost=lost, detected=_HOW)
    assert reached(found) == []
    assert hits


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("share", range(_SHARES))
def test_killed_at_random_writes(world: World, share: int, tally: Callable[..., None]) -> None:
    generator = random.Random(share)
    found: list[Found] = []
    references = {}
    while sum(one.was_hit for one in found) < _RANDOM // _SHARES and len(found) < _RANDOM:
        one = generator.choice(JOBS)
        if one.name not in references:
            references[one.name] = undisturbed(world, one)
        reference = references[one.name]
        stop = Stop(None, generator.randint(1, len(reference.steps)), generator.choice(("before", "half", "after")))
        found.append(killed(world, reference, stop))
    hits = sum(one.was_hit for one in found)
    lost = sum(bool(one.wrong) for one in found)
    tally("kill -9 at a random write", "all jobs", tried=len(found), hit=hits, lost=lost, detected=_HOW)
    assert reached(found) == []
    assert hits == _RANDOM // _SHARES


def test_no_command_is_forgotten() -> None:
    known = {*READS_ONLY, *ELSEWHERE, *(one.words for one in JOBS if one.words)}
    assert leaf_commands() == known


@pytest.mark.long
@pytest.mark.parametrize("words", READS_ONLY, ids=" ".join)
def test_what_only_reads_changes_no_file(world: World, words: tuple[str, ...]) -> None:
    arguments = [str(world.sound("bell")) if word == "{sound}" else word for word in READS_ONLY[words]]
    ran = run(world.command(*arguments), world.library, Stop(None, 0), **world.environment)
    assert ran.status == 0
    of_readers = ("-shm", "-wal")  # SQLite's own, made for readers and empty
    assert [str(step) for step in ran.steps if not step.path.endswith(of_readers)] == []
