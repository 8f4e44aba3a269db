"""The command line's grammar: every command, option and help text, and nothing that runs."""

import argparse
import math
import re
from collections.abc import Sequence
from pathlib import Path

from engine.commands import (
    backups_parser,
    describe_parser,
    housekeeping_parser,
    keeping_parser,
    userdata_parser,
)

DEVICES = ("auto", "cpu", "cuda", "coreml", "directml")

_QUERIES = ("search", "export", "collect")
_MINUS_WORD = re.compile(r"-[^\W\d_]{3}")

_EPILOG = """\
exit status: 0 done; 1 something outside Earshot is in the way (the message says what to do);
2 the command line is wrong; 3 done, but some files could not be read.
"""


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Reads a command line; exits with status 2 and a message on a wrong one. `command` is empty for the window."""
    # Not set_defaults: it would reach the commands' copies of the common options, which undo what stood before.
    defaults = argparse.Namespace(command="", library=None, json=False)
    return build_parser().parse_args(_with_minus_words(arguments), defaults)


def _with_minus_words(arguments: Sequence[str]) -> list[str]:
    """Behind a command that takes a query, -word is part of the query: argparse takes what holds a blank for no option.

    Words of one or two letters are left to it, so that a wrong option such as -n is refused.
    """
    place = next((number for number, text in enumerate(arguments) if text in _QUERIES), len(arguments))
    return [f" {text}" if number > place and _MINUS_WORD.match(text) else text for number, text in enumerate(arguments)]


def build_parser() -> argparse.ArgumentParser:
    """The parser of `earshot`."""
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument(
        "--library",
        type=Path,
        metavar="DIR",
        default=argparse.SUPPRESS,
        help="folder of the library (default: in the platform's data folder)",
    )
    common.add_argument(
        "--json",
        action="store_true",
        default=argparse.SUPPRESS,
        help="print one JSON object a line on standard output",
    )
    parser = argparse.ArgumentParser(
        prog="earshot",
        description="Find any sound by describing it. Without a command the window opens.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[common],
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=_Version, help="print the version and stop")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    def add(name: str, text: str, *, description: str = "") -> argparse.ArgumentParser:
        command = commands.add_parser(
            name, help=text, description=description or text, parents=[common], allow_abbrev=False
        )
        command.set_defaults(command=name)
        return command

    add("window", "open the window (what `earshot` alone does)")
    _index(add("index", "take folders of sounds into the library, or bring the library up to date", description=_INDEX))
    _search(add("search", "find sounds by describing them", description=_SEARCH))
    _similar(add("similar", "find sounds like one in a file, which need not be in the library"))
    _sketch(add("sketch", "draw a rough idea of a sound whose file may be away", description=_SKETCH))
    housekeeping_parser.export(
        add("export", "write the sounds of a query as a table or a playlist", description=housekeeping_parser.EXPORT),
        _count,
    )
    housekeeping_parser.collect(
        add(
            "collect", "copy the sounds of a query into a folder, with credits", description=housekeeping_parser.COLLECT
        ),
        _count,
    )
    housekeeping_parser.duplicates(
        add("duplicates", "find sounds that are there more than once", description=housekeeping_parser.DUPLICATES)
    )
    housekeeping_parser.missing(
        add(
            "missing",
            "list files that are not where they were, and link them again",
            description=housekeeping_parser.MISSING,
        )
    )
    describe_parser.describe(
        add("describe", "show what files say of themselves, or write it", description=describe_parser.DESCRIBE)
    )
    describe_parser.undo(add("undo", "take back the newest change of metadata", description=describe_parser.UNDO))
    keeping_parser.tag(add("tag", "show or change tags, ratings and marks", description=keeping_parser.TAG), _count)
    keeping_parser.collections(
        add("collections", "list, make, fill and show collections", description=keeping_parser.COLLECTIONS),
        common,
        _count,
    )
    keeping_parser.thesaurus(
        add("thesaurus", "show and change the words that stand for others", description=keeping_parser.THESAURUS),
        common,
    )
    backups_parser.backups(
        add("backups", "list the backups of the catalogue, or make one", description=backups_parser.BACKUPS), common
    )
    backups_parser.restore(add("restore", "go back to a backup of the catalogue", description=backups_parser.RESTORE))
    userdata_parser.export(
        add("export-data", "write all that you entered into a file", description=userdata_parser.EXPORT)
    )
    userdata_parser.take_in(add("import-data", "take such a file in", description=userdata_parser.IMPORT))
    backups_parser.verify(
        add("verify", "check the library in depth, say what can be mended, and mend", description=backups_parser.VERIFY)
    )
    add("stats", "say what the library holds")
    add("doctor", "check devices, audio output, packs, libraries and disk, and say what to do")
    _pack(add("pack", "list, verify, install or remove model packs"), common)
    return parser


_INDEX = """\
Take folders (or single files) into the library. Without a folder every known one is looked at again. What has not
changed is not read again. With --json event lines come on standard output, and the lines pause, resume and cancel are
obeyed on standard input. Ctrl-C cancels; what was done is kept, and the same command goes on from there."""

_USE = """\
Embed every sound again with another pack. Until all is done searches use the vectors they did, here and in every other
window; then the library is switched at one stroke. Ctrl-C stops; what was done is kept, and the same command goes on
from there. Back to a pack that still knows every sound takes a moment; to the library's own ends what was begun."""

_INSTALL = """\
Verify a pack and copy it into the library. Only an https address or a ready pack of the catalogue goes online: it is
downloaded, compared with its checksum, and only then unpacked. What fails leaves nothing behind."""

_SKETCH = """\
Draw a rough idea of a sound from its units, which are kept of speech-like and repeating sounds when they are indexed
with a units pack. The sound's own file is not read. A sketch is not the sound: it has its rhythm and its levels, in the
voice of the pack."""

_SEARCH = """\
Find sounds by describing them. Plain words describe; | means or; "quoted" words must be in the name or metadata; -word
lowers sounds like it; dur:<2 ch:2 sr:>=48k ext:wav in:Foley tag:x rating:>=3 cat:DOORS bpm:90..120 key:Am loud:>-20
date:week heard:no loop: fav: offline: and others filter; a value that cannot be read names what can."""


def _index(command: argparse.ArgumentParser) -> None:
    command.add_argument("folders", nargs="*", type=Path, metavar="FOLDER", help="a folder, or a file, to take in")
    command.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="PATH",
        help="look at this file or folder of the library and not at the rest; a path or a file: address; may be given"
        " several times",
    )
    command.add_argument(
        "--device", choices=DEVICES, default="auto", help="what computes (default: %(default)s, the best that works)"
    )
    _memory(command)
    command.add_argument(
        "--retry-failed", action="store_true", help="try files again that failed before and have not changed"
    )
    command.add_argument(
        "--no-speech", action="store_true", help="do not listen for words and units now; the next indexing does"
    )
    command.add_argument(
        "--pack",
        type=Path,
        metavar="P",
        help="model pack to use, a folder or the name of one at hand (default: the library's own, else starter)",
    )
    command.add_argument("--workers", type=_count, default=0, metavar="N", help="reading threads (default: one a core)")


def _answer_options(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--limit", type=_count, default=20, metavar="N", help="most answers to print (default: %(default)s)"
    )
    command.add_argument("--exact", action="store_true", help="compare with every vector instead of asking the index")
    command.add_argument("--stacks", action="store_true", help="fold near-identical takes into one row")


def _search(command: argparse.ArgumentParser) -> None:
    command.add_argument("words", nargs="*", help="the description; several words need no quotes")
    command.add_argument(
        "--batch", type=Path, metavar="FILE", help="read a query a line from FILE (- for standard input)"
    )
    command.add_argument(
        "--sound-only", action="store_true", help="rank by the sound alone, without names and metadata"
    )
    _answer_options(command)


def _similar(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=Path, help="any sound file")
    command.add_argument(
        "--from", dest="start_s", type=_seconds, metavar="S", help="start of the part to compare, in seconds"
    )
    command.add_argument(
        "--to", dest="end_s", type=_seconds, metavar="S", help="end of the part to compare, in seconds"
    )
    command.add_argument(
        "--word",
        action="store_true",
        help="find where the word that is said in this part is said again; --from and --to enclose it",
    )
    command.add_argument(
        "--pattern",
        action="store_true",
        help="find where the same phrase or pattern occurs again, with its times, instead of what sounds alike",
    )
    _answer_options(command)


def _sketch(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=Path, metavar="SOUND", help="the path that the sound has, or had")
    command.add_argument("--out", type=Path, required=True, metavar="FILE", help="the WAV to write")


def _pack(command: argparse.ArgumentParser, common: argparse.ArgumentParser) -> None:
    actions = command.add_subparsers(title="actions", metavar="ACTION", dest="action", required=True)

    def add(name: str, text: str) -> argparse.ArgumentParser:
        return actions.add_parser(name, help=text, description=text, parents=[common], allow_abbrev=False)

    add("list", "list the packs that are at hand, and which one the library uses")
    verify = add("verify", "check every hash of a pack, and its vectors against those it was made with")
    verify.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help="the pack (default: every pack at hand)")
    verify.add_argument("--device", choices=DEVICES, default="cpu", help="device to check (default: %(default)s)")
    use = add("use", "embed the library with another pack while its own goes on answering, then search with it")
    use.description = _USE
    use.add_argument(
        "folder",
        nargs="?",
        type=Path,
        metavar="PACK",
        help="a folder, a zip file or a name (default: go on with what was begun)",
    )
    use.add_argument("--device", choices=DEVICES, default="auto", help="what computes (default: %(default)s)")
    use.add_argument("--workers", type=_count, default=0, metavar="N", help="reading threads (default: one a core)")
    _memory(use)
    use.add_argument(
        "--without-offline",
        action="store_true",
        help="switch even if sounds are on drives that are away: they are found by name alone until they are back",
    )
    install = add("install", "verify a pack and copy it into the library")
    install.description = _INSTALL
    install.add_argument(
        "source", metavar="SOURCE", help="a pack's folder, a zip file of one, its https address, or a catalogue name"
    )
    install.add_argument(
        "--sha256", type=_sha256, metavar="HEX", help="checksum that the zip file must have; an address needs it"
    )
    offered = add("catalogue", "list packs and checkpoints that can be had elsewhere, without going online")
    for command in (install, offered):
        command.add_argument(
            "--catalogue", type=Path, metavar="FILE", help="another list than the one that comes with Earshot"
        )
    add("forget", "free what a pack that is not searched left in the library: its vectors and indexes").add_argument(
        "folder", metavar="PACK", help="its name, its folder, or the beginning of its id"
    )
    add("remove", "take a pack that you installed out of the library").add_argument(
        "folder", type=Path, metavar="PACK", help="the pack's folder, or its name"
    )


def _memory(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--memory",
        type=_gigabytes,
        default=0,
        metavar="GIB",
        help="memory that the job may take; a file that needs more is left out (default: half of the machine's, but"
        " at least 3)",
    )


def _gigabytes(text: str) -> int:
    try:
        count = float(text)
    except ValueError:
        count = 0.0
    if not 0.25 <= count <= 1 << 20:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of GiB from 0.25 up")
    return round(count * (1 << 30))


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 up")
    return int(text)


def _sha256(text: str) -> str:
    if not re.fullmatch(r"[0-9a-fA-F]{64}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no SHA-256 checksum of 64 hexadecimal digits")
    return text.lower()


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not (math.isfinite(seconds) and seconds >= 0):
        raise argparse.ArgumentTypeError(f"{text!r} is not a time in seconds")
    return seconds


class _Version(argparse.Action):
    """argparse's own wants the version for every command line, and each start of the window would look it up."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str) -> None:
        super().__init__(option_strings, dest, nargs=0, default=argparse.SUPPRESS, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *given: object) -> None:
        print(f"earshot {_version()}")
        parser.exit()


def _version() -> str:
    from importlib import metadata

    try:
        return metadata.version("earshot")
    except metadata.PackageNotFoundError:
        return "(not installed)"
