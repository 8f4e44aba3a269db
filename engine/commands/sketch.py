"""`earshot sketch`: a rough idea of a sound as a WAV, drawn from what the library keeps of it."""

import argparse
from pathlib import Path

from engine.commands import DONE
from engine.commands.show import json_line, printable, say
from engine.errors import QueryError
from engine.library import Library, default_folder
from engine.speech.sketches import Sketches, write_sketch
from engine.types import FilePath


def run(options: argparse.Namespace) -> int:
    """Draws it; the sound's own file is not read."""
    folder: Path = options.library or default_folder()
    path = FilePath.of(options.file)
    with Library.open(folder, read_only=True) as library:
        sound = library.sound_at(path)
    if sound is None:
        raise QueryError(
            f"{printable(path.text)} is not in the library", advice="Give its path as `earshot search` shows it."
        )
    wave, rate = Sketches(folder).draw(sound)
    write_sketch(options.out, wave, rate, path.name)
    if options.json:
        json_line({"file": str(options.out), "sound": path.text, "duration_s": round(len(wave) / rate, 3)})
    else:
        say(f"a sketch of {printable(path.name)}, {len(wave) / rate:.1f} s: {printable(str(options.out))}")
    return DONE
