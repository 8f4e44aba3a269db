"""`earshot sketch`: draws a rough sketch of a sound as a WAV, from what the library keeps of it."""

import argparse
from pathlib import Path

from engine.base.errors import QueryError
from engine.cli.shell import DONE
from engine.cli.shell.options import library_folder
from engine.cli.shell.output import json_line, printable, say

DESCRIPTION = """\
Draw a rough idea of a sound from its units, which are kept of speech-like and repeating sounds when they are indexed
with a units pack. The sound's own file is not read. A sketch is not the sound: it has its rhythm and its levels, in the
voice of the pack."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its options."""
    parser.add_argument("file", type=Path, metavar="SOUND", help="the path that the sound has, or had")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="the WAV to write")


def run(options: argparse.Namespace) -> int:
    """Draws it, without reading the sound's file."""
    from engine.base.types import FilePath
    from engine.features.speech.sketches import Sketches, write_sketch
    from engine.library.library import Library

    folder = library_folder(options)
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
