"""The common look of charts: white ground, colours that the colour-blind tell apart, PNG files written atomically.

The colours are those of Okabe and Ito 2008 ("Color Universal Design"), without their yellow, which is pale on white.
Opens no window: draws with matplotlib's Agg and never imports pyplot.
"""

import os
import warnings
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from engine.base.errors import EngineError

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
MARKS = ("o", "s", "^", "D", "v", "P", "X")
"""Shapes beside the colours, for print and colour-blind readers."""
INK, GRID = "#222222", "#DDDDDD"
_DPI = 150
_LONGEST_NAME = 42
STYLE: dict[Any, Any] = {
    "font.size": 10,
    "axes.titlesize": 11,
    "axes.titlelocation": "left",
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": GRID,
    "legend.frameon": False,
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
    "text.parse_math": False,
}


class ChartsError(EngineError):
    """Nothing to draw, or no matplotlib to draw it with."""


def can_draw() -> bool:
    """Whether matplotlib is installed: older environments lack it."""
    return find_spec("matplotlib") is not None


def check_drawing() -> None:
    """Raises `ChartsError` if matplotlib is missing."""
    if not can_draw():
        raise ChartsError("charts are drawn by matplotlib, which is not installed", advice="make setup-training")


def save(figure: Any, path: Path) -> Path:
    """Writes a figure as PNG and returns its path.

    Args:
        path: its folder is made; an existing chart is replaced, since its data is kept elsewhere.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    with warnings.catch_warnings():
        # Scripts that the font lacks are drawn as boxes; the table beside the chart has the name.
        warnings.filterwarnings("ignore", message="Glyph .* missing from", category=UserWarning)
        figure.savefig(temporary, format="png", dpi=_DPI, metadata={"Software": "Earshot"})
    temporary.replace(path)
    return path


def short(name: str) -> str:
    """Shortens a name to fit beside a bar."""
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"


def told(names: Sequence[str]) -> list[str]:
    """Returns names of runs for a legend: folder names, or whole paths where two share one."""
    short_names = [Path(name).name or name for name in names]
    return [own if short_names.count(own) == 1 else name for own, name in zip(short_names, names, strict=True)]
