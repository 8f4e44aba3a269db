"""The pack that benchmarks run when none is named."""

from pathlib import Path

from engine.models.pack import default_pack, installed_packs
from tests.helpers.tiny_pack import make_tiny_pack


def bench_pack(folder: Path) -> Path:
    """The starter pack where this installation has one, else a tiny pack made in `folder`."""
    return default_pack() if installed_packs(None) else make_tiny_pack(folder / "tiny")
