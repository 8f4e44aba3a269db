"""A drive that hangs, a folder never listed, a process that is stopped: told, set aside, and the rest is read."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from msgspec.structs import replace

from engine.base.events import Event, FileFailed, FileSilent, FilesReading, Finished
from engine.base.file_messages import FileFault
from engine.base.io_timeout import TELL_S
from engine.ingest.control import Control
from engine.ingest.spec import JobSpec
from engine.ingest.supervisor import supervise
from tests.helpers.hanging import hanging_drive
from tests.helpers.indexing import spec_for
from tests.helpers.sounds import tone, wav_bytes

_GIVE_UP_S = 11.0
"""More than the ten seconds after which a silence is told."""


def sounds(*names: str) -> dict[str, bytes]:
    return {name: wav_bytes(tone(200.0 + 40 * number, 0.6)) for number, name in enumerate(names)}


def run(spec: JobSpec, see: Callable[[Event], None] = lambda event: None) -> tuple[Finished, list[Event]]:
    """Runs a job as the shell and the window do."""
    events: list[Event] = []

    def take(event: Event) -> None:
        events.append(event)
        see(event)

    return supervise(replace(spec, without_speech=True, give_up_s=_GIVE_UP_S), Control(), take), events


def of(events: list[Event]) -> tuple[set[str], dict[str, FileFault]]:
    """The names that were silent, and those that failed, with why."""
    silent = {Path(event.path).name for event in events if isinstance(event, FileSilent)}
    failed = {Path(event.path).name: event.trouble.what for event in events if isinstance(event, FileFailed)}
    return silent, failed


@pytest.mark.shows("hung-drive")
def test_a_file_whose_bytes_never_come_is_told_set_aside_and_tried_again(tmp_path: Path, pack: Path) -> None:
    names = ("a.wav", "b.wav", "hung.wav", "z.wav")
    with hanging_drive(tmp_path / "drive", sounds(*names), "hung.wav") as drive:
        spec = spec_for(tmp_path / "library", pack, drive.folder)
        began_s = time.monotonic()
        finished, events = run(spec)
        took_s = time.monotonic() - began_s
        assert of(events) == ({"hung.wav"}, {"hung.wav": FileFault.NOT_ANSWERING})
        assert (finished.added, finished.failed) == (3, 1)
        first = next(event for event in events if isinstance(event, FileSilent))
        assert TELL_S <= first.silent_s <= _GIVE_UP_S + 5
        assert took_s - 5 < finished.seconds <= took_s, "what it was silent for counts"

        again, events = run(spec)
        assert (again.added, again.failed, of(events)) == (0, 1, (set(), {})), "it is not asked again"
        drive.let_go()
        mended, events = run(replace(spec, retry_failed=True))
        assert (mended.failed, of(events)) == (0, (set(), {}))
        assert mended.added + mended.changed == 1


@pytest.mark.shows("hung-drive")
def test_a_folder_that_is_never_listed_is_left_out_and_what_it_holds_is_not_gone(tmp_path: Path, pack: Path) -> None:
    files = sounds("good/a.wav", "bad/b.wav", "other/c.wav")
    folder = tmp_path / "drive"
    with hanging_drive(folder, files) as drive:
        spec = spec_for(tmp_path / "library", pack, drive.folder)
        assert run(spec)[0].added == 3
    folder.rmdir()
    with hanging_drive(folder, files, "bad"):
        finished, events = run(spec)
        assert of(events) == ({"bad"}, {"bad": FileFault.NOT_ANSWERING})
        assert (finished.unchanged, finished.removed, finished.failed) == (2, 0, 1)


def test_a_drive_that_answers_nothing_is_told_and_another_folder_is_read(tmp_path: Path, pack: Path) -> None:
    well = tmp_path / "well"
    well.mkdir()
    for name, data in sounds("a.wav", "b.wav").items():
        (well / name).write_bytes(data)
    with hanging_drive(tmp_path / "drive", sounds("c.wav"), "") as drive:
        finished, events = run(spec_for(tmp_path / "library", pack, drive.folder, well))
        assert of(events)[0] == {"drive"}
        assert finished.added == 2


def children_of(command: str) -> list[psutil.Process]:
    """The processes of a job that run a module."""
    found = []
    for each in psutil.Process().children(recursive=True):
        try:
            if command in each.cmdline():
                found.append(each)
        except psutil.NoSuchProcess:
            continue
    return found


def is_over(process: psutil.Process) -> bool:
    """Whether a process has ended, whoever has yet to be told of it."""
    try:
        return bool(process.status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True


def many(folder: Path) -> Path:
    folder.mkdir()
    data = wav_bytes(tone(300.0, 600.0))
    for number in range(8):
        (folder / f"{number}.wav").write_bytes(data[:-2] + bytes([number, 0]))
    return folder


@pytest.mark.shows("hung-drive")
@pytest.mark.parametrize("command", ["engine.ingest", "engine.ingest.reader_process"])
def test_a_process_that_is_stopped_is_ended_and_another_goes_on(tmp_path: Path, pack: Path, command: str) -> None:
    stopped: list[psutil.Process] = []

    def stop(event: Event) -> None:
        # One that has no file open yet may take minutes to start, and is waited for.
        if isinstance(event, FilesReading) and event.uris and not stopped and (found := children_of(command)):
            stopped.extend(found)
            for each in found:
                os.kill(each.pid, signal.SIGSTOP)

    finished, events = run(spec_for(tmp_path / "library", pack, many(tmp_path / "sounds")), stop)
    assert stopped and all(map(is_over, stopped))
    assert any(isinstance(event, FileSilent) for event in events)
    assert (finished.added, finished.failed) == (8, 0)
