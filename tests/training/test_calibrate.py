"""Curves and thresholds: they say what was measured."""

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.models.calibration import Calibration, FittedCurves
from engine.models.curve_fitting import above_chance, calibrate, shown, threshold
from training.measures.caption_queries import CaptionQuery

GUESS = Calibration(0.9, 14.0, 0.8, 14.0, fair=0.3, strong=0.75, fitted=FittedCurves(sound=False, name=False))


def test_only_the_best_are_shown() -> None:
    scores = np.array([[0.1, 0.9, 0.5]], dtype=np.float32)
    kept, right = shown([CaptionQuery("q", frozenset({2}))], scores, 2)
    assert kept == pytest.approx([0.9, 0.5])
    assert right.tolist() == [False, True]


def test_threshold_is_the_lowest_with_enough_right() -> None:
    # 40 hits right at 0.9, then 40 wrong at 0.5: 30 of 40 right at least down to 0.9, half down to 0.5.
    chances = np.concatenate([np.full(40, 0.9), np.full(40, 0.5)])
    right = np.concatenate([np.ones(40, dtype=bool), np.zeros(40, dtype=bool)])
    assert threshold(chances, right, 0.75) == pytest.approx(0.5)  # 40 right of the first 53 is still 0.75
    assert threshold(chances, right, 0.99) == pytest.approx(0.9)


def test_a_lucky_few_do_not_decide() -> None:
    chances, right = np.linspace(1, 0, 100), np.arange(100) < 5
    assert threshold(chances, right, 0.75) == 1.0


def test_a_model_that_hears_gets_rising_curves() -> None:
    rng = np.random.default_rng(0)
    queries = [CaptionQuery(str(row), frozenset({row, row + 1})) for row in range(80)]
    scores = rng.normal(0.1, 0.1, (80, 120)).astype(np.float32)
    for query_row, query in enumerate(queries):
        scores[query_row, sorted(query.relevant)] += 0.5
    found = calibrate(queries, scores, scores, GUESS)
    assert 0.2 < found.sound_midpoint < 0.6
    assert found.sound_slope > 0
    assert 0.15 <= found.fair <= found.strong <= 0.95


def test_strong_keeps_its_word_on_kinds_that_did_not_set_it() -> None:
    # 300 kinds of two queries and one sound each; a third of them is heard, the rest is luck.
    rng = np.random.default_rng(1)
    queries = [CaptionQuery(str(row), frozenset({row // 2}), str(row // 2)) for row in range(1200)]
    scores = rng.normal(0.0, 0.1, (1200, 600)).astype(np.float32)
    for row in range(1200):
        scores[row, row // 2] += 0.6 if row // 2 % 3 == 0 else 0.1
    found = calibrate(queries[:600], scores[:600], scores[:600], GUESS)
    chances = 1 / (1 + np.exp(-found.sound_slope * (scores[600:] - found.sound_midpoint)))
    first, right = chances.max(axis=1) >= found.strong, chances.argmax(axis=1) == np.arange(600, 1200) // 2
    assert right[first].mean() >= 0.85
    assert first[right].mean() >= 0.5
    chances[np.arange(600), np.arange(600, 1200) // 2] = 0.0
    assert (chances.max(axis=1) >= found.strong).mean() <= 0.05


def _heard(queries: list[CaptionQuery], clips: int) -> NDArray[np.float32]:
    scores = np.random.default_rng(0).normal(0.1, 0.1, (len(queries), clips)).astype(np.float32)
    for row, query in enumerate(queries):
        scores[row, sorted(query.relevant)] += 0.5
    return scores


def test_names_that_say_nothing_leave_the_curve_of_sounds_alone() -> None:
    queries = [CaptionQuery(str(row), frozenset({row})) for row in range(100)]
    heard, noise = _heard(queries, 100), np.random.default_rng(5).normal(0.5, 0.1, (100, 100)).astype(np.float32)
    both, without = calibrate(queries, heard, heard, GUESS), calibrate(queries, heard, noise, GUESS)
    assert (both.fitted, without.fitted) == (FittedCurves(), FittedCurves(sound=True, name=False))
    assert (without.sound_midpoint, without.fair, without.strong) == (both.sound_midpoint, both.fair, both.strong)
    assert (without.meaning_midpoint, without.meaning_slope) == (0.8, 14.0)


def test_sounds_that_say_nothing_leave_the_curve_of_names_alone() -> None:
    queries = [CaptionQuery(str(row), frozenset({row})) for row in range(100)]
    heard, noise = _heard(queries, 100), np.random.default_rng(5).normal(0.5, 0.1, (100, 100)).astype(np.float32)
    found = calibrate(queries, noise, heard, GUESS)
    assert found.fitted == FittedCurves(sound=False, name=True)
    assert (found.sound_midpoint, found.fair, found.strong) == (0.9, 0.3, 0.75)
    assert found.meaning_midpoint != 0.8


def test_luck_is_no_fit() -> None:
    # Fifty models that rank 86 sounds at random, some near every query: slopes rise as often as they fall.
    queries = [CaptionQuery(str(row), frozenset({row})) for row in range(86)]
    rng = np.random.default_rng(3)
    drawn = [rng.normal(0.0, 1.0, (86, 86)) + rng.normal(0.0, 2.0, 86) for _ in range(50)]
    believed = sum(above_chance(queries, scores.astype(np.float32)) for scores in drawn)
    assert believed <= 1


def test_a_faint_ear_is_no_luck() -> None:
    queries = [CaptionQuery(str(row), frozenset({row})) for row in range(86)]
    scores = np.random.default_rng(3).normal(0.0, 1.0, (86, 86)).astype(np.float32)
    assert above_chance(queries, scores + np.eye(86, dtype=np.float32))
