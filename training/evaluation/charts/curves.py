"""Learning curves: loss, rate and validation figures over the steps of one run or several."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from training.base.results import CHARTS
from training.evaluation.charts.canvas import COLOURS, MARKS, STYLE, ChartsError, can_draw, save, told
from training.evaluation.charts.retrieval import KINDS, RECALL, draw_kinds, draw_recall
from training.runs.tracking import BOARD, TABLE, read_best_look, read_rows

CURVES = "curves.png"
_SHARES = {
    "val_map10": "mAP@10",
    "val_recall1": "R@1",
    "val_recall5": "R@5",
    "val_recall10": "R@10",
    "val_crossview_ap": "cross-view AP",
    "val_acoustic_ap": "acoustic AP",
    "val_across_ap": "across speakers",
}
"""Figures from 0 to 1, drawn together in percent."""
_PANEL_IN = (7.2, 2.5)
_LINES = ("-", "--", ":", "-.")
_FEW = 3
"""Points that get a marker, since so short a line is hardly visible."""
_NOT_OF_LOOKS = ("step", *BOARD)


@dataclass(frozen=True, slots=True)
class RunRows:
    """One run's table."""

    name: str
    rows: Sequence[Mapping[str, float]]

    def points(self, column: str) -> tuple[list[float], list[float]]:
        """Returns the steps and values of a column."""
        own = [row for row in self.rows if column in row]
        return [row["step"] for row in own], [row[column] for row in own]

    @property
    def figures(self) -> list[str]:
        """Columns of validation figures."""
        return [name for name in dict.fromkeys(name for row in self.rows for name in row) if name not in _NOT_OF_LOOKS]


def read_run(folder: Path) -> RunRows:
    """Reads a run's table.

    Raises:
        ChartsError: it is missing or malformed.
    """
    try:
        rows = read_rows(folder)
    except ValueError as err:
        raise ChartsError(f"{folder / TABLE} is damaged: {err}", advice="Name the folder of another run.") from err
    if not any("loss" in row for row in rows):
        raise ChartsError(f"{folder} has no curves yet: {TABLE} has no row", advice="Name the folder of a run.")
    return RunRows(str(folder), rows)


def draw_after(folder: Path, say: Callable[[str], None]) -> None:
    """Draws a run that ended and says where; a run without a validation has nothing to show yet.

    Args:
        say: receives the paths of the charts, or why there are none.
    """
    if not can_draw():
        say("no charts: matplotlib is not installed (make setup-training)")
    elif any("loss" in row for row in read_rows(folder)):
        say(f"charts: {draw_runs([folder])[0].parent}")


def draw_runs(folders: Sequence[Path], out: Path | None = None) -> list[Path]:
    """Draws the curves of runs; recall by depth for runs validated on captions; kinds for a single run.

    Args:
        out: where the charts go; None: beside the checkpoints of the first run.

    Returns:
        The files.

    Raises:
        ChartsError: a run has no curves.
    """
    runs = [read_run(folder) for folder in folders]
    place = out or folders[0] / CHARTS
    names = told([run.name for run in runs])
    drawn = [draw_curves([RunRows(name, run.rows) for name, run in zip(names, runs, strict=True)], place / CURVES)]
    looks = {name: look for name, folder in zip(names, folders, strict=True) if (look := read_best_look(folder))}
    if looks:
        curves = {f"{name}, step {look['step']:,}": look["recall_at"] for name, look in looks.items()}
        drawn.append(draw_recall(curves, place / RECALL, "The best look at the val split"))
    if len(folders) == 1 and looks:
        (look,) = looks.values()
        drawn.append(draw_kinds(look["kinds"], place / KINDS, f"Kinds of the val split, step {look['step']:,}"))
    return drawn


def draw_curves(runs: Sequence[RunRows], path: Path) -> Path:
    """Draws loss, rate and figures, one panel each; for a single run all shares go into one panel.

    Args:
        runs: at least one; several have a colour each.
    """
    from matplotlib import rc_context
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    figures = list(dict.fromkeys(name for run in runs for name in run.figures))
    shares = [name for name in figures if name in _SHARES]
    alone = len(runs) == 1
    groups = [shares] if alone and shares else [[name] for name in shares]
    groups += [[name] for name in figures if name not in shares]
    with rc_context(STYLE):
        panels = 2 + len(groups)
        figure = Figure(figsize=(_PANEL_IN[0], _PANEL_IN[1] * panels), layout="constrained")
        axes: Sequence[Any] = figure.subplots(panels, 1, sharex=True)
        for number, run in enumerate(runs):
            colour, line = COLOURS[number % len(COLOURS)], _LINES[number % len(_LINES)]
            for axis, column in zip(axes, ("loss", "learning_rate"), strict=False):
                steps, values = run.points(column)
                mark = "." if len(steps) < _FEW else ""
                axis.plot(steps, values, color=colour, linestyle=line, marker=mark, linewidth=1.2, label=run.name)
        axes[0].set(title=_headline(runs), ylabel="loss")
        axes[1].set(ylabel="learning rate")
        axes[1].ticklabel_format(axis="y", style="sci", scilimits=(-2, 2))
        for panel, names in zip(axes[2:], groups, strict=True):
            _draw_figures(panel, runs, names)
        axes[-1].set_xlabel("step")
        axes[-1].xaxis.set_major_locator(MaxNLocator(integer=True))
        axes[-1].xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
        if not alone:
            axes[0].legend(loc="best")
        return save(figure, path)


def _draw_figures(panel: Any, runs: Sequence[RunRows], names: Sequence[str]) -> None:
    is_share = names[0] in _SHARES
    for number, run in enumerate(runs):
        for place, name in enumerate(names):
            steps, values = run.points(name)
            which = place if len(runs) == 1 else number
            panel.plot(
                steps,
                [100.0 * value for value in values] if is_share else values,
                color=COLOURS[which % len(COLOURS)],
                marker=MARKS[which % len(MARKS)],
                markersize=4,
                linewidth=1.5,
                label=_SHARES.get(name, name),
            )
    if len(names) > 1:
        panel.set_ylabel("at looks at val (%)")
        panel.legend(loc="center left", bbox_to_anchor=(1.0, 0.5))
    else:
        panel.set_ylabel(f"{_SHARES[names[0]]} on val (%)" if is_share else names[0].replace("_", " "))
    if is_share:
        panel.set_ylim(bottom=0.0)


def _headline(runs: Sequence[RunRows]) -> str:
    """Says how long a single run has learnt; the legend does so for several."""
    if len(runs) > 1:
        return f"{len(runs)} runs"
    last = runs[0].rows[-1]
    took = f" in {last['minutes']:,.1f} minutes" if "minutes" in last else ""
    return f"{runs[0].name}: {last['step']:,.0f} steps{took}"
