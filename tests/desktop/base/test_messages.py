"""Sentences made from numbers."""

import pytest

from desktop.base import messages
from engine.base.events import FileFailed
from engine.base.file_messages import Damage, FileAdvice, FileFault, trouble
from engine.base.messages import Message


@pytest.mark.parametrize(
    ("duration_s", "text"),
    [(0.42, "0.42 s"), (7.31, "7.3 s"), (59.96, "1:00"), (65, "1:05"), (7390, "2:03:10"), (0, "0.00 s")],
)
def test_length_reads_as_a_person_would_write_it(duration_s: float, text: str) -> None:
    assert messages.length(duration_s) == text


@pytest.mark.parametrize(("at_s", "text"), [(0, "0:00.0"), (7.26, "0:07.3"), (59.98, "1:00.0"), (-1, "0:00.0")])
def test_position_carries_into_minutes(at_s: float, text: str) -> None:
    assert messages.position(at_s) == text


@pytest.mark.parametrize(
    ("eta_s", "text"),
    [(None, "estimating…"), (0.4, "almost done"), (40, "about 40 s left"), (200, "about 3 min left")],
)
def test_remaining_time_is_rounded(eta_s: float | None, text: str) -> None:
    assert messages.remaining(eta_s) == text


def test_a_job_with_failures_says_how_many() -> None:
    assert messages.finished(12, 0, 1, 0, 2, False) == "12 added, 1 moved · 2 files could not be read"


def test_a_job_with_nothing_to_do_says_so() -> None:
    assert messages.finished(0, 0, 0, 0, 0, False) == "Nothing new"


def test_what_is_missing_is_said_by_the_count_of_the_library_alone() -> None:
    assert messages.finished(0, 0, 0, 2, 0, False) == "No new sounds"
    assert messages.finished(3, 0, 0, 2, 0, False) == "3 added"


def test_unreadable_files_are_counted_and_the_first_is_named() -> None:
    first = FileFailed("/a/b.wav", "file:///a/b.wav", trouble(FileFault.EMPTY, FileAdvice.COPY_OR_EXPORT))
    assert messages.unreadable(first, 1) == ("b.wav could not be read: it is empty.", "Copy it or export it again.")
    assert (
        messages.unreadable(first, 3)[0]
        == "3 files could not be read. The first: b.wav could not be read: it is empty."
    )


@pytest.mark.parametrize(("at_s", "said"), [(7.34, "0:07.3"), (59.96, "1:00.0"), (36000.0, "10:00:00.0")])
def test_a_place_in_a_long_sound_is_told_in_hours(at_s: float, said: str) -> None:
    assert messages.position(at_s) == said


def test_a_name_that_looks_like_html_is_shown_letter_by_letter() -> None:
    assert messages.plain("/a/slam.wav") == "/a/slam.wav"
    assert "a&lt;b&gt;.wav" in messages.plain("/a/a<b>.wav")


def test_a_file_that_cannot_be_read_is_named_once() -> None:
    first = FileFailed("/a/notes.txt", "file:///a/notes.txt", trouble(FileFault.NO_SOUND_FILE, FileAdvice.CONVERT))
    told = "notes.txt could not be read: it is not a sound file Earshot can read."
    assert messages.unreadable(first, 1) == (told, "Convert it to WAV or FLAC, or leave it out.")


def test_how_a_file_is_damaged_is_not_in_the_banner() -> None:
    damaged = trouble(FileFault.DAMAGED, FileAdvice.COPY_OR_EXPORT, Message(Damage.NO_SOUND_PART))
    first = FileFailed("/a/cut.wav", "file:///a/cut.wav", damaged)
    told = ("cut.wav could not be read: it is damaged.", "Copy it or export it again.")
    assert messages.unreadable(first, 1) == told
