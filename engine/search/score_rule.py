"""The ranking rule: combines how a sound sounds, what its name means and which words it has into one score.

For one sound and one alternative of the query, in log-odds, so that evidence for a sound adds and evidence against it
subtracts:

    e_sound  = a (c_s - m_s)           c_s: cosine of the query's joint vector with the sound's best segment
    e_name   = b (c_n - m_n)           c_n: cosine of the query's sentence vector with that of the name
    evidence = -2.6 + 0.27 e_sound + ln(1 + exp(e_sound)) + (2.0 + 0.56 e_name) + 4.2 share + 2.4 kin
    score    = 1 / (1 + exp(-evidence))
    score   *= product over minus terms of (1 - p_minus)^2   p_minus: 1 / (1 + exp(-e_sound)) of the minus term

share is the share of the query's words found in name, folder or metadata (one found only by a synonym counts half); kin
is the similarity to the best answers of the whole library (engine/search/kin.py); a, m_s, b and m_n are the pack's
calibration. If only sound counts, evidence is e_sound. The logarithm (softplus; Dugas et al. 2001) lets a confident
match by sound decide, and an uncertain one say little. A name that means something else counts against a sound, with
e_name below -3.6; an uninformative one is left out (engine/search/name_classes.py), so ZOOM0001 does not rank behind
names that half fit. A pack with an unfitted name curve leaves names out too. The best of several alternatives counts.

So a score for words depends on the sound, on the words and, through kin, on the library's five best answers to these
words, and on nothing else. Filters, folders, collections, the limit, folded takes and variety select and order what is
listed, but change no score and no mark (docs/decisions/0141).

The weights lie near those of a conditional logit (McFadden 1974: each answer against what was shown beside it) over
libraries with all names and with half of them, from val and from sources unknown to the model;
docs/experiments/ranking.md lists what else was tried.
"""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
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
"""e_sound of a sound without vectors: that of a typical candidate."""

Scores = NDArray[np.float64]
"""float64 [N], one number per sound."""


class CandidateParts(Struct, frozen=True):
    """Score parts of N candidate sounds for one alternative; nan where a sound lacks a part."""

    sound: Scores
    """Cosine with the best segment, -1 to 1; nan for a sound without vectors."""
    name: Scores | None
    """Cosine with the name's vector, -1 to 1; None if only sound counts."""
    keyword: Scores | None
    """Share of the words found, 0 to 1; None if only sound counts."""
    kin: Scores | None = None
    """Similarity to the best answers, 0 to 1; None if only sound counts."""
    examples: NDArray[np.float64] | None = None
    """float64 [N, P], cosine of the best window for each example; None without examples."""
    alone: Scores | None = None
    """Score of the words alone, 0 to 1; None unless there are words and examples."""
    unsaid: Scores | None = None
    """Score without transcripts, 0 to 1, which is all that marks were fitted for; None if no transcript counts."""

    def of(self, rows: slice | NDArray[np.int64] | NDArray[np.bool_]) -> "CandidateParts":
        return CandidateParts(self.sound[rows], *(None if part is None else part[rows] for part in self._others))

    def with_unknown(self, count: int) -> "CandidateParts":
        """Appends sounds with unknown parts and no words."""
        return CandidateParts(
            np.concatenate([self.sound, np.full(count, np.nan)]),
            *(
                None if part is None else np.concatenate([part, np.full((count, *part.shape[1:]), unknown)])
                for part, unknown in zip(self._others, (np.nan, 0.0, np.nan, np.nan, np.nan, 0.0), strict=True)
            ),
        )

    def joined(self, other: "CandidateParts") -> "CandidateParts":
        """Appends other sounds with the same known parts."""
        return CandidateParts(
            np.concatenate([self.sound, other.sound]),
            *(
                None if own is None or part is None else np.concatenate([own, part])
                for own, part in zip(self._others, other._others, strict=True)
            ),
        )

    @property
    def _others(self) -> tuple[NDArray[np.float64] | None, ...]:
        return self.name, self.keyword, self.kin, self.examples, self.alone, self.unsaid


def evidence(parts: CandidateParts, calibration: Calibration) -> Scores:
    """float64 [N], the log-odds of the rule above; of the sound alone if neither names nor words count.

    A nan part contributes nothing.
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
    """float64 [N], the log-odds contributed by names."""
    return _NAMED + _NAME * _log_odds(cosines, calibration.meaning_midpoint, calibration.meaning_slope)


def fuse(parts: CandidateParts, calibration: Calibration) -> Scores:
    """float64 [N] in 0..1: the probability for `evidence`, 0 for a sound about which nothing is known."""
    return _known(probability(evidence(parts, calibration), 0.0, 1.0))


def lowered(scores: Scores, minus: Scores, calibration: Calibration) -> Scores:
    """Applies one minus term to the scores.

    Args:
        scores: float64 [N], fused.
        minus: float64 [N], cosine of the minus term with each sound's best segment; nan for a sound without vectors.
    """
    return scores * (1.0 - _known(probability(minus, calibration.sound_midpoint, calibration.sound_slope))) ** 2


def order(scores: Scores, cosines: Scores, paths: Sequence[bytes]) -> list[int]:
    """Positions, best first: by score, then by the sound's cosine (nan last), then by path as bytes."""
    ties = np.nan_to_num(cosines, nan=-2.0)
    return sorted(range(len(scores)), key=lambda row: (-scores[row], -ties[row], paths[row]))


def _log_odds(cosines: Scores, midpoint: float, slope: float) -> Scores:
    return slope * (cosines - midpoint)


def _known(values: Scores) -> Scores:
    return np.nan_to_num(values, nan=0.0)
