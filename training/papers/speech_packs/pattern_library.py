"""Measures how well units find the same pattern again: digits by another recording, sounds by an excerpt.

Asks the engine about a library that the indexing job made. A digit asks for the other recordings of that digit by the
same person, among that person's digits and other sounds. A second cut out of a sound, off the units' grid and possibly
made softer, noisy or an MP3, asks for its sound.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile

from engine.audio.decode import read
from engine.base.errors import EngineError
from engine.base.types import FilePath, SoundId, Waves
from engine.features.speech.units_store import UnitsFile
from engine.library.library import Library
from engine.library.queries import By, Like, Question
from training.base.progress import follow
from training.measures.bootstrap import Interval, interval
from training.papers.speech_packs.spoken_library import whole_precision
from training.papers.words.utterances import Utterance

CUT_S = 1.0
_RATE_HZ = 44_100
_OFF_GRID_S = 0.013
_SOFTER = 10.0 ** (-12.0 / 20.0)
_NOISE = 10.0 ** (-20.0 / 20.0)
VARIANTS = ("plain", "12 dB softer", "noise 20 dB below", "MP3")


@dataclass(frozen=True, slots=True)
class PatternFigures:
    """Retrieval figures."""

    digits: Interval
    """Mean average precision; the interval resamples speaker and digit together."""
    chance: float
    recordings: int
    """Number of digit queries."""
    seconds: Mapping[str, float]
    """Share of excerpts whose first answer is their sound, by variant."""
    cuts: int


def figures(library: Path, hidden: Mapping[bytes, Utterance | None], folder: Path, cuts: int) -> PatternFigures:
    """Asks for every digit and every excerpt.

    Args:
        hidden: every sound's recording by its path, None for others.
        folder: folder for the excerpts.
        cuts: most sounds that excerpts are taken from.

    Raises:
        EngineError: the library has no units, or none for a digit said twice by a person.
    """
    store = UnitsFile.at(library)
    if store is None:
        raise EngineError("no units were kept of any sound", advice="Name a units pack.")
    kept = set(store.all().ids.tolist())
    store.close()
    with Library.open(library, read_only=True) as opened:
        ids = {path: sound for path in hidden if (sound := opened.sound_at(FilePath(path))) is not None}
        digits, chance = _digits(opened, {ids[path]: each for path, each in hidden.items() if path in ids}, kept)
        others = [path for path, each in sorted(hidden.items()) if each is None and ids.get(path) in kept]
        seconds, count = _seconds(opened, others, ids, folder, cuts)
    said = interval(np.array([value for _, value in digits]), [name for name, _ in digits])
    return PatternFigures(said, chance, len(digits), seconds, count)


def told(found: PatternFigures) -> str:
    """Formats the figures, one a line."""
    lines = [f"digit again: AP {found.digits} (chance {found.chance:.3f}, {found.recordings} recordings)"]
    lines += [
        f"second again, {name}: first answer {share:.1%} of {found.cuts}" for name, share in found.seconds.items()
    ]
    return "\n".join(lines)


def _digits(
    library: Library, sounds: Mapping[SoundId, Utterance | None], kept: set[int]
) -> tuple[list[tuple[str, float]], float]:
    order = sorted(sounds)
    place = {id: row for row, id in enumerate(order)}
    said = [sounds[id] for id in order]
    found, chances = list[tuple[str, float]](), list[float]()
    for id in follow(order, "asking for digits"):
        asking = sounds[id]
        if asking is None or id not in kept:
            continue
        is_there = np.array([(each is None or each.speaker == asking.speaker) for each in said])
        is_there[place[id]] = False
        is_right = np.array([each is not None and each.word == asking.word for each in said]) & is_there
        if not is_right.any():
            continue
        ranking = library.rank(Question(like=Like(id, by=By.PATTERN), limit=len(order)))
        ranked = np.array([place[hit.sound.id] for hit in library.hits(ranking, range(len(ranking)))], np.int64)
        found.append((f"{asking.speaker} {asking.word}", whole_precision(ranked[is_there[ranked]], is_right)))
        chances.append(float(is_right.sum() / is_there.sum()))
    if not found:
        raise EngineError("units were kept of no digit that is said twice", advice="Give more recordings a speaker.")
    return found, float(np.mean(chances))


def _seconds(
    library: Library, paths: Sequence[bytes], ids: Mapping[bytes, SoundId], folder: Path, most: int
) -> tuple[dict[str, float], int]:
    folder.mkdir(parents=True, exist_ok=True)
    right: dict[str, list[bool]] = {name: [] for name in VARIANTS}
    rng = np.random.default_rng(1)
    for number, path in enumerate(follow(paths, "asking for seconds, sound")):
        if len(right["plain"]) == most:
            break
        samples, _ = read(FilePath(path).native, _RATE_HZ)
        cut = _loudest(samples)
        if cut is None:
            continue
        for name, wave in _variants(cut, rng).items():
            file = folder / f"{number}-{VARIANTS.index(name)}{'.mp3' if name == 'MP3' else '.wav'}"
            soundfile.write(file, wave, _RATE_HZ)
            ranking = library.rank(Question(like=Like(FilePath.of(file), by=By.PATTERN), limit=1))
            hits = library.hits(ranking, range(len(ranking)))
            right[name].append(bool(hits) and hits[0].sound.id == ids[path])
    count = len(right["plain"])
    return {name: float(np.mean(each)) for name, each in right.items() if each}, count


def _loudest(samples: Waves) -> Waves | None:
    """The loudest second, starting a little after the units' grid; None for sounds that are too short."""
    size, off = round(CUT_S * _RATE_HZ), round(_OFF_GRID_S * _RATE_HZ)
    starts = np.arange(0, len(samples) - size - off, round(0.04 * _RATE_HZ))
    if len(samples) < 1.5 * size or not len(starts):
        return None
    power = np.concatenate([[0.0], np.cumsum(samples.astype(np.float64) ** 2)])
    start = int(starts[np.argmax(power[starts + size] - power[starts])]) + off
    return samples[start : start + size]


def _variants(cut: Waves, rng: np.random.Generator) -> dict[str, Waves]:
    level = float(np.sqrt(np.mean(cut.astype(np.float64) ** 2)))
    noisy = cut + (_NOISE * level * rng.standard_normal(len(cut))).astype(np.float32)
    held = 0.5 / max(1e-6, float(np.abs(noisy).max()))
    return {
        "plain": held * cut, "12 dB softer": held * _SOFTER * cut, "noise 20 dB below": held * noisy, "MP3": held * cut,
    }  # fmt: skip
