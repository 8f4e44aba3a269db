"""`earshot background`: finds stretches with the same background, looped to any length without an audible join."""

import argparse
import math
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.base.errors import AudioError, QueryError, TransferError
from engine.cli.shell import DONE, SOME_SKIPPED
from engine.cli.shell.options import library_folder
from engine.cli.shell.output import bar, json_line, printable, say
from engine.cli.shell.transfer import add_transfer, file_record, profile_of

if TYPE_CHECKING:
    from engine.base.types import FilePath
    from engine.features.ambience.background_search import Background
    from engine.transfer.profile import Profile

DESCRIPTION = """\
Find sounds with the same background as a stretch: the same room, rain or street when nothing else happens, whatever
happens in the stretch itself. With --out the first are written as WAV files of exactly the wished length, as loud as
the background of the stretch. No join is heard in them, and they can be repeated; originals are not touched."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its options."""
    where = "any sound file, or the stretch of one from START to END in seconds"
    parser.add_argument("file", metavar="FILE[@START-END]", help=where)
    length = "target length in seconds, 1 to 3600 (default: 30)"
    parser.add_argument("--length", type=_length, metavar="S", help=length)
    parser.add_argument("--out", type=Path, metavar="DIR", help="save the best results in this folder")
    parser.add_argument("--count", type=_few, default=1, metavar="N", help="how many files --out saves (default: 1)")
    parser.add_argument("--limit", type=_few, default=10, metavar="N", help="rows, 1 to 50 (default: %(default)s)")
    parser.add_argument("--as-recorded", action="store_true", help="keep every level as recorded")
    add_transfer(parser, has_moments=False)


def run(options: argparse.Namespace) -> int:
    """Finds them, and writes some; 3 if a file could not be read, or fewer were written than requested."""
    from engine.features.ambience.background_measure import listen
    from engine.features.ambience.background_search import candidates, compare
    from engine.features.ambience.room_tone import USUAL_S
    from engine.library.library import Library

    profile = profile_of(options)
    wished_s = options.length or USUAL_S
    path, start_s, end_s = _stretch(options.file)
    asked = listen(path, start_s, end_s)
    with Library.open(library_folder(options), read_only=True) as library:
        to_hear = candidates(library, asked)
    show = bar("listening")
    found = compare(asked, to_hear, wished_s=wished_s, progress=lambda found: show(found.heard / max(1, found.of)))
    for item in found.skipped:
        say(f"skipped: {printable(item.reason)}")
    rows = found.backgrounds[: max(options.limit, options.count if options.out else 0)]
    written = _write(rows, wished_s, profile, options) if options.out else {}
    for rank, one in enumerate(rows, start=1):
        record = {"rank": rank, **_record(one), **written.get(rank, {})}
        if options.json:
            json_line(record)
        else:
            print(_line(rank, one, written.get(rank, {})))
    if all(one.is_itself for one in rows):
        say("No other sound in the library has this background. Choose a longer section, or index similar recordings.")
    missed = options.out is not None and len(written) < options.count
    if missed:
        say(f"{options.count} were wanted and {len(written)} written")
    return SOME_SKIPPED if found.skipped or missed else DONE


def _write(
    rows: "tuple[Background, ...]", wished_s: float, profile: "Profile", options: argparse.Namespace
) -> dict[int, dict[str, Any]]:
    """Writes backgrounds; returns records by rank. Skips a stretch that is too short or unreadable."""
    from engine.features.ambience.room_tone import write_tone

    written: dict[int, dict[str, Any]] = {}
    for rank, one in enumerate(rows, start=1):
        if len(written) == options.count:
            break
        try:
            made = write_tone(
                one,
                wished_s,
                options.out,
                profile=profile,
                is_level=not options.as_recorded,
                number=len(written) + 1,
                library=library_folder(options),
            )
        except (AudioError, QueryError, TransferError) as err:
            say(f"skipped: {printable(str(err))}")
            continue
        about: dict[str, Any] = {"file": str(made.file)}
        if not profile.is_as_it_is:
            record = {**file_record(made.exported[0], profile), "source": one.path.text}
            about |= {key: record[key] for key in ("source", "profile", "notes")}
        written[rank] = {
            **about,
            "frames": made.plan.frames,
            "laps": made.plan.laps,
            "applied_gain_db": round(made.gain_db, 2),
        }
    return written


def _record(one: "Background") -> dict[str, Any]:
    place = one.place
    return {
        "path": one.path.text,
        "uri": one.path.uri,
        "start_s": round(place.start_s, 3),
        "end_s": round(place.end_s, 3),
        "likeness": round(place.likeness, 4),
        "spread_db": round(place.spread_db, 2),
        "gain_db": round(place.gain_db, 2),
        "is_itself": one.is_itself,
    }


def _line(rank: int, one: "Background", written: dict[str, Any]) -> str:
    place = one.place
    itself = ", the same file" if one.is_itself else ""
    louder = f"{abs(place.gain_db):.0f} dB {'softer' if place.gain_db > 0 else 'louder'}"
    where = f"{printable(one.path.text)}  {place.start_s:.1f}-{place.end_s:.1f} s"
    told = f"{rank:3}  {place.likeness:.2f}  {where}  {louder}, varies by {place.spread_db:.0f} dB{itself}"
    return f"{told}\n     -> {printable(written['file'])}" if written else told


def _stretch(text: str) -> "tuple[FilePath, float | None, float | None]":
    """Parses FILE@START-END; an existing file of exactly this name is used whole."""
    from engine.base.types import FilePath
    from engine.search.examples import LIKE, read_example
    from engine.search.value_parsers import InvalidValue

    file = os.path.abspath(text)
    if Path(file).exists():
        return FilePath.of(file), None, None
    try:
        example = read_example(LIKE, file)
    except InvalidValue:
        raise QueryError(f"{text} is no file with a stretch", advice="For example rain.wav@1.2-3.0") from None
    assert isinstance(example.sound, FilePath)  # always true of a term
    return example.sound, example.start_s, example.end_s


def _length(text: str) -> float:
    from engine.features.ambience.room_tone import LONGEST_S, SHORTEST_S

    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not (math.isfinite(seconds) and SHORTEST_S <= seconds <= LONGEST_S):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds from {SHORTEST_S:g} to {LONGEST_S:g}")
    return seconds


def _few(text: str) -> int:
    from engine.features.ambience.background_search import SHOWN

    if not text.isdecimal() or not 1 <= int(text) <= SHOWN:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to {SHOWN}")
    return int(text)
