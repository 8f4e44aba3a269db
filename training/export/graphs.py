"""The two graphs of a pack as ONNX: waveform to vector, tokens to joint and sentence vectors.

Portable operators only, batch and length free. The text tower's matrices are kept as int8 with a scale for each output
(each word for the word table) and computed in float32: a quarter of the size, the same answer on every processor,
unlike int8 arithmetic, whose rounding differs from one to the next.
"""

import tempfile
import warnings
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import helper, numpy_helper
from torch import Tensor, nn

from training.towers.dual_encoder import DualEncoder
from training.towers.frontend import MelPower
from training.towers.text import SentenceEncoder

OPSET = 17
_PACK_FROM = 100_000
"""Matrices with fewer numbers stay as they are."""
_KNOWN_NOTICES = (
    # The tracing exporter is named old; the new one needs one more package, onnxscript.
    (r"You are using the legacy TorchScript-based ONNX export", r"training\.export\.graphs"),
    (r"The feature will be removed", r"torch\.onnx\."),
    # Of each slice with a step it says that it folds none of them; nothing is lost.
    (r"Constant folding - Only steps=1", r"torch\.onnx\."),
    # Of the attention mask: one branch for caches of earlier tokens, of which there are none, and indices that are
    # never negative. tests/training/test_graphs.py tries other batches and lengths than the traced one.
    (r"Converting a tensor to a Python boolean", r"transformers\.masking_utils"),
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
    waves = torch.zeros(2, graph.mel_power.config.sample_rate_hz // 2)
    return _export(graph, (waves,), {"waveform": {0: "batch", 1: "samples"}}, {"vector": {0: "batch"}})


def export_text(graph: TextGraph, *, int8: bool = True) -> bytes:
    """Gives text.onnx."""
    ids = torch.ones(2, 5, dtype=torch.int64)
    axes = {0: "batch", 1: "tokens"}
    outputs = {"joint": {0: "batch"}, "sentence": {0: "batch"}}
    data = _export(graph, (ids, torch.ones_like(ids)), {"ids": axes, "mask": axes}, outputs)
    return shrink(data) if int8 else data


def shrink(data: bytes) -> bytes:
    """Stores the large matrices of a graph as int8 with a float32 scale for each output, computing as before.

    A matrix that a MatMul or Gemm takes becomes Mul(Cast(int8), scale), which ONNX Runtime folds when it loads the
    graph; a table that a Gather reads is gathered as int8 and scaled afterwards, so that it stays small in memory too.
    """
    model = onnx.load_from_string(data)
    graph = model.graph
    nodes: list[Any] = []
    large = {
        tensor.name: numpy_helper.to_array(tensor)
        for tensor in graph.initializer
        if tensor.data_type == onnx.TensorProto.FLOAT and len(tensor.dims) == 2 and np.prod(tensor.dims) >= _PACK_FROM
    }
    readers = {name: [node for node in graph.node if name in node.input] for name in large}
    for name, matrix in large.items():
        tables = [node for node in readers[name] if node.op_type == "Gather"]
        by_row = bool(tables) or any(_is_transposed(node, name) for node in readers[name])
        packed, scale = _to_int8(matrix, axis=1 if by_row else 0)
        graph.initializer.extend(
            [numpy_helper.from_array(packed, f"{name}.int8"), numpy_helper.from_array(scale, f"{name}.scale")]
        )
        if len(tables) < len(readers[name]):
            nodes.append(helper.make_node("Cast", [f"{name}.int8"], [f"{name}.cast"], to=onnx.TensorProto.FLOAT))
            nodes.append(helper.make_node("Mul", [f"{name}.cast", f"{name}.scale"], [name]))
    for node in graph.node:
        nodes += _gather_packed(node) if node.op_type == "Gather" and node.input[0] in large else [node]
    kept = [tensor for tensor in graph.initializer if tensor.name not in large]
    del graph.node[:], graph.initializer[:]
    graph.node.extend(nodes)
    graph.initializer.extend(kept)
    onnx.checker.check_model(model)
    return bytes(model.SerializeToString())


def _gather_packed(node: Any) -> list[Any]:
    table, places, result = node.input[0], node.input[1], node.output[0]
    return [
        helper.make_node("Gather", [f"{table}.int8", places], [f"{result}.int8"], axis=0),
        helper.make_node("Gather", [f"{table}.scale", places], [f"{result}.scale"], axis=0),
        helper.make_node("Cast", [f"{result}.int8"], [f"{result}.cast"], to=onnx.TensorProto.FLOAT),
        helper.make_node("Mul", [f"{result}.cast", f"{result}.scale"], [result]),
    ]


def _is_transposed(node: Any, name: str) -> bool:
    """Whether a Gemm reads this matrix as [outputs, inputs]."""
    flags = {attribute.name: attribute.i for attribute in node.attribute}
    return node.op_type == "Gemm" and node.input[1] == name and bool(flags.get("transB", 0))


def _to_int8(matrix: NDArray[np.float32], axis: int) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Gives int8 and the float32 scale that turns it back, one scale for each line along `axis`, symmetric."""
    scale = np.maximum(np.abs(matrix).max(axis=axis, keepdims=True), 1e-12) / 127.0
    return np.round(matrix / scale).astype(np.int8), scale.astype(np.float32)


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
