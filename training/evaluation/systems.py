"""Cosines of every caption with every sound of a split, from a pack through the engine's towers or from a checkpoint.

Where `training.evaluation.retrieval` asks the command line for the first hits, this gives the whole matrix: for audio
to text, for ensembles, and for checkpoints that are no pack yet. A pack's sounds are decoded, cut and encoded by the
engine's own code, and a sound is as near as its best window. A checkpoint's are fed as in its training: windows of the
plan where it learnt from cached pictures, else one vector a sound, as in the papers.
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
from engine.errors import AudioError
from engine.models.encoder import AudioEncoder, TextEncoder
from engine.models.pack import load_pack
from training.data.corpus import Clip
from training.data.features import mel_clips, readable
from training.evaluation.ranking import Scores, ranked_rows
from training.measures.listening import CaptionQuery, best_scores
from training.runs.checkpoint import Checkpoint, load_checkpoint
from training.runs.folders import WEIGHTS
from training.runs.hearing import embed_captions, embed_clips, windows_of

UNHEARD = -2.0
"""Score of a sound that could not be read: below every cosine."""
_AHEAD = 16

Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class MeasuredSystem:
    """What is measured: a pack's folder or a checkpoint's file."""

    place: Path

    @property
    def is_pack(self) -> bool:
        """A pack is a folder, and so is a checkpoint that `earshot-train share` wrote; that has no pack.json."""
        return self.place.is_dir() and not (self.place / WEIGHTS).is_file()

    @property
    def name(self) -> str:
        """For people: of a pack its folder, of a checkpoint its run too, for every run has a last.pt."""
        place = self.place.resolve()
        return place.name if self.is_pack else f"{place.parent.name}/{place.name}"

    def scores(
        self, clips: Sequence[Clip], texts: Sequence[str], cache: Path | None, device: str, report: Report
    ) -> Scores:
        """Gives the cosines, float32 [texts, clips]; a clip that cannot be read has UNHEARD and is reported.

        Args:
            clips: one split.
            texts: what is asked.
            cache: for a checkpoint's mel pictures; None to keep none.
            device: of a pack one that the engine knows, of a checkpoint one that torch knows.
            report: told what is left out.

        Raises:
            EngineError: the pack or checkpoint cannot be used.
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
    """Gives the cosines of a trained model, float32 [texts, clips], see `MeasuredSystem.scores`."""
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
    """Gives the rankings of sounds for each query; and the other way round the clips as queries with their rankings.

    A clip is asked for by its sound, and answered by every query that it answers; one that answers none is not asked.
    Ties go by the clips' order, and by the queries' order. What could not be read finds nothing and is found by
    nothing, also where there are fewer clips than `depth`.

    Args:
        scores: float32 [queries, clips].
        queries: what the rows are.
        clips: what the columns are.
        depth: how many of each ranking.

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
    """Rankings less what could not be read, which has UNHEARD from every system that is asked."""
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
