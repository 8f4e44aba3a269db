"""Work off the GUI thread: results, faults and cancelling."""

import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QThread
from pytestqt.qtbot import QtBot

from desktop.work.jobs import Jobs
from engine.base.cancellation import Cancel
from engine.base.errors import LibraryError


@pytest.fixture
def jobs(qapp: object) -> Iterator[Jobs]:
    jobs = Jobs()
    yield jobs
    jobs.close()


def test_work_runs_elsewhere_and_its_result_comes_back_to_this_thread(jobs: Jobs, qtbot: QtBot) -> None:
    here = QThread.currentThread()
    threads: list[object] = []
    jobs.run(
        lambda cancel: threading.current_thread(), lambda thread: threads.append((thread, QThread.currentThread()))
    )
    qtbot.waitUntil(lambda: len(threads) == 1)
    worked_in, told_in = threads[0]  # type: ignore[misc]
    assert worked_in is not threading.main_thread()
    assert told_in is here


def test_a_fault_goes_to_who_asked_or_to_the_signal(jobs: Jobs, qtbot: QtBot) -> None:
    def fail(cancel: Cancel) -> None:
        raise LibraryError("no room", advice="Free some.")

    told: list[str] = []
    jobs.run(fail, failed=lambda err: told.append(err.advice))
    qtbot.waitUntil(lambda: told == ["Free some."])
    with qtbot.waitSignal(jobs.failed) as signal:
        jobs.run(fail)
    assert signal.args == ["no room", "Free some."]


def test_a_fault_of_ours_goes_to_who_asked_too(jobs: Jobs, qtbot: QtBot) -> None:
    told: list[str] = []
    jobs.run(lambda cancel: 1 // 0, failed=lambda err: told.append(str(err)))  # it would wait for ever else
    qtbot.waitUntil(lambda: told == ["Something went wrong: integer division or modulo by zero"])


def test_a_cancelled_job_tells_nobody(jobs: Jobs, qtbot: QtBot) -> None:
    go, told, ended = threading.Event(), [], []

    def work(cancel: Cancel) -> bool:
        go.wait(60)
        return cancel()

    job = jobs.run(work, told.append)
    job.cancel()
    go.set()
    jobs.run(lambda cancel: None, ended.append)
    qtbot.waitUntil(lambda: ended == [None])
    assert told == []


def test_a_closed_one_starts_nothing_more(qapp: object) -> None:
    jobs = Jobs()
    jobs.close()
    assert jobs.run(lambda cancel: None).is_cancelled
