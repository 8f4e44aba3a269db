"""The waveform overview: true extremes, fixed size, and bytes that last."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.audio.peaks import PeakBuilder, events_in, from_bytes, to_bytes
from engine.base.errors import LibraryError, LibraryNewer
from engine.base.types import Peaks
from tests.helpers import sounds

GOLDEN = Path(__file__).parents[2] / "golden" / "peaks-v1.bin"
GOLDEN_EVENTS = GOLDEN.with_name("peaks-v2.bin")
"""The same columns in 1.5 s, and two events: .25 to .75 s, of strength 2, and 1 to 1.25 s, of .5."""


def built(samples: np.ndarray, columns: int = 64, sizes: list[int] | None = None) -> Peaks:
    builder = PeakBuilder(1000, samples.shape[1], columns)
    for part in np.split(samples, np.cumsum(sizes or [])):
        builder.add(part)
    return builder.finish()


def test_each_column_holds_the_extremes_of_its_stretch() -> None:
    samples = np.zeros((128, 1), dtype=np.float32)
    samples[[0, 1, 127], 0] = [1.0, -0.5, -1.0]
    peaks = built(samples)
    assert peaks.columns.shape == (64, 2) and peaks.duration_s == 0.128
    assert peaks.columns[0].tolist() == [-64, 127]  # -0.5 * 127 = -63.5, rounded to even
    assert peaks.columns[63].tolist() == [-127, 0]
    assert not peaks.columns[1:63].any()


def test_channels_share_a_column() -> None:
    samples = np.array([[0.2, -0.9], [0.8, 0.0]], dtype=np.float32)
    assert built(samples, 1).columns.tolist() == [[-114, 102]]  # -0.9 * 127, 0.8 * 127


def test_clipped_floats_stop_at_full_scale() -> None:
    assert built(np.array([[5.0]], dtype=np.float32)).columns.tolist() == [[127, 127]]


def test_nothing_gives_an_empty_overview() -> None:
    peaks = built(np.zeros((0, 2), dtype=np.float32))
    assert len(peaks.columns) == 0 and peaks.duration_s == 0.0


@settings(deadline=None)
@given(st.lists(st.integers(0, 700), max_size=12), st.integers(1, 3))
def test_overview_does_not_depend_on_the_blocks(sizes: list[int], channels: int) -> None:
    samples = np.random.default_rng(1).uniform(-1, 1, (sum(sizes), channels)).astype(np.float32)
    np.testing.assert_array_equal(built(samples, 64, sizes).columns, built(samples, 64).columns)


@settings(deadline=None)
@given(st.integers(1, 5000))
def test_overview_is_that_of_a_plain_loop(frames: int) -> None:
    samples = np.random.default_rng(2).uniform(-1, 1, (frames, 2)).astype(np.float32)
    width = 1
    while frames > 64 * width:
        width *= 2
    parts = [samples[start : start + width] for start in range(0, frames, width)]
    expected = np.rint(np.array([[p.min(), p.max()] for p in parts]) * 127)
    np.testing.assert_allclose(built(samples).columns, expected, atol=1)


def test_hours_stay_within_the_columns() -> None:
    builder = PeakBuilder(8000, 1)
    block = sounds.noise(8.0, 8000)[:, None]
    for _ in range(450):  # one hour
        builder.add(block)
    peaks = builder.finish()
    assert 1024 <= len(peaks.columns) <= 2048 and peaks.duration_s == 3600.0


def test_bytes_read_back() -> None:
    peaks = built(sounds.noise(1.0)[:, None])
    again = from_bytes(to_bytes(peaks))
    np.testing.assert_array_equal(again.columns, peaks.columns)
    assert again.duration_s == peaks.duration_s


def test_bytes_of_the_first_version_are_read_for_ever() -> None:
    peaks = from_bytes(GOLDEN.read_bytes())
    assert peaks.columns.tolist() == [[-127, 127], [-1, 2], [0, 0]] and peaks.duration_s == 1.5
    assert not len(peaks.events) and not len(events_in(GOLDEN.read_bytes()))
    assert to_bytes(peaks) == GOLDEN.read_bytes()


def test_bytes_of_the_second_version_have_events() -> None:
    peaks = from_bytes(GOLDEN_EVENTS.read_bytes())
    assert peaks.columns.tolist() == [[-127, 127], [-1, 2], [0, 0]] and peaks.duration_s == 1.5
    assert peaks.events.tolist() == [[0.25, 0.75, 2.0], [1.0, 1.25, 0.5]]
    assert events_in(GOLDEN_EVENTS.read_bytes()).tolist() == peaks.events.tolist()
    assert to_bytes(peaks) == GOLDEN_EVENTS.read_bytes()


EVENTS_THAT_CANNOT_BE = {
    "an end before its onset": [[0.75, 0.25, 1.0]],
    "two at once": [[0.25, 0.75, 1.0], [0.5, 1.0, 1.0]],
    "before the start": [[-1.0, 0.5, 1.0]],
    "after the end": [[1.0, 9.0, 1.0]],
    "no number": [[0.25, np.nan, 1.0]],
}


@pytest.mark.parametrize("events", EVENTS_THAT_CANNOT_BE.values(), ids=EVENTS_THAT_CANNOT_BE.keys())
def test_events_that_cannot_be_are_refused(events: list[list[float]]) -> None:
    kept = to_bytes(replace(from_bytes(GOLDEN.read_bytes()), events=np.array(events, np.float32)))
    with pytest.raises(LibraryError):
        from_bytes(kept)


def test_bytes_of_a_later_version_are_refused() -> None:
    kept = bytearray(GOLDEN.read_bytes())
    kept[4] = 3
    with pytest.raises(LibraryNewer):
        from_bytes(bytes(kept))


CUT = [GOLDEN.read_bytes()[:-1], GOLDEN_EVENTS.read_bytes()[:-1], GOLDEN_EVENTS.read_bytes()[:23]]


@pytest.mark.parametrize("kept", [b"", b"EPKS", b"x" * 40, *CUT])
def test_damaged_bytes_are_refused(kept: bytes) -> None:
    with pytest.raises(LibraryError):
        from_bytes(kept)
