"""The best sound for each line of a cue sheet, with its place: what `earshot send --cues` asks for."""

from pathlib import Path

from msgspec.structs import replace

from engine.base.clocks import FrameClock
from engine.features.spotting.cue_reader import read_cues
from engine.features.spotting.picks import first_picks, words_of
from engine.features.spotting.spoken_lines import answer_cues
from engine.features.spotting.spot_command import say_left_out, say_weak
from engine.library.library import Library
from engine.search.question import Question
from engine.transfer.collect import ExportItem


def cue_pieces(
    library: Path, path: Path, clock: FrameClock, *, is_whole: bool, takes_weak: bool
) -> list[tuple[ExportItem, float]]:
    """Answers each line as `earshot spot` does; says on standard error what was left out.

    Args:
        library: its folder.
        path: the cue sheet.
        clock: of its timecode.
        is_whole: takes whole sounds and not their moments.
        takes_weak: takes weak matches where there is none better.

    Returns:
        Pieces in the order of the lines, each at its line's time if it has one, and how long each lasts in seconds,
        0 if unknown.

    Raises:
        CueError: the sheet cannot be read, or no line has an answer.
        LibraryError: the library cannot be read.
    """
    sheet = read_cues(path, clock)
    with Library.open(library, read_only=True) as opened:
        opened.warm_up()
        questions = [(Question(cue.query, limit=1, stacks=True), cue.spoken) for cue in sheet.cues]
        answers = answer_cues(opened, questions)
    say_left_out(sheet, answers)
    picked, weak = first_picks(sheet, answers, is_whole=is_whole, takes_weak=takes_weak)
    say_weak(weak, takes_weak=takes_weak)
    found = []
    for one in picked:
        piece = ExportItem(one.sound.path, one.sound.metadata, one.start_s, one.end_s, words=words_of(one, clock))
        found.append((replace(piece, at_s=one.row.cue.start_s), one.length_s or 0.0))
    return found
