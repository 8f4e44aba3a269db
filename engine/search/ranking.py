"""A query's ranking as arrays: a million answers are a few arrays, from which hits are built a page at a time.

`engine.search.result_order` makes rankings, `engine.search.hits` turns their rows into hits. A ranking is immutable
and may cross threads. It identifies sounds by id; sounds removed later are omitted when their rows become hits.
"""

from collections.abc import Callable, Mapping

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace
from numpy.typing import NDArray

from engine.base.chips import Chip
from engine.base.messages import Message
from engine.base.types import Ids, PackId, SpokenWord, Vectors
from engine.models.calibration import Calibration, probability
from engine.search.aspects import ReferenceMeasures
from engine.search.example_scores import ExampleVector
from engine.search.score_rule import CandidateParts, Scores

LISTING = "none"
"""The tier of a ranking without comparison: the sounds that pass, in the listing's order."""
_NO_PACK = PackId("")
CANCELLED = "cancelled"
"""The tier of a cancelled search's empty ranking."""


class Windows(Struct, frozen=True, eq=False):
    """Windows of ranked sounds, grouped by sound, in the order of the rows."""

    bounds: NDArray[np.int64]
    """int64 [N + 1]: row r has windows bounds[r] to bounds[r + 1]."""
    starts_s: NDArray[np.float64]
    ends_s: NDArray[np.float64]
    cosines: Scores
    """With the query, -1 to 1."""
    are_places: bool = False
    """Whether their bounds mark real places, such as spoken words, and not fixed cuts."""


class QueryWords(Struct, frozen=True, eq=False):
    """The words of one alternative of the query, and the rows that have them."""

    words: tuple[str, ...]
    held: NDArray[np.bool_]
    """bool [N, W]."""


class RowScores(Struct, frozen=True, eq=False):
    """The scores of N rows, and what explains them."""

    scores: Scores
    """0 to 1, descending."""
    parts: CandidateParts
    segments: Ids
    """int64 [N], the best segment of each, 0 for a sound without vectors."""
    sides: NDArray[np.int64]
    """int64 [N], the alternative of the query that each row answers."""
    joint: Vectors
    """float32 [A, D], the vector of each alternative."""
    words: tuple[QueryWords | None, ...]
    """For each alternative; None if no words were searched."""
    windows: Windows
    """Every window of the first rows, only the best of later ones: see `engine.search.result_order.MOST_WINDOWS`."""
    calibration: Calibration
    pack_id: PackId = _NO_PACK
    compared: ReferenceMeasures | None = None
    """The reference of a similarity search; None for words."""
    examples: tuple[ExampleVector, ...] = ()
    """The examples behind the columns of `parts.examples`."""
    is_wanted: bool = True
    """Whether rows resemble the query; False if it only says what is unwanted."""
    is_single: bool = False
    """Whether the query asks for one of a series: a moment is then one shot, however many follow."""
    quotes: Mapping[int, tuple[SpokenWord, ...]] = field(default_factory=dict)
    """By sound id, the words of its transcript that answer."""

    @property
    def has_marks(self) -> bool:
        """Whether rows are marked strong, fair or weak, which needs fitted curves."""
        return self.is_wanted and self.calibration.fitted.sound

    @property
    def is_unjudged(self) -> bool:
        """Whether rows lack marks only because the pack's sound curve was not fitted."""
        return self.is_wanted and not self.calibration.fitted.sound

    @property
    def marked(self) -> Scores:
        """float64 [N], the scores that marks are for: those without transcripts."""
        return self.scores if self.parts.unsaid is None else self.parts.unsaid


class Takes(Struct, frozen=True, eq=False):
    """Near-identical sounds folded under rows."""

    ranking: "Ranking"
    """The folded sounds as a ranking, grouped by row."""
    bounds: NDArray[np.int64]
    """int64 [N + 1]: row r folds rows bounds[r] to bounds[r + 1] of `ranking`."""

    def of(self, row: int) -> range:
        return range(int(self.bounds[row]), int(self.bounds[row + 1]))


class DamagedCounts(Struct, frozen=True):
    """Counts of sounds not comparable because their vectors are damaged on disk; indexing again repairs them."""

    sounds: int = 0
    """Sounds without segment vectors."""
    names: int = 0
    """Sounds without name vectors."""


class Ranking(Struct, frozen=True, eq=False):
    """Sounds in display order, row 0 first."""

    ids: Ids
    """int64 [N], unique sound ids; read-only."""
    tier: str
    """The index tier that answered; LISTING without comparison."""
    considered: int
    """Number of sounds that passed the filters."""
    chips: tuple[Chip, ...] = ()
    """Every recognised part of the query, including those switched off."""
    note: Message | None = None
    """Message about an empty or weak ranking."""
    seconds: float = 0.0
    scored: RowScores | None = None
    """None for a listing."""
    takes: Takes | None = None
    """None if nothing was folded."""
    variety: float | None = None
    """The requested variety, see `engine.search.variety`; None for listings, spoken words and patterns, which show all
    sounds.
    """
    unheard: DamagedCounts = DamagedCounts()

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def folded(self) -> int:
        return 0 if self.takes is None else len(self.takes.ranking)

    @property
    def is_listing(self) -> bool:
        """True if no row is better than another: the newest sounds, or those that pass the filters."""
        return self.scored is None

    @property
    def has_marks(self) -> bool:
        return self.scored is not None and self.scored.has_marks

    @property
    def is_ranked(self) -> bool:
        """True if rows resemble the query, with or without marks; their moments show where."""
        return self.scored is not None and self.scored.is_wanted

    def row_of(self, sound: int) -> int | None:
        """The row of a sound, None if it has none; scans all rows."""
        rows = np.flatnonzero(self.ids == sound)
        return int(rows[0]) if len(rows) else None


def good_ids(ranking: Ranking) -> Ids | None:
    """Sounds that answer well: those of fair and strong rows, all of a listing; None if the pack cannot tell."""
    scored = ranking.scored
    if scored is None or not scored.is_wanted:
        return ranking.ids
    if scored.is_unjudged:
        return None
    return ranking.ids[scored.marked >= scored.calibration.fair]


class Strip(Struct, frozen=True, eq=False):
    """Similarity of each window of one sound to the query, in order of time."""

    starts_s: NDArray[np.float32]
    ends_s: NDArray[np.float32]
    similarities: NDArray[np.float32]
    """Probability of a match, 0 to 1, by the pack's curve for words and sounds."""


def strip_of(ranking: Ranking, row: int) -> Strip:
    """The strip of a row from its known windows; empty for a listing or an unfitted curve."""
    scored = ranking.scored
    if scored is None or not scored.calibration.fitted.sound:
        empty = np.empty(0, np.float32)
        return Strip(empty, empty, empty)
    windows, curve = scored.windows, scored.calibration
    own = slice(int(windows.bounds[row]), int(windows.bounds[row + 1]))
    in_time = np.argsort(windows.starts_s[own], kind="stable")
    chance = probability(windows.cosines[own], curve.sound_midpoint, curve.sound_slope)
    arrays = (windows.starts_s[own], windows.ends_s[own], chance)
    return Strip(*(values[in_time].astype(np.float32) for values in arrays))


def alone(ranking: Ranking, row: int) -> Ranking:
    """One row as a ranking, with its known windows."""
    own = ranking.ids[row : row + 1]
    scored = ranking.scored
    if scored is None:
        return replace(ranking, ids=own, takes=None)
    at, windows = slice(row, row + 1), scored.windows
    first, end = int(windows.bounds[row]), int(windows.bounds[row + 1])
    kept = replace(
        scored,
        scores=scored.scores[at],
        parts=scored.parts.of(at),
        segments=scored.segments[at],
        sides=scored.sides[at],
        words=tuple(None if one is None else replace(one, held=one.held[at]) for one in scored.words),
        windows=Windows(
            np.array([0, end - first]),
            windows.starts_s[first:end],
            windows.ends_s[first:end],
            windows.cosines[first:end],
            windows.are_places,
        ),
    )
    return replace(ranking, ids=own, scored=kept, takes=None)


def unmarked(ranking: Ranking) -> Ranking:
    """The ranking without strong or fair marks, also on folded sounds."""
    return _rescored(ranking, lambda scored: replace(scored, is_wanted=False))


def single(ranking: Ranking) -> Ranking:
    """The ranking with single events of a series as moments, also for folded sounds."""
    return _rescored(ranking, lambda scored: replace(scored, is_single=True))


def quoted(ranking: Ranking, quotes: Mapping[int, tuple[SpokenWord, ...]]) -> Ranking:
    """The ranking with the words that are said in its sounds, also in folded ones."""
    return _rescored(ranking, lambda scored: replace(scored, quotes=quotes))


def _rescored(ranking: Ranking, change: Callable[[RowScores], RowScores]) -> Ranking:
    takes = ranking.takes
    return replace(
        ranking,
        scored=None if ranking.scored is None else change(ranking.scored),
        takes=None if takes is None else replace(takes, ranking=_rescored(takes.ranking, change)),
    )


def nothing(tier: str, *, note: Message | None = None, seconds: float = 0.0) -> Ranking:
    """A ranking without rows."""
    return Ranking(np.empty(0, np.int64), tier, 0, note=note, seconds=seconds)
