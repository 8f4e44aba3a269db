"""The one ranking: how what a sound sounds like, what its name means and which words it holds become one score.

The rule, for one sound and one alternative of the query, in log-odds, so that what speaks for a sound adds and what
speaks against it takes away:

    e_sound  = a (c_s - m_s)           c_s: cosine of the query's joint vector with the sound's best segment
    e_name   = b (c_n - m_n)           c_n: cosine of the query's sentence vector with that of the name
    evidence = -2.6 + 0.27 e_sound + ln(1 + exp(e_sound)) + (2.0 + 0.56 e_name) + 4.2 share + 2.4 kin
    score    = 1 / (1 + exp(-evidence))
    score   *= product over minus terms of (1 - p_minus)^2   p_minus: 1 / (1 + exp(-e_sound)) of the minus term

share is the part of the query's words found in name, folder or metadata (one found only by a synonym counts half), kin
how much the sound is like the best answers of the whole library (engine/search/kin.py); a, m_s, b and m_n are the
pack's calibration. Where the sound alone ranks, evidence is e_sound. The logarithm (softplus; Dugas et al. 2001) lets
an ear that is sure decide, and one that is not say little. A name that means something else speaks against a sound,
with e_name below -3.6; one that says nothing is no evidence and left out (engine/search/naming.py): so ZOOM0001 is not
behind names that half fit. A pack whose curve of names was not fitted has no say of names either.
Of several alternatives the best one counts.

So a score for words depends on the sound, on the words and, through kin, on the five best answers that the library has
to these words; on nothing else. Filters, folders, collections, the limit, folded takes and variety choose and order
what is listed, and change no score and no mark (docs/decisions/0141).

The weights lie near those of a conditional logit (McFadden 1974: each answer against what was shown beside it) over
libraries with all names and with half of them, of val and of sources that the model never met;
docs/experiments/ranking.md has what else was tried.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.models.calibration import Calibration, probability

SYNONYM_WEIGHT = 0.5
_START = -2.6
_SOUND = 0.27
_NAMED = 2.0
_NAME = 0.56
_WORDS = 4.2
_KIN = 2.4
_UNHEARD = -3.0
"""e_sound of a sound without vectors: that of a usual candidate."""

Scores = NDArray[np.float64]
"""float64 [N], one number a sound."""


@dataclass(frozen=True, slots=True)
class CandidateParts:
    """What is known of N candidate sounds for one alternative; nan where a sound has no such part."""

    sound: Scores
    """Cosine with the best segment, -1 to 1; nan for a sound without vectors."""
    name: Scores | None
    """Cosine with the name's vector, -1 to 1; None when the sound alone ranks."""
    keyword: Scores | None
    """Share of the words found, 0 to 1; None when the sound alone ranks."""
    kin: Scores | None = None
    """How much it is like the best answers, 0 to 1; None when the sound alone ranks."""
    examples: NDArray[np.float64] | None = None
    """float64 [N, P], cosine of the best window for each example; None without examples."""
    alone: Scores | None = None
    """What the words alone score beside examples, 0 to 1; None without both."""

    def of(self, rows: slice | NDArray[np.int64] | NDArray[np.bool_]) -> "CandidateParts":
        """Some of the sounds."""
        return CandidateParts(self.sound[rows], *(None if part is None else part[rows] for part in self._others))

    def with_unknown(self, count: int) -> "CandidateParts":
        """Adds sounds behind them of which nothing is known; they hold no word."""
        return CandidateParts(
            np.concatenate([self.sound, np.full(count, np.nan)]),
            *(
                None if part is None else np.concatenate([part, np.full((count, *part.shape[1:]), unknown)])
                for part, unknown in zip(self._others, (np.nan, 0.0, np.nan, np.nan, np.nan), strict=True)
            ),
        )

    def joined(self, other: "CandidateParts") -> "CandidateParts":
        """Adds other sounds behind them, of which the same parts are known."""
        return CandidateParts(
            np.concatenate([self.sound, other.sound]),
            *(
                None if own is None or part is None else np.concatenate([own, part])
                for own, part in zip(self._others, other._others, strict=True)
            ),
        )

    @property
    def _others(self) -> tuple[NDArray[np.float64] | None, ...]:
        return self.name, self.keyword, self.kin, self.examples, self.alone


def evidence(parts: CandidateParts, calibration: Calibration) -> Scores:
    """Gives float64 [N], the log-odds of the rule above; of the sound alone where neither names nor words rank.

    A part that is nan neither adds nor takes away.
    """
    heard = _log_odds(parts.sound, calibration.sound_midpoint, calibration.sound_slope)
    if parts.name is None and parts.keyword is None:
        return heard
    heard = np.where(np.isnan(heard), _UNHEARD, heard)
    found = _START + _SOUND * heard + np.logaddexp(0.0, heard)
    if parts.name is not None and calibration.fitted.name:
        found = found + _known(named(parts.name, calibration))
    if parts.keyword is not None:
        found = found + _WORDS * _known(parts.keyword)
    if parts.kin is not None:
        found = found + _KIN * _known(parts.kin)
    return found


def named(cosines: Scores, calibration: Calibration) -> Scores:
    """Gives float64 [N], what names say for sounds, or against them, in log-odds."""
    return _NAMED + _NAME * _log_odds(cosines, calibration.meaning_midpoint, calibration.meaning_slope)


def fuse(parts: CandidateParts, calibration: Calibration) -> Scores:
    """Gives float64 [N] in 0..1: the chance that `evidence` stands for, 0 for a sound of which nothing is known."""
    return _known(probability(evidence(parts, calibration), 0.0, 1.0))


def lowered(scores: Scores, minus: Scores, calibration: Calibration) -> Scores:
    """Gives the scores after one minus term.

    Args:
        scores: float64 [N], fused.
        minus: float64 [N], cosine of the minus term with each sound's best segment; nan for a sound without vectors.
        calibration: the pack's.
    """
    return scores * (1.0 - _known(probability(minus, calibration.sound_midpoint, calibration.sound_slope))) ** 2


def order(scores: Scores, cosines: Scores, paths: Sequence[bytes]) -> list[int]:
    """Gives positions, best first: by score, then by the sound's cosine (nan last), then by path as bytes."""
    ties = np.nan_to_num(cosines, nan=-2.0)
    return sorted(range(len(scores)), key=lambda row: (-scores[row], -ties[row], paths[row]))


def _log_odds(cosines: Scores, midpoint: float, slope: float) -> Scores:
    return slope * (cosines - midpoint)


def _known(values: Scores) -> Scores:
    return np.nan_to_num(values, nan=0.0)
