"""Finds and caches the witnesses of a query's words: the best answers of the whole library.

They come from a fixed number of candidates that no filter narrows, so they are the same with and without filters, for
the first rows and for all. An unfiltered query reuses its own results for them.
"""

from collections import OrderedDict
from collections.abc import Callable

import numpy as np
from msgspec.structs import replace

from engine.models.calibration import Calibration
from engine.search.candidates import Candidates, Probe, Sources, collect, heard_names
from engine.search.kin import Witnesses, best_rows, kin_of, witness_weights
from engine.search.neighbours import FirstScan
from engine.search.score_rule import evidence

LOOKED_AT = 200
"""Sounds from each source of candidates; the best of all become witnesses."""
_REMEMBERED = 64


class WitnessMemory:
    """The witnesses of the last queries. Search thread only."""

    def __init__(self, sources: Sources, calibration: Calibration) -> None:
        self._sources, self._calibration = sources, calibration
        self._found: OrderedDict[object, Witnesses] = OrderedDict()
        self._state: object = None

    def of(self, asked: object, free: Callable[[], Probe], *, exact: bool, check: Callable[[], None]) -> Witnesses:
        """The witnesses of a query.

        Args:
            asked: everything they depend on besides the library's sounds: the words, and whether the search is exact.
            exact: uses the exact tiers whatever their cost.
            check: called between steps; raises if the search was cancelled.
        """
        sources = self._sources
        state = sources.catalogue.database.sequence(), sources.sounds.tier, sources.names.tier
        if state != self._state:
            self._found.clear()
            self._state = state
        if asked not in self._found:
            self._found[asked] = self._look(free(), exact=exact, check=check)
            while len(self._found) > _REMEMBERED:
                self._found.popitem(last=False)
        self._found.move_to_end(asked)
        return self._found[asked]

    def _look(self, free: Probe, *, exact: bool, check: Callable[[], None]) -> Witnesses:
        found = collect(self._first_of(free), self._sources, want=LOOKED_AT, exact=exact, check=check)
        check()
        found = heard_names(found, self._sources, self._calibration)
        heard = np.flatnonzero(found.segments > 0)
        said = evidence(found.parts, self._calibration)[heard]
        best = best_rows(said)
        rows = heard[best]
        vectors = self._sources.sounds.vectors_of(found.segments[rows])
        return Witnesses(found.ids[rows], vectors, witness_weights(said[best]))

    def _first_of(self, free: Probe) -> Probe:
        """Cuts the probe's results to those of a search for `LOOKED_AT` sounds; removes them if that is impossible."""
        first, by_name = free.first, free.by_name
        if first is not None:
            k = min(first.there, 2 * LOOKED_AT)
            nearest = self._sources.sounds.first_of(first.found, k, first.k, first.segments)
            first = None if nearest is None else FirstScan(nearest, k, first.there, first.segments)
        if by_name is not None:
            by_name = self._sources.names.first_of(by_name, LOOKED_AT, len(by_name.ids), free.allowed)
        return replace(free, first=first, by_name=by_name)


def with_kin(found: Candidates, sources: Sources, witnesses: Witnesses) -> Candidates:
    """Adds the similarity to the witnesses to the candidates; nan for a sound without vectors."""
    heard = np.flatnonzero(found.segments > 0)
    kin = np.full(len(found.ids), np.nan)
    kin[heard] = kin_of(found.ids[heard], sources.sounds.vectors_of(found.segments[heard]), witnesses)
    return replace(found, parts=replace(found.parts, kin=kin))
