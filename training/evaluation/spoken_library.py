"""How well `say:` finds words in a library: recorded digits hidden among other sounds, asked for through the engine.

The library is a real one, indexed by the indexing job with the starter pack and a words pack; names say nothing. Beside
stand what order by lot reaches and MFCCs with time warping, which is given a recording of the word by another speaker
and compares whole sounds.
"""

import hashlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.audio.files import AUDIO_SUFFIXES
from engine.errors import AudioError
from engine.ingest.control import Control
from engine.ingest.job import run_job
from engine.ingest.packs import install_folder
from engine.ingest.spec import JobSpec
from engine.library import Library
from engine.speech.features import Features, SpeechConfig, speech_features
from engine.types import FilePath
from training.evaluation.bootstrap import Measured, interval
from training.speech.dtw import dtw_pairs
from training.speech.recordings import read_speech, trimmed
from training.words.utterances import Utterance, WordsError

_ROUNDS = 400
_COMPARED_S = 2.0
"""Of a sound, by time warping."""
_EXAMPLES = 3
"""Recordings of each word that time warping starts from."""


@dataclass(frozen=True, slots=True)
class WordFigures:
    """How well one word is found."""

    word: str
    said: Measured
    """Average precision of `say:`."""
    chance: float
    warped: float
    """Mean average precision of time warping from examples."""
    relevant: int


@dataclass(frozen=True, slots=True)
class LibraryFigures:
    """All words, and what the library is."""

    words: tuple[WordFigures, ...]
    said: Measured
    """Mean over words, drawn anew by word."""
    sounds: int
    spoken: int
    """Sounds in which the engine heard speech."""


def hide(folder: Path, digits: Sequence[Utterance], among: Sequence[Path]) -> dict[bytes, str]:
    """Links all recordings into a folder under names that say nothing; gives the word of each by its path, else ""."""
    folder.mkdir(parents=True, exist_ok=True)
    words: dict[bytes, str] = {}
    for path, word in [*((each.path, each.word) for each in digits), *((each, "") for each in among)]:
        name = hashlib.blake2b(os.fsencode(path), digest_size=8).hexdigest() + path.suffix
        link = folder / name
        if not link.exists():
            link.symlink_to(path.resolve())
        words[FilePath.of(link).raw] = word
    return words


def others(folder: Path, without: Sequence[str], limit: int, seed: int = 1) -> list[Path]:
    """Draws sounds below a folder, those below folders of some names left out."""
    found = [
        path
        for path in sorted(folder.rglob("*"))
        if path.suffix.lower() in AUDIO_SUFFIXES and not set(path.relative_to(folder).parts[:-1]) & set(without)
    ]
    if not found:
        raise WordsError(f"no sounds in {folder}", advice="Name a folder of sounds.")
    order = np.random.default_rng(seed).permutation(len(found))
    return [found[place] for place in sorted(order[:limit].tolist())]


def build(library: Path, folder: Path, pack: Path, report: Callable[[str], None]) -> None:
    """Indexes the folder with the starter pack and listens with the words pack; goes on where it stopped."""
    library.mkdir(parents=True, exist_ok=True)
    install_folder(pack, library)
    finished = run_job(JobSpec(library, (FilePath.of(folder),)), Control(), lambda event: None)
    report(f"{finished.added} sounds taken in, {finished.failed} could not be read, {finished.seconds:.0f} s")


def figures(
    library: Path, words: dict[bytes, str], examples: Sequence[Utterance], config: SpeechConfig
) -> LibraryFigures:
    """Asks for every word.

    Args:
        library: the library's folder.
        words: of every sound by its path, "" for none of them.
        examples: recordings by speakers who are not in it, for time warping.
        config: the features it compares.
    """
    paths = sorted(words)
    relevant = {word: np.array([words[path] == word for path in paths]) for word in sorted({*words.values()} - {""})}
    places = {path: place for place, path in enumerate(paths)}
    warped = _warped(paths, relevant, examples, config)
    found: list[WordFigures] = []
    spoken = 0
    with Library.open(library, read_only=True) as asked:
        for word, is_right in relevant.items():
            ranking = asked.rank(f'say:"{word}"', limit=len(paths))
            spoken = len(ranking)
            hits = asked.hits(ranking, range(len(ranking)))
            order = np.array([places[hit.sound.path.raw] for hit in hits], np.int64)
            said = _measured(order, is_right)
            found.append(WordFigures(word, said, float(is_right.mean()), warped[word], int(is_right.sum())))
    return LibraryFigures(tuple(found), interval(np.array([each.said.value for each in found])), len(paths), spoken)


def average_precision(order: NDArray[np.int64], is_right: NDArray[np.bool_], weights: NDArray[np.float64]) -> float:
    """AP of a ranking of places; what is right and not in it adds nothing.

    Args:
        order: int64 [R], places of `is_right`, best first.
        is_right: bool [N].
        weights: float64 [N], how often each counts.
    """
    total = float((weights * is_right).sum())
    own, right = weights[order], is_right[order]
    seen = np.cumsum(own)
    precision = np.cumsum(own * right) / np.maximum(seen, 1e-12)
    return float((own * right * precision).sum() / total) if total else 0.0


def _measured(order: NDArray[np.int64], is_right: NDArray[np.bool_]) -> Measured:
    count = len(is_right)
    rng = np.random.default_rng(1)
    value = average_precision(order, is_right, np.ones(count))
    drawn = [
        average_precision(order, is_right, rng.multinomial(count, np.full(count, 1.0 / count)).astype(np.float64))
        for _ in range(_ROUNDS)
    ]
    low, high = np.quantile(drawn, [0.025, 0.975])
    return Measured(value, float(low), float(high))


def _warped(
    paths: Sequence[bytes],
    relevant: dict[str, NDArray[np.bool_]],
    examples: Sequence[Utterance],
    config: SpeechConfig,
) -> dict[str, float]:
    """Mean AP of each word by time warping from examples of it."""
    sounds = [_features(FilePath(path).native, config) for path in paths]
    compared = [place for place, sound in enumerate(sounds) if sound is not None]
    held = [sound for sound in sounds if sound is not None]
    found: dict[str, float] = {}
    for word, is_right in relevant.items():
        asked = [each for each in examples if each.word == word][:_EXAMPLES]
        queries = [sound for each in asked if (sound := _features(each.path, config)) is not None]
        if not queries:
            raise WordsError(f"no recording of {word} by others", advice="Leave a speaker out of the library.")
        grid = np.stack(np.meshgrid(np.arange(len(queries)), np.arange(len(held)), indexing="ij"), axis=-1)
        distances = dtw_pairs(queries, held, grid.reshape(-1, 2).astype(np.int64)).reshape(len(queries), -1)
        order = [np.array(compared)[np.argsort(row, kind="stable")] for row in distances]
        found[word] = float(np.mean([average_precision(each, is_right, np.ones(len(is_right))) for each in order]))
    return found


def _features(path: Path, config: SpeechConfig) -> Features | None:
    """Features of the first seconds of a sound; None of one that cannot be read or is too short."""
    try:
        samples = trimmed(read_speech(path, config.sample_rate_hz, 0.0, _COMPARED_S), config.sample_rate_hz)
    except AudioError:
        return None
    found = speech_features(samples, config)
    return found if len(found) >= 2 else None


def table(found: LibraryFigures) -> str:
    """The figures as Markdown."""
    lines = [
        "| word | recordings | AP of `say:` [95 %] | chance | MFCC + DTW by example |",
        "|---|---:|---|---:|---:|",
        *(
            f"| {each.word} | {each.relevant} | {each.said.value:.3f} [{each.said.low:.3f}, {each.said.high:.3f}] |"
            f" {each.chance:.3f} | {each.warped:.3f} |"
            for each in found.words
        ),
    ]
    chance = float(np.mean([each.chance for each in found.words]))
    warped = float(np.mean([each.warped for each in found.words]))
    said = found.said
    lines.append(f"| mean | | {said.value:.3f} [{said.low:.3f}, {said.high:.3f}] | {chance:.3f} | {warped:.3f} |")
    return "\n".join(lines)
