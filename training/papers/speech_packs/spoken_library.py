"""Measures how well `say:` finds words in a library: recorded digits among other sounds, asked through the engine.

The library is real, made by the indexing job with the starter pack and a words pack; names are meaningless. Figures are
pooled over speakers: for each one, only that speaker's recordings count as part of the library. The comparisons are
random order, and MFCCs with time warping, which compares whole sounds with a recording of the word by each of the other
speakers.
"""

import hashlib
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.audio.files import AUDIO_SUFFIXES
from engine.base.errors import AudioError
from engine.base.events import Event, Progress
from engine.base.types import Confidence, FilePath
from engine.features.speech.features import Features, SpeechConfig, speech_features
from engine.ingest.control import Control
from engine.ingest.job import run_job
from engine.ingest.pack_install import install_folder
from engine.ingest.spec import JobSpec
from engine.library.library import Library
from engine.library.queries import Question
from training.base.progress import follow, working
from training.measures.bootstrap import Interval, interval
from training.measures.dtw import dtw_pairs
from training.papers.speech.recordings import read_speech, trimmed
from training.papers.words.utterances import Utterance, WordsError

_COMPARED_S = 2.0
"""Longest stretch of a sound for time warping."""


@dataclass(frozen=True, slots=True)
class FoundWordFigures:
    """How well one word, or all words of one speaker, are found."""

    name: str
    said: Interval
    """Mean average precision of `say:`; the interval resamples the speakers of a word, the words of a speaker."""
    chance: float
    warped: float
    """Mean average precision of time warping from other speakers' examples."""


@dataclass(frozen=True, slots=True)
class LibraryFigures:
    """All words and speakers, and the library's sizes."""

    words: tuple[FoundWordFigures, ...]
    speakers: tuple[FoundWordFigures, ...]
    all: FoundWordFigures
    """The interval resamples speakers."""
    recordings: int
    """Largest number of one word by one speaker."""
    others: int
    """Sounds around one speaker's recordings."""
    spoken: int
    """Sounds in which the engine heard speech."""
    sure: Mapping[str, tuple[int, int]]
    """Number of all answers marked strong, fair and weak, and of right ones among them."""


def first_recordings(everyone: Sequence[Utterance], speakers: Sequence[str], limit: int) -> list[Utterance]:
    """Returns the first `limit` recordings of each word by each of some speakers."""
    taken: dict[tuple[str, str], list[Utterance]] = {}
    for each in everyone:
        own = taken.setdefault((each.word, each.speaker), [])
        if each.speaker in speakers and len(own) < limit:
            own.append(each)
    return [each for own in taken.values() for each in own]


def hide(folder: Path, digits: Sequence[Utterance], among: Sequence[Path]) -> dict[bytes, Utterance | None]:
    """Links recordings into a folder under meaningless names; returns each one's utterance by path, None for others."""
    folder.mkdir(parents=True, exist_ok=True)
    hidden: dict[bytes, Utterance | None] = {}
    for path, digit in [*((each.path, each) for each in digits), *((each, None) for each in among)]:
        link = folder / hidden_name(path)
        if not link.exists():
            link.symlink_to(path.resolve())
        hidden[FilePath.of(link).raw] = digit
    return hidden


def hidden_name(path: Path) -> str:
    """Returns a recording's name in the library."""
    return hashlib.blake2b(os.fsencode(path), digest_size=8).hexdigest() + path.suffix


def others(folder: Path, without: Sequence[str], limit: int, seed: int = 1) -> list[Path]:
    """Draws sounds below a folder, skipping subfolders of some names."""
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
    """Indexes the folder with the starter pack and the words pack; resumes where it stopped."""
    library.mkdir(parents=True, exist_ok=True)
    install_folder(pack, library)
    with working("indexing sounds", sum(1 for _ in folder.iterdir())) as work:

        def follow_events(event: Event) -> None:
            if isinstance(event, Progress):
                work.at(event.done)

        spec = JobSpec(library, (FilePath.of(folder),), makes_library=True)
        finished = run_job(spec, Control(), follow_events)
    report(f"{finished.added} sounds taken in, {finished.failed} could not be read, {finished.seconds:.0f} s")


def figures(library: Path, hidden: dict[bytes, Utterance | None], config: SpeechConfig) -> LibraryFigures:
    """Asks for every word, as if each speaker's recordings in turn were the only ones in the library.

    Args:
        hidden: every sound's recording by its path, None for the others.
        config: features for time warping, whose examples of a word are one by each other speaker.
    """
    paths = sorted(hidden)
    who = np.array([each.speaker if (each := hidden[path]) else "" for path in paths])
    said = np.array([each.word if (each := hidden[path]) else "" for path in paths])
    rankings, levels = _rankings(library, paths, sorted({*said.tolist()} - {""}))
    sure = {}
    for level in Confidence:
        right = [said[ranking[levels[word] == level]] == word for word, ranking in rankings.items()]
        sure[level.value] = sum(map(len, right)), int(sum(map(np.sum, right)))
    apart = _Warping([FilePath(path).native for path in paths], config)
    found: dict[tuple[str, str], tuple[float, float, float]] = {}
    for speaker in follow(sorted({*who.tolist()} - {""}), "asking for words, speaker"):
        is_there = (who == "") | (who == speaker)
        for word, ranking in rankings.items():
            is_right = (said == word) & (who == speaker)
            examples = [int(np.flatnonzero((said == word) & (who == other))[0])
                        for other in sorted({*who[said == word].tolist()} - {speaker})]  # fmt: skip
            if not is_right.any() or not examples:
                raise WordsError(f"{word} is not said by {speaker} and by others", advice="Give more speakers.")
            warped = [whole_precision(order[is_there[order]], is_right) for order in map(apart.order, examples)]
            own = whole_precision(ranking[is_there[ranking]], is_right)
            found[word, speaker] = own, float(is_right.sum() / is_there.sum()), float(np.mean(warped))
    most = max(int(((said == word) & (who == speaker)).sum()) for word, speaker in found)
    return LibraryFigures(
        tuple(_pooled(word, {key: value for key, value in found.items() if key[0] == word}) for word in rankings),
        tuple(
            _pooled(speaker, {key: value for key, value in found.items() if key[1] == speaker}, by=0)
            for speaker in sorted({key[1] for key in found})
        ),
        _pooled("all", found), most, int((who == "").sum()), max(map(len, rankings.values())), sure,
    )  # fmt: skip


def whole_precision(order: NDArray[np.int64], is_right: NDArray[np.bool_]) -> float:
    """Returns the AP of a ranking of positions; right ones outside it add nothing.

    Args:
        order: int64 [R], positions in `is_right`, best first.
        is_right: bool [N], at least one true.
    """
    right = is_right[order]
    precision = np.cumsum(right) / np.arange(1, len(order) + 1)
    return float(precision[right].sum() / is_right.sum())


def _rankings(
    library: Path, paths: Sequence[bytes], words: Sequence[str]
) -> tuple[dict[str, NDArray[np.int64]], dict[str, NDArray[np.str_]]]:
    """Positions of all answers to each word, best first, and their marks."""
    places = {path: place for place, path in enumerate(paths)}
    rankings: dict[str, NDArray[np.int64]] = {}
    levels: dict[str, NDArray[np.str_]] = {}
    with Library.open(library, read_only=True) as asked:
        for word in words:
            ranking = asked.rank(Question(f'say:"{word}"', limit=len(paths)))
            hits = asked.hits(ranking, range(len(ranking)))
            rankings[word] = np.array([places[hit.sound.path.raw] for hit in hits], np.int64)
            levels[word] = np.array([hit.confidence or "" for hit in hits], np.str_)
    return rankings, levels


def _pooled(name: str, found: Mapping[tuple[str, str], tuple[float, float, float]], by: int = 1) -> FoundWordFigures:
    own, chance, warped = np.array(list(found.values())).T
    return FoundWordFigures(name, interval(own, [key[by] for key in found]), float(chance.mean()), float(warped.mean()))


class _Warping:
    """Orders sounds by distance to one of them after time warping, without unreadable ones."""

    def __init__(self, paths: Sequence[Path], config: SpeechConfig) -> None:
        self._sounds = [_features(path, config) for path in paths]
        self._held = np.array([place for place, sound in enumerate(self._sounds) if sound is not None], np.int64)
        self._found: dict[int, NDArray[np.int64]] = {}

    def order(self, example: int) -> NDArray[np.int64]:
        """Returns positions, int64 [R], nearest first."""
        asked = self._sounds[example]
        if asked is None:
            raise WordsError("a recording of a word cannot be read", advice="See that its file is whole.")
        if example not in self._found:
            held = [sound for sound in self._sounds if sound is not None]
            pairs = np.stack([np.zeros(len(held), np.int64), np.arange(len(held))], axis=1)
            self._found[example] = self._held[np.argsort(dtw_pairs([asked], held, pairs), kind="stable")]
        return self._found[example]


def _features(path: Path, config: SpeechConfig) -> Features | None:
    """Features of the first seconds of a sound; None for an unreadable or too short one."""
    try:
        samples = trimmed(read_speech(path, config.sample_rate_hz, 0.0, _COMPARED_S), config.sample_rate_hz)
    except AudioError:
        return None
    found = speech_features(samples, config)
    return found if len(found) >= 2 else None


def table(found: LibraryFigures) -> str:
    """Formats the figures as Markdown."""
    lines = ["| | AP of `say:` [95 %] | chance | MFCC + DTW by example |", "|---|---|---:|---:|"]
    for each in (*found.words, *found.speakers, found.all):
        said = f"{each.said.value:.3f} [{each.said.low:.3f}, {each.said.high:.3f}]"
        lines.append(f"| {each.name} | {said} | {each.chance:.3f} | {each.warped:.3f} |")
    told = (f"{level} of {count}, {right} right" for level, (count, right) in found.sure.items())
    lines += ["", f"Said of all answers to all words: {'; '.join(told)}."]
    return "\n".join(lines)
