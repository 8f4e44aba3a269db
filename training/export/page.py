"""Writes docs/starter.md: the cards of Earshot's own packs on one page, with what was tried on the way."""

import csv
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from engine.models.pack import read_info
from training.data.corpus import CorpusError
from training.export.card_sections import CARD, joined, sections

_ONCE = "Training data"
"""Section that is equal for every pack; shown for the first only."""

_HEAD = """\
# The packs that come with Earshot

How good they are, what they cannot hear, what they cost and how they were found. Written by
`earshot-train evaluate-page` from the packs' own cards, which say the same; figures on test were never used to choose
anything.

On public sets they were not measured: these were not to be had. Whoever has one measures a pack by
`earshot-train benchmark`.

| pack | version | MiB in its folder | vectors | mAP@10 on val | on test | random |
|---|---|---|---|---|---|---|
"""
_PAPERS = """\
## Which paper gave what

| pack | part | from | what it brings |
|---|---|---|---|
| both sizes | two towers, one joint space, the contrastive loss | Primus, Koutini & Widmer 2023 | the training itself |
| starter | a student of five, by the mean of their cosines | Primus & Widmer 2024, section 3 | +.006 [.001, .011] |
| starter-tiny | follows the starter in each batch | after Primus & Widmer 2024 | .224 to .296, one run |
| starter | begins with what has heard AudioSet | none of the four: EfficientAT, Schmid et al. | +.262 [.203, .326] |
| units | codes of speech by a transformer VQ-VAE | Tjandra, Sakti & Nakamura 2020 | [units](experiments/units.md) |
| words | a word as sound and as phonemes in one space | Rhodes & Bains | [words](experiments/words.md) |

Figures are mAP@10 on val: the two with intervals of three seeds in small, with hundreds of steps, as
[experiments/ablation.md](experiments/ablation.md) tells; what a part brings to a training of hours was not measured
by itself. The recipes are in `training/recipes/here`; `earshot-train starter --taught` makes the whole again.
"""
_AGAIN = """\
## How to measure it again

    earshot-train evaluate-pack --data DIR --data DIR2 --pack PACK --against OTHER --names --queries --json > test.json
    earshot-train evaluate-pack --data DIR --data DIR2 --pack PACK --split val --json > val.json
    earshot-train honesty --data DIR --pack PACK --json > honesty.json
    earshot-train robustness --data DIR --pack PACK --json > robustness.json
    python -m tests.benchmarks.bench_passt --pack PACK > speed.txt
    earshot-train evaluate-card --pack PACK --measured test.json --measured val.json --measured honesty.json \\
        --measured robustness.json --speed speed.txt
    earshot-train evaluate-page

DIR2 is the corpus's further folder, which training has too; the clips of val and test are DIR's. What no card shows
(half of the names lost, six languages, moments, a hundred queries) is in [experiments/pair.md](experiments/pair.md).
"""
PATH = Path(__file__).parents[1] / "recipes" / "trials.csv"
_NUMBERS = {
    "val_map10": "mAP@10 on val",
    "val_r1": "R@1",
    "val_r10": "R@10",
    "left_out_map10": "mAP@10 on sources left out",
}
_HEADS = {"name": "name", "change": "change", "seed": "seed", "steps": "steps", "minutes": "minutes", "cpu": "CPU"}


def page_of(packs: Sequence[Path], trials: Path | None) -> str:
    """Returns the page.

    Args:
        packs: folders in display order.
        trials: the table of trials, or None.

    Raises:
        PackError: a folder holds no pack.
        CorpusError: the table is unreadable.
    """
    shown = [_row(pack) for pack in packs]
    parts = [_HEAD + "\n".join(shown)]
    for place, pack in enumerate(packs):
        card = sections((pack / CARD).read_text(encoding="utf-8"))
        kept = {name: body for name, body in card.items() if place == 0 or name != _ONCE}
        parts.append(re.sub(r"(?m)^(#+ )", r"#\1", joined(kept)).strip())
    parts.append(_PAPERS.strip())
    parts.append("## What was tried\n\n" + (trials_table(trials) if trials else "No table of trials is kept here."))
    return "\n\n".join([*parts, _AGAIN])


def _row(pack: Path) -> str:
    info = read_info(pack)
    size = sum(path.stat().st_size for path in pack.iterdir()) / 2**20
    metrics = info.metrics
    found = [_map10(metrics, split) for split in ("val", "test")]
    chance = f"{metrics['test_random_map10']:.4f}" if "test_random_map10" in metrics else "-"
    return f"| {info.name} | {info.version} | {size:.1f} | {info.dim} | {' | '.join(found)} | {chance} |"


def _map10(metrics: Mapping[str, float], split: str) -> str:
    if f"{split}_map10" not in metrics:
        return "-"
    value = f"{metrics[f'{split}_map10']:.3f}"
    if f"{split}_map10_low" in metrics:
        value += f" ({metrics[f'{split}_map10_low']:.3f} to {metrics[f'{split}_map10_high']:.3f})"
    return value


def trials_table(path: Path) -> str:
    """Returns the trials as Markdown, in the order of the file.

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
