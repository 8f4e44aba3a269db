"""Between loudness as it is felt, gains and decibels."""

import math

_EXPONENT = 0.6
"""Stevens' power law: loudness grows with sound pressure to the power of 0.6."""
SILENT_DB = -60.0
"""Where meters end; anything lower counts as silence."""


def gain_of(volume_percent: float, *, is_muted: bool = False) -> float:
    """Returns the gain for a volume as it is felt: 50 is half as loud as 100, which is -10 dB."""
    if is_muted:
        return 0.0
    return float((min(100.0, max(0.0, volume_percent)) / 100.0) ** (1.0 / _EXPONENT))


def level_db(peak: float) -> float:
    """A peak of 0 to 1 in dBFS, not below -60."""
    return max(SILENT_DB, 20 * math.log10(max(peak, 1e-9)))
