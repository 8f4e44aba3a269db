"""A few described sounds to fit a model's curves and judge its rounding before it is a pack.

Either a split of a corpus, or the demo library that Earshot synthesises: enough to see the cost of rounding and to
place the curves roughly, not enough to say how good a model is.
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
from engine.base.errors import EngineError
from engine.base.types import FilePath, SoundMetadata, Waves
from engine.ingest.name_text import name_text
from resources.demo.library import make_demo, recipes
from training.base.progress import follow
from training.data.corpus import Clip
from training.export.system import ExportError
from training.measures.caption_queries import CaptionQuery, best_scores, queries_of
from training.measures.metrics import mean_average_precision

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class PackProbe:
    """Sounds cut for the pack, and the queries for them."""

    what: str
    """For people: "the demo library: 86 sounds"."""
    is_demo: bool
    """Whether it is the demo library, whose figures do not show how good the model is."""
    windows: tuple[tuple[Waves, ...], ...]
    """Windows of each sound; none for an unreadable one."""
    names: tuple[str, ...]
    """The words that the engine embeds as each sound's name."""
    queries: tuple[CaptionQuery, ...]


@dataclass(frozen=True, slots=True)
class Answers:
    """A model's vectors for a probe."""

    vectors: Floats
    """float32 [windows, D]."""
    owners: NDArray[np.int64]
    """int64 [windows], the sound of each window."""
    joint: Floats
    """float32 [queries, D]."""
    sentence: Floats
    """float32 [queries, E]."""
    names: Floats
    """float32 [sounds, E]."""

    def sound_scores(self) -> Floats:
        """Returns each query's cosine with each sound's best window, float32 [queries, sounds]."""
        return best_scores(self.joint, self.vectors, self.owners, len(self.names))

    def meaning_scores(self) -> Floats:
        """Returns each query's cosine with each name, float32 [queries, sounds]."""
        return np.asarray(self.sentence @ self.names.T, dtype=np.float32)

    def map10(self, probe: PackProbe) -> float:
        """Returns mAP@10 of the queries by sound; ties are ordered by position."""
        ranked = [np.argsort(-row, kind="stable")[:10].tolist() for row in self.sound_scores()]
        return mean_average_precision(ranked, [query.relevant for query in probe.queries])


def demo_probe(plan: SegmentPlan) -> PackProbe:
    """Returns the demo library, with each sound's description as its query."""
    with tempfile.TemporaryDirectory(prefix="earshot-probe-") as work:
        root = Path(work)
        paths = make_demo(root)
        windows = tuple(_windows(path, plan) for path in paths)
        names = tuple(name_text(FilePath.of(path), FilePath.of(root), SoundMetadata()) for path in paths)
    queries = tuple(CaptionQuery(recipe.text, frozenset({row})) for row, recipe in enumerate(recipes()))
    return PackProbe(f"the demo library: {len(windows)} synthesised sounds", True, windows, names, queries)


def clips_probe(clips: Sequence[Clip], plan: SegmentPlan) -> PackProbe:
    """Returns the clips of a split."""
    windows = tuple(_windows_of(clip, plan) for clip in clips)
    names = tuple(name_of(clip) for clip in clips)
    lost = sum(not sound for sound in windows)
    what = f"{len(clips)} clips of the val split" + (f" ({lost} of which cannot be read)" if lost else "")
    return PackProbe(what, False, windows, names, tuple(queries_of(clips)))


def name_of(clip: Clip) -> str:
    """Returns the words that the engine would embed as the name of a clip under its original path."""
    root = FilePath.of(f"/{clip.source}")
    return name_text(FilePath.of(f"/{clip.source}/{clip.original_path}"), root, SoundMetadata())


def _windows_of(clip: Clip, plan: SegmentPlan) -> tuple[Waves, ...]:
    """Windows of a clip's stretch of its file; none if unreadable."""
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
    """Runs both graphs over a probe, each wave and text separately, as the engine does.

    Args:
        tokenizer: truncates at the pack's length.

    Raises:
        ExportError: no sound is readable.
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
    """Returns joint, float32 [N, D], and sentence vectors, float32 [N, E], of texts."""
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
