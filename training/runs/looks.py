"""Looks at the val split during a run: how well its captions find its sounds."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from training.measures.caption_queries import best_scores, queries_of
from training.measures.kinds import KindFigure, by_kind, recall_curve
from training.measures.metrics import mean_average_precision
from training.runs.config import Config
from training.runs.embedding import embed_captions, embed_clips, windows_of
from training.runs.material import Report, RunMaterial
from training.towers.dual_encoder import DualEncoder

FIGURES = ("val_map10", "val_recall1", "val_recall5", "val_recall10")
"""Columns of a run's table."""
_DEPTH = 10


@dataclass(frozen=True, slots=True)
class ValFigures:
    """Figures of a look; ties are ordered by path."""

    val_map10: float
    val_recall1: float
    val_recall5: float
    val_recall10: float
    recall_at: tuple[float, ...]
    """R@1 to R@10."""
    kinds: tuple[KindFigure, ...]
    """Worst first."""

    def figures(self) -> dict[str, float]:
        """Returns the figures by name, for tables and events."""
        return {name: getattr(self, name) for name in FIGURES}

    def detail(self) -> dict[str, Any]:
        """Returns plain values too large for a run's table: recall by depth, and figures by kind."""
        return {"recall_at": list(self.recall_at), "kinds": [asdict(kind) for kind in self.kinds]}


def look(model: DualEncoder, material: RunMaterial, config: Config, report: Report) -> ValFigures | None:
    """Measures a model on the val split and leaves it in eval mode; None without a val split.

    Pictures: a sound scores as its best window, as in the engine. Waves: one vector a sound, as in the papers.
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
    recalls = recall_curve(ranked, relevant, _DEPTH)
    return ValFigures(
        mean_average_precision(ranked, relevant),
        recalls[0],
        recalls[4],
        recalls[9],
        tuple(recalls),
        tuple(by_kind(ranked, relevant, [query.cluster for query in queries])),
    )


def read_texts(model: DualEncoder, material: RunMaterial, texts: Sequence[str]) -> NDArray[np.float32]:
    """Returns an unnormalised joint vector of each text, float32 [texts, D], using the run's text vectors if possible.

    Args:
        model: in eval mode.
        material: material of the run, with vectors of its texts.
        texts: texts to embed.
    """
    known = {text: row for row, text in enumerate(material.texts)}
    if model.text is not None or any(text not in known for text in texts):
        return embed_captions(model, texts)
    device = next(model.parameters()).device
    rows = torch.tensor([known[text] for text in texts])
    return np.asarray(model.embed_text(material.sentences[rows].to(device)).float().cpu().numpy())


def _unit(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12))
