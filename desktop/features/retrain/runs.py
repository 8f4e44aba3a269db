"""The folder of a training: its request, its process, and its outcome.

    training/2026-11-21-0805-library/
        window.json     this module's: request, process, and whether the result was accepted
        events.jsonl    events of the training (engine.base.training_events)
        log.txt         its whole output
        stop            asks it to save and end
        checkpoint.pt   the state to resume from
        pack/           the result

Reads and writes files: not for the GUI thread.
"""

import json
import logging
import shutil
from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from desktop.base.start_options import TRAINING
from desktop.features.retrain import process_identity
from engine.base.training_events import Record, record_in

EVENTS = "events.jsonl"
LOG = "log.txt"
_STOP = "stop"
_CHECKPOINT = "checkpoint.pt"
_OURS = "window.json"
_VERSION = 1
_KEPT = (EVENTS, LOG, _OURS, "run.json")
"""Files kept of a decided run."""
_log = logging.getLogger(__name__)


class RunKind(StrEnum):
    """Source of the sounds and descriptions."""

    LIBRARY = "library"
    FOLDER = "folder"
    MANIFEST = "manifest"


class Decision(StrEnum):
    """The user's decision about a run."""

    OPEN = "open"
    """Running or undecided."""
    USED = "used"
    SEEN = "seen"
    """Nothing to decide: no improvement."""


class TrainingRequest(Struct, frozen=True):
    """What to train on, and for how long."""

    kind: RunKind
    path: str
    """The library's folder, the folder of sounds, or the manifest."""
    minutes: float
    """0 lets the training decide."""
    library: str
    """The library that the model is for."""
    pack: str = ""
    """The pack to start from; empty for the library's own, or the starter."""
    owner: str = ""
    """The user's name, whose copyright excludes nothing."""

    def arguments(self, run: Path) -> list[str]:
        """Arguments of `earshot-train retrain`, without --look and --resume."""
        given = [f"--{self.kind}", self.path, "--run", str(run)]
        given += ["--minutes", f"{self.minutes:g}"] if self.minutes else []
        given += ["--pack", self.pack] if self.pack else []
        return [*given, "--own", self.owner] if self.owner else given


class RunFolder(Struct, frozen=True):
    """One run, as stored in its folder."""

    folder: Path
    asked: TrainingRequest
    fate: Decision = Decision.OPEN
    pid: int = 0
    began: str = ""
    """Start time of process `pid`: see desktop.features.retrain.process_identity."""

    @property
    def is_alive(self) -> bool:
        return process_identity.is_alive(self.pid, self.began)

    @property
    def is_resumable(self) -> bool:
        return (self.folder / _CHECKPOINT).is_file()

    @property
    def is_asked_to_stop(self) -> bool:
        return (self.folder / _STOP).exists()

    def ask_to_stop(self) -> None:
        (self.folder / _STOP).touch()

    def forget_stop(self) -> None:
        (self.folder / _STOP).unlink(missing_ok=True)

    def keep(self, **changes: Any) -> "RunFolder":
        """Changes fields, stores the run, and returns it."""
        changed = replace(self, **changes)
        record = {"version": _VERSION, **asdict(changed), "asked": asdict(changed.asked)}
        del record["folder"]
        temporary = self.folder / f"{_OURS}.tmp"
        temporary.write_text(json.dumps(record, indent=2), encoding="utf-8")
        temporary.replace(self.folder / _OURS)
        return changed

    def thin_out(self) -> None:
        """Removes everything but `_KEPT`."""
        for path in self.folder.iterdir():
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            elif path.name not in _KEPT:
                path.unlink(missing_ok=True)


def new_run(data_folder: Path, asked: TrainingRequest) -> RunFolder:
    """Creates the folder of a new run under a free name.

    Raises:
        OSError: the folder cannot be created.
    """
    above = data_folder / TRAINING
    above.mkdir(parents=True, exist_ok=True)
    stem = f"{datetime.now():%Y-%m-%d-%H%M%S}-{asked.kind}"
    for number in range(1, 1_000):
        folder = above / (stem if number == 1 else f"{stem}-{number}")
        try:
            folder.mkdir()
        except FileExistsError:
            continue
        return RunFolder(folder, asked).keep()
    raise FileExistsError(str(above / stem))


def run_in(folder: Path) -> RunFolder | None:
    """The run in a folder; None without one, or if a later Earshot wrote it."""
    try:
        record = json.loads((folder / _OURS).read_text(encoding="utf-8"))
        if record.pop("version") != _VERSION:
            raise ValueError("written by a later Earshot")
        asked = record.pop("asked")
        asked["kind"] = RunKind(asked["kind"])
        record["fate"] = Decision(record["fate"])
        return RunFolder(folder, TrainingRequest(**asked), **record)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as err:
        _log.warning("no run in %s: %s", folder, err)
        return None


def open_run(data_folder: Path) -> RunFolder | None:
    """The run to show: a running one, else the newest undecided one."""
    runs = [run for run in _runs(data_folder) if run.fate is Decision.OPEN]
    return next((run for run in runs if run.is_alive), runs[0] if runs else None)


def _runs(data_folder: Path) -> Iterator[RunFolder]:
    """Yields all runs, newest first: their names begin with the date."""
    try:
        folders = sorted((data_folder / TRAINING).iterdir(), reverse=True)
    except OSError:
        return
    for folder in folders:
        if folder.is_dir() and (run := run_in(folder)) is not None:
            yield run


class Tail:
    """Reads the lines of a growing file. An incomplete line waits."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._place = 0

    def read(self) -> list[Record]:
        """New lines; none without a file."""
        try:
            with self._path.open("rb") as file:
                file.seek(self._place)
                data = file.read()
        except FileNotFoundError:
            return []
        whole = data.rpartition(b"\n")[0]
        if not whole:
            return []
        self._place += len(whole) + 1
        return [record for line in whole.split(b"\n") if (record := record_in(line)) is not None]


def last_words(folder: Path, lines: int = 12) -> str:
    """End of a training's output, for a message if it died without an event."""
    try:
        text = (folder / LOG).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    return "\n".join(text.strip().splitlines()[-lines:])
