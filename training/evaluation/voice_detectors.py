"""Compares another voice detector with ours on the same sounds, with intervals.

Silero VAD (MIT, Silero Team) takes 32 ms at 16 kHz with the preceding 4 ms and returns a speech probability. It is only
measured here; the product uses `engine.features.speech.detector`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from engine.base.types import Waves
from engine.features.speech.detector import THRESHOLD, scored_pieces
from training.measures.bootstrap import Difference, Interval, compare, interval

SILERO_HZ = 16_000
_HEARD, _BEFORE = 512, 64
_AT_ONCE = 64
SILERO_THRESHOLD = 0.5
"""Its authors' threshold."""

Chances = NDArray[np.float64]
"""float64 [N], each sound's highest speech probability, 0 to 1."""


@dataclass(frozen=True, slots=True)
class DetectorComparison:
    """Both detectors on sounds with and without speech."""

    ours: Interval
    """AUC: how often a speech sound scores above another one; the interval is by speech sounds."""
    theirs: Interval
    apart: Difference
    """Ours minus theirs, paired by speech sound."""


class Silero:
    """The network, run on batches of sounds."""

    def __init__(self, path: Path) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

    def chances(self, waves: Sequence[Waves]) -> Chances:
        """Returns the highest probability of each sound, float32 [T] at SILERO_HZ."""
        order = np.argsort([len(wave) for wave in waves], kind="stable")
        found = np.zeros(len(waves))
        for start in range(0, len(order), _AT_ONCE):
            rows = order[start : start + _AT_ONCE]
            found[rows] = self._batch([waves[row] for row in rows])
        return found

    def _batch(self, waves: Sequence[NDArray[np.float32]]) -> Chances:
        steps = max(1, -(-max(map(len, waves)) // _HEARD))
        held = np.zeros((len(waves), _BEFORE + steps * _HEARD), np.float32)
        for row, wave in enumerate(waves):
            held[row, _BEFORE : _BEFORE + len(wave)] = wave
        state = np.zeros((2, len(waves), 128), np.float32)
        best = np.zeros(len(waves))
        rate = np.array(SILERO_HZ, np.int64)
        ends = np.array([len(wave) for wave in waves])
        for step in range(steps):
            heard = held[:, step * _HEARD : (step + 1) * _HEARD + _BEFORE]
            chance, state = self._session.run(None, {"input": heard, "state": state, "sr": rate})
            best = np.maximum(best, np.where(ends > step * _HEARD, chance[:, 0], 0.0))
        return best


def our_chances(waves: Sequence[Waves]) -> Chances:
    """Returns our detector's highest probability for each sound; 0 for one without pieces."""
    return np.array([max((chance for _, _, chance in scored_pieces(wave)), default=0.0) for wave in waves])


def beside(ours: tuple[Chances, Chances], theirs: tuple[Chances, Chances]) -> DetectorComparison:
    """Compares the two on (speech, others)."""
    mine, its = (_above(*one) for one in (ours, theirs))
    return DetectorComparison(interval(mine), interval(its), compare(mine, its))


def listened(chances: Chances, threshold: float) -> Interval:
    """Returns the share of sounds with any part above the threshold."""
    return interval((chances >= threshold).astype(np.float64))


def threshold_for(chances: Chances, share: float) -> float:
    """Returns the highest threshold that at least this share reaches."""
    return float(np.quantile(chances, 1.0 - share, method="lower"))


def lines(name: str, ours: tuple[Chances, Chances], theirs: tuple[Chances, Chances]) -> list[str]:
    """Reports the comparison on one set of sounds."""
    told = []
    for who, (speech, others), at in (("ours", ours, THRESHOLD), ("Silero", theirs, SILERO_THRESHOLD)):
        row = f"{name}, {who} from {at:.3g}: {listened(speech, at)} of {len(speech)} sounds of speech"
        told.append(row + (f", {listened(others, at)} of {len(others)} others" if len(others) else ""))
    if len(ours[1]):
        share = float((ours[0] >= THRESHOLD).mean())
        at = threshold_for(theirs[0], share)
        told.append(f"{name}, Silero from {at:.3g}, where it hears as much: {listened(theirs[1], at)} of the others")
        found = beside(ours, theirs)
        told.append(f"{name}, AUC: ours {found.ours}, Silero {found.theirs}, ours minus Silero {found.apart}")
        both = beside((together(ours[0], theirs[0]), together(ours[1], theirs[1])), ours)
        told.append(f"{name}, AUC of both together: {both.ours}, minus ours {both.apart}")
    return told


def together(ours: Chances, theirs: Chances) -> Chances:
    """Combines both: the mean of their log odds, as a probability."""
    odds = [np.log(np.clip(one, 1e-4, 1.0 - 1e-4) / np.clip(1.0 - one, 1e-4, 1.0 - 1e-4)) for one in (ours, theirs)]
    chances: Chances = 1.0 / (1.0 + np.exp(-0.5 * (odds[0] + odds[1])))
    return chances


def _above(speech: Chances, others: Chances) -> NDArray[np.float64]:
    """For each speech sound, the share of the others that score below it; ties count half."""
    low = np.searchsorted(np.sort(others), speech, "left")
    high = np.searchsorted(np.sort(others), speech, "right")
    return (low + high) / (2.0 * max(1, len(others)))
