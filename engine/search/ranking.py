"""What a query ranks, as arrays: a million answers are some arrays here, and become hits a page at a time.

`engine.search.best` makes rankings, `engine.search.hits` turns rows of one into hits. A ranking never changes and may
cross threads. It names sounds by id: what has left the library since is left out when its row is turned into a hit.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from engine.chips import Chip
from engine.models.calibration import Calibration, probability
from engine.search.aspects import Compared
from engine.search.rank import CandidateParts, Scores
from engine.search.weighing import HeardExample
from engine.types import Ids, PackId, Vectors
from engine.wording import Said

LISTING = "none"
"""The tier of a ranking that nothing was compared for: sounds that pass, in the order of the listing."""
_NO_PACK = PackId("")
CANCELLED = "cancelled"
"""The tier of the empty ranking of a search that was cancelled."""


@dataclass(frozen=True, slots=True, eq=False)
class Windows:
    """Windows of ranked sounds, those of one sound after the other, in the order of the rows."""

    bounds: NDArray[np.int64]
    """int64 [N + 1]: those of row r are bounds[r] to bounds[r + 1]."""
    starts_s: NDArray[np.float64]
    ends_s: NDArray[np.float64]
    cosines: Scores
    """With the query, -1 to 1."""
    are_places: bool = False
    """Whether something begins and ends where they do, as words that were heard; else they are cut at fixed times."""


@dataclass(frozen=True, slots=True, eq=False)
class QueryWords:
    """The words of one alternative of the query, and which row holds which."""

    words: tuple[str, ...]
    held: NDArray[np.bool_]
    """bool [N, W]."""


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """What makes the order of N rows, and explains it."""

    scores: Scores
    """0 to 1, falling."""
    parts: CandidateParts
    segments: Ids
    """int64 [N], the best segment of each, 0 for a sound without vectors."""
    sides: NDArray[np.int64]
    """int64 [N], the alternative of the query that each row answers."""
    joint: Vectors
    """float32 [A, D], the vector of each alternative."""
    words: tuple[QueryWords | None, ...]
    """Of each alternative; None where no words were looked for."""
    windows: Windows
    """Every window of the first rows, only the best of later ones: see `engine.search.best.MOST_WINDOWS`."""
    calibration: Calibration
    pack_id: PackId = _NO_PACK
    """The pack that made the vectors."""
    compared: Compared | None = None
    """The reference, where sounds were compared with one; None for words."""
    examples: tuple[HeardExample, ...] = ()
    """What the columns of `parts.examples` are of."""
    is_wanted: bool = True
    """Whether rows are like what was asked; not where only what is unwanted was asked."""
    is_single: bool = False
    """Whether one of a series was asked for: a moment is one shot, however many follow."""

    @property
    def has_marks(self) -> bool:
        """Whether rows are strong, fair or weak; only by curves that were fitted."""
        return self.is_wanted and self.calibration.fitted.sound

    @property
    def is_unjudged(self) -> bool:
        """Whether rows would have marks, had the pack's curve of sounds been fitted."""
        return self.is_wanted and not self.calibration.fitted.sound


@dataclass(frozen=True, slots=True, eq=False)
class Takes:
    """Near-identical sounds folded under rows."""

    ranking: "Ranking"
    """The folded sounds as a ranking of their own, those of one row after the other."""
    bounds: NDArray[np.int64]
    """int64 [N + 1]: those of row r are bounds[r] to bounds[r + 1] of `ranking`."""

    def of(self, row: int) -> range:
        """The rows of `ranking` that are folded under a row."""
        return range(int(self.bounds[row]), int(self.bounds[row + 1]))


@dataclass(frozen=True, slots=True)
class Unheard:
    """What could not be compared, because its vectors are damaged on the disk; indexing again mends it."""

    sounds: int = 0
    """Sounds that are not found by how they sound."""
    names: int = 0
    """Sounds that are not found by what their names mean."""


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """Sounds in the order they are shown, row 0 first."""

    ids: Ids
    """int64 [N], sound ids, each once; not to be written."""
    tier: str
    """The index tier that answered; LISTING where nothing was compared."""
    considered: int
    """Sounds that passed the filters."""
    chips: tuple[Chip, ...] = ()
    """Every recognised part of the query, those that are switched off too."""
    note: Said | None = None
    """What is to be said when the ranking is empty or only weak."""
    seconds: float = 0.0
    scored: Scored | None = field(default=None, repr=False)
    """None for a listing."""
    takes: Takes | None = field(default=None, repr=False)
    """None where nothing was folded."""
    variety: float | None = None
    """How different the rows were to be, see `engine.search.variety`; None for a listing, and for spoken words and
    patterns, whose sounds are all shown."""
    unheard: Unheard = Unheard()

    def __len__(self) -> int:
        """Rows."""
        return len(self.ids)

    @property
    def folded(self) -> int:
        """Sounds that are folded under rows."""
        return 0 if self.takes is None else len(self.takes.ranking)

    @property
    def is_listing(self) -> bool:
        """True where no row is better than another: the newest, or those that pass the filters."""
        return self.scored is None

    @property
    def has_marks(self) -> bool:
        """True where rows are strong, fair or weak."""
        return self.scored is not None and self.scored.has_marks

    @property
    def is_ranked(self) -> bool:
        """True where rows are like what was asked, with marks or without; their moments are where."""
        return self.scored is not None and self.scored.is_wanted

    def row_of(self, sound: int) -> int | None:
        """The row of a sound, None where it is not among them; looks at every row."""
        rows = np.flatnonzero(self.ids == sound)
        return int(rows[0]) if len(rows) else None


def good_ids(ranking: Ranking) -> Ids | None:
    """Sounds that answer well: those of the fair and strong rows, all of a listing; None where nobody can tell."""
    scored = ranking.scored
    if scored is None or not scored.is_wanted:
        return ranking.ids
    if scored.is_unjudged:
        return None
    return ranking.ids[scored.scores >= scored.calibration.fair]


@dataclass(frozen=True, slots=True, eq=False)
class Strip:
    """How like the query each window of one sound is, in order of time."""

    starts_s: NDArray[np.float32]
    ends_s: NDArray[np.float32]
    similarities: NDArray[np.float32]
    """Chance that the window matches, 0 to 1, by the pack's curve of words against sounds."""


def strip_of(ranking: Ranking, row: int) -> Strip:
    """The strip of a row from the windows at hand; empty for a listing, and where the curve was not fitted."""
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
    """One row as a ranking of its own, with the windows that are at hand."""
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
    """A ranking whose rows are neither strong nor fair, those that are folded included."""
    return _rescored(ranking, lambda scored: replace(scored, is_wanted=False))


def single(ranking: Ranking) -> Ranking:
    """A ranking whose moments are one of a series, those of folded sounds included."""
    return _rescored(ranking, lambda scored: replace(scored, is_single=True))


def _rescored(ranking: Ranking, change: Callable[[Scored], Scored]) -> Ranking:
    takes = ranking.takes
    return replace(
        ranking,
        scored=None if ranking.scored is None else change(ranking.scored),
        takes=None if takes is None else replace(takes, ranking=_rescored(takes.ranking, change)),
    )


def nothing(tier: str, *, note: Said | None = None, seconds: float = 0.0) -> Ranking:
    """A ranking without rows."""
    return Ranking(np.empty(0, np.int64), tier, 0, note=note, seconds=seconds)
