"""`earshot search`: answers queries to a library as a table or as JSON lines."""

import argparse
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.base.errors import EngineError, QueryError
from engine.base.types import Hit
from engine.cli.shell import DONE, SOME_SKIPPED
from engine.cli.shell.examples import add_examples, given_examples
from engine.cli.shell.options import add_answer_options, library_folder, share

if TYPE_CHECKING:
    from engine.library.explanation import Explanation
    from engine.library.library import Library
    from engine.search.question import Question

DESCRIPTION = """\
Find sounds by describing them. Plain words describe; | means or; "quoted" words must be in the name or metadata; -word
lowers sounds like it; dur:<2 ch:2 sr:>=48k ext:wav in:Foley tag:x rating:>=3 cat:DOORS bpm:90..120 key:Am loud:>-20
date:week heard:no loop: fav: offline: and others filter; a value that cannot be read names what can. --like and
--unlike add sounds, or stretches of them, that answers shall be like or unlike, as many as wanted; --weight says how
much the one before it counts, and before the first of them how much the words do."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its options."""
    parser.add_argument("words", nargs="*", help="the description; several words need no quotes")
    parser.add_argument(
        "--batch", type=Path, metavar="FILE", help="read a query a line from FILE (- for standard input)"
    )
    add_examples(parser)
    parser.add_argument("--no-owner", action="store_true", help="ignore what was learnt from your earlier choices")
    parser.add_argument(
        "--transcripts",
        type=share,
        metavar="WEIGHT",
        help="how much it counts that somebody says the words, 0 to 1; 0: transcripts do not count",
    )
    parser.add_argument("--sound-only", action="store_true", help="rank by the sound alone, without names and metadata")
    parser.add_argument(
        "--why",
        action="store_true",
        help="explain each result: the sections and words that found it, and similar sounds",
    )
    add_answer_options(parser)


def run(options: argparse.Namespace) -> int:
    """Answers one query, or every line of a file; 3 if a filter or sounds were left out."""
    from engine.cli.shell.answers import say_translated, say_unheard, say_unread, show_answer
    from engine.library.library import Library
    from engine.search.question import TRANSCRIPT_WEIGHT, Question

    text = " ".join(options.words).strip()
    examples, words_weight = given_examples(options)
    is_one = bool(text) or bool(examples and options.batch is None)
    if is_one == (options.batch is not None):
        raise QueryError(
            "give a description, --like FILE or --batch FILE", advice='For example: earshot search "door creak"'
        )
    queries = [text] if options.batch is None else list(_lines(options.batch))
    is_whole = True
    with Library.open(library_folder(options), read_only=True) as library:
        for query in queries:
            asked = Question(
                query,
                examples=examples,
                words_weight=words_weight,
                limit=options.limit,
                sound_only=options.sound_only,
                exact=options.exact,
                stacks=options.stacks,
                owner=not options.no_owner,
                variety=options.variety,
                transcript_weight=TRANSCRIPT_WEIGHT if options.transcripts is None else options.transcripts,
            )
            answer = library.answer(asked)
            explain = partial(_reasons, library, asked) if options.why else None
            show_answer(answer, options, query if options.batch is not None else None, explain)
            say_translated(answer.chips)
            is_whole = not say_unread(answer.chips) and not say_unheard(answer) and is_whole
    return DONE if is_whole else SOME_SKIPPED


def _reasons(library: "Library", question: "Question", hit: Hit) -> "Explanation":
    """Explains a hit, whose stored data may be gone by now.

    Raises:
        SoundGone: it left the library.
    """
    from engine.library.explanation import reasons

    found = reasons(library, question, hit.sound.id)
    assert found is not None  # nobody cancels
    return found


def _lines(path: Path) -> Iterator[str]:
    """The queries of a file, without blank lines."""
    try:
        content = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
        text = content.decode("utf-8-sig")
    except OSError as err:
        raise EngineError(
            f"cannot read {path}: {err.strerror}", advice="Name a text file with one query per line."
        ) from err
    except UnicodeDecodeError as err:
        raise EngineError(f"{path} is not UTF-8 text", advice="Save it as UTF-8.") from err
    for line in text.splitlines():
        if line.strip():
            yield line.strip()
