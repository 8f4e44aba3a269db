"""Folders that cannot be written, that vanish, that another program holds, and two Earshots at once."""

import contextlib
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import apsw
import pytest

from engine.base.errors import PackError
from engine.store.lock import WriterLock
from tests.faults.harness.commands import JOBS, READS_ONLY, job
from tests.faults.harness.killing import Undisturbed, judged, settle, told, undisturbed
from tests.faults.harness.state import facts, not_between
from tests.faults.harness.steps import REPOSITORY, Ran, Stop, run, stopping
from tests.faults.harness.world import World
from tests.helpers.qt import wait_until

_HOW = "exit status, message, facts before and after, the next run"
pytestmark = [pytest.mark.long, pytest.mark.timeout(3600)]


@contextlib.contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Makes what lies in a folder impossible to change, for root too; skips aloud where mounting is not allowed."""
    bound = subprocess.run(["mount", "--bind", str(folder), str(folder)], capture_output=True, text=True, check=False)
    if bound.returncode:
        pytest.skip(f"a folder that cannot be written needs the right to mount: {bound.stderr.strip()}")
    try:
        subprocess.run(["mount", "-o", "remount,ro,bind", str(folder)], check=True)
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=False)


@contextlib.contextmanager
def away(folder: Path) -> Iterator[None]:
    """Takes a folder away, as a drive that is pulled out."""
    elsewhere = folder.with_name(f"{folder.name} (away)")
    folder.rename(elsewhere)
    try:
        yield
    finally:
        if folder.exists():  # something made it anew meanwhile: what a person would find when the drive is back
            folder.rename(folder.with_name(f"{folder.name} (made meanwhile)"))
        elsewhere.rename(folder)


def tried(world: World, reference: Undisturbed) -> Ran:
    return run(reference.job.command(world), world.home, Stop(None, 0), **world.environment)


@pytest.mark.parametrize("name", [one.name for one in JOBS])
@pytest.mark.parametrize("place", ["library", "sounds", "out"])
def test_a_folder_that_cannot_be_written(world: World, name: str, place: str, tally: Callable[..., None]) -> None:
    if (name, place) == ("first ingest", "sounds"):
        pytest.skip("a folder that is mounted apart is taken for a drive, which is away once it is not")
    reference = undisturbed(world, job(name))
    touches = any(step.path.startswith(f"{place}/") for step in reference.steps)
    world.put_back(name)
    (world.home / place).mkdir(exist_ok=True)
    with read_only(world.home / place):
        ran = tried(world, reference)
    wrong = [*told(ran), *judged(world, reference, ran)]
    tally("read-only folder", f"{name}, {place}", hit=int(touches), lost=int(bool(wrong)), detected=_HOW)
    assert wrong == []
    if touches and place != "library":
        assert ran.status in (1, 3)


@pytest.mark.parametrize("words", READS_ONLY, ids=" ".join)
def test_what_only_reads_works_on_a_library_that_cannot_be_written(
    world: World, words: tuple[str, ...], tally: Callable[..., None]
) -> None:
    arguments = [str(world.sound("bell")) if word == "{sound}" else word for word in READS_ONLY[words]]
    with read_only(world.library):
        ran = run(world.command(*arguments), world.home, Stop(None, 0), **world.environment)
    tally("read-only folder", f"{' '.join(words)}, library", detected=_HOW)
    assert (ran.status, told(ran)) == (0, ())


@pytest.mark.parametrize("name", [one.name for one in JOBS])
@pytest.mark.parametrize("place", ["library", "sounds", "out"])
def test_a_folder_that_vanishes_in_the_middle(world: World, name: str, place: str, tally: Callable[..., None]) -> None:
    reference = undisturbed(world, job(name))
    below = [at for at, step in enumerate(reference.steps, 1) if step.path.startswith(f"{place}/")]
    if not below:
        pytest.skip(f"{name} writes nothing into {place}")
    world.put_back(name)
    with stopping(world.home, Stop(None, 0)) as watched:
        environment = {**os.environ, **watched.environment, **world.environment}
        quiet = subprocess.PIPE
        process = subprocess.Popen(
            job(name).command(world),
            cwd=REPOSITORY,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=quiet,
            stderr=quiet,
        )
        middle = below[len(below) // 2]
        wait_until(lambda: len(watched.steps) >= middle or process.poll() is not None, "the middle of the job")
        with away(world.home / place):
            output, errors = process.communicate()
        ran = Ran(process.returncode, output.decode(errors="replace"), errors.decode(errors="replace"), True, ())
    for folder in world.home.glob("* (made meanwhile)"):
        assert [path for path in folder.rglob("*") if path.suffix in (".wav", ".sqlite")] == []
        subprocess.run(["rm", "-r", str(folder)], check=True)
    if place == "sounds":  # what could not be read again is read when it is back
        settle(world)
    wrong = [*told(ran), *judged(world, reference, ran)]
    tally("folder vanishes in the middle", f"{name}, {place}", lost=int(bool(wrong)), detected=_HOW)
    assert wrong == []


@pytest.mark.parametrize("place", ["library", "sounds", "new", "packs"])
def test_a_folder_that_is_not_there(world: World, place: str, tally: Callable[..., None]) -> None:
    before = facts(world)
    with away(world.home / place):
        for one in JOBS:
            with contextlib.suppress(ValueError, PackError):  # the command line names what is not there
                ran = run(one.command(world), world.home, Stop(None, 0), **world.environment)
                assert (one.name, told(ran)) == (one.name, ())
    tally("folder not there", place, tried=len(JOBS), hit=len(JOBS), detected=_HOW)
    if place == "library":  # sounds are renamed without it too
        now = facts(world)
        kept = ("row", "tags", "rating", "favourite", "colour", "note", "collection", "saved", "searched", "root")
        assert [key for key in before if key.split()[0] in kept and now.get(key) != before[key]] == []


def test_a_catalogue_that_another_program_keeps_locked(world: World, tally: Callable[..., None]) -> None:
    """A backup program or a virus scanner; every command waits its 30 s at the same time."""
    jobs = [
        one for one in JOBS if one.words and one.name not in ("first ingest", "export", "collect", "sketch", "spot")
    ]
    for one in jobs:
        if one.name != "mend":  # damages what the others need
            one.prepare(world)
    before = facts(world)
    holder = apsw.Connection(str(world.library / "catalogue.sqlite"))
    holder.execute("BEGIN EXCLUSIVE")
    running = [
        subprocess.Popen(
            one.command(world),
            cwd=REPOSITORY,
            env={**os.environ, **world.environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        for one in jobs
    ]
    ends = [
        (one.name, process.communicate()[1], process.returncode) for one, process in zip(jobs, running, strict=True)
    ]
    holder.execute("ROLLBACK")
    holder.close()
    refused = [name for name, errors, status in ends if status == 1 and "locked" in errors]
    tally("catalogue locked by another program", "all that write", tried=len(jobs), hit=len(refused), detected=_HOW)
    assert [(name, errors) for name, errors, _ in ends if "Traceback" in errors] == []
    changed = {one.removesuffix("d") for one in not_between(facts(world), before, before)}
    assert {one for one in changed if "sounds/" in one and not one.startswith(("torn: title", "torn: sound"))} == set()
    assert refused


def test_a_lock_that_is_let_go_in_time_costs_nothing(world: World, tally: Callable[..., None]) -> None:
    reference = undisturbed(world, job("tag"))
    world.put_back("tag")
    holder = apsw.Connection(str(world.library / "catalogue.sqlite"))
    holder.execute("BEGIN EXCLUSIVE")
    process = subprocess.Popen(
        job("tag").command(world), cwd=REPOSITORY, env={**os.environ, **world.environment}, stdout=subprocess.DEVNULL
    )
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(timeout=5)
    holder.execute("ROLLBACK")
    holder.close()
    assert process.wait(timeout=120) == 0
    tally("catalogue locked for a moment", "tag", detected=_HOW)
    assert facts(world) == reference.after


def test_a_job_is_kept_out_by_another_one(world: World, tally: Callable[..., None]) -> None:
    before = facts(world)
    with WriterLock(world.library):
        done = world.run(job("ingest").command(world), statuses=(1,))
    tally("library is being written by another Earshot", "ingest", detected=_HOW)
    assert "LibraryBusy" in done.stdout
    assert facts(world) == before
