"""Writes TensorFlow Lite files with tensors and nothing to run: the places of the fields are the schema's."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import flatbuffers
import numpy as np
from numpy.typing import NDArray

from training.towers.yamnet import CLASSES

_TYPES = {np.dtype("f4"): 0, np.dtype("i4"): 2, np.dtype("i1"): 9}


@dataclass(frozen=True)
class Given:
    """A tensor as it stands in the file."""

    name: str
    whole: NDArray[np.generic]
    scale: Sequence[float] = ()
    along: int = 0

    @property
    def meant(self) -> NDArray[np.float32]:
        """What it stands for."""
        if not self.scale:
            return self.whole.astype(np.float32)
        places = [-1 if axis == self.along else 1 for axis in range(self.whole.ndim)] if len(self.scale) > 1 else [1]
        return self.whole.astype(np.float32) * np.asarray(self.scale, np.float32).reshape(places)


def write_tflite(path: Path, tensors: Sequence[Given]) -> Path:
    """Writes a file of one graph."""
    builder = flatbuffers.Builder(1024)
    buffers = [_table(builder, 3, {})]
    rows = []
    for number, tensor in enumerate(tensors, start=1):
        data = builder.CreateNumpyVector(np.frombuffer(np.ascontiguousarray(tensor.whole).tobytes(), np.uint8))
        buffers.append(_table(builder, 1, {0: ("offset", data)}))
        fields: dict[int, tuple[str, int]] = {}
        if tensor.scale:
            scale = builder.CreateNumpyVector(np.asarray(tensor.scale, np.float32))
            zero = builder.CreateNumpyVector(np.zeros(len(tensor.scale), np.int64))
            known = {2: ("offset", scale), 3: ("offset", zero), 6: ("int", tensor.along)}
            fields[4] = ("offset", _table(builder, 7, known))
        shape = builder.CreateNumpyVector(np.asarray(tensor.whole.shape, np.int32))
        name = builder.CreateString(tensor.name)
        fields |= {0: ("offset", shape), 1: ("byte", _TYPES[tensor.whole.dtype]), 2: ("int", number)}
        rows.append(_table(builder, 6, fields | {3: ("offset", name)}))
    graph = _table(builder, 5, {0: ("offset", _vector(builder, rows))})
    graphs, stored = _vector(builder, [graph]), _vector(builder, buffers)
    builder.Finish(_table(builder, 5, {0: ("int", 3), 2: ("offset", graphs), 4: ("offset", stored)}), b"TFL3")
    path.write_bytes(bytes(builder.Output()))
    return path


def yamnet_tensors(rows: Sequence[int], seed: int = 0) -> list[Given]:
    """Random weights under the published names, whole bytes with a scale for each channel that comes out."""
    rng = np.random.default_rng(seed)
    given, channels, layer = list[Given](), 1, 1

    def add(name: str, bias: str, shape: tuple[int, ...], along: int) -> None:
        out = shape[along]
        whole = rng.integers(-127, 128, shape).astype(np.int8)
        # What leaves a layer is about as large as what enters it.
        scale = (rng.uniform(0.5, 1.5, out) / 60.0 / np.sqrt(np.prod(shape) / out)).astype(np.float32)
        given.append(Given(name, whole, scale.tolist(), along))
        given.append(Given(bias, rng.integers(-50, 50, out).astype(np.int32), [0.01] * out))

    for out in (32, *(out for row in zip(_before(rows), rows, strict=True) for out in row)):
        if layer % 2 == 0:
            norm = f"tower0/network/layer{layer}/sepconv/BatchNorm/FusedBatchNormV3"
            # The published names go on with those of other layers that were folded in.
            add(
                f"{norm};tower0/network/layer{layer}/sepconv/depthwise;tower0/network/layer24/x",
                norm,
                (1, 3, 3, out),
                3,
            )
        else:
            size = 3 if layer == 1 else 1
            conv = f"tower0/network/layer{layer}/conv"
            add(f"{conv}/Conv2D", f"{conv}/BatchNorm/FusedBatchNormV3", (out, size, size, channels), 0)
        channels, layer = out, layer + 1
    whole = rng.integers(-127, 128, (CLASSES, channels)).astype(np.int8)
    given.append(Given("tower0/network/layer29/fc/MatMul", whole, [0.003]))
    biases = rng.integers(-300, 300, CLASSES).astype(np.int32)
    given.append(Given("network/layer29/fc/biases", biases, [0.01]))
    return given


def _before(rows: Sequence[int]) -> tuple[int, ...]:
    return (32, *rows[:-1])


def _table(builder: flatbuffers.Builder, size: int, fields: dict[int, tuple[str, int]]) -> int:
    builder.StartObject(size)
    for place, (kind, value) in fields.items():
        if kind == "offset":
            builder.PrependUOffsetTRelativeSlot(place, value, 0)
        elif kind == "byte":
            builder.PrependInt8Slot(place, value, 0)
        else:
            builder.PrependInt32Slot(place, value, 0)
    return int(builder.EndObject())


def _vector(builder: flatbuffers.Builder, offsets: Sequence[int]) -> int:
    builder.StartVector(4, len(offsets), 4)
    for offset in reversed(offsets):
        builder.PrependUOffsetTRelative(offset)
    return int(builder.EndVector())
