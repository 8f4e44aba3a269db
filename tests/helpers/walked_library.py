"""A library with an example of everything a page can show: copies, a missing file, a broken one, 5.1, stereo."""

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import numpy as np

from tests.helpers.pulse import PulseServer
from tests.helpers.qt import DrivenWindow
from tests.helpers.sounds import noise, tone, write, write_tone, write_with_bext
from tests.helpers.tiny_library import TinyLibrary, earshot, write_sounds
from tests.helpers.walking import CALLED

GONE = "gone.wav"
"""In the library, but no longer on the disk."""


@dataclass(frozen=True, slots=True)
class Walked:
    sounds: Path
    library: Path
    pack: Path


def make_walked_library(folder: Path, tiny: TinyLibrary) -> Walked:
    """Writes the sounds and indexes them by the real command."""
    sounds, library = folder / "sounds", folder / "library"
    write_sounds(sounds)
    write(sounds / "beds" / "surround.wav", np.stack([tone(200.0 * hz, 1.5) for hz in range(1, 7)], axis=1))
    write(sounds / "beds" / "stereo.flac", np.stack([tone(300.0, 2.0), noise(2.0)], axis=1))
    write_with_bext(sounds / "doors" / "door.wav")
    write_tone(sounds / "doors" / "hum.wav", 250.0, 2.0)
    shutil.copy2(sounds / "doors" / "hum.wav", sounds / "doors" / "hum copy.wav")
    write_tone(sounds / "doors" / GONE, 777.0, 1.0)
    (sounds / "doors" / "broken.wav").write_bytes(b"RIFF")
    command = ("index", "--json", "--library", library, "--pack", tiny.pack, "--device", "cpu", sounds)
    earshot(*command, check=False)  # its status says that one file was skipped
    earshot("collect", "hum", "--library", library, "--limit", "2", "--to", folder / "exported", "--json")
    (sounds / "doors" / GONE).unlink()
    return Walked(sounds, library, tiny.pack)


@contextmanager
def walked_window(
    display: str, walked: Walked, place: Path, *, is_empty: bool = False, env: Mapping[str, str] = MappingProxyType({})
) -> Iterator[DrivenWindow]:
    """Opens the real window over a copy of the library, or over none; other programs are stubs, playback is silent."""
    if not is_empty:
        shutil.copytree(walked.library, place / "library")
    opener = place / "bin" / "xdg-open"
    opener.parent.mkdir()
    opener.write_text(f'#!/bin/sh\necho "$@" >> "{place}/called"\n')
    opener.chmod(0o755)
    homes = {name: str(place / name) for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")}
    (place / "window.json").write_text('{"version": 1, "look_at_start": false, "watch": false}')
    with PulseServer() as pulse:
        path = f"{opener.parent}:/usr/local/bin:/usr/bin:/bin"
        environment = {**pulse.env, **env, **homes, "PATH": path, CALLED: str(place / "called")}
        given = (place / "library", place / "window.json", "--pack", walked.pack, "--data-folder", place / "data")
        with DrivenWindow(display, *given, env=environment) as window:
            yield window.open()
