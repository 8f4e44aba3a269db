"""Measures packs on public sets by the published protocols, with intervals and processing speed.

The engine's own code decodes, cuts and embeds the sounds, once for all figures of a pack; queries and labels are
compared with a sound's best window, as in a search by sound alone.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.audio import decode
from engine.audio.segments import Segment, cut
from engine.base.errors import AudioError
from engine.models.encoder import AudioEncoder, TextEncoder
from engine.models.pack import Pack, load_pack
from training.base.progress import follow
from training.data.corpora.audiocaps import read_audiocaps
from training.data.corpora.clotho import read_clotho
from training.data.corpora.dcase2025 import read_dcase2025
from training.data.corpora.labelled_sets import LabelledSet, read_esc50, read_fsd50k, read_urbansound8k
from training.data.corpora.sounddescs import read_sounddescs
from training.data.corpus import Clip, CorpusError
from training.evaluation.public_sets import MEAN, SETS, TEMPLATES, PublicSet, PublicTask, freesound_ids
from training.evaluation.ranking import ranked_rows
from training.measures.bootstrap import Interval, QueryGroup, interval, interval_of_means
from training.measures.caption_queries import CaptionQuery, pairs_of, queries_of
from training.measures.metrics import Metric, challenge_average_precision, is_found

Vectors = NDArray[np.float32]
_AHEAD = 16
_READERS = 2
_QUERIES_AT_ONCE = 256
_LABELLED: dict[str, Callable[[Path], LabelledSet]] = {
    "esc50": read_esc50,
    "urbansound8k": read_urbansound8k,
    "fsd50k": read_fsd50k,
}


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of a file."""

    path: Path
    start_s: float = 0.0
    end_s: float | None = None


@dataclass(frozen=True, slots=True)
class AvailableSet:
    """The available part of a set."""

    stretches: tuple[Stretch, ...]
    recordings: tuple[str, ...]
    """Recording of each sound; intervals resample whole recordings."""
    absent: int
    """Listed sounds that are missing or unreadable."""
    labelled: LabelledSet | None = None
    clips: tuple[Clip, ...] = ()
    queries: tuple[CaptionQuery, ...] = ()


@dataclass(frozen=True, slots=True)
class PackFigures:
    """The result of one pack."""

    pack: str
    pack_id: str
    learnt_from: str
    unread: int
    real_time: float
    """Seconds of sound decoded and embedded in a second, by one thread of the graph."""
    figures: dict[str, Interval]


@dataclass(frozen=True, slots=True)
class PublicFigures:
    """All packs on one set."""

    about: PublicSet
    sounds: int
    absent: int
    shared: int
    """Recordings whose Freesound id also names a file of Earshot's corpus."""
    packs: tuple[PackFigures, ...]

    @property
    def is_whole(self) -> bool:
        """Whether every sound of the published part was measured."""
        return self.sounds == self.about.sounds and not self.absent and not any(one.unread for one in self.packs)

    def record(self) -> dict[str, Any]:
        packs = [
            {**asdict(one), "figures": {name: asdict(measured) for name, measured in one.figures.items()}}
            for one in self.packs
        ]
        about = {"benchmark": self.about.name, "title": self.about.title, "protocol": self.about.protocol}
        counts = {"sounds": self.sounds, "published_sounds": self.about.sounds, "absent": self.absent}
        overlap = {"overlap": self.about.overlap, "shared_recordings": self.shared}
        return {**about, **counts, "whole": self.is_whole, **overlap, "packs": packs}

    def lines(self) -> list[str]:
        whole = "" if self.is_whole else ": NOT WHOLE, so not to be compared with published figures"
        names = list(self.packs[0].figures)
        head = ["pack", *names, "× real time"]
        rows = [
            [one.pack, *(_shown(one.figures[name]) for name in names), f"{one.real_time:.0f}"] for one in self.packs
        ]
        return [
            self.about.title,
            f"{self.sounds} of {self.about.sounds} sounds{whole}",
            self.about.protocol,
            "In brackets the 95 % interval. Sounds were decoded and heard by one thread, in this run.",
            f"Overlap: {self.about.overlap} {self.shared} of its recordings are in the corpus by their Freesound id.",
            "",
            *(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows)),
            "",
            *(f"{one.pack} says it learnt from: {one.learnt_from}" for one in self.packs),
        ]


def open_set(name: str, folder: Path | None) -> AvailableSet:
    """Reads a set.

    Raises:
        CorpusError: no folder was named, or the set is not in it; states the set's source and size.
    """
    about = SETS[name]
    advice = f"It is had from {about.source} ({about.size}). Name its folder: --data DIR."
    if folder is None:
        raise CorpusError(f"{about.title} is not at hand", advice=advice)
    try:
        found = _of_labels(_LABELLED[name](folder)) if name in _LABELLED else _of_captions(name, folder)
    except CorpusError as err:
        raise CorpusError(f"{about.title} cannot be read: {err}", advice=advice) from err
    if not found.stretches:
        raise CorpusError(f"{about.title}: not one of its sounds is in {folder}", advice=advice)
    return found


def measure(name: str, at_hand: AvailableSet, packs: Sequence[Path], device: str = "cpu") -> PublicFigures:
    """Measures packs on a set.

    Args:
        at_hand: set from `open_set`.
        packs: folders of at least one pack.

    Raises:
        PackError: a pack is missing or damaged.
        DeviceError: the device is unusable.
    """
    about = SETS[name]
    shared = len(set(at_hand.recordings) & freesound_ids())
    found = tuple(_of_pack(about, at_hand, load_pack(folder), device) for folder in packs)
    return PublicFigures(about, len(at_hand.stretches), at_hand.absent, shared, found)


def class_precision(scores: NDArray[np.float64], right: NDArray[np.bool_]) -> float:
    """Returns the average precision of one class: the sum of (R_n - R_n-1) P_n over the thresholds.

    Sounds of equal score share a threshold, so their order does not count.

    Args:
        scores: [sounds].
        right: [sounds], at least one true.
    """
    order = np.argsort(-scores, kind="stable")
    last = np.append(np.flatnonzero(np.diff(scores[order])), len(order) - 1)
    hits = np.cumsum(right[order])[last]
    steps = np.diff(hits, prepend=0) / right.sum()
    return float((steps * hits / (last + 1)).sum())


def _of_labels(labelled: LabelledSet) -> AvailableSet:
    stretches = tuple(Stretch(sound.path) for sound in labelled.sounds)
    return AvailableSet(
        stretches, tuple(sound.recording for sound in labelled.sounds), len(labelled.absent), labelled=labelled
    )


def _of_captions(name: str, folder: Path) -> AvailableSet:
    read, part = {
        "clotho": (read_clotho, "evaluation"),
        "audiocaps": (read_audiocaps, "test"),
        "sounddescs": (read_sounddescs, "test"),
        "dcase": (read_dcase2025, "evaluation"),
    }[name]
    reading = read(folder, part)
    clips = reading.clips
    # The challenge's queries have several right sounds; elsewhere each caption has one.
    queries = queries_of(clips) if name == "dcase" else pairs_of(clips)
    stretches = tuple(
        Stretch(clip.path, clip.start_s, clip.start_s + clip.duration_s if clip.start_s else None) for clip in clips
    )
    recordings = tuple(clip.group.partition("/")[2] or clip.id for clip in clips)
    return AvailableSet(stretches, recordings, len(reading.left_out), clips=clips, queries=tuple(queries))


def _of_pack(about: PublicSet, at_hand: AvailableSet, pack: Pack, device: str) -> PackFigures:
    info = pack.info
    begun_s = time.perf_counter()
    vectors, counts, audio_s = _heard(pack, at_hand.stretches, device)
    real_time = audio_s / max(time.perf_counter() - begun_s, 1e-9)
    text = TextEncoder(pack)
    if at_hand.labelled is None:
        figures = _retrieval(at_hand, text, vectors, counts, by_judges=about.name == "dcase")
    else:
        figures = _zero_shot(about.task, at_hand, at_hand.labelled, text, vectors, counts)
    named = f"{info.name} {info.version}"
    return PackFigures(named, info.pack_id, info.training_data, int((counts == 0).sum()), real_time, figures)


def _heard(pack: Pack, stretches: Sequence[Stretch], device: str) -> tuple[Vectors, NDArray[np.int64], float]:
    """Returns vectors, float32 [windows, D], the window count of each sound, int64 [sounds], and the seconds heard."""
    plan, audio = pack.info.plan, AudioEncoder(pack, device)

    def cut_up(stretch: Stretch) -> tuple[list[Segment], float]:
        try:
            samples, _ = decode.read(stretch.path, plan.sample_rate_hz, start_s=stretch.start_s, end_s=stretch.end_s)
        except AudioError:
            return [], 0.0
        return cut(samples, plan), len(samples) / plan.sample_rate_hz

    vectors, counts, audio_s = [np.empty((0, pack.info.dim), np.float32)], np.zeros(len(stretches), np.int64), 0.0
    blocks = [range(first, min(first + _AHEAD, len(stretches))) for first in range(0, len(stretches), _AHEAD)]
    with ThreadPoolExecutor(_READERS) as readers:
        for block in follow(blocks, f"hearing {len(stretches)} sounds with {pack.info.name}"):
            for row, (segments, seconds) in zip(
                block, readers.map(cut_up, [stretches[row] for row in block]), strict=True
            ):
                if segments:
                    vectors.append(audio.encode_segments(segments))
                    counts[row], audio_s = len(segments), audio_s + seconds
    return np.concatenate(vectors), counts, audio_s


def _best(texts: Vectors, vectors: Vectors, counts: NDArray[np.int64]) -> Vectors:
    """Cosine of each text with each sound's best window, float32 [texts, sounds]; -2 for one without."""
    best = np.full((len(texts), len(counts)), -2.0, np.float32)
    heard = np.flatnonzero(counts)
    if len(heard):
        starts = np.cumsum(counts[heard]) - counts[heard]
        best[:, heard] = np.maximum.reduceat(texts @ vectors.T, starts, axis=1)
    return best


def _zero_shot(
    task: PublicTask,
    at_hand: AvailableSet,
    labelled: LabelledSet,
    text: TextEncoder,
    vectors: Vectors,
    counts: NDArray[np.int64],
) -> dict[str, Interval]:
    asked = [text.encode([template.format(label) for label in labelled.classes]).joint for template in TEMPLATES]
    mean = np.mean(asked, axis=0)
    mean /= np.maximum(np.linalg.norm(mean, axis=1, keepdims=True), 1e-12)
    figure = _accuracy if task is PublicTask.ACCURACY else _mean_precision
    named = dict(zip([f"{task}, “{template.format('label')}”" for template in TEMPLATES], asked, strict=True))
    named[f"{task}, {MEAN}"] = mean
    return {
        name: figure(_best(np.asarray(joint, np.float32), vectors, counts), labelled, at_hand)
        for name, joint in named.items()
    }


def _accuracy(scores: Vectors, labelled: LabelledSet, at_hand: AvailableSet) -> Interval:
    """Mean accuracy over the folds; unreadable sounds count as wrong, and whole recordings are resampled."""
    said = scores.argmax(axis=0)
    groups = []
    for fold in sorted({sound.fold for sound in labelled.sounds}):
        rows = [row for row, sound in enumerate(labelled.sounds) if sound.fold == fold]
        right = np.array([scores[0, row] > -2.0 and said[row] in labelled.sounds[row].labels for row in rows], float)
        groups.append(QueryGroup(right, [at_hand.recordings[row] for row in rows]))
    return interval_of_means(groups)


def _mean_precision(scores: Vectors, labelled: LabelledSet, at_hand: AvailableSet) -> Interval:
    right = np.zeros(scores.shape, np.bool_)
    for row, sound in enumerate(labelled.sounds):
        right[sorted(sound.labels), row] = True
    known = np.flatnonzero(right.any(axis=1))
    return interval(np.array([class_precision(scores[one].astype(np.float64), right[one]) for one in known]))


def _retrieval(
    at_hand: AvailableSet, text: TextEncoder, vectors: Vectors, counts: NDArray[np.int64], *, by_judges: bool
) -> dict[str, Interval]:
    """R@1, 5 and 10, mAP@10 and mAP@16; queries of one recording are resampled together, judged ones separately."""
    queries = at_hand.queries
    ranked: list[list[int]] = []
    for first in range(0, len(queries), _QUERIES_AT_ONCE):
        some = queries[first : first + _QUERIES_AT_ONCE]
        scores = _best(text.encode([query.text for query in some]).joint, vectors, counts)
        ranked += [[row for row in rows if counts[row]] for rows in ranked_rows(scores, 16)]
    clusters = None if by_judges else [at_hand.recordings[min(query.relevant)] for query in queries]
    asked: dict[str, tuple[Metric, int]] = {f"R@{k}": (is_found, k) for k in (1, 5, 10)}
    asked |= {f"mAP@{k}": (challenge_average_precision, k) for k in (10, 16)}
    return {
        name: interval(
            np.array([metric(rows, query.relevant, k) for rows, query in zip(ranked, queries, strict=True)]), clusters
        )
        for name, (metric, k) in asked.items()
    }


def _shown(measured: Interval) -> str:
    return f"{measured.value:.3f} ({measured.low:.3f} to {measured.high:.3f})"
