"""What one step of training sees, and the rate it learns at."""

import numpy as np
import pytest

from training.data.augment import AugmentConfig
from training.data.batches import BatchConfig, MelClips, Sampler
from training.runs.schedule import learning_rate, rate_of_epoch

STILL = AugmentConfig(0.0, 0.0, 0.0, 0, 1.0, 0.0, 0.0, 0)
"""Changes nothing."""


def clips_of(*lengths: int) -> MelClips:
    """Clips whose frames count up from 0: frame f of a clip has the power e^f."""
    frames = np.concatenate([np.arange(length) for length in lengths]).astype(np.float16)
    return MelClips(np.repeat(frames[:, None], 8, axis=1), np.cumsum([0, *lengths]))


def sampler(clips: MelClips, kinds: list[int], config: BatchConfig) -> Sampler:
    captions = [np.array([kind]) for kind in sorted(set(kinds))]
    return Sampler(clips, np.array(kinds), captions, 10.0, config, STILL)


def seeded(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_a_short_clip_is_repeated_from_its_start() -> None:
    batch = sampler(clips_of(3, 3), [0, 1], BatchConfig(size=2, lengths_s=(0.7,))).draw(seeded())
    assert batch.power[0, :, 0].log().round().tolist() == [0, 1, 2, 0, 1, 2, 0]


def test_a_short_clip_is_followed_by_silence_when_the_pack_says_zeros() -> None:
    batch = sampler(clips_of(3, 3), [0, 1], BatchConfig(size=2, lengths_s=(0.5,), padding="zeros")).draw(seeded())
    assert batch.power[0, 3:].abs().max() == 0


def test_a_long_clip_gives_an_unbroken_stretch() -> None:
    batch = sampler(clips_of(10, 10), [0, 1], BatchConfig(size=2, lengths_s=(0.4,))).draw(seeded(5))
    steps = batch.power[0, :, 0].log().round().diff()
    assert steps.tolist() == [1, 1, 1]


def test_a_rare_kind_is_drawn_as_often_as_a_common_one_when_even() -> None:
    draws = sampler(clips_of(*[5] * 20), [0] * 19 + [1], BatchConfig(size=1, lengths_s=(0.5,), evenness=1.0))
    rng = seeded()
    rare = sum(int(draws.draw(rng).kinds[0]) for _ in range(400))
    assert 150 < rare < 250


def test_a_seed_gives_the_same_batches() -> None:
    clips, config = clips_of(*range(3, 13)), BatchConfig(size=4)
    first = sampler(clips, list(range(10)), config).draw(seeded(3))
    again = sampler(clips, list(range(10)), config).draw(seeded(3))
    assert first.power.equal(again.power)
    assert first.kinds.equal(again.kinds)


@pytest.mark.parametrize(
    ("step", "done", "expected"),
    # Rise of 10 steps to 1.0; half a cosine: 1 at the start, 0.02 + 0.98 / 2 in the middle, 0.02 at the end.
    [(0, 0.0, 0.1), (9, 0.0, 1.0), (50, 0.5, 0.51), (100, 1.0, 0.02)],
)
def test_the_learning_rate_rises_straight_and_falls_by_a_cosine(step: int, done: float, expected: float) -> None:
    assert learning_rate(1.0, step, 10, done) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("epoch", "expected"),
    # The released code of both papers, peak 2e-5, floor 1e-7, one epoch of warm-up, cosine to 15.
    [(0, 0.0), (0.5, 1e-5), (1, 2e-5), (2, 1.97505327e-5), (8, 1.005e-5), (14.5, 1.625635e-7), (15, 1e-7), (17, 1e-7)],
)
def test_the_papers_rate_ends_its_cosine_at_epoch_15(epoch: float, expected: float) -> None:
    assert rate_of_epoch(2e-5, 1e-7, epoch) == pytest.approx(expected, rel=1e-6)
