"""Measures a self-test: whether its figures are reproducible, and whether it finds outliers and missing kinds.

Clips are indexed under the names of their collections, and the engine's own self-test judges (`earshot self-test`).

- Again: the sounds are split into random halves, each half is tested, and the kinds' average precisions in both are
  compared by rank and verdict. Halves are drawn once by sound, once by whole recordings, without takes in both.
- Alone: one clip each of `PLANTED` other kinds is planted among the clips that have `NEIGHBOURS` others of their kind
  in other recordings; counts how many are among the first outliers.
- Missing: every caption is asked twice like a line of a script, of all clips and without those that answer it.

Intervals resample kinds.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
from msgspec.structs import replace

from engine.base.cancellation import never
from engine.base.types import FilePath, Ids
from engine.features.self_test.gaps import WantedLine, ask_lines
from engine.features.self_test.kind_search import ask_kinds, read_texts
from engine.features.self_test.named_kinds import FEWEST_FILES, NamedPool, named_pools
from engine.features.self_test.outliers import NEIGHBOURS, find_outliers
from engine.features.self_test.stored_windows import StoredVectors, best_cosines, stored_vectors
from engine.library.library import Library
from engine.models.encoder import TextEncoder
from engine.models.pack import load_pack
from engine.store.catalogue import Catalogue
from training.base.progress import follow
from training.data.corpus import Clip, CorpusError
from training.evaluation.library import ORDINARY, IndexOptions, indexed, original_name
from training.evaluation.self_test_figures import (
    CaptionPair,
    HalvesOfKind,
    LackingFigures,
    PlantedSound,
    again_of,
    alone_of,
    missing_of,
)
from training.measures.caption_queries import CaptionQuery, queries_of

PLANTED = 30


def measure_lacking(
    pack: Path, clips: Sequence[Clip], *, seeds: int = 10, by: IndexOptions = ORDINARY
) -> LackingFigures:
    """Indexes the clips under their own names and evaluates the self-test.

    Args:
        seeds: number of draws of halves and of planted sounds.

    Raises:
        EvaluationError: the engine failed.
        CorpusError: nothing is readable.
    """
    text = TextEncoder(load_pack(pack))
    with indexed(pack, clips, by=by, name=original_name) as library:
        with Catalogue.open(library.folder, read_only=True) as catalogue:
            searched = catalogue.packs.searched()
            stored = None if searched is None else stored_vectors(catalogue, searched[0])
            if stored is None:
                raise CorpusError("no clip could be read", advice="Check it: earshot-train corpus --data DIR")
            found = {catalogue.files.at(FilePath.of(library.sounds / path)): row for path, row in library.rows.items()}
            rows = {int(id): row for id, row in found.items() if id is not None}
            test = _PartialSelfTest(catalogue, stored, text, [clips[rows[sound]] for sound in stored.sounds.tolist()])
            again = [again_of(name, list(test.halved(seeds, of))) for name, of in _HALVES.items()]
            planted = list(test.planted(seeds))
            cosines = test.cosines(queries_of(clips), rows)
        with Library.open(library.folder) as opened:
            lines = _asked_twice(opened, queries_of(clips), rows, cosines)
    alone = alone_of(planted, seeds) if planted else None
    return LackingFigures(len(clips), tuple(one for one in again if one is not None), alone, missing_of(lines))


def _asked_twice(
    opened: Library, queries: Sequence[CaptionQuery], rows: dict[int, int], cosines: Sequence[tuple[float, float]]
) -> list[CaptionPair]:
    """Asks each caption of all clips, and of a collection of those that do not answer it."""
    within: dict[frozenset[int], str] = {}
    lines = []
    for number, query in enumerate(follow(queries, "asking captions")):
        if query.relevant not in within:
            within[query.relevant] = name = f"w{len(within)}"
            left = [sound for sound, row in sorted(rows.items()) if row not in query.relevant]
            opened.keeping.make_collection(name, np.array(left, np.int64))
        lines.append(WantedLine(query.text, number=2 * number))
        lines.append(WantedLine(f"{query.text} collection:{within[query.relevant]}", number=2 * number + 1))
    told = {one.line.number: one for one in ask_lines(opened, lines, {})}
    return [
        CaptionPair(
            query.cluster,
            told[2 * number].there,
            told[2 * number + 1].there,
            (told[2 * number].score, told[2 * number + 1].score),
            cosines[number],
        )
        for number, query in enumerate(queries)
    ]


class _PartialSelfTest:
    def __init__(self, catalogue: Catalogue, stored: StoredVectors, text: TextEncoder, clips: Sequence[Clip]) -> None:
        """`clips` are those of `stored`, in its order."""
        self._catalogue, self._stored, self._text, self._clips = catalogue, stored, text, clips
        self._pools = named_pools(catalogue, np.sort(stored.sounds))

    def halved(self, seeds: int, of: Callable[[Clip], str]) -> Iterator[HalvesOfKind]:
        """Tests both halves of each draw; clips with equal `of` stay together."""
        keys = [of(clip) for clip in self._clips]
        for seed in follow(range(seeds), "testing halves, seed"):
            is_first = dict.fromkeys(np.random.default_rng(seed).permutation(sorted(set(keys))).tolist()[::2])
            first = np.array([key in is_first for key in keys])
            tested = []
            for half in (first, ~first):
                pools = [pool for one in self._pools if (pool := _narrowed(one, self._stored.sounds[half])).kinds]
                kinds = ask_kinds(self._catalogue, self._stored, self._text, pools)
                tested.append({f"{one.by} {one.words}": one for one in kinds})
            for name in sorted(tested[0].keys() & tested[1].keys()):
                one, other = tested[0][name], tested[1][name]
                verdicts = str(one.found_by_sound), str(other.found_by_sound)
                yield HalvesOfKind(seed, name, one.average_precision, other.average_precision, verdicts)

    def planted(self, seeds: int) -> Iterator[PlantedSound]:
        """Plants single clips of other kinds among those with kin; yields nothing with too few of either."""
        kinds = Counter(clip.kind for clip in self._clips)
        recordings = Counter(map(_recording_of_kind, self._clips))
        kin = [row for row, one in enumerate(self._clips) if _kin(one, kinds, recordings) >= NEIGHBOURS]
        known = {self._clips[row].kind for row in kin}
        members: dict[str, list[int]] = {}
        for row in sorted(range(len(self._clips)), key=lambda row: self._clips[row].id):  # stored in any order
            members.setdefault(self._clips[row].kind, []).append(row)
        foreign = sorted(members.keys() - known)
        if len(foreign) < PLANTED or not kin:
            return
        for seed in range(seeds):
            rng = np.random.default_rng(seed)
            drawn = sorted(rng.permutation(foreign)[:PLANTED].tolist())
            chosen = {int(rng.choice(members[kind])): kind for kind in drawn}
            rows = np.sort(np.array([*kin, *chosen]))
            found = find_outliers(self._catalogue, self._part(rows), limit=len(rows))
            place = {int(one.sound): place for place, one in enumerate(found.outliers, start=1)}
            for row, kind in chosen.items():
                yield PlantedSound(kind, place[int(self._stored.sounds[row])], len(rows))

    def cosines(self, queries: Sequence[CaptionQuery], rows: dict[int, int]) -> list[tuple[float, float]]:
        """Returns each caption's best cosine with any sound, and with any that does not answer it."""
        texts = read_texts(self._text, [query.text for query in queries], never, lambda share: None)
        found = best_cosines(self._stored, texts)
        own = np.array([rows[sound] for sound in self._stored.sounds.tolist()])
        gone = [found[~np.isin(own, list(query.relevant)), at].max() for at, query in enumerate(queries)]
        return [(float(best), float(left)) for best, left in zip(found.max(axis=0), gone, strict=True)]

    def _part(self, rows: Ids) -> StoredVectors:
        stored = self._stored
        return replace(
            stored, sounds=stored.sounds[rows], first_segments=stored.first_segments[rows], counts=stored.counts[rows]
        )


def _narrowed(pool: NamedPool, sounds: Ids) -> NamedPool:
    """A pool of some sounds, with the kinds that are large enough there."""
    kinds = [replace(kind, sounds=np.intersect1d(kind.sounds, sounds)) for kind in pool.kinds]
    kept = tuple(kind for kind in kinds if len(kind.sounds) >= FEWEST_FILES)
    return NamedPool(pool.by, np.intersect1d(pool.sounds, sounds), kept)


def _recording_of_kind(clip: Clip) -> tuple[str, str]:
    return clip.kind, clip.group or clip.id


def _kin(clip: Clip, kinds: Counter[str], recordings: Counter[tuple[str, str]]) -> int:
    """Number of others of its kind in other recordings."""
    return kinds[clip.kind] - recordings[_recording_of_kind(clip)]


_HALVES: dict[str, Callable[[Clip], str]] = {
    "sounds": lambda clip: clip.id,
    "recordings": lambda clip: clip.group or clip.id,
}
