"""What a background is: the floor of a stretch does not hear events, levels or the recording, only the place."""

import numpy as np
import pytest

from engine.features.ambience.background_measure import place_of
from engine.features.ambience.floor import distance_db, floor_of, gain_between, levels_of, likeness_of
from tests.engine.features.ambience.rooms import RATE, room, with_events


def floor(samples: np.ndarray, rate: int = RATE):  # type: ignore[no-untyped-def]
    return floor_of(levels_of(samples, rate))


def test_events_do_not_move_the_floor() -> None:
    plain, busy = room(1, 6, seed=1), with_events(room(1, 6, seed=1))
    assert np.sqrt(np.mean(busy**2)) > 3 * np.sqrt(np.mean(plain**2))
    assert distance_db(floor(plain), floor(busy)) < 1.0


def test_another_recording_of_the_place_is_nearer_than_another_place_whatever_the_level() -> None:
    asked = floor(with_events(room(2, 5, seed=1)))
    same = distance_db(asked, floor(room(2, 5, seed=2, level=0.002)))
    others = [distance_db(asked, floor(room(kind, 5, seed=3))) for kind in (0, 1, 3, 4)]
    assert min(others) > 2 * same
    assert likeness_of(same) > 0.7  # 2 dB


def test_the_gain_between_two_levels_is_the_one_between_their_samples() -> None:
    one, other = room(0, 5, seed=1, level=0.05), room(0, 5, seed=2, level=0.005)
    # A tenth of the amplitude is 20 dB.
    assert gain_between(floor(one), floor(other)) == pytest.approx(20.0, abs=0.3)


def test_the_level_of_a_band_is_the_density_of_white_noise() -> None:
    samples = np.random.default_rng(0).normal(0, 0.1, 48_000 * 10).astype(np.float32)
    # Variance 0.01 over 24 kHz: 10 log10(0.01 / 24000) = -63.8 dB a hertz; 30 % of frames do not reach a little less.
    assert floor(samples, 48_000).bands_db[-5:] == pytest.approx(-64.2, abs=0.5)


def test_a_lower_rate_is_compared_in_the_bands_it_has() -> None:
    samples = room(1, 6, seed=1)
    low = floor(samples[::2].copy(), RATE // 2)
    assert np.isnan(low.bands_db).any()
    assert np.isfinite(distance_db(floor(samples), low))


@pytest.mark.parametrize("level", [0.0, 1e-7])
def test_silence_has_no_background(level: float) -> None:
    assert floor(np.full(RATE, level, np.float32)).is_silent


def test_the_place_is_where_the_recording_has_that_background_and_nothing_happens() -> None:
    # 20 s of another place, 8 s of the asked one with events, 14 s of it alone.
    parts = [room(4, 20, seed=4), with_events(room(1, 8, seed=5)), room(1, 14, seed=6)]
    found = place_of(levels_of(np.concatenate(parts), RATE), RATE, floor(room(1, 5, seed=9, level=0.04)))
    assert found is not None
    assert found.start_s == pytest.approx(28.0, abs=1.0)
    assert found.end_s == pytest.approx(42.0, abs=0.2)
    assert found.likeness > 0.8
    assert found.gain_db == pytest.approx(6.0, abs=0.5)  # twice the amplitude
