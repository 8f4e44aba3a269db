"""The objective of a run: which pairs are right, how far a teacher is followed."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class ObjectiveConfig:
    """The loss of a run."""

    targets: Literal["kinds", "sounds"] = "kinds"
    """kinds: each sound against one caption of every kind, as the starter learns, which needs cached pictures; sounds:
    each sound against the captions of its batch, positives shared by the captions of one sound, as the papers do."""
    softness: float = 0.2
    """Of kinds: share of a sound's target that goes to kinds of like meaning."""
    base_share: float = 0.3
    """Of kinds: share of the target that a kind lends to the one it is a case of, as a distant bark to a bark."""
    teachers: tuple[str, ...] = ()
    """Folders of `earshot-train teach`; empty: nothing is distilled."""
    supervised_weight: float = 1.0
    """Of the contrastive loss beside the teachers'; the released command of the second paper has 0, the paper 1."""
    distill_weight: float = 1.0
    """lambda, of the teachers' loss."""
    distill_temperature: float = 0.05
    """tau of the teachers' softmax."""
    class_weight: float = 0.0
    """Of kinds: of the names of the classes of AudioSet that the published tower hears in a sound, learnt beside the
    captions as further texts (`training.runs.listened`); 0: they are not learnt."""

    def __post_init__(self) -> None:
        """Refuses a share outside 0 to 1, negative weights, and a loss of nothing."""
        for name in ("softness", "base_share"):
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise ValueError(f"{name} must be within 0 and 1, found {getattr(self, name)}")
        if min(self.supervised_weight, self.distill_weight, self.class_weight) < 0.0 or self.distill_temperature <= 0.0:
            raise ValueError("weights must not be negative, distill_temperature more than 0")
        if not self.supervised_weight and not (self.teachers and self.distill_weight):
            raise ValueError("supervised_weight is 0 and there is nothing else to learn from")
