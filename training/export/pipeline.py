"""From a system to a verified pack: graphs, parity with torch, fewer bits and what they cost, curves, card, folder."""

import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer

from engine.audio.segments import SegmentPlan
from engine.models.calibration import Calibration
from engine.models.canonical import Canonical, canonical_bytes
from engine.models.encoder import check_canonical
from engine.models.pack import MAX_GRAPH_BYTES, PackInfo, load_pack, write_pack
from training.data.corpus import Clip
from training.evaluation.retrieval import Retrieval, evaluate
from training.export.calibrate import calibrate
from training.export.canonical import TEXTS, canonical_waves
from training.export.graphs import export_tokens, export_waves, worst_cosine
from training.export.precision import Precision, store
from training.export.probe import Answers, Probe, answer, clips_probe, demo_probe, open_graph, read_texts
from training.export.system import ExportError, Kept, System
from training.export.system_card import Measured, system_card

PARITY = 0.99999
"""Least cosine between a graph as exported and torch."""
_MOST_TRACED_BYTES = 2_000_000_000
"""An ONNX file is one protobuf message, of less than 2 GiB."""
_BYTES = {"fp32": 4, "fp16": 2, "int8": 1}
"""Of one number of a matrix."""
_LEAST_KEPT = 0.98
"""Least mean cosine that fewer bits must leave; a model that loses more is not to be trusted in that precision."""

Report = Callable[[str], None]
Card = Callable[[System, Measured, Mapping[str, Retrieval]], str]
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Graphs:
    """Both graphs of a system as they will stand in a pack, and what goes with them."""

    audio: bytes
    text: bytes
    tokenizer: bytes
    canonical: Canonical
    parity: float
    """Worst cosine of the graphs with torch, before fewer bits."""
    full_audio: bytes
    """With all matrices in float32; the same object where nothing is rounded."""
    full_text: bytes


def graphs_of(system: System, kept: Kept) -> Graphs:
    """Exports both towers, checks them against torch and keeps them in the wanted precision.

    Raises:
        ExportError: a graph that departs from torch, is too large for a pack, or a tokenizer that reads otherwise.
    """
    _check_sizes(system, kept)
    tokenizer = open_tokenizer(system)
    _check_tokens(system, tokenizer, TEXTS)
    full_audio = export_waves(system.audio, system.plan.rungs[0], system.notes)
    full_text = export_tokens(system.text)
    parity = _parity(system, full_audio, full_text)
    audio, text = _fitting("audio.onnx", full_audio, kept.audio), _fitting("text.onnx", full_text, kept.text)
    return Graphs(
        audio=audio,
        text=text,
        tokenizer=system.tokenizer.encode(),
        canonical=_canonical(system, audio, text, tokenizer),
        parity=parity,
        full_audio=full_audio,
        full_text=full_text,
    )


def pack_of(
    system: System,
    folder: Path,
    *,
    kept: Kept,
    clips: Mapping[str, Sequence[Clip]],
    report: Report,
    probe: Probe | None = None,
    card: Card = system_card,
) -> PackInfo:
    """Makes the pack of a system in `folder`.

    Args:
        system: what to export.
        folder: where the pack shall stand; an older one there is replaced.
        kept: the precision of each graph.
        clips: splits to measure on, by name; curves are fitted on "val". Empty: on the demo library, nothing measured.
        report: told what was found.
        probe: other sounds to fit the curves on.
        card: writes MODEL_CARD.md.

    Raises:
        ExportError: a graph that departs from torch, is too large for a pack, or loses too much in fewer bits.
        EvaluationError: the engine would not work with the pack.
    """
    report("exporting both graphs")
    graphs = graphs_of(system, kept)
    report(f"parity with torch: worst cosine {graphs.parity:.7f}")
    report(f"audio.onnx {len(graphs.audio) / 2**20:.1f} MiB, text.onnx {len(graphs.text) / 2**20:.1f} MiB")
    probe = probe or (clips_probe(clips["val"], system.plan) if clips.get("val") else demo_probe(system.plan))
    report(f"trying it on {probe.what}")
    measured = _measured(system, graphs, kept, probe)
    for line in measured.costs:
        report(line)
    if not measured.is_fitted:
        report("the curves could not be fitted: on these sounds scores do not rise with what is right")

    def write(place: Path, found: Mapping[str, Retrieval]) -> PackInfo:
        metrics = {f"{split}_{name}": value for split in found for name, value in _metrics(found[split]).items()}
        if probe.is_demo and not found:
            metrics["demo_map10"] = measured.probe_map10
        return write_pack(
            place,
            name=system.about.name,
            version=system.about.version,
            dim=system.dim,
            sentence_dim=system.sentence_dim,
            plan=system.plan,
            max_tokens=system.max_tokens,
            calibration=measured.calibration,
            licence=system.about.licence,
            training_data=system.about.training_data,
            metrics=metrics,
            files={
                "audio.onnx": graphs.audio,
                "text.onnx": graphs.text,
                "tokenizer.json": graphs.tokenizer,
                "canonical.npz": canonical_bytes(graphs.canonical),
                "MODEL_CARD.md": card(system, measured, found).encode(),
            },
        )

    found: dict[str, Retrieval] = {}
    if clips:
        with tempfile.TemporaryDirectory(prefix="earshot-pack-") as work:
            write(Path(work) / "pack", {})
            found = {split: evaluate(Path(work) / "pack", part) for split, part in clips.items()}
        for split, figures in found.items():
            report(f"{split}: " + "; ".join(figures.lines()))
    info = write(folder, found)
    if not check_canonical(load_pack(folder)).ok:
        raise ExportError(
            f"the engine does not get the vectors that the pack {folder} was made with",
            advice="Export it in another precision.",
        )
    return info


def real_time_factor(audio: bytes, plan: SegmentPlan, seconds: float = 1.0) -> float:
    """Gives how many seconds of sound the audio graph hears in a second of one core, in full windows."""
    session = open_graph(audio)
    waves = np.random.default_rng(0).normal(0.0, 0.1, (1, plan.segment_samples)).astype(np.float32)
    session.run(None, {"waveform": waves})
    begun, runs = time.process_time(), 0
    while runs == 0 or time.process_time() - begun < seconds:
        session.run(None, {"waveform": waves})
        runs += 1
    return runs * plan.segment_s / (time.process_time() - begun)


def _metrics(found: Retrieval) -> dict[str, float]:
    """What pack.json says of a split."""
    named = ("clips", "kinds", "queries", "map10", "recall1", "recall5", "recall10", "random_map10")
    interval = found.figures.map10
    values = {name: float(getattr(found, name)) for name in named}
    return values | {"map10_low": interval.low, "map10_high": interval.high}


def open_tokenizer(system: System) -> Tokenizer:
    """The pack's tokenizer, as the engine opens it."""
    tokenizer = Tokenizer.from_str(system.tokenizer)
    tokenizer.no_padding()
    tokenizer.enable_truncation(system.max_tokens)
    return tokenizer


def _check_sizes(system: System, kept: Kept) -> None:
    """Refuses by its count of parameters what would not fit, before the long work."""
    for name, module, precision in (("audio.onnx", system.audio, kept.audio), ("text.onnx", system.text, kept.text)):
        count = sum(parameter.numel() for parameter in module.parameters())
        if count * 4 > _MOST_TRACED_BYTES:
            raise ExportError(
                f"{name} has {count / 1e6:.0f} million parameters, more than one ONNX file can hold in float32",
                advice="Choose a smaller tower.",
            )
        if count * _BYTES[precision] > MAX_GRAPH_BYTES:
            raise _too_large(name, count * _BYTES[precision], precision)


def _fitting(name: str, data: bytes, precision: Precision) -> bytes:
    """A graph in its precision, of a size that a pack may have."""
    kept = store(data, precision)
    if len(kept) > MAX_GRAPH_BYTES:
        raise _too_large(name, len(kept), precision)
    return kept


def _too_large(name: str, size_bytes: int, precision: Precision) -> ExportError:
    return ExportError(
        f"{name} would have {size_bytes / 2**30:.2f} GiB in {precision}; a pack's graph has at most "
        f"{MAX_GRAPH_BYTES / 2**30:.0f} GiB",
        advice="Keep it in fewer bits: --precision fp16 or int8; --text-precision for the text tower alone.",
    )


def _measured(system: System, graphs: Graphs, kept: Kept, probe: Probe) -> Measured:
    """Tries the graphs on the probe: what fewer bits cost, the curves, the speed."""
    tokenizer = open_tokenizer(system)
    _check_tokens(system, tokenizer, [query.text for query in probe.queries[:200]])
    answers = answer(graphs.audio, graphs.text, tokenizer, probe)
    curves, is_fitted = _curves(system, answers, probe)
    return Measured(
        parity=graphs.parity,
        audio_bytes=len(graphs.audio),
        text_bytes=len(graphs.text),
        kept=kept,
        costs=_costs(answers, graphs, kept, tokenizer, probe),
        probe=probe.what,
        probe_map10=answers.map10(probe),
        real_time=real_time_factor(graphs.audio, system.plan),
        calibration=curves,
        is_fitted=is_fitted,
    )


def _parity(system: System, audio: bytes, text: bytes) -> float:
    """Worst cosine between graphs and torch: every rung for one wave, the shortest for two, texts of three lengths."""
    hear, read = open_graph(audio), open_graph(text)
    rng = np.random.default_rng(7)
    found: list[Floats] = []
    expected: list[Floats] = []
    for batch, samples in [(1, rung) for rung in system.plan.rungs] + [(2, system.plan.rungs[0])]:
        waves = (rng.normal(0.0, 0.1, (batch, samples)) * np.exp(-np.arange(samples) / 16_000.0)).astype(np.float32)
        with torch.inference_mode():
            expected.append(system.audio(torch.from_numpy(waves)).numpy())
        found.append(hear.run(None, {"waveform": waves})[0])
    for texts in (["a"], list(TEXTS), [" and then ".join(TEXTS)]):
        ids, mask = system.tokens(texts)
        with torch.inference_mode():
            expected += [vectors.numpy() for vectors in system.text(ids, mask)]
        found += read.run(["joint", "sentence"], {"ids": ids.numpy(), "mask": mask.numpy()})
    worst = worst_cosine(found, expected)
    if not worst >= PARITY:
        raise ExportError(f"a graph departs from torch: cosine {worst:.7f}", advice=f"It must be {PARITY} or more.")
    return worst


def _check_tokens(system: System, tokenizer: Tokenizer, texts: Sequence[str]) -> None:
    """Refuses a tokenizer.json that reads a text otherwise than the model was trained to.

    The end mark of a text that is too long is not compared: one of the papers cuts it off with the rest (§2 of the
    facts: "slice ids and mask to 32"), the engine keeps it.
    """
    for words in [*texts, "Don't -- it's 5 o'clock; RAIN!"]:
        ids, mask = system.tokens([words])
        expected = ids[0, mask[0] == 1].tolist()
        if tokenizer.encode(words).ids[: system.max_tokens - 1] != expected[: system.max_tokens - 1]:
            raise ExportError(
                f"tokenizer.json reads {words!r} as {tokenizer.encode(words).ids}, training as {expected}",
                advice="This tokenizer cannot be brought into a pack as it is.",
            )


def _costs(answers: Answers, graphs: Graphs, kept: Kept, tokenizer: Tokenizer, probe: Probe) -> tuple[str, ...]:
    """What fewer bits cost on the probe, in words; nothing when all is kept in float32.

    Raises:
        ExportError: too much.
    """
    pairs: dict[str, tuple[Floats, Floats]] = {}
    full = answers
    if kept.audio != "fp32" or kept.text != "fp32":
        full = answer(graphs.full_audio, graphs.full_text, tokenizer, probe)
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
    if lines:
        before, after = full.map10(probe), answers.map10(probe)
        lines.append(f"mAP@10 on {probe.what}: {after:.4f}, in float32 {before:.4f} ({after - before:+.4f})")
    return tuple(lines)


def _curves(system: System, answers: Answers, probe: Probe) -> tuple[Calibration, bool]:
    """The pack's curves, and whether they were fitted; else curves of the model's own steepness about the scores seen.

    A model that ranks at random has no curve that fits; such a pack may still be wanted, to look at it.
    """
    sound, meaning = answers.sound_scores(), answers.meaning_scores()
    try:
        return calibrate(probe.queries, sound, meaning), True
    except ValueError:
        top = float(np.quantile(sound.max(axis=1), 0.5))
        near = float(np.quantile(meaning.max(axis=1), 0.5))
        return Calibration(top, system.slope, near, system.slope, fair=0.3, strong=0.75), False


def _canonical(system: System, audio: bytes, text: bytes, tokenizer: Tokenizer) -> Canonical:
    waves = canonical_waves(system.plan.sample_rate_hz)
    (heard,) = open_graph(audio).run(None, {"waveform": waves})
    joint, sentence = read_texts(text, tokenizer, TEXTS)
    return Canonical(waveform=waves, audio_vector=heard, texts=TEXTS, joint=joint, sentence=sentence)
