"""Two and three sounds made one: what is heard, how loud, how long."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.types import Waves
from training.data.mixing import MixingConfig, follow, mix_items, overlay

RATE_HZ = 1_000
GAPLESS = MixingConfig(share=1.0, level_range_db=0.0, longest_gap_s=0.0)


def tone(seconds: float, level: float, cycles_hz: float = 100.0) -> Waves:
    """A sine of whole cycles, whose root mean square is level / sqrt(2)."""
    times_s = np.arange(round(seconds * RATE_HZ)) / RATE_HZ
    return (level * np.sin(2 * np.pi * cycles_hz * times_s)).astype(np.float32)


def at(wave: Waves, frequency_hz: float) -> float:
    """The amplitude of one frequency over a whole wave."""
    times_s = np.arange(len(wave)) / RATE_HZ
    return float(2 * np.abs(np.mean(wave * np.exp(-2j * np.pi * frequency_hz * times_s))))


def test_sounds_at_once_are_as_long_as_the_longest() -> None:
    samples, _ = overlay([tone(1.0, 0.1), tone(3.0, 0.1)], GAPLESS, np.random.default_rng(0), RATE_HZ)
    assert len(samples) == 3_000


def test_the_level_of_the_second_lies_against_the_first() -> None:
    config = MixingConfig(level_range_db=6.0)
    samples, levels_db = overlay(
        [tone(2.0, 0.2, 50.0), tone(2.0, 0.01, 200.0)], config, np.random.default_rng(4), RATE_HZ
    )
    assert levels_db[0] == 0.0
    assert abs(levels_db[1]) <= 6.0
    assert at(samples, 50.0) == pytest.approx(0.2, rel=1e-3)
    assert at(samples, 200.0) == pytest.approx(0.2 * 10 ** (levels_db[1] / 20), rel=1e-3)


def test_sounds_in_turn_keep_their_order_and_fill_the_sum_of_their_lengths() -> None:
    samples = follow([tone(1.0, 0.1, 50.0), tone(2.0, 0.1, 200.0)], GAPLESS, np.random.default_rng(0), RATE_HZ)
    assert len(samples) == 3_000
    assert at(samples[:1_000], 50.0) == pytest.approx(0.1, rel=0.02)  # 10 ms of fade in a second
    assert at(samples[1_000:], 50.0) < 0.003
    assert at(samples[1_000:], 200.0) == pytest.approx(0.1, rel=0.02)


def test_the_gap_is_silent_and_within_its_bounds() -> None:
    config = MixingConfig(level_range_db=0.0, longest_gap_s=0.5)
    samples = follow([tone(1.0, 0.1), tone(1.0, 0.1)], config, np.random.default_rng(7), RATE_HZ)
    gap = len(samples) - 2_000
    assert 0 < gap <= 500
    assert not samples[1_000 : 1_000 + gap].any()


def test_what_is_too_long_is_shared_out_and_short_sounds_stay_whole() -> None:
    config = MixingConfig(level_range_db=0.0, longest_gap_s=0.0, longest_s=10.0)
    waves = [tone(30.0, 0.1, 50.0), tone(2.0, 0.1, 200.0), tone(30.0, 0.1, 300.0)]
    samples = follow(waves, config, np.random.default_rng(0), RATE_HZ)
    # 2 s are whole, the other two get 4 s each.
    assert len(samples) == 10_000
    assert at(samples[4_000:6_000], 200.0) == pytest.approx(0.1, rel=0.02)
    assert at(samples[6_000:], 300.0) == pytest.approx(0.1, rel=0.02)


def test_loud_sounds_at_once_do_not_clip_and_keep_their_balance() -> None:
    samples, _ = overlay([tone(1.0, 0.9, 50.0), tone(1.0, 0.9, 200.0)], GAPLESS, np.random.default_rng(0), RATE_HZ)
    assert np.abs(samples).max() == pytest.approx(0.99)
    assert at(samples, 50.0) == pytest.approx(at(samples, 200.0), rel=1e-3)


def test_silence_is_mixed_without_a_gain() -> None:
    silence = np.zeros(1_000, np.float32)
    samples, _ = overlay([silence, tone(1.0, 0.1)], GAPLESS, np.random.default_rng(0), RATE_HZ)
    np.testing.assert_array_equal(samples, tone(1.0, 0.1))


def test_a_batch_without_mixing_is_untouched() -> None:
    waves, captions = [tone(1.0, 0.1), tone(2.0, 0.1)], ["a hum", "a tone"]
    items = mix_items(waves, captions, MixingConfig(), np.random.default_rng(0), RATE_HZ)
    assert [item.samples is wave for item, wave in zip(items, waves, strict=True)] == [True, True]
    assert [(item.caption, item.parts) for item in items] == [("a hum", (0,)), ("a tone", (1,))]


def test_a_sound_alone_in_its_batch_stays_alone() -> None:
    items = mix_items([tone(1.0, 0.1)], ["a hum"], GAPLESS, np.random.default_rng(0), RATE_HZ)
    assert [item.parts for item in items] == [(0,)]


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.floats(0.01, 2.0), min_size=2, max_size=4),
    st.integers(0, 2**32 - 1),
    st.floats(0.0, 1.0),
    st.sampled_from([0.0, 1.0]),
)
def test_mixtures_never_clip_hold_their_own_sound_and_come_again(
    seconds: list[float], seed: int, share: float, three_share: float
) -> None:
    waves = [tone(length, 0.9, 50.0 * (row + 1)) for row, length in enumerate(seconds)]
    captions = [f"a tone of number {row}" for row in range(len(waves))]
    config = MixingConfig(share=share, three_share=three_share, longest_s=3.0)
    items = mix_items(waves, captions, config, np.random.default_rng(seed), RATE_HZ)
    again = mix_items(waves, captions, config, np.random.default_rng(seed), RATE_HZ)
    assert len(items) == len(waves)
    for row, (item, same) in enumerate(zip(items, again, strict=True)):
        assert row in item.parts
        assert len(set(item.parts)) == len(item.parts)
        assert all(captions[part] in item.caption for part in item.parts)
        assert np.abs(item.samples).max() <= 1.0
        assert 0 < len(item.samples) <= 3_000
        assert item.samples.dtype == np.float32
        np.testing.assert_array_equal(item.samples, same.samples)
        assert (item.caption, item.parts) == (same.caption, same.parts)


def test_a_length_of_gaps_alone_is_refused() -> None:
    with pytest.raises(ValueError, match="more than two gaps"):
        MixingConfig(longest_s=1.0, longest_gap_s=0.5)
