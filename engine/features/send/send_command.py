"""`earshot send`: puts the sounds of a query, or of a list of cues, at their places in a project."""

import argparse
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from engine.base.clocks import FrameClock, Rate
from engine.base.errors import QueryError, TransferError
from engine.cli.shell import DONE, SOME_SKIPPED
from engine.cli.shell.options import add_actions, add_patience, add_query, library_folder, patience_of
from engine.cli.shell.output import json_line, printable, say
from engine.cli.shell.transfer import add_transfer, file_record, profile_of, progress

if TYPE_CHECKING:
    from engine.transfer.collect import ExportItem

DESCRIPTION = """\
Put sounds at their places in a project: the best moment of what a query finds, or of each line of a cue sheet at the
line's time. Files are made by a transfer profile, with handles before the place; the time reference of each WAV is its
place, for "spot to original timestamp" in other programs."""
_TARGETS = {
    "otio": "write an OpenTimelineIO timeline, which editing programs read",
    "aaf": "write an AAF composition, for Pro Tools, Nuendo and Media Composer",
    "fcpxml": "write an FCPXML project, for Final Cut Pro and DaVinci Resolve",
    "edl": "write an edit decision list (CMX 3600), which counts in frames",
    "rpp": "write a REAPER project",
    "ardour": "put them into an Ardour session that is closed in Ardour, by Ardour's own Lua interpreter",
    "command": "start a program with them, such as an editor",
}
_INSTALL = "install-script"


class AnswersCues(Protocol):
    """Returns a piece for each answered line of a cue sheet, at the line's time, and its length in seconds."""

    def __call__(
        self, library: Path, path: Path, clock: FrameClock, *, is_whole: bool, takes_weak: bool
    ) -> "list[tuple[ExportItem, float]]": ...


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its actions."""
    action = add_actions(parser, is_required=True)
    for name, text in _TARGETS.items():
        target = action(name, text)
        add_query(target)
        if name == "ardour":
            target.add_argument("--session", type=Path, required=True, metavar="FOLDER", help="folder of the session")
        else:
            target.add_argument("--to", type=Path, required=True, metavar="FOLDER", help="folder of the files")
        if name == "command":
            run = 'the program and its arguments; "{file}" stands for the files, {name} and {start_s} for their data'
            target.add_argument("--run", nargs="+", required=True, metavar="ARGUMENT", help=run)
        target.add_argument("--cues", type=Path, metavar="FILE", help="a list of cues, as for `earshot spot`")
        target.add_argument(
            "--at", default="0", metavar="TIME", help="place of the first sound without one (default: 0)"
        )
        target.add_argument(
            "--rate", choices=list(map(str, Rate)), default="25", help="frames per second of timecode (default: 25)"
        )
        target.add_argument("--drop", action="store_true", help="read timecode as drop-frame")
        target.add_argument("--weak", action="store_true", help="take weak matches of cues too")
        target.add_argument("--whole", action="store_true", help="take whole sounds and not their moments")
        add_patience(target)
        add_transfer(target)
    script = action(_INSTALL, "install the script by which a DAW asks `earshot serve` and puts sounds at its playhead")
    script.add_argument("program", choices=("ardour", "reaper"), help="the DAW")
    script.add_argument("--to", type=Path, metavar="FOLDER", help="folder of its scripts (default: where it looks)")


def run(options: argparse.Namespace) -> int:
    """Sends them; 3 if some sounds could not be read."""
    return _install(options) if options.action == _INSTALL else _send(options)


def _install(options: argparse.Namespace) -> int:
    from engine.features.send.daw_scripts import DawProgram, install_script

    for place in install_script(DawProgram(options.program), options.library, options.to):
        if options.json:
            json_line({"path": str(place)})
        else:
            print(printable(str(place)))
    return DONE


def _send(options: argparse.Namespace) -> int:
    from engine.features.send.project_sending import ProjectTarget, SendOrder, check_target, send

    profile = profile_of(options)
    order = SendOrder(
        ProjectTarget(options.action),
        options.session if options.action == ProjectTarget.ARDOUR else options.to,
        options.at,
        clock=FrameClock(Rate(options.rate), options.drop),
        command=shlex.join(options.run) if options.action == ProjectTarget.COMMAND else "",
        title=options.cues.stem if options.cues is not None else " ".join(options.words),
    )
    check_target(order, profile)  # before searching, which takes long
    found = _of_query(options) if options.cues is None else _of_cues(order.clock, options)
    sent = send(
        [piece for piece, _ in found],
        [length_s for _, length_s in found],
        order,
        profile,
        library=library_folder(options),
        progress=progress(),
        patience=patience_of(options),
    )
    for clip in sent.made.clips:
        record = {**file_record(clip.file, profile), "name": clip.name, "at_s": round(clip.start_s, 9)}
        if options.json:
            json_line(record)
        else:
            print(printable(f"{clip.start_s:12.3f} s  {clip.path}"))
    if sent.place is not None:
        say(f"{len(sent.made.clips)} clips placed in {printable(str(sent.place))}")
    if sent.shift_s:
        say(f"places between frames: clips without a handle moved by up to {1000 * sent.shift_s:.1f} ms")
    for item in sent.made.skipped:
        say(f"skipped: {printable(str(item.what))}")
    return SOME_SKIPPED if sent.made.skipped else DONE


def _of_query(options: argparse.Namespace) -> "list[tuple[ExportItem, float]]":
    from engine.cli.shell.answers import ranked
    from engine.library.library import Library
    from engine.transfer.collect import ExportItem

    if options.limit is None:
        options.limit = 1
    with Library.open(library_folder(options), read_only=True) as library:
        ranking, wanted = ranked(library, options)
        found = []
        for hit in library.hits(ranking, range(wanted)):
            moment = hit.moments[0] if hit.moments and not options.whole and not ranking.is_listing else None
            start_s, end_s = (None, None) if moment is None else (moment.start_s, moment.end_s)
            whole_s = 0.0 if hit.sound.info is None else hit.sound.info.duration_s
            length_s = whole_s if moment is None else moment.end_s - moment.start_s
            words = (("cue", " ".join(options.words)),)
            found.append((ExportItem(hit.sound.path, hit.sound.metadata, start_s, end_s, words=words), length_s))
    return found


def _of_cues(clock: FrameClock, options: argparse.Namespace) -> "list[tuple[ExportItem, float]]":
    from engine.base.feature import parts
    from engine.features.send.messages import SendAdvice, SendFault

    if options.words:
        raise QueryError("both words and cues were given", advice="Leave the words out, or --cues.")
    answers: AnswersCues | None = next(parts(lambda feature: feature.cue_pieces), None)
    if answers is None:
        raise TransferError(SendFault.NO_CUE_READER, advice=SendAdvice.WITHOUT_CUES)
    return answers(library_folder(options), options.cues, clock, is_whole=options.whole, takes_weak=options.weak)
