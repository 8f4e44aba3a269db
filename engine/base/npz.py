"""Reads arrays from an .npz file that may be foreign or damaged: returns arrays, or raises one kind of error.

numpy, zipfile and the decompressors raise some fifteen kinds of error on damaged files, and return bytes for entries
that are no arrays. Pickles are never read.
"""

import lzma
import struct
import tokenize
import zipfile
import zlib
from collections.abc import Sequence
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

_DAMAGE = (
    ValueError, OSError, EOFError, LookupError, TypeError, AttributeError, ArithmeticError, MemoryError, RuntimeError,
    SyntaxError, tokenize.TokenError, struct.error, zipfile.BadZipFile, zlib.error, lzma.LZMAError,
)  # fmt: skip
"""RuntimeError covers NotImplementedError and RecursionError, and stands for an encrypted entry."""


def read_arrays(file: IO[bytes], names: Sequence[str]) -> dict[str, NDArray[Any]]:
    """Returns the named arrays.

    Raises:
        ValueError: the file is of another kind or damaged, or an array is missing.
    """
    try:
        with np.load(file, allow_pickle=False) as kept:
            found = {name: kept[name] for name in names}
    except _DAMAGE as err:
        raise ValueError(f"{type(err).__name__}: {err}") from err
    if odd := [name for name, array in found.items() if not isinstance(array, np.ndarray)]:
        raise ValueError(f"no arrays: {', '.join(odd)}")
    return found
