"""How well a model finds the val part, on pictures in memory: what chooses the best step. Ties go by path."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from training.config import Config
from training.data.batches import MelClips
from training.data.corpus import Clip
from training.evaluation.listening import best_scores, hear_clips, queries_of
from training.evaluation.metrics import mean_average_precision, recall_at
from training.towers.dual_encoder import DualEncoder


@dataclass(frozen=True, slots=True)
class Score:
    """What one look found."""

    map10: float
    recall1: float
    recall10: float


class Looker:
    """Looks at one part again and again."""

    def __init__(self, clips: Sequence[Clip], pictures: MelClips, sentences: dict[str, Tensor], config: Config) -> None:
        self._count, self._pictures, self._config = len(clips), pictures, config
        self._queries = queries_of(clips)
        self._sentences = torch.stack([sentences[query.text] for query in self._queries])
        self._by_path = np.argsort(np.argsort([str(clip.path) for clip in clips]))

    def look(self, model: DualEncoder) -> Score:
        """Gives how well a model does; it is left in eval mode."""
        model.eval()
        front_end = self._config.model.front_end
        vectors, owners = hear_clips(model, self._pictures, self._config.plan, front_end.sample_rate_hz / front_end.hop)
        with torch.inference_mode():
            texts = model.read(self._sentences).numpy()
        best = best_scores(texts, vectors, owners, self._count)
        ranked = [np.lexsort((self._by_path, -row))[:10].tolist() for row in best]
        relevant = [query.relevant for query in self._queries]
        return Score(
            mean_average_precision(ranked, relevant), recall_at(ranked, relevant, 1), recall_at(ranked, relevant, 10)
        )
