"""kill -9 of a job that embeds a library with another pack, at any moment, and a disk that fills up under it."""

import contextlib
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from engine.base.events import Event, ReembeddingProgress, from_line
from engine.library.library import Library
from engine.models.pack import read_info
from engine.search.question import Question
from tests.helpers.indexing import contents, index
from tests.helpers.small_disk import small_disk
from tests.helpers.sounds import make_library_folder
from tests.helpers.tiny_pack import make_tiny_pack

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills by POSIX signals")

SOUNDS = 100
QUERY = "low hum"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two packs, a hundred short sounds, and a library that was indexed with the second one from the start."""
    home = tmp_path_factory.mktemp("learn")
    make_tiny_pack(home / "pack")
    make_tiny_pack(home / "other", dim=24)
    make_library_folder(home / "sounds", SOUNDS, seconds=0.3)
    index(home / "undisturbed", home / "other", home / "sounds")
    return home


def start(library: Path, *pack: Path) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "engine.cli.main", "pack", "use", *map(str, pack), "--json", "--device", "cpu"]
    command += ["--library", str(library)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def kill_all(process: "subprocess.Popen[bytes]") -> None:
    """Parent and child, at one stroke."""
    parent = psutil.Process(process.pid)
    everyone = [parent, *parent.children(recursive=True)]
    for each in everyone:
        with contextlib.suppress(psutil.NoSuchProcess):
            each.kill()
    process.communicate()
    psutil.wait_procs(everyone, timeout=60)


def answer(library: Path) -> list[tuple[str, float]]:
    with Library.open(library, read_only=True) as opened:
        return [(hit.sound.path.name, hit.score) for hit in opened.answer(Question(QUERY, limit=SOUNDS)).hits]


def pack_of(library: Path) -> str:
    with Library.open(library, read_only=True) as opened:
        return opened.stats().pack_id


def run_until(process: "subprocess.Popen[bytes]", is_the_moment: Callable[[Event, int], bool]) -> list[Event]:
    """Reads its events, numbered, until the moment has come or it ends."""
    assert process.stdout is not None
    events: list[Event] = []
    for number, line in enumerate(process.stdout):
        events.append(from_line(line.decode()))
        if is_the_moment(events[-1], number):
            break
    return events


def test_killed_at_any_moment_the_old_pack_answers_and_the_next_run_goes_on(home: Path, tmp_path: Path) -> None:
    library = tmp_path / "library"
    index(library, home / "pack", home / "sounds")
    before, old, new = answer(library), read_info(home / "pack").pack_id, read_info(home / "other").pack_id
    heard = 0
    for is_the_moment in (
        lambda event, number: number == 0,
        lambda event, number: number == 20,
        lambda event, number: isinstance(event, ReembeddingProgress) and event.done > 0,
        lambda event, number: isinstance(event, ReembeddingProgress) and event.done == SOUNDS,
    ):
        process = start(library, *([home / "other"] if not heard else []))  # begun, it needs no name
        known = [event.done for event in run_until(process, is_the_moment) if isinstance(event, ReembeddingProgress)]
        kill_all(process)
        assert not known or known[0] >= heard
        heard = max([heard, *known])
        if pack_of(library) == old:  # the last kill may come after the switch
            assert answer(library) == before
    finished = start(library, home / "other")
    finished.communicate()
    assert (finished.returncode, pack_of(library), heard) == (0, new, SOUNDS)
    assert contents(library, home / "other") == contents(home / "undisturbed", home / "other")


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """60 MB."""
    with small_disk(tmp_path / "disk", 60) as folder:
        yield folder


def test_a_full_disk_is_said_and_the_old_pack_answers(disk: Path, home: Path, tmp_path: Path) -> None:
    library = disk / "library"
    index(library, home / "pack", home / "sounds")
    before = answer(library)
    stop = start(library, home / "other")  # so that the pack itself is there
    assert stop.stdout is not None
    stop.stdout.readline()
    kill_all(stop)
    ballast = disk / "ballast"
    free = psutil.disk_usage(str(disk)).free
    ballast.write_bytes(b"\0" * max(0, free - 40_000))
    full = start(library, home / "other")
    output, _ = full.communicate()
    last = json.loads(output.splitlines()[-1])
    assert (full.returncode, last["event"], last["kind"]) == (1, "error", "StorageFull")
    ballast.unlink()
    assert answer(library) == before
    again = start(library, home / "other")
    again.communicate()
    assert again.returncode == 0
    assert contents(library, home / "other") == contents(home / "undisturbed", home / "other")
