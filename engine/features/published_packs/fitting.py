"""Fits the curves of a new pack on the demo sounds and the user's named ones, and measures its speed meanwhile.

The demo sounds come with descriptions. A sound of the library counts with the words of its name; names count only where
the model finds sounds by them better than by chance, since many libraries have names that say nothing.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from engine.audio.decode import read
from engine.audio.metadata import read_metadata
from engine.audio.segments import LAST_WINDOW_OVER_S, SegmentPlan, cut
from engine.base.cancellation import Cancel, check
from engine.base.child_processes import child_environment
from engine.base.errors import AudioError, PackError
from engine.base.types import FilePath, Ids, SoundMetadata, Vectors
from engine.ingest.name_text import name_text
from engine.models.calibration import Calibration
from engine.models.curve_fitting import SHOWN, above_chance, calibrate
from engine.models.encoder import AudioEncoder, TextEncoder
from engine.models.pack import Pack
from engine.store.catalogue import Catalogue
from engine.store.connection import FILE_NAME

_MOST_NAMED, _MOST_NAMED_S = 150, 120.0
"""Sounds of the library that are tried at most, and the time that they may take."""
_NAMED_S = (0.3, 30.0)
"""Lengths of sounds whose names are taken for what is heard."""
_MOST_WINDOWS = 2
"""Of each sound."""
_APART = -2.0
"""Below every cosine: sounds that a query is not compared with."""
_SEED = 2024
_POLLED_S = 0.2
"""How often a stop is looked for while the demo sounds are made."""

Step = Callable[[float], None]


class NameQuery(Struct, frozen=True):
    """Words whose sounds are known."""

    text: str
    relevant: frozenset[int]
    cluster: str = ""


class PackTrial(Struct, frozen=True):
    """What came of trying a pack."""

    curves: Calibration
    window_s: float
    """Seconds that a core takes for one window."""
    named: int
    """Sounds of the library that the curves were fitted on too."""


class _Tried(Struct, frozen=True):
    """Sounds with words, and what the pack makes of both."""

    queries: tuple[NameQuery, ...]
    cosines: NDArray[np.float32]
    """float32 [queries, sounds]."""


def make_demo_sounds(folder: Path, cancel: Cancel) -> None:
    """Makes the demo sounds in another process: their code is no part of the engine.

    Raises:
        PackError: they cannot be made.
        StopRequested: `cancel` returned True.
    """
    command = [sys.executable, "-P", "-m", "resources.demo", os.fspath(folder)]
    with subprocess.Popen(
        command, env=child_environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as child:
        try:
            complaint = _complaint(child, cancel)
        except BaseException:
            child.kill()
            raise
    if child.returncode:
        raise PackError(
            f"the demo sounds cannot be made in {folder}: {complaint.strip()[-300:]}",
            advice="Free some space in the folder for temporary files, then try again.",
        )


def try_curves(
    pack: Pack, library: Path, guess: Calibration, demo_folder: Path, *, step: Step, cancel: Cancel
) -> PackTrial:
    """Fits the curves of a pack.

    Args:
        pack: verified.
        library: its folder, in which there may be no library yet.
        guess: kept where a curve cannot be fitted.
        demo_folder: with the demo sounds, as `make_demo_sounds` makes them.
        step: gets the share that is done.
        cancel: polled between sounds.

    Raises:
        PackError: the pack fails.
        LibraryError: the library cannot be read.
        StopRequested: `cancel` returned True.
    """
    audio, words = AudioEncoder(pack, "cpu"), TextEncoder(pack)
    clock = _Clock()
    paths = sorted(demo_folder.rglob("*.wav"))
    texts = [read_metadata(path).description for path in paths]
    names = [name_text(FilePath.of(path), FilePath.of(demo_folder), SoundMetadata()) for path in paths]
    own = _named_sounds(library)
    whole = len(paths) + len(own)
    vectors: list[Vectors | None] = []
    for path in paths:
        check(cancel)
        vectors.append(_windows(FilePath.of(path), audio, pack.info.plan, clock))
        step(len(vectors) / whole)
    demo = _tried(texts, vectors, words)
    meaning = np.asarray(_sentences(words, texts) @ _sentences(words, names).T, dtype=np.float32)
    fitted = calibrate(demo.queries, demo.cosines, meaning, guess)
    vectors, begun_s = [], clock.seconds
    for place, _ in own:
        check(cancel)
        if clock.seconds - begun_s > _MOST_NAMED_S:
            break
        vectors.append(_windows(place, audio, pack.info.plan, clock))
        step((len(paths) + len(vectors)) / whole)
    step(1.0)
    named = _tried([text for _, text in own[: len(vectors)]], vectors, words)
    counts = len(named.cosines.T) >= SHOWN and above_chance(named.queries, named.cosines)
    if counts and fitted.fitted.sound:
        both = _joined(demo, named)
        by_both = calibrate(both.queries, both.cosines, np.zeros_like(both.cosines), fitted)
        fitted = replace(
            fitted,
            sound_midpoint=by_both.sound_midpoint,
            sound_slope=by_both.sound_slope,
            fair=by_both.fair,
            strong=by_both.strong,
        )
    return PackTrial(fitted, clock.seconds / max(1, clock.windows), len(named.cosines.T) if counts else 0)


def windows_of(durations_s: NDArray[np.float64], plan: SegmentPlan) -> int:
    """Returns the number of windows that sounds of these lengths are cut into."""
    beyond_s = np.maximum(0.0, durations_s - plan.segment_s)
    whole = np.floor(beyond_s / plan.hop_s)
    return int((1 + whole + (beyond_s - whole * plan.hop_s > LAST_WINDOW_OVER_S)).sum())


def library_s(library: Path, plan: SegmentPlan, window_s: float) -> tuple[int, float]:
    """Returns the number of a library's sounds and the seconds that all cores take for them, about.

    Raises:
        LibraryError: there is a library, but it cannot be read.
    """
    if not (library / FILE_NAME).is_file():
        return 0, 0.0
    with Catalogue.open(library, read_only=True) as catalogue:
        durations = catalogue.segments.spans().durations_s
    return len(durations), windows_of(durations, plan) * window_s / (os.cpu_count() or 1)


class _Clock:
    """Counts windows, and the time that the pack took for them."""

    def __init__(self) -> None:
        self.windows = 0
        self.seconds = 0.0

    def add(self, windows: int, seconds: float) -> None:
        self.windows += windows
        self.seconds += seconds


def _complaint(child: "subprocess.Popen[bytes]", cancel: Cancel) -> str:
    """Waits for the end of a process and returns what it wrote on standard error."""
    while True:
        check(cancel)
        try:
            return child.communicate(timeout=_POLLED_S)[1].decode(errors="replace")
        except subprocess.TimeoutExpired:
            continue


def _named_sounds(library: Path) -> list[tuple[FilePath, str]]:
    """Short sounds of the library with a name that has words, drawn, one of each name."""
    if not (library / FILE_NAME).is_file():
        return []
    with Catalogue.open(library, read_only=True) as catalogue:
        spans = catalogue.segments.spans()
        fits = (spans.durations_s >= _NAMED_S[0]) & (spans.durations_s <= _NAMED_S[1])
        drawn: Ids = np.random.default_rng(_SEED).permutation(spans.sounds[fits])[: 20 * _MOST_NAMED]
        texts, paths = catalogue.sounds.name_texts(drawn), catalogue.files.paths(drawn)
    found: dict[str, FilePath] = {}
    for sound in drawn.tolist():
        text = texts.get(sound, "").replace(",", "")
        if len([word for word in text.split() if word.isalpha() and len(word) > 2]) >= 2 and sound in paths:
            found.setdefault(text, FilePath(paths[sound]))
    return [(path, text) for text, path in list(found.items())[:_MOST_NAMED]]


def _windows(path: FilePath, audio: AudioEncoder, plan: SegmentPlan, clock: _Clock) -> Vectors | None:
    """The vectors of the first windows of a sound; None if it cannot be read."""
    most_s = plan.segment_s + (_MOST_WINDOWS - 1) * plan.hop_s
    try:
        samples, _ = read(path, plan.sample_rate_hz, mono=True, max_s=most_s)
    except AudioError:
        return None
    segments = cut(samples, plan)
    begun_s = time.perf_counter()
    vectors = audio.encode_segments(segments)
    clock.add(len(segments), time.perf_counter() - begun_s)
    return vectors if len(vectors) else None


def _tried(texts: Sequence[str], vectors: Sequence[Vectors | None], words: TextEncoder) -> _Tried:
    """Each text as the query for its sound; sounds that cannot be read are left out."""
    kept = [(text, own) for text, own in zip(texts, vectors, strict=True) if own is not None]
    queries = tuple(NameQuery(text, frozenset({row}), text) for row, (text, _) in enumerate(kept))
    if not kept:
        return _Tried((), np.empty((0, 0), np.float32))
    joint = words.encode([text for text, _ in kept]).joint
    cosines = np.stack([(joint @ own.T).max(axis=1) for _, own in kept], axis=1)
    return _Tried(queries, np.asarray(cosines, dtype=np.float32))


def _joined(one: _Tried, other: _Tried) -> _Tried:
    """Two sets as one, in which no query is compared with a sound of the other set."""
    first = len(one.queries)
    cosines = np.full((first + len(other.queries),) * 2, _APART, np.float32)
    cosines[:first, :first], cosines[first:, first:] = one.cosines, other.cosines
    moved = [replace(query, relevant=frozenset(row + first for row in query.relevant)) for query in other.queries]
    return _Tried((*one.queries, *moved), cosines)


def _sentences(words: TextEncoder, texts: Sequence[str]) -> Vectors:
    return words.encode(texts).sentence
