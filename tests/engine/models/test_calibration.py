import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.types import Confidence
from engine.models.calibration import Calibration, confidence, fit_logistic, probability

CALIBRATION = Calibration(0.3, 10.0, 0.5, 8.0, fair=0.4, strong=0.8)


def test_a_cosine_at_the_midpoint_is_even_odds() -> None:
    assert probability(0.3, 0.3, 10.0) == 0.5


def test_a_tenth_above_the_midpoint_at_slope_ten() -> None:
    # 1 / (1 + e^-1) = 0.7310585786
    assert probability(0.4, 0.3, 10.0) == pytest.approx(0.7310585786, abs=1e-9)


@given(st.floats(-1e6, 1e6), st.floats(-1, 1), st.floats(1e-3, 1e6))
def test_a_probability_stays_between_0_and_1(cosine: float, midpoint: float, slope: float) -> None:
    assert 0.0 <= float(probability(cosine, midpoint, slope)) <= 1.0


@pytest.mark.parametrize(
    ("score", "word"),
    [(0.0, Confidence.WEAK), (0.39, Confidence.WEAK), (0.4, Confidence.FAIR), (0.8, Confidence.STRONG)],
)
def test_a_threshold_belongs_to_the_better_word(score: float, word: Confidence) -> None:
    assert confidence(score, CALIBRATION) is word


def test_fitting_finds_the_curve_that_made_the_labels() -> None:
    draw = np.random.default_rng(3)
    cosines = draw.uniform(-0.2, 0.8, 20_000)
    labels = draw.uniform(size=20_000) < 1 / (1 + np.exp(-12.0 * (cosines - 0.35)))
    midpoint, slope = fit_logistic(cosines, labels)
    # standard errors at this size are about 0.002 and 0.15
    assert midpoint == pytest.approx(0.35, abs=0.01)
    assert slope == pytest.approx(12.0, abs=0.6)


def test_separable_pairs_give_a_finite_curve_between_them() -> None:
    midpoint, slope = fit_logistic([0.1, 0.2, 0.1, 0.2, 0.7, 0.8, 0.7, 0.8], [0, 0, 0, 0, 1, 1, 1, 1])
    assert midpoint == pytest.approx(0.45, abs=1e-6)  # by symmetry
    assert 0 < slope < 100


def test_scores_that_fall_with_the_labels_are_refused() -> None:
    with pytest.raises(ValueError, match="do not score higher"):
        fit_logistic([0.9, 0.8, 0.1, 0.2], [0, 0, 1, 1])


@pytest.mark.parametrize("labels", [[0, 0, 0], [1, 1, 1]])
def test_one_kind_of_pair_is_refused(labels: list[int]) -> None:
    with pytest.raises(ValueError, match="both kinds"):
        fit_logistic([0.1, 0.2, 0.3], labels)


@pytest.mark.parametrize(
    "wrong",
    [{"sound_slope": 0.0}, {"meaning_midpoint": float("nan")}, {"fair": 0.9, "strong": 0.5}, {"strong": 1.5}],
)
def test_a_calibration_that_cannot_be_is_refused(wrong: dict[str, float]) -> None:
    good = {
        "sound_midpoint": 0.3,
        "sound_slope": 10.0,
        "meaning_midpoint": 0.5,
        "meaning_slope": 8.0,
        "fair": 0.4,
        "strong": 0.8,
    }
    with pytest.raises(ValueError):
        Calibration(**{**good, **wrong})
