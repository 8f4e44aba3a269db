"""Reads the arrays of an ONNX file by name, whether stored as float32, float16 or int8 with scales.

Reads what `training.export.precision` writes; runs no graph.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import numpy_helper

INT8, SCALE, HALF = ".int8", ".scale", ".fp16"
"""Suffixes of matrices stored in fewer bits."""


class StoredGraph:
    """A graph's nodes in order of execution and its arrays by name."""

    def __init__(self, data: bytes) -> None:
        model = onnx.load_from_string(data)
        self.nodes: Sequence[Any] = model.graph.node
        self.notes = {entry.key: entry.value for entry in model.metadata_props}
        """The exporter's metadata."""
        self._tensors = {tensor.name: tensor for tensor in model.graph.initializer}
        self._same = {node.output[0]: node.input[0] for node in model.graph.node if node.op_type == "Identity"}

    def array(self, name: str) -> NDArray[np.float32]:
        """Returns an array as the graph uses it; the exporter stores equal arrays once, behind an Identity.

        Raises:
            KeyError: no array of this name.
        """
        name = self._same.get(name, name)
        if name + INT8 in self._tensors:
            packed = numpy_helper.to_array(self._tensors[name + INT8]).astype(np.float32)
            return np.asarray(packed * numpy_helper.to_array(self._tensors[name + SCALE]), dtype=np.float32)
        kept = self._tensors.get(name + HALF, self._tensors.get(name))
        if kept is None:
            raise KeyError(name)
        return np.array(numpy_helper.to_array(kept), dtype=np.float32)

    def ending(self, suffix: str) -> NDArray[np.float32]:
        """Returns the one array whose name ends with `suffix`, in any stored form.

        Raises:
            KeyError: none or several.
        """
        names = {name.removesuffix(INT8).removesuffix(SCALE).removesuffix(HALF) for name in self._tensors}
        found = [name for name in names if name.endswith(suffix)]
        if len(found) != 1:
            raise KeyError(f"{len(found)} arrays end with {suffix}")
        return self.array(found[0])

    def of_kind(self, *operators: str) -> Iterator[Any]:
        return (node for node in self.nodes if node.op_type in operators)


def attribute(node: Any, name: str, default: Any) -> Any:
    """Returns a node's attribute, or `default` if unset."""
    return next((onnx.helper.get_attribute_value(entry) for entry in node.attribute if entry.name == name), default)
