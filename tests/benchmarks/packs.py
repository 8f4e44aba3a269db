"""The pack that benchmarks run when none is named."""

from pathlib import Path

from engine.models.pack import default_pack, installed_packs
from tests.helpers.tiny_pack import make_tiny_pack


def bench_pack(folder: Path, *, is_quick: bool = False) -> Path:
    """The starter pack where this installation has one, else, or when it must be quick, a tiny one in `folder`."""
    return default_pack() if installed_packs(None) and not is_quick else make_tiny_pack(folder / "tiny")
