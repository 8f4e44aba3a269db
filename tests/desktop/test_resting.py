"""What the window holds after much listening, and what it does at rest."""

import gc
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.controllers.memory import release
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.sounds import write_noise
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window

_LISTEN = """
import ctypes, sys, threading
from desktop.deck.output import OutputFormat
from desktop.deck.playback import Audition, Playback, decode_head
from engine.audio import decoder_pool
from engine.base.memory_limit import give_back_memory, held_bytes
from engine.base.types import FilePath

class Info(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in "arena free_n fast_n maps mapped most fast used free top".split()]

libc = ctypes.CDLL(None)
libc.mallinfo2.restype = Info
away = decoder_pool.DecoderPool()
decoder_pool.use(away)
form = OutputFormat("none", 48_000, 2, 0.02)
paths = [FilePath.of(path) for path in sys.argv[1:]]

def listen(times):
    for number in range(times):
        audition = Audition(paths[number % len(paths)])
        decode_head(audition, form)
        take = Playback(audition, form)
        take.start()
        assert take.buffer.wait(20_000, 200)
        take.buffer.pull(20_000)
        take.cancel()
    for decoding in [thread for thread in threading.enumerate() if thread.name == "audition-decode"]:
        decoding.join()
    give_back_memory()
    return libc.mallinfo2().used, held_bytes()

first = listen(40)
last = listen(160)
away.close()
print(last[0] - first[0], last[1] - first[1])
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks glibc what is in use")
def test_listening_to_many_sounds_leaves_nothing_behind(tmp_path: Path) -> None:
    sounds = [write_noise(tmp_path / f"{number}.wav", 0.5 + number / 4, channels=1 + number % 3) for number in range(8)]
    line = [sys.executable, "-c", _LISTEN, *map(str, sounds)]
    found = []
    for _ in range(3):  # a thread may let go of its last buffer after the count; what leaks is there each time
        done = subprocess.run(line, capture_output=True, text=True, timeout=90, check=True)
        in_use, held = map(int, done.stdout.split())
        if in_use < 80_000 and held < 4_000_000:  # 500 bytes a sound: the limit of a session
            return
        found.append((in_use, held))
    raise AssertionError(found)


def test_a_window_at_rest_gives_back_what_it_has_freed(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[bool] = []
    monkeypatch.setattr(release, "_QUIET_MS", 50)
    monkeypatch.setattr(release, "give_back_memory", lambda: given.append(True))
    with whole_window(qtbot, tiny_library, tmp_path):
        qtbot.waitUntil(lambda: given == [True], timeout=PATIENCE_MS)


def test_garbage_goes_in_the_gui_thread_alone_until_the_window_is_gone(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    begun_in: list[str] = []

    def note(phase: str, _: object) -> None:
        if phase == "start":
            begun_in.append(threading.current_thread().name)

    is_over = threading.Event()

    def allocate() -> None:
        while not is_over.is_set():
            ring: list[object] = []
            ring.append(ring)
            time.sleep(1e-5)

    busy = threading.Thread(target=allocate, name="busy")
    gc.enable()
    with whole_window(qtbot, tiny_library, tmp_path) as app:
        gc.callbacks.append(note)
        busy.start()
        try:
            app.window.close()
            qtbot.waitUntil(lambda: not app.window.isVisible(), timeout=PATIENCE_MS)
            time.sleep(0.2)  # some thousand objects: each 700 would begin a collection
        finally:
            is_over.set()
            busy.join()
            gc.callbacks.remove(note)
    assert "busy" not in begun_in
