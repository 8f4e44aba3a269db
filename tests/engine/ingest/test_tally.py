"""What a job says of its progress: in the middle of a long file too."""

import time
from pathlib import Path

import pytest

from engine.base.events import Progress
from engine.base.types import FilePath, FileStamp, RootId
from engine.ingest.supervisor import _Tally
from engine.ingest.tally import Tally
from engine.ingest.worker import Task
from engine.ingest.workload import FileShare, Workload

HOUR = Task(FileStamp(FilePath.of(Path("/sounds/hour.wav")), 9_800_000, 0), RootId(1), None)
SHORT = Task(FileStamp(FilePath.of(Path("/sounds/short.wav")), 9_800_000, 0), RootId(1), None)
"""With what opening costs, ten million each."""


def test_half_of_a_long_file_is_half_of_the_work() -> None:
    tally = Tally(time.monotonic() - 60.0)
    tally.begin([HOUR])
    assert tally.heartbeat() is None
    tally.came(HOUR, 0.5, 1800.0)
    told = tally.heartbeat()
    assert told is not None
    assert (told.done, told.total, told.share) == (0, 1, pytest.approx(0.5))
    assert told.eta_s is not None and told.audio_x_realtime > 0
    assert tally.heartbeat() is None, "nothing came since"


def test_what_was_read_of_a_file_counts_once_when_it_is_done() -> None:
    tally = Tally(time.monotonic())
    tally.begin([HOUR, SHORT])
    tally.came(HOUR, 1.0, 3600.0)
    before = tally.progress(1).share
    tally.did(HOUR, 3600.0)
    assert tally.progress(2).share == before == pytest.approx(0.5)


def test_what_is_left_is_reckoned_by_what_files_of_the_kind_held() -> None:
    tally = Tally(time.monotonic())
    # A second of this Ogg takes 10,000 bytes, one of this WAV 100,000: ten minutes and ten more.
    ogg = [_file(f"{number}.ogg", 600_000) for number in range(10)]
    wav = [_file(f"{number}.wav", 6_000_000) for number in range(10)]
    tally.begin([*ogg, *wav])
    tally.did(ogg[0], 60.0)
    tally.did(wav[0], 60.0)
    assert tally.progress(1).share == pytest.approx(2 / 20, abs=1e-4)
    for task in ogg[1:]:
        tally.did(task, 60.0)
    assert tally.progress(2).share == pytest.approx(11 / 20, abs=1e-4)


def test_a_file_that_could_not_be_read_says_nothing_of_the_length_of_others() -> None:
    tally = Tally(time.monotonic())
    tasks = [_file(f"{number}.wav", 6_000_000) for number in range(3)]
    tally.begin(tasks)
    tally.did(tasks[0], 60.0)
    before = tally.progress(1)
    tally.did(tasks[1])
    # Of three equal files one is read and one fell away: nearly a half is done.
    assert before.share == pytest.approx(1 / 3, abs=1e-4)
    assert tally.progress(2).share == pytest.approx(0.5, abs=0.01)


def test_a_share_is_not_taken_back_when_files_turn_out_longer() -> None:
    tally = Tally(time.monotonic())
    tasks = [_file(f"{number}.wav", 2_880_000) for number in range(4)]
    tally.begin(tasks)
    tally.did(tasks[0], 10.0)
    before = tally.progress(1).share
    tally.came(tasks[1], 0.5, 500.0)
    assert tally.progress(2).share >= before == pytest.approx(0.25)


def test_the_last_of_three_long_files_is_read_alone() -> None:
    tasks = [_file(f"{number}.wav", 6_000_000) for number in range(3)]
    workload = Workload()
    workload.begin(tasks)
    halves = [FileShare(task, 0.5, 30.0) for task in tasks[:2]]
    # Sixty seconds each: two halves side by side, and then one file that only one of the two readers has.
    assert workload.left_s(halves) == pytest.approx(120.0, abs=2.0)
    assert workload.longest_s(halves, 2) == pytest.approx(90.0, abs=2.0)
    for task in tasks[:2]:
        workload.did(task, 60.0)
    assert workload.longest_s([FileShare(tasks[2], 0.5, 30.0)], 2) == pytest.approx(30.0, abs=2.0)


def test_of_many_files_all_readers_have_the_same() -> None:
    tasks = [_file(f"{number}.wav", 6_000_000) for number in range(400)]
    workload = Workload()
    workload.begin(tasks)
    inside = [FileShare(tasks[0], 0.9, 54.0), FileShare(tasks[1], 0.0, 0.0)]
    assert workload.longest_s(inside, 2) == workload.left_s(inside) / 2
    assert workload.longest_s([], 1) == workload.left_s([])


def test_files_that_are_read_and_not_yet_kept_have_no_reader() -> None:
    tasks = [_file(f"{number}.wav", 6_000_000) for number in range(4)]
    workload = Workload()
    workload.begin(tasks)
    kept_soon = [FileShare(task, 1.0, 60.0) for task in tasks[:2]]
    begun = [FileShare(task, 0.5, 30.0) for task in tasks[2:]]
    assert workload.longest_s(kept_soon + begun, 2) == pytest.approx(30.0, abs=2.0)
    workload.did(tasks[1], 60.0)
    between = [kept_soon[0], begun[0]]  # One reader has ended a file, and has not begun the next.
    assert workload.longest_s(between, 2) == pytest.approx(60.0, abs=2.0)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that goes when its one number is changed."""
    now_s = [100.0]
    monkeypatch.setattr("engine.ingest.tally.time.monotonic", lambda: now_s[0])
    return now_s


def test_a_reader_that_goes_on_alone_is_no_faster(clock: list[float]) -> None:
    """What two did in the last half minute is not what the last one of them does."""
    tally = Tally(clock[0])
    tally.readers = 2
    tasks = [_file(f"{number}.wav", 12_000_000) for number in range(2)]
    tally.begin(tasks)
    clock[0] += 20.0
    tally.did(tasks[0], 120.0)
    tally.came(tasks[1], 0.5, 60.0)
    tally.progress(1)
    clock[0] += 10.0
    tally.came(tasks[1], 0.75, 90.0)
    # 210 seconds of sound in 50 seconds of readers', and 30 are left.
    assert tally.progress(2).eta_s == pytest.approx(30.0 * 50.0 / 210.0, rel=0.02)


def test_a_long_job_looks_at_its_last_tenth(clock: list[float]) -> None:
    tally = Tally(clock[0])
    tasks = [_file(f"{number}.wav", 6_000_000) for number in range(1000)]
    tally.begin(tasks)
    for number, task in enumerate(tasks[:200]):
        clock[0] += 5.0 if number % 2 else 15.0
        tally.did(task, 60.0)
        told = tally.progress(number)
        # Files of two kinds take turns: ten seconds each in the middle, whichever was the last.
        if number > 120:
            assert told.eta_s == pytest.approx(10.0 * (999 - number), rel=0.06)


def test_a_long_file_at_the_end_of_short_ones_decides() -> None:
    tasks = [*(_file(f"{number}.wav", 100_000) for number in range(20)), _file("hour.wav", 360_000_000)]
    workload = Workload()
    workload.begin(tasks)
    inside = [FileShare(tasks[0], 0.5, 0.5), FileShare(tasks[1], 0.5, 0.5)]
    assert workload.longest_s(inside, 2) == pytest.approx(3600.0, rel=0.01)


def _file(name: str, size_bytes: int) -> Task:
    return Task(FileStamp(FilePath.of(Path("/sounds") / name), size_bytes, 0), RootId(1), None)


def test_a_process_that_follows_one_that_died_goes_on_where_that_was() -> None:
    half = Progress(1, 4, 0, 1.0, 1.0, 9.0, sequence=1, share=0.5)
    assert _Tally(0.0).plus(half).plus(half).share == pytest.approx(0.75), "half of the half that was left"
