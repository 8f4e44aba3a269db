"""P15: from a key press to the first block of a sound in the device, for files of every kind.

The output is a clock without a device: it takes blocks like a device with 80 ms of buffer. A figure ends when the
block is handed over; the device plays its buffer before it. Decoder processes read the sounds, as in the window; `key`
also times reading in this process, press by press in turn.
"""

import argparse
import statistics
import tempfile
import threading
import time
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt

from desktop.deck.buffer import Block
from desktop.deck.output import Output, OutputFormat
from desktop.deck.performer import BLOCK_S
from desktop.deck.playback import Audition
from desktop.deck.player import Player, StartLatency
from engine.audio import decoder_pool
from engine.audio.effects import Effects
from engine.base.types import FilePath
from tests.benchmarks.report import line, read_options
from tests.helpers.sounds import noise, sparse_rf64, write

_RATE_HZ = 48_000
_BUFFER_S = 0.08
_TARGET_MS = BLOCK_S * 1000


class Clock(Output):
    """Takes sound at the speed of time, 80 ms ahead."""

    def __init__(self) -> None:
        super().__init__()
        self._played_until = 0.0

    def open(self) -> OutputFormat:
        self._format = OutputFormat("clock", _RATE_HZ, 2, _BUFFER_S)
        return self._format

    def room(self) -> int:
        """Returns the free room in 80 ms."""
        ahead_s = max(0.0, self._played_until - time.monotonic())
        return round((_BUFFER_S - ahead_s) * _RATE_HZ)

    def write(self, block: Block) -> None:
        self._played_until = max(self._played_until, time.monotonic()) + len(block) / _RATE_HZ

    def rest(self) -> None:
        """Does nothing."""

    def close(self) -> None:
        """Does nothing."""
        self._format = None


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="bench_audition")
    parser.add_argument("--presses", type=int, default=20, help="key presses a figure")
    presses: int = read_options(parser, argv, presses=1).presses
    app = QCoreApplication.instance() or QCoreApplication(["bench"])
    with tempfile.TemporaryDirectory(prefix="earshot-bench-") as home:
        player, away = Player(output=Clock), decoder_pool.DecoderPool()
        away.warm_up()
        try:
            for name, audition in _sounds(Path(home)):
                _measure(name, player, away, audition, presses, is_preloaded=False)
                _measure(name, player, away, audition, presses, is_preloaded=True)
        finally:
            player.close()
            decoder_pool.use(None)
            away.close()
            app.processEvents()


def _sounds(home: Path) -> list[tuple[str, Audition]]:
    stereo = noise(30.0, _RATE_HZ).reshape(-1, 2)
    files = {
        "wav 48 kHz": write(home / "a.wav", stereo, rate=_RATE_HZ, subtype="PCM_24"),
        "flac 44.1 kHz": write(home / "b.flac", stereo, rate=44_100),
        "mp3 44.1 kHz": write(home / "c.mp3", stereo, rate=44_100),
        "wav 384 kHz": write(home / "d.wav", stereo, rate=384_000, subtype="PCM_24"),
        "10 hours at 384 kHz": sparse_rf64(home / "e.wav", 36_000.0, 384_000, {0.0: stereo}),
    }
    found = [(name, Audition(FilePath.of(path))) for name, path in files.items()]
    long = FilePath.of(files["10 hours at 384 kHz"])
    found.append(("the same, last hour", Audition(long, start_s=35_000.0)))
    found.append(("the same, reversed", Audition(long, effects=Effects(is_reversed=True))))
    octave = Audition(FilePath.of(files["flac 44.1 kHz"]), effects=Effects(pitch_semitones=-12.0))
    return [*found, ("flac an octave down", octave)]


def _measure(
    name: str, player: Player, away: decoder_pool.DecoderPool, audition: Audition, presses: int, *, is_preloaded: bool
) -> None:
    pressed: dict[bool, list[float]] = {True: [], False: []}
    decoded = []
    for press in range(2 * presses):
        is_away = press % 2 == 0
        decoder_pool.use(away if is_away else None)
        time.sleep(0.03 + press * 0.0007)  # out of step with the blocks
        if is_preloaded:
            player.preload([audition])
            player._heads.wait(30)
        else:
            player._heads.clear()
        timing = _press(player, audition)
        pressed[is_away].append((timing.queued_at - timing.asked_at) * 1000)
        if is_away:
            decoded.append((timing.queued_at - max(timing.decoded_at, timing.asked_at)) * 1000)
    how = ", preloaded" if is_preloaded else ""
    middle_ms, worst_ms = statistics.median(decoded), max(decoded)
    keys = [statistics.median(pressed[is_away]) for is_away in (True, False)]
    reached = f"{middle_ms:.1f} ms, worst {worst_ms:.1f}; key {keys[0]:.1f} ms, here {keys[1]:.1f}"
    line(f"P15 {name}{how}: decoded to queued", f"<= {_TARGET_MS:.0f} ms", reached, middle_ms <= _TARGET_MS)


def _press(player: Player, audition: Audition) -> StartLatency:
    """Plays while the sound before it plays, and waits for its first block."""
    begun = threading.Event()
    player.started.connect(lambda *_: begun.set(), Qt.ConnectionType.DirectConnection)
    player.perform(audition)
    assert begun.wait(30), "nothing began"
    player.started.disconnect()
    assert player.timing is not None
    return player.timing
