"""A hundred queries in everyday words, judged by listed kinds of sound.

Captions of held-out clips use the words of training; people do not. The right kinds for each query were listed
(hundred.toml) before the trainings that they judge, so a command can judge a run without a person.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

import numpy as np

from engine.library.queries import words_of
from training.data.corpora.extensions import VAL
from training.data.corpus import Clip, CorpusError
from training.evaluation.everyday import EverydayAnswers
from training.evaluation.figures import FigureRecord
from training.measures.bootstrap import Interval, interval

PATH = Path(__file__).with_name("hundred.toml")
SCENE = Path(__file__).with_name("scene.toml")
"""A script of forty lines, for spotting."""
PARTS = ("earshot:test", "earshot:val", f"earshot:{VAL}")
"""The searched library: everything outside training."""


@dataclass(frozen=True, slots=True)
class JudgedQuery:
    """One query and its right kinds."""

    text: str
    kinds: tuple[str, ...]
    """Patterns of kinds with * as wildcard."""

    def is_right(self, kind: str) -> bool:
        return any(fnmatchcase(kind, pattern) for pattern in self.kinds)


@dataclass(frozen=True, slots=True)
class QueryVerdict:
    """The worth of a query's first answers."""

    query: str
    place: int
    """Rank of the first right answer, from 1; 0 for none."""
    answers: tuple[str, ...]
    """First caption of each answer, best first."""

    def line(self) -> str:
        return f"{self.place or '-'}  {self.query}: {self.answers[0] if self.answers else '(nothing)'}"


@dataclass(frozen=True, slots=True)
class JudgedFigures(FigureRecord):
    """A pack's result over all of them."""

    first: Interval
    """Share of queries with a right first answer."""
    five: Interval
    """Share with a right one among the first five."""
    verdicts: tuple[QueryVerdict, ...]
    unanswerable: tuple[str, ...]
    """Queries without right sounds in the library; excluded from the shares."""

    def lines(self) -> list[str]:
        count = len(self.verdicts)
        shown = [(self.first, "the first answer"), (self.five, "one of the first five")]
        rows = [f"{what} is right: {round(share.value * count)} of {count}, {share}" for share, what in shown]
        gone = [f"nothing in the library is right for: {', '.join(self.unanswerable)}"] if self.unanswerable else []
        return [*(verdict.line() for verdict in self.verdicts), "", *rows, *gone]


def read_judged(path: Path = PATH) -> list[JudgedQuery]:
    """Reads a list of queries with their right kinds.

    Raises:
        CorpusError: no such file, or no such list in it.
    """
    advice = 'Give a TOML file of tables: [[queries]] text = "..." kinds = ["..."].'
    try:
        rows = tomllib.loads(path.read_text(encoding="utf-8"))["queries"]
        found = [JudgedQuery(str(row["text"]), tuple(map(str, row["kinds"]))) for row in rows]
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, KeyError, TypeError) as err:
        raise CorpusError(f"no judged queries in {path}: {err!r}", advice=advice) from err
    if not found or not all(words_of(one.text) and one.kinds for one in found):
        raise CorpusError(f"{path} has a query without words or without kinds", advice=advice)
    return found


def answerable(asked: Sequence[JudgedQuery], clips: Sequence[Clip]) -> list[JudgedQuery]:
    """Returns the queries that the library has right sounds for."""
    kinds = {clip.kind for clip in clips}
    return [one for one in asked if any(map(one.is_right, kinds))]


def judge(asked: Sequence[JudgedQuery], answers: Sequence[EverydayAnswers], clips: Sequence[Clip]) -> JudgedFigures:
    """Judges a pack's answers.

    Args:
        asked: all queries.
        answers: answers to the answerable ones, in order.

    Raises:
        CorpusError: no query is answerable.
    """
    able = answerable(asked, clips)
    if not able:
        raise CorpusError("the library has no sound that answers any of these", advice="Name its parts with --part.")
    verdicts = tuple(_verdict(one, answer) for one, answer in zip(able, answers, strict=True))
    places = np.array([verdict.place for verdict in verdicts])
    texts = {one.text for one in able}
    return JudgedFigures(
        interval((places == 1).astype(np.float64)),
        interval((places > 0).astype(np.float64)),
        verdicts,
        tuple(one.text for one in asked if one.text not in texts),
    )


def _verdict(asked: JudgedQuery, answer: EverydayAnswers) -> QueryVerdict:
    right = [place for place, one in enumerate(answer.heard, start=1) if asked.is_right(one.kind)]
    return QueryVerdict(asked.text, min(right, default=0), tuple(one.caption for one in answer.heard))
