"""canonical.npz: sample waves and texts with the vectors of the pack's export, and the kinds that the pack knows.

An intact pack can still answer wrongly on a device with a faulty kernel; comparing these shows it. This module only
reads and writes the arrays; `engine.models.encoder.check_canonical` compares. It never unpickles.
"""

import io
import struct
import zipfile
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.base.errors import broken_pack
from engine.base.npz import read_arrays
from engine.base.types import Vectors, Waves
from engine.models.kinds import Kinds

MAX_UNPACKED_BYTES = 64 * 2**20
"""A canonical file that would unpack to more is refused first."""
_NAMES = ("waveform", "audio_vector", "texts", "joint", "sentence")
_KIND_NAMES = ("kind_sentence", "kind_starts", "kind_joint", "kind_rule")
"""Present where the pack knows kinds: int8 [N, E], each row scaled; int32 [K]; float16 [K, D]; sharpness and pull,
float64 [2]."""


class Canonical(Struct, frozen=True):
    """Inputs of a pack and the vectors expected for them."""

    waveform: Waves
    """float32 [N, T]."""
    audio_vector: Vectors
    """float32 [N, D]."""
    texts: tuple[str, ...]
    joint: Vectors
    """float32 [M, D]."""
    sentence: Vectors
    """float32 [M, E]."""
    kinds: Kinds | None = None
    """Kinds that queries are pulled towards; the vectors above are the graphs' own, without the pull."""


def canonical_bytes(canonical: Canonical) -> bytes:
    """Packs the arrays as an .npz without pickles; the same input gives the same bytes."""
    buffer = io.BytesIO()
    np.savez(
        buffer,
        waveform=np.asarray(canonical.waveform, dtype=np.float32),
        audio_vector=np.asarray(canonical.audio_vector, dtype=np.float32),
        texts=np.asarray(canonical.texts, dtype=np.str_),
        joint=np.asarray(canonical.joint, dtype=np.float32),
        sentence=np.asarray(canonical.sentence, dtype=np.float32),
        **_kind_arrays(canonical.kinds),
    )
    return buffer.getvalue()


def read_canonical(data: bytes) -> Canonical:
    """Unpacks the bytes of `canonical_bytes`.

    Raises:
        PackError: not such a file, pickled objects in it, too large when unpacked, or inconsistent shapes.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = sorted(entry.filename for entry in archive.infolist())
            unpacked_bytes = sum(entry.file_size for entry in archive.infolist())
        with_kinds = (*_NAMES, *_KIND_NAMES)
        known = [sorted(f"{name}.npy" for name in one) for one in (_NAMES, with_kinds)]
        if names not in known or unpacked_bytes > MAX_UNPACKED_BYTES:
            raise broken_pack(f"canonical.npz holds {names} in {unpacked_bytes} bytes, not what a pack has")
        arrays = read_arrays(io.BytesIO(data), with_kinds if names == known[1] else _NAMES)
        floats = {name: _floats(arrays[name], name) for name in _NAMES if name != "texts"}
        texts = arrays["texts"]
        kinds = _kinds(*(arrays[name] for name in _KIND_NAMES)) if names == known[1] else None
    except (ValueError, LookupError, NotImplementedError, struct.error, zipfile.BadZipFile) as err:
        raise broken_pack(f"canonical.npz cannot be read: {err}") from err
    if texts.ndim != 1 or texts.dtype.kind != "U":
        raise broken_pack(f"canonical.npz: texts are {texts.dtype} {texts.shape}, expected text [M]")
    found = Canonical(texts=tuple(str(text) for text in texts), kinds=kinds, **floats)
    if len(found.waveform) != len(found.audio_vector) or not len(found.texts) == len(found.joint) == len(
        found.sentence
    ):
        raise broken_pack("canonical.npz: the numbers of inputs and vectors differ")
    if not len(found.waveform) or not len(found.texts):
        raise broken_pack("canonical.npz holds no wave or no text")
    return found


def _kind_arrays(kinds: Kinds | None) -> dict[str, Any]:
    """Packs the kinds compactly: eight bits per number of a caption change a cosine by some thousandths."""
    if kinds is None:
        return {}
    largest = np.abs(kinds.sentence).max(axis=1, keepdims=True)
    return {
        "kind_sentence": np.rint(127.0 * kinds.sentence / largest).astype(np.int8),
        "kind_starts": kinds.starts.astype(np.int32),
        "kind_joint": kinds.joint.astype(np.float16),
        "kind_rule": np.array([kinds.sharpness, kinds.pull], dtype=np.float64),
    }


def _kinds(
    sentence: NDArray[np.generic], starts: NDArray[np.generic], joint: NDArray[np.generic], rule: NDArray[np.generic]
) -> Kinds:
    """Unpacks the arrays of `_kind_arrays`.

    Raises:
        ValueError: other types, or parts that do not fit together.
    """
    types = [str(array.dtype) for array in (sentence, starts, joint, rule)]
    if types != ["int8", "int32", "float16", "float64"] or rule.shape != (2,) or sentence.ndim != 2 or joint.ndim != 2:
        raise ValueError(f"the kinds are {types}, {[array.shape for array in (sentence, starts, joint, rule)]}")
    return Kinds(_unit(sentence), starts.astype(np.int64), _unit(joint), sharpness=float(rule[0]), pull=float(rule[1]))


def _unit(rows: NDArray[np.generic]) -> Vectors:
    values = rows.astype(np.float32)
    return np.asarray(values / np.maximum(np.linalg.norm(values, axis=1, keepdims=True), 1e-12), dtype=np.float32)


def _floats(array: NDArray[np.generic], name: str) -> NDArray[np.float32]:
    if array.ndim != 2 or array.dtype != np.float32 or not np.isfinite(array.astype(np.float32)).all():
        shape = f"{array.dtype} {array.shape}"
        raise broken_pack(f"canonical.npz: {name} is {shape}, expected finite float32 [N, ·]")
    return np.ascontiguousarray(array, dtype=np.float32)
