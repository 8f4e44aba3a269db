"""What a job says of its progress: in the middle of a long file too."""

import time
from pathlib import Path

import pytest

from engine.events import Progress
from engine.ingest.supervise import _Tally
from engine.ingest.tally import Tally
from engine.ingest.work import Task
from engine.ingest.workload import Inside, Workload
from engine.types import FilePath, FileStamp, RootId

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
    halves = [Inside(task, 0.5, 30.0) for task in tasks[:2]]
    # Sixty seconds each: two halves side by side, and then one file that only one of the two readers has.
    assert workload.left_s(halves) == pytest.approx(120.0, abs=2.0)
    assert workload.longest_s(halves) == pytest.approx(90.0, abs=2.0)
    for task in tasks[:2]:
        workload.did(task, 60.0)
    assert workload.longest_s([Inside(tasks[2], 0.5, 30.0)]) == pytest.approx(30.0, abs=2.0)


def test_of_many_files_all_readers_have_the_same() -> None:
    tasks = [_file(f"{number}.wav", 6_000_000) for number in range(400)]
    workload = Workload()
    workload.begin(tasks)
    inside = [Inside(tasks[0], 0.9, 54.0), Inside(tasks[1], 0.0, 0.0)]
    assert workload.longest_s(inside) == workload.left_s(inside) / 2
    assert workload.longest_s([]) == workload.left_s([])


def test_a_long_file_at_the_end_of_short_ones_decides() -> None:
    tasks = [*(_file(f"{number}.wav", 100_000) for number in range(20)), _file("hour.wav", 360_000_000)]
    workload = Workload()
    workload.begin(tasks)
    inside = [Inside(tasks[0], 0.5, 0.5), Inside(tasks[1], 0.5, 0.5)]
    assert workload.longest_s(inside) == pytest.approx(3600.0, rel=0.01)


def _file(name: str, size_bytes: int) -> Task:
    return Task(FileStamp(FilePath.of(Path("/sounds") / name), size_bytes, 0), RootId(1), None)


def test_a_process_that_follows_one_that_died_goes_on_where_that_was() -> None:
    half = Progress(1, 4, 0, 1.0, 1.0, 9.0, sequence=1, share=0.5)
    assert _Tally().plus(half).plus(half).share == pytest.approx(0.75), "half of the half that was left"
