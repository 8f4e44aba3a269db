"""Measures asking with everything: a query refined by judged answers, and words with one example.

Refining follows a user: a caption of the split is typed, over sounds with meaningless names. Up to three right ones (of
the caption's kind) among the first `SHOWN` answers get a +, one wrong one a −; a seed draws them uniformly. Judged
sounds are removed from both answers, and mAP@10 of the rest is compared: by words alone, and by words, + and −.
Captions with fewer than three right sounds among the first `SHOWN`, or no wrong one, are in the second pair of figures,
with as many + and − as there were. Because sounds of one kind often are takes of one recording, a third pair also
removes every take of the judged ones, if anything of the kind remains.

One example: a sound of the kind, drawn by the seed, is removed, and the rest is ranked by the words, by the example,
and by both. All rankings are the engine's, except that Rocchio's rule (1971: 1, 3 and 0.5 for words, mean of the right
and the wrong, the best on val) is computed from each sound's mean vector.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from engine.base.types import FilePath, SoundId
from engine.library.library import Library
from engine.library.queries import Example, Question
from training.base.progress import follow
from training.data.corpus import Clip
from training.evaluation.library import ORDINARY, ClipLibrary, IndexOptions, indexed
from training.measures.bootstrap import Difference, Interval, compare, interval
from training.measures.caption_queries import CaptionQuery, queries_of
from training.measures.metrics import average_precision

SHOWN = 20
"""Number of answers judged."""
PLUS, MINUS = 3, 1
_DEPTH = 10
_ROCCHIO = (1.0, 3.0, 0.5)


@dataclass(frozen=True, slots=True)
class PrecisionGain:
    """mAP@10 of the rest, before and after; a query's seeds are averaged."""

    queries: int
    before: Interval
    after: Interval
    change: Difference

    @property
    def gain(self) -> float:
        """Relative rise of mAP@10."""
        return self.after.value / self.before.value - 1.0

    def line(self, name: str) -> str:
        return f"{name} {self.before} -> {self.after}, {self.gain:+.1%} ({self.change}), {self.queries} captions"


@dataclass(frozen=True, slots=True)
class RefiningFigures:
    """Benefits of + and −, and of words with one example."""

    clips: int
    seeds: int
    refined: PrecisionGain | None
    """Three + and one −; None if no caption has them, also below."""
    rocchio: PrecisionGain | None
    """The same by Rocchio's rule."""
    as_found: PrecisionGain | None
    """As many + and − as the first answers offered, including none."""
    takes_out: PrecisionGain | None
    """Like `refined`, without takes of the judged sounds."""
    words: Interval
    """By words alone, with one example removed."""
    example: Interval
    """By the example alone."""
    both: Interval
    over_words: Difference
    over_example: Difference

    def lines(self) -> list[str]:
        raised = {
            "three + and one -:": self.refined,
            "by Rocchio's rule:": self.rocchio,
            "as many as were shown:": self.as_found,
            "without takes of the judged:": self.takes_out,
        }
        return [
            f"{self.clips} clips, {self.seeds} seeds; mAP@10 of what is left",
            *(f"no caption: {name}" if one is None else one.line(f"{name:28s}") for name, one in raised.items()),
            f"words {self.words}   one example {self.example}   both {self.both}",
            f"both have over words {self.over_words}, over the example {self.over_example}",
        ]

    def record(self) -> dict[str, Any]:
        return {**asdict(self), "gain": None if self.refined is None else self.refined.gain}


def measure_refining(
    pack: Path, clips: Sequence[Clip], *, seeds: int = 3, by: IndexOptions = ORDINARY
) -> RefiningFigures:
    """Indexes the clips under meaningless names, and asks for each distinct caption whose kind has several sounds.

    Args:
        seeds: number of draws of the judged sounds.

    Raises:
        EvaluationError: the engine failed.
    """
    with indexed(pack, clips, by=by) as library, Library.open(library.folder, read_only=True) as opened:
        asker = _Asker(opened, library, clips)
        rows = [row for query in follow(queries_of(clips), "refining captions") for row in asker.measured(query, seeds)]
    return figures_of(rows, len(clips), seeds)


@dataclass(frozen=True, slots=True)
class JudgedCaption:
    """One caption's average precisions with one seed; pairs are before and after."""

    caption: str
    cluster: str
    plus: int
    """Number of right answers with a +; -1 if the kind is too small to refine."""
    minus: int = 0
    refined: tuple[float, float] = (0.0, 0.0)
    rocchio: float = 0.0
    takes_out: tuple[float, float] | None = None
    one: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """By words, by one example, by both."""


def figures_of(rows: Sequence[JudgedCaption], clips: int, seeds: int) -> RefiningFigures:
    """Computes figures from all captions."""
    refinable = [row for row in rows if row.plus >= 0]
    full = [row for row in refinable if (row.plus, row.minus) == (PLUS, MINUS)]
    one, clusters = _by_caption([(row, row.one) for row in rows])
    return RefiningFigures(
        clips=clips,
        seeds=seeds,
        refined=_raised([(row, row.refined) for row in full]),
        rocchio=_raised([(row, (row.refined[0], row.rocchio)) for row in full]),
        as_found=_raised([(row, row.refined) for row in refinable]),
        takes_out=_raised([(row, row.takes_out) for row in full if row.takes_out is not None]),
        words=interval(one[:, 0], clusters),
        example=interval(one[:, 1], clusters),
        both=interval(one[:, 2], clusters),
        over_words=compare(one[:, 2], one[:, 0], clusters),
        over_example=compare(one[:, 2], one[:, 1], clusters),
    )


class _Asker:
    """Asks one library; knows the clip of each of its sounds."""

    def __init__(self, opened: Library, library: ClipLibrary, clips: Sequence[Clip]) -> None:
        self._opened, self._clips = opened, clips
        ids = {row: opened.sound_at(FilePath.of(library.sounds / path)) for path, row in library.rows.items()}
        self._ids: dict[int, SoundId] = {row: id for row, id in ids.items() if id is not None}
        self._rows = {int(id): row for row, id in self._ids.items()}
        self._order = sorted(self._ids)
        self._vectors = opened.kept_vectors([self._ids[row] for row in self._order]).sounds

    def measured(self, query: CaptionQuery, seeds: int) -> list[JudgedCaption]:
        """Returns a caption's results by seed; empty if its kind has a single sound."""
        relevant = query.relevant & self._ids.keys()
        if len(relevant) < 2:
            return []
        shown = self._ranked(Question(query.text, sound_only=True), SHOWN)
        return [self._by_seed(query, relevant, shown, seed) for seed in range(seeds)]

    def _by_seed(self, query: CaptionQuery, relevant: frozenset[int], shown: list[int], seed: int) -> JudgedCaption:
        draw = np.random.default_rng([seed, *query.text.encode()])
        example = int(draw.choice(sorted(relevant)))
        one = self._one_example(query.text, relevant, example)
        if len(relevant) <= PLUS:
            return JudgedCaption(query.text, query.cluster, -1, one=one)
        plus = draw.permutation([row for row in shown if row in relevant])[:PLUS].astype(int).tolist()
        minus = draw.permutation([row for row in shown if row not in relevant])[:MINUS].astype(int).tolist()
        judged = frozenset((*plus, *minus))
        asked = self._question(query.text, plus, minus)
        takes = judged | {row for row in self._order if self._clips[row].group in self._groups(judged)}
        before = self._precisions(Question(query.text, sound_only=True), relevant, judged, takes)
        after = self._precisions(asked, relevant, judged, takes)
        rocchio = average_precision(self._rocchio(query.text, plus, minus, judged), relevant - judged)
        has_takes = before[1] is not None and after[1] is not None
        takes_out = (before[1] or 0.0, after[1] or 0.0) if has_takes else None
        return JudgedCaption(
            query.text,
            query.cluster,
            len(plus),
            len(minus),
            (before[0] or 0.0, after[0] or 0.0),
            rocchio,
            takes_out,
            one,
        )

    def _one_example(self, text: str, relevant: frozenset[int], example: int) -> tuple[float, float, float]:
        alone = (Example(self._ids[example]),)
        asked = (
            Question(text, sound_only=True),
            Question(examples=alone, sound_only=True),
            Question(text, examples=alone, sound_only=True),
        )
        out = frozenset({example})
        words, one, both = (self._precisions(each, relevant, out, out)[0] or 0.0 for each in asked)
        return words, one, both

    def _question(self, text: str, plus: Sequence[int], minus: Sequence[int]) -> Question:
        wanted = [Example(self._ids[row]) for row in plus]
        return Question(
            text, examples=(*wanted, *(Example(self._ids[row], weight=-1.0) for row in minus)), sound_only=True
        )

    def _precisions(
        self, question: Question, relevant: frozenset[int], judged: frozenset[int], takes: frozenset[int]
    ) -> tuple[float | None, float | None]:
        """AP@10 without the judged, and without their takes too; None if nothing right remains."""
        ranked = self._ranked(question, _DEPTH + len(takes))
        left = [(relevant - out, [row for row in ranked if row not in out]) for out in (judged, takes)]
        first, second = (average_precision(rows, right, _DEPTH) if right else None for right, rows in left)
        return first, second

    def _ranked(self, question: Question, limit: int) -> list[int]:
        ranking = self._opened.rank(structs.replace(question, limit=limit, exact=True))
        return [self._rows[int(id)] for id in ranking.ids]

    def _groups(self, judged: frozenset[int]) -> frozenset[str]:
        return frozenset(self._clips[row].group for row in judged) - {""}

    def _rocchio(self, text: str, plus: Sequence[int], minus: Sequence[int], judged: frozenset[int]) -> list[int]:
        words, wanted, away = _ROCCHIO
        vector = words * self._words(text)
        for rows, weight in ((plus, wanted), (minus, -away)):
            if rows:
                vector = vector + weight * self._vectors[[self._order.index(row) for row in rows]].mean(axis=0)
        best = np.argsort(-(self._vectors @ vector), kind="stable")
        return [row for place in best if (row := self._order[place]) not in judged][:_DEPTH]

    def _words(self, text: str) -> NDArray[np.float32]:
        ranking = self._opened.rank(Question(text, sound_only=True, limit=1, exact=True))
        assert ranking.scored is not None
        return np.asarray(ranking.scored.joint[0], np.float32)


def _raised(found: Sequence[tuple[JudgedCaption, tuple[float, float]]]) -> PrecisionGain | None:
    if not found:
        return None
    values, clusters = _by_caption(found)
    before, after = values[:, 0], values[:, 1]
    change = compare(after, before, clusters)
    return PrecisionGain(len(values), interval(before, clusters), interval(after, clusters), change)


def _by_caption(found: Sequence[tuple[JudgedCaption, tuple[float, ...]]]) -> tuple[NDArray[np.float64], list[str]]:
    """Each caption's mean over seeds, float64 [captions, numbers], and the captions' clusters."""
    own: dict[str, list[tuple[float, ...]]] = {}
    for row, values in found:
        own.setdefault(row.caption, []).append(values)
    clusters = {row.caption: row.cluster for row, _ in found}
    return np.array([np.mean(values, axis=0) for values in own.values()]), [clusters[caption] for caption in own]
