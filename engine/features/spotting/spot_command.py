"""`earshot spot`: finds sounds for every line of a cue sheet, script, EDL or list of markers."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from engine.base.clocks import FrameClock, Rate
from engine.cli.shell import DONE, SOME_SKIPPED
from engine.cli.shell.options import add_patience, count, library_folder, use_patience
from engine.cli.shell.output import NAMED, json_line, printable, say
from engine.cli.shell.transfer import add_transfer, profile_of, progress, say_transferred, teller

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.base.types import Answer
    from engine.features.spotting.cues import CueSheet
    from engine.features.spotting.picks import PickedSound

DESCRIPTION = """\
Find sounds for every line of a list: a script or any text, a CSV or tab-separated table, an EDL, subtitles (SRT), or
markers as Premiere, Resolve, Avid, Audition, Reaper, Pro Tools and Audacity export them. Each line is answered with
several sounds, takes folded. Files, table and timeline get the first of each line; they are written before anything is
printed, and not at all while stored data of some sounds is damaged."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its options."""
    parser.add_argument("list", type=Path, metavar="FILE", help="the list of cues")
    parser.add_argument(
        "--limit", type=count, default=5, metavar="N", help="sounds for each line (default: %(default)s)"
    )
    parser.add_argument(
        "--rate", choices=list(map(str, Rate)), default="25", help="frames per second of its timecode (default: 25)"
    )
    parser.add_argument("--drop", action="store_true", help="read its timecode as drop-frame unless it says otherwise")
    parser.add_argument(
        "--filters", default="", metavar="FILTERS", help='filters for every line, such as "dur:<10 ch:2"'
    )
    parser.add_argument("--sound-only", action="store_true", help="rank by the sound alone, without names and metadata")
    parser.add_argument("--exact", action="store_true", help="compare all vectors instead of using the index")
    parser.add_argument("--no-owner", action="store_true", help="ignore what was learnt from your earlier choices")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write the first sound of each line as a table")
    parser.add_argument("--otio", type=Path, metavar="FILE", help="write them as a timeline (OpenTimelineIO)")
    parser.add_argument("--collect", type=Path, metavar="FOLDER", help="copy their moments, named by their cues")
    parser.add_argument(
        "--name",
        default=None,
        metavar="PATTERN",
        help="what copies are called, of {number} {cue} {text} {name} {query} {sound} {time}",
    )
    parser.add_argument(
        "--own-format", action="store_true", help="copy whole files as they are, and not as WAV like their moments"
    )
    parser.add_argument("--weak", action="store_true", help="take a weak match where a line has no better one")
    parser.add_argument("--whole", action="store_true", help="take whole sounds and not their moments")
    add_patience(parser)
    add_transfer(parser, names=False)


def run(options: argparse.Namespace) -> int:
    """Answers every line and writes the requested files; 3 if lines, filters or sounds were left out."""
    from engine.features.spotting.cue_reader import read_cues
    from engine.features.spotting.spoken_lines import answer_cues
    from engine.library.library import Library
    from engine.search.question import Question

    use_patience(options)
    profile_of(options)  # report contradicting options before searching
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
                owner=not options.no_owner,
            )
            for cue in sheet.cues
        ]
        answers = answer_cues(library, [(one, cue.spoken) for one, cue in zip(questions, sheet.cues, strict=True)])
    is_whole = False
    try:
        is_whole = _write(sheet, answers, options)
    finally:  # even if writing fails: the answers took long
        _show(sheet, answers, options)
        is_whole = not say_left_out(sheet, answers) and is_whole
    return DONE if is_whole else SOME_SKIPPED


def _show(sheet: "CueSheet", answers: "Sequence[Answer]", options: argparse.Namespace) -> None:
    from engine.cli.shell.answers import answer_table, hit_record, say_unrated, words_record

    if options.json:
        say_unrated(answers)
    for cue, answer in zip(sheet.cues, answers, strict=True):
        if options.json:
            times = {"start_s": cue.start_s, "end_s": cue.end_s}
            about = {"cue": cue.number, "line": cue.line, "name": cue.name, "text": cue.text, "query": cue.query}
            hits = [hit_record(hit) for hit in answer.hits]
            json_line({**about, **times, **words_record(answer.chips), "hits": hits})
        else:
            time = "" if cue.start_s is None else f"{sheet.clock.write(cue.start_s)}  "
            print(f"{cue.number}. {time}{printable(cue.text)}")
            sys.stdout.flush()
            answer_table(answer)


def say_left_out(sheet: "CueSheet", answers: "Sequence[Answer]") -> bool:
    """Reports each unread part of the list and its filters once; returns whether there was any."""
    from engine.cli.shell.answers import say_translated, say_unheard, say_unread

    for skipped in sheet.skipped[:NAMED]:
        say(f"line {skipped.line} was left out, or its time: {skipped.why}")
    if len(sheet.skipped) > NAMED:
        say(f"and {len(sheet.skipped) - NAMED} more")
    chips = {(chip.kind, chip.source, chip.why): chip for answer in answers for chip in answer.chips}.values()
    say_translated(chips)
    is_unread = say_unread(chips)
    return say_unheard(_least_heard(answers)) or is_unread or bool(sheet.skipped)


def _least_heard(answers: "Sequence[Answer]") -> "Answer":
    """The answer with the most sounds that could not be compared."""
    return max(answers, key=lambda answer: answer.unheard_sounds + answer.unheard_names)


def say_weak(count: int, *, takes_weak: bool) -> None:
    """Says that lines have weak matches only."""
    if count and not takes_weak:
        lines = "1 line has" if count == 1 else f"{count} lines have"
        say(f"{lines} weak matches only and are left out; --weak takes them")


def _write(sheet: "CueSheet", answers: "Sequence[Answer]", options: argparse.Namespace) -> bool:
    """Writes the requested files; returns whether everything could be read.

    Raises:
        QueryError: a part of the filters was left out.
        CueError: no line has an answer, or some sounds could not be compared with them.
        StorageFull, LibraryError: it cannot be written.
    """
    from engine.base.errors import CueError
    from engine.base.messages import told
    from engine.cli.shell.answers import refuse_unread
    from engine.features.spotting.messages import CueAdvice, CueFault
    from engine.features.spotting.picks import first_picks, write_cue_table
    from engine.features.spotting.timeline_writer import write_timeline

    if not (options.csv or options.otio or options.collect):
        return True
    refuse_unread(chip for answer in answers for chip in answer.chips)
    unheard = _least_heard(answers)
    if count := max(unheard.unheard_sounds, unheard.unheard_names):
        raise CueError(told(CueFault.NOT_ALL_HEARD, count), advice=CueAdvice.HEAR_AGAIN)
    picked, weak = first_picks(sheet, answers, is_whole=options.whole, takes_weak=options.weak)
    say_weak(weak, takes_weak=options.weak)
    if not picked:
        raise CueError(CueFault.NOTHING_FOUND, advice=CueAdvice.OTHER_WORDS)
    if options.csv is not None:
        say(f"{write_cue_table(picked, sheet.clock, options.csv)} lines written to {options.csv}")
    if options.otio is not None:
        say(f"{write_timeline(picked, sheet.clock, sheet.title, options.otio)} clips written to {options.otio}")
    return options.collect is None or _collect(picked, sheet.clock, options)


def _collect(picked: "list[PickedSound]", clock: "FrameClock", options: argparse.Namespace) -> bool:
    """Copies the sounds; returns whether all were read. With a profile, --json prints files before the cues."""
    from engine.features.spotting.picks import NAME_PATTERN, pieces_of
    from engine.transfer.transfer import by_pattern, transfer

    profile = profile_of(options)
    pieces = pieces_of(picked, clock, options.name or NAME_PATTERN, as_wav=not options.own_format)
    if options.name is None:
        pieces = by_pattern(pieces, profile)
    is_told = options.json and not profile.is_as_it_is
    tell = teller(options, profile) if is_told else lambda file: None
    library = library_folder(options)
    done = transfer(pieces, options.collect, profile, library=library, progress=progress(), tell=tell)
    return say_transferred(done, profile)
