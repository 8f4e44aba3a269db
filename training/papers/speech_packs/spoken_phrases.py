"""Measures how well `say:` finds words and phrases in running speech, and their times, through the engine.

The library has recordings with known words and times, under meaningless names. Phrases of one, two and three words are
drawn from them; every recording with those consecutive words is right.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.base.types import FilePath, Moment
from engine.library.library import Library
from engine.library.queries import Question
from training.base.progress import follow
from training.measures.bootstrap import Interval, interval
from training.papers.speech_packs.spoken_library import hidden_name, whole_precision
from training.papers.words.utterances import Utterance, WordsError

LENGTHS = (1, 2, 3)
"""Words of a phrase."""
_SHARED = 0.5
"""Least overlap of two matching places, as a share of the shorter one."""


@dataclass(frozen=True, slots=True)
class PhraseQuery:
    """A phrase and all its places."""

    words: tuple[str, ...]
    places: tuple[Utterance, ...]


@dataclass(frozen=True, slots=True)
class PhraseFigures:
    """Figures of phrases of one length."""

    words: int
    asked: int
    said: Interval
    """Mean average precision; the interval resamples phrases."""
    chance: float
    """Share of right recordings."""
    first: float
    """Share of phrases with a right first answer."""
    placed: float
    """Among right first answers: share whose best moment is where the phrase is said."""


def choose(
    utterances: Sequence[Utterance], most: int, phrases: int, seed: int = 1
) -> tuple[list[Path], list[PhraseQuery]]:
    """Draws recordings, and phrases said in them.

    Args:
        utterances: words with their times.
        most: number of recordings.
        phrases: number of each length.
        seed: seed of both draws.

    Raises:
        WordsError: fewer than two recordings with times of words.
    """
    spoken: dict[Path, list[Utterance]] = {}
    for each in utterances:
        if each.end_s is not None:
            spoken.setdefault(each.path, []).append(each)
    if len(spoken) < 2:
        raise WordsError("no running speech whose words have times", advice="Give aligned=DIR of two recordings.")
    rng = np.random.default_rng(seed)
    paths = sorted(spoken)
    recordings = [paths[row] for row in sorted(rng.permutation(len(paths))[:most].tolist())]
    asked: list[PhraseQuery] = []
    for length in LENGTHS:
        said: dict[tuple[str, ...], list[Utterance]] = {}
        for path in recordings:
            words = sorted(spoken[path], key=lambda each: each.start_s)
            for row in range(len(words) - length + 1):
                run = words[row : row + length]
                place = Utterance(
                    " ".join(each.word for each in run), run[0].speaker, path, run[0].start_s, run[-1].end_s
                )
                said.setdefault(tuple(each.word for each in run), []).append(place)
        known = sorted(said)
        asked += [
            PhraseQuery(known[row], tuple(said[known[row]])) for row in rng.permutation(len(known))[:phrases].tolist()
        ]
    return recordings, asked


def ask(
    library: Path, folder: Path, recordings: Sequence[Path], asked: Sequence[PhraseQuery]
) -> tuple[list[PhraseFigures], int]:
    """Asks for every phrase; returns the figures, and the number of recordings in which the engine heard speech.

    Args:
        folder: folder of the hidden recordings.
    """
    rows = {FilePath.of(folder / hidden_name(path)).raw: row for row, path in enumerate(recordings)}
    precisions: dict[int, list[float]] = {}
    firsts: dict[int, list[bool]] = {}
    placed: dict[int, list[bool]] = {}
    chances: dict[int, list[float]] = {}
    spoken = 0
    with Library.open(library, read_only=True) as opened:
        for each in follow(asked, "asking for phrases"):
            ranking = opened.rank(Question(f'say:"{" ".join(each.words)}"', limit=len(recordings)))
            spoken = max(spoken, len(ranking))
            hits = opened.hits(ranking, range(len(ranking)))
            order = np.array([rows[hit.sound.path.raw] for hit in hits], np.int64)
            is_right = np.isin(np.arange(len(recordings)), [recordings.index(place.path) for place in each.places])
            length = len(each.words)
            precisions.setdefault(length, []).append(whole_precision(order, is_right))
            chances.setdefault(length, []).append(float(is_right.mean()))
            first = bool(len(order)) and bool(is_right[order[0]])
            firsts.setdefault(length, []).append(first)
            if first:
                true = [place for place in each.places if place.path == recordings[order[0]]]
                placed.setdefault(length, []).append(any(_is_there(hits[0].moments[0], place) for place in true))
    found = [
        PhraseFigures(
            length, len(values), interval(np.array(values)), float(np.mean(chances[length])),
            float(np.mean(firsts[length])), float(np.mean(placed.get(length, [False]))),
        )
        for length, values in precisions.items()
    ]  # fmt: skip
    return found, spoken


def told(found: Sequence[PhraseFigures]) -> str:
    """Formats the figures as Markdown."""
    lines = ["| words | phrases | AP of `say:` [95 %] | chance | first answer right | of these, at the right moment |",
             "|---:|---:|---|---:|---:|---:|"]  # fmt: skip
    lines += [
        f"| {each.words} | {each.asked} | {each.said.value:.3f} [{each.said.low:.3f}, {each.said.high:.3f}] |"
        f" {each.chance:.3f} | {each.first:.0%} | {each.placed:.0%} |"
        for each in found
    ]
    return "\n".join(lines)


def _is_there(moment: Moment, place: Utterance) -> bool:
    end_s = place.end_s if place.end_s is not None else moment.end_s
    shared_s = min(moment.end_s, end_s) - max(moment.start_s, place.start_s)
    return shared_s > _SHARED * min(moment.end_s - moment.start_s, end_s - place.start_s)
