"""P3: rescanning an unchanged tree, against a bare walk that only lists and stats.

Two figures: the walk and comparison alone, and everything a job does before it knows there is nothing to do, with the
rows of a real catalogue.
"""

import argparse
import os
import tempfile
from pathlib import Path

from engine.audio.files import AUDIO_SUFFIXES
from engine.base.types import (
    AudioInfo,
    ContentId,
    FilePath,
    FileStamp,
    Measures,
    PackId,
    RootId,
    SoundId,
    SoundMetadata,
)
from engine.ingest.plan import make_plan
from engine.ingest.scan import KnownFile, ScanProblem, compare, walk
from engine.ingest.scan_areas import areas_of
from engine.store.catalogue import Catalogue
from engine.store.sound_rows import IndexedSound
from tests.benchmarks.report import line, ratio, read_options, turns

_PER_FOLDER = 100


def make_tree(root: Path, files: int) -> None:
    """Makes empty files, a hundred per folder, two levels deep."""
    for number in range(0, files, _PER_FOLDER):
        folder = root / f"drive {number // (_PER_FOLDER * 20):03d}" / f"take {number // _PER_FOLDER:05d}"
        folder.mkdir(parents=True)
        for part in range(min(_PER_FOLDER, files - number)):
            (folder / f"door wood slam {part:03d}.wav").touch()


def fill(catalogue: Catalogue, root: RootId, stamps: list[FileStamp]) -> None:
    """Stores an indexed row per file, a thousand per transaction."""
    info = AudioInfo("WAV", "PCM_16", 48_000, 2, 16, 1.0)
    for start in range(0, len(stamps), 1000):
        part = stamps[start : start + 1000]
        first, segment = catalogue.sounds.reserve_ids(len(part), 0)
        rows = [
            IndexedSound(
                id=SoundId(first + row),
                first_segment=segment,
                stamp=stamp,
                content_id=ContentId((first + row).to_bytes(16, "big")),
                root=root,
                info=info,
                measures=Measures(),
                metadata=SoundMetadata(),
                peaks=b"",
                segments=(),
                name_text=stamp.path.name,
            )
            for row, stamp in enumerate(part)
        ]
        catalogue.sounds.store(rows, ())


def look_over(catalogue: Catalogue, root: FilePath) -> int:
    """Does what a job does on its folders before it reads any sound; returns the number of unchanged files."""
    plan = make_plan(
        catalogue,
        areas_of(catalogue, [root]),
        retry_failed=False,
        workers=1,
        is_cancelled=lambda: False,
        count=lambda files, to_do: None,
    )
    assert not plan.tasks and not plan.gone
    return plan.unchanged


def bare_walk(folder: bytes) -> int:
    """Lists and stats everything below: the least that any scan must do."""
    seen, folders = 0, [folder]
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in entries:
                if entry.is_dir():
                    folders.append(entry.path)
                else:
                    entry.stat()
                    seen += 1
    return seen


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="bench_scan")
    parser.add_argument("--files", type=int, default=100_000)
    files: int = read_options(parser, argv, files=250).files
    with tempfile.TemporaryDirectory(prefix="earshot-bench-") as folder:
        root = FilePath.of(folder)
        make_tree(Path(folder), files)
        stamps = [found for found in walk(root, AUDIO_SUFFIXES) if not isinstance(found, ScanProblem)]
        known = {
            stamp.path.raw: KnownFile(
                SoundId(row), stamp.size_bytes, stamp.mtime_ns, ContentId(b""), False, stamp.changed_ns
            )
            for row, stamp in enumerate(stamps)
        }
        assert bare_walk(root.raw) == len(known) == files
        unchanged = compare(root, known, AUDIO_SUFFIXES).unchanged
        assert unchanged == files, f"{unchanged} of {files} files came out as unchanged"
        with (
            tempfile.TemporaryDirectory(prefix="earshot-bench-") as library,
            Catalogue.open(Path(library)) as catalogue,
        ):
            catalogue.packs.set_searched(PackId("0" * 32), "none")
            fill(catalogue, catalogue.roots.add(root), stamps)
            assert look_over(catalogue, root) == files
            bare_s, scan_s, job_s = turns(
                lambda: bare_walk(root.raw),
                lambda: compare(root, known, AUDIO_SUFFIXES),
                lambda: look_over(catalogue, root),
            )
    for name, taken_s in (
        (f"P3 rescan of {files} unchanged files", scan_s),
        ("P3 the same with the catalogue's rows", job_s),
    ):
        reached = ratio(bare_s, taken_s)
        line(name, ">= 0.50", f"{reached:.2f} x bare scandir+stat", reached >= 0.5)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
