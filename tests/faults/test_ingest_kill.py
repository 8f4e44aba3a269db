"""kill -9 of a whole indexing job, at any moment, and what the next run makes of it."""

import contextlib
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from engine.base.events import FilesReading, Finished, JobAborted, Paused, Progress, from_line
from tests.helpers.indexing import contents, events_of, index
from tests.helpers.sounds import make_library_folder
from tests.helpers.tiny_pack import make_tiny_pack

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills by POSIX signals")

SOUNDS = 300


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack, 300 short sounds, and the library of a job that nobody disturbed."""
    home = tmp_path_factory.mktemp("kill")
    make_tiny_pack(home / "pack")
    make_library_folder(home / "sounds", SOUNDS, seconds=0.3)
    index(home / "undisturbed", home / "pack", home / "sounds")
    return home


def start(home: Path, library: Path) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "engine.cli.main", "index", "--json", "--library", str(library)]
    command += ["--pack", str(home / "pack"), "--device", "cpu", str(home / "sounds")]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def kill_all(process: "subprocess.Popen[bytes]") -> bytes:
    """Parent and child, at one stroke; gives what they had printed."""
    parent = psutil.Process(process.pid)
    everyone = [parent, *parent.children(recursive=True)]
    for each in everyone:
        with contextlib.suppress(psutil.NoSuchProcess):
            each.kill()
    output, _ = process.communicate()
    psutil.wait_procs(everyone, timeout=60)
    return output


def added_in(process: "subprocess.Popen[bytes]", *, least: int, lines: int) -> int:
    """Reads so many lines, then on until so many sounds are said to be added or all is done; gives how many are."""
    assert process.stdout is not None
    added = 0
    for number, line in enumerate(process.stdout, 1):
        event = from_line(line.decode())
        if isinstance(event, Progress):
            added = max(added, event.added)
        if (number >= lines and added >= least) or (isinstance(event, Progress) and event.done == event.total > 0):
            break
    return added


@pytest.mark.shows("folders-dropped-indexing")
@pytest.mark.parametrize("after_commits", [1, 2])
def test_a_job_killed_half_way_ends_as_if_it_had_not_been(home: Path, tmp_path: Path, after_commits: int) -> None:
    process = start(home, tmp_path / "library")
    assert process.stdout is not None
    commits = 0
    for line in process.stdout:
        event = from_line(line.decode())
        commits += isinstance(event, Progress) and 0 < event.done < SOUNDS
        if commits == after_commits or (isinstance(event, Progress) and event.done == SOUNDS):
            break
    kill_all(process)
    finished = index(tmp_path / "library", home / "pack")
    assert finished.added < SOUNDS
    assert finished.unchanged + finished.added == SOUNDS
    assert contents(tmp_path / "library", home / "pack") == contents(home / "undisturbed", home / "pack")


def test_kills_at_random_moments_lose_nothing_that_was_acknowledged(home: Path, tmp_path: Path) -> None:
    """A moment is a little after something the job printed: on a slow machine as on a fast one."""
    draw = random.Random(7)
    acknowledged = []
    for least in (0, 1, 0, 1, 0):  # Sounds that are acknowledged before the kill; the second 1 leaves some to do.
        process = start(home, tmp_path / "library")
        added = added_in(process, least=least, lines=draw.randint(1, 60))
        time.sleep(draw.uniform(0.0, 0.2))  # The moment is the point: anything may be going on in there.
        later = [event.added for event in events_of(kill_all(process)) if isinstance(event, Progress)]
        acknowledged.append(max([added, *later]))
    finished = index(tmp_path / "library", home / "pack", home / "sounds")
    assert acknowledged[1] > 0
    assert sum(acknowledged) <= finished.unchanged
    assert contents(tmp_path / "library", home / "pack") == contents(home / "undisturbed", home / "pack")


def test_a_job_whose_parent_is_killed_ends_by_itself_and_lets_the_library_go(home: Path, tmp_path: Path) -> None:
    process = start(home, tmp_path / "library")
    assert process.stdout is not None
    process.stdout.readline()
    children = psutil.Process(process.pid).children()
    process.kill()
    process.communicate()
    _, alive = psutil.wait_procs(children, timeout=60)
    assert not alive
    assert index(tmp_path / "library", home / "pack").failed == 0


def test_a_running_job_keeps_a_second_one_out(home: Path, tmp_path: Path) -> None:
    first = start(home, tmp_path / "library")
    assert first.stdout is not None
    assert first.stdin is not None
    first.stdin.write(b"pause\n")
    first.stdin.flush()
    first.stdout.readline()
    second = start(home, tmp_path / "library")
    refused, _ = second.communicate()
    first.stdin.write(b"resume\n")
    first.stdin.close()
    with first:
        output = first.stdout.read()
    assert (second.returncode, [event.kind for event in events_of(refused) if isinstance(event, JobAborted)]) == (
        1,
        ["LibraryBusy"],
    )
    paused = [event.is_paused for event in events_of(output) if isinstance(event, Paused)]
    assert (first.returncode, paused) == (0, [True, False])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_job_in_good_order_and_soon(home: Path, tmp_path: Path, number: signal.Signals) -> None:
    process = start(home, tmp_path / "library")
    assert process.stdout is not None
    for line in process.stdout:
        if isinstance(from_line(line.decode()), FilesReading):
            break
    process.send_signal(number)
    with process:
        last = events_of(process.stdout.read())[-1]
    assert isinstance(last, Finished)
    assert last.cancelled
    assert process.returncode == 128 + number
    assert last.added < SOUNDS  # it did not go on to the end
    assert index(tmp_path / "library", home / "pack").added + last.added == SOUNDS
