"""What a run says while it goes: a progress bar, a table in CSV, TensorBoard, and events for watchers."""

import csv
import json
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from training.progress import Work, begin, end
from training.runs.environment import read_starts
from training.runs.loggers import open_loggers

BOARD = {name: f"train/{name}" for name in ("epoch", "minutes", "learning_rate", "loss")}
"""What every training's TensorBoard calls the columns of its steps. What a look found is named after what it looked at,
as val/map10 and val/crossview_ap, so that runs of all kinds lie side by side."""
_OF_VAL = "val_"
TABLE = "metrics.csv"
"""In the folder of a run: a row every ten steps and one a look."""
BEST_LOOK = "best-look.json"
"""Beside it: step, recall_at and kinds of the look that best.pt is of, see `training.runs.looks`."""
_EVERY_STEPS = 10
_EVENT_EVERY_S = 0.5


def _nothing(_: object) -> None:
    """Tells nobody."""


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Hooks:
    """Who is told, and who may stop a run."""

    report: Callable[[str], None] = _nothing
    """Lines for people."""
    event: Callable[[Mapping[str, object]], None] = _nothing
    """Told {"event": "begun" | "step" | "looked" | "stopped", …}, steps at most twice a second."""
    loggers: tuple[str, ...] = ()
    """Who else takes the numbers, see `training.runs.loggers`."""
    stop: Callable[[], bool] = _never
    """Asked before every step; true: the run saves a checkpoint and ends, to be taken up again."""


class Tracker:
    """Writes a run's folder; of several processes the first one's does, the others' does nothing."""

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
        """Opens the table; rows of steps that are to be done again are taken out of it.

        That of a run that begins lies beside until the first look, so that one that never looked leaves none.

        Args:
            folder: of the run, made when missing.
            hooks: who is told.
            first_step: the step the run begins or goes on with.
            steps: of the whole run; None where time decides.
            is_first: whether this process writes.
            columns: of metrics.csv: a row every ten steps, and one for each look, which alone has the figures.
            seen: what looks look at.
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
        # Imported here: it takes seconds, and only the process that writes needs it.
        from torch.utils.tensorboard import SummaryWriter

        self._board = SummaryWriter(str(folder / "tensorboard"), purge_step=first_step)
        starts = read_starts(folder)
        self._loggers = open_loggers(hooks.loggers, folder, starts[-1] if starts else {})
        self._work = begin("training, step", steps, first_step)

    def say(self, text: str) -> None:
        """Tells people."""
        if self._is_first:
            self._hooks.report(text)

    def tell(self, **event: object) -> None:
        """Tells watchers."""
        if self._is_first:
            self._hooks.event(event)

    def stepped(self, step: int, row: Mapping[str, float], done: float, steps: int | None) -> None:
        """Notes a step that has been taken.

        Args:
            step: its number, from 1.
            row: epoch, minutes, learning_rate and loss.
            done: share of the run that is over.
            steps: of the whole run; None where time decides.
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
        """Notes what a look found.

        Args:
            step: it was after.
            row: as in `stepped`.
            figures: by name.
            is_best: none before it was better.
            detail: plain values, which the folder keeps of the best look; None: there are none.
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
        """Ends the files."""
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
        """Puts the table in its place, where it is not there yet."""
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
    """Gives what TensorBoard calls a column of metrics.csv.

    Args:
        column: its name.
        seen: what figures of looks are of.
    """
    return BOARD.get(column, f"{seen}/{column.removeprefix(_OF_VAL)}")


def read_rows(folder: Path) -> list[dict[str, float]]:
    """Gives the rows of a run's table, each with the columns that it has; none where there is no table.

    Raises:
        ValueError: it is not a table of numbers.
    """
    path = folder / TABLE
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return [{name: float(value) for name, value in row.items() if value} for row in csv.DictReader(file)]


def read_best_look(folder: Path) -> dict[str, Any] | None:
    """Gives what the best look found by depth and kind; None where a run has none, or it is damaged."""
    try:
        found = json.loads((folder / BEST_LOOK).read_text(encoding="utf-8"))
        return found if {"step", "recall_at", "kinds"} <= found.keys() else None
    except (OSError, ValueError, AttributeError):
        return None


def _rows_before(path: Path, step: int) -> list[dict[str, str]]:
    """Gives the rows of an older table up to and with a step; none when the run begins or there is no table."""
    if step == 0 or not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return [row for row in csv.DictReader(file) if int(row["step"]) <= step]
