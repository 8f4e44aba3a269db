"""`earshot similar`: finds sounds like one in a file, the same word, or the same pattern."""

from __future__ import annotations

import argparse
import math
from pathlib import Path
from typing import TYPE_CHECKING

from engine.base.errors import QueryError
from engine.cli.shell import DONE, SOME_SKIPPED
from engine.cli.shell.options import add_answer_options, library_folder
from engine.cli.shell.output import json_line

if TYPE_CHECKING:
    from engine.library.library import Library
    from engine.search.question import By, Question

DESCRIPTION = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its options."""
    parser.add_argument("file", type=Path, help="any sound file")
    parser.add_argument(
        "--from", dest="start_s", type=_seconds, metavar="S", help="start of the part to compare, in seconds"
    )
    parser.add_argument("--to", dest="end_s", type=_seconds, metavar="S", help="end of the part to compare, in seconds")
    parser.add_argument(
        "--word",
        action="store_true",
        help="find where else the word in this part is spoken; --from and --to enclose it",
    )
    parser.add_argument(
        "--pattern",
        action="store_true",
        help="find repeats of the same phrase or pattern, with their times, instead of similar sounds",
    )
    add_answer_options(parser)


def run(options: argparse.Namespace) -> int:
    """Finds sounds like a file or a part of it; omits the file itself."""
    from engine.cli.shell.answers import say_unheard, show_answer
    from engine.library.library import Library
    from engine.search.question import By

    start_s, end_s = options.start_s, options.end_s
    if start_s is not None and end_s is not None and end_s <= start_s:
        raise QueryError(f"--to {end_s:g} is not after --from {start_s:g}", advice="Set a later end.")
    with Library.open(library_folder(options), read_only=True) as library:
        if options.pattern:
            _show_patterns(library, options)
            return DONE
        if options.word:
            _show_words(library, options)
            return DONE
        answer = library.answer(_question(options, By.SOUND))
        show_answer(answer, options)
    return SOME_SKIPPED if say_unheard(answer) else DONE


def _show_patterns(library: Library, options: argparse.Namespace) -> None:
    """Prints the sounds in which a pattern repeats, one line per place, best first."""
    from engine.base.types import Answer
    from engine.cli.shell.answers import answer_table, hit_record
    from engine.search.question import By

    ranking = library.rank(_question(options, By.PATTERN))
    hits = library.hits(ranking, range(len(ranking)))
    if options.json:
        for hit in hits:
            places = [(round(each.start_s, 3), round(each.end_s, 3), round(each.similarity, 4)) for each in hit.moments]
            json_line({**hit_record(hit), "places": places})
        return
    answer_table(Answer(hits, ranking.chips, ranking.tier, ranking.considered, ranking.note, ranking.seconds))


def _show_words(library: Library, options: argparse.Namespace) -> None:
    """Prints the sounds in which the word of a stretch is spoken again."""
    from engine.base.types import Answer
    from engine.cli.shell.answers import show_answer
    from engine.search.question import By

    if options.start_s is None or options.end_s is None:
        raise QueryError("--word needs a part of the sound", advice="Give --from and --to around one word.")
    ranking = library.rank(_question(options, By.WORD))
    hits = library.hits(ranking, range(len(ranking)))
    answer = Answer(hits, ranking.chips, ranking.tier, ranking.considered, ranking.note, ranking.seconds)
    show_answer(answer, options)


def _question(options: argparse.Namespace, by: By) -> Question:
    from engine.base.types import FilePath
    from engine.search.question import Like, Question

    like = Like(FilePath.of(options.file), options.start_s, options.end_s, by, with_itself=False)
    return Question(like=like, limit=options.limit, exact=options.exact, stacks=options.stacks, variety=options.variety)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not (math.isfinite(seconds) and seconds >= 0):
        raise argparse.ArgumentTypeError(f"{text!r} is not a time in seconds")
    return seconds
