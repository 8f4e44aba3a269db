"""The one ranking: how what a sound sounds like, what its name means and which words it holds become one score.

The rule, for one sound and one alternative of the query:

    p_sound   = 1 / (1 + exp(-a (c_s - m_s)))      c_s: cosine of the query's joint vector with the sound's best segment
    p_name    = 1 / (1 + exp(-b (c_n - m_n)))      c_n: cosine of the query's sentence vector with that of the name
    p_keyword = share²                             share: part of the query's words found in name, folder or metadata
    score     = 1 - (1 - p_sound) (1 - 0.8 p_name) (1 - 0.7 p_keyword)            (noisy-or; Pearl 1988, section 4.3.2)
    score    *= product over minus terms of (1 - p_minus)       p_minus: p_sound of the minus term at the best segment

a, m_s, b and m_n are the pack's calibration. A noisy-or says: each of the three alone can make a sound the right one,
and they back each other up; so a badly named sound is found by its ring, and a well named one that the model mishears
by its name. Name and keyword are trusted less than the ear because names lie ("door_room_tone"): a full match in words
and meaning reaches 1 - 0.2 * 0.3 = 0.94 without it. The share is squared because one word of four says little (0.06)
and two of two say much. A word found only by a UCS synonym counts half. Of several alternatives the best one counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.models.calibration import Calibration, probability

NAME_TRUST = 0.8
KEYWORD_TRUST = 0.7
SYNONYM_WEIGHT = 0.5

Scores = NDArray[np.float64]
"""float64 [N], one number a sound."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What is known of N candidate sounds for one alternative; nan where a sound has no such part."""

    sound: Scores
    """Cosine with the best segment, -1 to 1; nan for a sound without vectors."""
    name: Scores | None
    """Cosine with the name's vector, -1 to 1; None when the sound alone ranks."""
    keyword: Scores | None
    """Share of the words found, 0 to 1; None when the sound alone ranks."""


def fuse(parts: Parts, calibration: Calibration) -> Scores:
    """Gives float64 [N] in 0..1: the noisy-or of the parts that are there.

    A part that is nan takes nothing away: its factor is 1.
    """
    miss = 1.0 - _known(probability(parts.sound, calibration.sound_midpoint, calibration.sound_slope))
    if parts.name is not None:
        p_name = _known(probability(parts.name, calibration.meaning_midpoint, calibration.meaning_slope))
        miss = miss * (1.0 - NAME_TRUST * p_name)
    if parts.keyword is not None:
        miss = miss * (1.0 - KEYWORD_TRUST * np.square(_known(parts.keyword)))
    return 1.0 - miss


def lowered(scores: Scores, minus: Scores, calibration: Calibration) -> Scores:
    """Gives the scores after one minus term.

    Args:
        scores: float64 [N], fused.
        minus: float64 [N], cosine of the minus term with each sound's best segment; nan for a sound without vectors.
        calibration: the pack's.
    """
    return scores * (1.0 - _known(probability(minus, calibration.sound_midpoint, calibration.sound_slope)))


def order(scores: Scores, cosines: Scores, paths: Sequence[bytes]) -> list[int]:
    """Gives positions, best first: by score, then by the sound's cosine (nan last), then by path as bytes."""
    ties = np.nan_to_num(cosines, nan=-2.0)
    return sorted(range(len(scores)), key=lambda row: (-scores[row], -ties[row], paths[row]))


def _known(values: Scores) -> Scores:
    return np.nan_to_num(values, nan=0.0)
