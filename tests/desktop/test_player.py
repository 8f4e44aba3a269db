"""The player, into an output that keeps what it is given; tests/end_to_end/test_window_audio.py uses a real one."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from desktop.audition.output import Output, OutputFormat
from desktop.audition.player import Block, Player, faded
from engine.errors import OutputError
from engine.types import FilePath
from tests.helpers.sounds import write_tone

RATE_HZ = 48_000


class Ears(Output):
    """Takes everything at once, or, with `is_slow`, waits until the test lets a block of sound through."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[Block] = []
        self.fails = False
        self.is_slow = False
        self.turn = threading.Semaphore(0)

    def open(self) -> OutputFormat:
        if self.fails:
            raise OutputError("no ears", advice="grow some")
        self._format = OutputFormat("ears", RATE_HZ, 2, 0.0)
        return self._format

    def write(self, block: Block) -> None:
        if not block.any():
            time.sleep(len(block) / RATE_HZ)  # silence is paced as a device would
        elif self.is_slow:
            self.turn.acquire(timeout=30)
        self.heard.append(block)

    def rest(self) -> None:
        pass

    def close(self) -> None:
        self._format = None

    def sound(self) -> Block:
        """All that was heard, silence cut off at both ends."""
        everything = np.concatenate(self.heard)
        loud = np.flatnonzero(np.abs(everything).max(axis=1) > 0)
        return everything[loud[0] : loud[-1] + 1]


@pytest.fixture
def ears() -> Ears:
    return Ears()


@pytest.fixture
def player(ears: Ears) -> Iterator[Player]:
    player = Player(output=lambda: ears)
    yield player
    ears.is_slow = False
    ears.turn.release(1000)
    player.close()


@pytest.fixture
def tone(tmp_path: Path) -> FilePath:
    return FilePath.of(write_tone(tmp_path / "tone.wav", hz=500, seconds=1.0, rate=RATE_HZ, level=0.5))


def test_a_sound_is_heard_whole_in_both_ears(qtbot: QtBot, player: Player, ears: Ears, tone: FilePath) -> None:
    with qtbot.waitSignal(player.stopped) as stopped:
        player.play(tone)
    assert stopped.args == [tone, True]
    heard = ears.sound()
    assert abs(len(heard) - RATE_HZ) < 50  # one second, less the zeros at its ends
    assert np.array_equal(heard[:, 0], heard[:, 1])
    assert np.abs(heard).max() == pytest.approx(0.5, abs=0.001)


def test_it_starts_at_the_moment_asked_for(qtbot: QtBot, player: Player, ears: Ears, tone: FilePath) -> None:
    with qtbot.waitSignals([player.started, player.stopped]):
        player.play(tone, start_s=0.75)
    assert abs(len(ears.sound()) - RATE_HZ // 4) < 50


def test_a_stretch_ends_where_it_is_told_to(qtbot: QtBot, player: Player, ears: Ears, tone: FilePath) -> None:
    with qtbot.waitSignal(player.stopped):
        player.play(tone, start_s=0.25, end_s=0.5)
    assert abs(len(ears.sound()) - RATE_HZ // 4) < 50


def test_the_next_sound_takes_over_and_the_first_fades(
    qtbot: QtBot, player: Player, ears: Ears, tone: FilePath, tmp_path: Path
) -> None:
    ears.is_slow = True
    with qtbot.waitSignal(player.started):
        player.play(tone)
        ears.turn.release(3)
    other = FilePath.of(write_tone(tmp_path / "other.wav", hz=250, seconds=0.5, rate=RATE_HZ))
    player.play(other)
    ears.is_slow = False
    with qtbot.waitSignal(player.stopped, check_params_cb=lambda path, at_end: path == other and at_end):
        ears.turn.release(1000)
    # 500 Hz at 0.5 moves at most 0.5 * 2 pi * 500 / 48000 = 0.033 a sample; a hard cut would jump by up to 0.5.
    assert np.abs(np.diff(np.concatenate(ears.heard)[:, 0])).max() < 0.045


def test_a_missing_file_is_said_and_the_next_one_plays(
    qtbot: QtBot, player: Player, ears: Ears, tone: FilePath, tmp_path: Path
) -> None:
    with qtbot.waitSignal(player.failed) as failed:
        player.play(FilePath.of(tmp_path / "gone.wav"))
    assert failed.args is not None
    assert "gone.wav" in failed.args[0]
    with qtbot.waitSignal(player.stopped, check_params_cb=lambda path, at_end: at_end):
        player.play(tone)


def test_no_output_is_said_and_tried_again(qtbot: QtBot, player: Player, ears: Ears, tone: FilePath) -> None:
    ears.fails = True
    with qtbot.waitSignal(player.failed) as failed:
        player.play(tone)
    assert failed.args == ["no ears", "grow some"]
    assert player.playing is None
    ears.fails = False
    with qtbot.waitSignal(player.stopped):
        player.play(tone)


def test_of_many_quick_presses_only_the_last_is_decoded_to_its_end(
    qtbot: QtBot, player: Player, ears: Ears, tone: FilePath
) -> None:
    finished: list[bool] = []
    player.stopped.connect(lambda path, at_end: finished.append(at_end))
    for _ in range(20):
        player.play(tone, start_s=0.5)
    qtbot.waitUntil(lambda: True in finished)
    assert finished.count(True) == 1


def test_fades_rise_and_fall_over_their_length() -> None:
    ones = np.ones((100, 1), np.float32)
    out = np.concatenate(list(faded(iter([ones, ones]), 1000, attack_s=0.01, release_s=0.005)))[:, 0]
    # A rise of 10 samples from 0 by tenths, a fall of 5 samples to 0 by quarters.
    assert out[:11].tolist() == pytest.approx([step / 10 for step in range(10)] + [1.0])
    assert out[-6:].tolist() == pytest.approx([1.0, 1.0, 0.75, 0.5, 0.25, 0.0])
    assert len(out) == 200
