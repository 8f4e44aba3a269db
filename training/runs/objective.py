"""The loss of a batch over all ranks: contrastive, plus the teachers' if any."""

from dataclasses import replace
from pathlib import Path

from torch import Tensor

from training.objectives.distillation import stage_two_loss
from training.objectives.ntxent import nt_xent, positives_of
from training.objectives.settings import ObjectiveConfig
from training.runs.distributed import gather_names, gather_plain, gather_with_gradient
from training.runs.items import Item
from training.runs.teachers import TeacherTable


class Objective:
    """Computes the loss of a batch's vectors."""

    def __init__(self, config: ObjectiveConfig) -> None:
        """Loads the teachers, if any.

        Raises:
            TeacherError: a table is missing or damaged.
        """
        self._config = config
        self.teachers = TeacherTable.load([Path(folder) for folder in config.teachers]) if config.teachers else None

    def loss(self, heard: Tensor, read: Tensor, temperature: Tensor, item: Item) -> Tensor:
        """Returns the loss.

        Args:
            heard: float32 [B, D], unit vectors of this rank's sounds.
            read: float32 [N, D], unit vectors of its texts; with `item.chances` [N + C, D], the class names last.
            temperature: temperature of the student.
            item: their batch.
        """
        if item.chances is not None:
            texts = len(read) - item.chances.shape[1]
            chances, names = item.chances.to(heard.device), read[texts:]
            of_classes = self._config.class_weight * nt_xent(heard, names, chances, temperature)
            return of_classes + self.loss(heard, read[:texts], temperature, replace(item, chances=None))
        heard, read = gather_with_gradient(heard), gather_with_gradient(read)
        identity = gather_plain(item.identity.to(heard.device))
        weights = positives_of(identity) if item.weights is None else item.weights.to(heard.device)
        if self.teachers is None:
            return self._config.supervised_weight * nt_xent(heard, read, weights, temperature)
        taught = self.teachers.similarity(gather_names(item.ids), gather_names(item.captions))
        return stage_two_loss(
            heard @ read.T,
            weights,
            taught.to(heard.device),
            temperature=self._config.distill_temperature,
            supervised_weight=self._config.supervised_weight,
            distill_weight=self._config.distill_weight,
            student_temperature=temperature,
        )
