"""A sound as an output wants it: its route, its rate, its channels."""

from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.audio.decode import open_audio
from engine.audio.effects import NO_EFFECTS, Effects
from engine.audio.playback import played_blocks
from engine.audio.route import Route, RouteReader
from tests.helpers.sounds import noise, tone, write

RATE_HZ = 48_000


def played(path: Path, *, seconds: float = 60.0, effects: Effects = NO_EFFECTS, **way: Any) -> np.ndarray:
    """What an output at 48 kHz is given, at most `seconds` of it: float32 [T, 2]."""
    with open_audio(path) as stream:
        info = stream.info
        route = Route.of(info.duration_s, info.sample_rate_hz, is_reversed=effects.is_reversed, **way)
        reader = RouteReader(stream, route, round(0.02 * info.sample_rate_hz))
        blocks, heard, wanted = [], 0, round(seconds * RATE_HZ)
        for block in played_blocks(reader, channels=2, sample_rate_hz=RATE_HZ, effects=effects):
            blocks.append(block)
            heard += len(block)
            if heard >= wanted:
                break
    return np.concatenate(blocks)[:wanted]


@pytest.fixture(scope="module")
def noisy(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, np.ndarray]:
    samples = noise(0.5, RATE_HZ)
    return write(tmp_path_factory.mktemp("playback") / "a.wav", samples, rate=RATE_HZ, subtype="FLOAT"), samples


def test_stereo_at_the_devices_rate_passes_untouched(tmp_path: Path) -> None:
    samples = np.stack([tone(400, 0.3, RATE_HZ), tone(700, 0.3, RATE_HZ)], axis=1)
    path = write(tmp_path / "a.wav", samples, rate=RATE_HZ, subtype="FLOAT")
    assert np.array_equal(played(path), samples)


def test_another_rate_is_resampled_to_the_same_sound(tmp_path: Path) -> None:
    path = write(tmp_path / "a.wav", tone(400, 1.0, 44_100), rate=44_100, subtype="FLOAT")
    heard = played(path)
    assert abs(len(heard) - RATE_HZ) <= 2
    assert np.abs(heard[1000:47_000, 0] - tone(400, 1.0, RATE_HZ)[1000:47_000]).max() < 1e-3


def test_it_starts_where_it_is_told_to_and_ends_there(noisy: tuple[Path, np.ndarray]) -> None:
    path, samples = noisy
    assert np.array_equal(played(path, start_s=0.25)[:, 0], samples[12_000:])
    assert np.array_equal(played(path, start_s=0.25, end_s=0.375)[:, 0], samples[12_000:18_000])


def test_a_hot_file_is_clipped_not_wrapped(tmp_path: Path) -> None:
    path = write(tmp_path / "a.wav", np.full(4800, 1.5, np.float32), rate=RATE_HZ, subtype="FLOAT")
    assert played(path).max() == 1.0


def test_a_picked_channel_sounds_in_both_ears(tmp_path: Path) -> None:
    samples = np.stack([tone(200 * number, 0.2, RATE_HZ) for number in range(1, 7)], axis=1)
    path = write(tmp_path / "a.wav", samples, rate=RATE_HZ, subtype="FLOAT")
    one = played(path, effects=Effects(channels=(4,)))
    assert np.array_equal(one, samples[:, [4, 4]])
    assert np.array_equal(played(path, effects=Effects(channels=(4, 5))), samples[:, [4, 5]])


@pytest.mark.parametrize("is_reversed", [False, True])
def test_a_loop_joins_its_end_to_its_beginning_without_a_sample_between(
    noisy: tuple[Path, np.ndarray], is_reversed: bool
) -> None:
    path, samples = noisy
    stretch = samples[4_800:16_801][:: -1 if is_reversed else 1]
    heard = played(
        path,
        seconds=1.0,
        effects=Effects(is_reversed=is_reversed),
        first_s=0.1,
        end_s=16_801 / RATE_HZ,
        is_looping=True,
    )
    assert np.array_equal(heard[:, 0], np.tile(stretch, 4)[:RATE_HZ])


def test_a_loop_too_long_to_hold_is_as_exact(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.audio.route._HELD_SAMPLES", 100)
    samples = np.round(noise(0.3, RATE_HZ) * 32_767).astype(np.float32) / np.float32(32_768)
    path = write(tmp_path / "a.flac", samples, rate=RATE_HZ)
    assert np.array_equal(played(path, seconds=1.0, is_looping=True)[:, 0], np.tile(samples, 4)[:RATE_HZ])


def test_a_loop_at_another_rate_has_no_seam(tmp_path: Path) -> None:
    # 441 Hz goes round 132.3 times in 0.3 s; 44 periods of 441 Hz are 4400 frames: a loop of them is one endless tone.
    path = write(tmp_path / "a.wav", tone(441, 0.5, 44_100), rate=44_100, subtype="FLOAT")
    heard = played(path, seconds=2.0, end_s=4400 / 44_100, is_looping=True)[:, 0]
    assert np.abs(heard[500:] - tone(441, 2.0, RATE_HZ)[500:]).max() < 1e-3


def test_a_loop_with_a_crossfade_goes_from_its_end_into_its_beginning(tmp_path: Path) -> None:
    ramp = np.linspace(0, 0.9, 4800, dtype=np.float32)  # 0.1 s
    path = write(tmp_path / "a.wav", ramp, rate=RATE_HZ, subtype="FLOAT")
    heard = played(path, seconds=0.3, is_looping=True, fade_s=0.01)[:, 0]
    # A round is 4800 - 480 frames long; the first goes up to frame 4320, where the overlap begins.
    assert np.array_equal(heard[:4320], ramp[:4320])
    assert heard[4320] == pytest.approx(ramp[4320])
    assert np.array_equal(heard[4800:8640], ramp[480:4320])
    assert np.abs(np.diff(heard)).max() < 0.003  # 0.81 falls over 480 frames; without a crossfade it falls at once


@settings(deadline=None)
@given(
    first=st.integers(0, 400),
    length=st.integers(2, 500),
    start=st.integers(0, 900),
    fade=st.integers(0, 100),
    is_looping=st.booleans(),
    is_reversed=st.booleans(),
    gone=st.integers(0, 3000),
)
def test_the_place_told_is_the_frame_that_is_heard(
    counting: Path, first: int, length: int, start: int, fade: int, is_looping: bool, is_reversed: bool, gone: int
) -> None:
    """Every frame of the file has its own value, so that hearing one tells where it is."""
    route = Route.of(
        1.0,
        1000,
        start_s=start / 1000,
        first_s=first / 1000,
        end_s=(first + length) / 1000,
        is_looping=is_looping,
        is_reversed=is_reversed,
        fade_s=fade / 1000,
    )
    with open_audio(counting) as stream:
        blocks = list(islice(RouteReader(stream, route, 64).blocks(), 3200))
    heard = np.concatenate([block[:, 0] for block in blocks]) if blocks else np.zeros(0)
    if gone >= len(heard):
        assert not is_looping
        assert route.place(gone) == (route.first if is_reversed else route.end)
        return
    in_overlap = route.fade and gone >= (route.start - route.first if is_reversed else route.end - route.start) - fade
    place = route.place(gone) - (1 if is_reversed else 0)
    if not in_overlap:
        assert heard[gone] * 1000 == pytest.approx(place, abs=0.01)


@pytest.fixture(scope="module")
def counting(tmp_path_factory: pytest.TempPathFactory) -> Path:
    values = np.arange(1000, dtype=np.float32) / 1000
    return write(tmp_path_factory.mktemp("counting") / "a.wav", values, rate=1000, subtype="FLOAT")


def test_a_sound_without_a_length_plays_to_its_end(noisy: tuple[Path, np.ndarray]) -> None:
    path, samples = noisy
    with open_audio(path) as stream:
        reader = RouteReader(stream, Route.of(0.1, RATE_HZ), 960)  # a header that says too little
        heard = np.concatenate(list(reader.blocks()))[:, 0]
    assert np.array_equal(heard, samples)
    assert reader.route.end == len(samples)


def test_a_loop_past_the_last_sample_ends(tmp_path: Path) -> None:
    path = write(tmp_path / "a.wav", noise(0.1, RATE_HZ), rate=RATE_HZ)
    with open_audio(path) as stream:
        route = Route.of(9.0, RATE_HZ, first_s=5.0, end_s=6.0, is_looping=True)
        assert list(RouteReader(stream, route, 960).blocks()) == []
