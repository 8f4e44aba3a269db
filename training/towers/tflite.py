"""Reads names, shapes and dequantised values of the tensors in a TensorFlow Lite file.

Reads weights only: no operators, no inference. The file is a flatbuffer; field offsets are those of TensorFlow Lite's
public schema (tensorflow/lite/schema/schema.fbs), which never change.
"""

import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from flatbuffers.table import Table
from numpy.typing import NDArray

from training.towers.published_checkpoints import PublishedError

_IDENTIFIER = b"TFL3"
_SUBGRAPHS, _BUFFERS, _TENSORS = 8, 12, 4
_SHAPE, _TYPE, _BUFFER, _NAME, _QUANTIZATION = 4, 6, 8, 10, 12
_SCALE, _ZERO_POINT, _DIMENSION, _DATA = 8, 10, 16, 4
_TYPES: dict[int, np.dtype[Any]] = {0: np.dtype("<f4"), 2: np.dtype("<i4"), 4: np.dtype("<i8"), 9: np.dtype("i1")}
"""TensorType: FLOAT32, INT32, INT64, INT8."""


@dataclass(frozen=True, slots=True)
class StoredTensor:
    """One tensor of a file."""

    name: str
    shape: tuple[int, ...]
    values: NDArray[np.float32] | None
    """Dequantised, float32 [*shape]; None for computed tensors and unknown types."""
    scale: NDArray[np.float32]
    """Quantisation scale, float32 [channels], [1], or [0] for unquantised tensors."""
    zero_point: NDArray[np.int64]
    """The integer that means 0, shaped like `scale`."""


def read_tflite(path: Path) -> list[StoredTensor]:
    """Returns the tensors of a file's first graph in order.

    Raises:
        PublishedError: the file is unreadable or not TensorFlow Lite.
    """
    try:
        content = path.read_bytes()
        if content[4:8] != _IDENTIFIER:
            raise ValueError("no TensorFlow Lite file")
        model = Table(content, struct.unpack_from("<I", content)[0])
        buffers = _tables(model, _BUFFERS)
        return [_stored(tensor, buffers) for tensor in _tables(_tables(model, _SUBGRAPHS)[0], _TENSORS)]
    except (OSError, ValueError, IndexError, TypeError, struct.error) as err:
        raise PublishedError(
            f"{path} cannot be read as a TensorFlow Lite file: {err}", advice="Fetch the file again."
        ) from err


def _stored(tensor: Any, buffers: list[Any]) -> StoredTensor:
    shape = tuple(_numbers(tensor, _SHAPE, "<i4").tolist())
    scale, zero_point, dimension = np.zeros(0, np.float32), np.zeros(0, np.int64), 0
    quantization = tensor.Offset(_QUANTIZATION)
    if quantization:
        table = Table(tensor.Bytes, tensor.Indirect(quantization + tensor.Pos))
        scale, zero_point = _numbers(table, _SCALE, "<f4"), _numbers(table, _ZERO_POINT, "<i8")
        dimension = _one(table, _DIMENSION, "<i")
    data = _numbers(buffers[_one(tensor, _BUFFER, "<I")], _DATA, "u1")
    kind = _TYPES.get(_one(tensor, _TYPE, "<b"))
    values = None
    if len(data) and kind is not None:
        values = np.frombuffer(data.tobytes(), kind).reshape(shape).astype(np.float32)
        if len(scale):
            along = [-1 if axis == dimension else 1 for axis in range(len(shape))] if len(scale) > 1 else [1]
            values = (values - zero_point.reshape(along).astype(np.float32)) * scale.reshape(along)
    name = tensor.Offset(_NAME)
    text = tensor.String(name + tensor.Pos).decode() if name else ""
    return StoredTensor(text, shape, values, scale.astype(np.float32), zero_point.astype(np.int64))


def _tables(table: Any, field: int) -> list[Any]:
    place = table.Offset(field)
    if not place:
        return []
    first: int = table.Vector(place)
    return [Table(table.Bytes, table.Indirect(first + 4 * row)) for row in range(table.VectorLen(place))]


def _numbers(table: Any, field: int, kind: str) -> NDArray[Any]:
    place = table.Offset(field)
    if not place:
        return np.zeros(0, kind)
    return np.frombuffer(table.Bytes, kind, table.VectorLen(place), table.Vector(place))


def _one(table: Any, field: int, kind: str) -> int:
    """A numeric field; 0 if absent, the schema's default for all fields read here."""
    place = table.Offset(field)
    unpack: Callable[..., tuple[int]] = struct.unpack_from
    return unpack(kind, table.Bytes, place + table.Pos)[0] if place else 0
