"""Computes cosines of every caption with every sound of a split, from a pack or a checkpoint.

`training.evaluation.retrieval` asks the command line for the first hits; this returns the whole matrix, for audio to
text, ensembles, and checkpoints without a pack. The engine's own code decodes, cuts and encodes a pack's sounds, and a
sound scores as its best window. A checkpoint's sounds are fed as in its training: windows of the plan for cached
pictures, otherwise one vector a sound, as in the papers.
"""

import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from engine.audio import decode
from engine.audio.segments import Segment, cut
from engine.base.errors import AudioError
from engine.models.encoder import AudioEncoder, TextEncoder
from engine.models.pack import load_pack
from training.data.corpus import Clip
from training.data.features import mel_clips, readable
from training.evaluation.ranking import Scores, ranked_rows
from training.measures.caption_queries import CaptionQuery, best_scores
from training.runs.checkpoint import Checkpoint, load_checkpoint
from training.runs.embedding import embed_captions, embed_clips, windows_of
from training.runs.folders import WEIGHTS

UNHEARD = -2.0
"""Score of an unreadable sound: below every cosine."""
_AHEAD = 16

Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class MeasuredSystem:
    """A system to measure: a pack's folder or a checkpoint's file."""

    place: Path

    @property
    def is_pack(self) -> bool:
        """Whether it is a pack. A folder from `earshot-train share` is a checkpoint, with weights."""
        return self.place.is_dir() and not (self.place / WEIGHTS).is_file()

    @property
    def name(self) -> str:
        """Returns the pack's folder name, or a checkpoint's run and file, because every run has a last.pt."""
        place = self.place.resolve()
        return place.name if self.is_pack else f"{place.parent.name}/{place.name}"

    def scores(
        self, clips: Sequence[Clip], texts: Sequence[str], cache: Path | None, device: str, report: Report
    ) -> Scores:
        """Returns the cosines, float32 [texts, clips]; unreadable clips have UNHEARD and are reported.

        Args:
            texts: the queries.
            cache: folder for a checkpoint's mel pictures; None keeps none.
            device: for a pack one of the engine's, for a checkpoint one of torch's.
            report: told what is left out.

        Raises:
            EngineError: the pack or checkpoint is unusable.
        """
        distinct = list(dict.fromkeys(texts))
        rows = {text: row for row, text in enumerate(distinct)}
        if self.is_pack:
            found = _of_pack(self.place, clips, distinct, device, report)
        else:
            found = of_checkpoint(load_checkpoint(self.place), clips, distinct, cache, device, report)
        return np.asarray(found[[rows[text] for text in texts]], dtype=np.float32)


def of_checkpoint(
    checkpoint: Checkpoint, clips: Sequence[Clip], texts: Sequence[str], cache: Path | None, device: str, report: Report
) -> Scores:
    """Returns the cosines of a trained model, float32 [texts, clips]; see `MeasuredSystem.scores`."""
    config, model = checkpoint.config, checkpoint.model().to(device)
    with tempfile.TemporaryDirectory(prefix="earshot-evaluate-") as work:
        place = cache or Path(work)
        if config.batch.feed == "pictures":
            kept, pictures = readable(clips, mel_clips(clips, config.model.audio, place, report))
            vectors, owners = windows_of(model, pictures, config)
        else:
            kept, vectors = embed_clips(model, clips, config, place, report)
            owners = np.arange(len(kept))
        words = embed_captions(model, texts)
    found = np.full((len(texts), len(clips)), UNHEARD, dtype=np.float32)
    columns = {id(clip): column for column, clip in enumerate(clips)}
    found[:, [columns[id(clip)] for clip in kept]] = best_scores(_unit(words), _unit(vectors), owners, len(kept))
    return found


def both_ways(
    scores: Scores, queries: Sequence[CaptionQuery], clips: Sequence[Clip], depth: int
) -> tuple[list[list[int]], list[CaptionQuery], list[list[int]]]:
    """Returns the rankings of sounds for each query, and of queries for each clip.

    A clip's sound is a query that every query it answers is right for; clips without any are not asked. Ties go by the
    clips' and the queries' order. Unreadable clips find nothing and are never found, even with fewer clips than
    `depth`.

    Args:
        scores: float32 [queries, clips].
        queries: queries of the rows.
        clips: clips of the columns.
        depth: length of each ranking.

    Returns:
        the rows of clips, best first, for each query; queries whose `relevant` are rows of `queries`; and for each of
        them the rows of queries, best first.
    """
    answers: dict[int, set[int]] = {}
    for row, query in enumerate(queries):
        for column in query.relevant:
            answers.setdefault(column, set()).add(row)
    asked = sorted(answers)
    heard = [
        CaptionQuery(clips[column].id, frozenset(answers[column]), clips[column].kind, clips[column].category)
        for column in asked
    ]
    return _without_unheard(scores, depth), heard, _without_unheard(scores.T[asked], depth)


def _without_unheard(scores: Scores, depth: int) -> list[list[int]]:
    """Rankings without unreadable clips, which have UNHEARD from every system."""
    return [
        [column for column in row if own[column] > UNHEARD]
        for row, own in zip(ranked_rows(scores, depth), scores, strict=True)
    ]


def _of_pack(folder: Path, clips: Sequence[Clip], texts: Sequence[str], device: str, report: Report) -> Scores:
    pack = load_pack(folder)
    plan, audio = pack.info.plan, AudioEncoder(pack, device)
    found = np.full((len(texts), len(clips)), UNHEARD, dtype=np.float32)
    joint = TextEncoder(pack).encode(texts).joint

    def heard(clip: Clip) -> list[Segment]:
        end_s = clip.start_s + clip.duration_s if clip.start_s > 0.0 else None
        try:
            samples, _ = decode.read(clip.path, plan.sample_rate_hz, start_s=clip.start_s, end_s=end_s)
        except AudioError as err:
            report(f"left out {clip.path}: {err}")
            return []
        return cut(samples, plan)

    with ThreadPoolExecutor(2) as readers:
        for first in range(0, len(clips), _AHEAD):
            for column, segments in enumerate(readers.map(heard, clips[first : first + _AHEAD]), start=first):
                if segments:
                    found[:, column] = (joint @ audio.encode_segments(segments).T).max(axis=1)
    return found


def _unit(vectors: Scores) -> Scores:
    with torch.inference_mode():
        return np.asarray(torch.nn.functional.normalize(torch.from_numpy(vectors), dim=1).numpy())
