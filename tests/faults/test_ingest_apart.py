"""A process that reads for a job is killed, hangs, or outlives the job: killed and stopped for real, by signals."""

import contextlib
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import psutil
import pytest

from engine.base.events import Event, FileFailed, FilesReading
from engine.base.file_messages import FileFault
from engine.ingest import supervisor as supervising
from engine.ingest.control import Control
from engine.ingest.supervisor import supervise
from tests.helpers.indexing import contents, spec_for
from tests.helpers.sounds import make_library_folder, sparse_rf64
from tests.helpers.tiny_pack import make_tiny_pack

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills by POSIX signals")

_PATIENCE_S = 60.0


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return make_tiny_pack(tmp_path / "tiny")


@pytest.fixture
def sounds(tmp_path: Path) -> Path:
    """Six short sounds, and two so long that readers get processes of their own."""
    make_library_folder(tmp_path / "sounds", 6)
    for name in ("killer", "long"):
        sparse_rf64(tmp_path / "sounds" / f"{name}.wav", 800.0, 48_000, {0.0: np.zeros((10, 2), np.float32)})
    return tmp_path / "sounds"


def processes(module: str, of: int | None = None) -> Iterator[psutil.Process]:
    """The descendants that run a module of ours."""
    for each in psutil.Process(of).children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):  # a zombie too: it has ended
            if module in each.cmdline():
                yield each


def readers_of(name: str) -> Iterator[psutil.Process]:
    """The processes that have a file open."""
    for module in ("engine.ingest.reader_process", "engine.ingest"):
        for each in processes(module):
            with contextlib.suppress(psutil.Error):
                if any(name in file.path for file in each.open_files()):
                    yield each


def reader_of(name: str) -> psutil.Process:
    """The process that has a file open, once there is one."""
    end_s = time.monotonic() + _PATIENCE_S
    while time.monotonic() < end_s:
        for each in readers_of(name):
            return each
        time.sleep(0.01)
    raise AssertionError(f"nobody opened {name}")


@contextlib.contextmanager
def death_to_readers_of(name: str) -> Iterator[list[str]]:
    """Kills every process that opens a file, as a decoder that such a file kills would; gives the modules they ran."""
    killed: list[str] = []
    is_over = threading.Event()

    def kill() -> None:
        while not is_over.wait(0.01):
            for each in readers_of(name):
                with contextlib.suppress(psutil.NoSuchProcess):
                    module = each.cmdline()[-1]
                    each.kill()
                    each.wait(_PATIENCE_S)
                    killed.append(module)

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        yield killed
    finally:
        is_over.set()
        thread.join()


def test_the_file_that_kills_a_reading_process_is_found_and_the_rest_goes_on(
    tmp_path: Path, pack: Path, sounds: Path
) -> None:
    events: list[Event] = []
    with death_to_readers_of("killer") as killed:
        finished = supervise(spec_for(tmp_path / "library", pack, sounds), Control(), events.append)
    failed = [event for event in events if isinstance(event, FileFailed)]
    assert killed == ["engine.ingest.reader_process", "engine.ingest"], "it had company first, and was then read alone"
    assert [(event.path, event.trouble.what) for event in failed] == [
        (str(sounds / "killer.wav"), FileFault.INDEXING_CRASHED)
    ]
    assert (finished.added, finished.failed) == (7, 1)
    assert len(contents(tmp_path / "library", pack)) == 7
    assert not list(processes("engine.ingest.reader_process"))


def test_a_reading_process_that_hangs_does_not_outlive_a_cancelled_job(
    tmp_path: Path, pack: Path, sounds: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervising, "_CANCEL_GRACE_S", 0.5)
    control = Control()
    stopped: list[psutil.Process] = []

    def see(event: Event) -> None:
        if isinstance(event, FilesReading) and any("killer" in uri for uri in event.uris) and not stopped:
            stopped.append(reader_of("killer"))
            stopped[0].suspend()
            control.turn("cancel")

    finished = supervise(spec_for(tmp_path / "library", pack, sounds), control, see)
    assert finished.cancelled
    psutil.wait_procs(stopped, timeout=_PATIENCE_S)
    assert not stopped[0].is_running()
    assert not list(processes("engine.ingest.reader_process"))


def test_a_job_that_is_killed_leaves_no_reading_process_behind(tmp_path: Path, pack: Path, sounds: Path) -> None:
    command = [sys.executable, "-m", "engine.cli.main", "index", "--json", "--library", str(tmp_path / "library")]
    command += ["--pack", str(pack), "--device", "cpu", "--workers", "2", str(sounds)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as run:
        assert reader_of("killer").is_running()
        (job,) = processes("engine.ingest", run.pid)
        readers = list(processes("engine.ingest.reader_process", run.pid))
        assert len(readers) == 2
        for each in (psutil.Process(run.pid), job):
            each.kill()
        run.communicate()
    _, left = psutil.wait_procs(readers, timeout=_PATIENCE_S)
    assert not left
