"""`earshot round-robin`: copies similar takes of one sound at one level under numbered names."""

import argparse
from pathlib import Path

from engine.base.errors import QueryError
from engine.cli.shell import DONE, SOME_SKIPPED
from engine.cli.shell.options import add_patience, library_folder, use_patience
from engine.cli.shell.output import json_line, printable, say
from engine.cli.shell.transfer import add_transfer, file_record, profile_of, progress

DESCRIPTION = """\
Copy takes of a sound for a sampler: other takes of the same session, each recording once, then sounds that are much
like it where there are too few. All get the loudness of the first; originals are not touched."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its options."""
    parser.add_argument("file", type=Path, help="a file that is in the library")
    parser.add_argument("--to", type=Path, required=True, metavar="FOLDER", help="where the copies go")
    parser.add_argument("--count", type=_several, default=4, metavar="N", help="takes, 2 to 128 (default: %(default)s)")
    parser.add_argument(
        "--name", default=None, metavar="PATTERN", help="what copies are called, of {name} {number} {sound}"
    )
    parser.add_argument("--takes-only", action="store_true", help="use takes only, no similar sounds")
    parser.add_argument("--as-recorded", action="store_true", help="keep the level of each take")
    add_patience(parser)
    add_transfer(parser, has_moments=False, names=False)


def run(options: argparse.Namespace) -> int:
    """Copies them; 3 if there are too few, or some could not be read."""
    from engine.base.types import FilePath
    from engine.features.round_robin.round_robin import NAME_PATTERN, find_candidates, matched, pieces_of
    from engine.library.library import Library
    from engine.transfer.transfer import by_pattern, transfer

    use_patience(options)
    profile = profile_of(options)
    with Library.open(library_folder(options), read_only=True) as library:
        chosen = library.sound_at(FilePath.of(options.file))
        if chosen is None:
            raise QueryError(f"{options.file} is not in the library", advice="Index its folder first: earshot index")
        found = find_candidates(library, chosen)
    if options.takes_only:
        found = [one for one in found if one.is_take]
    robin = matched(found, options.count, is_level=not options.as_recorded)
    pieces = pieces_of(robin, options.name or NAME_PATTERN)
    if options.name is None:
        pieces = by_pattern(pieces, profile)
    done = transfer(pieces, options.to, profile, library=library_folder(options), progress=progress())
    if done.unlogged is not None:
        say(f"not in the journal of exports: {done.unlogged}")
    for reason in (*(item.reason for item in robin.skipped), *(str(item.what) for item in done.skipped)):
        say(f"skipped: {printable(reason)}")
    missed = {item.path for item in done.skipped}
    copied = {
        take.sound.path: (number, take)
        for number, take in enumerate(robin.takes, start=1)
        if take.sound.path not in missed
    }
    for file in done.files if options.json else ():
        number, take = copied[file.source]
        source = take.sound.path
        about = {"number": number, "file": str(file.path), "path": source.text, "uri": source.uri}
        of_profile = {} if profile.is_as_it_is else file_record(file, profile)
        json_line({**about, "is_take": take.is_take, "gain_db": round(take.gain_db, 2), **of_profile})
    takes = sum(take.is_take for _, take in copied.values())
    like = len(copied) - takes
    say(f"{takes} takes" + (f" and {like} much like them" if like else "") + f" copied to {options.to}")
    is_whole = len(robin.takes) == options.count and not robin.skipped and not done.skipped
    if len(robin.takes) < options.count:
        say(f"{options.count} were wanted; there are no more")
    return DONE if is_whole else SOME_SKIPPED


def _several(text: str) -> int:
    from engine.features.round_robin.round_robin import MOST

    if not text.isdecimal() or not 2 <= int(text) <= MOST:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 2 to {MOST}")
    return int(text)
