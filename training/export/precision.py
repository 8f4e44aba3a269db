"""Stores a graph's large matrices in fewer bits and computes in float32, the same on every processor.

float16 halves a file; int8 with a float32 scale for each output (each row of a word table) quarters it. Neither
computes in fewer bits: int8 arithmetic rounds differently from one processor to the next, and a CPU has no float16.
Constants that are no weights (Fourier and mel matrices) stay. `training.runs.onnx_arrays` reads these files.
"""

from typing import Any, Literal

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import helper, numpy_helper

from training.runs.onnx_arrays import HALF, INT8, SCALE

Precision = Literal["fp32", "fp16", "int8"]
_LARGE = 30_000
"""Smaller arrays stay as they are."""


def store(data: bytes, precision: Precision) -> bytes:
    """Returns the graph with its large arrays stored in this precision."""
    if precision == "fp32":
        return data
    model = onnx.load_from_string(data)
    graph = model.graph
    large = {tensor.name: tensor for tensor in graph.initializer if _is_large(tensor, precision)}
    tables = {name for name in large if _is_table(graph, name)}
    nodes: list[Any] = []
    for name, tensor in large.items():
        array = numpy_helper.to_array(tensor)
        parts = _half(array) if precision == "fp16" else _int8(array, _outputs_axis(graph, name))
        graph.initializer.extend([numpy_helper.from_array(part, name + suffix) for suffix, part in parts.items()])
        if name not in tables or len(_readers(graph, name)) > len(_gathers(graph, name)):
            nodes += _widened(name, list(parts), name)
    for node in graph.node:
        nodes += _gathered(node, precision) if node.op_type == "Gather" and node.input[0] in tables else [node]
    kept = [tensor for tensor in graph.initializer if tensor.name not in large]
    del graph.node[:], graph.initializer[:]
    graph.node.extend(nodes)
    graph.initializer.extend(kept)
    onnx.checker.check_model(model)
    return bytes(model.SerializeToString())


def _is_large(tensor: Any, precision: Precision) -> bool:
    """Whether an array is stored in fewer bits; int8 needs an axis of outputs, so only matrices and kernels qualify."""
    ranks = (2, 3, 4) if precision == "int8" else (1, 2, 3, 4, 5)
    is_float = tensor.data_type == onnx.TensorProto.FLOAT
    return is_float and len(tensor.dims) in ranks and int(np.prod(tensor.dims)) >= _LARGE


def _readers(graph: Any, name: str) -> list[Any]:
    return [node for node in graph.node if name in node.input]


def _gathers(graph: Any, name: str) -> list[Any]:
    return [
        node
        for node in _readers(graph, name)
        if node.op_type == "Gather" and node.input[0] == name and _number(node, "axis") == 0
    ]


def _is_table(graph: Any, name: str) -> bool:
    return bool(_gathers(graph, name))


def _outputs_axis(graph: Any, name: str) -> int:
    """Axis with a scale for each index: rows of tables and kernels, columns of plain matrices."""
    readers = _readers(graph, name)
    by_row = any(
        node.op_type == "Conv" or (node.op_type == "Gemm" and node.input[1] == name and _number(node, "transB"))
        for node in readers
    )
    rank = next(len(tensor.dims) for tensor in graph.initializer if tensor.name == name)
    return 0 if by_row or _is_table(graph, name) else rank - 1


def _half(array: NDArray[np.float32]) -> dict[str, NDArray[Any]]:
    limit = float(np.finfo(np.float16).max)
    return {HALF: np.clip(array, -limit, limit).astype(np.float16)}


def _int8(array: NDArray[np.float32], axis: int) -> dict[str, NDArray[Any]]:
    """int8 and the float32 scale that restores it, one for each index along `axis`, symmetric."""
    others = tuple(place for place in range(array.ndim) if place != axis)
    scale = np.maximum(np.abs(array).max(axis=others, keepdims=True), 1e-12) / 127.0
    return {INT8: np.round(array / scale).astype(np.int8), SCALE: scale.astype(np.float32)}


def _widened(name: str, suffixes: list[str], result: str) -> list[Any]:
    """Nodes that restore float32; ONNX Runtime runs them once, when it loads the graph."""
    if suffixes == [HALF]:
        return [helper.make_node("Cast", [name + HALF], [result], to=onnx.TensorProto.FLOAT)]
    return [
        helper.make_node("Cast", [name + INT8], [f"{result}.cast"], to=onnx.TensorProto.FLOAT),
        helper.make_node("Mul", [f"{result}.cast", name + SCALE], [result]),
    ]


def _gathered(node: Any, precision: Precision) -> list[Any]:
    """Gathers rows of a table in stored form and widens them afterwards, so that the table stays small in memory."""
    table, places, result = node.input[0], node.input[1], node.output[0]
    suffixes = [HALF] if precision == "fp16" else [INT8, SCALE]
    taken = [helper.make_node("Gather", [table + end, places], [result + end], axis=0) for end in suffixes]
    return taken + _widened(result, suffixes, result)


def _number(node: Any, name: str) -> int:
    """An integer attribute, or 0 if unset."""
    return next((int(entry.i) for entry in node.attribute if entry.name == name), 0)
