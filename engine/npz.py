"""Reads arrays of an .npz file that others may have made or damaged: arrays and nothing else, or one error.

numpy, zipfile and the decompressors raise some fifteen kinds of error on damaged files, and hand out bytes where an
entry is no array. Pickles are never read.
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
"""RuntimeError has NotImplementedError and RecursionError, and stands for an entry behind a password."""


def read_arrays(file: IO[bytes], names: Sequence[str]) -> dict[str, NDArray[Any]]:
    """Gives arrays by name.

    Raises:
        ValueError: it is no such file, a damaged one, or an array is missing.
    """
    try:
        with np.load(file, allow_pickle=False) as kept:
            found = {name: kept[name] for name in names}
    except _DAMAGE as err:
        raise ValueError(f"{type(err).__name__}: {err}") from err
    if odd := [name for name, array in found.items() if not isinstance(array, np.ndarray)]:
        raise ValueError(f"no arrays: {', '.join(odd)}")
    return found
