"""Writes MODEL_CARD.md of an exported or imported system: its parts, figures and the meaning of scores."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.models.calibration import Calibration
from engine.models.kinds import Kinds
from training.evaluation.retrieval import Retrieval
from training.export.system import GraphPrecision, System
from training.measures.bootstrap import Interval

NOT_PUBLIC = (
    "Not measured on public sets: they were not to be had. Whoever has one measures it: `earshot-train benchmark NAME "
    "--data DIR --pack PACK`, with ESC-50, UrbanSound8K, FSD50K, Clotho, AudioCaps, SoundDescs or DCASE's judgements."
)


@dataclass(frozen=True, slots=True)
class SystemFindings:
    """Findings about a system during export."""

    parity: float
    """Worst cosine of the exported graphs with torch."""
    audio_bytes: int
    text_bytes: int
    kept: GraphPrecision
    costs: tuple[str, ...]
    """Cost of reduced precision, a line each; empty in float32."""
    probe: str
    """Description of the sounds that the curves were fitted on."""
    probe_map10: float
    real_time: float
    """Seconds of sound in a second of one core."""
    calibration: Calibration
    kinds: Kinds | None = None
    """Kinds that pull queries; None if they do not help."""
    kinds_said: str = ""
    """Their effect, in a sentence; empty if not tried."""


def system_card(system: System, measured: SystemFindings, found: Mapping[str, Retrieval]) -> str:
    """Returns the card.

    Args:
        found: figures through the engine by split; empty without a corpus.
    """
    about, plan = system.about, system.plan
    filled = {
        "repeat": "by the sound again",
        "repeat_whole": "by whole repeats, then silence",
        "repeat_sounding": "by the sound again, without its silence and lifted where it is quiet,",
        "zeros": "by silence",
    }
    rungs = ", ".join(f"{rung:g}" for rung in plan.ladder_s)
    parts = [
        f"# {about.name} {about.version}",
        "## What it is",
        _list(
            *about.what,
            f"Vectors of {system.dim} numbers; words are compared with words in {system.sentence_dim}. Texts of up to "
            f"{system.max_tokens} tokens.",
            f"Sounds at {plan.sample_rate_hz} Hz in windows of {plan.segment_s:g} s every {plan.hop_s:g} s; shorter "
            f"ones are filled up {filled[plan.padding]} to {rungs} s.",
            f"audio.onnx {measured.audio_bytes / 2**20:.1f} MiB ({measured.kept.audio}), text.onnx "
            f"{measured.text_bytes / 2**20:.1f} MiB ({measured.kept.text}); all is computed in float32.",
            f"Speed: {measured.real_time:.1f} s of sound in a second of one core, on the machine that made the pack.",
        ),
        "## How good it is",
        _figures(found),
        "## On public sets",
        NOT_PUBLIC,
        "## What a score means",
        _curves(measured),
        "## Limits",
        _list(*about.limits, "Trust its ranking more than its score. It is no tool for telling people apart."),
        "## How it was made",
        _paragraph(about.made, f"Graphs against torch: worst cosine {measured.parity:.7f}."),
        _list(*measured.costs) if measured.costs else "Nothing was rounded: all matrices are kept in float32.",
        "## Training data and licence",
        _paragraph(about.training_data.rstrip(".") + ".", f"Licence of the weights: {about.licence}."),
    ]
    return "\n\n".join(parts) + "\n"


def _figures(found: Mapping[str, Retrieval]) -> str:
    if not found:
        return (
            "Not measured for this pack: it was made without a corpus. `earshot-train evaluate --data DIR --pack DIR` "
            "measures it."
        )
    rows = ["| split | clips | captions | mAP@10 | random | R@1 | R@5 | R@10 |", "|---|---|---|---|---|---|---|---|"]
    rows += [
        f"| {split} | {of.clips} | {of.queries} | {_with_interval(of.figures.map10)} | {of.random_map10:.4f} "
        f"| {_with_interval(of.figures.recall1)} | {_with_interval(of.figures.recall5)} "
        f"| {_with_interval(of.figures.recall10)} |"
        for split, of in found.items()
    ]
    return "\n".join(rows) + (
        "\n\nMeasured through `earshot search --sound-only`, under file names that say nothing; in brackets the 95 % "
        "interval, by resampling whole kinds."
    )


def _with_interval(measured: Interval) -> str:
    return f"{measured.value:.3f} ({measured.low:.3f} to {measured.high:.3f})"


def _curves(measured: SystemFindings) -> str:
    return _paragraph(
        curves_said(measured.calibration, measured.probe),
        f"On the val split: {measured.kinds_said}." if measured.kinds_said else "",
    )


def curves_said(curves: Calibration, probe: str) -> str:
    """Describes the curves fitted on `probe`, those that were not, and the consequences."""
    by_sound = (
        f"By sound a match is as likely as not at cosine {curves.sound_midpoint:.3f} (slope {curves.sound_slope:.1f}); "
        f"a hit is called strong from a score of {curves.strong:.2f} and fair from {curves.fair:.2f} on."
    )
    by_name = (
        f"By the meaning of a name it is as likely as not at {curves.meaning_midpoint:.3f} "
        f"(slope {curves.meaning_slope:.1f})."
    )
    no_sound = (
        "By sound, what is right did not score higher than chance, so this curve was not fitted: results have an "
        "order, and none is called strong, fair or weak."
    )
    no_name = (
        "By the meaning of a name, what is right did not score higher than chance, so this curve was not fitted: what "
        "names mean takes no part in a score."
    )
    found = (by_sound if curves.fitted.sound else no_sound, by_name if curves.fitted.name else no_name)
    return f"Tried on {probe}. {' '.join(found)}"


def _list(*lines: str) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _paragraph(*sentences: str) -> str:
    return " ".join(sentence for sentence in sentences if sentence)
