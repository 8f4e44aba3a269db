"""Decoder processes: what they read is the same, and what happens when one dies, hangs or asks for too much."""

import gc
import os
import signal
import subprocess
import sys
import threading
import tracemalloc
import warnings
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.audio import decoder_pool
from engine.audio.decode import AudioStream, open_audio, wide_blocks
from engine.audio.decoder_pool import DecoderPool
from engine.audio.metadata import read_metadata
from engine.base.errors import DamagedAudio, DecoderEnded, DecoderExit, FileGone, UnsupportedAudio
from engine.base.file_messages import FileAdvice, FileFault, trouble
from engine.base.types import FilePath
from tests.helpers.qt import wait_until
from tests.helpers.sounds import all_of, encode, noise, write, write_noise, write_with_bext

posix = pytest.mark.skipif(os.name != "posix", reason="ends processes by signals")


@pytest.fixture(scope="module")
def away() -> Iterator[DecoderPool]:
    """Decoder processes for all tests here; in use only within `reading_away`."""
    away = DecoderPool()
    yield away
    away.close()


@pytest.fixture
def reading_away(away: DecoderPool) -> Iterator[DecoderPool]:
    decoder_pool.use(away)
    yield away
    decoder_pool.use(None)


@pytest.fixture
def long(tmp_path: Path) -> Path:
    return write_noise(tmp_path / "long.wav", 30.0)


def is_gone(pid: int) -> bool:
    """Whether a process has ended, if only its parent has not looked yet."""
    done = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return done.stdout.strip()[:1] in ("", "Z")


def read_both(path: Path, away: DecoderPool, start_s: float) -> tuple[np.ndarray, np.ndarray]:
    """The rest of a sound from a place on, as this process reads it and as a decoder process does."""
    found = []
    for where in (None, away):
        decoder_pool.use(where)
        with open_audio(path) as stream:
            first = next(stream.blocks(500))
            stream.seek(start_s)
            found.append(np.concatenate([first, *stream.blocks(7_000)]))
            assert stream.info.channels == 1
    decoder_pool.use(None)
    return found[0], found[1]


@pytest.mark.parametrize("name", ["a.wav", "a.flac", "a.mp3", "a.ogg"])
def test_samples_are_the_same_to_the_last_bit(away: DecoderPool, tmp_path: Path, name: str) -> None:
    here, there = read_both(write_noise(tmp_path / name, 3.0), away, 1.1)
    assert np.array_equal(here, there)


def test_what_ffmpeg_reads_is_the_same_and_so_are_facts_and_notes(away: DecoderPool, tmp_path: Path) -> None:
    path = encode(tmp_path / "a.m4a", noise(2.0, 44_100), "aac", 44_100, "fltp")
    here, there = read_both(path, away, 0.5)
    assert np.array_equal(here, there)
    broken = write_noise(tmp_path / "cut.flac", 3.0)
    os.truncate(broken, broken.stat().st_size // 2)
    expected = all_of(broken)[1]
    decoder_pool.use(away)
    found = all_of(broken)[1]
    decoder_pool.use(None)
    assert found == expected
    assert found.notes


def test_32_bit_integers_come_whole(reading_away: DecoderPool, tmp_path: Path) -> None:
    path = write(tmp_path / "a.wav", noise(1.0), subtype="PCM_32")
    decoder_pool.use(None)
    here = np.concatenate(list(wide_blocks(FilePath.of(path), 100, 1 << 62)))
    decoder_pool.use(reading_away)
    there = np.concatenate(list(wide_blocks(FilePath.of(path), 100, 1 << 62, 3_000)))
    assert there.dtype == np.float64
    assert np.array_equal(here, there)


def test_what_cannot_be_read_is_refused_in_the_same_words(away: DecoderPool, tmp_path: Path) -> None:
    text = tmp_path / "notes.wav"
    text.write_bytes(b"no sound at all, but some words" * 40)
    cut = tmp_path / "cut.wav"
    cut.write_bytes(write_noise(tmp_path / "whole.wav").read_bytes()[:30])
    for path, kind in ((text, UnsupportedAudio), (cut, DamagedAudio), (tmp_path / "gone.wav", FileGone)):
        said = []
        for where in (None, away):
            decoder_pool.use(where)
            with pytest.raises(kind) as caught:
                open_audio(path)
            said.append((str(caught.value), caught.value.advice, caught.value.trouble))
        decoder_pool.use(None)
        assert said[0] == said[1]


def test_texts_are_read_away_and_the_same(away: DecoderPool, tmp_path: Path) -> None:
    path = write_with_bext(tmp_path / "a.wav", description="A door in the rain")
    here = read_metadata(path)
    decoder_pool.use(away)
    there = read_metadata(path)
    decoder_pool.use(None)
    assert here == there
    assert there.description == "A door in the rain"


@posix
@pytest.mark.parametrize("by", [signal.SIGSEGV, signal.SIGKILL])
def test_a_decoder_that_dies_while_it_reads_is_replaced_and_its_file_named(
    reading_away: DecoderPool, long: Path, by: int
) -> None:
    with pytest.raises(DecoderEnded, match=r"long\.wav") as caught, open_audio(long) as stream:
        for block in stream.blocks(10_000):
            assert len(block)
            os.kill(reading_away.pids[0], by)
    assert caught.value.how is DecoderExit.CRASHED
    other = write_noise(long.with_name("other.wav"))
    assert len(all_of(other)[0]) == 32_000


@posix
def test_a_file_that_ended_a_decoder_is_not_opened_again_before_it_changes(
    reading_away: DecoderPool, long: Path
) -> None:
    with pytest.raises(DecoderEnded), open_audio(long) as stream:
        os.kill(reading_away.pids[0], signal.SIGKILL)
        list(stream.blocks())
    before = reading_away.pids
    with pytest.raises(DecoderEnded) as caught:
        open_audio(long)
    assert caught.value.trouble == trouble(FileFault.DECODER_CRASHED, FileAdvice.ENDED_DECODER)
    with pytest.raises(DecoderEnded):
        read_metadata(long)
    assert reading_away.pids[-1:] == before[-1:]
    write_noise(long, 2.0)
    assert len(all_of(long)[0]) == 64_000


@pytest.mark.shows("file-crashes-reads")
@posix
def test_a_decoder_that_comes_to_no_end_is_ended(long: Path) -> None:
    away = DecoderPool(answer_s=1.0)
    decoder_pool.use(away)
    try:
        with pytest.raises(DecoderEnded) as caught, open_audio(long) as stream:
            os.kill(away.pids[0], signal.SIGSTOP)
            list(stream.blocks())
        assert caught.value.how is DecoderExit.HUNG
    finally:
        decoder_pool.use(None)
        away.close()


@posix
def test_a_window_that_closes_does_not_wait_for_a_decoder_that_hangs(long: Path) -> None:
    away = DecoderPool()
    decoder_pool.use(away)
    ended: list[BaseException] = []

    def read_on(stream: AudioStream) -> None:
        try:
            list(stream.blocks())
        except DecoderEnded as err:
            ended.append(err)

    try:
        with open_audio(long) as stream, away.hurried(0.5):
            os.kill(away.pids[0], signal.SIGSTOP)
            reader = threading.Thread(target=read_on, args=(stream,))
            reader.start()
            reader.join(decoder_pool.ANSWER_S / 2)
            assert [type(err) for err in ended] == [DecoderEnded]
    finally:
        decoder_pool.use(None)
        away.close()


@pytest.mark.shows("file-crashes-reads")
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the limit is the system's only there")
def test_a_file_that_asks_for_too_much_memory_fails_alone(tmp_path: Path) -> None:
    path = write(tmp_path / "a.wav", noise(0.1, 64_000).reshape(-1, 64))
    away = DecoderPool(limit_bytes=200 << 20)
    decoder_pool.use(away)
    try:
        with pytest.raises(DecoderEnded) as caught, open_audio(path) as stream:
            list(stream.blocks(1 << 20))  # 64 channels: 256 MiB
        assert caught.value.how is DecoderExit.MEMORY
        assert len(all_of(write_noise(tmp_path / "other.wav"))[0]) == 32_000
    finally:
        decoder_pool.use(None)
        away.close()


_PARENT = """
import sys
from pathlib import Path
from engine.audio import decoder_pool
from engine.audio.decode import open_audio
away = decoder_pool.DecoderPool()
decoder_pool.use(away)
stream = open_audio(Path(sys.argv[1]))
print(*away.pids, flush=True)
sys.stdin.read()
"""


@posix
def test_decoders_end_with_whoever_asked_them_even_by_kill_9(long: Path) -> None:
    command = [sys.executable, "-c", _PARENT, str(long)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        pids = [int(pid) for pid in parent.stdout.readline().split()]
        assert pids
        parent.kill()
    wait_until(lambda: all(is_gone(pid) for pid in pids), "the decoders to end")


@posix
def test_a_spare_decoder_that_was_killed_is_replaced_and_its_pipes_are_closed(long: Path) -> None:
    away = DecoderPool()
    away.warm_up()
    wait_until(lambda: len(away.pids) == 1, "a spare decoder")
    spare = away.pids[0]
    os.kill(spare, signal.SIGKILL)
    wait_until(lambda: is_gone(spare), "it to end")
    decoder_pool.use(away)
    try:
        with warnings.catch_warnings(record=True) as left_open:
            warnings.simplefilter("always", ResourceWarning)
            with open_audio(long) as stream:
                assert len(next(stream.blocks(500))) == 500
                assert spare not in away.pids
            gc.collect()
    finally:
        decoder_pool.use(None)
        away.close()
    assert [str(warning.message) for warning in left_open] == []


@posix
def test_closing_leaves_no_process_behind(long: Path) -> None:
    away = DecoderPool()
    decoder_pool.use(away)
    stream = open_audio(long)
    pids = away.pids
    away.close()
    decoder_pool.use(None)
    stream.close()
    wait_until(lambda: all(is_gone(pid) for pid in pids), "the decoders to end")


def test_opening_a_sound_takes_memory_for_its_own_channels_and_keeps_none(
    tmp_path: Path, reading_away: DecoderPool
) -> None:
    path = FilePath.of(write_noise(tmp_path / "short.wav", 0.5))
    open_audio(path).close()
    tracemalloc.start()
    try:
        for _ in range(20):
            open_audio(path).close()
        held, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 300_000  # its first 4,096 frames are 16 KiB a channel; of 64 channels they would be 1 MiB
    assert held < 20_000
