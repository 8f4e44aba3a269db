"""Script that an interpreter runs to report whether it can train.

It is passed by `python -c` and needs only the standard library. Its last line is a JSON object: `python` (version),
`versions` (of relevant packages), `missing` (module and reason), `device` (compute device).
"""

import importlib
import importlib.metadata
import importlib.util
import json
import sys
import warnings
from typing import Any

_ENGINE = (
    "numpy",
    "soundfile",
    "soxr",
    "av",
    "apsw",
    "faiss",
    "msgspec",
    "mutagen",
    "tokenizers",
    "platformdirs",
    "watchdog",
)
"""Imports of our engine, with which training reads sounds."""
_TOLD = ("torch", "transformers", "onnx", "onnxruntime", "numpy")
_OLDEST = (3, 11)


def _needed() -> tuple[str, ...]:
    needed = importlib.import_module("training.cli.needed").NEEDED
    return (*_ENGINE, *(name for name in needed if name not in _ENGINE))


def _missing(name: str) -> str:
    """Why a module cannot be imported; empty if it can."""
    try:
        importlib.import_module(name)
    except Exception as err:  # whatever a foreign package raises on import
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
    """Prints the report. Finds absent modules before importing anything heavy."""
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
