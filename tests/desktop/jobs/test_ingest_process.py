"""The indexing job as the window runs it: the real command in a real process."""

import logging
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from pytestqt.qtbot import QtBot

from desktop.work.ingest_process import IngestProcess, JobOrder
from engine.base.events import Event, FileFailed, Finished, Paused, Progress, SpeechProgress, Started
from engine.base.types import FilePath
from engine.models.speech_pack import speech_pack_for
from tests.helpers.sounds import write_noise, write_tone
from tests.helpers.tiny_library import TinyLibrary, earshot

_PATIENCE_MS = 60_000


@pytest.fixture
def job(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[IngestProcess]:
    job = IngestProcess(tmp_path / "library", pack=tiny_library.pack)
    yield job
    job.close()


@pytest.fixture
def many(tmp_path: Path) -> FilePath:
    """A folder that takes a while."""
    for number in range(60):
        write_noise(tmp_path / "many" / f"{number}.wav", seconds=20, seed=number)
    return FilePath.of(tmp_path / "many")


def collected(job: IngestProcess) -> list[Event]:
    events: list[Event] = []
    job.happened.connect(events.append)
    return events


def test_a_folder_is_indexed_and_told_step_by_step(qtbot: QtBot, job: IngestProcess, tiny_library: TinyLibrary) -> None:
    events = collected(job)
    with qtbot.waitSignal(job.running_changed, timeout=_PATIENCE_MS, check_params_cb=lambda is_running: not is_running):
        job.index((FilePath.of(tiny_library.sounds),))
    assert isinstance(events[0], Started)
    assert any(isinstance(event, Progress) for event in events)
    assert isinstance(events[-1], Finished)
    assert events[-1].added == 6


def test_the_job_logs_into_the_windows_log(
    qtbot: QtBot,
    job: IngestProcess,
    tiny_library: TinyLibrary,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setenv("EARSHOT_LOG", "info")
    ended = qtbot.waitSignal(
        job.running_changed, timeout=_PATIENCE_MS, check_params_cb=lambda is_running: not is_running
    )
    with caplog.at_level(logging.INFO, "engine"), ended:
        job.index((FilePath.of(tiny_library.sounds),))
    said = [record.getMessage() for record in caplog.records if record.name == "engine.ingest.job"]
    assert any(line.startswith("indexing 1 folders with pack") for line in said)
    assert any("6 added" in line for line in said)


def test_a_folder_dropped_meanwhile_waits_its_turn(qtbot: QtBot, job: IngestProcess, tiny_library: TinyLibrary) -> None:
    events = collected(job)
    with qtbot.waitSignal(job.running_changed, timeout=_PATIENCE_MS, check_params_cb=lambda is_running: not is_running):
        job.index((FilePath.of(tiny_library.sounds / "tones"),))
        job.index((FilePath.of(tiny_library.sounds / "noises"),))
    assert [event.added for event in events if isinstance(event, Finished)] == [5, 1]


@pytest.mark.skipif(speech_pack_for("words", None) is None, reason="no words pack comes with this Earshot")
def test_a_folder_dropped_while_speech_is_heard_is_searchable_before_that_goes_on(
    qtbot: QtBot, job: IngestProcess, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    for number in range(12):
        write_tone(tmp_path / "long" / f"{number}.wav", 500.0 + number, 300.0, rate=8000)
    events = collected(job)
    job.index((FilePath.of(tmp_path / "long"),))
    qtbot.waitUntil(lambda: any(isinstance(event, SpeechProgress) for event in events), timeout=_PATIENCE_MS)
    with qtbot.waitSignal(job.running_changed, timeout=_PATIENCE_MS, check_params_cb=lambda is_running: not is_running):
        job.index((FilePath.of(tiny_library.sounds / "tones"),))
        job.index((FilePath.of(tiny_library.sounds / "noises"),))
    ends = [(number, event) for number, event in enumerate(events) if isinstance(event, Finished)]
    assert [(event.added, event.cancelled) for _, event in ends] == [(12, False), (5, False), (1, False)]
    first, second = ends[0][0], ends[1][0]
    heard = [(number, event) for number, event in enumerate(events) if isinstance(event, SpeechProgress)]
    assert max(event.done for number, event in heard if number < first) < 12
    assert not any(first < number < second for number, _ in heard)
    last = heard[-1][1]
    assert 7 <= last.done == last.total, "the last job hears all that was left"


@pytest.mark.shows("folders-dropped-indexing")
def test_pause_holds_the_job_and_cancel_keeps_what_is_done(
    qtbot: QtBot, job: IngestProcess, many: FilePath, tmp_path: Path
) -> None:
    events = collected(job)
    job.index((many,))
    qtbot.waitUntil(lambda: any(isinstance(event, Started) for event in events), timeout=_PATIENCE_MS)
    job.pause()
    qtbot.waitUntil(lambda: job.is_paused, timeout=_PATIENCE_MS)
    job.resume()
    qtbot.waitUntil(lambda: Paused(is_paused=False) in events, timeout=_PATIENCE_MS)
    with qtbot.waitSignal(job.running_changed, timeout=_PATIENCE_MS):
        job.cancel()
    finished = events[-1]
    assert isinstance(finished, Finished)
    assert finished.cancelled
    stats = earshot("stats", "--json", "--library", tmp_path / "library")
    assert stats[0]["sounds"] == finished.added < 60


def test_closing_the_window_leaves_no_process_behind(qtbot: QtBot, job: IngestProcess, many: FilePath) -> None:
    events, others = collected(job), set(psutil.Process().children(recursive=True))
    job.index((many,))
    qtbot.waitUntil(lambda: any(isinstance(event, Started) for event in events), timeout=_PATIENCE_MS)
    family = [one for one in psutil.Process().children(recursive=True) if one not in others]
    assert family
    job.close()
    _, alive = psutil.wait_procs(family, timeout=60)
    assert alive == []
    assert not job.is_running


def test_a_pack_that_is_not_there_is_said(qtbot: QtBot, tmp_path: Path) -> None:
    job = IngestProcess(tmp_path / "library", pack=tmp_path / "nowhere")
    with qtbot.waitSignals([job.failed, job.running_changed], timeout=_PATIENCE_MS) as _:
        failed: list[tuple[str, str]] = []
        job.failed.connect(lambda message, advice: failed.append((message, advice)))
        job.index((FilePath.of(tmp_path),))
    qtbot.waitUntil(lambda: not job.is_running, timeout=_PATIENCE_MS)
    assert "nowhere" in failed[0][0]
    assert len(failed) == 1


def test_a_job_that_is_told_what_changed_looks_there_alone(
    qtbot: QtBot, job: IngestProcess, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    root = tmp_path / "sounds"
    write_noise(root / "old.wav", seconds=2)
    with qtbot.waitSignal(job.running_changed, timeout=_PATIENCE_MS, check_params_cb=lambda is_running: not is_running):
        job.index((FilePath.of(root),))
    write_noise(root / "unnoticed.wav", seconds=2)
    odd = FilePath(os.fsencode(root) + b"/\xff.wav")  # Qt's arguments are text; a file: address is
    shutil.copy(root / "old.wav", odd.native)
    events = collected(job)
    with qtbot.waitSignal(job.running_changed, timeout=_PATIENCE_MS, check_params_cb=lambda is_running: not is_running):
        job.run(JobOrder(only=(odd,), is_quiet=True))
    assert isinstance(events[-1], Finished)
    assert (events[-1].added, events[-1].unchanged) == (1, 0)


def test_failed_files_are_tried_again_when_asked(
    qtbot: QtBot, job: IngestProcess, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    (tmp_path / "sounds").mkdir()
    (tmp_path / "sounds" / "broken.wav").write_bytes(b"RIFF")
    events = collected(job)
    for order in (JobOrder((FilePath.of(tmp_path / "sounds"),)), JobOrder(), JobOrder(retry_failed=True)):
        with qtbot.waitSignal(job.running_changed, timeout=_PATIENCE_MS, check_params_cb=lambda running: not running):
            job.run(order)
    assert sum(isinstance(event, FileFailed) for event in events) == 2  # at first, and when it was asked for
