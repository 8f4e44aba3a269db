"""MODEL_CARD.md: what a pack learnt from, how good it is, and what it cannot do; card.md holds its words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.models.calibration import Calibration
from training.data.corpus import SPLITS, Clip, only
from training.data.manifest import source_facts
from training.evaluation.retrieval import Retrieval
from training.runs.checkpoint import Checkpoint


@dataclass(frozen=True, slots=True)
class Facts:
    """What was measured on a model before it became a pack."""

    checkpoint: Checkpoint
    parameters: int
    """Of the audio tower."""
    parity: float
    int8_sentence: float
    audio_bytes: int
    text_bytes: int
    real_time: float
    """Seconds of sound in a second of one core."""
    calibration: Calibration


def model_card(facts: Facts, clips: Sequence[Clip], found: Mapping[str, Retrieval]) -> str:
    """Gives the card.

    Args:
        facts: of the model.
        clips: the whole corpus.
        found: figures by split; empty while they are being measured.
    """
    config, curves, checkpoint = facts.checkpoint.config, facts.calibration, facts.checkpoint
    train = only(list(clips), "train")
    return (
        Path(__file__)
        .with_name("card.md")
        .read_text(encoding="utf-8")
        .format(
            name=config.name,
            version=config.version,
            parameters_m=facts.parameters / 1e6,
            mels=config.model.front_end.mels,
            sample_rate_hz=config.model.front_end.sample_rate_hz,
            audio_mib=facts.audio_bytes / 2**20,
            text_mib=facts.text_bytes / 2**20,
            dim=config.model.audio.dim,
            segment_s=config.cut.segment_s,
            hop_s=config.cut.hop_s,
            padding=config.batch.padding,
            ladder=", ".join(f"{rung:g}" for rung in config.cut.ladder_s),
            real_time=facts.real_time,
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
            parity=facts.parity,
            int8_sentence=facts.int8_sentence,
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
