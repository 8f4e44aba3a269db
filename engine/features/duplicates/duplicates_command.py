"""`earshot duplicates`: lists groups of sounds that exist more than once."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from engine.cli.shell import DONE
from engine.cli.shell.options import library_folder
from engine.cli.shell.output import bar, json_line, printable, say, size_text

if TYPE_CHECKING:
    from engine.base.types import Sound

DESCRIPTION = """\
Find sounds that are in the library more than once: copies of the same audio or, with --near, other formats, lengths and
levels of one recording. Best quality first: lossless before lossy, then sample rate, bits, channels, length, metadata,
the older file. A version that units found, such as one cut to a third, is said to have the same pattern. Nothing is
removed."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its options."""
    parser.add_argument("--near", action="store_true", help="also find other versions of one recording")
    parser.add_argument(
        "--similarity",
        type=_share,
        default=0.95,
        metavar="S",
        help="how alike versions must be, 0.9 to 1 (default: %(default)s)",
    )


def run(options: argparse.Namespace) -> int:
    """Prints groups of duplicates, those that take the most space first."""
    from engine.features.duplicates.exact import find_exact
    from engine.features.duplicates.near import find_near
    from engine.store.catalogue import Catalogue

    with Catalogue.open(library_folder(options), read_only=True) as catalogue:
        if options.near:
            found = find_near(catalogue, progress=bar("comparing")).groups(catalogue, options.similarity)
        else:
            found = find_exact(catalogue)
        for number in range(len(found)):
            start, end = int(found.starts[number]), int(found.starts[number + 1])
            sounds = catalogue.sounds.many(found.ids[start:end])
            likeness = found.similarities[start:end].tolist()
            patterns = [found.is_by_units(row) for row in range(start, end)]
            if options.json:
                records = [
                    {**_record(sound, value), "why": "pattern"} if is_pattern else _record(sound, value)
                    for sound, value, is_pattern in zip(sounds, likeness, patterns, strict=True)
                ]
                json_line({"group": number + 1, "sounds": records})
                continue
            print(f"{number + 1}")
            for sound, value, is_pattern in zip(sounds, likeness, patterns, strict=True):
                why = "  (same pattern)" if is_pattern else ""
                print(f"  {value:6.1%}  {size_text(sound.size_bytes):>10s}  {printable(sound.path.text)}{why}")
    groups = "1 group" if len(found) == 1 else f"{len(found)} groups"
    say(f"{groups}; all but the best of each take up {size_text(found.spare_bytes)}")
    return DONE


def _record(sound: Sound, similarity: float) -> dict[str, object]:
    info = sound.info
    return {
        "path": sound.path.text,
        "uri": sound.path.uri,
        "similarity": round(similarity, 4),
        "size_bytes": sound.size_bytes,
        "format": info.format if info else None,
        "sample_rate_hz": info.sample_rate_hz if info else None,
        "bit_depth": info.bit_depth if info else None,
        "channels": info.channels if info else None,
        "duration_s": round(info.duration_s, 3) if info else None,
        "rating": sound.marks.rating,
        "uses": sound.marks.uses,
    }


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0.9 <= share <= 1.0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0.9 to 1")
    return share
