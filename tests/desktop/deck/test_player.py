"""The player, into an output that keeps what it is given; tests/end_to_end/test_audition.py uses a real one."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from desktop.deck.playback import Audition
from desktop.deck.player import Player
from engine.audio import decoder_pool
from engine.audio.decoder_pool import DecoderPool
from engine.audio.effects import Effects
from engine.base.io_timeout import IoTimeout, use
from engine.base.types import FilePath, SoundId
from tests.helpers.ears import RATE_HZ, Ears
from tests.helpers.hanging import hanging_drive
from tests.helpers.sounds import noise, wav_bytes, write, write_tone

# 500 Hz at 0.5 moves at most 0.5 * 2 pi * 500 / 48000 = 0.033 a sample; a hard cut would jump by up to 0.5.
STEEPEST = 0.045


@pytest.fixture
def ears() -> Ears:
    return Ears()


@pytest.fixture
def player(ears: Ears, monkeypatch: pytest.MonkeyPatch) -> Iterator[Player]:
    monkeypatch.setattr("desktop.deck.performer._AWAKE_S", 0.3)  # so that a test need not wait for the real ones
    monkeypatch.setattr("desktop.deck.performer._LOOK_S", 0.2)
    player = Player(output=lambda: ears)
    yield player
    ears.is_slow = False
    ears.turn.release(10_000)
    player.close()


@pytest.fixture(autouse=True)
def reads_here(decoders_away: DecoderPool) -> None:
    """These ears take eight times what a device does; on a busy machine no other process keeps up with that."""
    decoder_pool.use(None)


@pytest.fixture
def tone(tmp_path: Path) -> FilePath:
    return FilePath.of(write_tone(tmp_path / "tone.wav", hz=500, seconds=1.0, rate=RATE_HZ, level=0.5))


@pytest.fixture
def long_tone(tmp_path: Path) -> FilePath:
    return FilePath.of(write_tone(tmp_path / "long.wav", hz=500, seconds=20.0, rate=RATE_HZ, level=0.5))


def begin(qtbot: QtBot, player: Player, ears: Ears, audition: Audition, blocks: int) -> None:
    """Plays and holds the device after so many blocks of sound."""
    ears.is_slow = True
    with qtbot.waitSignal(player.started):
        player.perform(audition)
        ears.turn.release(1)
    more(qtbot, ears, blocks - 1)


def more(qtbot: QtBot, ears: Ears, blocks: int) -> None:
    """Lets so many more blocks of sound through."""
    wanted = sum(bool(block.any()) for block in ears.heard) + blocks
    ears.turn.release(blocks)
    qtbot.waitUntil(lambda: sum(bool(block.any()) for block in ears.heard) >= wanted)


def stop(qtbot: QtBot, player: Player, ears: Ears) -> None:
    with qtbot.waitSignal(player.stopped):
        player.stop()
        ears.turn.release(5)


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
    begin(qtbot, player, ears, Audition(tone), 3)
    other = FilePath.of(write_tone(tmp_path / "other.wav", hz=250, seconds=0.5, rate=RATE_HZ))
    player.play(other)
    ears.is_slow = False
    with qtbot.waitSignal(player.stopped, check_params_cb=lambda path, at_end: path == other and at_end):
        ears.turn.release(1000)
    assert np.abs(np.diff(ears.everything()[:, 0])).max() < STEEPEST


def test_stopping_does_not_click(qtbot: QtBot, player: Player, ears: Ears, long_tone: FilePath) -> None:
    begin(qtbot, player, ears, Audition(long_tone, start_s=1.0004), 5)
    stop(qtbot, player, ears)
    assert player.playing is None
    assert np.abs(np.diff(ears.everything()[:, 0])).max() < STEEPEST


def test_a_loop_has_no_gap(qtbot: QtBot, player: Player, ears: Ears, tmp_path: Path) -> None:
    samples = noise(0.333, RATE_HZ)
    path = FilePath.of(write(tmp_path / "noise.wav", samples, rate=RATE_HZ, subtype="FLOAT"))
    begin(qtbot, player, ears, Audition(path, first_s=0.1, end_s=0.3, is_looping=True), 200)
    heard = ears.sound()[:96_000, 0]
    wanted = np.tile(samples[4800:14_400], 11)[1 : 1 + len(heard)]  # the first sample fades in from nothing
    assert np.array_equal(heard[240:], wanted[240:])


def test_switching_the_loop_on_and_off_is_not_heard(qtbot: QtBot, player: Player, ears: Ears, tmp_path: Path) -> None:
    samples = noise(3.0, RATE_HZ)
    path = FilePath.of(write(tmp_path / "noise.wav", samples, rate=RATE_HZ, subtype="FLOAT"))
    begin(qtbot, player, ears, Audition(path), 20)
    player.change(is_looping=True)
    more(qtbot, ears, 20)
    player.change(is_looping=False)
    more(qtbot, ears, 60)
    heard = ears.sound()[: RATE_HZ // 2, 0]
    assert np.allclose(heard[100:], samples[101 : 1 + len(heard)], atol=1e-6)


def test_an_octave_up_while_it_plays_is_heard_without_a_click(
    qtbot: QtBot, player: Player, ears: Ears, long_tone: FilePath
) -> None:
    begin(qtbot, player, ears, Audition(long_tone), 30)
    player.change(effects=Effects(pitch_semitones=12.0))
    more(qtbot, ears, 100)
    heard = ears.sound()[:48_000, 0]
    assert np.abs(np.diff(heard)).max() < 2 * STEEPEST
    spectrum = np.abs(np.fft.rfft(heard[-24_000:] * np.hanning(24_000)))
    assert np.argmax(spectrum) * RATE_HZ / 24_000 == pytest.approx(1000, abs=3)


def test_turning_round_while_it_plays_goes_back_the_way_it_came(
    qtbot: QtBot, player: Player, ears: Ears, tmp_path: Path
) -> None:
    samples = noise(3.0, RATE_HZ)
    path = FilePath.of(write(tmp_path / "noise.wav", samples, rate=RATE_HZ, subtype="FLOAT"))
    begin(qtbot, player, ears, Audition(path, start_s=1.0), 50)
    player.change(effects=Effects(is_reversed=True))
    more(qtbot, ears, 60)
    heard = ears.sound()[:, 0]
    back = heard[-4800:]  # where is this in the file, turned round?
    places = np.correlate(samples[:96_000], back[::-1], mode="valid")
    best = int(np.argmax(places))
    assert np.allclose(samples[best : best + 4800][::-1], back, atol=1e-6)
    assert best < 72_000  # before the second and a half at which it turned


def test_changing_many_things_at_once_keeps_them_all(
    qtbot: QtBot, player: Player, ears: Ears, long_tone: FilePath
) -> None:
    begin(qtbot, player, ears, Audition(long_tone), 10)
    for step in range(1, 8):
        player.change(effects=Effects(pitch_semitones=step))
    player.change(is_looping=True)
    player.change(level_db=-6.0206)
    more(qtbot, ears, 60)
    assert player.playing is not None
    assert player.playing.is_looping
    assert player.playing.effects.pitch_semitones == 7
    heard = ears.sound()[-9600:, 0]
    assert np.abs(heard).max() == pytest.approx(0.25, abs=0.01)
    assert np.abs(np.diff(ears.everything()[:, 0])).max() < 2 * STEEPEST


def test_the_place_told_follows_pitch_and_direction(
    qtbot: QtBot, player: Player, ears: Ears, long_tone: FilePath
) -> None:
    begin(qtbot, player, ears, Audition(long_tone, start_s=10.0, effects=Effects(pitch_semitones=12.0)), 101)
    # 1.01 s were given to a device that holds 0.08 s, at twice the speed: 10 + 2 * 0.93 to 10 + 2 * 1.01.
    at_s = player.position_s()
    assert at_s is not None
    assert 11.85 <= at_s <= 12.03
    player.change(effects=Effects(pitch_semitones=0.0, is_reversed=True))
    more(qtbot, ears, 101)
    at_s = player.position_s()
    assert at_s is not None
    assert 10.9 <= at_s <= 11.2  # from 12.02 a second back


def test_volume_is_turned_without_a_step(qtbot: QtBot, player: Player, ears: Ears, long_tone: FilePath) -> None:
    begin(qtbot, player, ears, Audition(long_tone), 10)
    player.set_volume(0.1)
    more(qtbot, ears, 20)
    heard = ears.everything()[:, 0]
    assert np.abs(heard[-4800:]).max() == pytest.approx(0.05, abs=0.001)
    assert np.abs(np.diff(heard)).max() < STEEPEST
    player.set_volume(0.0)
    ears.is_slow = False
    ears.turn.release(100)
    qtbot.waitUntil(lambda: not ears.heard[-1].any())


def test_a_preloaded_sound_was_decoded_before_it_was_asked_for_and_is_the_same(
    qtbot: QtBot, player: Player, ears: Ears, tmp_path: Path
) -> None:
    samples = noise(1.0, 44_100, level=0.5)
    path = FilePath.of(write(tmp_path / "noise.flac", samples, rate=44_100))
    with qtbot.waitSignal(player.stopped):
        player.play(path)
    plain = ears.sound()
    ears.heard.clear()
    player.preload([path])
    assert player._heads.wait(60)
    with qtbot.waitSignal(player.stopped):
        player.play(path)
    assert player.timing is not None
    assert player.timing.decoded_at < player.timing.asked_at
    assert np.array_equal(ears.sound(), plain)


def test_a_sound_shorter_than_a_preload_is_whole(qtbot: QtBot, player: Player, ears: Ears, tmp_path: Path) -> None:
    path = FilePath.of(write_tone(tmp_path / "click.wav", hz=500, seconds=0.05, rate=RATE_HZ))
    with qtbot.waitSignal(player.stopped):
        player.play(path)
    plain = ears.sound()
    ears.heard.clear()
    player.preload([path])
    assert player._heads.wait(60)
    with qtbot.waitSignal(player.stopped):
        player.play(path)
    assert np.array_equal(ears.sound(), plain)


def test_a_second_heard_counts_and_less_does_not(
    qtbot: QtBot, player: Player, ears: Ears, long_tone: FilePath, tmp_path: Path
) -> None:
    counted: list[Any] = []
    player.heard.connect(counted.append)
    begin(qtbot, player, ears, Audition(long_tone, SoundId(1)), 50)
    stop(qtbot, player, ears)
    assert counted == []
    begin(qtbot, player, ears, Audition(long_tone, SoundId(2)), 105)
    qtbot.waitUntil(lambda: counted == [2])
    stop(qtbot, player, ears)
    ears.is_slow = False
    short = FilePath.of(write_tone(tmp_path / "short.wav", hz=500, seconds=0.2, rate=RATE_HZ))
    with qtbot.waitSignal(player.stopped):
        player.perform(Audition(short, SoundId(3)))
    qtbot.waitUntil(lambda: counted == [2, 3])
    with qtbot.waitSignal(player.stopped):
        player.perform(Audition(short, SoundId(4), start_s=0.15))
    assert counted == [2, 3]


def test_a_missing_file_is_said_and_the_next_one_plays(
    qtbot: QtBot, player: Player, ears: Ears, tone: FilePath, tmp_path: Path
) -> None:
    messages: list[str] = []
    player.failed.connect(lambda message, advice: messages.append(message))
    with qtbot.waitSignal(player.stopped):
        player.play(FilePath.of(tmp_path / "gone.wav"))
    assert "gone.wav" in messages[0]
    with qtbot.waitSignal(player.stopped, check_params_cb=lambda path, at_end: at_end):
        player.play(tone)


@pytest.mark.skipif(os.name != "posix", reason="ends a process by a signal")
@pytest.mark.parametrize("by", [signal.SIGSEGV, signal.SIGKILL])
def test_a_decoder_that_dies_while_it_plays_is_said_and_the_next_sound_plays(
    qtbot: QtBot,
    player: Player,
    ears: Ears,
    tone: FilePath,
    long_tone: FilePath,
    decoders_away: DecoderPool,
    by: int,
) -> None:
    messages: list[tuple[str, str]] = []
    decoder_pool.use(decoders_away)
    player.failed.connect(lambda message, advice: messages.append((message, advice)))
    begin(qtbot, player, ears, Audition(long_tone), 5)
    os.kill(decoders_away.pids[0], by)
    with qtbot.waitSignal(player.stopped, check_params_cb=lambda path, at_end: path == long_tone and not at_end):
        ears.turn.release(10_000)
    assert [message for message, _ in messages] == ["long.wav could not be played: reading it ended the decoder."]
    with qtbot.waitSignal(player.stopped, check_params_cb=lambda path, at_end: path == tone and at_end):
        player.play(tone)
    with qtbot.waitSignal(player.stopped):
        player.play(long_tone)
    assert len(messages) == 2, "it is said again, and not tried again"


def test_no_output_is_said_and_tried_again(qtbot: QtBot, player: Player, ears: Ears, tone: FilePath) -> None:
    ears.fails = True
    with qtbot.waitSignal(player.failed) as failed:
        player.play(tone)
    assert failed.args == ["no ears", "grow some"]
    qtbot.waitUntil(lambda: player.playing is None)
    ears.fails = False
    with qtbot.waitSignal(player.stopped):
        player.play(tone)


def test_a_lost_output_is_found_again_by_itself(qtbot: QtBot, player: Player, ears: Ears, long_tone: FilePath) -> None:
    begin(qtbot, player, ears, Audition(long_tone), 3)
    ears.fails = ears.breaks = True
    with qtbot.waitSignals([player.failed, player.stopped]):
        ears.turn.release(10)
    with qtbot.waitSignal(player.found):
        ears.fails = False


def test_another_output_takes_over_from_one_that_went(
    qtbot: QtBot, player: Player, ears: Ears, long_tone: FilePath
) -> None:
    player.choose_device("headphones")
    begin(qtbot, player, ears, Audition(long_tone, start_s=5.0), 50)
    ears.connected = {""}
    ears.breaks = True
    with qtbot.waitSignals([player.failed, player.opened]), qtbot.waitSignal(player.started) as started:
        ears.turn.release(10)
    assert started.args is not None
    assert started.args[0] == long_tone
    assert 5.3 <= started.args[1] <= 5.6  # half a second less what the lost device still held
    ears.connected = {"", "headphones"}
    stop(qtbot, player, ears)
    with qtbot.waitSignal(player.found, timeout=20_000) as found:
        ears.is_slow = False
    assert found.args is not None
    assert found.args[0].device == "headphones"


def test_choosing_another_output_while_it_plays_goes_on_there(
    qtbot: QtBot, player: Player, ears: Ears, long_tone: FilePath
) -> None:
    begin(qtbot, player, ears, Audition(long_tone), 20)
    with qtbot.waitSignal(player.opened) as opened:
        player.choose_device("headphones")
        ears.turn.release(10)
    assert opened.args is not None
    assert opened.args[0].device == "headphones"
    assert player.playing is not None
    with qtbot.waitSignal(player.devices_found) as listed:
        player.list_devices()
        ears.turn.release(10)
    assert listed.args == [("headphones",)]


def test_of_many_quick_presses_only_the_last_is_decoded_to_its_end(
    qtbot: QtBot, player: Player, ears: Ears, tone: FilePath
) -> None:
    finished: list[bool] = []
    player.stopped.connect(lambda path, at_end: finished.append(at_end))
    for _ in range(20):
        player.play(tone, start_s=0.5)
    qtbot.waitUntil(lambda: True in finished)
    assert finished.count(True) == 1


@pytest.mark.shows("hung-drive-window")
def test_a_sound_whose_drive_hangs_is_given_up_and_another_plays_meanwhile(
    qtbot: QtBot, player: Player, ears: Ears, long_tone: FilePath, tmp_path: Path
) -> None:
    told: list[str] = []
    files = {"hung.wav": wav_bytes(noise(4.0))}
    with hanging_drive(tmp_path / "drive", files, "hung.wav", hangs_from=100_000) as drive:
        hung = FilePath.of(drive.folder / "hung.wav")
        use(IoTimeout(lambda path, silent_s: told.append(path.name), 11.0))
        try:
            player.preload([hung, long_tone])
            player.play(hung)
            qtbot.waitUntil(lambda: drive.is_waited_for)
            with qtbot.waitSignal(player.started, check_params_cb=lambda path, start_s: path == long_tone):
                player.play(long_tone)
            ended: list[tuple[FilePath, bool]] = []
            player.stopped.connect(lambda path, at_end: ended.append((path, at_end)))
            with qtbot.waitSignal(player.failed) as failed:
                player.play(hung)
            qtbot.waitUntil(lambda: (hung, False) in ended)
        finally:
            use(IoTimeout())
    assert "hung.wav does not answer: nothing came of it for 1" in failed.args[0]
    assert set(told) == {"hung.wav"}
    assert player.playing is None
