"""How many bits a second a code takes, as the evaluation of the Zero Resource Speech Challenges 2019 and 2020 counts.

The symbols of all sounds are pooled: bitrate = N H / D, with N symbols, H the entropy of their frequencies in bits, and
D seconds of sound. When they stand is not counted, and one that is repeated counts every time.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Bitrate:
    """How much a code of some sounds says."""

    bits_per_s: float
    entropy_bits: float
    """Of one symbol."""
    symbols: int
    """N, all that were emitted."""
    used: int
    """Different ones among them."""


def bitrate(sounds: Iterable[Sequence[Hashable]], seconds: float) -> Bitrate:
    """Gives the bitrate of coded sounds.

    Args:
        sounds: the symbols of each.
        seconds: D, of all sounds together.

    Raises:
        ValueError: no symbols, or no time.
    """
    counts = Counter(symbol for sound in sounds for symbol in sound)
    number = sum(counts.values())
    if not number or seconds <= 0.0:
        raise ValueError(f"a bitrate needs symbols and time, found {number} symbols in {seconds} s")
    shares = np.array(sorted(counts.values()), dtype=np.float64) / number
    entropy = float(-(shares * np.log2(shares)).sum())
    return Bitrate(number * entropy / seconds, entropy, number, len(counts))
