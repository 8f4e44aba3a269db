"""Where a training computes: what was asked for, what this machine has, and what was taken, as values.

Whether there is a GPU is asked of the driver and of the installed torch's own note, without loading torch: a list of
what can be run here is there at once.
"""

import ctypes
import re
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path

_DRIVER = "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"
_BUILT_WITH = re.compile(r"^cuda\b.*=\s*['\"]([\d.]+)['\"]", re.MULTILINE)


@cache
def gpus() -> int:
    """Gives how many GPUs the installed torch could compute on; 0 for a torch that was built without CUDA."""
    found = find_spec("torch")
    if found is None or found.origin is None:
        return 0
    try:
        is_built = _BUILT_WITH.search(Path(found.origin).with_name("version.py").read_text(encoding="utf-8"))
        driver = ctypes.CDLL(_DRIVER) if is_built else None
    except OSError:
        return 0
    counted = ctypes.c_int(0)
    if driver is None or driver.cuInit(0) or driver.cuDeviceGetCount(ctypes.byref(counted)):
        return 0
    return counted.value
