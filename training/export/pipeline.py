"""Makes a verified pack of a system: graphs, parity with torch, reduced precision, curves, card, folder."""

import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from msgspec import structs
from numpy.typing import NDArray
from tokenizers import Tokenizer

from engine.base.errors import DeviceError
from engine.models.canonical import Canonical, canonical_bytes
from engine.models.encoder import check_canonical
from engine.models.pack import MAX_GRAPH_BYTES, PackInfo, load_pack, write_pack
from engine.models.providers import available_devices
from training.base.progress import working
from training.data.corpus import Clip
from training.evaluation.retrieval import Retrieval, evaluate
from training.export.graphs import export_tokens, export_waves, worst_cosine
from training.export.precision import Precision, store
from training.export.probe import PackProbe, clips_probe, demo_probe, open_graph, read_texts
from training.export.system import ExportError, GraphPrecision, System
from training.export.system_card import SystemFindings, system_card
from training.export.trial import Graphs, check_tokens, open_tokenizer, try_graphs

__all__ = ["Card", "Graphs", "Report", "graphs_of", "pack_of"]

PARITY = 0.99999
"""Least cosine between an exported graph and torch."""
SAME_WORDS = 0.99
"""Least cosine between another pack's texts, in reduced precision, and the system's own."""
_MOST_TRACED_BYTES = 2_000_000_000
"""An ONNX file is one protobuf message of less than 2 GiB."""
_BYTES = {"fp32": 4, "fp16": 2, "int8": 1}
Report = Callable[[str], None]
Card = Callable[[System, SystemFindings, Mapping[str, Retrieval]], str]
Floats = NDArray[np.float32]
TEXTS = (
    "a dog barking in the distance",
    "rain on a tin roof",
    "short electronic beep",
    "a wooden door creaks open",
    "low rumbling engine",
)


def graphs_of(system: System, kept: GraphPrecision, words_of: Path | None = None) -> Graphs:
    """Exports both towers, checks them against torch and stores them in the given precision.

    Args:
        kept: precision of each graph.
        words_of: a pack whose text.onnx and tokenizer.json are copied byte for byte, so that both packs can share them.

    Raises:
        ExportError: a graph departs from torch or is too large for a pack, the tokenizer reads differently, or the
            other pack's text side is not the system's.
    """
    _check_sizes(system, kept)
    tokenizer = open_tokenizer(system.tokenizer, system.max_tokens)
    check_tokens(system, tokenizer, TEXTS)
    full_audio = export_waves(system.audio, system.plan.rungs[0], system.notes)
    full_text = export_tokens(system.text)
    parity = _parity(system, full_audio, full_text)
    audio, text = _fitting("audio.onnx", full_audio, kept.audio), _fitting("text.onnx", full_text, kept.text)
    tokens = system.tokenizer
    if words_of is not None:
        own = read_texts(text, tokenizer, TEXTS)
        text, tokens = _words(words_of)
        full_text, tokenizer = text, open_tokenizer(tokens, system.max_tokens)
        _check_same(words_of, read_texts(text, tokenizer, TEXTS), own)
    return Graphs(
        audio=audio,
        text=text,
        tokenizer=tokens.encode(),
        canonical=_canonical(system, audio, text, tokenizer),
        parity=parity,
        full_audio=full_audio,
        full_text=full_text,
    )


def pack_of(
    system: System,
    folder: Path,
    *,
    kept: GraphPrecision,
    clips: Mapping[str, Sequence[Clip]],
    report: Report,
    probe: PackProbe | None = None,
    card: Card = system_card,
    words_of: Path | None = None,
    known: Sequence[Sequence[str]] = (),
) -> PackInfo:
    """Makes the pack of a system in `folder`.

    Args:
        folder: folder of the pack; an older one is replaced.
        kept: precision of each graph.
        clips: splits to measure on, by name; curves are fitted on "val". Empty: fitted on the demo library, no figures.
        report: told the findings.
        probe: other sounds to fit the curves on.
        card: writes MODEL_CARD.md.
        words_of: a pack whose text side is copied byte for byte; see `graphs_of`.
        known: captions of each kind in training; see `training.export.kinds`.

    Raises:
        ExportError: a graph departs from torch, is too large for a pack, or loses too much in reduced precision.
        EvaluationError: the engine would not work with the pack.
    """
    report("exporting both graphs")
    with working("exporting both graphs"):
        graphs = graphs_of(system, kept, words_of)
    report(f"parity with torch: worst cosine {graphs.parity:.7f}")
    report(f"audio.onnx {len(graphs.audio) / 2**20:.1f} MiB, text.onnx {len(graphs.text) / 2**20:.1f} MiB")
    probe = probe or (clips_probe(clips["val"], system.plan) if clips.get("val") else demo_probe(system.plan))
    report(f"trying it on {probe.what}")
    with working("trying both graphs"):
        measured = try_graphs(system, graphs, kept, probe, known)
    graphs = replace(graphs, canonical=structs.replace(graphs.canonical, kinds=measured.kinds))
    fitted = measured.calibration.fitted
    for line in (*measured.costs, *([measured.kinds_said] if measured.kinds_said else [])):
        report(line)
    for which, is_fitted in (("sounds", fitted.sound), ("names", fitted.name)):
        if not is_fitted:
            report(f"the curve of {which} was not fitted: here what is right scores no higher than chance")

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
    for device in [name for name in ("cpu", "cuda") if name in available_devices()]:
        _check_on(device, folder, report)
    return info


def _check_on(device: str, folder: Path, report: Report) -> None:
    try:
        checked = check_canonical(load_pack(folder), device)
    except DeviceError as err:
        report(f"not checked on {device}: {err}")
        return
    worst = min(checked.worst_audio_cosine, checked.worst_text_cosine)
    if not checked.ok:
        raise ExportError(
            f"on {device} the engine does not get the vectors that the pack {folder} was made with: cosine {worst:.5f}",
            advice="Export it in another precision.",
        )
    report(f"by the engine on {device}: worst cosine {worst:.6f}")


def _metrics(found: Retrieval) -> dict[str, float]:
    named = ("clips", "kinds", "queries", "map10", "recall1", "recall5", "recall10", "random_map10")
    interval = found.figures.map10
    values = {name: float(getattr(found, name)) for name in named}
    return values | {"map10_low": interval.low, "map10_high": interval.high}


def _check_sizes(system: System, kept: GraphPrecision) -> None:
    """Refuses oversized graphs by their parameter count, before the long work."""
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
    kept = store(data, precision)
    if len(kept) > MAX_GRAPH_BYTES:
        raise _too_large(name, len(kept), precision)
    return kept


def _words(pack: Path) -> tuple[bytes, str]:
    whole = load_pack(pack)
    return whole.take("text.onnx"), whole.take("tokenizer.json").decode()


def _check_same(pack: Path, theirs: tuple[Floats, Floats], own: tuple[Floats, Floats]) -> None:
    """Refuses another pack's text side that is not the system's."""
    worst = worst_cosine(theirs, own)
    if not worst >= SAME_WORDS:
        raise ExportError(
            f"the words of {pack} are not those of this model: cosine {worst:.5f}",
            advice="Name the pack that it learnt to follow.",
        )


def _too_large(name: str, size_bytes: int, precision: Precision) -> ExportError:
    return ExportError(
        f"{name} would have {size_bytes / 2**30:.2f} GiB in {precision}; a pack's graph has at most "
        f"{MAX_GRAPH_BYTES / 2**30:.0f} GiB",
        advice="Keep it in fewer bits: --precision fp16 or int8; --text-precision for the text tower alone.",
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


def _canonical(system: System, audio: bytes, text: bytes, tokenizer: Tokenizer) -> Canonical:
    waves = canonical_waves(system.plan.sample_rate_hz)
    (heard,) = open_graph(audio).run(None, {"waveform": waves})
    joint, sentence = read_texts(text, tokenizer, TEXTS)
    return Canonical(waveform=waves, audio_vector=heard, texts=TEXTS, joint=joint, sentence=sentence)


def canonical_waves(sample_rate_hz: int) -> NDArray[np.float32]:
    """Returns a tone, a sweep, clicks and noise, float32 [4, T], one second each, the same on every machine."""
    seconds = np.arange(sample_rate_hz) / sample_rate_hz
    tone = 0.5 * np.sin(2 * np.pi * 440.0 * seconds)
    sweep = 0.5 * np.sin(2 * np.pi * (100.0 * seconds + 0.5 * 7900.0 * seconds**2))
    clicks = np.where(np.arange(sample_rate_hz) % (sample_rate_hz // 8) < 32, 0.8, 0.0)
    noise = np.random.default_rng(20_260).uniform(-0.3, 0.3, sample_rate_hz)
    return np.stack([tone, sweep, clicks, noise]).astype(np.float32)
