"""From a system to a verified pack: graphs, parity with torch, fewer bits and what they cost, curves, card, folder."""

import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
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
from training.export.precision import store
from training.export.probe import Answers, Probe, answer, clips_probe, demo_probe, open_graph, read_texts
from training.export.system import ExportError, Kept, System
from training.export.system_card import Measured, system_card

PARITY = 0.99999
"""Least cosine between a graph as exported and torch."""
_LEAST_KEPT = 0.98
"""Least mean cosine that fewer bits must leave; a model that loses more is not to be trusted in that precision."""

Report = Callable[[str], None]
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class _Graph:
    """One graph as exported and as it will stand in the pack."""

    full: bytes
    kept: bytes


def pack_of(
    system: System,
    folder: Path,
    *,
    kept: Kept,
    clips: dict[str, Sequence[Clip]],
    report: Report,
    probe: Probe | None = None,
) -> PackInfo:
    """Makes the pack of a system in `folder`.

    Args:
        system: what to export.
        folder: where the pack shall stand; an older one there is replaced.
        kept: the precision of each graph.
        clips: splits to measure on, by name; curves are fitted on "val". Empty: on the demo library, nothing measured.
        report: told what was found.
        probe: other sounds to fit the curves on.

    Raises:
        ExportError: a graph that departs from torch, is too large for a pack, or loses too much in fewer bits.
        EvaluationError: the engine would not work with the pack.
    """
    tokenizer = _tokenizer(system)
    report("exporting both graphs")
    audio, text = _export(system, kept)
    parity = _parity(system, audio.full, text.full)
    report(f"parity with torch: worst cosine {parity:.7f}")
    probe = probe or (clips_probe(clips["val"], system.plan) if clips.get("val") else demo_probe(system.plan))
    report(f"trying it on {probe.what}")
    _check_tokens(system, tokenizer, [query.text for query in probe.queries])
    answers = answer(audio.kept, text.kept, tokenizer, probe)
    costs = _costs(answers, audio, text, tokenizer, probe, kept)
    for line in costs:
        report(line)
    curves, is_fitted = _curves(system, answers, probe)
    if not is_fitted:
        report("the curves could not be fitted: on these sounds scores do not rise with what is right")
    measured = Measured(
        parity=parity,
        audio_bytes=len(audio.kept),
        text_bytes=len(text.kept),
        kept=kept,
        costs=tuple(costs),
        probe=probe.what,
        probe_map10=answers.map10(probe),
        real_time=real_time_factor(audio.kept, system.plan),
        calibration=curves,
        is_fitted=is_fitted,
    )
    report(f"audio.onnx {len(audio.kept) / 2**20:.1f} MiB, text.onnx {len(text.kept) / 2**20:.1f} MiB")
    canonical = canonical_bytes(_canonical(system, audio.kept, text.kept, tokenizer))

    def write(place: Path, found: dict[str, Retrieval]) -> PackInfo:
        metrics = {f"{split}_{name}": float(value) for split in found for name, value in asdict(found[split]).items()}
        metrics |= {} if found else {"demo_map10": measured.probe_map10} if probe.is_demo else {}
        return write_pack(
            place,
            name=system.about.name,
            version=system.about.version,
            dim=system.dim,
            sentence_dim=system.sentence_dim,
            plan=system.plan,
            max_tokens=system.max_tokens,
            calibration=curves,
            licence=system.about.licence,
            training_data=system.about.training_data,
            metrics=metrics,
            files={
                "audio.onnx": audio.kept,
                "text.onnx": text.kept,
                "tokenizer.json": system.tokenizer.encode(),
                "canonical.npz": canonical,
                "MODEL_CARD.md": system_card(system, measured, found).encode(),
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


def _tokenizer(system: System) -> Tokenizer:
    """The pack's tokenizer, as the engine opens it."""
    tokenizer = Tokenizer.from_str(system.tokenizer)
    tokenizer.no_padding()
    tokenizer.enable_truncation(system.max_tokens)
    return tokenizer


def _export(system: System, kept: Kept) -> tuple[_Graph, _Graph]:
    """Both graphs, in full and as kept, of sizes that a pack may have."""
    graphs = []
    full = (
        export_waves(system.audio, system.plan.sample_rate_hz, system.notes),
        export_tokens(system.text),
    )
    for name, data, precision in zip(("audio.onnx", "text.onnx"), full, (kept.audio, kept.text), strict=True):
        graph = _Graph(data, store(data, precision))
        if len(graph.kept) > MAX_GRAPH_BYTES:
            raise ExportError(
                f"{name} would have {len(graph.kept) / 2**30:.2f} GiB in {precision}; a pack's graph has at most "
                f"{MAX_GRAPH_BYTES / 2**30:.0f} GiB",
                advice="Keep it in fewer bits: --precision fp16 or int8.",
            )
        graphs.append(graph)
    return graphs[0], graphs[1]


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
    for words in [*texts[:200], *TEXTS, "Don't -- it's 5 o'clock; RAIN!"]:
        ids, mask = system.tokens([words])
        expected = ids[0, mask[0] == 1].tolist()
        if tokenizer.encode(words).ids[: system.max_tokens - 1] != expected[: system.max_tokens - 1]:
            raise ExportError(
                f"tokenizer.json reads {words!r} as {tokenizer.encode(words).ids}, training as {expected}",
                advice="This tokenizer cannot be brought into a pack as it is.",
            )


def _costs(answers: Answers, audio: _Graph, text: _Graph, tokenizer: Tokenizer, probe: Probe, kept: Kept) -> list[str]:
    """What fewer bits cost on the probe, in words; nothing when all is kept in float32.

    Raises:
        ExportError: too much.
    """
    if audio.full is audio.kept and text.full is text.kept:
        return []
    full = answer(audio.full, text.full, tokenizer, probe)
    pairs = {
        f"audio.onnx in {kept.audio}": (answers.vectors, full.vectors),
        f"text.onnx in {kept.text}, joint": (answers.joint, full.joint),
        f"text.onnx in {kept.text}, sentence": (answers.sentence, full.sentence),
    }
    lines = []
    for what, (found, expected) in pairs.items():
        cosines = np.sum(found.astype(np.float64) * expected, axis=1)
        lines.append(f"{what}: cosine with float32 {cosines.mean():.5f} on average, {cosines.min():.5f} at worst")
        if cosines.mean() < _LEAST_KEPT:
            raise ExportError(lines[-1], advice="Keep it in more bits: --precision fp16 or fp32.")
    before, after = full.map10(probe), answers.map10(probe)
    lines.append(f"mAP@10 on {probe.what}: {after:.4f}, in float32 {before:.4f} ({after - before:+.4f})")
    return lines


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
