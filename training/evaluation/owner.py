"""Measures learning from an owner's choices: code words from five examples, and taught searches.

Uses the engine as a user does: clips indexed under meaningless names, choices noted and learnt by `features.owner`.
Each seed draws twelve kinds of at least eight clips; each gets a code word (a scene's, an owner's, or one that no
dictionary has, whatever the kind) with five of its clips. At the same time one caption of each of forty other kinds is
taught with up to five of its clips. Then

- each code word is asked: whether any of the rest of its kind is among the first ten (without the five), and which
  share of the rest, of at most ten,
- every caption of the split is asked with and without what was learnt: captions of untaught kinds (the cost), other
  captions of taught kinds, and the taught captions themselves; taught clips are removed from both.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.base.types import FilePath, SoundId
from engine.features.owner.owner import Owner
from engine.library.library import Library
from engine.library.queries import Question
from engine.store.choices import ChoiceKind, ChosenSound
from training.base.progress import follow
from training.data.corpus import Clip
from training.evaluation.figures import FigureRecord
from training.evaluation.library import ORDINARY, ClipLibrary, EvaluationError, IndexOptions, indexed
from training.measures.bootstrap import Difference, Interval, compare, interval
from training.measures.caption_queries import CaptionQuery, queries_of
from training.measures.metrics import average_precision

CODE_WORDS = (
    "Scene4 whoosh",
    "our door",
    "zorvex",
    "the Miller tape",
    "reel 12 b",
    "grunkel",
    "my good one",
    "EP3 creature",
    "klavomir",
    "hero step",
    "old attic",
    "xq7",
)
EXAMPLES = 5
_LEAST_OF_KIND = 8
_TAUGHT = 40
_DEPTH = 10


@dataclass(frozen=True, slots=True)
class LearningGain:
    """mAP@10 of some captions, without and with learning; a caption's seeds are averaged."""

    captions: int
    before: Interval
    after: Interval
    change: Difference

    def line(self, name: str) -> str:
        return f"{name} {self.before} -> {self.after}, {self.change}, {self.captions} captions"


@dataclass(frozen=True, slots=True)
class OwnerFigures(FigureRecord):
    """Benefits and costs of learning from choices."""

    clips: int
    seeds: int
    words: int
    """Code words asked, over all seeds."""
    hit: Interval
    """Share of code words with any of the rest among the first ten."""
    share: Interval
    """Share of the rest among the first ten."""
    untaught: LearningGain
    """Captions of untaught kinds."""
    related: LearningGain
    taught: LearningGain
    every: LearningGain

    def lines(self) -> list[str]:
        return [
            f"{self.clips} clips, {self.seeds} seeds, {self.words} code words of {EXAMPLES} examples",
            f"code words: hit@10 of the rest {self.hit}, share of the rest among ten {self.share}",
            self.untaught.line("captions of kinds taught nothing:"),
            self.related.line("other captions of taught kinds:  "),
            self.taught.line("the taught captions:             "),
            self.every.line("every caption:                   "),
        ]


@dataclass(frozen=True, slots=True)
class WordResult:
    """The result of one code word."""

    kind: str
    is_hit: bool
    share: float


@dataclass(frozen=True, slots=True)
class CaptionResult:
    """The result of one caption with one seed."""

    caption: str
    cluster: str
    group: str
    """One of "untaught", "related" or "taught"."""
    before: float
    after: float


def measure_owner(pack: Path, clips: Sequence[Clip], *, seeds: int = 3, by: IndexOptions = ORDINARY) -> OwnerFigures:
    """Indexes the clips under meaningless names, teaches, and asks.

    Args:
        seeds: number of draws of kinds and examples.

    Raises:
        EvaluationError: the engine failed, or there are too few kinds.
    """
    words: list[WordResult] = []
    captions: list[CaptionResult] = []
    with indexed(pack, clips, by=by) as library, Library.open(library.folder) as opened:
        asker = _OwnerAsker(opened, library, clips)
        for seed in follow(range(seeds), "choosing as an owner, seed"):
            own, others = asker.by_seed(seed)
            words += own
            captions += others
    if not words or {one.group for one in captions} != {"untaught", "related", "taught"}:
        raise EvaluationError(
            "there are too few kinds of sounds to teach some", advice="Measure on more of the corpus."
        )
    return figures_of(words, captions, len(clips), seeds)


def figures_of(words: Sequence[WordResult], captions: Sequence[CaptionResult], clips: int, seeds: int) -> OwnerFigures:
    """Computes figures from the results; kinds are resampled."""
    kinds = [one.kind for one in words]

    def helped(*groups: str) -> LearningGain:
        own: dict[str, list[CaptionResult]] = {}
        for one in captions:
            if one.group in groups:
                own.setdefault(one.caption, []).append(one)
        clusters = [rows[0].cluster for rows in own.values()]
        before, after = (
            np.array([np.mean([getattr(row, name) for row in rows]) for rows in own.values()])
            for name in ("before", "after")
        )
        return LearningGain(
            len(own), interval(before, clusters), interval(after, clusters), compare(after, before, clusters)
        )

    return OwnerFigures(
        clips=clips,
        seeds=seeds,
        words=len(words),
        hit=interval(np.array([float(one.is_hit) for one in words]), kinds),
        share=interval(np.array([one.share for one in words]), kinds),
        untaught=helped("untaught"),
        related=helped("related"),
        taught=helped("taught"),
        every=helped("untaught", "related", "taught"),
    )


class _OwnerAsker:
    """Teaches and asks one library; knows the clip of each of its sounds."""

    def __init__(self, opened: Library, library: ClipLibrary, clips: Sequence[Clip]) -> None:
        self._opened, self._clips = opened, clips
        ids = {row: opened.sound_at(FilePath.of(library.sounds / path)) for path, row in library.rows.items()}
        self._ids: dict[int, SoundId] = {row: id for row, id in ids.items() if id is not None}
        self._rows = {int(id): row for row, id in self._ids.items()}
        self._queries = [query for query in queries_of(clips) if len(query.relevant & self._ids.keys()) > 1]
        self._members: dict[str, list[int]] = {}
        for row in sorted(self._ids):
            self._members.setdefault(clips[row].kind, []).append(row)

    def by_seed(self, seed: int) -> tuple[list[WordResult], list[CaptionResult]]:
        """Teaches one draw, asks, and forgets again."""
        draw = np.random.default_rng(seed)
        large = [kind for kind in sorted(self._members) if len(self._members[kind]) >= _LEAST_OF_KIND]
        coded = draw.permutation(large)[: len(CODE_WORDS)].tolist()
        examples = {kind: draw.permutation(self._members[kind])[:EXAMPLES].tolist() for kind in coded}
        for word, kind in zip(CODE_WORDS, coded, strict=False):
            self._teach(word, examples[kind])
        captions = self._draw_captions(draw, frozenset(coded))
        for query, rows in captions.values():
            self._teach(query.text, rows)
        Owner.of(self._opened).learn()
        words = [self._word(word, kind, examples[kind]) for word, kind in zip(CODE_WORDS, coded, strict=False)]
        taught = {kind: frozenset(rows) for kind, (_, rows) in captions.items()}
        texts = frozenset(query.text for query, _ in captions.values())
        queries = follow(self._queries, "asking captions")
        asked = [one for query in queries if (one := self._caption(query, taught, texts)) is not None]
        Owner.of(self._opened).forget()
        return words, asked

    def _draw_captions(
        self, draw: np.random.Generator, coded: frozenset[str]
    ) -> dict[str, tuple[CaptionQuery, list[int]]]:
        """A caption and some of its clips for each of some kinds without a code word, by the caption's cluster."""
        by_cluster: dict[str, list[CaptionQuery]] = {}
        for query in self._queries:
            if query.cluster not in coded and len(query.relevant & self._ids.keys()) >= EXAMPLES - 1:
                by_cluster.setdefault(query.cluster, []).append(query)
        found = {}
        for cluster in draw.permutation(sorted(by_cluster))[:_TAUGHT].tolist():
            query = by_cluster[cluster][int(draw.integers(len(by_cluster[cluster])))]
            rows = draw.permutation(sorted(query.relevant & self._ids.keys()))
            found[cluster] = query, rows[: min(EXAMPLES, len(rows) - 1)].tolist()
        return found

    def _teach(self, text: str, rows: Sequence[int]) -> None:
        chosen = [ChosenSound(self._ids[row]) for row in rows]
        Owner.of(self._opened).note(text, ChoiceKind.PICKED, chosen)

    def _word(self, word: str, kind: str, taught: Sequence[int]) -> WordResult:
        rest = frozenset(self._members[kind]) - frozenset(taught)
        ranked = self._ranked(word, frozenset(taught), is_helped=True)
        found = len(rest & frozenset(ranked))
        return WordResult(kind, found > 0, found / min(_DEPTH, len(rest)))

    def _caption(
        self, query: CaptionQuery, taught: dict[str, frozenset[int]], texts: frozenset[str]
    ) -> CaptionResult | None:
        out = taught.get(query.cluster, frozenset())
        right = (query.relevant & self._ids.keys()) - out
        if not right:
            return None
        group = "taught" if query.text in texts else "related" if out else "untaught"
        before, after = (
            average_precision(self._ranked(query.text, out, is_helped=is_helped), right, _DEPTH)
            for is_helped in (False, True)
        )
        return CaptionResult(query.text, query.cluster, group, before, after)

    def _ranked(self, text: str, taken_out: frozenset[int], *, is_helped: bool) -> list[int]:
        asked = Question(text, limit=_DEPTH + len(taken_out), sound_only=True, exact=True, owner=is_helped)
        rows = [self._rows[int(id)] for id in self._opened.rank(asked).ids]
        return [row for row in rows if row not in taken_out][:_DEPTH]
