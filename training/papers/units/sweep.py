"""The paper's tables on the data at hand: one change at a time, every speaker left out in turn.

Each row is a recipe with one change; each fold trains on all speakers but one and is measured on that one. A finished
row is not run again.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from engine.features.speech.features import SpeechConfig
from training.papers.units.quality import UnitsFigures, measure, pooled
from training.papers.units.recordings import SpeechRecording, hear, word_items
from training.papers.units.settings import UnitsConfig
from training.papers.units.tasks import learn_codes
from training.runs.figures_store import FiguresStore
from training.runs.tracking import Hooks

RESULT = "figures.json"


@dataclass(frozen=True, slots=True)
class SweepChange:
    """A row: its name, and its change to a recipe."""

    table: str
    """1, 2 or 3; a row in several runs once."""
    row: str
    change: Callable[[UnitsConfig], UnitsConfig]


def _model(**fields: object) -> Callable[[UnitsConfig], UnitsConfig]:
    return lambda config: replace(config, model=replace(config.model, **fields))  # type: ignore[arg-type]


def _logmel(config: UnitsConfig) -> UnitsConfig:
    return replace(config, features=logmel_of(config.features))


def logmel_of(features: SpeechConfig) -> SpeechConfig:
    """Returns the log-mel counterpart of an MFCC front end: the mels themselves, without differences."""
    return replace(features, kind="logmel", deltas=0)


CHANGES: tuple[SweepChange, ...] = (
    SweepChange("1", "log-mel", _logmel),
    SweepChange("1", "MFCC", _model()),
    SweepChange("2", "Conv, K=256", _model(kind="conv", codes=256)),
    SweepChange("2", "K=64", _model(codes=64)),
    SweepChange("2", "K=128", _model(codes=128)),
    SweepChange("2", "K=256", _model(codes=256)),
    SweepChange("2", "K=512", _model(codes=512)),
    SweepChange("3", "plain", _model()),
    SweepChange("3", "smooth 1e-2", _model(smoothing=1e-2)),
    SweepChange("3", "smooth 5e-3", _model(smoothing=5e-3)),
    SweepChange("3", "smooth 1e-3", _model(smoothing=1e-3)),
    SweepChange("3", "jitter 0.05", _model(jitter=0.05)),
    SweepChange("3", "jitter 0.075", _model(jitter=0.075)),
    SweepChange("3", "smooth 5e-3, jitter 0.05", _model(smoothing=5e-3, jitter=0.05)),
    SweepChange("3", "smooth 1e-3, jitter 0.05", _model(smoothing=1e-3, jitter=0.05)),
)


@dataclass(frozen=True, slots=True)
class SweepRow:
    """A measured row of the paper's tables."""

    table: str
    row: str
    folds: Mapping[str, UnitsFigures]
    """Left-out speaker to figures."""


def sweep(
    config: UnitsConfig,
    recordings: Sequence[SpeechRecording],
    folder: Path,
    hooks: Hooks,
    *,
    tables: Sequence[str] = ("1", "2", "3"),
    left_out: Sequence[str] = (),
) -> list[SweepRow]:
    """Trains and measures every row of some tables.

    Args:
        config: the recipe to change; its parts are ignored.
        recordings: of single words, by two speakers or more.
        folder: gets a folder for each row and fold; finished ones are reused, unfinished ones resumed.
        hooks: progress and stop; a stop ends the sweep after the current step.
        left_out: speakers to leave out in turn; empty: each.

    Raises:
        FiguresStoreError: the folder holds figures of another recipe or other recordings.
    """
    speakers = tuple(left_out) or tuple(sorted({each.speaker for each in recordings}))
    rows, done = list[SweepRow](), dict[UnitsConfig, dict[str, UnitsFigures]]()
    for change in CHANGES:
        if change.table not in tables:
            continue
        changed = change.change(config)
        if changed not in done:
            place = folder / change.row.replace("=", "").replace(", ", "-").replace(" ", "-")
            hooks.report(f"table {change.table}, {change.row}")
            done[changed] = left_out_in_turn(changed, recordings, speakers, place, hooks)
            if len(done[changed]) < len(speakers):
                return rows
        rows.append(SweepRow(change.table, change.row, done[changed]))
    return rows


def printed(rows: Sequence[SweepRow]) -> list[str]:
    """Formats the paper's tables: ABX errors in per cent, bits per second, means over folds with intervals."""
    lines = list[str]()
    for table in sorted({row.table for row in rows}):
        lines += [
            f"Table {table}",
            "| model | ABX across | ABX within | bitrate | codes used |",
            "|---|---|---|---|---|",
        ]
        chosen = [row for row in rows if row.table == table]
        for row in chosen:
            found = pooled(list(row.folds.values()))
            used = f"{found['codes_used'][0]:.0f} of {found['codes'][0]:.0f}"
            errors = " | ".join(_percent(found.get(name)) for name in ("across", "within"))
            lines.append(f"| {row.row} | {errors} | {found['bits_per_s'][0]:.2f} | {used} |")
        raw = pooled(list(chosen[-1].folds.values()))
        errors = " | ".join(_percent(raw.get(name)) for name in ("raw_across", "raw_within"))
        lines += [f"| features of the last row, uncoded | {errors} | | |", ""]
    return lines


def left_out_in_turn(
    config: UnitsConfig, recordings: Sequence[SpeechRecording], speakers: Sequence[str], folder: Path, hooks: Hooks
) -> dict[str, UnitsFigures]:
    """Trains a recipe without each speaker in turn and returns its figures on each; fewer after a stop.

    Args:
        config: the recipe; its parts are ignored.
        recordings: of single words, by two speakers or more.
        folder: gets a folder for each; finished ones are reused, unfinished ones resumed.
        hooks: progress and stop; a stop ends it after the current step.

    Raises:
        FiguresStoreError: the folder holds figures of another recipe or other recordings.
    """
    run = replace(config.codes_run, threads=1, device="cpu")  # neither changes a figure
    asked = {"config": asdict(replace(config, codes_run=run)), "recordings": len(recordings)}
    kept = {name: FiguresStore(folder / name / RESULT, asked) for name in speakers}
    records = {name: place.read() for name, place in kept.items()}
    found = {name: UnitsFigures(**record["figures"]) for name, record in records.items() if record is not None}
    missing = [name for name in speakers if name not in found]
    if not missing:
        return found
    sounds = hear(recordings, config.features, hooks.report, trim=config.parts.trim, level=config.parts.level)
    for name in missing:
        others = [each for each in sounds if each.recording.speaker != name]
        learnt = learn_codes(others, config, folder / name, hooks, resume=True)
        if learnt.state is not None:
            break
        hooks.report(f"{folder.name} without {name}: measuring")
        found[name] = measure(learnt.model(), config, sounds, word_items(sounds), about=frozenset({name}))
        kept[name].write({"figures": found[name].record()})
    return found


def _percent(found: tuple[float, float, float] | None) -> str:
    if found is None:
        return ""
    value, low, high = (100.0 * part for part in found)
    return f"{value:.2f}" if low != low else f"{value:.2f} [{low:.2f}, {high:.2f}]"
