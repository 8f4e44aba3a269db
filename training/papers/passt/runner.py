"""Runs rows in order: prerequisites, teachers' tables, training, figures. Chooses nothing.

RUNS/NAME holds one row: the checkpoints and curves of its run, and at the end figures.json. A row with figures.json is
not run again; an interrupted one resumes.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, cast

from training.base.device import choose_device, device_words
from training.base.progress import follow
from training.base.recipe import read_recipe
from training.data.captions import Captions
from training.data.corpora.registry import read_parts
from training.data.corpus import Clip
from training.measures.bootstrap import Interval
from training.papers.passt.needs import FoundNeeds, needs_of
from training.papers.passt.paper_figures import RowFigures, device_of, measure
from training.papers.passt.retrieval import FIGURES, is_done
from training.papers.passt.rows import ReproducedRow, in_order
from training.papers.passt.status import MachinePlaces
from training.runs.checkpoint import load_checkpoint
from training.runs.config import Config
from training.runs.figures_store import FiguresStore
from training.runs.material import Report, gather
from training.runs.run import BEST, LAST
from training.runs.sounds import fit
from training.runs.teacher_tables import teach
from training.runs.teachers import read_teacher
from training.runs.tracking import Hooks


@dataclass(frozen=True, slots=True)
class RowOutcome:
    """The figures that a row reached."""

    row: ReproducedRow
    figures: Mapping[str, RowFigures]
    """By the weights measured: "last", "best", or "ensemble"."""


def run_rows(
    rows: Mapping[str, ReproducedRow],
    chosen: Sequence[ReproducedRow],
    places: MachinePlaces,
    runs: Path,
    report: Report,
) -> list[RowOutcome]:
    """Runs the chosen rows and what they build on, and returns the chosen ones' outcomes; nothing may be missing.

    Args:
        rows: all recipes, by name.
        chosen: which to run.
        runs: folder of results; made when missing.
        report: receives progress.

    Raises:
        FiguresStoreError: another recipe ran a row, or its figures are unreadable.
    """
    order, runs = in_order(rows, chosen), runs.absolute()
    outcomes = {}
    for row in follow(order, "rows"):
        if not is_done(row, runs):
            report(f"{row.name}: {row.paper.row}")
            config = settled(row.config, needs_of(row, places), places)
            if row.trains:
                report(device_words(choose_device(config.run.accelerator, config.run.precision)))
            _run(row, rows, config, places, runs, report)
        outcomes[row.name] = RowOutcome(row, _read_figures(row, runs))
    return [outcomes[row.name] for row in chosen]


def settled(config: Config, found: FoundNeeds, places: MachinePlaces) -> Config:
    """Returns a row's recipe with the places of what was found and the command line's changes."""
    model = config.model
    if found.audio:
        model = replace(model, audio=replace(cast(Any, model.audio), checkpoint=found.audio))
    if found.text:
        model = replace(model, text=replace(cast(Any, model.text), checkpoint=found.text))
    run = replace(
        config.run,
        precision=places.precision or config.run.precision,
        accelerator=places.device or config.run.accelerator,
    )
    return replace(config, model=model, captions=replace(config.captions, variants=found.variants), run=run)


def _run(
    row: ReproducedRow,
    rows: Mapping[str, ReproducedRow],
    config: Config,
    places: MachinePlaces,
    runs: Path,
    report: Report,
) -> None:
    figures: dict[str, RowFigures] = {}
    if row.paper.members:
        members = [load_checkpoint(_kept(rows[name], runs)) for name in row.paper.members]
        figures["ensemble"] = measure(members, row.paper, members[0].config, places.corpora, report)
    else:
        _train(row, rows, config, places, runs, report)
        for which, file in (("last", LAST), ("best", BEST)):
            path = runs / row.name / file
            if path.is_file():
                figures[which] = measure([load_checkpoint(path)], row.paper, config, places.corpora, report)
    _kept_figures(row, runs).write({"figures": {which: asdict(found) for which, found in figures.items()}})


def _train(
    row: ReproducedRow,
    rows: Mapping[str, ReproducedRow],
    config: Config,
    places: MachinePlaces,
    runs: Path,
    report: Report,
) -> None:
    train = read_parts(config.data.train, places.corpora, "train")
    val = read_parts(config.data.val, places.corpora, "val")
    for group in (*train.groups(), *val.groups()):
        report(f"left out {group.count}: {group.reason.text} ({', '.join(group.examples)})")
    clips, tables = train.clips, list[str]()
    for name in config.objective.teachers:
        folder, clips = _table(rows[name], clips, config, runs, report)
        tables.append(str(folder))
    config = replace(config, objective=replace(config.objective, teachers=tuple(tables)))
    start = load_checkpoint(start_of(row, runs)) if row.paper.start else None
    material = gather([*clips, *val.clips], config, runs / "cache", report)
    folder = runs / row.name
    resume = (folder / LAST).is_file()
    hooks = Hooks(report=report)
    fit(material, config, folder, hooks, resume=resume, start=None if resume else start)


def start_of(row: ReproducedRow, runs: Path) -> Path:
    """Returns the checkpoint that a row's weights start from.

    The released code of 2023 loads the best one by default; that of 2024 the best first stage.
    """
    return runs / row.paper.start / (BEST if row.paper.start_weights == "best" else LAST)


def _kept(row: ReproducedRow, runs: Path) -> Path:
    """Returns the checkpoint its recipe keeps, as teacher or member of an ensemble."""
    return runs / row.name / (BEST if row.config.run.keep == "best" else LAST)


def _table(
    teacher: ReproducedRow, clips: Sequence[Clip], config: Config, runs: Path, report: Report
) -> tuple[Path, tuple[Clip, ...]]:
    """Returns the folder of a teacher's table for these clips, made if missing, and the clips it could read."""
    texts = Captions(clips, config.captions).texts()
    about = hashlib.blake2b(json.dumps([[clip.id for clip in clips], texts]).encode(), digest_size=6).hexdigest()
    folder = runs / teacher.name / f"table-{about}"
    teach(_kept(teacher, runs), clips, texts, folder, runs / "cache", report, device=device_of(config))
    known = read_teacher(folder).audio_rows
    return folder, tuple(clip for clip in clips if clip.id in known)


def _kept_figures(row: ReproducedRow, runs: Path) -> FiguresStore:
    return FiguresStore(runs / row.name / FIGURES, _fingerprint(row))


def _read_figures(row: ReproducedRow, runs: Path) -> dict[str, RowFigures]:
    record = _kept_figures(row, runs).read()
    assert record is not None
    return {which: _figures(found) for which, found in record["figures"].items()}


def _figures(found: Mapping[str, object]) -> RowFigures:
    values = {name: Interval(**value) if isinstance(value, dict) else value for name, value in found.items()}
    return RowFigures(**values)  # type: ignore[arg-type]


def _fingerprint(row: ReproducedRow) -> str:
    """Hashes the settings of the recipe and its base; comments and `[paper]` may change."""
    settings = read_recipe(row.path)
    needs: dict[str, object] = {"start": row.paper.start, "members": row.paper.members}
    if row.paper.start:
        needs["start_weights"] = row.paper.start_weights
    text = json.dumps([needs, {name: value for name, value in settings.items() if name != "paper"}], sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
