"""The parts of a library's cost at one size, for bench_cost: each measures the real thing once and returns figures.

Names end in their units. A missing part (a base where exact search answers) is left out, not zero.
"""

import resource
import shutil
import statistics
import tempfile
import threading
import time
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import soundfile

from engine.audio.files import AUDIO_SUFFIXES
from engine.base.events import Event, IndexBuilt
from engine.base.types import FilePath, PackId
from engine.ingest.control import Control
from engine.ingest.index_step import build_bases
from engine.ingest.scan import ScanProblem, walk
from engine.models.pack import load_pack
from engine.store.catalogue import Catalogue
from tests.benchmarks.bench_scan import bare_walk, fill, look_over, make_tree
from tests.benchmarks.bench_start import first_picture, left_at
from tests.benchmarks.bench_window import drive
from tests.benchmarks.feeding import index_all
from tests.benchmarks.report import turns

Figures = Mapping[str, float]
_RATE_HZ = 44_100
_SHORTEST_S, _LONGEST_S = 0.2, 0.8
"""Of a one-shot."""
_MIB = 2**20


def indexing(folder: Path, pack: Path, size: int, workers: int) -> Figures:
    """Indexes so many one-shots, WAV, mono, like the product, and deletes them."""
    with tempfile.TemporaryDirectory(prefix="cost-sounds-", dir=folder) as home:
        sounds = Path(home) / "sounds"
        seconds = one_shots(sounds, size)
        began = time.process_time()
        done = index_all(sounds, pack, workers, "cpu")
        spent_s = time.process_time() - began
    assert done.added == size and not done.failed, done
    return {
        "index_s": done.seconds,
        "index_processor_s": spent_s,
        "index_files_s": size / done.seconds,
        "index_times_real": seconds / done.seconds,
    }


def one_shots(folder: Path, count: int) -> float:
    """Writes distinct files, a thousand per folder: decaying noise and tones; returns their seconds."""
    draw = np.random.default_rng(17)
    total_s = 0.0
    for number in range(count):
        place = folder / f"Set {number // 1000:03d}"
        if number % 1000 == 0:
            place.mkdir(parents=True)
        seconds = float(draw.uniform(_SHORTEST_S, _LONGEST_S))
        times = np.arange(round(seconds * _RATE_HZ)) / _RATE_HZ
        body = np.sin(2 * np.pi * draw.uniform(60, 6000) * times) + draw.uniform(0, 1) * draw.standard_normal(
            len(times)
        )
        fade = np.exp(-times * draw.uniform(4, 30))
        soundfile.write(place / f"hit wood {number:06d}.wav", 0.4 * body * fade / 2, _RATE_HZ, subtype="PCM_16")
        total_s += seconds
    return total_s


def base(library: Path, pack: Path, most_minutes: float) -> Figures:
    """Builds the bases from scratch like the last step of indexing; returns nothing if none is due.

    A build longer than `most_minutes` is ended, and reported as longer.
    """
    shutil.rmtree(library / "index", ignore_errors=True)
    control, built = Control(), list[Event]()
    timer = threading.Timer(60 * most_minutes, control.turn, ("cancel",))
    timer.daemon = True
    timer.start()
    before, began = _processor_s(), time.monotonic()
    try:
        with Catalogue.open(library) as catalogue:
            build_bases(catalogue, load_pack(pack).info, control, built.append, has_changed=True)
    finally:
        timer.cancel()
    taken_s, spent_s = time.monotonic() - began, _processor_s() - before
    if control.is_cancelled:
        return {"base_longer_than_s": 60 * most_minutes}
    if not any(isinstance(event, IndexBuilt) for event in built):
        return {}
    return {"base_s": taken_s, "base_processor_s": spent_s}


def disk(library: Path, pack: Path) -> Figures:
    """Measures the library on the disk, by part, without its temporary backups."""
    parts = {"vectors": _size(library / "vectors"), "index": _size(library / "index")}
    parts["catalogue"] = _size(library) - _size(library / "backups") - sum(parts.values())
    info = load_pack(pack).info
    with Catalogue.open(library, read_only=True) as catalogue:
        counts = catalogue.sounds.counts()
    half = 2 * (counts.segments * info.dim + counts.sounds * info.sentence_dim)
    return {
        **{f"disk_{name}_mib": size / _MIB for name, size in parts.items()},
        "disk_mib": sum(parts.values()) / _MIB,
        "vectors_fp16_mib": half / _MIB,
        "segments": counts.segments,
    }


def window(library: Path, pack: Path, folder: Path, *more: str) -> Figures:
    """Searches, scrolls and sorts in a real window, and measures its memory at the end."""
    found = drive(library, pack, folder, *more)
    queries = np.array(found["query_s"])
    named = ("own_mib", "droppable_mib", "peak_mib", "sort_first_s", "first_query_s")
    return {
        "queries": len(queries),
        "query_p50_ms": 1000 * float(np.percentile(queries, 50)),
        "query_p95_ms": 1000 * float(np.percentile(queries, 95)),
        **{name: float(str(found[name])) for name in named},
    }


def start(library: Path, folder: Path, size: int, runs: int) -> Figures:
    """Starts the window at its last session's rows, and an empty window of Qt, in turn.

    With a single run, modules are used as they lie in the repository, compiled or not.
    """
    home = folder / f"start-{size}"
    home.mkdir()
    settings = left_at(home, library, size)
    given = ["--library", str(library), "--settings", str(settings), "--log", str(home / "log")]
    compiled = folder / "compiled" if runs > 1 else None
    if compiled is not None:
        first_picture("window", compiled, *given), first_picture("empty", compiled)  # fills caches, compiles modules
    ours: list[float] = []
    bare: list[float] = []
    pictures: list[float] = []
    for _ in range(runs):
        bare.append(first_picture("empty", compiled)["seconds"])
        found = first_picture("window", compiled, *given)
        ours.append(found["seconds"])
        pictures += [] if found["picture"] is None else [found["picture"]]  # the very first run finds none
    pictured = (
        {}
        if len(pictures) < len(bare)
        else {
            "start_picture_s": statistics.median(pictures),
            "start_picture_ratio": statistics.median(a / b for a, b in zip(pictures, bare, strict=True)),
        }
    )
    return {
        **pictured,
        "start_s": statistics.median(ours),
        "start_empty_s": statistics.median(bare),
        "start_ratio": statistics.median(a / b for a, b in zip(ours, bare, strict=True)),
    }


def rescan(folder: Path, size: int) -> Figures:
    """Rescans an unchanged tree of as many files, like a job before it knows; and does a bare walk."""
    with tempfile.TemporaryDirectory(prefix="cost-tree-", dir=folder) as home:
        tree, library = Path(home) / "tree", Path(home) / "library"
        make_tree(tree, size)
        root = FilePath.of(tree)
        stamps = [found for found in walk(root, AUDIO_SUFFIXES) if not isinstance(found, ScanProblem)]
        with Catalogue.open(library) as catalogue:
            catalogue.packs.set_searched(PackId("0" * 32), "none")
            fill(catalogue, catalogue.roots.add(root), stamps)
            bare_s, ours_s = turns(
                lambda: bare_walk(root.raw), lambda: look_over(catalogue, root), rounds=3 if size >= 100_000 else 5
            )
    share = statistics.median(a / b for a, b in zip(bare_s, ours_s, strict=True))
    return {"rescan_s": statistics.median(ours_s), "rescan_bare_s": statistics.median(bare_s), "rescan_share": share}


def _processor_s() -> float:
    """Returns CPU seconds of this program and its ended children."""
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(used.ru_utime + used.ru_stime for used in map(resource.getrusage, who))


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
