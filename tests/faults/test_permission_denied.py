"""Files and folders that belong to somebody else: commands run as a user who has no right to them.

Root may do anything, so root is who can try it: the world is given to the user `nobody`, but for one folder.
"""

import contextlib
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.faults.harness.commands import JOBS, READS_ONLY, job
from tests.faults.harness.killing import judged, told, undisturbed
from tests.faults.harness.state import facts
from tests.faults.harness.steps import Ran, completed
from tests.faults.harness.world import World
from tests.faults.test_damaged_kinds import entered, kinds, make_settings
from tests.faults.test_damaged_kinds import judged as files_judged
from tests.faults.test_damaged_kinds import tried as used
from tests.helpers.tiny_library import REPOSITORY

_NOBODY = 65_534
_HOW = "exit status, message, facts before and after, the next run"
_LOOKED_AT, _SHUT = 0o755, 0o700


@pytest.fixture
def as_nobody(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[str]]:
    """What goes before a command that is to run as `nobody`, who may pass through the folders above the worlds."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or shutil.which("setpriv") is None:
        pytest.skip("a user without rights is tried by root, with setpriv")
    base = tmp_path_factory.getbasetemp()
    closed = [one for one in (base, *base.parents) if one.stat().st_uid == 0 and not one.stat().st_mode & 1]
    modes = {one: one.stat().st_mode for one in closed}
    command = [*_with_python_within_reach(tmp_path_factory.mktemp("held")), "setpriv", f"--reuid={_NOBODY}"]
    command += [f"--regid={_NOBODY}", "--clear-groups", "--"]
    try:
        for one in closed:
            one.chmod(modes[one] | 0o011)
        again = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import numpy'], check=True)"
        done = subprocess.run([*command, sys.executable, "-c", again], check=False, capture_output=True, text=True)
        if done.returncode:
            pytest.skip(f"the user `nobody` may not run this Python: {done.stderr[-300:]}")
        yield command
    finally:
        for one, mode in modes.items():
            one.chmod(mode)


def _with_python_within_reach(held: Path) -> list[str]:
    """What goes before a command where Python or this checkout lies in a folder that is shut, such as root's own.

    The command sees that folder open, with nothing but these in it; nobody else does.
    """
    needed, tops = [], []
    for folder in (Path(sys.base_prefix), REPOSITORY):
        shut = [one for one in folder.parents if not one.stat().st_mode & 1]
        if shut:
            needed.append(folder)
            tops.append(shut[-1])
    if not needed:
        return []
    places = [(shlex.quote(str(held / str(number))), shlex.quote(str(one))) for number, one in enumerate(needed)]
    steps = [f"mkdir {place} && mount --bind {folder} {place}" for place, folder in places]
    steps += [f"mount -t tmpfs -o mode=755 tmpfs {shlex.quote(str(top))}" for top in dict.fromkeys(tops)]
    steps += [f"mkdir -p {folder} && mount --move {place} {folder}" for place, folder in places]
    return ["unshare", "--mount", "--", "sh", "-c", " && ".join([*steps, 'exec "$@"']), "sh"]


@contextlib.contextmanager
def belonging_to_others(world: World, folder: Path, mode: int) -> Iterator[None]:
    """Gives the world to `nobody` but for one folder, which others may look at or not."""
    world.home.parent.chmod(world.home.parent.stat().st_mode | 0o011)
    owned = [world.home, *world.home.rglob("*")]
    modes = {path: path.stat().st_mode for path in owned}
    for path in owned:
        if path == folder or folder in path.parents:
            path.chmod(mode if path.is_dir() else mode & 0o666)
        else:
            os.chown(path, _NOBODY, _NOBODY)
    try:
        yield
    finally:
        for path, before in modes.items():
            if path.exists():
                path.chmod(before)


def tried(world: World, as_nobody: list[str], command: list[str]) -> Ran:
    done = completed([*as_nobody, *command], world.environment)
    return Ran(done.returncode, done.stdout, done.stderr, True, ())


def test_a_library_of_somebody_else_is_said_and_nothing_is_lost(small_world: World, as_nobody: list[str]) -> None:
    reference = undisturbed(small_world, job("tag"))
    small_world.put_back("tag")
    with belonging_to_others(small_world, small_world.library, _LOOKED_AT):
        ran = tried(small_world, as_nobody, job("tag").command(small_world))
    assert ran.status == 1
    assert [*told(ran), *judged(small_world, reference, ran)] == []


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", [one.name for one in JOBS])
@pytest.mark.parametrize("place", ["library", "sounds", "out"])
@pytest.mark.parametrize("mode", [_LOOKED_AT, _SHUT], ids=["may be looked at", "is shut"])
def test_a_folder_of_somebody_else(
    world: World, as_nobody: list[str], name: str, place: str, mode: int, tally: Callable[..., None]
) -> None:
    reference = undisturbed(world, job(name))
    touches = any(step.path.startswith(f"{place}/") for step in reference.steps)
    if not touches and (place == "out" or mode == _LOOKED_AT):
        pytest.skip(f"{name} writes nothing into {place}")
    world.put_back(name)
    (world.home / place).mkdir(exist_ok=True)
    command = job(name).command(world)
    with belonging_to_others(world, world.home / place, mode):
        ran = tried(world, as_nobody, command)
    wrong = [*told(ran), *judged(world, reference, ran)]
    what = "permission denied to write" if mode == _LOOKED_AT else "permission denied to look"
    tally(what, f"{name}, {place}", hit=int(ran.status != 0), lost=int(bool(wrong)), detected=_HOW)
    assert wrong == []
    if touches and place != "library":
        assert ran.status in (1, 3)


@pytest.mark.long
@pytest.mark.parametrize("words", READS_ONLY, ids=" ".join)
def test_what_only_reads_works_on_a_library_of_somebody_else(
    world: World, as_nobody: list[str], words: tuple[str, ...], tally: Callable[..., None]
) -> None:
    arguments = [str(world.sound("bell")) if word == "{sound}" else word for word in READS_ONLY[words]]
    with belonging_to_others(world, world.library, _LOOKED_AT):
        ran = tried(world, as_nobody, world.command(*arguments))
    tally("permission denied to write", f"{' '.join(words)}, library", detected=_HOW)
    assert (ran.status, told(ran)) == (0, ())


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_a_file_of_any_kind_that_somebody_else_made(
    world: World, as_nobody: list[str], tally: Callable[..., None]
) -> None:
    """What one command by root leaves in a user's library: a file that the user may not read."""
    make_settings(world)
    before, wrong, lost = entered(facts(world)), [], 0
    world.keep("kinds")
    names = kinds(world)
    for name, path in names.items():
        world.put_back("kinds")
        left = path.read_bytes()
        with belonging_to_others(world, path, _SHUT):
            found = used(world, as_nobody)
        found += files_judged(world, path, before, left, _made_by_root)
        lost += bool(found)
        wrong += [f"{name}: {what}" for what in found]
    tally(
        "file of somebody else",
        f"each of {len(names)} kinds",
        tried=len(names),
        hit=len(names),
        lost=lost,
        detected=_HOW,
    )
    assert wrong == []


def _made_by_root(path: Path) -> None:
    """Named for what judges; `belonging_to_others` does it."""


@pytest.mark.long
def test_sounds_that_may_not_be_read_now_are_neither_forgotten_nor_taken_for_gone(
    world: World, as_nobody: list[str], tally: Callable[..., None]
) -> None:
    before = facts(world)
    folder = world.sounds / "Tones"
    with belonging_to_others(world, folder, _SHUT):
        tried(world, as_nobody, world.command("index", "--device", "cpu"))
        meanwhile = facts(world)
    world.earshot("index", "--device", "cpu")
    tally("permission denied to look", "one folder of sounds, index", detected=_HOW)
    kept = ("tags", "rating", "favourite", "colour", "note", "collection")
    assert {key: meanwhile.get(key) for key in before if key.split()[0] in kept} == {
        key: value for key, value in before.items() if key.split()[0] in kept
    }
    assert facts(world) == before
