"""A training process: starts it apart from the window, follows its events, stops and resumes it.

The process has its own session: it outlives the window, and a window opened later follows it again. All files are read
and written in this module's thread.
"""

import contextlib
import logging
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import QObject, QThread, Signal

from desktop.base.translation import translate
from desktop.features.retrain import process_identity
from desktop.features.retrain.runs import (
    EVENTS,
    LOG,
    Decision,
    RunFolder,
    Tail,
    TrainingRequest,
    last_words,
    new_run,
    open_run,
)

_TICK_S = 0.25
"""Interval between checks of a running training."""
_GRACE_S = 60.0
"""Time from a request to stop until a silent process is terminated, and again until it is killed."""
_DISCARD_GRACE_S = 2.0
_NICENESS = 10
_NOT_PASSED_ON = frozenset({"PYTHONHOME", "VIRTUAL_ENV", "QT_QPA_PLATFORM", "QT_SCALE_FACTOR"})
_WINDOWS_FLAGS = 0x0000_0008 | 0x0000_0200 if os.name == "nt" else 0
"""DETACHED_PROCESS and CREATE_NEW_PROCESS_GROUP."""
_log = logging.getLogger(__name__)


class ProcessState(Struct, frozen=True):
    """State of a run's process."""

    is_alive: bool
    is_stopping: bool
    is_resumable: bool
    last_words: str
    """End of its output, after it has ended."""


class TrainingProcess(QThread):
    """Starts and follows one training at a time. Methods are for the GUI thread; only `close` waits.

    Args:
        data_folder: contains the folder `training` with all runs.
        grace_s: silence after a request to stop until the process is terminated.
    """

    found = Signal(object)
    """The RunFolder followed from now on, None for none; its events follow from the first one."""
    told = Signal(object)
    """New events of the run: a list of Record."""
    lived = Signal(object)
    """A Life, whenever it changed."""
    failed = Signal(str, str)
    """It did not start, or its folder is not writable: message and advice."""

    def __init__(self, data_folder: Path, *, grace_s: float = _GRACE_S, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._data_folder = data_folder
        self._grace_s = grace_s
        self._wake = threading.Condition()
        self._wishes: deque[Callable[[], None]] = deque()
        self._is_closing = False
        self._run: RunFolder | None = None
        self._tail = Tail(Path())
        self._life: ProcessState | None = None
        self._end_at_s = 0.0
        self._child: subprocess.Popen[bytes] | None = None

    def look(self) -> None:
        """Follows the running or undecided run."""
        self._wish(lambda: self._follow(open_run(self._data_folder)))

    def begin(self, asked: TrainingRequest, python: Path, packages: Path) -> None:
        """Starts a training and follows it.

        Args:
            asked: what to train on.
            python: the interpreter that trains.
            packages: folder of our packages, for an interpreter without them.
        """

        def work() -> None:
            self._launch(new_run(self._data_folder, asked), python, packages, is_resumed=False)

        self._wish(work)

    def resume(self, python: Path, packages: Path) -> None:
        """Resumes the run from its checkpoint."""

        def work() -> None:
            if self._run is not None and not self._run.is_alive:
                self._run.forget_stop()
                self._launch(self._run, python, packages, is_resumed=True)

        self._wish(work)

    def stop(self) -> None:
        """Asks the training to save and end; terminates it if it does not."""

        def work() -> None:
            if self._run is not None:
                self._run.ask_to_stop()
                _log.info("the training is asked to stop; ended after %.0f s", self._grace_s)
                self._end_at_s = time.monotonic() + self._grace_s
                self._tell_life()

        self._wish(work)

    def discard(self) -> None:
        """Removes the run and all its results."""

        def work() -> None:
            if self._run is not None:
                _end(self._run, _DISCARD_GRACE_S, lambda: False)
                shutil.rmtree(self._run.folder)
            self._follow(open_run(self._data_folder))

        self._wish(work)

    def put_away(self, fate: Decision = Decision.USED) -> None:
        """Closes the run with this decision and removes all but its records."""

        def work() -> None:
            if self._run is not None:
                self._run.keep(fate=fate).thin_out()
            self._follow(open_run(self._data_folder))

        self._wish(work)

    def close(self) -> None:
        """Ends the thread; the training continues."""
        with self._wake:
            self._is_closing = True
            self._wake.notify()
        self.wait()

    def run(self) -> None:
        """Body of the thread, called by Qt."""
        while (wish := self._next()) is not None:
            try:
                wish()
            except OSError as err:
                _log.exception("a training")
                self.failed.emit(
                    translate("TrainingProcess", "The training's folder cannot be used: %1", str(err)),
                    translate("TrainingProcess", "Free some space, or let Earshot write there, then try again."),
                )
        if self._child is not None and self._child.poll() is None:
            self._child.returncode = 0  # it continues without us: suppresses the warning of Popen

    def _wish(self, work: Callable[[], None]) -> None:
        with self._wake:
            self._wishes.append(work)
            self._wake.notify()
        if not self.isRunning() and not self._is_closing:
            self.start()

    def _next(self) -> Callable[[], None] | None:
        """Next task: a request, or a check of the running training; None to end."""
        is_alive = self._life is not None and self._life.is_alive
        with self._wake:
            self._wake.wait_for(lambda: self._wishes or self._is_closing, timeout=_TICK_S if is_alive else None)
            if self._is_closing:
                return None
            return self._wishes.popleft() if self._wishes else self._watch

    def _launch(self, run: RunFolder, python: Path, packages: Path, *, is_resumed: bool) -> None:
        try:
            run, self._child = _started(run, python, packages, is_resumed=is_resumed)
        except OSError as err:
            if not is_resumed:
                shutil.rmtree(run.folder, ignore_errors=True)
            _log.warning("a training did not start: %s", err)
            self.failed.emit(
                translate("TrainingProcess", "The training could not be started: %1", str(err)),
                translate("TrainingProcess", "Choose another environment for training, or make it anew."),
            )
            return
        _log.info("training %s", "resumed" if is_resumed else "started")
        self._follow(run)

    def _follow(self, run: RunFolder | None) -> None:
        self._run, self._life = run, None
        self.found.emit(run)
        if run is not None:
            self._tail = Tail(run.folder / EVENTS)
            self._end_at_s = time.monotonic() + self._grace_s
            self._watch()

    def _watch(self) -> None:
        if self._run is None:
            return
        if self._child is not None:
            self._child.poll()  # reaps a child that has ended
        is_alive = self._run.is_alive  # before reading: a process that has ended has written all its lines
        lines = self._tail.read()
        if lines:
            self._end_at_s = time.monotonic() + self._grace_s
            self.told.emit(lines)
        self._tell_life(is_alive)
        if is_alive and self._run.is_asked_to_stop and time.monotonic() > self._end_at_s:
            _end(self._run, self._grace_s, lambda: self._is_closing)

    def _tell_life(self, is_alive: bool | None = None) -> None:
        if self._run is None:
            return
        is_alive = self._run.is_alive if is_alive is None else is_alive
        words = "" if is_alive else last_words(self._run.folder)
        life = ProcessState(is_alive, is_alive and self._run.is_asked_to_stop, self._run.is_resumable, words)
        if life != self._life:
            self._life = life
            self.lived.emit(life)


def environment_of_training(packages: Path) -> dict[str, str]:
    """Environment variables for a training: our packages, and nothing of the window's own."""
    environment = {name: value for name, value in os.environ.items() if name not in _NOT_PASSED_ON}
    return environment | {"PYTHONPATH": str(packages), "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}


def _started(
    run: RunFolder, python: Path, packages: Path, *, is_resumed: bool
) -> "tuple[RunFolder, subprocess.Popen[bytes]]":
    """Starts the training in a session of its own; returns the run and its process.

    Raises:
        OSError: the process does not start.
    """
    arguments = run.asked.arguments(run.folder) + (["--resume"] if is_resumed else [])
    with (run.folder / LOG).open("ab") as log:
        process = subprocess.Popen(
            [str(python), "-m", "training", "retrain", *arguments],
            cwd=run.folder,
            env=environment_of_training(packages),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            creationflags=_WINDOWS_FLAGS,
        )
    if sys.platform != "win32":
        with contextlib.suppress(OSError):  # already ended
            os.setpriority(os.PRIO_PROCESS, process.pid, _NICENESS)
    return run.keep(pid=process.pid, began=process_identity.began(process.pid)), process


def _end(run: RunFolder, grace_s: float, is_left: Callable[[], bool]) -> None:
    """Terminates the process of a run and its children, then kills them.

    Args:
        run: the run.
        grace_s: longest wait between terminating and killing.
        is_left: polled during the wait; True leaves the rest to the next follower of the run.
    """
    if not run.is_alive:
        return
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/T", "/F", "/PID", str(run.pid)], capture_output=True, check=False)
        return
    with contextlib.suppress(ProcessLookupError):
        os.killpg(run.pid, signal.SIGTERM)  # it leads its session: nobody else is in its group
        end_s = time.monotonic() + grace_s
        while run.is_alive and time.monotonic() < end_s:
            if is_left():
                return
            time.sleep(0.05)
        os.killpg(run.pid, signal.SIGKILL)
