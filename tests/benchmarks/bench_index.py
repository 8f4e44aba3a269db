"""Cost of the index as ratios to the bare libraries: P8, P9, P10, P11 and P12, at --segments and --dim.

    python -m tests.benchmarks.bench_index --segments 200000 --dim 512

Vectors are clustered (400 clusters on a 48-dimensional manifold, plus noise), never uniform. Candidate and reference
run turn by turn. Everything is written to a temporary folder and deleted.
"""

import argparse
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import faiss
import hnswlib
import numpy as np

from engine.base.library_facts import IndexKind
from engine.base.types import Ids, Vectors
from engine.index import exact
from engine.index.base_builder import base_folder
from engine.index.base_files import SPACE, checksum, read_manifest, save_base, verify
from engine.index.exact import ExactIndex
from engine.index.hnsw import HnswBase
from engine.index.settings import IndexSettings
from engine.index.tiers import TieredIndex
from engine.store.catalogue import Catalogue
from tests.benchmarks.report import line, read_options
from tests.benchmarks.timing import interleaved, p95_ratio, ratio
from tests.helpers.libraries import PACK, clustered_vectors, fill, unit

K = 10
SHARES = (1.0, 0.5, 0.1, 0.01, 0.001)
_APART = 1.33
"""Unit noise added to a vector: the distance of words from sounds, whose best cosine is some .6."""


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="bench_index")
    parser.add_argument("--segments", type=int, default=20_000)
    parser.add_argument("--dim", type=int, default=512)
    parser.add_argument("--queries", type=int, default=200)
    parser.add_argument("--threads", type=int, default=2)
    options = read_options(parser, argv, segments=2_000, dim=32, queries=10)
    faiss.omp_set_num_threads(options.threads)
    print(f"{options.segments} segments of {options.dim}, {options.queries} queries, {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory(prefix="earshot-bench-") as folder:
        run(Path(folder), options)


def run(folder: Path, options: argparse.Namespace) -> None:
    generator = np.random.default_rng(20_261_120)
    vectors = clustered_vectors(options.segments + options.queries, options.dim, generator)
    vectors, outside = vectors[: options.segments], vectors[options.segments :]
    queries = unit(outside + 0.02 * generator.standard_normal(outside.shape).astype(np.float32))
    with Catalogue.open(folder) as catalogue:
        ids = fill(catalogue, vectors)
        exact_scan(vectors, queries)
        index = built(catalogue, options, cells_from_segments=len(ids) + 1)
        path = safe_files(folder, options.dim)
        raw = hnswlib.Index(space=SPACE, dim=options.dim)
        raw.load_index(str(path))
        raw.set_ef(IndexSettings().ef)
        raw.set_num_threads(1)
        unfiltered(index, raw, vectors, queries, catalogue)
        words = unit(outside + _APART * unit(generator.standard_normal(outside.shape).astype(np.float32)))
        for share in SHARES:
            filtered(index, raw, ids, vectors, queries, share, generator)
            filtered(index, raw, ids, vectors, words, share, generator, of="words")
        index = built(catalogue, options, cells_from_segments=1)
        for share in SHARES:
            filtered(index, raw, ids, vectors, queries, share, generator, of="sounds, cells")
            filtered(index, raw, ids, vectors, words, share, generator, of="words, cells")


def built(catalogue: Catalogue, options: argparse.Namespace, *, cells_from_segments: int) -> TieredIndex:
    """Builds the index with a new base, a graph or cells."""
    settings = IndexSettings(threads=options.threads, cells_from_segments=cells_from_segments)
    index = TieredIndex.open(catalogue, PACK, options.dim, settings=settings)
    start = time.perf_counter()
    index.start_build()
    while index.state.kind is IndexKind.BUILDING:
        index.poll(catalogue, timeout_s=600)
    print(f"base built in a child in {time.perf_counter() - start:.0f} s, state: {index.state}")
    return index


def exact_scan(vectors: Vectors, queries: Vectors) -> None:
    """P10: the exact tier against numpy float32 sgemv and top-k."""
    if os.environ.get("OPENBLAS_NUM_THREADS") == "1":  # numpy has one thread, so has the scan
        exact._SPLIT_FROM = len(vectors) + 1
    index = ExactIndex(vectors.shape[1])
    index.add(np.arange(len(vectors)), vectors)

    def with_numpy(turn: int) -> Ids:
        scores = vectors @ queries[turn % len(queries)]
        best = np.argpartition(scores, -K)[-K:]
        return best[np.argsort(-scores[best])]

    times = interleaved(
        {"exact": lambda turn: index.search(queries[turn % len(queries)], K), "numpy": with_numpy}, turns=50
    )
    found = times["exact"].median_s / times["numpy"].median_s
    line("P10 exact fp16 scan / numpy fp32", "<= 0.6", ratio(times["exact"], times["numpy"]), found <= 0.6)


def unfiltered(
    index: TieredIndex, raw: hnswlib.Index, vectors: Vectors, queries: Vectors, catalogue: Catalogue
) -> None:
    """P8 without a filter, alone and with 50 rows read from the catalogue."""

    def with_rows(turn: int) -> object:
        found = index.search(queries[turn], 50)
        rows = catalogue.segments.rows(found.ids)
        return catalogue.sounds.many(np.unique(rows.sound_id))

    calls: dict[str, Callable[[int], object]] = {
        "raw": lambda turn: raw.knn_query(queries[turn], k=K, num_threads=1),
        "engine": lambda turn: index.search(queries[turn], K),
        "raw50": lambda turn: raw.knn_query(queries[turn], k=50, num_threads=1),
        "rows": with_rows,
    }
    times = interleaved(calls, turns=len(queries))
    for name, ours, bare, most in (("", "engine", "raw", 1.2), (", 50 rows read", "rows", "raw50", 1.5)):
        reached = p95_ratio(times[ours], times[bare])
        line(f"P8 search{name} / raw hnswlib", f"p95 <= {most}", ratio(times[ours], times[bare]), reached <= most)
    print(f"   raw hnswlib: median {times['raw'].median_s * 1e3:.2f} ms")


def filtered(
    index: TieredIndex,
    raw: hnswlib.Index,
    ids: Ids,
    vectors: Vectors,
    queries: Vectors,
    share: float,
    generator: np.random.Generator,
    of: str = "sounds",
) -> None:
    """P9 and the ratio to the raw, unfiltered index call, for a filter that passes `share` of the segments."""
    is_thorough = of.startswith("words")
    passing = np.sort(generator.permutation(len(ids))[: max(1, round(share * len(ids)))])
    allowed = ids[passing]
    inside = vectors[passing]
    shares, tiers = [], []
    for query in queries:
        scores = inside @ query
        k = min(K, len(scores))
        oracle = allowed[np.argpartition(scores, -k)[-k:]]
        found = index.search(query, K, allowed, thorough=is_thorough)
        shares.append(len(set(oracle.tolist()) & set(found.ids.tolist())) / k)
        tiers.append(found.tier)
    times = interleaved(
        {
            "engine": lambda turn: index.search(queries[turn], K, allowed, thorough=is_thorough),
            "raw": lambda turn: raw.knn_query(queries[turn], k=K, num_threads=1),
        },
        turns=len(queries),
    )
    answered = ", ".join(f"{tier} {tiers.count(tier)}" for tier in sorted(set(tiers)))
    found = float(np.mean(shares))
    line(f"P9 recall@10 of {of}, filter passes {share:.1%}", ">= 0.99", f"{found:.4f} by {answered}", found >= 0.99)
    print(f"   time / raw index call: {ratio(times['engine'], times['raw'])}")


def safe_files(folder: Path, dim: int) -> Path:
    """P12: the safe save against hnswlib's own, the verified load against hnswlib's own."""
    place = base_folder(folder, PACK, "segments")
    manifest = read_manifest(place)
    assert manifest is not None
    path = place / manifest.file
    base = HnswBase.load(path, manifest)
    spare = folder / "spare"

    def save(turn: int) -> None:
        saved, _ = save_base(spare, f"base-{turn}", base.write, base.file_size_bytes)
        saved.unlink()

    def save_raw(turn: int) -> None:
        (folder / "raw").unlink(missing_ok=True)
        base.write(folder / "raw")

    def load(turn: int) -> HnswBase:
        return HnswBase.load(verify(place, manifest, dim=dim, pack_id=PACK, kind="segments"), manifest)

    def load_raw(turn: int) -> object:
        index = hnswlib.Index(space=SPACE, dim=dim)
        index.load_index(str(path), max_elements=manifest.count)
        return index

    def save_synced(turn: int) -> None:
        save_raw(turn)
        with (folder / "raw").open("r+b") as file:
            os.fsync(file.fileno())

    times = interleaved({"safe": save, "raw": save_raw, "synced": save_synced}, turns=5, warm_up=1)
    saving = times["safe"].median_s / times["raw"].median_s
    line("P12 safe save / raw save", "<= 2.0", ratio(times["safe"], times["raw"]), saving <= 2.0)
    print(f"   safe save / raw save and fsync: {ratio(times['safe'], times['synced'])}")
    times = interleaved({"safe": load, "raw": load_raw, "sum": lambda _: checksum(path)}, turns=5, warm_up=1)
    loading = times["safe"].median_s / times["raw"].median_s
    line("P12 verified load / raw load", "<= 2.0", ratio(times["safe"], times["raw"]), loading <= 2.0)
    print(f"   checksum / raw load: {ratio(times['sum'], times['raw'])}; base {path.stat().st_size / 2**20:.0f} MiB")
    vectors = sum(file.stat().st_size for file in (folder / "vectors").rglob("*.vec"))
    share = vectors / (manifest.count * dim * 2)
    line("P11 vectors on disk / fp16", "<= 1.05", f"{share:.3f}", share <= 1.05)
    print(f"   peak memory of this process {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20:.2f} GiB")
    return path


if __name__ == "__main__":
    main(sys.argv[1:])
