"""The objective of a run: the right pairs, and the weight of teachers."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class ObjectiveConfig:
    """The loss of a run."""

    targets: Literal["kinds", "sounds"] = "kinds"
    """Right pairs. "kinds": each sound against one caption of every kind, as in the starter; needs cached pictures.
    "sounds": each sound against the captions of its batch, with all captions of one sound as positives, as in the
    papers."""
    softness: float = 0.2
    """For "kinds": share of a sound's target for kinds of similar meaning."""
    base_share: float = 0.3
    """For "kinds": share of the target that a kind lends to the one it is a case of, as a distant bark to a bark."""
    teachers: tuple[str, ...] = ()
    """Folders of `earshot-train teach`; empty for no distillation."""
    supervised_weight: float = 1.0
    """Weight of the contrastive loss beside the teachers'; 0 in the second paper's released command, 1 in the paper."""
    distill_weight: float = 1.0
    """lambda, weight of the teachers' loss."""
    distill_temperature: float = 0.05
    """tau of the teachers' softmax."""
    class_weight: float = 0.0
    """For "kinds": weight of the AudioSet class names that the published tower hears in a sound, trained as further
    texts beside the captions (`training.runs.tower_features`); 0 for none."""

    def __post_init__(self) -> None:
        for name in ("softness", "base_share"):
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise ValueError(f"{name} must be within 0 and 1, found {getattr(self, name)}")
        if min(self.supervised_weight, self.distill_weight, self.class_weight) < 0.0 or self.distill_temperature <= 0.0:
            raise ValueError("weights must not be negative, distill_temperature more than 0")
        if not self.supervised_weight and not (self.teachers and self.distill_weight):
            raise ValueError("supervised_weight is 0 and there is nothing else to learn from")
