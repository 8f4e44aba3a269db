"""Finds other occurrences of a stretch of sound in a library, by its units, as a ranking with moments.

The stretch is encoded at four starts ten milliseconds apart, because a unit lasts forty and stored units may start
anywhere in between; the best of the four counts for each place. If the sound's file is away, its stored units are used.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from msgspec.structs import replace

from engine.audio.decode import read
from engine.base.errors import AudioError, QueryError
from engine.base.messages import said
from engine.base.query_messages import QueryAdvice, QueryMessage
from engine.base.types import FilePath, Ids, SoundId
from engine.features.speech.alignment import Pattern, likeness_of
from engine.features.speech.messages import SpokenAdvice, SpokenFault
from engine.features.speech.patterns import MOST_UNITS, PatternFinder, PatternPlace
from engine.features.speech.units_model import STRIDE, UnitsModel
from engine.features.speech.units_store import UnitsFile, UnitStrings
from engine.models.calibration import Calibration
from engine.models.speech_pack import read_speech_info, speech_pack_for
from engine.search.ranking import Ranking, RowScores, Windows, nothing
from engine.search.reference import no_stretch
from engine.search.score_rule import CandidateParts

TIER = "units"
_AROUND_S = 0.4
_PHASES = range(STRIDE)
_LEAST_OF_FAIR = 0.6
"""Places are returned from this share of `fair` on, marked weak."""
_SLOPE = 12.0


class PatternSearch:
    """Searches one library's units. One thread owns it; strings and pack stay open between queries."""

    def __init__(self, library: Path) -> None:
        self._library = library
        self._store: UnitsFile | None = None
        self._model: UnitsModel | None = None
        self._finder: PatternFinder | None = None
        self._seen = -1

    def close(self) -> None:
        if self._store is not None:
            self._store.close()
        self._store = self._finder = None

    def rank(
        self,
        sound: SoundId | None,
        path: FilePath,
        *,
        start_s: float | None,
        end_s: float | None,
        passing: Ids,
        limit: int,
        is_exact: bool = False,
        check: Callable[[], None] = lambda: None,
    ) -> Ranking:
        """Ranks the sounds in which a stretch occurs again, with the places as moments.

        Args:
            sound: the stretch's sound, if it is in the library.
            start_s: start of the stretch, None for that of the sound.
            end_s: its end; only the first ten seconds count.
            passing: int64 [N], ascending: sounds that may answer.
            check: called between steps; an exception from it ends the search.

        Raises:
            QueryError: the stretch does not exist, or is too short for a pattern.
            AudioError: the file cannot be read and has no stored units.
            PackError: the pack of the units is missing or damaged.
        """
        finder, model = self._ready()
        if finder is None or model is None:
            return nothing(TIER, note=said(QueryMessage.NO_UNITS))
        first_s = 0.0 if start_s is None else start_s
        patterns = self._patterns(model, finder.strings, sound, path, first_s, end_s)
        if all(pattern.full < 2 for pattern in patterns):
            raise QueryError(SpokenFault.STRETCH_NO_PATTERN, advice=QueryAdvice.LONGER_STRETCH)
        least = _LEAST_OF_FAIR * model.settings.fair
        found: list[PatternPlace] = []
        for pattern in patterns:
            check()
            found += finder.find(pattern, least=least, is_exact=is_exact)
        size = len(patterns[0].codes)
        itself = None if sound is None else (sound, round(first_s / model.code_s), size)
        rows = _by_sound(found, finder.strings, passing, itself)[:limit]
        ids = np.array([finder.strings.ids[places[0].place] for places in rows], np.int64)
        return _ranking(ids, rows, model, len(np.intersect1d(passing, finder.strings.ids)))

    def _ready(self) -> tuple[PatternFinder | None, UnitsModel | None]:
        """The current strings and their pack; None for both if the pack is missing."""
        folder = speech_pack_for("units", self._library)
        wanted = None if folder is None else read_speech_info(folder).pack_id
        if self._store is not None and self._store.pack_id() != wanted:
            self.close()
        if self._store is None:
            self._store = UnitsFile.at(self._library)
            self._seen = -1
        if folder is None or self._store is None or self._store.pack_id() != wanted:
            return None, None
        now = self._store.change_number()
        if self._finder is None or self._model is None or now != self._seen:
            strings = self._store.all()
            if self._model is None or self._model.pack_id != wanted:
                self._model = UnitsModel.load(folder)
            book = self._model.canonical
            self._finder = PatternFinder(strings, likeness_of(book["codebook"], book["shares"]))
            self._seen = now
        return (self._finder, self._model) if len(self._finder.strings) else (None, None)

    @staticmethod
    def _patterns(
        model: UnitsModel,
        strings: UnitStrings,
        sound: SoundId | None,
        path: FilePath,
        start_s: float,
        end_s: float | None,
    ) -> list[Pattern]:
        """The stretch encoded at each start, or its stored units if the file is away."""
        most_s = MOST_UNITS * model.code_s
        if start_s < 0 or (end_s is not None and end_s <= start_s):
            raise QueryError(no_stretch(start_s, end_s), advice=SpokenAdvice.LATER_END)
        last_s = start_s + most_s if end_s is None else min(end_s, start_s + most_s)
        from_s = max(0.0, start_s - _AROUND_S)
        try:
            samples, _ = read(path, model.sample_rate_hz, start_s=from_s, end_s=last_s + _AROUND_S)
        except AudioError:
            place = np.flatnonzero(strings.ids == (-1 if sound is None else sound))
            if not len(place):
                raise
            own = strings.of(int(place[0]))
            part = slice(round(start_s / model.code_s), round(last_s / model.code_s))
            return [Pattern.of(strings.codes[own][part], strings.levels[own][part])]
        found = []
        for phase in _PHASES:
            skipped = phase * model.settings.features.hop
            if len(samples) - skipped < model.hop:
                break
            codes, levels = model.hear(samples[skipped:])
            before_s = start_s - from_s - skipped / model.sample_rate_hz
            first = max(0, round(before_s / model.code_s))
            end = min(len(codes), max(first + 1, round((before_s + last_s - start_s) / model.code_s)))
            found.append(Pattern.of(codes[first:end], levels[first:end]))
        return found


def _by_sound(
    found: Sequence[PatternPlace], strings: UnitStrings, passing: Ids, itself: tuple[SoundId, int, int] | None
) -> list[list[PatternPlace]]:
    """Places grouped by sound, best sound first, without overlaps and without the query stretch itself."""
    may = np.isin(strings.ids, passing)
    sounds: dict[int, list[PatternPlace]] = {}
    for one in sorted(found, key=lambda each: -each.share):
        if not may[one.place]:
            continue
        if itself is not None and int(strings.ids[one.place]) == itself[0]:
            shared = min(one.end, itself[1] + itself[2]) - max(one.start, itself[1])
            if 2 * shared > one.end - one.start:
                continue
        others = sounds.setdefault(one.place, [])
        if all(one.end <= other.start or one.start >= other.end for other in others):
            others.append(one)
    return sorted(sounds.values(), key=lambda places: (-places[0].share, int(strings.ids[places[0].place])))


def _ranking(ids: Ids, rows: list[list[PatternPlace]], model: UnitsModel, considered: int) -> Ranking:
    settings = model.settings
    if not rows:
        return replace(nothing(TIER, note=said(QueryMessage.NOTHING_AGAIN)), considered=considered)
    windows = _Windows(model.code_s)
    for places in rows:
        windows.add(places)
    scores = np.array([min(1.0, places[0].share) for places in rows])
    count = len(rows)
    scored = RowScores(
        scores=scores,
        parts=CandidateParts(scores.copy(), None, None),
        segments=np.zeros(count, np.int64),
        sides=np.zeros(count, np.int64),
        joint=np.zeros((1, 1), np.float32),
        words=(None,),
        windows=windows.arrays(),
        calibration=Calibration(settings.fair, _SLOPE, 0.5, _SLOPE, settings.fair, settings.strong),
        pack_id=model.pack_id,
    )
    note = said(QueryMessage.NOTHING_SURE) if scores[0] < settings.fair else None
    return Ranking(ids, TIER, considered, note=note, scored=scored)


class _Windows:
    """Collects the windows of rows: the places, and the gaps between them with similarity 0."""

    def __init__(self, code_s: float) -> None:
        self._code_s = code_s
        self._bounds = [0]
        self._rows: list[tuple[float, float, float]] = []

    def add(self, places: list[PatternPlace]) -> None:
        before = 0
        for one in sorted(places, key=lambda each: each.start):
            if one.start > before:
                self._rows.append((before * self._code_s, one.start * self._code_s, 0.0))
            self._rows.append((one.start * self._code_s, one.end * self._code_s, min(1.0, one.share)))
            before = one.end
        self._rows.append((before * self._code_s, (before + 1) * self._code_s, 0.0))
        self._bounds.append(len(self._rows))

    def arrays(self) -> Windows:
        starts, ends, cosines = np.array(self._rows, np.float64).T
        return Windows(np.array(self._bounds, np.int64), starts, ends, cosines, are_places=True)
