"""Cost of the self-test of a library of 100,000 sounds, beside the same work without it.

`python -m tests.benchmarks self_test [-- --rows 100000]`. Ranks all sounds for the words of every kind, beside as many
single searches by sound alone, each with as many rows as the kind has sounds; finds outliers, beside comparing all
sounds with all others, timed on a sample. Both pairs run turn by turn. The library's vectors lie in 400 similar
clusters, so that hardly any sound can be skipped early.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from engine.features.self_test.kind_search import FIRST, ask_kinds
from engine.features.self_test.named_kinds import NamedPool, named_pools
from engine.features.self_test.outliers import find_outliers
from engine.features.self_test.self_test import SelfTest, run_self_test
from engine.features.self_test.stored_windows import StoredVectors, stored_vectors
from engine.library.library import Library
from engine.models.encoder import TextEncoder
from engine.models.pack import load_pack
from engine.search.question import Question
from engine.search.variety import ALL
from engine.store.catalogue import Catalogue
from engine.store.mean_vectors import mean_vectors
from tests.benchmarks.packs import bench_pack
from tests.benchmarks.report import line, ratio, read_options, turns
from tests.helpers.big_library import make_big_library

_SAMPLE = 2048
"""Sounds compared with all others, for the reference."""
_AT_ONCE = 512
_WHOLE_S = 120.0
_MOST = 2.0
"""Times the searches, which rank only the first rows."""


def main(argv: Sequence[str]) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=100_000, help="sounds in the library")
    parser.add_argument("--rounds", type=int, default=3)
    options = read_options(parser, argv, rows=6_000, rounds=1)
    with tempfile.TemporaryDirectory(prefix="bench-self-test-") as temporary:
        folder = Path(temporary)
        pack = bench_pack(folder, is_quick=options.quick)
        make_big_library(folder / "library", pack, options.rows)
        begun_s = time.perf_counter()
        test = run_self_test(folder / "library", pack=pack)
        whole_s = time.perf_counter() - begun_s
        name = f"self-test, {options.rows:,} sounds, {len(test.kinds)} kinds"
        line(name, f"<= {_WHOLE_S:g} s", f"{whole_s:.1f} s", whole_s <= _WHOLE_S)
        _compare(folder / "library", pack, test, options.rounds)


def _compare(folder: Path, pack: Path, test: SelfTest, rounds: int) -> None:
    with (
        Catalogue.open(folder, read_only=True) as catalogue,
        Library.open(folder, pack=pack, read_only=True) as library,
    ):
        library.warm_up()
        used = load_pack(pack)
        text = TextEncoder(used)
        stored = stored_vectors(catalogue, used.info.pack_id)
        assert stored is not None
        pools: tuple[NamedPool, ...] = named_pools(catalogue, np.sort(stored.sounds))
        questions = [
            Question(kind.words, limit=max(FIRST, kind.files), sound_only=True, variety=ALL, owner=False)
            for kind in test.kinds
        ]

        def one_by_one() -> None:
            for question in questions:
                library.answer(question)

        asked = turns(lambda: ask_kinds(catalogue, stored, text, pools), one_by_one, rounds=rounds)
        reached = ratio(*asked)
        line("kinds / as many searches by sound alone", f"<= {_MOST:g}", _told(reached, asked), reached <= _MOST)
        found = turns(lambda: find_outliers(catalogue, stored), _comparing(catalogue, stored), rounds=rounds)
        found[1] = [seconds * len(stored.sounds) / min(_SAMPLE, len(stored.sounds)) for seconds in found[1]]
        reached = ratio(*found)
        line("outliers / comparing all with all", "< 1", _told(reached, found), reached < 1.0)


def _comparing(catalogue: Catalogue, stored: StoredVectors) -> Callable[[], object]:
    means = mean_vectors(stored.spans, stored.log, list(stored.frames), catalogue.folder, lambda share: None)
    every = means.of(np.arange(len(means.rows)))
    means.close()

    def compare() -> None:
        for start in range(0, min(_SAMPLE, len(every)), _AT_ONCE):
            cosines = every[start : min(_SAMPLE, start + _AT_ONCE)] @ every.T
            np.partition(cosines, -4, axis=1)[:, -4:]

    return compare


def _told(reached: float, seconds: list[list[float]]) -> str:
    mine, other = (float(np.median(one)) for one in seconds)
    return f"{reached:.2f}: {mine:.1f} s instead of {other:.1f} s"


if __name__ == "__main__":
    main(sys.argv[1:])
