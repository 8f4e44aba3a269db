"""From a checkpoint to a verified pack: graphs, parity, curves, canonical vectors, figures through the engine, card."""

import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from numpy.typing import NDArray

from engine.audio.segments import SegmentPlan
from engine.errors import EngineError
from engine.ingest.names import name_text
from engine.models.calibration import Calibration
from engine.models.canonical import Canonical, canonical_bytes
from engine.models.pack import PackInfo, write_pack
from engine.types import FilePath, SoundMetadata
from training.config import Config
from training.data.corpus import Clip, only
from training.data.features import caption_vectors, mel_clips
from training.evaluation.listening import best_scores, hear_clips, queries_of
from training.evaluation.retrieval import Retrieval, evaluate
from training.export.calibrate import calibrate
from training.export.canonical import TEXTS, canonical_waves
from training.export.card import Facts, model_card
from training.export.graphs import AudioGraph, TextGraph, export_audio, export_text, worst_cosine
from training.runs.checkpoint import Checkpoint
from training.towers.dual_encoder import DualEncoder
from training.towers.text import load_minilm, load_tokenizer, minilm_folder, token_batch

PARITY = 0.99999
"""Least cosine between the audio graph and torch."""
LICENCE = "GPL-3.0-or-later; text tower from all-MiniLM-L6-v2 (Apache-2.0); trained on the sources its model card names"

Report = Callable[[str], None]
Floats = NDArray[np.float32]


class ExportError(EngineError):
    """A graph that does not compute what was trained."""


@dataclass(frozen=True, slots=True)
class Graphs:
    """Both graphs and what was measured on them."""

    audio: bytes
    text: bytes
    tokenizer: bytes
    parity: float
    """Worst cosine of the audio graph with torch, over batches of 1 and 3 and every rung."""
    int8_sentence: float
    """Mean cosine of the text graph's sentence vectors with the unrounded ones, over the queries of val."""
    canonical: Canonical


def make_graphs(model: DualEncoder, config: Config, texts: Sequence[str]) -> Graphs:
    """Exports both towers and checks them against torch.

    Raises:
        ExportError: the audio graph departs from torch.
    """
    model.eval()
    audio_graph = AudioGraph(model).eval()
    audio = export_audio(audio_graph)
    parity = audio_parity(audio, audio_graph, config.plan)
    if parity < PARITY:
        raise ExportError(f"audio.onnx departs from torch: cosine {parity:.7f}", advice=f"It must be {PARITY} or more.")
    folder = minilm_folder()
    text_config = config.model.text
    encoder, tokenizer = load_minilm(folder), load_tokenizer(folder, text_config.max_tokens)
    text_graph = TextGraph(model, encoder).eval()
    text = export_text(text_graph)
    session = open_graph(text)
    cosines: list[Floats] = []
    for start in range(0, len(texts), 64):
        ids, mask = token_batch(tokenizer, texts[start : start + 64])
        with torch.inference_mode():
            _, expected = text_graph(ids, mask)
        _, found = session.run(None, {"ids": ids.numpy(), "mask": mask.numpy()})
        cosines.append((found * expected.numpy()).sum(axis=1))
    waves = canonical_waves(config.plan.sample_rate_hz)
    ids, mask = token_batch(tokenizer, TEXTS)
    joint, sentence = session.run(None, {"ids": ids.numpy(), "mask": mask.numpy()})
    with torch.inference_mode():
        heard = audio_graph(torch.from_numpy(waves)).numpy()
    return Graphs(
        audio=audio,
        text=text,
        tokenizer=(folder / "tokenizer.json").read_bytes(),
        parity=parity,
        int8_sentence=float(np.concatenate(cosines).mean()),
        canonical=Canonical(waveform=waves, audio_vector=heard, texts=TEXTS, joint=joint, sentence=sentence),
    )


def audio_parity(data: bytes, graph: AudioGraph, plan: SegmentPlan) -> float:
    """Gives the worst cosine between audio.onnx and torch, over batches of 1 and 3 and the length of every rung."""
    session = open_graph(data)
    rng = np.random.default_rng(7)
    found: list[Floats] = []
    expected: list[Floats] = []
    for samples in plan.rungs:
        for batch in (1, 3):
            waves = (rng.normal(0.0, 0.1, (batch, samples)) * np.exp(-np.arange(samples) / 8000.0)).astype(np.float32)
            with torch.inference_mode():
                expected.append(graph(torch.from_numpy(waves)).numpy())
            found.append(session.run(None, {"waveform": waves})[0])
    return worst_cosine(found, expected)


def open_graph(data: bytes) -> onnxruntime.InferenceSession:
    """Opens a graph on one CPU thread."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])


def fit_curves(model: DualEncoder, val: Sequence[Clip], config: Config, cache: Path, report: Report) -> Calibration:
    """Fits the pack's curves on the val split: by sound, and by the meaning of the clips' original names."""
    queries = queries_of(val)
    pictures = mel_clips(val, config.model.front_end, cache, report)
    frame_rate_hz = config.model.front_end.sample_rate_hz / config.model.front_end.hop
    vectors, owners = hear_clips(model, pictures, config.plan, frame_rate_hz)
    sentences = caption_vectors([query.text for query in queries], config.model.text, cache)
    names = caption_vectors([name_of(clip) for clip in val], config.model.text, cache)
    with torch.inference_mode():
        joint = model.read(sentences).numpy()
    sound = best_scores(joint, vectors, owners, len(val))
    return calibrate(queries, sound, (sentences @ names.T).numpy())


def name_of(clip: Clip) -> str:
    """The words the engine would make the name vector of, had the clip its original name."""
    root = FilePath.of(f"/{clip.source}")
    return name_text(FilePath.of(f"/{clip.source}/{clip.original_path}"), root, SoundMetadata())


def real_time_factor(audio: bytes, plan: SegmentPlan, seconds: float = 3.0) -> float:
    """Gives how many seconds of sound the audio graph hears in a second of one core, in full windows."""
    session = open_graph(audio)
    waves = np.random.default_rng(0).normal(0.0, 0.1, (1, plan.segment_samples)).astype(np.float32)
    session.run(None, {"waveform": waves})
    begun, runs = time.process_time(), 0
    while time.process_time() - begun < seconds:
        session.run(None, {"waveform": waves})
        runs += 1
    return runs * plan.segment_s / (time.process_time() - begun)


def make_pack(checkpoint: Checkpoint, clips: Sequence[Clip], cache: Path, folder: Path, report: Report) -> PackInfo:
    """Makes the pack of a checkpoint in `folder`: exported, calibrated on val, measured on val and test by the engine.

    Raises:
        ExportError: the audio graph departs from torch.
        EvaluationError: the engine would not work with the pack.
    """
    config = checkpoint.config
    val, test = only(list(clips), "val"), only(list(clips), "test")
    model = DualEncoder(config.model)
    model.load_state_dict(checkpoint.weights)
    model.eval()
    graphs = make_graphs(model, config, [query.text for query in queries_of(val)])
    report(f"audio.onnx: worst cosine with torch {graphs.parity:.7f}; text.onnx: {graphs.int8_sentence:.5f} for int8")
    curves = fit_curves(model, val, config, cache, report)
    facts = Facts(
        checkpoint=checkpoint,
        parameters=sum(value.numel() for value in model.audio.parameters()),
        parity=graphs.parity,
        int8_sentence=graphs.int8_sentence,
        audio_bytes=len(graphs.audio),
        text_bytes=len(graphs.text),
        real_time=real_time_factor(graphs.audio, config.plan),
        calibration=curves,
    )

    def write(place: Path, found: dict[str, Retrieval]) -> PackInfo:
        metrics = {f"{split}_{name}": float(value) for split in found for name, value in asdict(found[split]).items()}
        return write_pack(
            place,
            name=config.name,
            version=config.version,
            dim=config.model.audio.dim,
            sentence_dim=config.model.text.width,
            plan=config.plan,
            max_tokens=config.model.text.max_tokens,
            calibration=curves,
            licence=LICENCE,
            training_data=f"{len(only(list(clips), 'train'))} openly licensed clips; MODEL_CARD.md names every source",
            metrics=metrics,
            files={
                "audio.onnx": graphs.audio,
                "text.onnx": graphs.text,
                "tokenizer.json": graphs.tokenizer,
                "canonical.npz": canonical_bytes(graphs.canonical),
                "MODEL_CARD.md": model_card(facts, clips, found).encode(),
            },
        )

    with tempfile.TemporaryDirectory(prefix="earshot-pack-") as work:
        unmeasured = Path(work) / "pack"
        write(unmeasured, {})
        found = {"val": evaluate(unmeasured, val), "test": evaluate(unmeasured, test)}
    for split, figures in found.items():
        report(f"{split}: " + "; ".join(figures.lines()))
    return write(folder, found)
