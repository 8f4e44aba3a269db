"""Draws a sketch: a rough idea of a sound from its units and levels alone, for when its file is unavailable.

Units tell what follows what, not how it sounded. A sketch is never presented or exported as the sound.
"""

import numpy as np
from numpy.typing import NDArray

from engine.audio.griffin_lim import griffin_lim
from engine.base.cancellation import Cancel, check, never
from engine.base.types import Waves
from engine.features.speech.levels import Levels, decibels_of, root_mean_squares
from engine.features.speech.units_model import STRIDE, Codes, UnitsModel

LONGEST_S = 120.0
"""Longest sketch; the rest of a longer sound is left out."""
_PIECE = 250
_OVERLAP = 10
"""In codes: pieces of ten seconds, cross-faded over 0.4 s."""
_MOST_DB = 40.0
"""Largest gain of a frame: frames the inverter drew as silence hold no sound."""
_SILENT_DB = -99.0


def sketch(model: UnitsModel, codes: Codes, levels: Levels, *, cancel: Cancel = never) -> Waves:
    """Returns the sketch of a sound, float32 [T], at the model's rate, within [-1, 1].

    Args:
        model: of the pack that found the units.
        codes: uint8 [C].
        levels: uint8 [C].
        cancel: polled between pieces.

    Raises:
        StopRequested: `cancel` returned True.
        PackError: the inverter fails.
    """
    most = round(LONGEST_S / model.code_s)
    codes, levels = codes[:most], levels[:most]
    drawn = model.magnitudes(codes)
    wanted_db = decibels_of(levels)
    drawn *= _gains(_frame_levels(drawn, model), _per_frame(wanted_db))[:, None]
    whole = np.zeros(len(codes) * model.hop, np.float32)
    for start in range(0, len(codes), _PIECE):
        check(cancel)
        first, end = max(0, start - _OVERLAP), min(len(codes), start + _PIECE)
        wave = griffin_lim(
            drawn[first * STRIDE : end * STRIDE],
            model.frame,
            rounds=model.settings.rounds,
            length=(end - first) * model.hop,
        )
        rise = np.minimum(1.0, np.arange(1, len(wave) + 1) / max(1, (start - first) * model.hop)).astype(np.float32)
        place = slice(first * model.hop, end * model.hop)
        whole[place] = whole[place] * (1.0 - rise) + wave * rise if start else wave
    own_db = 20.0 * np.log10(np.maximum(root_mean_squares(whole, model.hop), 1e-9)).astype(np.float32)
    at = (np.arange(len(whole)) + 0.5) / model.hop - 0.5
    gains = np.interp(at, np.arange(len(codes)), _gains(own_db, wanted_db))
    return np.clip(whole * gains, -1.0, 1.0).astype(np.float32)


def _frame_levels(drawn: NDArray[np.float32], model: UnitsModel) -> NDArray[np.float32]:
    """Returns dBFS of each frame, float32 [F], by Parseval; the squares of a periodic Hann window average 3/8."""
    power = np.square(drawn, dtype=np.float64)
    total = 2.0 * power.sum(axis=1) - power[:, 0] - power[:, -1]
    mean_square = total / model.frame.points / (0.375 * model.frame.window)
    return np.asarray(10.0 * np.log10(np.maximum(mean_square, 1e-18)), dtype=np.float32)


def _per_frame(decibels: NDArray[np.float32]) -> NDArray[np.float32]:
    """Interpolates levels of codes to frames, float32 [4 C], linearly between the centres of codes."""
    at = (np.arange(len(decibels) * STRIDE) + 0.5) / STRIDE - 0.5
    return np.interp(at, np.arange(len(decibels)), decibels).astype(np.float32)


def _gains(found_db: NDArray[np.float32], wanted_db: NDArray[np.float32]) -> NDArray[np.float32]:
    """Returns the factors that take found levels to wanted ones; 0 where silence is wanted."""
    change = np.minimum(wanted_db - found_db, _MOST_DB)
    gains: NDArray[np.float32] = np.where(wanted_db <= _SILENT_DB, 0.0, 10.0 ** (change / 20.0)).astype(np.float32)
    return gains
