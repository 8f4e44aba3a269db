"""Options of commands that write sound files: a transfer profile, and each part of it as its own option."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec.structs import replace

from engine.base.errors import QueryError, TransferError
from engine.cli.shell.output import bar, json_line, printable, say

if TYPE_CHECKING:
    from engine.transfer.profile import Profile
    from engine.transfer.transfer import TransferredFile, TransferSummary

T = TypeVar("T")


def add_transfer(parser: argparse.ArgumentParser, *, has_moments: bool = True, names: bool = True) -> None:
    """Adds the parts of a profile, and the profile itself.

    Args:
        has_moments: whether it can write stretches, which have handles.
        names: whether `--name` is part of the profile here; otherwise the command has its own.
    """
    group = parser.add_argument_group("the files", "Without any of these a file is copied as it is.")

    def add(flag: str, dest: str, text: str, **more: Any) -> None:
        group.add_argument(flag, dest=f"transfer_{dest}", default=None, help=text, **more)

    add("--profile", "profile", "a saved profile, or a file with one; options given beside it win", metavar="NAME|FILE")
    add(
        "--format", "container", "original, wav, bwf, aiff, flac, mp3 or m4a", metavar="F", type=_read("read_container")
    )
    rate = "sample rate in Hz, resampled by soxr VHQ"
    names_of_rate = ("--sample-rate",) if _has(parser, "--rate") else ("--rate", "--sample-rate")
    group.add_argument(*names_of_rate, dest="transfer_rate_hz", default=None, type=_hertz, metavar="HZ", help=rate)
    depth = "16, 24 or 32f bits; dithered where integers lose something"
    add("--depth", "depth", depth, metavar="BITS", type=_read("read_depth"))
    channels = "keep, mono, stereo, split (a file each) or pick:1,2"
    add("--channels", "channels", channels, metavar="C", type=_read("read_channels"))
    level = "asis, peak:DB, tp:DB (true peak) or lufs:DB (loudness)"
    add("--level", "level", level, metavar="L", type=_read("read_level"))
    group.add_argument("--dc-off", dest="transfer_is_dc_removed", action="store_const", const=True, default=None,
                       help="remove the DC offset")  # fmt: skip
    if has_moments:
        add("--handles", "handles_s", "extra length before and after each moment", metavar="S", type=_seconds)
    stretch = "length afterwards in percent, 25 to 400; the pitch stays"
    add("--stretch", "stretch_percent", stretch, metavar="X", type=_number)
    pitch = "semitones up or down, -24 to 24, such as -3.5; the length stays"
    add("--pitch", "pitch_semitones", pitch, metavar="ST", type=_number)
    fade = "fade at both ends (default: 5 ms where a sound is cut)"
    add("--fade", "fade_s", fade, metavar="S", type=_seconds)
    add("--metadata", "texts", "kept or none", metavar="M", type=_read("read_texts"))
    add("--originator", "originator", "originator to write into the broadcast extension", metavar="TEXT")
    if names:
        pattern = "what files are called, of {name} {CatID} {FXName} {cue} {scene} {take} {date} {time} {n:03} …"
        add("--name", "pattern", pattern, metavar="PATTERN")
    exists = "what to do with a name that is taken: number, replace, skip or refuse (default: number)"
    add("--exists", "policy", exists, metavar="RULE", type=_read("read_policy"))


def profile_of(options: argparse.Namespace) -> Profile:
    """Returns the profile of a command line.

    Raises:
        TransferError: none has that name, or its file cannot be read.
        QueryError: two options contradict each other.
    """
    from engine.transfer.profile import AS_IT_IS

    given = {
        name.removeprefix("transfer_"): value
        for name, value in vars(options).items()
        if name.startswith("transfer_") and value is not None
    }
    named = given.pop("profile", None)
    profile = AS_IT_IS if named is None else profile_named(named)
    if not given:
        return profile
    try:
        return replace(profile, name=profile.name if named is not None else "", **given)
    except TransferError as err:
        raise QueryError(err.what, advice=err.to_do) from err


def profile_named(text: str) -> Profile:
    """Returns a saved profile by name, else reads a file. Raises TransferError."""
    from engine.transfer.profile_store import ProfileStore, read_file

    try:
        return ProfileStore().get(text)
    except TransferError:
        if not Path(text).is_file():
            raise
    return read_file(Path(text))


def file_record(file: TransferredFile, profile: Profile) -> dict[str, Any]:
    """Returns a file as `--json` prints it."""
    return {
        "path": str(file.path),
        "source": file.source.text,
        "start_s": None if file.start_s is None else round(file.start_s, 6),
        "end_s": None if file.end_s is None else round(file.end_s, 6),
        "profile": profile.name or None,
        "is_new": file.is_new,
        "notes": [str(note) for note in file.notes],
    }


def teller(
    options: argparse.Namespace, profile: Profile, more: Mapping[str, Any] | None = None
) -> Callable[[TransferredFile], None]:
    """Returns a function that prints a finished file; `more` is added to its JSON."""

    def tell(file: TransferredFile) -> None:
        if options.json:
            json_line({"file": str(file.path), **file_record(file, profile), **(more or {})})
        else:
            print(printable(str(file.path)), flush=True)
        for note in file.notes:
            say(f"{printable(file.path.name)}: {note}")

    return tell


def progress() -> Callable[[float], None]:
    """Returns a function that shows progress on a terminal."""
    return bar("writing")


def say_transferred(done: TransferSummary, profile: Profile) -> bool:
    """Reports the outcome; returns whether every file was made."""
    for item in done.skipped:
        say(f"skipped: {printable(str(item.what))}")
    for path in done.left:
        say(f"left, the name is taken: {printable(str(path))}")
    if done.unlogged is not None:
        say(f"not in the journal of exports: {done.unlogged}")
    new = sum(file.is_new for file in done.files)
    made = "copied" if profile.is_as_it_is else "written"
    say(f"{new} {made}, {len(done.files) - new + len(done.left)} there already, {len(done.skipped)} skipped")
    return not done.skipped


def _has(parser: argparse.ArgumentParser, flag: str) -> bool:
    return flag in parser._option_string_actions


def _read(name: str) -> Callable[[str], object]:
    """Returns a parser that uses the function of that name in `engine.transfer.profile`."""

    def read(text: str) -> object:
        from engine.transfer import profile

        try:
            value: object = getattr(profile, name)(text)
        except TransferError as err:
            raise argparse.ArgumentTypeError(f"{err}; {err.advice}") from None
        return value

    return read


def _hertz(text: str) -> int:
    if not text.isdecimal() or len(text) > 7:
        raise argparse.ArgumentTypeError(f"{text!r} is not a sample rate in Hz, such as 48000")
    return int(text)


def _number(text: str) -> float:
    try:
        return float(text.removesuffix("%"))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0.0 <= seconds < 1e6:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds from 0 up")
    return seconds
