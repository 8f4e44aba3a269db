"""Cost of a question with several parts, and of explaining a hit, beside words alone, with 100,000 sounds.

`python -m tests.benchmarks asking [-- --rows 100000]`: both questions are ranked turn by turn, to the same number of
rows, with the starter. The second has three sounds to be like and one to be unlike, all in the library, as + and − make
it. The explanations are those of the first answer, for three words.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from engine.base.types import SoundId
from engine.library.explanation import reasons
from engine.library.library import Library
from engine.search.examples import Example
from engine.search.question import Question
from tests.benchmarks.packs import bench_pack
from tests.benchmarks.report import line, ratio, read_options, turns
from tests.helpers.big_library import make_big_library

_WORDS = "rusty gate creaking"
_ROWS = (20, 5_000)
"""Rows that a shell prints, and that the window ranks."""
_MOST = 4.0
_MOST_WHY = 1.0
"""_MOST: times the cost of words alone, as there are five parts. _MOST_WHY: times the window's own ranking."""


def main(argv: Sequence[str]) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=100_000, help="sounds")
    options = read_options(parser, argv, rows=2_000)
    with tempfile.TemporaryDirectory(prefix="bench-asking-") as temporary:
        folder = Path(temporary)
        pack = bench_pack(folder, is_quick=options.quick)
        make_big_library(folder / "library", pack, options.rows)
        with Library.open(folder / "library", pack=pack, read_only=True) as library:
            ids = [SoundId(int(id)) for id in library.rank(Question("")).ids[:4]]
            parts = (*(Example(id) for id in ids[:3]), Example(ids[3], weight=-1.0))
            for rows in _ROWS:
                _compare(library, parts, rows, options.rows)
            _explain(library, options.rows)


def _compare(library: Library, parts: tuple[Example, ...], rows: int, sounds: int) -> None:
    def asking(question: Question) -> Callable[[], object]:
        return lambda: library.rank(question)

    words, both = turns(
        asking(Question(_WORDS, limit=rows)), asking(Question(_WORDS, limit=rows, examples=parts)), rounds=9
    )
    reached = ratio(both, words)
    line(
        f"words and four sounds / words, {rows} rows", f"<= {_MOST:g}", f"{reached:.2f} of {sounds:,}", reached <= _MOST
    )


def _explain(library: Library, sounds: int) -> None:
    question = Question(_WORDS)
    sound = SoundId(int(library.rank(question).ids[0]))
    ranked, explained = turns(lambda: library.rank(question), lambda: reasons(library, question, sound), rounds=9)
    reached = ratio(explained, ranked)
    line(
        f"why one sound answers / words, {_ROWS[-1]} rows",
        f"<= {_MOST_WHY:g}",
        f"{reached:.2f} of {sounds:,}",
        reached <= _MOST_WHY,
    )


if __name__ == "__main__":
    main(sys.argv[1:])
