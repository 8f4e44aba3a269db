"""A training as the window sees it: started apart from the window, followed by the lines it writes, stopped, resumed.

The training lives in a process of its own session: it outlives the window, and a window opened later follows it again.
All files are read and written in this module's thread.
"""

import contextlib
import logging
import os
import shutil
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QThread, Signal

from desktop.retrain import process_identity
from desktop.retrain.runs import EVENTS, LOG, Fate, RunFolder, Tail, TrainingAsked, last_words, new_run, open_run
from desktop.translation import translate

_TICK_S = 0.25
"""How often a training that runs is looked at."""
_GRACE_S = 60.0
"""How long after a request to stop a silent process is ended; and as long again until it is killed."""
_DISCARD_GRACE_S = 2.0
_NICENESS = 10
_NOT_PASSED_ON = frozenset({"PYTHONHOME", "VIRTUAL_ENV", "QT_QPA_PLATFORM", "QT_SCALE_FACTOR"})
_WINDOWS_FLAGS = 0x0000_0008 | 0x0000_0200 if os.name == "nt" else 0
"""DETACHED_PROCESS and CREATE_NEW_PROCESS_GROUP."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Life:
    """How the process of a run is."""

    is_alive: bool
    is_stopping: bool
    is_resumable: bool
    last_words: str
    """The end of what it printed, once it is over."""


class TrainingProcess(QThread):
    """Starts and follows one training at a time. The methods are for the GUI thread; only `close` waits.

    Args:
        data_folder: where runs are kept: in its folder `training`.
        grace_s: after the wish to stop, how long without a word until the process is ended.
    """

    found = Signal(object)
    """The RunFolder that is followed from now on, None for none; its lines follow from the first."""
    told = Signal(object)
    """New lines of the run: a list of Record."""
    lived = Signal(object)
    """A Life, whenever it is another."""
    failed = Signal(str, str)
    """It could not be started, or its folder not be written: message and advice."""

    def __init__(self, data_folder: Path, *, grace_s: float = _GRACE_S, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._data_folder = data_folder
        self._grace_s = grace_s
        self._wake = threading.Condition()
        self._wishes: deque[Callable[[], None]] = deque()
        self._is_closing = False
        self._run: RunFolder | None = None
        self._tail = Tail(Path())
        self._life: Life | None = None
        self._end_at_s = 0.0
        self._child: subprocess.Popen[bytes] | None = None

    def look(self) -> None:
        """Follows the run that trains now, or that waits for a decision."""
        self._wish(lambda: self._follow(open_run(self._data_folder)))

    def begin(self, asked: TrainingAsked, python: Path, packages: Path) -> None:
        """Starts a training and follows it.

        Args:
            asked: what to train on.
            python: the interpreter that trains.
            packages: the folder of our own packages, for an interpreter that does not have them.
        """

        def work() -> None:
            self._launch(new_run(self._data_folder, asked), python, packages, is_resumed=False)

        self._wish(work)

    def resume(self, python: Path, packages: Path) -> None:
        """Lets the run go on from its checkpoint."""

        def work() -> None:
            if self._run is not None and not self._run.is_alive:
                self._run.forget_stop()
                self._launch(self._run, python, packages, is_resumed=True)

        self._wish(work)

    def stop(self) -> None:
        """Asks the training to save and end; it is ended by force when it does not."""

        def work() -> None:
            if self._run is not None:
                self._run.ask_to_stop()
                self._end_at_s = time.monotonic() + self._grace_s
                self._tell_life()

        self._wish(work)

    def discard(self) -> None:
        """Removes the run that is followed, with all that came of it."""

        def work() -> None:
            if self._run is not None:
                _end(self._run, _DISCARD_GRACE_S, lambda: False)
                shutil.rmtree(self._run.folder)
            self._follow(open_run(self._data_folder))

        self._wish(work)

    def put_away(self, fate: Fate = Fate.USED) -> None:
        """Keeps the story of the run that is followed, its pack being used or none, and removes the rest."""

        def work() -> None:
            if self._run is not None:
                self._run.keep(fate=fate).thin_out()
            self._follow(open_run(self._data_folder))

        self._wish(work)

    def close(self) -> None:
        """Ends the thread; the training goes on."""
        with self._wake:
            self._is_closing = True
            self._wake.notify()
        self.wait()

    def run(self) -> None:
        """The thread's body; Qt calls it."""
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
            self._child.returncode = 0  # it goes on without us: nobody waits for it

    def _wish(self, work: Callable[[], None]) -> None:
        with self._wake:
            self._wishes.append(work)
            self._wake.notify()
        if not self.isRunning() and not self._is_closing:
            self.start()

    def _next(self) -> Callable[[], None] | None:
        """What to do next: a wish, or a look at the run that trains; None to end."""
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
            self.failed.emit(
                translate("TrainingProcess", "The training could not be started: %1", str(err)),
                translate("TrainingProcess", "Choose another environment for training, or make it anew."),
            )
            return
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
        is_alive = self._run.is_alive  # before the lines: those of a process that is over are all there
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
        life = Life(is_alive, is_alive and self._run.is_asked_to_stop, self._run.is_resumable, words)
        if life != self._life:
            self._life = life
            self.lived.emit(life)


def environment_of_training(packages: Path) -> dict[str, str]:
    """The surroundings of an interpreter that trains: it finds our packages, and nothing of the window's own."""
    environment = {name: value for name, value in os.environ.items() if name not in _NOT_PASSED_ON}
    return environment | {"PYTHONPATH": str(packages), "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}


def _started(
    run: RunFolder, python: Path, packages: Path, *, is_resumed: bool
) -> "tuple[RunFolder, subprocess.Popen[bytes]]":
    """Starts the training of a run in a session of its own and gives the run with its process.

    Raises:
        OSError: it cannot be started.
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
    if hasattr(os, "setpriority"):
        with contextlib.suppress(OSError):  # already over
            os.setpriority(os.PRIO_PROCESS, process.pid, _NICENESS)
    return run.keep(pid=process.pid, began=process_identity.began(process.pid)), process


def _end(run: RunFolder, grace_s: float, is_left: Callable[[], bool]) -> None:
    """Ends the process of a run and its children: politely, then by force.

    Args:
        run: whose process.
        grace_s: how long it may take to end politely; so long this waits.
        is_left: asked while it waits; True leaves the rest to whoever follows the run next.
    """
    if not run.is_alive:
        return
    if os.name == "nt":
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
