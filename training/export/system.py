"""What can become a pack: two modules to be exported, a tokenizer, a plan of cutting, and a description.

A checkpoint of ours, a CLAP folder and the papers' released file each become a `System`; from there on
`training.export.pipeline` treats them alike.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from torch import Tensor, nn

from engine.audio.segments import SegmentPlan
from engine.errors import EngineError
from training.export.precision import Precision

Tokens = Callable[[Sequence[str]], tuple[Tensor, Tensor]]
"""Texts to ids and mask, int64 [B, S], as the model was trained to read."""


class ExportError(EngineError):
    """A model that cannot be made into a pack, or a graph that does not compute what was trained."""


@dataclass(frozen=True, slots=True)
class SelfDescription:
    """What a pack says of itself in words."""

    name: str
    version: str
    licence: str
    """An SPDX expression or a sentence."""
    training_data: str
    """In a sentence."""
    what: tuple[str, ...]
    """What it is, a line each."""
    limits: tuple[str, ...]
    """What it cannot do, a line each."""
    made: str
    """Where it came from, in a sentence or two."""


@dataclass(frozen=True, slots=True)
class System:
    """A model that is ready to be exported."""

    audio: nn.Module
    """Waves, float32 [B, T], to unit vectors, float32 [B, D]; any T up to the plan's last rung."""
    text: nn.Module
    """Ids and mask, int64 [B, S], to joint, float32 [B, D], and sentence, float32 [B, E], both unit."""
    tokenizer: str
    """tokenizer.json, which must read a text as `tokens` does."""
    tokens: Tokens
    plan: SegmentPlan
    max_tokens: int
    dim: int
    sentence_dim: int
    about: SelfDescription
    slope: float = 12.0
    """How steeply a cosine turns into odds, where nothing can be fitted: the model's own scale of logits."""
    notes: Mapping[str, str] = field(default_factory=dict)
    """What is written into audio.onnx beside the graph."""


@dataclass(frozen=True, slots=True)
class KeptBits:
    """In how many bits each graph's matrices are kept."""

    audio: Precision = "fp32"
    text: Precision = "fp32"
