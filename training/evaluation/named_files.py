"""Measures what users with named files get: sound, name and words together, compared with each alone.

The clips are indexed under their paths in their collections, including folders. The engine makes all rankings: the
fused one and that by sound are its own; that by words uses the parts of the fused score, best share first, and omits
sounds without any of the words, like a browser that cannot hear.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.library.answers import Ranking
from engine.library.library import Library
from engine.library.queries import Question
from engine.models.calibration import Calibration, probability
from engine.search.score_rule import CandidateParts
from training.data.corpus import Clip
from training.evaluation.figures import DEPTH, QueryScores
from training.evaluation.library import ORDINARY, ClipLibrary, IndexOptions, indexed, original_name
from training.evaluation.retrieval import scored
from training.measures.bootstrap import Difference, Interval, compare, interval
from training.measures.caption_queries import CaptionQuery, queries_of

_WAYS = ("fused", "sound", "keywords", "names")
_MEANING, _WORDS = 0.8, 0.7
"""Trust in the meaning of a name, and in its words."""


@dataclass(frozen=True, slots=True)
class NamedFigures:
    """mAP@10 of each way of searching the same library for the same captions."""

    clips: int
    queries: int
    fused: Interval
    """As the engine answers."""
    sound: Interval
    """--sound-only."""
    keywords: Interval
    """By words in name and folders alone."""
    names: Interval
    """By words and meaning of the name, without sound."""
    over_sound: Difference
    """Fused minus sound, paired by query."""
    over_keywords: Difference
    """Fused minus keywords."""
    over_names: Difference
    """Fused minus names."""

    @property
    def is_kept(self) -> bool:
        """Whether fused is not below sound or keywords."""
        return self.over_sound.value >= 0.0 and self.over_keywords.value >= 0.0

    def lines(self) -> list[str]:
        """Formats the figures, with ! where fused is below one of them."""
        return [
            f"{self.queries} captions, {self.clips} clips under the names they had; mAP@10",
            f"fused      {self.fused}",
            f"sound only {self.sound}   fused has {self.over_sound}{_mark(self.over_sound)}",
            f"words only {self.keywords}   fused has {self.over_keywords}{_mark(self.over_keywords)}",
            f"without the sound {self.names}   fused has {self.over_names}",
        ]

    def record(self) -> dict[str, Any]:
        return {**asdict(self), "is_kept": self.is_kept}


def measure_names(pack: Path, clips: Sequence[Clip], *, by: IndexOptions = ORDINARY) -> NamedFigures:
    """Indexes the clips under their original paths and searches for each distinct caption.

    Raises:
        EvaluationError: the engine failed.
    """
    queries = queries_of(clips)
    with indexed(pack, clips, by=by, name=original_name) as library:
        ranked = ranked_by_every_way(library, queries)
    found = {way: scored(queries, rows) for way, rows in ranked.items()}
    return names_of(found, len(clips))


def names_of(found: dict[str, QueryScores], clips: int) -> NamedFigures:
    """Computes figures from each way's query scores."""
    fused = found["fused"]
    values = {way: interval(scores.map10, scores.clusters) for way, scores in found.items()}
    return NamedFigures(
        clips=clips,
        queries=len(fused.clusters),
        fused=values["fused"],
        sound=values["sound"],
        keywords=values["keywords"],
        names=values["names"],
        over_sound=compare(fused.map10, found["sound"].map10, fused.clusters),
        over_keywords=compare(fused.map10, found["keywords"].map10, fused.clusters),
        over_names=compare(fused.map10, found["names"].map10, fused.clusters),
    )


def ranked_by_every_way(library: ClipLibrary, queries: Sequence[CaptionQuery]) -> dict[str, list[list[int]]]:
    """Returns the clips' rows by each way, "fused", "sound", "keywords" and "names", the first DEPTH of each query."""
    ranked: dict[str, list[list[int]]] = {way: [] for way in _WAYS}
    rows: dict[int, int] = {}
    by_path = np.empty(max(library.rows.values()) + 1, np.int64)
    for place, path in enumerate(sorted(library.rows, key=lambda path: path.encode("utf-8", "surrogateescape"))):
        by_path[library.rows[path]] = place
    with Library.open(library.folder, read_only=True) as opened:
        for query in queries:
            every = opened.rank(Question(query.text, limit=len(library.rows), exact=True))
            if not rows:
                hits = opened.hits(every, range(len(every)))
                rows = {int(hit.sound.id): library.row_at(hit.sound.path.text) for hit in hits}
            alone = opened.rank(Question(query.text, limit=DEPTH, sound_only=True, exact=True))
            places = [rows[int(sound)] for sound in every.ids]
            ranked["fused"].append(places[:DEPTH])
            ranked["sound"].append([rows[int(sound)] for sound in alone.ids])
            for way, order in _without_sound(every, by_path[places]).items():
                ranked[way].append([places[place] for place in order])
    return ranked


def _without_sound(every: Ranking, by_path: NDArray[np.int64]) -> dict[str, list[int]]:
    """Positions in a ranking, best first: by words alone, and by words and the meaning of the name.

    Args:
        every: all sounds, fused.
        by_path: int64 [N], position of each among all paths, which breaks ties.
    """
    assert every.scored is not None and every.scored.parts.keyword is not None
    parts, calibration = every.scored.parts, every.scored.calibration
    keyword = np.nan_to_num(every.scored.parts.keyword, nan=0.0)
    by_words = np.lexsort((by_path, -keyword))
    both = _fused_names(parts, calibration)
    by_names = np.lexsort((by_path, -both))
    return {
        "keywords": [int(place) for place in by_words[:DEPTH] if keyword[place] > 0.0],
        "names": by_names[:DEPTH].tolist(),
    }


def _fused_names(parts: CandidateParts, calibration: Calibration) -> NDArray[np.float64]:
    """Score of a name by meaning or words, without sound: the noisy-or of both, with more trust in the meaning.

    Differs from the engine's rule, so that this figure does not change with it.
    """
    assert parts.name is not None and parts.keyword is not None
    meant = probability(np.nan_to_num(parts.name, nan=-1.0), calibration.meaning_midpoint, calibration.meaning_slope)
    worded = np.square(np.nan_to_num(parts.keyword, nan=0.0))
    return np.asarray(1.0 - (1.0 - _MEANING * meant) * (1.0 - _WORDS * worded), dtype=np.float64)


def _mark(change: Difference) -> str:
    return " !" if change.value < 0.0 else ""
