"""Measures trained rows as the papers do: every caption is its own query with one right sound, text to audio.

Differs from the engine's way (training.evaluation.retrieval), which asks each distinct caption once and searches
windows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from training.base.paper_row import PaperRow
from training.data.corpora.registry import read_parts
from training.data.corpus import Clip
from training.evaluation.figures import Figures, figures_of, score_queries
from training.evaluation.ranking import Scores, ensemble, path_order, ranked_rows
from training.measures.bootstrap import Interval
from training.measures.caption_queries import queries_of
from training.papers.passt.needs import DCASE_2025
from training.runs.checkpoint import Checkpoint
from training.runs.config import Config
from training.runs.embedding import embed_captions, embed_clips
from training.runs.material import Report


@dataclass(frozen=True, slots=True)
class RowFigures:
    """Figures of one set of weights: shares within [0, 1] with 95 % intervals over sounds, None where not measured."""

    map10: Interval | None = None
    """The papers' definition: the reciprocal rank of the one right sound, 0 beyond ten."""
    recall1: Interval | None = None
    recall5: Interval | None = None
    recall10: Interval | None = None
    map16: Interval | None = None
    queries: int = 0
    sounds: int = 0


@dataclass(frozen=True, slots=True)
class ScoredPart:
    """Scores of one model on a test part."""

    clips: tuple[Clip, ...]
    texts: tuple[str, ...]
    relevant: tuple[frozenset[int], ...]
    scores: Scores
    """float32 [texts, clips], cosines."""


def measure(
    checkpoints: Sequence[Checkpoint], paper: PaperRow, config: Config, places: Mapping[str, Path], report: Report
) -> RowFigures:
    """Measures one checkpoint, or an ensemble of several, on the test parts of a config.

    Args:
        checkpoints: each is fed in its own way; their cosines are averaged.
        paper: asks for DCASE 2025's figure too, or not.
        config: names the test parts.
        report: receives what is left out.

    Returns:
        the figures; empty ones without a test part.
    """
    if not config.data.test:
        return RowFigures()
    clips = read_parts(config.data.test, places, "test").clips
    owners = [(row, caption) for row, clip in enumerate(clips) for caption in clip.captions]
    single = _heard(
        checkpoints, clips, [caption for _, caption in owners], [frozenset({row}) for row, _ in owners], report
    )
    found = _figures(single)
    map16 = None
    if paper.map16 is not None:
        clips = read_parts([DCASE_2025], places, "test").clips
        queries = queries_of(clips)
        several = _heard(
            checkpoints, clips, [query.text for query in queries], [query.relevant for query in queries], report
        )
        map16 = _figures(several).map16
    return RowFigures(
        found.mrr10,
        found.recall1,
        found.recall5,
        found.recall10,
        map16,
        queries=len(single.texts),
        sounds=len(single.clips),
    )


def device_of(config: Config) -> str:
    """Returns the device for measuring a recipe's models: a GPU where the recipe allows one and there is one."""
    return "cuda" if config.run.accelerator != "cpu" and torch.cuda.is_available() else "cpu"


def _heard(
    checkpoints: Sequence[Checkpoint],
    clips: Sequence[Clip],
    texts: Sequence[str],
    relevant: Sequence[frozenset[int]],
    report: Report,
) -> ScoredPart:
    """Scores all texts against readable clips; drops texts whose right sound is unreadable."""
    members: list[Scores] = []
    kept: list[Clip] = []
    distinct = sorted(set(texts))
    place = {text: row for row, text in enumerate(distinct)}
    rows = np.array([place[text] for text in texts], dtype=np.int64)
    for checkpoint in checkpoints:
        model = checkpoint.model().to(device_of(checkpoint.config))
        kept, sounds = embed_clips(model, clips, checkpoint.config, Path(), report)
        words = embed_captions(model, distinct)
        members.append(np.asarray(_unit(words)[rows] @ _unit(sounds).T, dtype=np.float32))
    new_row = {id(clip): row for row, clip in enumerate(kept)}
    moved = {old: new_row[id(clip)] for old, clip in enumerate(clips) if id(clip) in new_row}
    answers = [frozenset(moved[row] for row in right if row in moved) for right in relevant]
    asked = [number for number, right in enumerate(answers) if right]
    if len(asked) < len(texts):
        report(f"{len(texts) - len(asked)} captions are not asked for: their sounds cannot be read")
    return ScoredPart(
        tuple(kept),
        tuple(texts[number] for number in asked),
        tuple(answers[number] for number in asked),
        ensemble(members)[asked],
    )


def _figures(heard: ScoredPart) -> Figures:
    ranked = ranked_rows(heard.scores, 16, path_order([clip.path for clip in heard.clips]))
    clusters = [min(right) for right in heard.relevant]
    return figures_of(score_queries(ranked, heard.relevant, clusters))


def _unit(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12))
