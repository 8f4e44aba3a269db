"""`earshot send`: puts the sounds of a query, or of a list of cues, at their places in a project."""

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.base.errors import QueryError, TransferError
from engine.base.messages import told
from engine.cli.shell import DONE, SOME_SKIPPED
from engine.cli.shell.options import add_actions, add_patience, add_query, library_folder, patience_of
from engine.cli.shell.output import json_line, printable, say
from engine.cli.shell.transfer import add_transfer, file_record, profile_of, progress
from engine.features.spotting.clocks import FrameClock, NoSuchTime, Rate

if TYPE_CHECKING:
    from engine.features.send.ardour_session import ArdourSession
    from engine.features.send.clips import ClipSummary
    from engine.transfer.collect import ExportItem
    from engine.transfer.profile import Profile

DESCRIPTION = """\
Put sounds at their places in a project: the best moment of what a query finds, or of each line of a cue sheet at the
line's time. Files are made by a transfer profile, with handles before the place; the time reference of each WAV is its
place, for "spot to original timestamp" in other programs."""
_TARGETS = {
    "otio": "write an OpenTimelineIO timeline, which editing programs read",
    "rpp": "write a REAPER project",
    "ardour": "put them into an Ardour session that is closed in Ardour, by Ardour's own Lua interpreter",
    "command": "start a program with them, such as an editor",
}
_INSTALL = "install-script"


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
    from engine.features.send.ardour_session import find_ardour, read_session
    from engine.features.send.editor_program import check_command
    from engine.features.send.otio_timeline import check_otio

    profile = profile_of(options)
    session = None
    match options.action:  # report what is lacking before searching
        case "ardour":
            find_ardour()
            session = read_session(options.session)
            profile = _of_session(profile, session)
        case "otio":
            check_otio()
        case "command":
            check_command(options.run)
    pieces = _pieces(options)
    made = _clips(pieces, profile, session, options)
    _hand_over(made, session, options)
    for clip in made.clips:
        record = {**file_record(clip.file, profile), "name": clip.name, "at_s": round(clip.start_s, 9)}
        if options.json:
            json_line(record)
        else:
            print(printable(f"{clip.start_s:12.3f} s  {clip.path}"))
    for item in made.skipped:
        say(f"skipped: {printable(str(item.what))}")
    return SOME_SKIPPED if made.skipped else DONE


def _of_session(profile: "Profile", session: "ArdourSession") -> "Profile":
    """The profile with what Ardour needs: WAV files at the session's rate."""
    from engine.transfer.profile import Container

    if not profile.container.is_wave or profile.rate_hz not in (None, session.sample_rate_hz):
        fault = f"an Ardour session at {session.sample_rate_hz} Hz takes WAV files at its rate"
        raise QueryError(fault, advice="Leave the format and the sample rate out, or choose another profile.")
    return replace(profile, container=Container.BWF, rate_hz=session.sample_rate_hz)


def _pieces(options: argparse.Namespace) -> "list[ExportItem]":
    """What to send, each with its place."""
    from engine.features.send.clips import in_sequence
    from engine.features.send.messages import SendAdvice, SendFault

    clock = FrameClock(Rate(options.rate), options.drop)
    try:
        start_s = clock.read(options.at)
    except NoSuchTime:
        start_s = None
    if start_s is None:
        raise TransferError(told(SendFault.NO_TIME, options.at), advice=SendAdvice.TIMES)
    if options.cues is not None:
        found = _of_cues(clock, options)
        ends = [piece.at_s + length_s for piece, length_s in found if piece.at_s is not None]
        start_s = max([start_s, *(end_s + 1.0 for end_s in ends)])
    else:
        found = _of_query(options)
    return in_sequence([piece for piece, _ in found], [length_s for _, length_s in found], start_s, 1.0)


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
    from engine.features.spotting.cue_reader import read_cues
    from engine.features.spotting.picks import first_picks, words_of
    from engine.features.spotting.spot_command import say_weak
    from engine.library.library import Library
    from engine.search.question import Question
    from engine.transfer.collect import ExportItem

    if options.words:
        raise QueryError("both words and cues were given", advice="Leave the words out, or --cues.")
    sheet = read_cues(options.cues, clock)
    for left_out in sheet.skipped:
        say(f"line {left_out.line} was left out, or its time: {left_out.why}")
    with Library.open(library_folder(options), read_only=True) as library:
        library.warm_up()
        answers = library.answer_all([Question(cue.query, limit=1, stacks=True) for cue in sheet.cues])
    picked, weak = first_picks(sheet, answers, is_whole=options.whole, takes_weak=options.weak)
    say_weak(weak, takes_weak=options.weak)
    found = []
    for one in picked:
        piece = ExportItem(one.sound.path, one.sound.metadata, one.start_s, one.end_s, words=words_of(one, clock))
        found.append((replace(piece, at_s=one.row.cue.start_s), one.length_s or 0.0))
    return found


def _clips(
    pieces: "list[ExportItem]", profile: "Profile", session: "ArdourSession | None", options: argparse.Namespace
) -> "ClipSummary":
    from engine.features.send.clips import make_clips

    folder = options.to if session is None else session.recordings
    more: dict[str, Any] = {} if session is None else {"credits": None}
    return make_clips(
        pieces,
        folder,
        profile,
        library=library_folder(options),
        progress=progress(),
        patience=patience_of(options),
        **more,
    )


def _hand_over(made: "ClipSummary", session: "ArdourSession | None", options: argparse.Namespace) -> None:
    from engine.base.atomic_files import free_place

    title = options.cues.stem if options.cues is not None else " ".join(options.words) or "Earshot"
    match options.action:
        case "ardour":
            from engine.features.send.ardour_session import place_in

            assert session is not None
            place_in(session, made.clips)
            say(f"{len(made.clips)} clips placed in {printable(str(session.file))}")
        case "command":
            from engine.features.send.editor_program import open_in

            open_in(options.run, made.clips)
        case _:
            from engine.audio.region_names import plain_name
            from engine.features.send.otio_timeline import write_otio
            from engine.features.send.reaper_project import write_rpp

            path = free_place(options.to / f"{plain_name(title)[:80]}.{options.action}")
            if options.action == "otio":
                write_otio(made.clips, title, path)
            else:
                write_rpp(made.clips, path)
            say(f"{len(made.clips)} clips written to {printable(str(path))}")
