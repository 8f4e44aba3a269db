"""Changes to sounds in training: what they may do, and what they must leave alone."""

import numpy as np
import pytest

from training.data import augment
from training.data.augment import AugmentConfig

POWER = np.random.default_rng(0).exponential(1.0, (6, 40, 64)).astype(np.float32)


def test_an_unmixed_batch_stays_as_it_was() -> None:
    mixed, _, share = augment.mix(POWER, AugmentConfig(mix_share=0.0), np.random.default_rng(0))
    assert np.array_equal(mixed, POWER)
    assert np.array_equal(share, np.ones(6, dtype=np.float32))


def test_a_mixture_is_the_sum_at_the_level_it_says() -> None:
    config = AugmentConfig(mix_share=1.0, mix_range_db=0.0)
    mixed, second, share = augment.mix(POWER, config, np.random.default_rng(0))
    assert (second != np.arange(6)).all()
    # At equal level the mean power doubles and each caption gets half.
    assert mixed.mean(axis=(1, 2)) == pytest.approx(2 * POWER.mean(axis=(1, 2)), rel=1e-5)
    assert share == pytest.approx(np.full(6, 0.5))


def test_the_louder_sound_gets_more_of_the_caption() -> None:
    config = AugmentConfig(mix_share=1.0, mix_range_db=6.0)
    mixed, _, share = augment.mix(POWER, config, np.random.default_rng(3))
    added = mixed.mean(axis=(1, 2)) / POWER.mean(axis=(1, 2)) - 1.0
    assert ((added < 1.0) == (share > 0.5)).all()


def test_a_filter_changes_bands_not_frames() -> None:
    ratio = augment.colour(POWER, AugmentConfig(), np.random.default_rng(0)) / POWER
    assert np.allclose(ratio, ratio[:, :1], rtol=1e-4)
    assert ratio.std(axis=2).min() > 0


def test_a_shift_moves_bands_by_whole_steps() -> None:
    shifted = augment.shift(POWER, AugmentConfig(shift_mels=2), np.random.default_rng(1))
    steps = [next(s for s in range(-2, 3) if np.array_equal(new[:, 4:60], old[:, 4 - s : 60 - s]))
             for new, old in zip(shifted, POWER, strict=True)]  # fmt: skip
    assert len(set(steps)) > 1


def test_masks_hide_no_more_than_they_may() -> None:
    masked = augment.mask(POWER, AugmentConfig(mask_frames_share=0.2, mask_mels=8), np.random.default_rng(0))
    hidden = masked == 0
    assert (masked[~hidden] == POWER[~hidden]).all()
    assert hidden.all(axis=2).sum(axis=1).max() <= 16
    assert hidden.all(axis=1).sum(axis=1).max() <= 16


def test_noise_is_never_louder_than_the_sound() -> None:
    noisy = augment.add_noise(POWER, AugmentConfig(noise_share=1.0), np.random.default_rng(0))
    added = (noisy - POWER).mean(axis=(1, 2)) / POWER.mean(axis=(1, 2))
    assert (added > 0).all()
    assert added.max() < 0.5


def test_a_share_above_one_is_refused() -> None:
    with pytest.raises(ValueError, match="mix_share"):
        AugmentConfig(mix_share=1.5)


def test_changes_that_are_off_draw_nothing() -> None:
    rng, config = np.random.default_rng(0), AugmentConfig()
    assert augment.lead(POWER, config, rng) is POWER
    assert augment.narrow(POWER, config, rng) is POWER
    assert augment.put_in_room(POWER, config, 100.0, rng) is POWER
    assert rng.random() == np.random.default_rng(0).random()


def test_a_late_sound_begins_behind_silence_and_loses_only_its_end() -> None:
    late = augment.lead(POWER, AugmentConfig(lead_share=1.0), np.random.default_rng(0))
    silent = [int((item == 0).all(axis=1).sum()) for item in late]
    assert len(set(silent)) > 1
    assert max(silent) <= 20
    for item, before, frames in zip(late, POWER, silent, strict=True):
        assert np.array_equal(item[frames:], before[: 40 - frames])


def test_a_narrow_sound_has_nothing_above_its_cut() -> None:
    narrow = augment.narrow(POWER, AugmentConfig(band_share=1.0, lowest_cut=0.5), np.random.default_rng(0))
    heard = (narrow > 0).all(axis=1).sum(axis=1)
    assert heard.min() >= 32
    assert heard.min() < 64
    assert np.array_equal(narrow[:, :, :32], POWER[:, :, :32])


def test_a_room_s_tail_falls_by_60_db_in_its_time() -> None:
    click = np.zeros((64, 400, 1), dtype=np.float32)
    click[:, 0] = 1.0
    config = AugmentConfig(room_share=1.0, longest_tail_s=0.5)
    tail = augment.put_in_room(click, config, 100.0, np.random.default_rng(0))[:, :, 0]
    assert np.array_equal(tail[:, 0], click[:, 0, 0])
    falls_db = 10.0 * np.log10(tail[:, 1] / tail[:, 11])
    times_s = 0.1 * 60.0 / falls_db
    assert times_s.min() >= 0.14
    assert times_s.max() <= 0.51
    wet_db = 10.0 * np.log10(tail[:, 1:].sum(axis=1))
    assert wet_db.min() >= -15.1
    assert wet_db.max() <= 3.1


def test_shares_beyond_one_and_no_tail_are_refused() -> None:
    with pytest.raises(ValueError, match="room_share"):
        AugmentConfig(room_share=1.5)
    with pytest.raises(ValueError, match="longest_tail_s"):
        AugmentConfig(longest_tail_s=0.1)


def test_levels_change_as_a_whole_and_only_where_asked_for() -> None:
    config = AugmentConfig(level_db=6.0)
    ratio = augment.change_level(POWER, config, np.random.default_rng(0)) / POWER
    assert np.allclose(ratio, ratio[:, :1, :1], rtol=1e-5)
    # 6 dB of power is a factor of 3.98.
    assert 1 / 3.99 < ratio.min() < 0.9 and 1.1 < ratio.max() < 3.99
    drawn = np.random.default_rng(0)
    assert augment.change_level(POWER, AugmentConfig(), drawn) is POWER
    assert drawn.random() == np.random.default_rng(0).random(), "recipes of before draw what they drew"
