"""`python -m tests.screens FOLDER`: makes a small library and takes pictures of every screen, for people to view.

Each theme and size has an X server of its own size, which the window fills. Needs Xvfb, openbox and espeak-ng.
"""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

import soundfile

from tests.helpers.qt import XServer, missing_x_programs
from tests.helpers.tiny_library import REPOSITORY, earshot
from tests.screens.self_test import make_kinds_library

SIZES = ("1280x800", "1440x900", "2560x1440")
"""The default is the first two."""
THEMES = ("dark", "light")


LINES = ("Open the door, please.", "The rain will not stop before seven.", "Close the window and open the door.")
AWAY = "Line 2.wav"
"""Removed after indexing; a sketch remains."""


def make_library(folder: Path) -> None:
    """Indexes the demo sounds and a few spoken lines with the packs that come with Earshot, and makes their map."""
    sounds, library = folder / "Sounds", folder / "library"
    subprocess.run([sys.executable, "-m", "resources.demo", str(sounds)], cwd=REPOSITORY, check=True)
    _record_takes(sounds)
    voices = sounds / "Voices"
    voices.mkdir()
    for number, line in enumerate(LINES, start=1):
        voice = f"en-us+{'f2' if number % 2 else 'm3'}"
        command = ["espeak-ng", "-v", voice, "-w", str(voices / f"Line {number}.wav"), line]
        subprocess.run(command, check=True)
    whole, rate_hz = soundfile.read(voices / "Line 3.wav", dtype="float32")
    soundfile.write(voices / "Line 3 short.wav", 0.5 * whole[: len(whole) * 9 // 20], rate_hz)
    earshot("index", "--json", "--library", library, "--device", "cpu", sounds)
    command = [sys.executable, "-m", "engine.features.map", str(library)]
    subprocess.run(command, cwd=REPOSITORY, check=True, stdout=subprocess.DEVNULL)
    (voices / AWAY).unlink()


def _record_takes(sounds: Path) -> None:
    """Writes takes of two demo sounds, each a little faster and quieter than the one before."""
    for name, session in (("DOORKnck_Three Knocks_ED.wav", "door knock"), ("FEETHmn_Steps On Gravel_ED.wav", "gravel")):
        whole, rate_hz = soundfile.read(next(sounds.rglob(name)), dtype="float32")
        for take in range(1, 6):
            folder = sounds / "Session"
            folder.mkdir(exist_ok=True)
            soundfile.write(
                folder / f"{session}_{take:02}.wav", whole * (1 - take / 10), round(rate_hz * (1 + take / 100))
            )


def main() -> int:
    """Takes the command line's pictures; returns 0 if all succeeded."""
    parser = argparse.ArgumentParser(prog="python -m tests.screens", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pictures and the library go")
    parser.add_argument("--size", action="append", choices=SIZES, help="this size only; may be given again")
    parser.add_argument("--theme", action="append", choices=THEMES, help="one theme only")
    parser.add_argument("--language", default="en", help="the window's language")
    parser.add_argument("--scene", action="append", default=[], help="one scene only")
    options = parser.parse_args()
    missing = missing_x_programs()
    if missing:
        print(f"needs {', '.join(missing)}", file=sys.stderr)
        return 1
    folder = options.folder.resolve()
    is_first_only = bool(options.scene) and all("first" in name for name in options.scene)
    if not is_first_only and not (folder / "library").exists():
        folder.mkdir(parents=True, exist_ok=True)
        make_library(folder)
    if not is_first_only and not (folder / "named-library").exists():
        make_kinds_library(folder / "Sounds", folder / "Named", folder / "named-library")
    worst = 0
    for size in options.size or SIZES[:2]:
        for theme in options.theme or THEMES:
            out = folder / f"{size}-{theme}{'' if options.language == 'en' else '-' + options.language}"
            out.mkdir(parents=True, exist_ok=True)
            home = folder / "home"
            shutil.rmtree(home, ignore_errors=True)
            with XServer(f"{size}x24") as server:
                environment = {**os.environ, "DISPLAY": server.display, "QT_QPA_PLATFORM": "xcb", "HOME": str(home)}
                environment |= {"XDG_CONFIG_HOME": str(home / "config"), "XDG_CACHE_HOME": str(home / "cache")}
                environment |= {"XDG_DATA_HOME": str(home / "data"), "XDG_STATE_HOME": str(home / "state")}
                command = [sys.executable, "-m", "tests.screens.shoot", str(folder), str(out), theme, options.language]
                done = subprocess.run([*command, *options.scene], cwd=REPOSITORY, env=environment, check=False)
                worst = max(worst, abs(done.returncode))
    return min(worst, 1)


if __name__ == "__main__":
    sys.exit(main())
