"""The files a retraining communicates through, so that it outlives the window that started it: events, run.json, stop.

events.jsonl has one JSON object per line, appended and flushed; run.json holds the request and the state of the run; a
file named stop asks it to save and end. docs/training.md, *Retrain*, says who writes what.
"""

import json
import os
import signal
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import FrameType
from typing import TextIO

from engine.base.errors import EngineError
from engine.base.messages import told
from engine.base.training_events import TrainingEvent, to_record
from engine.base.training_messages import RetrainAdvice, RetrainFault

VERSION = 1


class RetrainError(EngineError):
    """An impossible retraining: too little material, no such run, a pack that cannot be trained further."""


class RetrainStopped(Exception):
    """The run was asked to stop and has saved its state."""

    def __init__(self, step: int = 0) -> None:
        super().__init__(f"stopped after step {step}")
        self.step = step


class Journal:
    """Writes the run's lines. One thread owns it."""

    def __init__(self, folder: Path, stdout: TextIO | None = None) -> None:
        """Opens the folder, made when missing.

        Args:
            stdout: gets the same lines; None for nowhere.
        """
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.last: TrainingEvent | None = None
        self._stdout = stdout

    def tell(self, event: TrainingEvent) -> None:
        """Appends one line and flushes it."""
        self.last = event
        line = json.dumps(to_record(event), ensure_ascii=False, allow_nan=False)
        with (self.folder / "events.jsonl").open("a", encoding="utf-8") as file:
            file.write(line + "\n")
        if self._stdout is not None:
            print(line, file=self._stdout, flush=True)

    def begin(self, asked: Mapping[str, object]) -> None:
        """Writes run.json with the request and this process's id."""
        self._record = {"version": VERSION, "asked": dict(asked), "pid": os.getpid(), "started_s": time.time()}
        self.stands("running")

    def stands(self, state: str) -> None:
        """Writes the state into run.json: running, stopped, finished or failed."""
        temporary = self.folder / f".run.json.{os.getpid()}"
        temporary.write_text(json.dumps({**self._record, "state": state}, indent=2) + "\n", encoding="utf-8")
        temporary.replace(self.folder / "run.json")


def asked_before(folder: Path) -> dict[str, object]:
    """Returns the request of a run to resume.

    Raises:
        RetrainError: there is no such run, or a later Earshot wrote it.
    """
    advice = RetrainAdvice.START_ANEW
    try:
        record = json.loads((folder / "run.json").read_text(encoding="utf-8"))
        version, asked = record["version"], dict(record["asked"])
    except (OSError, ValueError, KeyError, TypeError) as err:
        raise RetrainError(told(RetrainFault.NOTHING_TO_RESUME, folder, repr(err)), advice=advice) from err
    if version != VERSION:
        raise RetrainError(told(RetrainFault.OTHER_VERSION, folder, str(version)), advice=advice)
    return asked


class StopSignal:
    """Tells whether the run should stop: by the file, or by a signal to end."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "stop"
        self._is_signalled = False

    def heed_signals(self) -> None:
        """Handles SIGTERM and SIGINT as the request to stop. Main thread only."""

        def note(number: int, frame: FrameType | None) -> None:
            if self._is_signalled:  # the second signal ends at once
                sys.exit(130)
            self._is_signalled = True

        signal.signal(signal.SIGTERM, note)
        signal.signal(signal.SIGINT, note)

    def is_asked(self) -> bool:
        return self._is_signalled or self._file.exists()

    def check(self) -> None:
        """Raises if the run should stop.

        Raises:
            RetrainStopped: somebody asked it to stop.
        """
        if self.is_asked():
            raise RetrainStopped(0)

    def forget(self) -> None:
        """Removes the file, so that a resumed run goes on."""
        self._file.unlink(missing_ok=True)
