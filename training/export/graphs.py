"""The two graphs of a pack as ONNX: waveform to vector, tokens to joint and sentence vectors.

Portable operators only, batch and length free. How many bits their matrices are kept in is the business of
training.export.precision.
"""

import tempfile
import warnings
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from training.export.precision import store
from training.towers.dual_encoder import DualEncoder
from training.towers.frontend import MelPower
from training.towers.text import SentenceEncoder

OPSET = 17
_KNOWN_NOTICES = (
    # The tracing exporter is named old; the new one needs one more package, onnxscript.
    (r"You are using the legacy TorchScript-based ONNX export", r"training\.export\.graphs"),
    (r"The feature will be removed", r"torch\.onnx\."),
    # Of each slice with a step it says that it folds none of them; nothing is lost.
    (r"Constant folding - Only steps=1", r"torch\.onnx\."),
    # Sizes of weights and maps that transformers and torch check or compute with: they are the same for every input but
    # for batch and length, and the pipeline's parity check tries other batches and lengths than the traced ones. Of the
    # attention mask: one branch for caches of earlier tokens, of which there are none, and indices never negative.
    (r"Converting a tensor to a Python (boolean|integer|number)", r"(transformers\.|torch\.nn\.functional)"),
    (r"Exporting aten::index operator of advanced indexing", r"torch\.onnx\."),
)
"""Warnings of third parties while tracing, (message, module)."""


class AudioGraph(nn.Module):
    """What audio.onnx holds: float32 [B, T] waves to float32 [B, D] unit vectors, the mel front end inside."""

    def __init__(self, model: DualEncoder) -> None:
        super().__init__()
        self.mel_power = MelPower(model.config.front_end)
        self.log_mel, self.audio = model.log_mel, model.audio

    def forward(self, waveform: Tensor) -> Tensor:
        """See the class."""
        vector: Tensor = self.audio(self.log_mel(self.mel_power(waveform)))
        return vector


class TextGraph(nn.Module):
    """What text.onnx holds: ids and mask, int64 [B, S], to joint, float32 [B, D], and sentence, float32 [B, E]."""

    def __init__(self, model: DualEncoder, encoder: SentenceEncoder) -> None:
        super().__init__()
        self.encoder, self.joint = encoder, model.joint

    def forward(self, ids: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """See the class."""
        sentence = self.encoder(ids, mask)
        return self.joint(sentence), sentence


def export_audio(graph: AudioGraph) -> bytes:
    """Gives audio.onnx."""
    return export_waves(graph, graph.mel_power.config.sample_rate_hz)


def export_text(graph: TextGraph, *, int8: bool = True) -> bytes:
    """Gives text.onnx."""
    return store(export_tokens(graph), "int8" if int8 else "fp32")


def export_waves(graph: nn.Module, sample_rate_hz: int, notes: Mapping[str, str] | None = None) -> bytes:
    """Gives audio.onnx of a module that turns waves, [B, T], into unit vectors, [B, D].

    Args:
        graph: the module.
        sample_rate_hz: of its waves; half a second is traced.
        notes: written beside the graph.
    """
    axes = {"waveform": {0: "batch", 1: "samples"}}
    data = _export(graph, (torch.zeros(2, sample_rate_hz // 2),), axes, {"vector": {0: "batch"}})
    if not notes:
        return data
    model = onnx.load_from_string(data)
    onnx.helper.set_model_props(model, dict(notes))
    return bytes(model.SerializeToString())


def export_tokens(graph: nn.Module) -> bytes:
    """Gives text.onnx of a module that turns ids and mask, [B, S], into joint and sentence vectors."""
    ids = torch.full((2, 5), 5, dtype=torch.int64)
    axes = {0: "batch", 1: "tokens"}
    outputs = {"joint": {0: "batch"}, "sentence": {0: "batch"}}
    return _export(graph, (ids, torch.ones_like(ids)), {"ids": axes, "mask": axes}, outputs)


def _export(
    graph: nn.Module,
    inputs: Sequence[Tensor],
    input_axes: dict[str, dict[int, str]],
    output_axes: dict[str, dict[int, str]],
) -> bytes:
    """Traces the graph; the exporter puts back the mode of the outermost module, so that one must be in eval."""
    graph.eval()
    with tempfile.TemporaryDirectory(prefix="earshot-export-") as work, warnings.catch_warnings():
        for message, module in _KNOWN_NOTICES:
            warnings.filterwarnings("ignore", message=message, module=module)
        path = Path(work) / "graph.onnx"
        torch.onnx.export(
            graph,
            tuple(inputs),
            path,
            input_names=list(input_axes),
            output_names=list(output_axes),
            dynamic_axes={**input_axes, **output_axes},
            opset_version=OPSET,
            dynamo=False,
        )
        return path.read_bytes()


def worst_cosine(found: Iterable[NDArray[np.float32]], expected: Iterable[NDArray[np.float32]]) -> float:
    """Gives the least cosine between rows of two lists of [N, D] arrays."""
    rows = [
        (left.astype(np.float64) * right).sum(1) / (np.linalg.norm(left, axis=1) * np.linalg.norm(right, axis=1))
        for left, right in zip(found, expected, strict=True)
    ]
    return float(np.concatenate(rows).min())
