"""Where something happens in a sound: bursts of known place, in silence and in noise."""

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.audio.sound_events import MOST_A_MINUTE, EventDetector
from tests.helpers.sounds import noise, tone

RATE = 32_000
NEAR_S = 0.08
"""How far a bound may be away: half of the frames that are averaged, and half a window."""

Wave = NDArray[np.float32]


def heard(wave: Wave, block: int = 16_384, rate: int = RATE) -> list[tuple[float, float]]:
    listener = EventDetector(rate)
    for start in range(0, len(wave), block):
        listener.add(wave[start : start + block])
    return [(float(onset), float(end)) for onset, end, _ in listener.finish()]


def laid(bed: Wave, *parts: tuple[float, Wave]) -> Wave:
    wave = bed.copy()
    for at_s, part in parts:
        start = round(at_s * RATE)
        wave[start : start + len(part)] += part
    return wave


def silence(seconds: float) -> Wave:
    return np.zeros(round(seconds * RATE), np.float32)


def over(level_db: float, bed_level: float = 0.02) -> float:
    """The level of white noise that is so much over a bed."""
    return float(bed_level * 10.0 ** (level_db / 20.0))


def test_a_burst_in_silence_has_its_onset_and_end() -> None:
    found = heard(laid(silence(20.0), (7.3, noise(0.6, level=0.4))))
    assert found == [(pytest.approx(7.3, abs=NEAR_S), pytest.approx(7.9, abs=NEAR_S))]


@pytest.mark.parametrize("level_db", [10.0, 20.0])
def test_a_burst_over_noise_has_its_onset_and_end(level_db: float) -> None:
    found = heard(laid(noise(20.0, level=0.02), (11.1, noise(0.5, level=over(level_db), seed=1))))
    assert found == [(pytest.approx(11.1, abs=NEAR_S), pytest.approx(11.6, abs=NEAR_S))]


def test_a_tone_no_louder_than_the_noise_around_it_is_an_event() -> None:
    # White noise of ±0.02 has a power of 0.02² / 3; so has a sine of 0.0163.
    found = heard(laid(noise(20.0, level=0.02), (4.0, tone(1000.0, 1.0, level=0.0163))))
    assert found == [(pytest.approx(4.0, abs=NEAR_S), pytest.approx(5.0, abs=NEAR_S))]


def test_an_end_lies_where_a_decay_is_lost_in_the_noise() -> None:
    # The shot falls by 30 dB a second from 36 dB over the noise: equal to it after 1.2 s.
    fading = noise(3.0, level=over(36.0), seed=2) * np.float32(10.0) ** (-1.5 * np.arange(3 * RATE) / RATE)
    ((onset, end),) = heard(laid(noise(20.0, level=0.02), (5.0, fading.astype(np.float32))))
    assert onset == pytest.approx(5.0, abs=NEAR_S)
    assert 5.8 < end < 6.3


def test_single_shots_are_events_of_their_own() -> None:
    shot = noise(0.3, level=0.4)
    found = heard(laid(silence(20.0), (3.0, shot), (4.5, shot), (6.0, shot)))
    assert [round(onset, 1) for onset, _ in found] == [3.0, 4.5, 6.0]


def shot(seconds: float = 1.0, level: float = 0.5, fall_db: float = 40.0) -> Wave:
    """White noise that dies away by so many dB."""
    fall = np.float32(10.0) ** (-fall_db / 20.0 * np.arange(round(seconds * RATE)) / (seconds * RATE))
    return (noise(seconds, level=level, seed=5) * fall).astype(np.float32)


SHOTS_S = (0.3, 0.75, 1.5)
"""Attacks, .45 and .75 s apart: each shot sounds on when the next comes."""


@pytest.mark.parametrize("seconds", [3.0, 20.0], ids=["short", "long"])
@pytest.mark.parametrize("bed_level", [0.0, 0.005], ids=["in silence", "in noise"])
def test_shots_whose_decays_overlap_are_events_of_their_own(seconds: float, bed_level: float) -> None:
    found = heard(laid(noise(seconds, level=bed_level), *((at_s, shot()) for at_s in SHOTS_S)))
    assert [onset for onset, _ in found] == pytest.approx(SHOTS_S, abs=NEAR_S)
    # The first two end where the next begins; the last falls by 40 dB in a second, from 40 dB over the noise.
    assert [end for _, end in found] == pytest.approx([0.75, 1.5, 2.5], abs=3 * NEAR_S)


def test_a_burst_of_shots_is_one_event() -> None:
    found = heard(laid(silence(20.0), *((5.0 + 0.12 * number, shot(0.3)) for number in range(8))))
    assert found == [(pytest.approx(5.0, abs=NEAR_S), pytest.approx(6.14, abs=NEAR_S))]


def test_cries_close_to_each_other_are_one_event() -> None:
    # Loud for .6 s, then a breath of .3 s.
    cries = ((5.0 + 0.9 * number, tone(900.0, 0.6, level=0.3)) for number in range(4))
    assert heard(laid(silence(20.0), *cries)) == [(pytest.approx(5.0, abs=NEAR_S), pytest.approx(8.3, abs=NEAR_S))]


def test_a_trill_is_one_event() -> None:
    # A bird: .05 s of 3 to 5 kHz each tenth of a second, swelling and fading.
    chirps = ((6.0 + 0.1 * number, tone(3000.0 + 200.0 * (number % 10), 0.05, level=0.3)) for number in range(25))
    assert heard(laid(noise(20.0, level=0.01), *chirps)) == [
        (pytest.approx(6.0, abs=NEAR_S), pytest.approx(8.45, abs=NEAR_S))
    ]


def test_an_engine_that_throbs_is_not_cut() -> None:
    # 8 dB up and down three times a second.
    throb = 10.0 ** (-0.2 + 0.2 * np.sin(2 * np.pi * 3.0 * np.arange(4 * RATE) / RATE))
    throbbing = laid(silence(20.0), (6.0, (noise(4.0, level=0.2) * throb).astype(np.float32)))
    assert heard(throbbing) == [(pytest.approx(6.0, abs=NEAR_S), pytest.approx(10.0, abs=NEAR_S))]


def test_a_shot_in_a_short_recording_is_no_part_of_its_ambience() -> None:
    # From 40 dB over the noise it is lost in it after a second.
    ((onset, end),) = heard(laid(noise(4.0, level=0.005), (1.2, shot())))
    assert onset == pytest.approx(1.2, abs=NEAR_S) and 1.9 < end < 2.4


def test_steady_noise_has_no_events() -> None:
    assert heard(noise(70.0)) == []


def test_noise_that_swells_slowly_has_no_events() -> None:
    swell = 0.2 + 0.1 * np.sin(2 * np.pi * np.arange(60 * RATE) / (20 * RATE))
    assert heard((noise(60.0) * swell).astype(np.float32)) == []


def test_silence_has_no_events() -> None:
    assert heard(silence(10.0)) == [] and heard(silence(0.0)) == []


def test_a_short_sound_is_not_cut_by_its_own_decay() -> None:
    fading = noise(1.0, level=0.8) * np.geomspace(1.0, 0.01, RATE)
    assert heard(fading.astype(np.float32)) == [(0.0, pytest.approx(1.0, abs=0.02))]


def test_silence_around_a_short_sound_is_cut() -> None:
    found = heard(laid(silence(3.0), (1.0, noise(0.5, level=0.4))))
    assert found == [(pytest.approx(1.0, abs=NEAR_S), pytest.approx(1.5, abs=NEAR_S))]


@pytest.mark.parametrize("block", [777, 100_000, 10_000_000])
def test_events_do_not_depend_on_blocks_or_on_pages(block: int) -> None:
    # A page ends after a minute: one event lies across it.
    wave = laid(noise(130.0, level=0.02), (59.5, noise(1.0, level=0.4, seed=1)), (100.0, noise(0.5, level=0.3, seed=2)))
    found = heard(wave)
    assert found == [
        (pytest.approx(59.5, abs=NEAR_S), pytest.approx(60.5, abs=NEAR_S)),
        (pytest.approx(100.0, abs=NEAR_S), pytest.approx(100.5, abs=NEAR_S)),
    ]
    assert heard(wave, block) == found


@pytest.mark.parametrize("rate", [16_000, 22_050, 44_100, 48_000])
def test_every_rate_hears_the_same_place(rate: int) -> None:
    wave = np.zeros(10 * rate, np.float32)
    wave[4 * rate : 5 * rate] = noise(1.0, rate, level=0.4)
    assert heard(wave, rate=rate) == [(pytest.approx(4.0, abs=NEAR_S), pytest.approx(5.0, abs=NEAR_S))]


def test_of_many_events_the_strongest_are_kept() -> None:
    # 160 shots in a minute, more than are kept; every fifth is louder.
    shots = [(0.5 + 0.37 * number, shot(0.15, level=0.4 if number % 5 == 0 else 0.05)) for number in range(160)]
    found = heard(laid(silence(60.0), *shots))
    assert len(found) == MOST_A_MINUTE
    onsets = [onset for onset, _ in found]
    assert onsets == sorted(onsets)
    loud = [0.5 + 0.37 * number for number in range(0, 160, 5)]
    assert all(min(abs(onset - at_s) for onset in onsets) < NEAR_S for at_s in loud)
