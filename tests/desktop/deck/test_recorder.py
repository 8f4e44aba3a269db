"""Recording from a microphone, here a source of known samples that is always ready; the real device is end to end."""

import threading

import numpy as np
from pytestqt.qtbot import QtBot

from desktop.deck.microphone import NoMicrophone
from desktop.deck.recorder import LONGEST_S, MicrophoneTake, Recorder

RATE_HZ = 1000


class Ramp:
    """Hears 0, 1, 2, … thousandths, 40 a block."""

    sample_rate_hz = RATE_HZ
    is_stand_in = False

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.blocks = 0
        self.is_closed = False

    def read(self) -> np.ndarray:
        self.blocks += 1
        return (np.arange(40) + 40 * (self.blocks - 1)).astype(np.float32) / 1000

    def close(self) -> None:
        self.is_closed = True


def test_what_is_heard_until_it_is_finished_is_recorded(qtbot: QtBot) -> None:
    ramp = Ramp()
    recorder = Recorder(microphone=lambda name: ramp)
    recorder.heard.connect(lambda peak, seconds: recorder.finish() if seconds >= 0.2 else None)
    with qtbot.waitSignal(recorder.recorded) as ended:
        recorder.start()
    recording: MicrophoneTake = ended.args[0]
    assert recording.sample_rate_hz == RATE_HZ
    assert len(recording.samples) >= 200
    assert np.array_equal(recording.samples[:200], np.arange(200, dtype=np.float32) / 1000)
    assert recording.samples.max() <= 1.0
    recorder.close()
    assert ramp.is_closed


def test_a_recording_ends_by_itself(qtbot: QtBot) -> None:
    recorder = Recorder(microphone=Ramp)
    with qtbot.waitSignal(recorder.recorded) as ended:
        recorder.start()
    assert len(ended.args[0].samples) == LONGEST_S * RATE_HZ


def test_a_cancelled_recording_is_dropped(qtbot: QtBot) -> None:
    cancelled = threading.Event()

    class Waits(Ramp):
        def read(self) -> np.ndarray:
            assert cancelled.wait(60)
            return super().read()

    recorder = Recorder(microphone=Waits)
    recorder.began.connect(recorder.cancel)
    recorder.began.connect(cancelled.set)
    with qtbot.assertNotEmitted(recorder.recorded), qtbot.waitSignal(recorder.cancelled):
        recorder.start()
    recorder.close()
    assert not recorder.is_recording


def test_no_microphone_is_said_with_advice(qtbot: QtBot) -> None:
    def none(name: str) -> Ramp:
        raise NoMicrophone("No microphone was found.", "Connect one.")

    recorder = Recorder(microphone=none)
    with qtbot.waitSignal(recorder.failed) as failed:
        recorder.start()
    assert failed.args == ["No microphone was found.", "Connect one."]


def test_another_microphone_is_taken_while_it_records_and_begins_anew(qtbot: QtBot) -> None:
    has_changed = threading.Event()
    opened: list[str] = []

    class Named(Ramp):
        def read(self) -> np.ndarray:
            assert self.name != "desk" or has_changed.wait(60)
            return super().read()

    def change(name: str, missing: str) -> None:
        opened.append(name)
        if name == "desk":
            recorder.change("booth")
            has_changed.set()

    recorder = Recorder(microphone=Named)
    recorder.opened.connect(change)
    with qtbot.waitSignal(recorder.recorded, timeout=60_000) as ended:
        recorder.start("desk")
    assert opened == ["desk", "booth"]
    # What the first one heard is dropped: the ramp begins at 0 again.
    assert np.array_equal(ended.args[0].samples[:200], np.arange(200, dtype=np.float32) / 1000)


def test_a_microphone_that_is_gone_is_named_beside_the_one_that_stands_in(qtbot: QtBot) -> None:
    class StandsIn(Ramp):
        is_stand_in = True

    told: list[tuple[str, str]] = []
    recorder = Recorder(microphone=lambda name: StandsIn("Built-in"))
    recorder.opened.connect(lambda name, missing: told.append((name, missing)))
    with qtbot.waitSignal(recorder.recorded, timeout=60_000):
        recorder.start("Focusrite")
    assert told == [("Built-in", "Focusrite")]
