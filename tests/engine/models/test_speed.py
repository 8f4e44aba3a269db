"""The speed that the first page tells is that of a job's own steps on this machine."""

import os
import time
from pathlib import Path

import pytest

from engine.base.cancellation import StopRequested
from engine.models.pack import load_pack
from engine.models.speed import seconds_per_sound
from tests.helpers.tiny_library import TinyLibrary


def test_it_is_no_longer_than_the_measuring_itself(tiny_library: TinyLibrary) -> None:
    pack = load_pack(Path(tiny_library.pack))
    begun_s = time.perf_counter()
    sound_s = seconds_per_sound(pack, lambda: False)
    assert 0.0 < sound_s * (os.cpu_count() or 1) < time.perf_counter() - begun_s


def test_it_stops_when_told(tiny_library: TinyLibrary) -> None:
    with pytest.raises(StopRequested):
        seconds_per_sound(load_pack(Path(tiny_library.pack)), lambda: True)
