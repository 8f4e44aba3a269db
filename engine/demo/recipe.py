"""What a demo sound is: how to make it, what to call it, and the text that goes with it."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from engine.demo.synth import Samples


@dataclass(frozen=True, slots=True)
class Recipe:
    """One demo sound before it is made."""

    name: str
    """Its file name below the demo folder, with "/" and the suffix .wav or .flac."""
    text: str
    """Its description, at most 256 ASCII letters; kept in the file."""
    make: Callable[[np.random.Generator], Samples]
    """Synthesises it: float64 [T] or [T, 2] within [-1, 1]."""
    keywords: tuple[str, ...] = ()
    """More words for it; kept in the file."""
    bit_depth: int = 16
    """16 or 24."""
    has_bext: bool = False
    """True to keep the description in a BEXT chunk instead of LIST/INFO (WAV only)."""
