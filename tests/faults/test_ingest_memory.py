"""P17: a long recording must not need more memory than a short one; and a file that takes too much fails alone."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.base.events import Event, FileFailed
from engine.base.file_messages import FileFault
from engine.ingest.control import Control
from engine.ingest.supervisor import JobFailed, supervise
from tests.helpers import memory
from tests.helpers.indexing import spec_for
from tests.helpers.sounds import make_library_folder, memory_bomb, tone, wav_bytes
from tests.helpers.tiny_pack import make_tiny_pack

_RATE_HZ = 8_000
_PEAK = """
import sys
from pathlib import Path
from tests.helpers.indexing import index
from tests.helpers.memory import peak_kib
finished = index(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]), workers=1)
print(finished.added, finished.embedded_segments, peak_kib())
"""


def silence(path: Path, seconds: int) -> Path:
    """A sparse WAV of that length."""
    path.parent.mkdir()
    size = seconds * _RATE_HZ * 2
    path.write_bytes(wav_bytes(tone(440, 0.1, _RATE_HZ), _RATE_HZ)[:40] + size.to_bytes(4, "little"))
    os.truncate(path, 44 + size)
    return path


def peak_of_a_job_kib(tmp_path: Path, pack: Path, sound: Path) -> int:
    library = tmp_path / f"library {sound.stem}"
    command = [sys.executable, "-c", _PEAK, str(library), str(pack), str(sound)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    added, segments, kib = map(int, done.stdout.split())
    assert added == 1
    assert segments > 0
    return kib


@pytest.mark.skipif(not memory.IS_KNOWN, reason=memory.UNKNOWN)
def test_an_hour_needs_no_more_memory_than_a_minute(tmp_path: Path) -> None:
    pack = make_tiny_pack(tmp_path / "pack")
    minute = peak_of_a_job_kib(tmp_path, pack, silence(tmp_path / "a" / "minute.wav", 60))
    hour = peak_of_a_job_kib(tmp_path, pack, silence(tmp_path / "b" / "hour.wav", 3600))
    assert hour <= 1.2 * minute, json.dumps({"minute_kib": minute, "hour_kib": hour})


@pytest.mark.skipif(not memory.IS_KNOWN, reason=memory.UNKNOWN)
def test_a_file_that_takes_too_much_memory_fails_alone_and_the_job_goes_on(tmp_path: Path) -> None:
    pack = make_tiny_pack(tmp_path / "pack")
    make_library_folder(tmp_path / "sounds", 6)
    bomb = memory_bomb(tmp_path / "sounds" / "Tones" / "bomb.mka", 130 << 20)
    events: list[Event] = []
    spec = replace(spec_for(tmp_path / "library", pack, tmp_path / "sounds"), memory_bytes=300 << 20)
    finished = supervise(spec, Control(), events.append)
    failed = [event for event in events if isinstance(event, FileFailed)]
    assert [(event.path, event.trouble.what) for event in failed] == [(str(bomb), FileFault.INDEXING_MEMORY)]
    assert (finished.added, finished.failed) == (6, 1)


def test_a_job_that_has_no_room_at_all_says_so_and_what_to_do(tmp_path: Path) -> None:
    pack = make_tiny_pack(tmp_path / "pack")
    make_library_folder(tmp_path / "sounds", 2)
    spec = replace(spec_for(tmp_path / "library", pack, tmp_path / "sounds"), memory_bytes=10 << 20)
    with pytest.raises(JobFailed, match=r"needs more than the .* GiB of memory") as caught:
        supervise(spec, Control(), lambda event: None)
    assert "--memory" in caught.value.advice
