"""A sound whose file is gone is heard as its sketch, said to be one: recorded from a null sink of the test's own."""

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile

from engine.audio.resample import resample
from tests.helpers.pulse import RATE_HZ, PulseServer, best_match, missing_pulse_parts
from tests.helpers.qt import DrivenWindow, wait_until
from tests.helpers.sounds import write
from tests.helpers.tiny_library import TinyLibrary, earshot
from tests.helpers.tiny_units_pack import RATE_HZ as UNITS_HZ
from tests.helpers.tiny_units_pack import make_tiny_units_pack

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs PulseAudio")


@pytest.fixture
def pulse() -> Iterator[PulseServer]:
    missing = missing_pulse_parts()
    if missing:
        pytest.skip(f"hearing needs {', '.join(missing)}")
    with PulseServer() as server:
        yield server


def bell() -> np.ndarray:
    """Three tones and a pause, four times, softer from time to time: float32 [T] at UNITS_HZ."""
    time_s = np.arange(UNITS_HZ // 5) / UNITS_HZ
    tones = [0.4 * np.sin(2 * np.pi * hz * time_s) * np.hanning(len(time_s)) for hz in (500, 1500, 900)]
    once = np.concatenate([*tones, np.zeros(UNITS_HZ // 5)])
    return np.concatenate([gain * once for gain in (1.0, 0.5, 0.8, 0.3)]).astype(np.float32)


def test_a_sound_that_is_away_is_heard_as_its_sketch(
    x_display: str, tiny_library: TinyLibrary, pulse: PulseServer, tmp_path: Path
) -> None:
    sound, library = write(tmp_path / "sounds" / "bell.wav", bell(), rate=UNITS_HZ), tmp_path / "library"
    make_tiny_units_pack(library / "packs" / "units")
    earshot("index", "--json", "--library", library, "--pack", tiny_library.pack, tmp_path / "sounds")
    sound.rename(tmp_path / "away.wav")
    earshot("sketch", sound, "--out", tmp_path / "sketch.wav", "--library", library, "--json")
    drawn, _ = soundfile.read(tmp_path / "sketch.wav", dtype="float32")
    wanted = resample(drawn, UNITS_HZ, RATE_HZ)
    settings = tmp_path / "window.json"
    with DrivenWindow(x_display, library, settings, "--pack", tiny_library.pack, env=pulse.env) as window:
        pulse.record()
        window.open()
        window.key("Down")
        window.wait("started")
        state = window.ask({"do": "state"})
        assert state["audition"]["is_sketch"]
        assert "sketch" in state["status"]
        window.wait("stopped", lambda line: line["reached_end"])
        piece = wanted[: round(1.6 * RATE_HZ)]
        wait_until(lambda: best_match(pulse.recorded()[:, 0], piece)[0] > 0.95, "the sketch to be recorded")
