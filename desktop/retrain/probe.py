"""Run by an interpreter that may be able to train, not by the window: says what it has and what it lacks.

Its text is handed over by `python -c`, so it needs nothing but Python. The last line it prints is a JSON object:
`python` (its version), `versions` (of what decides), `missing` (module and reason), `device` (what it computes with).
"""

import importlib
import importlib.metadata
import importlib.util
import json
import sys
import warnings
from typing import Any

_ENGINE = ("numpy", "soundfile", "soxr", "av", "apsw", "faiss", "mutagen", "tokenizers", "platformdirs", "watchdog")
"""What our engine imports, which training reads sounds with."""
_TOLD = ("torch", "transformers", "onnx", "onnxruntime", "numpy")
_OLDEST = (3, 11)


def _needed() -> tuple[str, ...]:
    needed = importlib.import_module("training.cli").NEEDED
    return (*_ENGINE, *(name for name in needed if name not in _ENGINE))


def _missing(name: str) -> str:
    """Why a module cannot be had; empty when it can."""
    try:
        importlib.import_module(name)
    except Exception as err:  # whatever a foreign package does when it is imported
        return f"{type(err).__name__}: {err}".splitlines()[0]
    return ""


def _device() -> str:
    torch = importlib.import_module("torch")
    if torch.cuda.is_available():
        return str(torch.cuda.get_device_name(0))
    if torch.backends.mps.is_available():
        return "mps"
    return "cpu"


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return str(getattr(importlib.import_module(name), "__version__", "?"))


def main() -> None:
    """Prints what is there. Absent modules are found before anything heavy is imported."""
    warnings.simplefilter("ignore")
    found: dict[str, Any] = {
        "python": ".".join(map(str, sys.version_info[:3])),
        "versions": {},
        "missing": [],
        "device": "",
    }
    if sys.version_info < _OLDEST:
        found["missing"] = [["python", "3.11 or later is needed"]]
    else:
        needed = _needed()
        found["missing"] = [[name, "not installed"] for name in needed if importlib.util.find_spec(name) is None]
        if not found["missing"]:
            found["missing"] = [[name, reason] for name in needed if (reason := _missing(name))]
        if not found["missing"]:
            found["versions"] = {name: _version(name) for name in _TOLD}
            found["device"] = _device()
    print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
