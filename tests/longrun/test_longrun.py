"""The long runs can tell what grows from what does not, and their files are many kinds of files, the same each time."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.audio.files import AUDIO_SUFFIXES
from tests.longrun.sampling import Sample, Watch, growth, line_through, name_of, read_samples, table, verdict
from tests.longrun.sounds import BROKEN_SHARE, write_many

_LEAKING = """
import sys
kept, held = [], []
for line in sys.stdin:
    kept.append(open(sys.executable, "rb"))
    held.append(bytearray(b"x" * 65536))
    print(len(kept), flush=True)
"""


def test_a_slope_is_that_of_the_line_with_the_interval_of_a_table() -> None:
    # By hand: x 0 to 4, y 0 1 2 3 5: slope 12 / 10; what is left is 0.4, by 3 degrees and a spread of 10 an error of
    # 0.1155, times 3.182.
    found = line_through([(0, 0), (1, 1), (2, 2), (3, 3), (4, 5)])
    assert found.slope == pytest.approx(1.2)
    assert found.high - found.slope == pytest.approx(3.182 * 0.11547, rel=1e-3)


def test_what_fills_at_first_and_then_stays_has_no_growth() -> None:
    done = list(range(0, 10_000, 10))
    found = growth(done, [min(at, 1_500) for at in done])
    assert found is not None and found.slope == 0 and verdict(found, 1.0) == "within"


def test_too_few_samples_say_nothing() -> None:
    assert growth([1, 2, 3], [1, 2, 3]) is None


def test_a_program_that_leaks_is_found_out(tmp_path: Path) -> None:
    if not sys.platform.startswith("linux"):
        pytest.skip("handles are counted as Linux does")
    done = [0]
    with subprocess.Popen(
        [sys.executable, "-c", _LEAKING], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        samples = tmp_path / "samples.jsonl"
        with Watch(process.pid, lambda: ("leaking", done[0]), samples, 0.01):
            while done[0] < 200 or not samples.exists() or len(read_samples(samples)) < 60:
                process.stdin.write("on\n")
                process.stdin.flush()
                done[0] = int(process.stdout.readline())
                time.sleep(0.01)
        process.stdin.close()
    rows = table(read_samples(samples), {"handles": 0.1, "threads": 0.1, "uss_kib": 500.0}, "actions")
    of = {what: next(row for row in rows if f"| {what} |" in row) for what in ("handles", "threads", "uss_kib")}
    assert of["handles"].endswith("| ABOVE |") and of["uss_kib"].endswith("| ABOVE |")
    assert of["threads"].endswith("| within |")


def test_a_process_is_called_by_the_module_that_it_runs() -> None:
    assert name_of(["python", "-P", "-m", "engine.ingest", "--x"]) == "engine.ingest"
    assert name_of(["/usr/bin/ffmpeg", "-i"]) == "ffmpeg"


def test_generated_files_are_many_kinds_and_the_same_again(tmp_path: Path) -> None:
    first = list(write_many(tmp_path / "a", 200))
    again = list(write_many(tmp_path / "b", 200))
    assert len(set(first)) == 200
    # By size: Ogg streams bear a random number each.
    sizes = [[(path.name, path.stat().st_size) for path in paths] for paths in (first, again)]
    assert sizes[0] == sizes[1]
    suffixes = {path.suffix.lower() for path in first}
    assert len(suffixes) >= 8 and suffixes <= AUDIO_SUFFIXES
    contents = [path.read_bytes() for path in first]
    assert len(set(contents)) < 200, "some are copies"
    assert 0 < sum(len(content) < 100 for content in contents) < 200 * BROKEN_SHARE * 4


def test_a_sample_can_be_read_again(tmp_path: Path) -> None:
    file = tmp_path / "one.jsonl"
    file.write_text(
        '{"phase": "embed", "done": 3, "seconds": 1.5, "process": "engine.ingest", "count": 1, "uss_kib": 10.0, '
        '"rss_kib": 20.0, "handles": 5, "threads": 2}\n'
    )
    assert read_samples(file) == [Sample("embed", 3, 1.5, "engine.ingest", 1, 10.0, 20.0, 5, 2)]
