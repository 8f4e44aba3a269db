"""The switch of a job, and what travels through pipes."""

import json
import os
import threading
from pathlib import Path

import pytest

from engine.base.errors import EngineError
from engine.base.file_messages import FileAdvice, FileFault, trouble
from engine.base.types import FilePath
from engine.ingest.control import Control
from engine.ingest.spec import FORMAT, JobSpec


def test_lines_on_a_pipe_turn_the_switch_and_unknown_ones_do_nothing() -> None:
    control, cancelled = Control(), threading.Event()
    control.tell(lambda word: cancelled.set() if word == "cancel" else None)
    reader, writer = os.pipe()
    control.follow(reader, cancel_at_end=False)
    os.write(writer, b"pau")
    os.write(writer, b"se\nfaster\ncancel\n")
    assert cancelled.wait(60)
    assert control.is_cancelled
    os.close(writer)


def test_a_paused_job_goes_on_after_resume() -> None:
    control = Control()
    control.turn("pause")
    went_on = threading.Event()
    waiter = threading.Thread(target=lambda: control.may_go_on() and went_on.set())
    waiter.start()
    assert not went_on.wait(0.1)
    control.turn("resume")
    assert went_on.wait(60)
    waiter.join()


def test_cancel_frees_a_paused_job() -> None:
    control = Control()
    control.turn("pause")
    control.turn("cancel")
    assert not control.may_go_on()


def test_the_end_of_the_pipe_cancels_when_it_means_that_the_parent_died() -> None:
    control, cancelled = Control(), threading.Event()
    control.tell(lambda word: cancelled.set())
    reader, writer = os.pipe()
    control.follow(reader, cancel_at_end=True)
    os.close(writer)
    assert cancelled.wait(60)


def test_yield_ends_a_second_pass_and_lets_files_be_read_first() -> None:
    control, words = Control(), list[str]()
    control.tell(words.append)
    control.turn("yield")
    assert control.may_go_on(), "files are read to the end"
    assert not control.begin_second_pass()
    assert control.has_yielded
    other = Control()
    assert other.begin_second_pass()
    other.tell(words.append)
    other.turn("pause")
    other.turn("yield")
    assert not other.may_go_on(), "a paused second pass yields too"
    assert words == ["yield", "pause", "cancel"], "whoever reads in a second pass is told to stop"


def test_a_process_that_takes_over_learns_of_a_yield() -> None:
    control, words = Control(), list[str]()
    control.turn("yield")
    control.turn("pause")
    control.tell(words.append)
    assert words == ["yield", "pause"]


def test_a_job_travels_with_paths_that_are_no_text() -> None:
    path = FilePath(b"/sounds/caf\xe9\n\xff.wav")
    spec = JobSpec(
        Path("/library"),
        (path,),
        suspects=(path,),
        blamed=((path, trouble(FileFault.INDEXING_CRASHED, FileAdvice.CONVERT_OR_LEAVE)),),
        retry_failed=True,
        without_speech=True,
        memory_bytes=5 << 30,
    )
    line = spec.to_line()
    assert "\n" not in line
    assert line.isascii()
    assert JobSpec.from_line(line) == spec


@pytest.mark.parametrize("format", [0, FORMAT + 1, None, "1"])
def test_a_job_of_another_release_is_refused(format: object) -> None:
    record = json.loads(JobSpec(Path("/library"), (FilePath(b"/sounds"),)).to_line())
    with pytest.raises(EngineError):
        JobSpec.from_line(json.dumps({**record, "format": format}))
