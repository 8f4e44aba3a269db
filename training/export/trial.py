"""Tries graphs before they are a pack: tokenizer, cost of reduced precision, curves and speed.

The cost of reduced precision is the mean of cos(x_i, y_i), x_i a vector of the stored graph and y_i the same in
float32.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from engine.audio.segments import SegmentPlan
from engine.models.calibration import Calibration, FittedCurves
from engine.models.canonical import Canonical
from engine.models.curve_fitting import calibrate
from engine.models.kinds import Kinds
from training.export.kinds import ProbeVectors, chosen, kinds_of
from training.export.probe import Answers, PackProbe, answer, open_graph, read_texts
from training.export.system import ExportError, GraphPrecision, System
from training.export.system_card import SystemFindings

_LEAST_KEPT = 0.98
"""Least mean cosine in reduced precision; a model that loses more is not trusted in that precision."""

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Graphs:
    """Both graphs of a system as stored in a pack, and their company."""

    audio: bytes
    text: bytes
    tokenizer: bytes
    canonical: Canonical
    parity: float
    """Worst cosine of the graphs with torch, before reducing precision."""
    full_audio: bytes
    """With all matrices in float32; the same object if nothing is rounded."""
    full_text: bytes


def try_graphs(
    system: System, graphs: Graphs, kept: GraphPrecision, probe: PackProbe, known: Sequence[Sequence[str]] = ()
) -> SystemFindings:
    """Tries the graphs on the probe.

    Args:
        kept: precision of each.
        probe: sounds and queries.
        known: captions of each kind in training, which pull its queries if that helps.

    Raises:
        ExportError: reduced precision costs too much, the tokenizer differs from training, or no sound is readable.
    """
    check_tokens(system, open_tokenizer(system.tokenizer, system.max_tokens), [q.text for q in probe.queries[:200]])
    tokenizer = open_tokenizer(graphs.tokenizer.decode(), system.max_tokens)
    answers = answer(graphs.audio, graphs.text, tokenizer, probe)
    costs = _costs(answers, graphs, kept, tokenizer, probe)
    kinds, said = _known(graphs, tokenizer, answers, probe, known)
    if kinds is not None:
        answers = replace(answers, joint=kinds.drawn(answers.joint, answers.sentence))
    return SystemFindings(
        parity=graphs.parity,
        audio_bytes=len(graphs.audio),
        text_bytes=len(graphs.text),
        kept=kept,
        costs=costs,
        probe=probe.what,
        probe_map10=answers.map10(probe),
        real_time=real_time_factor(graphs.audio, system.plan),
        calibration=_curves(system, answers, probe),
        kinds=kinds,
        kinds_said=said,
    )


def _known(
    graphs: Graphs, tokenizer: Tokenizer, answers: Answers, probe: PackProbe, known: Sequence[Sequence[str]]
) -> tuple[Kinds | None, str]:
    """The kinds that help on the probe, and a sentence about them; none for the demo library, which is too small."""
    if not known or probe.is_demo:
        return None, ""
    joint, sentence = read_texts(graphs.text, tokenizer, [text for captions in known for text in captions])
    kinds = kinds_of([len(captions) for captions in known], joint, sentence)
    sounds = len(answers.names)
    return chosen(
        kinds, ProbeVectors(probe.queries, answers.joint, answers.sentence, answers.vectors, answers.owners, sounds)
    )


def open_tokenizer(text: str, max_tokens: int) -> Tokenizer:
    """Opens a tokenizer.json as the engine does."""
    tokenizer = Tokenizer.from_str(text)
    tokenizer.no_padding()
    tokenizer.enable_truncation(max_tokens)
    return tokenizer


def check_tokens(system: System, tokenizer: Tokenizer, texts: Sequence[str]) -> None:
    """Refuses a tokenizer.json that reads a text differently from training.

    Ignores the end mark of a text that is too long: one paper's code cuts it off by slicing ids and mask to 32; the
    engine keeps it.
    """
    for words in [*texts, "Don't -- it's 5 o'clock; RAIN!"]:
        ids, mask = system.tokens([words])
        expected = ids[0, mask[0] == 1].tolist()
        if tokenizer.encode(words).ids[: system.max_tokens - 1] != expected[: system.max_tokens - 1]:
            raise ExportError(
                f"tokenizer.json reads {words!r} as {tokenizer.encode(words).ids}, training as {expected}",
                advice="This tokenizer cannot be brought into a pack as it is.",
            )


def real_time_factor(audio: bytes, plan: SegmentPlan, seconds: float = 0.5) -> float:
    """Returns the seconds of sound that the audio graph processes in a second of one core, in full windows."""
    session = open_graph(audio)
    waves = np.random.default_rng(0).normal(0.0, 0.1, (1, plan.segment_samples)).astype(np.float32)
    session.run(None, {"waveform": waves})
    begun, runs = time.process_time(), 0
    while runs == 0 or time.process_time() - begun < seconds:
        session.run(None, {"waveform": waves})
        runs += 1
    return runs * plan.segment_s / (time.process_time() - begun)


def _costs(
    answers: Answers, graphs: Graphs, kept: GraphPrecision, tokenizer: Tokenizer, probe: PackProbe
) -> tuple[str, ...]:
    """The cost of reduced precision on the probe, in words; empty in float32.

    Raises:
        ExportError: it costs too much.
    """
    if kept.audio == kept.text == "fp32":
        return ()
    full = answer(graphs.full_audio, graphs.full_text, tokenizer, probe)
    pairs: dict[str, tuple[Floats, Floats]] = {}
    if kept.audio != "fp32":
        pairs[f"audio.onnx in {kept.audio}"] = (answers.vectors, full.vectors)
    if kept.text != "fp32":
        pairs[f"text.onnx in {kept.text}, joint"] = (answers.joint, full.joint)
        pairs[f"text.onnx in {kept.text}, sentence"] = (answers.sentence, full.sentence)
    lines = []
    for what, (found, expected) in pairs.items():
        cosines = np.sum(found.astype(np.float64) * expected, axis=1)
        lines.append(f"{what}: cosine with float32 {cosines.mean():.5f} on average, {cosines.min():.5f} at worst")
        if cosines.mean() < _LEAST_KEPT:
            raise ExportError(lines[-1], advice="Keep it in more bits: --precision fp16 or fp32.")
    before, after = full.map10(probe), answers.map10(probe)
    return (*lines, f"mAP@10 on {probe.what}: {after:.4f}, in float32 {before:.4f} ({after - before:+.4f})")


def _curves(system: System, answers: Answers, probe: PackProbe) -> Calibration:
    """The pack's curves, and whether they were fitted.

    No curve fits a model that ranks at random, but its pack may still be wanted for inspection. Its curves have the
    model's own slope, around the median of each query's best score.
    """
    sound, meaning = answers.sound_scores(), answers.meaning_scores()
    top, near = (float(np.quantile(scores.max(axis=1), 0.5)) for scores in (sound, meaning))
    neither = FittedCurves(sound=False, name=False)
    guess = Calibration(top, system.slope, near, system.slope, fair=0.3, strong=0.75, fitted=neither)
    return calibrate(probe.queries, sound, meaning, guess)
