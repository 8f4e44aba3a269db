"""Writes ONNX nodes before and after those of an existing graph, as bytes: the engine does without the onnx package.

A model is a protobuf message whose repeated fields may be joined by concatenation. So the nodes of the existing graph
are copied as they are; only inputs and outputs are replaced. Field numbers are those of onnx.proto3 (ONNX 1.21).
"""

from collections.abc import Mapping, Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.base.errors import broken_pack
from engine.models.graphscan import wire_fields

_FLOAT, _INT64 = 1, 7
_TYPES = {"float32": _FLOAT, "int64": _INT64}
_GRAPH, _OPSET = 7, 8
_NODE, _TENSOR, _INPUT, _OUTPUT = 1, 5, 11, 12
_LEAST_OPSET = 11
"""Since then Pad and Slice take their sizes as inputs; later versions keep the operators used here as they are."""

Attribute = int | str | Sequence[int]


class GraphPort(Struct, frozen=True):
    """An input or output of a graph."""

    name: str
    dtype: str
    """float32 or int64."""
    sizes: tuple[str, ...]
    """A name for each dimension, all of which are free."""


class NodeList:
    """Nodes and constants in the order of their computation. Names begin with a prefix, so that none is used twice."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._count = 0
        self.nodes: list[bytes] = []
        self.tensors: list[bytes] = []

    def constant(self, values: NDArray[np.generic] | Sequence[int]) -> str:
        """Adds a constant, float32 or int64, and returns its name."""
        array = np.asarray(values) if isinstance(values, np.ndarray) else np.asarray(values, dtype=np.int64)
        name = self._name("constant")
        sizes = b"".join(_number(1, size) for size in array.shape)
        data = _chunk(9, np.ascontiguousarray(array).tobytes())
        self.tensors.append(sizes + _number(2, _TYPES[str(array.dtype)]) + _text(8, name) + data)
        return name

    def add(self, operator: str, *inputs: str, output: str = "", **attributes: Attribute) -> str:
        """Adds a node with one output, and returns the output's name."""
        name = output or self._name(operator.lower())
        parts = [_text(1, one) for one in inputs] + [_text(2, name), _text(3, self._name("node")), _text(4, operator)]
        self.nodes.append(b"".join(parts) + _attributes(attributes))
        return name

    def _name(self, word: str) -> str:
        self._count += 1
        return f"{self._prefix}/{word}_{self._count}"


class ForeignGraph(Struct, frozen=True):
    """A model somebody else exported."""

    data: bytes
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]

    def between(
        self, before: NodeList, after: NodeList, inputs: Sequence[GraphPort], outputs: Sequence[GraphPort]
    ) -> bytes:
        """Returns the model with nodes before and after its own, and other inputs and outputs."""
        model = b""
        for number, value in wire_fields(memoryview(self.data)):
            if number == _GRAPH and isinstance(value, memoryview):
                model += _chunk(_GRAPH, _graph(value, before, after, inputs, outputs))
            else:
                model += _field(number, value)
        return model


def read_graph(data: bytes, name: str) -> ForeignGraph:
    """Reads the inputs and outputs of a model that `check_graph` has accepted.

    Raises:
        PackError: its operator set is too old.
    """
    view = memoryview(data)
    versions = [_version(value) for number, value in wire_fields(view) if number == _OPSET]
    versions = [one for one in versions if one]
    if not versions or versions[0] < _LEAST_OPSET:
        raise broken_pack(f"{name} has operator set {versions}, expected at least {_LEAST_OPSET}")
    inputs: list[str] = []
    outputs: list[str] = []
    constants: set[str] = set()
    for number, value in wire_fields(view):
        if number != _GRAPH or not isinstance(value, memoryview):
            continue
        for part, content in wire_fields(value):
            if isinstance(content, memoryview) and part in (_TENSOR, _INPUT, _OUTPUT):
                found = _name_in(content, 8 if part == _TENSOR else 1)
                if part == _TENSOR:
                    constants.add(found)
                else:
                    (inputs if part == _INPUT else outputs).append(found)
    return ForeignGraph(data, tuple(one for one in inputs if one not in constants), tuple(outputs))


def _graph(
    view: memoryview, before: NodeList, after: NodeList, inputs: Sequence[GraphPort], outputs: Sequence[GraphPort]
) -> bytes:
    own = [_field(number, value) for number, value in wire_fields(view) if number not in (_INPUT, _OUTPUT)]
    parts = [_chunk(_NODE, node) for node in before.nodes]
    parts += own
    parts += [_chunk(_NODE, node) for node in after.nodes]
    parts += [_chunk(_TENSOR, tensor) for tensor in (*before.tensors, *after.tensors)]
    parts += [_chunk(_INPUT, _port(port)) for port in inputs] + [_chunk(_OUTPUT, _port(port)) for port in outputs]
    return b"".join(parts)


def _port(port: GraphPort) -> bytes:
    shape = b"".join(_chunk(1, _text(2, size)) for size in port.sizes)
    tensor = _number(1, _TYPES[port.dtype]) + _chunk(2, shape)
    return _text(1, port.name) + _chunk(2, _chunk(1, tensor))


def _attributes(attributes: Mapping[str, Attribute]) -> bytes:
    found = b""
    for name, value in attributes.items():
        if isinstance(value, int):
            content = _number(3, value) + _number(20, 2)
        elif isinstance(value, str):
            content = _text(4, value) + _number(20, 3)
        else:
            content = b"".join(_number(8, one) for one in value) + _number(20, 7)
        found += _chunk(5, _text(1, name) + content)
    return found


def _name_in(view: memoryview, number: int) -> str:
    names = [bytes(value) for found, value in wire_fields(view) if found == number and isinstance(value, memoryview)]
    return names[0].decode("utf-8", errors="replace") if names else ""


def _version(opset: int | memoryview) -> int:
    """The version of ONNX's own operators; 0 for another domain."""
    if isinstance(opset, int) or _name_in(opset, 1) not in ("", "ai.onnx"):
        return 0
    return next((value for number, value in wire_fields(opset) if number == 2 and isinstance(value, int)), 1)


def _field(number: int, value: int | memoryview) -> bytes:
    return _number(number, value) if isinstance(value, int) else _chunk(number, bytes(value))


def _text(number: int, text: str) -> bytes:
    return _chunk(number, text.encode())


def _chunk(number: int, content: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(content)) + content


def _number(number: int, value: int) -> bytes:
    return _varint(number << 3) + _varint(value & (1 << 64) - 1)


def _varint(value: int) -> bytes:
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    found.append(value)
    return bytes(found)
