"""The detector of speech as it is learnt: what there is nothing to listen to of has no share."""

import numpy as np

from engine.features.speech.detector import RATE_HZ
from training.papers.speech.detector import fit, gather, shares


def test_a_set_without_sounds_has_no_share() -> None:
    time_s = np.arange(2 * RATE_HZ) / RATE_HZ
    tone = (0.3 * np.sin(2.0 * np.pi * 220.0 * time_s)).astype(np.float32)
    noise = np.random.default_rng(0).normal(0.0, 0.1, len(time_s)).astype(np.float32)
    assert shares(fit(gather([tone], [noise])), gather((), ()), 0.15) == (None, None)
