"""The default pack of benchmarks."""

from pathlib import Path

from engine.models.pack import default_pack, installed_packs
from tests.helpers.tiny_pack import make_tiny_pack


def bench_pack(folder: Path, *, is_quick: bool = False) -> Path:
    """Returns the starter pack, or, if it is missing or the run is quick, a tiny one in `folder`."""
    return default_pack() if installed_packs(None) and not is_quick else make_tiny_pack(folder / "tiny")
