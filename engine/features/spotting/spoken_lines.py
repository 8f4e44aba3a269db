"""Answers what somebody says in a script by transcripts first, and then by sound."""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.base.cancellation import Cancel, never
from engine.base.types import Answer, Confidence, Hit
from engine.features.spotting.cues import plain_words
from engine.library.library import Library
from engine.search.question import Question


def answer_cues(library: Library, asked: Sequence[tuple[Question, str]], *, cancel: Cancel = never) -> list[Answer]:
    """Returns an answer a cue.

    Args:
        library: searched in this thread.
        asked: each cue's question, and what is spoken in it; empty for a sound.
        cancel: polled between steps.

    Raises:
        EngineError: as for `Library.answer`.
    """
    words = [plain_words(spoken) if library.searches_transcripts else "" for _, spoken in asked]
    said = [replace(question, text=f'said:"{text}"') for (question, _), text in zip(asked, words, strict=True) if text]
    answers = library.answer_all([*(question for question, _ in asked), *said], cancel=cancel)
    by_words = iter(answers[len(asked) :])
    return [
        _said_first(next(by_words), answer, question.limit) if text else answer
        for (question, _), text, answer in zip(asked, words, answers[: len(asked)], strict=True)
    ]


def _said_first(said: Answer, heard: Answer, limit: int) -> Answer:
    sure = [hit for hit in said.hits if hit.confidence in (Confidence.STRONG, Confidence.FAIR)]
    known = {hit.sound.id for hit in sure}
    hits: list[Hit] = [*sure, *(hit for hit in heard.hits if hit.sound.id not in known)][:limit]
    return replace(heard, hits=tuple(replace(hit, rank=rank) for rank, hit in enumerate(hits, start=1)))
