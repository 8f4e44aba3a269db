"""What is heard: the real player plays through PortAudio into a PulseAudio daemon of the test's own, which records."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.helpers.pulse import RATE_HZ, PulseServer, best_match, missing_pulse_parts
from tests.helpers.qt import Line, Talking, wait_until
from tests.helpers.sounds import noise, sparse_rf64, tone, write

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs PulseAudio")
_HOURS_10_S = 36_000.0
_TRIES = 8


@pytest.fixture(scope="module", autouse=True)
def _parts() -> None:
    missing = missing_pulse_parts()
    if missing:
        pytest.skip(f"hearing needs {', '.join(missing)}")


@pytest.fixture(scope="module")
def pulse() -> Iterator[PulseServer]:
    with PulseServer() as server:
        yield server


@pytest.fixture(scope="module")
def talking(pulse: PulseServer) -> Iterator[Talking]:
    """The player in a process of its own, kept for several tests."""
    with Talking("tests.helpers.auditioner", [], pulse.env) as child:
        child.wait("ready")
        yield child


class Ear:
    """Plays and listens."""

    def __init__(self, talking: Talking, pulse: PulseServer) -> None:
        self.talking = talking
        self.pulse = pulse
        pulse.record()

    def play(self, path: Path, **how: Any) -> Line:
        since = self.talking.mark()
        self.talking.say({"do": "play", "path": str(path), **how})
        return self.talking.wait("started", since=since)

    def stop(self) -> None:
        since = self.talking.mark()
        self.talking.say({"do": "stop"})
        self.talking.wait("stopped", since=since)
        wait_until(lambda: len(self.left()) > 4800 and not self.left()[-4800:].any(), "silence")

    def left(self) -> NDArray[np.float32]:
        return self.pulse.recorded()[:, 0]

    def sound(self) -> NDArray[np.float32]:
        """What was heard, silence cut off at both ends."""
        left = self.left()
        loud = np.flatnonzero(left)
        return left[loud[0] : loud[-1] + 1] if len(loud) else left[:0]

    def until(self, is_so: Callable[[NDArray[np.float32]], bool], what: str) -> NDArray[np.float32]:
        """Waits until what was heard is enough."""
        wait_until(lambda: is_so(self.sound()), what)
        return self.sound()


@pytest.fixture
def ear(talking: Talking, pulse: PulseServer) -> Iterator[Ear]:
    ear = Ear(talking, pulse)
    yield ear
    talking.say({"do": "volume", "gain": 1.0})
    ear.stop() if talking.ask({"do": "where"})["at_s"] is not None else None


def pitch_hz(samples: NDArray[np.float32]) -> float:
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples))))
    return float(np.argmax(spectrum) * RATE_HZ / len(samples))


@pytest.mark.shows("small-waveform-row")
def test_a_loop_goes_round_without_a_gap(ear: Ear, tmp_path: Path) -> None:
    samples = noise(0.5, RATE_HZ, level=0.3)
    path = write(tmp_path / "noise.wav", samples, rate=RATE_HZ, subtype="FLOAT")
    ear.play(path, first_s=0.1, end_s=0.4, is_looping=True)
    rounds = np.tile(samples[4800:19_200], 3)  # three rounds of 0.3 s with two seams in them

    def score() -> tuple[float, int]:
        return best_match(ear.left(), rounds)

    # A busy machine may cost some rounds a gap of its own; three in a row come through exactly.
    wait_until(lambda: len(ear.sound()) > 1.5 * RATE_HZ and score()[0] > 0.9999, "three rounds")
    at = score()[1]
    assert np.abs(ear.left()[at : at + len(rounds)] - rounds).max() < 1e-4


def test_a_busy_window_does_not_make_it_stutter(ear: Ear, tmp_path: Path) -> None:
    samples = noise(4.0, RATE_HZ, level=0.3)
    path = write(tmp_path / "noise.wav", samples, rate=RATE_HZ, subtype="FLOAT")
    # It is held from about the 0.1th to the 2.6th second: a second within comes through in one piece. On a machine that
    # has no time for sound servers a gap may be theirs; one that the window makes is there every time.
    middle = samples[round(0.8 * RATE_HZ) : round(1.8 * RATE_HZ)]

    def heard_while_held() -> float:
        ear.pulse.record()
        ear.play(path)
        ear.talking.ask({"do": "hold", "seconds": 2.5})
        ear.until(lambda heard: len(heard) > 2.2 * RATE_HZ, "two seconds")
        wait_until(lambda: ear.talking.ask({"do": "where"})["at_s"] is None, "the end of it")
        return best_match(ear.left(), middle)[0]

    assert any(heard_while_held() > 0.999 for _ in range(_TRIES))


def test_reversed_is_heard_backwards(ear: Ear, tmp_path: Path) -> None:
    samples = noise(1.0, RATE_HZ, level=0.3)
    path = write(tmp_path / "noise.flac", samples, rate=RATE_HZ)
    ear.play(path, effects={"is_reversed": True})
    back, forth = samples[::-1][2400:38_400], samples[2400:38_400]
    ear.until(lambda heard: best_match(heard, back)[0] > 0.99 if len(heard) > len(back) else False, "it backwards")
    assert best_match(ear.left(), forth)[0] < 0.1


@pytest.mark.shows("pitch-speed-direction")
def test_an_octave_up_is_twice_as_high_at_once(ear: Ear, tmp_path: Path) -> None:
    path = write(tmp_path / "tone.wav", tone(500, 20.0, RATE_HZ), rate=RATE_HZ, subtype="FLOAT")
    ear.play(path)
    ear.until(lambda heard: len(heard) > 0.5 * RATE_HZ and abs(pitch_hz(heard[-12_000:]) - 500) < 5, "500 Hz")
    ear.talking.say({"do": "change", "effects": {"pitch_semitones": 12.0}})
    ear.until(lambda heard: abs(pitch_hz(heard[-12_000:]) - 1000) < 5, "1 kHz")


def test_starting_and_stopping_in_the_middle_do_not_click(ear: Ear, tmp_path: Path) -> None:
    path = write(tmp_path / "tone.wav", tone(300, 20.0, RATE_HZ), rate=RATE_HZ, subtype="FLOAT")
    ear.play(path, start_s=3.0008)  # near a peak
    ear.until(lambda heard: len(heard) > 0.3 * RATE_HZ, "a third of a second")
    ear.stop()
    heard = ear.sound()
    # 300 Hz at 0.5 moves at most 0.5 * 2 pi * 300 / 48000 = 0.0196 a sample, and the 5 ms fades 0.5 / 240 more.
    assert np.abs(np.diff(heard[:960], prepend=0.0)).max() < 0.0225
    assert np.abs(np.diff(heard[-960:], append=0.0)).max() < 0.0225


def test_the_volume_is_turned_while_it_plays(ear: Ear, tmp_path: Path) -> None:
    path = write(tmp_path / "tone.wav", tone(300, 20.0, RATE_HZ), rate=RATE_HZ, subtype="FLOAT")
    ear.play(path)
    ear.until(lambda heard: len(heard) > 0.3 * RATE_HZ, "a third of a second")
    ear.talking.say({"do": "volume", "gain": 0.1})
    heard = ear.until(lambda heard: np.abs(heard[-4800:]).max() < 0.06, "a tenth of it")
    assert np.abs(heard[-4800:]).max() == pytest.approx(0.05, abs=0.001)


@pytest.mark.parametrize("rate", [48_000, 384_000])
def test_ten_hours_begin_at_once_and_anywhere(ear: Ear, tmp_path: Path, rate: int) -> None:
    def mark(hz: float) -> NDArray[np.float32]:
        return np.repeat(tone(hz, 3.0, rate)[:, None], 2, axis=1)

    path = sparse_rf64(tmp_path / "long.wav", _HOURS_10_S, rate, {0.0: mark(400), 32_400.0: mark(900)})
    end = ear.play(path, start_s=32_400.5)
    assert end["start_s"] == 32_400.5
    ear.until(lambda heard: len(heard) > 24_000 and abs(pitch_hz(heard[-12_000:]) - 900) < 5, "the ninth hour")
    first = ear.play(path)
    ear.until(lambda heard: abs(pitch_hz(heard[-12_000:]) - 400) < 5, "the beginning")
    back = ear.play(path, start_s=32_403.0, effects={"is_reversed": True})
    ear.until(lambda heard: abs(pitch_hz(heard[-12_000:]) - 900) < 5, "the ninth hour backwards")
    for started in (end, first, back):
        assert started["asked_to_queued_s"] < 5.0  # decoding ten hours takes minutes


def test_a_lost_output_is_said_and_found_again_by_itself(tmp_path: Path) -> None:
    path = write(tmp_path / "tone.wav", tone(300, 60.0, RATE_HZ), rate=RATE_HZ, subtype="FLOAT")
    with PulseServer() as server, Talking("tests.helpers.auditioner", [], server.env) as child:
        child.wait("ready")
        child.say({"do": "play", "path": str(path)})
        child.wait("started")
        server.stop()
        assert child.wait("failed")["advice"]
        server.start()
        assert child.wait("found")["device"] == "default"
        child.say({"do": "play", "path": str(path)})
        server.record()
        wait_until(lambda: np.abs(server.recorded()).max() > 0.4, "the tone to be heard again")


@pytest.mark.shows("volume-own-level")
def test_a_chosen_output_that_goes_hands_over_to_the_systems_own_and_is_taken_back(tmp_path: Path) -> None:
    path = write(tmp_path / "tone.wav", tone(300, 60.0, RATE_HZ), rate=RATE_HZ, subtype="FLOAT")
    with PulseServer() as headphones, PulseServer({"headphones": headphones}) as server:
        headphones.record()
        server.record()
        with Talking("tests.helpers.auditioner", [], server.env) as child:
            child.wait("ready")
            child.say({"do": "devices"})
            assert "headphones" in child.wait("devices")["names"]
            child.say({"do": "choose", "device": "headphones"})
            child.say({"do": "play", "path": str(path), "start_s": 10.0})
            wait_until(lambda: np.abs(headphones.recorded()).max() > 0.4, "the headphones to sound")
            assert not server.recorded().any()
            since = child.mark()
            headphones.stop()
            assert "headphones" in child.wait("failed", since=since)["message"]
            assert child.wait("started", since=since)["start_s"] > 10.0
            wait_until(lambda: np.abs(server.recorded()).max() > 0.4, "the system's own output to sound")
            since = child.mark()
            child.say({"do": "stop"})
            child.wait("stopped", since=since)
            headphones.start()
            assert child.wait("found", since=since)["device"] == "headphones"
