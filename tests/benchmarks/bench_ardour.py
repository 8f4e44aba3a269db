"""Three moments sent to a closed session of the real Ardour: how far off they stand, and how long it takes.

`python -m tests.benchmarks ardour`: three sounds of ten seconds, a moment of each with handles, at places that are no
whole frames of film; the session is read back from its file. Needs `ardour7-lua`, and says so without. The time is that
of making the files and of Ardour's own interpreter, which opens and saves the session.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from pathlib import Path

from engine.audio.metadata import read_metadata
from engine.base.types import FilePath
from engine.features.send.ardour_session import place_in, read_session
from engine.features.send.clips import ProjectClip, make_clips
from engine.transfer.collect import ExportItem
from engine.transfer.profile import Container, Depth, Profile
from tests.benchmarks.report import line, read_options
from tests.helpers.sounds import write_noise

_RATE_HZ = 48_000
_TICKS = 282_240_000 // _RATE_HZ
"""Of Ardour's clock, a sample."""
_PLACES_S = (10.0, 20.000_02, 3_600.123_45)
_HANDLES_S = 0.5
_MOST_S = 1.0
"""For each moment."""
_FILM = Profile("film", container=Container.BWF, rate_hz=_RATE_HZ, depth=Depth.INT24, handles_s=_HANDLES_S)


def main(argv: Sequence[str]) -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--rounds", type=int, default=5, help="sessions; the median counts")
    rounds = read_options(options, argv, rounds=1).rounds
    if shutil.which("ardour7-lua") is None:
        print("ardour: not measured, ardour7-lua is not installed")
        return
    with tempfile.TemporaryDirectory(prefix="bench-ardour-") as temporary:
        folder = Path(temporary)
        sounds = [write_noise(folder / f"{number}.wav", seconds=10, seed=number) for number in range(len(_PLACES_S))]
        found = [_send(folder / f"film-{number}", sounds) for number in range(rounds)]
    worst = max(off for off, *_ in found)
    each_s, busy_s = (statistics.median(one[place] for one in found) / len(_PLACES_S) for place in (1, 2))
    line("three moments in Ardour, samples off", "0", str(worst), worst == 0)
    reached = f"{each_s:.2f} ({busy_s:.2f} of a processor)"
    line("a moment sent to Ardour, s", f"<= {_MOST_S}", reached, each_s <= _MOST_S)


def _send(session_folder: Path, sounds: Sequence[Path]) -> tuple[int, float, float]:
    """Returns by how many samples the worst moment is off, and the seconds that sending took, and was busy."""
    script = session_folder.with_suffix(".lua")
    script.write_text(f'create_session("{session_folder}", "{session_folder.name}", {_RATE_HZ})\nclose_session()\n')
    subprocess.run(["ardour7-lua", str(script)], check=True, capture_output=True, stdin=subprocess.DEVNULL)
    start_s, busy_s = time.perf_counter(), _busy_s()
    session = read_session(session_folder)
    items = [
        ExportItem(FilePath.of(sound), read_metadata(sound), 2.0, 4.0, words=(("cue", f"cue {place_s}"),), at_s=place_s)
        for sound, place_s in zip(sounds, _PLACES_S, strict=True)
    ]
    clips = make_clips(items, session.recordings, _FILM).clips
    place_in(session, clips)
    return _worst(session.file, clips), time.perf_counter() - start_s, _busy_s() - busy_s


def _busy_s() -> float:
    """Processor time of this process and of those that it waited for."""
    return sum(os.times()[:4])


def _worst(file: Path, clips: Sequence[ProjectClip]) -> int:
    """Compares the session file with what was asked for, by hand; a region that is not there is far off."""
    regions = ElementTree.parse(file).getroot().findall("Playlists/Playlist/Region")
    at = {one.get("name", ""): int(one.get("length", "").split("@a")[1]) / _TICKS for one in regions}
    wanted = {f"cue {place_s}": round((place_s - _HANDLES_S) * _RATE_HZ) for place_s in _PLACES_S}
    assert {clip.name for clip in clips} == set(wanted)
    return max(round(abs(at.get(name, 1e9) - first)) for name, first in wanted.items())


if __name__ == "__main__":
    main(sys.argv[1:])
