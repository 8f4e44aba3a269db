"""Batches the searches of many queries: one scan of sounds and one of names, whose results each query then reuses.

Answers stay the same: the batch computes what each query would have searched first.
"""

from collections.abc import Callable, Sequence

import numpy as np
from msgspec.structs import replace

from engine.base.types import Ids
from engine.models.encoder import TextEncoder
from engine.search.candidates import Probe, Sources
from engine.search.neighbours import first_looks
from engine.search.query import Query

Key = tuple[bytes, bytes, int | None, int, bool]


class Prefetch:
    """Results for upcoming queries, valid until the sounds change. Search thread only."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._found: dict[Key, Probe] = {}
        self._at = -1

    def ask(
        self,
        queries: Sequence[Query],
        text: TextEncoder,
        passing: Callable[[Query], Ids | None],
        *,
        want: int,
        sound_only: bool,
        exact: bool,
    ) -> None:
        """Encodes the words of queries and searches for them.

        Args:
            queries: those without describing words are skipped.
            want: number of sounds that each will request.
            sound_only: skips names.
            exact: uses the exact tiers whatever their cost.
        """
        asked = [(query, side.describe) for query in queries for side in query.alternatives if side.describe]
        text.expect([describe for _, describe in asked])
        probes = []
        for query, describe in asked:
            vectors = text.encode([describe])
            sentence = None if sound_only else vectors.sentence[0]
            probes.append(Probe(vectors.joint[0], sentence, None, passing(query)))
        self.look(probes, want=want, exact=exact)

    def look(self, probes: Sequence[Probe], *, want: int, exact: bool) -> None:
        """Searches for probes, with one scan for all probes that share their allowed sounds.

        Args:
            probes: of queries in words; earlier results are discarded.
            want: number of sounds that each will request.
            exact: uses the exact tiers whatever their cost.
        """
        self._found, self._at = {}, self._sources.catalogue.database.sequence()
        groups: dict[int | None, list[Probe]] = {}
        for probe in probes:
            groups.setdefault(None if probe.allowed is None else id(probe.allowed), []).append(probe)
        for group in groups.values():
            for probe in self._looked(group, want, exact):
                self._found[_key(probe, want, exact)] = probe
        seen = [probe.by_name.ids for probe in self._found.values() if probe.by_name is not None]
        segments = [probe.first.found.ids for probe in self._found.values() if probe.first is not None and seen]
        if seen:
            heard = self._sources.catalogue.segments.rows(np.unique(np.concatenate(segments))).sound_id
            self._sources.naming.read(np.unique(np.concatenate([*seen, heard[heard > 0]])))

    def seen(self, probe: Probe, *, want: int, exact: bool) -> Probe:
        """The probe with its batched results, if there are any."""
        if not self._found or self._sources.catalogue.database.sequence() != self._at:
            return probe
        found = self._found.get(_key(probe, want, exact))
        return probe if found is None else replace(probe, first=found.first, by_name=found.by_name)

    def _looked(self, group: list[Probe], want: int, exact: bool) -> list[Probe]:
        sources, allowed = self._sources, group[0].allowed
        joint = np.stack([probe.joint for probe in group])
        looks = first_looks(sources.sounds, sources.catalogue, joint, want=want, allowed=allowed, exact=exact)
        done = [replace(probe, first=look) for probe, look in zip(group, looks, strict=True)]
        sentences = [probe.sentence for probe in group if probe.sentence is not None]
        if len(sentences) < len(group):
            return done
        named = sources.names.search_all(np.stack(sentences), want, allowed, exact=exact)
        return [replace(probe, by_name=found) for probe, found in zip(done, named, strict=True)]


def _key(probe: Probe, want: int, exact: bool) -> Key:
    sentence = b"" if probe.sentence is None else probe.sentence.tobytes()
    return probe.joint.tobytes(), sentence, None if probe.allowed is None else id(probe.allowed), want, exact
