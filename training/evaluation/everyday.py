"""Queries in words that no training caption has, with their first answers for a person to judge.

Captions of held-out clips share authors and words with those of training. These queries (everyday.toml) use other
words, to expose a pack that only learnt the captions' words. They yield no figure, because right answers are not
listed.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.library.queries import words_of
from engine.search.keywords import inflections
from training.data.corpus import Clip, CorpusError
from training.evaluation.figures import FigureRecord
from training.evaluation.library import ClipLibrary, EngineHit

PATH = Path(__file__).with_name("everyday.toml")
SHOWN = 5


@dataclass(frozen=True, slots=True)
class EverydayAnswer:
    """One answer and what is known about it."""

    confidence: str | None
    kind: str
    category: str
    labels: tuple[str, ...]
    caption: str
    original_path: str
    """Its path in its collection, which the pack did not see."""

    def line(self) -> str:
        labels = ", ".join(self.labels) or "-"
        return f"{self.confidence or '':6s} {self.caption} [{labels}; {self.category}] {self.original_path}"


@dataclass(frozen=True, slots=True)
class EverydayAnswers(FigureRecord):
    """One query and its first answers, best first."""

    query: str
    heard: tuple[EverydayAnswer, ...]

    def lines(self) -> list[str]:
        return [f"{self.query}:", *(f"  {place}. {one.line()}" for place, one in enumerate(self.heard, start=1))]


def read_queries(path: Path = PATH) -> list[str]:
    """Reads a list of queries, `queries = [...]` in TOML.

    Raises:
        CorpusError: no such file, or no list of texts in it.
    """
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))["queries"]
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, KeyError) as err:
        raise CorpusError(f"no queries in {path}: {err!r}", advice='Give a TOML file: queries = ["..."].') from err
    if not isinstance(found, list) or not all(isinstance(text, str) and words_of(text) for text in found):
        raise CorpusError(f"{path} holds no list of texts", advice='Give a TOML file: queries = ["..."].')
    return found


def known_words(queries: Sequence[str], seen: Sequence[Clip]) -> dict[str, tuple[str, ...]]:
    """Returns the words of each query that occur in a caption of `seen`, in any regular inflection.

    Function words ("on", "the") do not count. Queries without such words are omitted.
    """
    captions = {word for clip in seen for caption in clip.captions for word in words_of(caption)}
    spoken = {form for word in captions for form in inflections(word)}
    found = {
        query: tuple(word for word in words_of(query) if not spoken.isdisjoint(inflections(word))) for query in queries
    }
    return {query: words for query, words in found.items() if words}


def refuse_known(queries: Sequence[str], seen: Sequence[Clip]) -> None:
    """Refuses queries with a word of training's captions.

    Raises:
        CorpusError: names them.
    """
    if known := known_words(queries, seen):
        said = "; ".join(f"{query!r} has {', '.join(words)}" for query, words in known.items())
        raise CorpusError(f"words that training captions have: {said}", advice="Put these queries in other words.")


def everyday_answers(library: ClipLibrary, queries: Sequence[str], clips: Sequence[Clip]) -> list[EverydayAnswers]:
    """Returns the first SHOWN answers to each query, by sound only.

    Args:
        library: library of `clips`.
        queries: in plain words.

    Raises:
        EvaluationError: the engine failed.
    """
    return heard_answers(queries, library.search(queries, SHOWN), clips)


def heard_answers(
    queries: Sequence[str], found: Sequence[Sequence[EngineHit]], clips: Sequence[Clip]
) -> list[EverydayAnswers]:
    """Adds to each hit what is known about its clip."""
    return [
        EverydayAnswers(query, tuple(_heard(clips[hit.row], hit.confidence) for hit in hits))
        for query, hits in zip(queries, found, strict=True)
    ]


def _heard(clip: Clip, confidence: str | None) -> EverydayAnswer:
    place = f"{clip.source}/{clip.original_path}"
    return EverydayAnswer(confidence, clip.kind, clip.category, clip.keywords, clip.captions[0], place)
