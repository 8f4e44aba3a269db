"""P17: a long recording must not need more memory than a short one."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers import memory
from tests.helpers.sounds import tone, wav_bytes
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
