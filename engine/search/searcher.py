"""Ranks the sounds that answer a query. Search thread only.

The steps: determine the sounds that may answer (filters, quoted words, names with minus words), collect candidates for
each alternative, combine their parts into scores, lower what resembles a minus term, fill up to the limit, and sort the
best. A search can be cancelled between steps.
"""

from collections.abc import Callable, Sequence
from functools import partial, reduce

import numpy as np
from msgspec.structs import replace

from engine.base.chips import Chip, ChipKind
from engine.base.text_forms import small
from engine.base.types import Ids, SoundId
from engine.models.encoder import TextEncoder
from engine.models.manifest import PackInfo
from engine.search import keywords
from engine.search.answer_notes import hushed, note_of, of_marks, of_nothing
from engine.search.candidates import Candidates, Probe, Sources, collect, extended, heard_names, looked, merge
from engine.search.compounds import quoted_forms
from engine.search.example_scores import ExampleVector, best_cosines, direction, with_examples
from engine.search.keywords import KeywordsFound, inflections, union
from engine.search.kin import Witnesses
from engine.search.listing import listing
from engine.search.neighbours import NearSounds, aligned, best_segments, cosines_of, near_sounds
from engine.search.prefetch import Prefetch
from engine.search.query import Alternative, Query
from engine.search.ranking import Ranking, quoted, single, unmarked
from engine.search.result_order import ScoredSounds, best, depth_for
from engine.search.score_cache import ScoreCache
from engine.search.score_rule import CandidateParts, fuse, lowered
from engine.search.similar import SimilarityReference, similar
from engine.search.transcript_evidence import TranscriptEvidence, with_said
from engine.search.variety import ALL
from engine.search.witnesses import WitnessMemory, with_kin
from engine.store.filters import Filters

LEAST_CANDIDATES = 200
"""Minimum sounds from each source of candidates: combined scores can lift what one source ranks low."""


class Searcher:
    """Searches one library with one pack. Search thread only."""

    def __init__(self, sources: Sources, text: TextEncoder, pack: PackInfo) -> None:
        self._sources = sources
        self._text = text
        self._pack = pack
        self._remembered: dict[object, tuple[object, Ids]] = {}
        self._remembered_at = -1
        self._last = ScoreCache(sources, pack.calibration)
        self._ahead = Prefetch(sources)
        self._witnesses = WitnessMemory(sources, pack.calibration)

    def look_ahead(self, queries: Sequence[Query], limit: int, *, sound_only: bool, exact: bool) -> None:
        """Prepares several queries together, in a fraction of the time, with the same answers."""
        for variety in {query.variety or ALL for query in queries}:
            alike = [query for query in queries if (query.variety or ALL) == variety]
            want = _wanted(depth_for(limit, variety))
            self._ahead.ask(alike, self._text, self._passing, want=want, sound_only=sound_only, exact=exact)

    def rank(
        self,
        query: Query,
        *,
        limit: int,
        examples: Sequence[ExampleVector] = (),
        without: frozenset[SoundId] = frozenset(),
        spoken: TranscriptEvidence | None = None,
        sound_only: bool = False,
        exact: bool = False,
        check: Callable[[], None],
    ) -> Ranking:
        """Ranks the sounds that answer a query: the best `limit`, or all that pass if nothing describes.

        The ranking's `seconds` stay 0; the library knows when the query arrived.

        Args:
            query: the parsed query; `examples` replaces its own examples.
            examples: sounds that results should or should not resemble, with vectors.
            without: sounds to exclude.
            spoken: sounds that say the words; None if transcripts do not count.
            sound_only: ranks words by sound alone.
            exact: uses the exact tiers whatever their cost.
            check: called between steps; raises if the search was cancelled.

        Raises:
            StopRequested: from `check`.
        """
        if query.is_empty and not examples:
            return listing(self._sources.catalogue, self.filtered(query.filters), query)
        allowed = self._passing(query)
        check()
        passing = self.filtered(Filters()) if allowed is None else allowed
        if without:
            passing = allowed = np.setdiff1d(passing, np.array(sorted(without), np.int64), assume_unique=True)
        depth = depth_for(limit, query.variety or ALL)

        def score() -> ScoredSounds:
            want = _wanted(depth)
            near = self._near(examples, query, allowed, want=want, exact=exact, check=check)
            more = _others(near, spoken, passing)
            ranked = self._rank(query, allowed, near, more, want=want, sound_only=sound_only, exact=exact, check=check)
            weighed = with_said(self._weighed(ranked, examples, query), spoken)
            return self._lowered(weighed, query, check).filled(passing, depth)

        heard = tuple((one.weight, one.vector.tobytes(), one.sound) for one in examples)
        told = None if spoken is None else spoken.key
        asked = (replace(query, variety=None, chips=()), heard, without, told, sound_only, exact, depth)
        ranking = self._last.best(asked, query, limit=limit, score=score, check=check)
        is_wanted = any(side.describe for side in query.alternatives) or any(one.weight > 0 for one in examples)
        if not is_wanted:
            ranking = unmarked(ranking)
        if query.is_single:
            ranking = single(ranking)
        if spoken is not None:
            ranking = quoted(ranking, spoken.quotes)
        considered = len(passing)
        chips = self._told(query.chips)
        return replace(ranking, considered=considered, chips=chips, note=note_of(ranking, considered, query))

    def rank_similar(
        self,
        reference: SimilarityReference,
        query: Query,
        *,
        limit: int,
        exact: bool = False,
        without: SoundId | None = None,
        check: Callable[[], None],
    ) -> Ranking:
        """Ranks the sounds nearest to a sound among those that pass the filters of `query`.

        Args:
            query: only its filters, chips and variety count.
            exact: uses the exact tier whatever its cost.
            without: a sound to exclude.
            check: called between steps; raises if the search was cancelled.

        Raises:
            StopRequested: from `check`.
        """
        passing = self.filtered(query.filters)
        if without is not None:
            passing = passing[passing != without]
        allowed = None if query.filters.is_empty and without is None else passing
        depth = depth_for(limit, query.variety or ALL)

        def score() -> ScoredSounds:
            found = similar(reference, self._sources, passing, allowed, want=depth, exact=exact, check=check)
            return found.filled(passing, depth)

        asked = (reference.key, query.filters, without, exact, depth)
        ranking = self._last.best(asked, query, limit=limit, score=score, check=check)
        note = of_marks(ranking) if len(ranking) else of_nothing(query)
        scored = None if ranking.scored is None else replace(ranking.scored, compared=reference.compared)
        return replace(ranking, considered=len(passing), chips=query.chips, note=note, scored=scored)

    def explain(self, ranking: Ranking, row: int) -> Ranking:
        """One row as a ranking, with all windows of its sound.

        Raises:
            ValueError: the ranking is a listing, which compares nothing.
        """
        scored = ranking.scored
        if scored is None:
            raise ValueError("a listing has nothing to explain")
        at = slice(row, row + 1)
        alone = ScoredSounds(
            ranking.ids[at],
            scored.scores[at],
            scored.parts.of(at),
            scored.segments[at],
            scored.sides[at],
            scored.joint,
            (None,) * len(scored.words),
            ranking.tier,
            scored.examples,
        )
        found = best(alone, self._sources, scored.calibration, limit=1, most_windows=None)
        assert found.scored is not None
        words = tuple(None if own is None else replace(own, held=own.held[at]) for own in scored.words)
        told = replace(found.scored, words=words, quotes=scored.quotes)
        return replace(found, considered=ranking.considered, scored=told)

    def filtered(self, filters: Filters) -> Ids:
        """Ids of the sounds that pass the filters, ascending; cached until relevant data change."""
        stamp = self._sources.catalogue.passing.stamp(filters)
        return self._recall(filters, lambda: self._sources.catalogue.passing.ids(filters), stamp)

    def _passing(self, query: Query) -> Ids | None:
        """Ids of the sounds that may answer, ascending; None if there is no restriction."""
        sides = [self._with_all(side.required) for side in query.alternatives]
        kept: Ids | None = None
        if all(side is not None for side in sides):
            kept = np.unique(np.concatenate([side for side in sides if side is not None]))
        if not query.excluded and query.filters.is_empty and kept is None:
            return None
        passing = self.filtered(query.filters)
        if kept is not None:
            passing = np.intersect1d(passing, kept, assume_unique=True)
        for phrase in query.excluded:
            for form in inflections(phrase):
                passing = np.setdiff1d(passing, self._matching(form), assume_unique=True)
        return passing

    def _with_all(self, phrases: tuple[str, ...]) -> Ids | None:
        """Ids of the sounds with every phrase, ascending; None for no phrases."""
        return reduce(np.intersect1d, [self._quoted(phrase) for phrase in phrases]) if phrases else None

    def _quoted(self, phrase: str) -> Ids:
        """Ids of the sounds with a quoted phrase, its other number or a compound of it, ascending."""
        return self._recall(("quoted", phrase), lambda: union(list(self._forms(phrase).values())))

    def _forms(self, phrase: str) -> dict[str, Ids]:
        """The forms of a quoted phrase in the library, with the ids of their sounds."""
        forms = quoted_forms(phrase, self._sources.catalogue.texts.words_with)
        found = {form: self._matching(form) for form in forms}
        return {form: ids for form, ids in found.items() if len(ids)}

    def _told(self, chips: tuple[Chip, ...]) -> tuple[Chip, ...]:
        """The chips, with the other forms found for quoted phrases."""
        return tuple(
            replace(chip, also=tuple(form for form in self._forms(chip.value) if form != small(chip.value)))
            if chip.kind is ChipKind.REQUIRE
            else chip
            for chip in chips
        )

    def _matching(self, phrase: str) -> Ids:
        return self._recall(phrase, lambda: self._sources.catalogue.texts.matching(phrase))

    def _recall(self, key: object, ask: Callable[[], Ids], stamp: object = None) -> Ids:
        """The cached value of `key`, computed again if the sounds or its `stamp` changed."""
        sequence = self._sources.catalogue.database.sequence()
        if sequence != self._remembered_at or len(self._remembered) > 2000:
            self._remembered.clear()
            self._remembered_at = sequence
        if key not in self._remembered or self._remembered[key][0] != stamp:
            self._remembered[key] = stamp, ask()
        return self._remembered[key][1]

    def _rank(
        self,
        query: Query,
        allowed: Ids | None,
        near: NearSounds | None,
        more: Ids,
        *,
        want: int,
        sound_only: bool,
        exact: bool,
        check: Callable[[], None],
    ) -> ScoredSounds:
        sides = [side for side in query.alternatives if side.describe]
        if not sides:
            return self._unranked(query, allowed, near)
        probes, collected = [], []
        for side in sides:
            probe = self._probe(side, allowed, sound_only=sound_only)
            check()
            probe = self._ahead.seen(probe, want=want, exact=exact)
            read = partial(self._words, side, query, sound_only=sound_only)
            probe, words = looked(probe, self._sources, read, want=want, exact=exact)
            probe = replace(probe, found=words)
            probes.append(probe)
            check()
            found = collect(probe, self._sources, want=want, exact=exact, check=check, more=_allowed(more, probe))
            collected.append(found)
            check()
        every = reduce(np.union1d, [found.ids for found in collected])
        scored = []
        for side, probe, found in zip(sides, probes, collected, strict=True):
            # Score each side's candidates on every other side too: scores must not depend on which side found a sound.
            found = extended(found, probe, self._sources, _allowed(every, probe))
            found = heard_names(found, self._sources, self._pack.calibration)
            if probe.sentence is not None:
                found = with_kin(found, self._sources, self._witnessed(side, query, probe, exact=exact, check=check))
            check()
            scores = fuse(found.parts, self._pack.calibration)
            scored.append((found, scores if side.is_known else hushed(scores, self._pack.calibration)))
        merged, scores, numbers = merge(scored)
        joint = np.stack([probe.joint for probe in probes])
        founds = tuple(probe.found for probe in probes)
        return ScoredSounds(merged.ids, scores, merged.parts, merged.segments, numbers, joint, founds, merged.tier)

    def _witnessed(
        self, side: Alternative, query: Query, probe: Probe, *, exact: bool, check: Callable[[], None]
    ) -> Witnesses:
        """The best answers of the whole library to an alternative, its quoted and unwanted words included."""

        def free() -> Probe:
            allowed = self._probe(side, self._passing(replace(query, filters=Filters())), sound_only=False).allowed
            if allowed is None or probe.allowed is None:
                is_same = allowed is probe.allowed
            else:
                is_same = np.array_equal(allowed, probe.allowed)
            return probe if is_same else replace(probe, allowed=allowed, first=None, by_name=None)

        return self._witnesses.of((side, query.excluded, query.widenings, exact), free, exact=exact, check=check)

    def _probe(self, side: Alternative, allowed: Ids | None, *, sound_only: bool) -> Probe:
        """The vectors of an alternative; its words are looked up later."""
        # One text per call: the encoder caches single texts, and queries are typed letter by letter.
        vectors = self._text.encode([side.describe])
        own = self._with_all(side.required)
        if own is not None:
            allowed = own if allowed is None else np.intersect1d(allowed, own, assume_unique=True)
        return Probe(vectors.joint[0], None if sound_only else vectors.sentence[0], None, allowed)

    def _words(self, side: Alternative, query: Query, *, sound_only: bool) -> KeywordsFound | None:
        """The sounds with the words of an alternative; None if only sound counts."""
        if sound_only:
            return None
        # A quoted word also counts for whatever its quotation finds: "bell" for doorbell.
        quoted = {small(phrase) for phrase in side.required}

        def lookup(form: str) -> Ids:
            return self._quoted(form) if form in quoted else self._matching(form)

        return keywords.find(side.words, query.widenings, lookup, side.originals)

    def _near(
        self,
        examples: Sequence[ExampleVector],
        query: Query,
        allowed: Ids | None,
        *,
        want: int,
        exact: bool,
        check: Callable[[], None],
    ) -> NearSounds | None:
        """Sounds near the examples, by ascending id; None without a wanted example: then words or all sounds answer."""
        wanted = [one for one in examples if one.weight > 0]
        if not wanted:
            return None
        sides = [side.describe for side in query.alternatives if side.describe]
        words = [self._text.encode([side]).joint[0] for side in sides] or [np.zeros_like(wanted[0].vector)]
        whole = direction(np.stack(words), examples, query.words_weight)
        asked = [(vector, want) for vector in whole] + [(one.vector, min(want, LEAST_CANDIDATES)) for one in wanted]
        found: list[NearSounds] = []
        for vector, count in asked:
            near = near_sounds(
                self._sources.sounds, self._sources.catalogue, vector, want=count, allowed=allowed, exact=exact
            )
            found.append(near)
            check()
        ids, first = np.unique(np.concatenate([near.ids for near in found]), return_index=True)
        cosines = np.concatenate([near.cosines for near in found])[first]
        return NearSounds(ids, cosines, np.concatenate([near.segments for near in found])[first], found[0].tier)

    def _weighed(self, ranked: ScoredSounds, examples: Sequence[ExampleVector], query: Query) -> ScoredSounds:
        """Adds the examples to scores and parts; moments follow words and examples together."""
        if not examples:
            return ranked
        is_described = any(side.describe for side in query.alternatives)
        words = ranked.joint if is_described else np.zeros((1, self._pack.dim), np.float32)
        joint = direction(words, examples, query.words_weight)
        cosines, leads = np.full((len(ranked.ids), 1 + len(examples)), np.nan), np.zeros(len(ranked.ids), np.int64)
        for side in np.unique(ranked.sides):
            rows = np.flatnonzero(ranked.sides == side)
            vectors = np.stack([joint[side], *(one.vector for one in examples)])
            sources = self._sources
            cosines[rows], leads[rows] = best_cosines(sources.sounds, sources.catalogue, ranked.ids[rows], vectors)
        own = cosines[:, 1:]
        for column, one in enumerate(examples):
            if one.weight < 0 and one.sound is not None:
                own[ranked.ids == one.sound, column] = 1.0
        scores = with_examples(
            ranked.scores if is_described else None, own, [one.weight for one in examples], query.words_weight
        )
        sound = ranked.parts.sound if is_described else cosines[:, 0]
        parts = replace(ranked.parts, sound=sound, examples=own, alone=ranked.scores if is_described else None)
        return replace(ranked, scores=scores, parts=parts, segments=leads, joint=joint, examples=tuple(examples))

    def _unranked(self, query: Query, allowed: Ids | None, near: NearSounds | None) -> ScoredSounds:
        """Sounds not ranked by words: those near examples, else all that pass, with equal scores.

        For minus terms alone, moments are the least like the first term.
        """
        ids, tier = (None, "exact") if near is None else (near.ids, near.tier)
        if ids is None:
            ids = self.filtered(Filters()) if allowed is None else allowed
        unknown = np.full(len(ids), np.nan)
        found = Candidates(ids, CandidateParts(unknown, None, None), np.zeros(len(ids), np.int64), tier)
        away = -self._text.encode([query.excluded[0]]).joint if query.excluded else np.zeros((1, self._pack.dim))
        return ScoredSounds.of(found, np.ones(len(ids)), np.asarray(away, np.float32))

    def _lowered(self, ranked: ScoredSounds, query: Query, check: Callable[[], None]) -> ScoredSounds:
        """Lowers the scores by each minus term, at the best segment, or at the nearest one if there is none."""
        scores, unsaid = ranked.scores, ranked.parts.unsaid
        for phrase in query.excluded:
            check()
            joint = self._text.encode([phrase]).joint[0]
            if ranked.segments.any():
                minus = cosines_of(self._sources.sounds, joint, ranked.segments)
            else:
                near = best_segments(self._sources.sounds, self._sources.catalogue, joint, ranked.ids)
                minus = aligned(ranked.ids, near.ids, near.cosines)
            scores = lowered(scores, minus, self._pack.calibration)
            unsaid = None if unsaid is None else lowered(unsaid, minus, self._pack.calibration)
        return replace(ranked, scores=scores, parts=replace(ranked.parts, unsaid=unsaid))


def _others(near: NearSounds | None, spoken: TranscriptEvidence | None, passing: Ids) -> Ids:
    """Candidates that words do not find: sounds near examples, and those that say the words; ascending."""
    ids = np.empty(0, np.int64) if near is None else near.ids
    return ids if spoken is None else np.union1d(ids, np.intersect1d(spoken.ids, passing, assume_unique=True))


def _allowed(ids: Ids, probe: Probe) -> Ids:
    """Those of `ids`, ascending, that may answer."""
    return ids if probe.allowed is None else np.intersect1d(ids, probe.allowed, assume_unique=True)


def _wanted(depth: int) -> int:
    """Minimum candidates from each source for this many rows."""
    return max(LEAST_CANDIDATES, depth + depth // 4)
