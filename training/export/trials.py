"""The table of recipes that were tried, kept as CSV beside the recipes."""

import csv
from pathlib import Path

from training.data.corpus import CorpusError

PATH = Path(__file__).parents[1] / "recipes" / "trials.csv"
_NUMBERS = {
    "val_map10": "mAP@10 on val",
    "val_r1": "R@1",
    "val_r10": "R@10",
    "left_out_map10": "mAP@10 on sources left out",
}
_HEADS = {"name": "name", "change": "change", "seed": "seed", "steps": "steps", "minutes": "minutes", "cpu": "CPU"}


def trials_table(path: Path) -> str:
    """Gives the trials as Markdown, in the order of the file.

    Raises:
        CorpusError: no such file, or a column is missing.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            missing = [name for name in (*_HEADS, *_NUMBERS) if name not in (reader.fieldnames or ())]
            rows = list(reader)
    except (OSError, UnicodeDecodeError, csv.Error) as err:
        raise CorpusError(f"the trials {path} cannot be read: {err}", advice="Give a CSV file.") from err
    if missing:
        raise CorpusError(f"the trials {path} have no column {', '.join(missing)}", advice="Add it, or leave it empty.")
    heads = [*_HEADS.values(), *_NUMBERS.values()]
    lines = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    for row in rows:
        cells = [*(row[name] or "-" for name in _HEADS), *(_rounded(row[name]) for name in _NUMBERS)]
        lines.append(f"| {' | '.join(cell.replace('|', '/').strip() for cell in cells)} |")
    return "\n".join(lines)


def _rounded(text: str) -> str:
    try:
        return f"{float(text):.4f}"
    except (TypeError, ValueError):
        return text or "-"
