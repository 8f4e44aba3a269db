"""The charts of a card: curves of the run, and what was measured of its checkpoint."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from training.evaluation.charts.canvas import can_draw
from training.evaluation.charts.curves import CURVES, RunRows, draw_curves
from training.evaluation.charts.retrieval import KINDS, RECALL, draw_kinds, draw_measured, draw_recall
from training.runs.tracking import read_best_look, read_rows

_LEAST = 2
"""Validations that make a curve."""


def draw_for_card(
    record: Mapping[str, Any],
    checkpoint: Path,
    measured: Sequence[Mapping[str, Any]],
    folder: Path,
    say: Callable[[str], None],
) -> list[Path]:
    """Draws the charts of a checkpoint's card and returns the files in order.

    Curves up to its step come from its run's table if that lies beside it, else from its own history. Without an
    evaluation, the charts show the best validation if the checkpoint is from it.

    Args:
        record: of the checkpoint's file.
        measured: output of `earshot-train evaluate --json`.
        say: receives the reason where there are none.
    """
    history = list(record.get("history") or ())
    if len(history) < _LEAST and not measured:
        return []
    if not can_draw():
        say("no charts: matplotlib is not installed (make setup-training)")
        return []
    drawn, step = [], record["step"]
    if len(history) >= _LEAST:
        rows = [row for row in read_rows(checkpoint.parent) if row["step"] <= step] or history
        drawn.append(draw_curves([RunRows(record["config"]["name"], rows)], folder / CURVES))
    for number, one in enumerate(measured, start=1):
        if "recall_at" not in one:
            say(f"no charts of {' + '.join(one['parts'])}: an earlier version measured it")
            continue
        drawn += draw_measured(one, folder, f"{number}-" if len(measured) > 1 else "")
    look = read_best_look(checkpoint.parent)
    if not measured and look is not None and look["step"] == step:
        drawn.append(draw_recall({f"val, step {step:,}": look["recall_at"]}, folder / RECALL, "The best look at val"))
        drawn.append(draw_kinds(look["kinds"], folder / KINDS, f"Kinds of the val split, step {step:,}"))
    return drawn
