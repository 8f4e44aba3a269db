"""What can become a pack: two modules to export, a tokenizer, a segment plan, and a description.

Our checkpoints, CLAP folders and the papers' released files each become a `System`, which `training.export.pipeline`
handles alike.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from torch import Tensor, nn

from engine.audio.segments import SegmentPlan
from engine.base.errors import EngineError
from training.export.precision import Precision

Tokens = Callable[[Sequence[str]], tuple[Tensor, Tensor]]
"""Maps texts to ids and mask, int64 [B, S], as in the model's training."""


class ExportError(EngineError):
    """A model cannot be made into a pack, or a graph does not compute what was trained."""


@dataclass(frozen=True, slots=True)
class SelfDescription:
    """A pack's description in words."""

    name: str
    version: str
    licence: str
    """An SPDX expression or a sentence."""
    training_data: str
    what: tuple[str, ...]
    """Its parts, a line each."""
    limits: tuple[str, ...]
    """Its limits, a line each."""
    made: str
    """Its origin, in a sentence or two."""


@dataclass(frozen=True, slots=True)
class System:
    """A model ready for export."""

    audio: nn.Module
    """Maps waves, float32 [B, T], to unit vectors, float32 [B, D]; any T up to the plan's last rung."""
    text: nn.Module
    """Maps ids and mask, int64 [B, S], to joint, float32 [B, D], and sentence, float32 [B, E], both unit."""
    tokenizer: str
    """tokenizer.json, which must read a text as `tokens` does."""
    tokens: Tokens
    plan: SegmentPlan
    max_tokens: int
    dim: int
    sentence_dim: int
    about: SelfDescription
    slope: float = 12.0
    """Slope from cosine to odds if nothing can be fitted: the model's own logit scale."""
    notes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GraphPrecision:
    """Precision of each graph's matrices."""

    audio: Precision = "fp32"
    text: Precision = "fp32"
