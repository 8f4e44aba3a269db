"""Writes MODEL_CARD.md: a pack's training data, quality and limits; card.md has the text."""

import dataclasses
import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import indent
from typing import Any

from training.data.corpora.registry import OWN, CorpusPart
from training.data.corpus import SPLITS, Clip, only
from training.data.manifest import source_facts
from training.data.synthesis.editing import EDITED, edit_of
from training.data.synthesis.writing import LICENCE, SOURCE
from training.evaluation.retrieval import Retrieval
from training.evaluation.table import pack_table
from training.export import card_tables
from training.export.system import System
from training.export.system_card import NOT_PUBLIC, SystemFindings, curves_said
from training.measures.caption_queries import queries_of
from training.runs.checkpoint import Checkpoint
from training.runs.config import Config, DataConfig
from training.towers.compact import CompactConfig
from training.towers.published_checkpoints import licence_text_of, origin_of

_KEPT = {"fp32": "float32", "fp16": "matrices kept as float16", "int8": "matrices kept as int8"}
_MADE = "made by `earshot-train synthesise`"


def model_card(
    checkpoint: Checkpoint,
    system: System,
    measured: SystemFindings,
    clips: Sequence[Clip],
    found: Mapping[str, Retrieval],
    *,
    made_by: str = "starter",
) -> str:
    """Returns the card.

    Args:
        found: figures by split; empty before they are measured.
        made_by: command of `earshot-train` that makes such a pack.
    """
    config, plan = checkpoint.config, system.plan
    train = only(list(clips), "train")
    is_compact = isinstance(config.model.audio, CompactConfig)
    origin = origin_of(config.model.audio.checkpoint, config.model.audio.tower)
    licence = licence_text_of(config.model.audio.checkpoint, config.model.audio.tower)
    tables, settings = _tables(found, clips, train), changed_settings(config)
    return (
        Path(__file__)
        .with_name("card.md")
        .read_text(encoding="utf-8")
        .format(
            begun=(
                "begun with published weights and trained" if config.model.audio.checkpoint else "trained from scratch"
            ),
            ear="a residual network of " if is_compact else f"{config.model.audio.tower}, ",
            levels=", free of level" if is_compact else "",
            origin=f"\n  It was {origin}." if origin else "",
            name=config.name,
            version=config.version,
            parameters_m=sum(parameter.numel() for parameter in system.audio.parameters()) / 1e6,
            mels=system.audio.get_submodule("audio").mels,
            sample_rate_hz=plan.sample_rate_hz,
            audio_mib=measured.audio_bytes / 2**20,
            audio_kept=_KEPT[measured.kept.audio],
            text_mib=measured.text_bytes / 2**20,
            dim=system.dim,
            segment_s=plan.segment_s,
            hop_s=plan.hop_s,
            padding=plan.padding,
            ladder=", ".join(f"{rung:g}" for rung in plan.ladder_s),
            figures=card_tables.figures(tables),
            categories=card_tables.categories(tables),
            cannot_hear=card_tables.cannot_hear(tables.get("val"), "val"),
            names=card_tables.names_kept(None),
            everyday=card_tables.everyday(()),
            changed_files=card_tables.changed_files(None),
            strong_worth=card_tables.strong(None),
            speed=f"{measured.real_time:.0f} s of sound in a second of one core, mel front end included, full windows, "
            "on the machine that made it.",
            cost=card_tables.cost(
                checkpoint.step,
                checkpoint.minutes,
                config.run.threads,
                os.cpu_count() or 1,
                config.run.accelerator,
                has_teachers=bool(config.objective.teachers),
            ),
            public=NOT_PUBLIC,
            score=curves_said(measured.calibration, measured.probe),
            kinds=len({clip.kind for clip in train}),
            seed=config.run.seed,
            commit=checkpoint.commit.removesuffix("+") or "no commit",
            changed=" and changes to it" if checkpoint.commit.endswith("+") else "",
            command=f"earshot-train {made_by} --data DIR"
            + "".join(f" --data {name}=DIR" for name in _further(config.data))
            + (f" --minutes {config.run.minutes:g}" if config.run.minutes is not None else "")
            + (" --config RECIPE.toml" if settings else ""),
            settings=f"RECIPE.toml:\n\n{indent(settings, '    ')}\n\n" if settings else "",
            parity=measured.parity,
            costs="".join(f"- {line}\n" for line in measured.costs).rstrip("\n"),
            train_clips=len(train),
            train_hours=sum(clip.duration_s for clip in train) / 3600,
            val_clips=len(only(list(clips), "val")),
            test_clips=len(only(list(clips), "test")),
            made=_made(train),
            sources=_sources(clips),
            licence=f"\n\n## Licence of the published weights\n\n{indent(licence, '    ')}" if licence else "",
        )
    )


def _further(data: DataConfig) -> list[str]:
    readers = (CorpusPart.of(part).reader for part in (*data.train, *data.val, *data.test))
    return [name for name in dict.fromkeys(readers) if name != OWN]


def _made(train: Sequence[Clip]) -> str:
    """Describes synthesised and edited clips of train; empty without any."""
    made = Counter(clip.original_path.partition("/")[0] for clip in train if clip.source == SOURCE)
    edited = Counter(edit_of(clip) for clip in train if clip.source.endswith(EDITED))
    lines: list[str] = []
    if made:
        spoken = f"; {made['speech']} of them are speech by espeak-ng" if made["speech"] else ""
        lines.append(
            f"{made.total()} of the train clips were made by formula (`earshot-train synthesise`, {LICENCE}){spoken}. "
            f"By generator: {_counted(made)}."
        )
    if edited:
        lines.append(
            f"{edited.total()} of the train clips are others of train that were changed so that it is heard, and whose "
            "captions say so (`earshot-train edit`), under their own licences, in rows marked edited: "
            f"{_counted(edited)}."
        )
    return "".join(f"\n{line}\n" for line in lines)


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))


def _tables(
    found: Mapping[str, Retrieval], clips: Sequence[Clip], train: Sequence[Clip]
) -> dict[str, card_tables.Record]:
    """The records that `earshot-train evaluate-pack` would print, by split."""
    tables: dict[str, card_tables.Record] = {}
    for split, of in found.items():
        own = only(list(clips), split)
        tables[split] = pack_table("this pack", of.by_query, queries_of(own), own, train).record()
    return tables


def _sources(clips: Sequence[Clip]) -> str:
    """The table of every source with its clips in each split: authors must be credited for evaluation too."""
    facts = source_facts()
    rows = ["| source | train | val | test | licence | from |", "|---|---|---|---|---|---|"]
    for source in sorted({clip.source for clip in clips}):
        own = [clip for clip in clips if clip.source == source]
        licences = "; ".join(sorted({clip.licence for clip in own}))
        place = facts.get(source.removesuffix(EDITED))
        where = f"{place.repository} at {place.commit}" if place else _MADE if source == SOURCE else "-"
        counts = " | ".join(str(sum(clip.split == split for clip in own)) for split in SPLITS)
        rows.append(f"| {source} | {counts} | {licences} | {where} |")
    return "\n".join(rows)


def changed_settings(config: Config) -> str:
    """Returns the recipe's lines, sorted by table; empty if every setting is the default."""
    tables: dict[str, list[str]] = {}
    taught = tuple(Path(folder).name for folder in config.objective.teachers)  # folders' places are private
    named = dataclasses.replace(config, objective=dataclasses.replace(config.objective, teachers=taught))
    for path, value in changes(named, Config()):
        tables.setdefault(".".join(path[:-1]), []).append(f"{path[-1]} = {_toml(value)}")
    parts: list[str] = []
    for name, lines in sorted(tables.items()):
        parts += [*([f"[{name}]"] if name else []), *lines]
    return "\n".join(parts)


def changes(value: Any, default: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yields every differing leaf of settings by its path; skips None, which TOML cannot express."""
    if not dataclasses.is_dataclass(value):
        if value != default and value is not None:
            yield path, value
        return
    for field in dataclasses.fields(value):
        own = getattr(value, field.name)
        # Another kind of tower has its own fields, without defaults here.
        other = getattr(default, field.name) if type(value) is type(default) else _MISSING
        yield from changes(own, other, (*path, field.name))


_MISSING = object()


def _toml(value: Any) -> str:
    """One TOML value; JSON writes texts, numbers, booleans and lists alike."""
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)
