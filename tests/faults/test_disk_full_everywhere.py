"""A disk that is full while any command writes: it is said, nothing is lost, and once there is space the command ends.

A small tmpfs is mounted for real; beside it every job's calls fail with "no space" from one of them on, at many places.
"""

import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.faults.harness.commands import JOBS, job
from tests.faults.harness.killing import Undisturbed, judged, refused, told, undisturbed
from tests.faults.harness.steps import Stop, run
from tests.faults.harness.world import World
from tests.helpers.small_disk import small_disk

_GROWS = "@(write|create|mkdir|allocate|link)"
"""The calls that need space."""
_PLACES = 4
_FREE_BYTES = (0, 16_384, 131_072)
_HOW = "exit status, message, facts before and after, doctor, the next run"


def places(reference: Undisturbed) -> list[int]:
    """Numbers of calls that need space, spread over the job, the first and the last among them."""
    growing = sum(step.call in _GROWS.strip("@()").split("|") for step in reference.steps)
    return sorted({1 + round(place * (growing - 1) / (_PLACES - 1)) for place in range(_PLACES)})


@pytest.mark.parametrize("name", ["tag", "index swap"])
def test_a_disk_that_is_full_is_said_and_nothing_is_lost(small_world: World, name: str) -> None:
    reference = undisturbed(small_world, job(name))
    middle = places(reference)[_PLACES // 2]
    found = refused(small_world, reference, Stop(None, middle, str(errno.ENOSPC), _GROWS))
    assert found.was_hit
    assert found.wrong == ()


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", [one.name for one in JOBS])
@pytest.mark.parametrize("fault", ["ENOSPC", "EIO"])
def test_writes_that_fail_from_one_on(world: World, name: str, fault: str, tally: Callable[..., None]) -> None:
    reference = undisturbed(world, job(name))
    number = str(getattr(errno, fault))
    chosen = places(reference)[:: 1 if fault == "ENOSPC" else 2]
    found = [refused(world, reference, Stop(None, at, number, _GROWS)) for at in chosen]
    what = {"ENOSPC": "disk full from one write on", "EIO": "disk that fails from one write on"}[fault]
    hits, lost = sum(one.was_hit for one in found), sum(bool(one.wrong) for one in found)
    tally(what, name, tried=len(found), hit=hits, lost=lost, detected=_HOW)
    assert [(one.stop.at, one.wrong) for one in found if one.wrong] == []
    assert hits


@pytest.fixture
def full_world(_world: World) -> Iterator[World]:
    """The world on a disk of 40 MB."""
    _world.put_back()
    with small_disk(_world.home, 40):
        _world.put_back()
        yield _world
    _world.put_back()


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", [one.name for one in JOBS])
def test_a_real_disk_with_no_space_left(full_world: World, name: str, tally: Callable[..., None]) -> None:
    world, reference = full_world, undisturbed(full_world, job(name))
    wrong: list[tuple[int, str]] = []
    hits = 0
    for free_bytes in _FREE_BYTES:
        world.put_back(name)
        ballast = leave(world.home, free_bytes)
        ran = run(job(name).command(world), world.home, Stop(None, 0), **world.environment)
        ballast.unlink()
        hits += ran.status == 1
        wrong += [(free_bytes, what) for what in (*told(ran), *judged(world, reference, ran))]
    lost = len({free_bytes for free_bytes, _ in wrong})
    tally("full disk (tmpfs)", name, tried=len(_FREE_BYTES), hit=hits, lost=lost, detected=_HOW)
    assert wrong == []
    assert hits


def leave(disk: Path, free_bytes: int) -> Path:
    """Fills a disk but for so many bytes; returns the file that does."""
    stat = os.statvfs(disk)
    ballast = disk / "ballast"
    ballast.write_bytes(bytes(max(0, stat.f_bavail * stat.f_frsize - free_bytes)))
    return ballast
