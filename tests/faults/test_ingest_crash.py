"""A decoder that takes its process down: the process is killed for real, by SIGKILL, while it reads one file."""

import contextlib
import os
import signal
import sys
from pathlib import Path

import psutil
import pytest

from engine.base.errors import EngineError
from engine.base.events import Event, FileFailed, FilesReading
from engine.base.file_messages import FileFault
from engine.ingest.control import Control
from engine.ingest.supervisor import supervise
from tests.helpers.indexing import contents, index, spec_for
from tests.helpers.sounds import make_library_folder, tone, wav_bytes
from tests.helpers.tiny_pack import make_tiny_pack

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills by POSIX signals")

_LONG_BYTES = 12_000_000


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return make_tiny_pack(tmp_path / "tiny")


def long_silence(path: Path) -> Path:
    """Six minutes of silence in a sparse file: long enough to be killed in."""
    path.write_bytes(wav_bytes(tone(440, 0.1), 16_000)[:40] + (_LONG_BYTES).to_bytes(4, "little"))
    os.truncate(path, _LONG_BYTES)
    return path


def kill_the_reader() -> None:
    for child in psutil.Process().children():
        with contextlib.suppress(psutil.NoSuchProcess):  # a zombie too: it is dead already
            if "engine.ingest" in child.cmdline():
                child.send_signal(signal.SIGKILL)


def test_the_file_that_kills_its_reader_is_found_and_the_rest_goes_on(tmp_path: Path, pack: Path) -> None:
    make_library_folder(tmp_path / "sounds", 12)
    killer = long_silence(tmp_path / "sounds" / "Tones" / "killer.wav")
    events: list[Event] = []

    def see(event: Event) -> None:
        events.append(event)
        if isinstance(event, FilesReading) and any("killer" in uri for uri in event.uris):
            kill_the_reader()

    finished = supervise(spec_for(tmp_path / "library", pack, tmp_path / "sounds"), Control(), see)
    failed = [event for event in events if isinstance(event, FileFailed)]
    assert (finished.added, finished.failed) == (12, 1)
    assert [event.path for event in failed] == [str(killer)]
    assert failed[0].trouble.what is FileFault.INDEXING_CRASHED
    assert "crashed" in failed[0].reason
    assert len(contents(tmp_path / "library", pack)) == 12


def test_a_blamed_file_is_not_opened_again_until_it_changes(tmp_path: Path, pack: Path) -> None:
    make_library_folder(tmp_path / "sounds", 2)
    killer = long_silence(tmp_path / "sounds" / "killer.wav")

    def see(event: Event) -> None:
        if isinstance(event, FilesReading) and any("killer" in uri for uri in event.uris):
            kill_the_reader()

    supervise(spec_for(tmp_path / "library", pack, tmp_path / "sounds"), Control(), see)
    again = index(tmp_path / "library", pack)
    killer.write_bytes(wav_bytes(tone(440, 1)))
    mended = index(tmp_path / "library", pack)
    assert (again.failed, again.unchanged) == (1, 2)
    assert (mended.failed, mended.changed) == (0, 1)


def test_one_unlucky_kill_blames_nobody(tmp_path: Path, pack: Path) -> None:
    make_library_folder(tmp_path / "sounds", 6)
    long_silence(tmp_path / "sounds" / "unlucky.wav")
    kills: list[int] = []

    def see(event: Event) -> None:
        if isinstance(event, FilesReading) and any("unlucky" in uri for uri in event.uris) and not kills:
            kills.append(1)
            kill_the_reader()

    finished = supervise(spec_for(tmp_path / "library", pack, tmp_path / "sounds"), Control(), see)
    assert (finished.added, finished.failed) == (7, 0)


def test_a_process_that_dies_whatever_it_does_is_given_up_with_advice(tmp_path: Path, pack: Path) -> None:
    make_library_folder(tmp_path / "sounds", 2)

    def kill_at_once(event: Event) -> None:
        kill_the_reader()

    with pytest.raises(EngineError) as caught:
        supervise(spec_for(tmp_path / "library", pack, tmp_path / "sounds"), Control(), kill_at_once)
    assert "doctor" in caught.value.advice
