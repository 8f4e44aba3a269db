"""Lets sounddevice find the PortAudio of this package where the system has none."""

import ctypes.util
from pathlib import Path

_find_in_system = ctypes.util.find_library


def _find(name: str) -> str | None:
    found = _find_in_system(name)
    if found is None and name == "portaudio":
        return str(Path(__file__).parents[4] / "lib/libportaudio.so.2")
    return found


ctypes.util.find_library = _find
