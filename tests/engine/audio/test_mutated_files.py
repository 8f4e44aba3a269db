"""Flipped, cut and stuffed files: each is read in bounded time and memory, or refused by an error of ours."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.helpers import memory, sounds

resource = pytest.importorskip("resource", reason="memory limits need a Unix system")

MUTANTS_A_FORMAT = 40

# In a process of its own: a decoder that crashes, hangs or eats memory fails the test and not the suite.
READ_ALL = """
import sys
from pathlib import Path
import numpy as np
from engine.audio.analysis import analysis
from engine.audio.segments import SegmentPlan
from engine.base.errors import AudioError
from engine.base.types import FilePath
from tests.helpers.memory import peak_kib
plan = SegmentPlan(16_000, 2.0, 2.0, (0.5, 2.0), "zeros")
read = refused = 0
for path in sorted(Path(sys.argv[1]).iterdir()):
    try:
        with analysis(FilePath.of(path), plan) as found:
            for number, segment in enumerate(found.segments()):
                assert np.isfinite(segment.wave).all(), path
                if number > 500:
                    break
        read += 1
    except AudioError as err:
        assert err.advice
        refused += 1
print(read, refused, peak_kib())
"""


def mutants(good: bytes, seed: int) -> list[bytes]:
    random = np.random.default_rng(seed)
    made = []
    for number in range(MUTANTS_A_FORMAT):
        content = bytearray(good)
        where = int(random.integers(0, min(len(content), 400) if number % 2 else len(content)))
        match number % 4:
            case 0:
                del content[where:]
            case 1:
                content[where] ^= 1 << int(random.integers(0, 8))
            case 2:
                content[where : where + 16] = random.integers(0, 256, 16, dtype=np.uint8).tobytes()
            case 3:
                content[where : where + 4] = b"\xff\xff\xff\x7f"
        made.append(bytes(content))
    return made


@pytest.mark.skipif(not memory.IS_KNOWN, reason=memory.UNKNOWN)
@pytest.mark.parametrize("name", ["a.wav", "a.aiff", "a.flac", "a.ogg", "a.mp3", "a.caf", "a.w64", "bext.wav", "a.m4a"])
def test_mutants_are_read_or_refused(tmp_path: Path, name: str) -> None:
    good = tmp_path / name
    if name == "a.m4a":
        sounds.encode(good, sounds.noise(0.5, 48_000), "aac", 48_000, "fltp")
    elif name == "bext.wav":
        sounds.write_with_bext(good, ixml="<BWFXML><NOTE>x</NOTE></BWFXML>", seconds=0.3)
    else:
        sounds.write_noise(good, 0.5, rate=44_100)
    folder = tmp_path / "mutants"
    folder.mkdir()
    for number, content in enumerate(mutants(good.read_bytes(), seed=len(name))):
        (folder / f"{number:03d}{good.suffix}").write_bytes(content)

    def limit_memory() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))

    done = subprocess.run(
        [sys.executable, "-c", READ_ALL, folder], capture_output=True, text=True, timeout=120, preexec_fn=limit_memory
    )
    assert done.returncode == 0, done.stderr[-2000:]
    read, refused, rss_kib = map(int, done.stdout.split())
    assert read + refused == MUTANTS_A_FORMAT and read > 0
    assert rss_kib < 600_000
