"""Builds a base in a process of its own: `python -m engine.index.base_builder LIBRARY PACK KIND`.

Many vectors become cells, fewer a graph of hnswlib.

It is a child process because a build takes minutes and two cores, and because hnswlib may crash on the first load of a
file: that happens in a grandchild (`--probe`), before the manifest is published. One JSON line on stdout is the result.
Killing it at any time leaves the former base as it was.
"""

import argparse
import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import numpy as np
from msgspec import Struct
from msgspec.structs import asdict

from engine.base.errors import EngineError, IndexDamaged
from engine.base.identifiers import identifier
from engine.base.library_messages import LibraryFault
from engine.base.messages import record_of, told
from engine.base.private_files import keep_private
from engine.base.types import Ids, PackId, Vectors
from engine.index import cells
from engine.index.base_files import (
    CELLS_FORMAT,
    GRAPH_FORMAT,
    SPACE,
    CellsManifest,
    GraphManifest,
    Manifest,
    publish,
    refused,
    save_base,
    sweep,
)
from engine.index.exact import ExactIndex, Scores
from engine.index.hnsw import HnswBase, maker
from engine.index.messages import IndexAdvice, IndexFault, IndexFlaw
from engine.index.settings import IndexSettings
from engine.index.vector_loader import load_vectors
from engine.store.catalogue import Catalogue
from engine.store.column_cache import CachedNameClasses, columns_file, keep_columns
from engine.store.lock import FileLock
from engine.store.uninformative_names import empty_names
from engine.store.vectors import HalfVectors, VectorKind

PROBE_TIMEOUT_S = 600.0


class NearestIndex(Protocol):
    """An index of neighbours."""

    def __len__(self) -> int:
        """Number of vectors."""

    def search(self, query: Vectors, k: int) -> tuple[Ids, Scores]:
        """About the k nearest, best first."""


def check_self_hits(base: NearestIndex, ids: Ids, vectors: HalfVectors) -> None:
    """Searches the base for some of its own vectors, float16 [N, D].

    Raises:
        IndexDamaged: fewer than nine of ten are among their own four nearest or have a neighbour of cosine near 1.
    """
    found = 0
    for id, vector in zip(ids, vectors.astype(np.float32), strict=True):
        labels, scores = base.search(vector / np.linalg.norm(vector), min(4, len(base)))
        found += int(id in labels or bool(len(scores) and scores[0] > 0.995))
    if found < 0.9 * len(ids):
        raise IndexDamaged(told(IndexFault.FINDS_TOO_FEW, found, len(ids)), advice=IndexAdvice.EXACT_UNTIL_BUILT)


def sample(count: int, size: int = 64) -> Iterator[int]:
    """Rows spread evenly over `count`."""
    return iter(np.unique(np.linspace(0, count - 1, min(size, count)).astype(np.int64)).tolist())


def base_folder(library: Path, pack_id: PackId, kind: VectorKind) -> Path:
    """Folder of the base of one kind and pack."""
    return library / "index" / identifier(pack_id) / kind


def build(library: Path, pack_id: PackId, kind: VectorKind, settings: IndexSettings) -> Manifest:
    """Builds, saves, probes and publishes a base over the live vectors.

    Raises:
        LibraryBusy: another process is building it.
        StorageFull: the disk is full; the former base remains.
        IndexDamaged: the new base does not load or does not find its own vectors.
        LibraryError: the library cannot be read.
    """
    folder = base_folder(library, pack_id, kind)
    with FileLock(folder / "build.lock", holder=LibraryFault.INDEX_IN_BUILDING, levels=3):
        with Catalogue.open(library, read_only=True) as catalogue:
            exact, sequence = load_vectors(catalogue, pack_id, kind)
            if exact is not None and len(exact) >= settings.cells_from_segments:
                _keep_columns(catalogue, pack_id)
        if exact is None or not len(exact):
            raise IndexDamaged(IndexFault.NOTHING_TO_INDEX, advice=IndexAdvice.INDEX_SOUNDS_FIRST)
        sweep(folder, keep=_current(folder))
        made = _build_cells if len(exact) >= settings.cells_from_segments else _build_graph
        temporary, manifest = made(exact, _BaseTarget(folder, pack_id, kind, sequence), settings)
        publish(folder, temporary, manifest)
    return manifest


def _keep_columns(catalogue: Catalogue, pack_id: PackId) -> None:
    """Caches the columns that the first query needs, if this is the searched pack."""
    searched = catalogue.packs.searched()
    if searched is None or searched[0] != pack_id:
        return
    with catalogue.database.snapshot():
        sounds = catalogue.columns.living()
        empty = empty_names(catalogue.columns, sounds)
        names = CachedNameClasses(catalogue.database.sequence(), sounds, empty)
        segments = catalogue.segments.all()
    keep_columns(columns_file(catalogue.folder, pack_id), names, segments)


class _BaseTarget(Struct, frozen=True):
    folder: Path
    pack_id: PackId
    kind: VectorKind
    sequence: int

    @property
    def name(self) -> str:
        """A file name unique to this build."""
        return f"base-{self.sequence:012d}-{os.getpid()}.bin"


def _build_graph(exact: ExactIndex, whose: _BaseTarget, settings: IndexSettings) -> tuple[Path, GraphManifest]:
    rows = np.flatnonzero(exact.alive)
    ids, vectors = exact.ids[rows], exact.half(rows)
    base = HnswBase.build(ids, vectors, settings)
    temporary, checksum = save_base(whose.folder, whose.name, base.write, base.file_size_bytes)
    manifest = GraphManifest(
        format=GRAPH_FORMAT,
        file=whose.name,
        size_bytes=base.file_size_bytes,
        crc32=checksum,
        space=SPACE,
        dim=exact.dim,
        pack_id=whose.pack_id,
        kind=whose.kind,
        count=len(ids),
        sequence=whose.sequence,
        links=settings.links,
        ef_construction=settings.ef_construction,
        maker=maker(),
        ef=settings.ef,
    )
    del base
    picked = list(sample(len(ids)))
    probe(temporary, manifest, ids[picked], vectors[picked])
    return temporary, manifest


def _build_cells(exact: ExactIndex, whose: _BaseTarget, settings: IndexSettings) -> tuple[Path, CellsManifest]:
    made = cells.make(exact, np.flatnonzero(exact.alive), settings.threads)
    size = cells.size_bytes(made, exact.dim)
    temporary, checksum = save_base(whose.folder, whose.name, lambda path: cells.write(path, made, exact), size)
    manifest = CellsManifest(
        format=CELLS_FORMAT,
        file=whose.name,
        size_bytes=size,
        crc32=checksum,
        dim=exact.dim,
        pack_id=whose.pack_id,
        kind=whose.kind,
        count=len(made.rows),
        sequence=whose.sequence,
        cells=len(made.centres),
        tail_crc32=cells.tail_checksum(made, exact),
    )
    picked = made.rows[list(sample(len(made.rows)))]
    check_self_hits(cells.Cells.load(temporary, manifest), exact.ids[picked], exact.half(picked))
    return temporary, manifest


def probe(path: Path, manifest: GraphManifest, ids: Ids, vectors: HalfVectors) -> None:
    """Loads a graph for the first time, in a child, and queries it with vectors it holds (none: only loads).

    Raises:
        IndexDamaged: the child died, hung or found too little.
    """
    request = {
        "path": os.fsdecode(path),
        "manifest": asdict(manifest),
        "ids": ids.tolist(),
        "vectors": vectors.astype(np.float32).tolist(),
    }
    command = [sys.executable, "-m", "engine.index.base_builder", "--probe"]
    try:
        ran = subprocess.run(
            command, input=json.dumps(request).encode(), capture_output=True, timeout=PROBE_TIMEOUT_S, check=False
        )
    except subprocess.TimeoutExpired as err:
        raise refused(path, told(IndexFlaw.LOADS_TOO_LONG, round(PROBE_TIMEOUT_S))) from err
    if ran.returncode:
        last = ran.stderr.decode(errors="replace").strip().splitlines()[-1:] or [f"status {ran.returncode}"]
        raise refused(path, told(IndexFlaw.LOADER_ENDED, last[0]))


def _probe_child() -> int:
    request = json.load(sys.stdin)
    manifest = GraphManifest(**request["manifest"])
    base = HnswBase.load(Path(request["path"]), manifest)
    vectors = np.array(request["vectors"], dtype=np.float16).reshape(-1, manifest.dim)
    if len(vectors):
        check_self_hits(base, np.array(request["ids"], dtype=np.int64), vectors)
    return 0


def _current(folder: Path) -> str:
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        return str(json.loads((folder / "manifest.json").read_bytes())["file"])
    return ""


def main(arguments: list[str] | None = None) -> int:
    """The child's entry: 0 and a line with the manifest's counts, or 1 and a line with error and advice."""
    parser = argparse.ArgumentParser(prog="python -m engine.index.base_builder", description=__doc__)
    parser.add_argument("library", nargs="?", type=Path)
    parser.add_argument("pack", nargs="?", type=PackId)
    parser.add_argument("kind", nargs="?", choices=("segments", "names"))
    for name in ("threads", "cells_from_segments", "links", "ef_construction", "ef"):
        parser.add_argument(f"--{name.replace('_', '-')}", type=int, default=getattr(IndexSettings(), name))
    parser.add_argument("--probe", action="store_true", help="load the base named on stdin; used by the build itself")
    options = parser.parse_args(arguments)
    keep_private()
    started = time.monotonic()
    try:
        if options.probe:
            return _probe_child()
        if options.kind is None:
            parser.error("LIBRARY, PACK and KIND are needed")
        settings = IndexSettings(
            threads=options.threads,
            cells_from_segments=options.cells_from_segments,
            links=options.links,
            ef_construction=options.ef_construction,
            ef=options.ef,
        )
        manifest = build(options.library, options.pack, options.kind, settings)
    except EngineError as err:
        print(err, file=sys.stderr)
        print(json.dumps({"error": str(err), "advice": err.advice, "said": record_of(err.what)}), flush=True)
        return 1
    line = {"count": manifest.count, "sequence": manifest.sequence, "seconds": round(time.monotonic() - started, 3)}
    print(json.dumps(line), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
