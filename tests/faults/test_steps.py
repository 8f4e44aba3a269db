"""The steps that kills and full disks are tried at are all there are: strace, which asks the kernel, knows no more.

What is preloaded (harness/steps.c) sees calls to the C library; a call that a library makes by itself, or by another
name, would pass unseen and never be killed.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.faults.harness.commands import JOBS, Job, job
from tests.faults.harness.killing import undisturbed
from tests.faults.harness.steps import Step, Stop, run, steady
from tests.faults.harness.world import World
from tests.helpers.system_calls import SystemCalls, is_there, paths, plain

_BY_FILE = {
    **dict.fromkeys(("write", "writev", "pwrite64", "pwritev", "pwritev2"), ("write", 0)),
    **dict.fromkeys(("sendfile", "copy_file_range", "splice"), ("write", -1)),
    **dict.fromkeys(("fsync", "fdatasync", "sync_file_range", "syncfs"), ("fsync", 0)),
    "ftruncate": ("truncate", 0),
    "fallocate": ("allocate", 0),
}
"""Step and which of its files a call changes; -1: sendfile's first, of the others the second."""
_BY_PATH = {
    **dict.fromkeys(("rename", "renameat", "renameat2"), "rename"),
    **dict.fromkeys(("link", "linkat"), "link"),
    **dict.fromkeys(("unlink", "unlinkat", "rmdir"), "remove"),
    **dict.fromkeys(("mkdir", "mkdirat"), "mkdir"),
    **dict.fromkeys(("symlink", "symlinkat", "mknod", "mknodat"), "made otherwise"),
    "truncate": "truncate",
}
_OPENING = ("open", "openat", "openat2", "creat")
_UNSEEN = ("io_uring_setup",)
_FILE = re.compile(r"\b\d+<(/(?:[^>\\]|\\.)*)>")
_OF_SQLITE_ALONE = "-shm"


def changes(calls: SystemCalls, home: Path, before: set[str]) -> tuple[Counter[Step], set[str], set[str]]:
    """What strace saw below a folder: the steps, the files made by opening them, the files written through memory."""
    steps: Counter[Step] = Counter()
    made, mapped = set(), set()
    for _, call, arguments, result, opened, _ in calls.calls():
        assert call not in _UNSEEN
        if call in _BY_FILE:
            name, place = _BY_FILE[call]
            files = _FILE.findall(arguments)
            place = (0 if call == "sendfile" else 1) if place < 0 else place
            steps.update([Step(name, one) for one in _below(files[place : place + 1], home)])
        elif call in _BY_PATH:
            steps.update([Step(_BY_PATH[call], one) for one in _below([*paths(arguments)][-1:], home)])
        elif call in _OPENING and result >= 0 and ("O_CREAT" in arguments or call == "creat"):
            made |= {one for one in _below([opened], home) if one not in before}
        elif call == "mmap" and "MAP_SHARED" in arguments and "PROT_WRITE" in arguments:
            mapped |= set(_below(_FILE.findall(arguments), home))
    return steps, made, mapped


def _below(printed: list[str], home: Path) -> Iterator[str]:
    for one in printed:
        path = plain(one)
        if path.startswith(f"{home}/"):
            yield steady(path.removeprefix(f"{home}/"))


def watched(world: World, one: Job, folder: Path) -> tuple[Counter[Step], Counter[Step], set[str], set[str]]:
    """What was seen by what is preloaded and by strace in one and the same run."""
    if not is_there():
        pytest.skip("whether every step is seen is for strace to say, which is not here")
    world.put_back(one.name)
    command = one.command(world)  # may look into the library
    before = {steady(str(path.relative_to(world.home))) for path in world.home.rglob("*")}
    folder.mkdir()
    calls = SystemCalls(folder, (*_BY_FILE, *_BY_PATH, *_OPENING, *_UNSEEN, "mmap"))
    ran = run([*calls.command, *command], world.home, Stop(None, 0), **world.environment)
    assert ran.status in (0, 3, *one.again), ran
    seen = Counter(Step(step.call, step.path.removesuffix(" (deleted)")) for step in ran.steps)
    return seen, *changes(calls, world.home, before)


def unseen(world: World, one: Job, folder: Path) -> tuple[int, list[str]]:
    """How many steps there were, and those that only one of the two saw."""
    seen, traced, made, mapped = watched(world, one, folder)
    opening = ("create", "truncate")
    by_opening = {step.path for step in seen if step.call in opening}
    others = Counter({step: count for step, count in seen.items() if step.call != "create"})
    # A file that is cut by opening it is a truncation to the one and an opening to the other.
    others -= Counter({step: count for step, count in others.items() if step.call == "truncate" and step not in traced})
    wrong = [f"only strace saw {count} × {step}" for step, count in (traced - others).items()]
    wrong += [f"strace did not see {count} × {step}" for step, count in (others - traced).items()]
    wrong += [f"only strace saw it made: {path}" for path in sorted(made - by_opening)]
    wrong += [f"written through memory: {path}" for path in sorted(mapped) if not path.endswith(_OF_SQLITE_ALONE)]
    return traced.total() + len(made), wrong


def test_every_call_that_tags_a_sound_is_seen(small_world: World, tmp_path: Path) -> None:
    one = job("tag")
    undisturbed(small_world, one)
    count, wrong = unseen(small_world, one, tmp_path / "calls")
    assert wrong == []
    assert count > 10


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", [one.name for one in JOBS])
def test_every_call_that_changes_a_file_is_seen(
    world: World, name: str, tmp_path: Path, tally: Callable[..., None]
) -> None:
    undisturbed(world, job(name))
    count, wrong = unseen(world, job(name), tmp_path / "calls")
    tally(
        "steps seen, counted by strace", name, tried=count, hit=count - len(wrong), lost=len(wrong), detected="strace"
    )
    assert wrong == []
    assert count
