"""Search on the server of a shared library: beside the bare SQL, and beside comparing every segment.

`python -m tests.benchmarks studio [-- --rows 40000]`: fills a real PostgreSQL with segments like `earshot server
share`; then asks each question like `earshot server search`, as the bare statement that only orders segments by
distance, and exactly, turn by turn over one connection. Reading and encoding the words is measured separately.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Sequence

import numpy as np

from engine.base.cancellation import never
from engine.base.types import AudioInfo, ContentId, FilePath, Measures, PackId, Peaks, Vectors
from engine.features.studio.analyses import SoundAnalysis, add_heard
from engine.features.studio.half_vectors import HalfVector
from engine.features.studio.server import Connection, connected
from engine.features.studio.server_search import ServerSearch, encoded, packs_of, read
from engine.ingest.ready import PayloadAnalysis
from engine.models.encoder import TextEncoder
from engine.models.pack import default_pack, load_pack
from engine.store.filters import Filters
from tests.benchmarks.report import line, read_options
from tests.benchmarks.timing import interleaved
from tests.helpers.libraries import clustered_vectors, unit
from tests.helpers.postgres import PASSWORD, Postgres, SharedServer, programs

DIM, SEGMENTS, LIMIT, QUESTIONS = 256, 2, 20, 200
_MOST, _LEAST_RECALL = 1.5, 0.99


def main(argv: Sequence[str]) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=40_000, help="segments")
    options = read_options(parser, argv, rows=600)
    postgres = Postgres(programs(), settings=["shared_buffers=512MB", "maintenance_work_mem=512MB"])
    try:
        postgres.start()
        server = SharedServer(postgres, "bench")
        generator = np.random.default_rng(1)
        vectors = clustered_vectors(options.rows, DIM, generator)
        with connected(server.person("editor"), PASSWORD) as connection:
            began = time.perf_counter()
            add_heard(connection, PackId("b" * 64), "bench", DIM, map(_sound, _cut(vectors)), never)
            print(f"{options.rows:,} segments added in {time.perf_counter() - began:.0f} s, with their index")
            with postgres.owner("bench") as owner:
                owner.execute("ANALYZE")
            noise = generator.standard_normal((QUESTIONS, DIM)).astype(np.float32) / np.sqrt(DIM)
            rows = generator.integers(options.rows, size=QUESTIONS)
            _compare(connection, unit(vectors[rows] + 0.5 * noise), options.rows)
        _encode()
    finally:
        postgres.end()


def _compare(connection: Connection, questions: Vectors, rows: int) -> None:
    (pack,) = packs_of(connection)
    search, everything = ServerSearch(connection, pack), Filters()
    distance = f"(vector::halfvec({DIM})) <#> %s::halfvec({DIM})"
    bare = (
        f"SELECT sound, start_s, end_s, {distance} FROM earshot.segment WHERE pack = {pack.number}"
        f" ORDER BY {distance} LIMIT {4 * LIMIT}"
    ).encode()

    def ask_bare(turn: int) -> object:
        half = HalfVector(questions[turn].astype(np.float16))
        return connection.execute(bare, (half, half), binary=True).fetchall()

    timed = interleaved(
        {
            "search": lambda turn: search.find(questions[turn], everything, LIMIT),
            "bare": ask_bare,
            "exact": lambda turn: search.find(questions[turn], everything, LIMIT, exact=True),
        },
        QUESTIONS,
    )
    reached = timed["search"].median_s / timed["bare"].median_s
    told = f"{reached:.2f}, {timed['search'].median_s * 1000:.1f} ms"
    line(f"search / bare SQL, p50, {rows:,} segments", f"<= {_MOST:g}", told, reached <= _MOST)
    faster = timed["exact"].median_s / timed["search"].median_s
    line("comparing every segment / search, p50", "> 1", f"{faster:.1f}", faster > 1)
    found = 0
    for question in questions:
        exact = {hit.payload for hit in search.find(question, everything, LIMIT, exact=True)}
        found += len(exact & {hit.payload for hit in search.find(question, everything, LIMIT)})
    recall = found / (LIMIT * len(questions))
    line(f"recall of the first {LIMIT} sounds", f">= {_LEAST_RECALL:g}", f"{recall:.4f}", recall >= _LEAST_RECALL)


def _encode() -> None:
    """Times reading and encoding the words, which the server takes no part in."""
    encoder = TextEncoder(load_pack(default_pack()))
    taken = []
    for number in range(20):
        began = time.perf_counter()
        encoded(encoder, read(f"heavy door number {number}"))
        taken.append(time.perf_counter() - began)
    print(f"reading and encoding the words here, with the starter: {1000 * statistics.median(taken):.1f} ms")


def _cut(vectors: Vectors) -> list[tuple[int, Vectors]]:
    return [
        (number, vectors[start : start + SEGMENTS]) for number, start in enumerate(range(0, len(vectors), SEGMENTS))
    ]


def _sound(given: tuple[int, Vectors]) -> SoundAnalysis:
    number, vectors = given
    bounds = tuple((float(at), at + 1.0) for at in range(len(vectors)))
    sound = PayloadAnalysis(
        ContentId(number.to_bytes(16, "big")),
        number.to_bytes(32, "big"),
        AudioInfo("WAV", "PCM_24", 48_000, 2, 24, float(len(vectors))),
        Measures(-23.0, -1.0, 0.1, 900.0, False),
        Peaks(np.zeros((100, 2), np.int8), float(len(vectors))),
        bounds,
        vectors.astype(np.float16),
    )
    return SoundAnalysis(FilePath(f"/sounds/folder {number % 100}/take {number}.wav".encode()), sound)


if __name__ == "__main__":
    main(sys.argv[1:])
