"""What transcripts say for a description: sounds in which its words are said rise, beside what they sound like.

The score of a sound is the chance that it sounds like the words or says them: 1 - (1 - score)(1 - weight * chance). A
sound without the words keeps its score to the bit. That chance was fitted for order alone, so no sound is marked fair
or strong for it.
"""

from collections.abc import Mapping

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from engine.base.types import Ids, SpokenWord
from engine.search.result_order import ScoredSounds
from engine.search.score_rule import Scores


class TranscriptEvidence(Struct, frozen=True, eq=False):
    """The sounds that say the words of a query."""

    ids: Ids
    """int64 [S], ascending."""
    chances: Scores
    """float64 [S] in 0..1, weighted."""
    quotes: Mapping[int, tuple[SpokenWord, ...]]
    """By sound id, the words of its best place."""

    @property
    def key(self) -> tuple[bytes, bytes]:
        """Equal for evidence that gives the same scores."""
        return self.ids.tobytes(), self.chances.tobytes()


def with_said(ranked: ScoredSounds, evidence: TranscriptEvidence | None) -> ScoredSounds:
    """Raises the sounds that say the words; the others keep their scores. `parts.unsaid` are those before."""
    if evidence is None or not len(evidence.ids):
        return ranked
    at = np.minimum(np.searchsorted(evidence.ids, ranked.ids), len(evidence.ids) - 1)
    rows = np.flatnonzero(evidence.ids[at] == ranked.ids)
    scores = ranked.scores.copy()
    scores[rows] = 1.0 - (1.0 - scores[rows]) * (1.0 - evidence.chances[at[rows]])
    return replace(ranked, scores=scores, parts=replace(ranked.parts, unsaid=ranked.scores))
