"""A few sounds with descriptions, to fit a model's curves and judge its rounding before it is a pack.

Either a split of a corpus, or, where there is none, the demo library that Earshot synthesises itself: enough to see
what rounding costs and to place the curves roughly, not enough to say how good a model is.
"""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from tokenizers import Tokenizer

from engine.audio import decode
from engine.audio.segments import SegmentPlan, cut
from engine.errors import EngineError
from engine.ingest.names import name_text
from engine.types import FilePath, SoundMetadata, Waves
from resources.demo.library import make_demo, recipes
from training.data.corpus import Clip
from training.export.system import ExportError
from training.measures.listening import CaptionQuery, best_scores, queries_of
from training.measures.metrics import mean_average_precision
from training.progress import follow

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class PackProbe:
    """Sounds cut as the pack wants them, and what they are searched for by."""

    what: str
    """For people: "the demo library: 86 sounds"."""
    is_demo: bool
    """Whether the figures say anything of how good the model is."""
    windows: tuple[tuple[Waves, ...], ...]
    """Of each sound; none of one that cannot be read."""
    names: tuple[str, ...]
    """The words the engine would make each sound's name vector of."""
    queries: tuple[CaptionQuery, ...]


@dataclass(frozen=True, slots=True)
class Answers:
    """What a model made of a probe."""

    vectors: Floats
    """float32 [windows, D]."""
    owners: NDArray[np.int64]
    """The sound each window belongs to, int64 [windows]."""
    joint: Floats
    """float32 [queries, D]."""
    sentence: Floats
    """float32 [queries, E]."""
    names: Floats
    """float32 [sounds, E]."""

    def sound_scores(self) -> Floats:
        """Cosine of each query with each sound's best window, float32 [queries, sounds]."""
        return best_scores(self.joint, self.vectors, self.owners, len(self.names))

    def meaning_scores(self) -> Floats:
        """Cosine of each query with each name, float32 [queries, sounds]."""
        return np.asarray(self.sentence @ self.names.T, dtype=np.float32)

    def map10(self, probe: PackProbe) -> float:
        """mAP@10 of the queries by sound, ties by place."""
        ranked = [np.argsort(-row, kind="stable")[:10].tolist() for row in self.sound_scores()]
        return mean_average_precision(ranked, [query.relevant for query in probe.queries])


def demo_probe(plan: SegmentPlan) -> PackProbe:
    """Gives the demo library, each sound searched for by its description."""
    with tempfile.TemporaryDirectory(prefix="earshot-probe-") as work:
        root = Path(work)
        paths = make_demo(root)
        windows = tuple(_windows(path, plan) for path in paths)
        names = tuple(name_text(FilePath.of(path), FilePath.of(root), SoundMetadata()) for path in paths)
    queries = tuple(CaptionQuery(recipe.text, frozenset({row})) for row, recipe in enumerate(recipes()))
    return PackProbe(f"the demo library: {len(windows)} synthesised sounds", True, windows, names, queries)


def clips_probe(clips: Sequence[Clip], plan: SegmentPlan) -> PackProbe:
    """Gives the clips of a split."""
    windows = tuple(_windows_of(clip, plan) for clip in clips)
    names = tuple(name_of(clip) for clip in clips)
    lost = sum(not sound for sound in windows)
    what = f"{len(clips)} clips of the val split" + (f" ({lost} of which cannot be read)" if lost else "")
    return PackProbe(what, False, windows, names, tuple(queries_of(clips)))


def name_of(clip: Clip) -> str:
    """The words the engine would make the name vector of, had the clip its original name."""
    root = FilePath.of(f"/{clip.source}")
    return name_text(FilePath.of(f"/{clip.source}/{clip.original_path}"), root, SoundMetadata())


def _windows_of(clip: Clip, plan: SegmentPlan) -> tuple[Waves, ...]:
    """The windows of a clip's stretch of its file; none of one that cannot be read."""
    try:
        samples, _ = decode.read(clip.path, plan.sample_rate_hz)
    except EngineError:
        return ()
    if clip.start_s > 0.0:
        first = round(clip.start_s * plan.sample_rate_hz)
        samples = samples[first : first + round(clip.duration_s * plan.sample_rate_hz)]
    return tuple(segment.wave for segment in cut(samples, plan))


def _windows(path: Path, plan: SegmentPlan) -> tuple[Waves, ...]:
    samples, _ = decode.read(path, plan.sample_rate_hz)
    return tuple(segment.wave for segment in cut(samples, plan))


def answer(audio: bytes, text: bytes, tokenizer: Tokenizer, probe: PackProbe) -> Answers:
    """Runs both graphs over a probe, each wave and each text by itself, as the engine does.

    Args:
        audio: audio.onnx.
        text: text.onnx.
        tokenizer: cutting at the pack's length.
        probe: what to run.

    Raises:
        ExportError: there is nothing to hear.
    """
    if not any(probe.windows):
        raise ExportError(f"not one sound of {probe.what} can be read", advice="Check the corpus, or leave it out.")
    hear = open_graph(audio)
    vectors = [
        hear.run(None, {"waveform": wave[None]})[0]
        for sound in follow(probe.windows, "embedding sounds")
        for wave in sound
    ]
    owners = np.repeat(np.arange(len(probe.windows)), [len(sound) for sound in probe.windows])
    joint, sentence = read_texts(text, tokenizer, [query.text for query in probe.queries])
    _, names = read_texts(text, tokenizer, probe.names)
    return Answers(np.concatenate(vectors), owners.astype(np.int64), joint, sentence, names)


def read_texts(text: bytes, tokenizer: Tokenizer, texts: Sequence[str]) -> tuple[Floats, Floats]:
    """Gives joint, float32 [N, D], and sentence vectors, float32 [N, E], of texts."""
    read = open_graph(text)
    rows = []
    for words in texts:
        ids = np.array([tokenizer.encode(words).ids], dtype=np.int64)
        rows.append(read.run(["joint", "sentence"], {"ids": ids, "mask": np.ones_like(ids)}))
    return np.concatenate([row[0] for row in rows]), np.concatenate([row[1] for row in rows])


def open_graph(data: bytes) -> onnxruntime.InferenceSession:
    """Opens a graph on one CPU thread."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
