"""`earshot spot`: the sounds for every line of a cue sheet, script, EDL or list of markers."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from engine.shell import DONE, SOME_SKIPPED
from engine.shell.options import count, library_folder
from engine.shell.show import NAMED, bar, json_line, printable, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.spotting.clocks import FrameClock
    from engine.spotting.cues import CueSheet
    from engine.spotting.picked import Picked
    from engine.types import Answer

DESCRIPTION = """\
Find sounds for every line of a list: a script or any text, a CSV or tab-separated table, an EDL, subtitles (SRT), or
markers as Premiere, Resolve, Avid, Audition, Reaper, Pro Tools and Audacity export them. Each line is answered with
several sounds, takes folded. Files, table and timeline get the first of each line."""
_RATES = ("23.976", "24", "25", "29.97", "30", "50", "59.94", "60")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its options."""
    parser.add_argument("list", type=Path, metavar="FILE", help="the list of cues")
    parser.add_argument(
        "--limit", type=count, default=5, metavar="N", help="sounds for each line (default: %(default)s)"
    )
    parser.add_argument("--rate", choices=_RATES, default="25", help="frames a second of its timecode (default: 25)")
    parser.add_argument("--drop", action="store_true", help="its timecode is drop-frame, where it does not say so")
    parser.add_argument("--filters", default="", metavar="FILTERS", help='of every line, such as "dur:<10 ch:2"')
    parser.add_argument("--sound-only", action="store_true", help="rank by the sound alone, without names and metadata")
    parser.add_argument("--exact", action="store_true", help="compare with every vector instead of asking the index")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write the first sound of each line as a table")
    parser.add_argument("--otio", type=Path, metavar="FILE", help="write them as a timeline (OpenTimelineIO)")
    parser.add_argument("--collect", type=Path, metavar="FOLDER", help="copy their moments, named by their cues")
    parser.add_argument(
        "--name",
        default=None,
        metavar="PATTERN",
        help="what copies are called, of {number} {cue} {text} {name} {query} {sound} {time}",
    )
    parser.add_argument("--whole", action="store_true", help="take whole sounds and not their moments")


def run(options: argparse.Namespace) -> int:
    """Answers every line and writes what was asked for; 3 when lines were left out, or sounds could not be copied."""
    from engine.library import Library
    from engine.question import Question
    from engine.spotting.clocks import FrameClock, Rate
    from engine.spotting.reading import read_cues

    sheet = read_cues(options.list, FrameClock(Rate(options.rate), options.drop))
    with Library.open(library_folder(options), read_only=True) as library:
        library.warm_up()
        questions = [
            Question(
                cue.query,
                filters=options.filters,
                limit=options.limit,
                sound_only=options.sound_only,
                exact=options.exact,
                stacks=True,
            )
            for cue in sheet.cues
        ]
        answers = library.answer_all(questions)
    _show(sheet, answers, options)
    return _write(_first(sheet, answers, is_whole=options.whole), sheet, options)


def _show(sheet: "CueSheet", answers: "Sequence[Answer]", options: argparse.Namespace) -> None:
    from engine.shell.answers import answer_table, hit_record

    for cue, answer in zip(sheet.cues, answers, strict=True):
        if options.json:
            times = {"start_s": cue.start_s, "end_s": cue.end_s}
            about = {"cue": cue.number, "line": cue.line, "name": cue.name, "text": cue.text, "query": cue.query}
            json_line({**about, **times, "hits": [hit_record(hit) for hit in answer.hits]})
        else:
            time = "" if cue.start_s is None else f"{sheet.clock.write(cue.start_s)}  "
            print(f"{cue.number}. {time}{printable(cue.text)}")
            sys.stdout.flush()
            answer_table(answer)
    for skipped in sheet.skipped[:NAMED]:
        say(f"line {skipped.line} was left out, or its time: {skipped.why}")
    if len(sheet.skipped) > NAMED:
        say(f"and {len(sheet.skipped) - NAMED} more")


def _first(sheet: "CueSheet", answers: "Sequence[Answer]", *, is_whole: bool) -> "list[Picked]":
    """The first sound of each cue that has one."""
    from engine.spotting.lists import SpotRow
    from engine.spotting.picked import Picked

    found = []
    for cue, answer in zip(sheet.cues, answers, strict=True):
        if answer.hits:
            hit = answer.hits[0]
            moment = hit.moments[0] if hit.moments and not is_whole else None
            start_s, end_s = (None, None) if moment is None else (moment.start_s, moment.end_s)
            found.append(Picked(SpotRow(cue, cue.query), hit.sound, start_s, end_s, hit.confidence))
    return found


def _write(picked: "list[Picked]", sheet: "CueSheet", options: argparse.Namespace) -> int:
    from engine.spotting.picked import write_cue_table
    from engine.spotting.timeline import write_timeline

    if options.csv is not None:
        say(f"{write_cue_table(picked, sheet.clock, options.csv)} lines written to {options.csv}")
    if options.otio is not None:
        say(f"{write_timeline(picked, sheet.clock, sheet.title, options.otio)} clips written to {options.otio}")
    is_whole = options.collect is None or _collect(picked, sheet.clock, options)
    return DONE if is_whole and not sheet.skipped else SOME_SKIPPED


def _collect(picked: "list[Picked]", clock: "FrameClock", options: argparse.Namespace) -> bool:
    """Copies the sounds; gives whether all could be read."""
    from engine.export.collect import collect
    from engine.spotting.picked import NAME_PATTERN, pieces_of

    pieces = pieces_of(picked, clock, options.name or NAME_PATTERN)
    done = collect(pieces, options.collect, progress=lambda done, total: bar("copying")(done / max(1, total)))
    for item in done.skipped:
        say(f"skipped: {printable(item.reason)}")
    say(f"{done.new} copied, {len(done.files) - done.new} there already, {len(done.skipped)} skipped")
    return not done.skipped
