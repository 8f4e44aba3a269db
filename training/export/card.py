"""MODEL_CARD.md: what a pack learnt from, how good it is, and what it cannot do; card.md holds its words."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from training.data.corpus import SPLITS, Clip, only
from training.data.manifest import source_facts
from training.evaluation.retrieval import Retrieval
from training.export.system import System
from training.export.system_card import Measured
from training.runs.checkpoint import Checkpoint


def model_card(
    checkpoint: Checkpoint,
    system: System,
    measured: Measured,
    clips: Sequence[Clip],
    found: Mapping[str, Retrieval],
) -> str:
    """Gives the card.

    Args:
        checkpoint: what was trained, with a compact tower.
        system: what it was exported as.
        measured: on the way.
        clips: the whole corpus.
        found: figures by split; empty while they are being measured.
    """
    config, curves, plan = checkpoint.config, measured.calibration, system.plan
    train = only(list(clips), "train")
    return (
        Path(__file__)
        .with_name("card.md")
        .read_text(encoding="utf-8")
        .format(
            name=config.name,
            version=config.version,
            parameters_m=sum(parameter.numel() for parameter in system.audio.parameters()) / 1e6,
            mels=system.audio.get_submodule("audio").mels,
            sample_rate_hz=plan.sample_rate_hz,
            audio_mib=measured.audio_bytes / 2**20,
            text_mib=measured.text_bytes / 2**20,
            dim=system.dim,
            segment_s=plan.segment_s,
            hop_s=plan.hop_s,
            padding=plan.padding,
            ladder=", ".join(f"{rung:g}" for rung in plan.ladder_s),
            real_time=measured.real_time,
            figures=_figures(found),
            sound_midpoint=curves.sound_midpoint,
            sound_slope=curves.sound_slope,
            meaning_midpoint=curves.meaning_midpoint,
            meaning_slope=curves.meaning_slope,
            strong=curves.strong,
            fair=curves.fair,
            kinds=len({clip.kind for clip in train}),
            seed=config.run.seed,
            steps=checkpoint.step,
            minutes=checkpoint.minutes,
            commit=checkpoint.commit.removesuffix("+") or "no commit",
            changed=" and changes to it" if checkpoint.commit.endswith("+") else "",
            command="earshot-train starter --data DIR"
            + (f" --minutes {config.run.minutes:g}" if config.run.minutes is not None else ""),
            parity=measured.parity,
            costs="".join(f"- {line}\n" for line in measured.costs).rstrip("\n"),
            train_clips=len(train),
            train_hours=sum(clip.duration_s for clip in train) / 3600,
            val_clips=len(only(list(clips), "val")),
            test_clips=len(only(list(clips), "test")),
            sources=_sources(clips),
        )
    )


def _figures(found: Mapping[str, Retrieval]) -> str:
    rows = ["| split | clips | captions | mAP@10 | random | R@1 | R@5 | R@10 |", "|---|---|---|---|---|---|---|---|"]
    rows += [
        f"| {split} | {of.clips} | {of.queries} | {of.map10:.3f} | {of.random_map10:.4f} "
        f"| {of.recall1:.3f} | {of.recall5:.3f} | {of.recall10:.3f} |"
        for split, of in found.items()
    ]
    return "\n".join(rows)


def _sources(clips: Sequence[Clip]) -> str:
    """The table of every source, with what of it is in each split: authors are to be named for measuring too."""
    facts = source_facts()
    rows = ["| source | train | val | test | licence | from |", "|---|---|---|---|---|---|"]
    for source in sorted({clip.source for clip in clips}):
        own = [clip for clip in clips if clip.source == source]
        licences = "; ".join(sorted({clip.licence for clip in own}))
        place = facts.get(source)
        where = f"{place.repository} at {place.commit}" if place else "-"
        counts = " | ".join(str(sum(clip.split == split for clip in own)) for split in SPLITS)
        rows.append(f"| {source} | {counts} | {licences} | {where} |")
    return "\n".join(rows)
