"""Records what a run started on, seeds, versions and machine, in its folder's environment.json."""

import json
import os
import platform
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import torch

ENVIRONMENT = "environment.json"
_PACKAGES = ("earshot", "torch", "torchaudio", "lightning-fabric", "numpy", "transformers", "hear21passt", "timm")
_MOST = 1_000
"""Most starts kept of one run."""


def note_start(folder: Path, about: Mapping[str, Any]) -> None:
    """Adds a start to a run's environment.json, one each time it begins or resumes.

    Args:
        folder: folder of the run, created if missing.
        about: the run's own facts, such as seed, step and device, as plain values.
    """
    path = folder / ENVIRONMENT
    start = {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        **about,
        "command": sys.argv,
        "versions": {"python": platform.python_version(), **_versions()},
        "machine": {
            "system": platform.platform(),
            "processor": f"{platform.machine()} {torch.backends.cpu.get_cpu_capability()}",
            "cores": os.cpu_count(),
            "threads": torch.get_num_threads(),
            "gpus": [torch.cuda.get_device_name(number) for number in range(torch.cuda.device_count())],
            "cuda": torch.version.cuda,
        },
    }
    folder.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    told = {"format": 1, "starts": [*read_starts(folder)[-_MOST:], start]}
    temporary.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    temporary.replace(path)


def read_starts(folder: Path) -> list[dict[str, Any]]:
    """Returns the recorded starts; none if the file is missing or damaged."""
    try:
        found = json.loads((folder / ENVIRONMENT).read_text(encoding="utf-8"))["starts"]
    except (OSError, ValueError, KeyError, TypeError):
        return []
    return [start for start in found if isinstance(start, dict)] if isinstance(found, list) else []


def _versions() -> dict[str, str]:
    found = {}
    for name in _PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:  # not every training needs all of them
            continue
    return found
