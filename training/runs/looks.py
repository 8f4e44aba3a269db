"""A look at the val split in the middle of a run: how well its captions find its sounds."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from training.config import Config
from training.measures.listening import best_scores, queries_of
from training.measures.metrics import mean_average_precision, recall_at
from training.runs.hearing import embed_captions, embed_clips, windows_of
from training.runs.material import Report, RunMaterial
from training.towers.dual_encoder import DualEncoder

_DEPTH = 10


@dataclass(frozen=True, slots=True)
class LookFound:
    """What a look found; ties go by path."""

    val_map10: float
    val_recall1: float
    val_recall5: float
    val_recall10: float

    def figures(self) -> dict[str, float]:
        """By name, for tables and events."""
        return asdict(self)


def look(model: DualEncoder, material: RunMaterial, config: Config, report: Report) -> LookFound | None:
    """Measures a model on the val split, which it must have; None when there is no val split. Leaves it in eval mode.

    Pictures: a sound is as near as its best window, as in the engine. Waves: one vector a sound, as in the papers.
    """
    if not material.val_clips:
        return None
    model.eval()
    clips = list(material.val_clips)
    with torch.inference_mode():
        if material.pictures is not None:
            vectors, owners = windows_of(model, material.pictures.val, config)
        else:
            clips, vectors = embed_clips(model, clips, config, Path(), report)
            owners = np.arange(len(clips))
        queries = queries_of(clips)
        texts = read_texts(model, material, [query.text for query in queries])
    best = best_scores(_unit(texts), _unit(vectors), owners, len(clips))
    by_path = np.argsort(np.argsort([str(clip.path) for clip in clips]))
    ranked = [np.lexsort((by_path, -row))[:_DEPTH].tolist() for row in best]
    relevant = [query.relevant for query in queries]
    recalls = [recall_at(ranked, relevant, k) for k in (1, 5, 10)]
    return LookFound(mean_average_precision(ranked, relevant), *recalls)


def read_texts(model: DualEncoder, material: RunMaterial, texts: Sequence[str]) -> NDArray[np.float32]:
    """Gives a joint vector of each text that is not normalised, float32 [texts, D]; quickly where a run knows them.

    Args:
        model: in eval mode.
        material: of the run, whose texts have their vectors already.
        texts: to be read.
    """
    known = {text: row for row, text in enumerate(material.texts)}
    if model.text is not None or any(text not in known for text in texts):
        return embed_captions(model, texts)
    device = next(model.parameters()).device
    rows = torch.tensor([known[text] for text in texts])
    return np.asarray(model.embed_text(material.sentences[rows].to(device)).float().cpu().numpy())


def _unit(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12))
