"""Which files are told as open, and when one is said to hang."""

from types import SimpleNamespace

import pytest

from engine.base.types import FilePath
from engine.ingest.readers import DecoderStalled, OpenFiles

A = FilePath(b"/a.wav")


def test_a_file_is_told_before_it_is_opened_and_taken_back_at_its_end() -> None:
    told: list[tuple[FilePath, ...]] = []
    reading = OpenFiles(told.append)
    reading.begin(A)
    reading.end()
    reading.end()
    assert told == [(A,), ()]


def test_a_file_of_which_nothing_comes_hangs_and_is_told_alone() -> None:
    told: list[tuple[FilePath, ...]] = []
    reading = OpenFiles(told.append, stall_s=-1.0)
    reading.begin(A)
    with pytest.raises(DecoderStalled, match=r"a\.wav"):
        reading.check(is_paused=False)
    assert told[-1] == (A,)


def test_a_paused_file_does_not_hang() -> None:
    reading = OpenFiles(lambda paths: None, stall_s=-1.0)
    reading.begin(A)
    reading.check(is_paused=True)


def test_a_file_that_goes_on_does_not_hang() -> None:
    reading = OpenFiles(lambda paths: None, stall_s=60.0)
    reading.begin(A)
    reading.beat()
    reading.check(is_paused=False)


def test_a_file_is_not_blamed_for_a_time_in_which_nobody_looked(monkeypatch: pytest.MonkeyPatch) -> None:
    now_s = [100.0]
    monkeypatch.setattr("engine.ingest.readers.time", SimpleNamespace(monotonic=lambda: now_s[0]))
    reading = OpenFiles(lambda paths: None, stall_s=60.0)
    reading.begin(A)
    now_s[0] += 3_600.0  # the lid was shut
    reading.check(is_paused=False)
    for _ in range(60):
        now_s[0] += 1.0
        reading.check(is_paused=False)
    now_s[0] += 1.0
    with pytest.raises(DecoderStalled):
        reading.check(is_paused=False)
