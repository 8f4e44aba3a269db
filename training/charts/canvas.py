"""One look for all charts: white ground, colours that the colour-blind tell apart, and PNG files written whole.

The colours are those of Okabe and Ito 2008 ("Color Universal Design"), without their yellow, which is pale on white.
Nothing here opens a window: matplotlib's own Agg draws, and its pyplot is never imported.
"""

import os
import warnings
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from engine.errors import EngineError

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
MARKS = ("o", "s", "^", "D", "v", "P", "X")
"""Shapes beside the colours, for printers and for whoever sees no colour."""
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
    """There is nothing to draw, or nothing to draw it with."""


def can_draw() -> bool:
    """Whether matplotlib is installed: environments that were made before it was needed lack it."""
    return find_spec("matplotlib") is not None


def check_drawing() -> None:
    """Makes sure that charts can be drawn.

    Raises:
        ChartsError: they cannot.
    """
    if not can_draw():
        raise ChartsError("charts are drawn by matplotlib, which is not installed", advice="make setup-training")


def save(figure: Any, path: Path) -> Path:
    """Writes a figure as PNG, through a temporary file, and gives its path.

    Args:
        figure: matplotlib's.
        path: its folder is made; a chart that is there is replaced, since it is drawn from what is kept.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    with warnings.catch_warnings():
        # A name in a script that the font lacks is drawn as boxes; the table beside the chart has it.
        warnings.filterwarnings("ignore", message="Glyph .* missing from", category=UserWarning)
        figure.savefig(temporary, format="png", dpi=_DPI, metadata={"Software": "Earshot"})
    temporary.replace(path)
    return path


def short(name: str) -> str:
    """Gives a name that fits beside a bar."""
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"


def told(names: Sequence[str]) -> list[str]:
    """Gives what runs are called in a legend: their names, or their whole paths where two have the same name."""
    short_names = [Path(name).name or name for name in names]
    return [own if short_names.count(own) == 1 else name for own, name in zip(short_names, names, strict=True)]
