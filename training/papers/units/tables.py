"""The rows of the paper's tables as recipes: their needs, what is missing, and the published figures."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from engine.base.errors import EngineError
from training.base.recipe import RECIPES, RecipeError
from training.papers.units.recordings import read_recordings
from training.papers.units.settings import UnitsConfig, load_units_config

if TYPE_CHECKING:
    from training.papers.units.challenge import ChallengeOutcome

FOLDER = RECIPES / "units"
CHALLENGE = "zerospeech2019"
TRIPLETS = Path("ABXTasks") / "byCtxt_acSpkr.abx"
"""The challenge's ABX task, in the folder of the corpus."""
RESULT = "figures.json"
"""In the folder of a row that ran on the challenge."""
WANTED = {
    CHALLENGE: "ZeroSpeech 2019, English: the folder that holds english/train/unit, english/train/voice, "
    "english/test and ABXTasks, as the challenge gives it out",
    "fsdd": "the Free Spoken Digit Dataset",
    "spoken": "synthetic voices: make them by earshot-train units voices or words sentences",
    "earshot": "the starter's corpus: earshot-train corpus fetch",
    "sounds": "the starter's corpus: earshot-train corpus fetch",
}
"""Description and source of each corpus."""


def read_rows(folder: Path = FOLDER) -> dict[str, UnitsConfig]:
    """Reads all recipes of units, by name.

    Raises:
        RecipeError: one of them, or its base, is unreadable.
    """
    return {path.stem: load_units_config(path) for path in sorted(folder.glob("*.toml"))}


def chosen(rows: Mapping[str, UnitsConfig], tables: Collection[str], names: Collection[str]) -> dict[str, UnitsConfig]:
    """Returns the rows of some tables, and of some names; without either, all of them.

    Raises:
        RecipeError: an unknown name.
    """
    unknown = [name for name in names if name not in rows]
    if unknown:
        raise RecipeError(f"there is no row {unknown[0]}", advice=f"Rows: {', '.join(rows)}.")
    return {
        name: config
        for name, config in rows.items()
        if (not names or name in names) and (not tables or set(tables) & set(config.paper.tables))
    }


def missing(config: UnitsConfig, places: Mapping[str, Path]) -> list[str]:
    """Returns a line for each missing part of a recipe; empty when it can run."""
    lines = []
    for part in dict.fromkeys([*config.parts.train, *config.parts.target, *config.parts.test]):
        try:
            read_recordings([part], places)
        except EngineError as err:
            lines.append(f"{part}: {err}")
    return lines


def told(rows: Mapping[str, UnitsConfig], places: Mapping[str, Path]) -> list[str]:
    """Lists the tables with the published figures, then what is missing of which data."""
    lines = list[str]()
    for table in ("1", "2", "3"):
        lines += [f"Table {table}", "| recipe | row | ABX | bitrate | here |", "|---" * 5 + "|"]
        for name, config in rows.items():
            paper = config.paper
            if table in paper.tables:
                here = "no" if missing(config, places) else "yes"
                lines.append(f"| {name} | {paper.row} | {paper.abx} | {paper.bitrate} | {here} |")
        lines.append("")
    own = [name for name, config in rows.items() if not config.paper.tables]
    lines += ["Not in the paper: " + ", ".join(own), ""] if own else []
    return lines + _wanting(rows.values(), places)


def measured(rows: Mapping[str, UnitsConfig], outcomes: Mapping[str, ChallengeOutcome]) -> list[str]:
    """Formats measured beside published figures as a table."""
    lines = ["| recipe | row | ABX | published | bitrate | published | minutes |", "|---" * 7 + "|"]
    for name, found in outcomes.items():
        paper = rows[name].paper
        parts = [f"{found.abx:.2f}", paper.abx, f"{found.bitrate:.2f}", paper.bitrate, f"{found.minutes:.0f}"]
        lines.append(f"| {name} | {paper.row} | {' | '.join(map(str, parts))} |")
    return lines


def _wanting(configs: Iterable[UnitsConfig], places: Mapping[str, Path]) -> list[str]:
    lines = dict[str, None]()
    for config in configs:
        for line in missing(config, places):
            lines[f"missing: {line}; {WANTED[line.split(':')[0]]}"] = None
    return list(lines)
