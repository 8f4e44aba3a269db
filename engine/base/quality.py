"""The technical quality of a sound: measured figures, and the flaws they amount to."""

from enum import IntFlag

from msgspec import Struct, field


class Flaw(IntFlag):
    """What may have to be mended in a sound. Values are stored: they never change."""

    CLIPPED = 1
    """Peaks are cut off flat."""
    DC = 2
    """The waveform does not rest at zero."""
    CLICKS = 4
    """Single samples jump out."""
    SILENT_HEAD = 8
    SILENT_TAIL = 16
    CUT = 32
    """It ends in the middle of a sound."""
    MONO = 64
    """Its channels are equal."""
    PHASE = 128
    """Left and right cancel each other in mono."""
    SEAM = 256
    """A loop whose end does not run into its start."""


class SoundQuality(Struct, frozen=True):
    """Measured figures of one sound; None where there is nothing to measure, as the phase of a mono sound."""

    clipped: int | None = None
    """Number of peaks that are cut off flat."""
    clicks: int | None = None
    dc: float | None = None
    """Mean of the channel that is furthest from zero, as a share of full scale, -1 to 1."""
    head_s: float | None = None
    """Silence (under -60 dBFS) before the first sound; the whole length if there is no sound."""
    tail_s: float | None = None
    """Silence after the last sound."""
    end_db: float | None = None
    """Level of the last 3 ms over that of the loudest 50 ms."""
    side_db: float | None = None
    """Level of the largest difference between the first channel and another, over that of the first channel."""
    phase: float | None = None
    """Correlation of left and right, -1 to 1."""
    seam_db: float | None = None
    """Height of the step from the end to the start over the noise around it."""
    seam_fits: bool | None = None
    """Whether the end runs into the start."""
    flaws: Flaw = field(default_factory=lambda: Flaw(0))
