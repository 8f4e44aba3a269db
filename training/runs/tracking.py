"""Reports a run's progress: a progress bar, a CSV table, TensorBoard, and events."""

import csv
import json
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from training.base.progress import Work, begin, end
from training.runs.environment import read_starts
from training.runs.loggers import open_loggers

BOARD = {name: f"train/{name}" for name in ("epoch", "minutes", "learning_rate", "loss")}
"""TensorBoard's names for the columns of steps, common to all trainings. Figures of looks are named after their split,
such as val/map10 and val/crossview_ap, so that runs of all kinds can be compared."""
_OF_VAL = "val_"
TABLE = "metrics.csv"
"""In a run's folder: a row every ten steps and one for each look."""
BEST_LOOK = "best-look.json"
"""In a run's folder: step, recall_at and kinds of the look behind best.pt; see `training.runs.looks`."""
_EVERY_STEPS = 10
_EVENT_EVERY_S = 0.5


def _nothing(_: object) -> None: ...


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Hooks:
    """Observers of a run, and who may stop it."""

    report: Callable[[str], None] = _nothing
    event: Callable[[Mapping[str, object]], None] = _nothing
    """Receives {"event": "begun" | "step" | "looked" | "stopped", …}, steps at most twice a second."""
    loggers: tuple[str, ...] = ()
    """Names of further loggers; see `training.runs.loggers`."""
    stop: Callable[[], bool] = _never
    """Checked before every step; true saves a checkpoint and ends the run, which can be resumed."""


def stop_file_hooks(folder: Path, report: Callable[[str], None], loggers: tuple[str, ...] = ()) -> Hooks:
    """Returns the hooks of a command that ends once there is a file named `stop` in its folder; removes an old one."""
    stop = folder / "stop"
    stop.unlink(missing_ok=True)
    return Hooks(report=report, loggers=loggers, stop=stop.exists)


class Tracker:
    """Writes a run's folder in the first of several processes; does nothing in the others."""

    def __init__(
        self,
        folder: Path,
        hooks: Hooks,
        first_step: int,
        steps: int | None,
        *,
        is_first: bool,
        columns: Sequence[str],
        seen: str = "val",
    ) -> None:
        """Opens the table, without rows of steps that will be repeated.

        A new run's table stays in a temporary file until the first look, so a run without a look leaves none.

        Args:
            folder: folder of the run, created if missing.
            first_step: step at which the run begins or continues.
            steps: steps of the whole run; None if time decides.
            is_first: whether this process writes.
            columns: columns of metrics.csv; only rows of looks have the figures.
            seen: split that looks measure.
        """
        self._hooks, self._is_first, self._told_s, self._begun_s = hooks, is_first, 0.0, time.monotonic()
        self._board: Any = None
        self._seen = seen
        self._work: Work | None = None
        if not is_first:
            return
        folder.mkdir(parents=True, exist_ok=True)
        self._path, self._columns = folder / TABLE, columns
        self._begun = folder / f".{TABLE}.begun"
        rows = _rows_before(self._path, first_step)
        self._open(self._begun, "w")
        self._table.writeheader()
        self._table.writerows(rows)
        self._file.flush()
        if first_step:
            self._keep()
        # Imported late: it takes seconds, and only the writing process needs it.
        from torch.utils.tensorboard import SummaryWriter

        self._board = SummaryWriter(str(folder / "tensorboard"), purge_step=first_step)
        starts = read_starts(folder)
        self._loggers = open_loggers(hooks.loggers, folder, starts[-1] if starts else {})
        self._work = begin("training, step", steps, first_step)

    def say(self, text: str) -> None:
        if self._is_first:
            self._hooks.report(text)

    def tell(self, **event: object) -> None:
        if self._is_first:
            self._hooks.event(event)

    def stepped(self, step: int, row: Mapping[str, float], done: float, steps: int | None) -> None:
        """Records a step.

        Args:
            step: its number, from 1.
            row: epoch, minutes, learning_rate and loss.
            done: share of the run that is over.
            steps: steps of the whole run; None if time decides.
        """
        if not self._is_first:
            return
        if self._work is not None:
            self._work.at(step, share=done, note=f"loss {row['loss']:.3f}")
        now_s = time.monotonic()
        if now_s - self._told_s >= _EVENT_EVERY_S:
            self._told_s = now_s
            left_s = row["minutes"] * 60.0 * (1.0 - done) / done if done > 0.0 else None
            self._hooks.event(
                {
                    "event": "step",
                    "step": step,
                    "steps": steps,
                    "loss": row["loss"],
                    "minutes": row["minutes"],
                    "left_s": left_s,
                }
            )
        if step % _EVERY_STEPS == 0:
            self._write(step, row)

    def looked(
        self,
        step: int,
        row: Mapping[str, float],
        figures: Mapping[str, float],
        *,
        is_best: bool,
        detail: Mapping[str, Any] | None = None,
    ) -> None:
        """Records a look.

        Args:
            step: step before the look.
            row: as in `stepped`.
            figures: figures by name.
            is_best: whether it is the best so far.
            detail: plain values that the folder keeps for the best look, or None.
        """
        if self._is_first:
            self._write(step, {**row, **figures})
            self._keep()
            if is_best and detail is not None:
                temporary = self._path.with_name(f".{BEST_LOOK}.{os.getpid()}")
                temporary.write_text(json.dumps({"format": 1, "step": step, **detail}) + "\n", encoding="utf-8")
                temporary.replace(self._path.with_name(BEST_LOOK))
            if figures:
                self._hooks.event({"event": "looked", "step": step, **figures, "best": is_best})

    def close(self) -> None:
        if self._is_first:
            self._file.close()
            self._board.close()
            for logger in self._loggers:
                logger.close()
            if self._work is not None:
                end(self._work)

    def _open(self, path: Path, mode: str) -> None:
        self._file = path.open(mode, newline="", encoding="utf-8")
        self._table = csv.DictWriter(self._file, self._columns)

    def _keep(self) -> None:
        """Moves the temporary table into place."""
        if self._begun.exists():
            self._file.close()
            self._begun.replace(self._path)
            self._open(self._path, "a")

    def _write(self, step: int, row: Mapping[str, float]) -> None:
        self._table.writerow({"step": step, **row})
        self._file.flush()
        named = {board_name(name, self._seen): value for name, value in row.items()}
        for name, value in named.items():
            self._board.add_scalar(name, value, step)
        for logger in self._loggers:
            logger.scalars(step, named)


def board_name(column: str, seen: str = "val") -> str:
    """Returns TensorBoard's name for a column of metrics.csv.

    Args:
        seen: split that looks measure.
    """
    return BOARD.get(column, f"{seen}/{column.removeprefix(_OF_VAL)}")


def read_rows(folder: Path) -> list[dict[str, float]]:
    """Returns the rows of a run's table, each with its non-empty columns; none if there is no table.

    Raises:
        ValueError: it is not a table of numbers.
    """
    path = folder / TABLE
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return [{name: float(value) for name, value in row.items() if value} for row in csv.DictReader(file)]


def read_best_look(folder: Path) -> dict[str, Any] | None:
    """Returns the best look's figures by depth and kind; None if missing or damaged."""
    try:
        found = json.loads((folder / BEST_LOOK).read_text(encoding="utf-8"))
        return found if {"step", "recall_at", "kinds"} <= found.keys() else None
    except (OSError, ValueError, AttributeError):
        return None


def _rows_before(path: Path, step: int) -> list[dict[str, str]]:
    """Rows of an existing table up to and including a step; none for a new run or without a table."""
    if step == 0 or not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return [row for row in csv.DictReader(file) if int(row["step"]) <= step]
