"""Vectors in pgvector's halfvec form, sixteen bits per number, transferred in binary so that no bit changes."""

import struct
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

if TYPE_CHECKING:
    from engine.features.studio.server import Connection

_HEAD = struct.Struct(">HH")
"""Dimension, and a zero."""


class HalfVector(Struct, frozen=True, eq=False):
    """One vector, float16 [D]."""

    numbers: NDArray[np.float16]


def teach(connection: "Connection") -> None:
    """Registers `HalfVector` with a connection, in binary form."""
    from psycopg.adapt import Dumper, Loader
    from psycopg.pq import Format
    from psycopg.types import TypeInfo

    info = TypeInfo.fetch(connection, "halfvec")
    assert info is not None  # facts_of checked for pgvector
    number = info.oid

    class HalfVectorDumper(Dumper):
        format = Format.BINARY
        oid = number

        def dump(self, obj: HalfVector) -> bytes:
            return packed(obj.numbers)

    class HalfVectorLoader(Loader):
        format = Format.BINARY

        def load(self, data: Any) -> HalfVector:
            return HalfVector(unpacked(bytes(data)))

    info.register(connection)
    connection.adapters.register_dumper(HalfVector, HalfVectorDumper)
    connection.adapters.register_loader(info.oid, HalfVectorLoader)


def packed(numbers: NDArray[np.float16]) -> bytes:
    """Encodes a vector for PostgreSQL."""
    return _HEAD.pack(len(numbers), 0) + numbers.astype(">f2").tobytes()


def unpacked(data: bytes) -> NDArray[np.float16]:
    """Decodes float16 [D]."""
    count, _ = _HEAD.unpack_from(data)
    return np.frombuffer(data, ">f2", count, _HEAD.size).astype(np.float16)
