"""Joins what transcripts say with how words sound: a word that was written wrongly may sound right.

The chance of a sound is that of either: 1 - (1 - transcript)(1 - weight * sound). Sounds that only the comparison by
sound finds are added where it is fairly certain of them.
"""

import numpy as np
from numpy.typing import NDArray

from engine.features.speech.word_search import SpokenMatch
from engine.features.speech.words_search import SpokenPlaces
from engine.models.calibration import Calibration, probability

SOUND_WEIGHT = 1.0
"""Of the chance by sound; docs/experiments/dialogue.md has others."""
LEAST_CHANCE = 0.01
"""By sound, from which a sound is added whose transcript lacks the words."""


def fused(written: SpokenPlaces, heard: SpokenMatch, calibration: Calibration) -> SpokenPlaces:
    """Returns the places of both, in likenesses of `calibration`; those in transcripts first.

    Args:
        written: places in transcripts; `cosines` are likenesses.
        heard: places by sound.
        calibration: of the transcripts.
    """
    sounds = heard.places
    chances = SOUND_WEIGHT * heard.chances
    is_written = np.isin(sounds.ids, written.ids)
    ids = np.union1d(written.ids, sounds.ids[is_written | (chances >= LEAST_CHANCE)])
    rows: list[NDArray[np.float64]] = []
    best: list[float] = []
    for id in ids.tolist():
        own: list[NDArray[np.float64]] = []
        remains = 1.0
        place = int(np.searchsorted(written.ids, id))
        if place < len(written.ids) and int(written.ids[place]) == id:
            span = slice(int(written.bounds[place]), int(written.bounds[place + 1]))
            own.append(_rows(written, span, written.cosines[span]))
            chance = probability(written.best[place], calibration.sound_midpoint, calibration.sound_slope)
            remains *= 1.0 - float(chance)
        place = int(np.searchsorted(sounds.ids, id))
        if place < len(sounds.ids) and int(sounds.ids[place]) == id:
            span = slice(int(sounds.bounds[place]), int(sounds.bounds[place + 1]))
            curve = heard.calibration
            by_place = SOUND_WEIGHT * probability(sounds.cosines[span], curve.sound_midpoint, curve.sound_slope)
            if not own:
                own.append(_rows(sounds, span, _likeness(by_place, calibration)))
            remains *= 1.0 - float(chances[place])
        rows.append(np.concatenate(own))
        best.append(float(_likeness(np.array([1.0 - remains]), calibration)[0]))
    table = np.concatenate(rows) if rows else np.zeros((0, 3))
    bounds = np.concatenate([[0], np.cumsum([len(own) for own in rows])]).astype(np.int64)
    return SpokenPlaces(ids, np.array(best, np.float64), bounds, table[:, 0], table[:, 1], table[:, 2])


def _rows(places: SpokenPlaces, span: slice, likeness: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.stack([places.starts_s[span], places.ends_s[span], likeness], axis=1)


def _likeness(chances: NDArray[np.float64], calibration: Calibration) -> NDArray[np.float64]:
    """Returns the likenesses that have these chances."""
    held = np.clip(chances, 1e-6, 1.0 - 1e-6)
    odds: NDArray[np.float64] = np.log(held / (1.0 - held))
    return calibration.sound_midpoint + odds / calibration.sound_slope
