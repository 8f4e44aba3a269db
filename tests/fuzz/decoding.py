"""Mutated files of sound of every suffix we know a writer for, read whole in child processes that may die."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(slots=True)
class Decoded:
    """What came of it."""

    executions: int = 0
    seconds: float = 0.0
    finds: int = 0
    deaths: int = 0


def fuzz_decoders(seconds: float, folder: Path) -> Decoded:
    """Nothing yet."""
    return Decoded()
