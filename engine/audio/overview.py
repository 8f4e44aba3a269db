"""The waveform overview of any file, in the library or not, for drawing it small."""

from collections.abc import Callable

from engine.audio.decode import open_audio
from engine.audio.peaks import PeakBuilder
from engine.types import FilePath, Peaks

LONGEST_S = 600.0
"""Seconds that are read; of a longer file the overview shows its start."""
_COLUMNS = 256


def overview(path: FilePath, *, cancel: Callable[[], bool] = lambda: False) -> Peaks:
    """Reads a file once and gives at most 256 columns.

    Args:
        path: any sound file.
        cancel: asked between blocks; what was read until then is given.

    Raises:
        AudioError: it cannot be read.
    """
    with open_audio(path) as stream:
        builder = PeakBuilder(stream.info.sample_rate_hz, stream.info.channels, _COLUMNS)
        frames_left = round(LONGEST_S * stream.info.sample_rate_hz)
        for block in stream.blocks():
            builder.add(block[:frames_left])
            frames_left -= len(block)
            if frames_left <= 0 or cancel():
                break
    return builder.finish()
