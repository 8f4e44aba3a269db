"""P3: walking a tree where nothing changed, against a bare walk that only lists and stats."""

import argparse
import os
import tempfile
from pathlib import Path

from engine.audio.files import AUDIO_SUFFIXES
from engine.ingest.scan import Known, ScanProblem, compare, walk
from engine.types import ContentId, FilePath, SoundId
from tests.benchmarks.report import line, ratio, turns

_PER_FOLDER = 100


def _make_tree(root: Path, files: int) -> None:
    """Empty files, a hundred a folder, two levels deep."""
    for number in range(0, files, _PER_FOLDER):
        folder = root / f"drive {number // (_PER_FOLDER * 20):03d}" / f"take {number // _PER_FOLDER:05d}"
        folder.mkdir(parents=True)
        for part in range(min(_PER_FOLDER, files - number)):
            (folder / f"door wood slam {part:03d}.wav").touch()


def _bare(folder: bytes) -> int:
    """Lists and stats everything below: what no scan can do without."""
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
    """Prints P3."""
    parser = argparse.ArgumentParser(prog="bench_scan")
    parser.add_argument("--files", type=int, default=100_000)
    files: int = parser.parse_known_args(argv)[0].files
    with tempfile.TemporaryDirectory(prefix="earshot-bench-") as folder:
        root = FilePath.of(folder)
        _make_tree(Path(folder), files)
        stamps = [found for found in walk(root, AUDIO_SUFFIXES) if not isinstance(found, ScanProblem)]
        known = {
            stamp.path.raw: Known(SoundId(row), stamp.size_bytes, stamp.mtime_ns, ContentId(b""), is_failed=False)
            for row, stamp in enumerate(stamps)
        }
        assert _bare(root.raw) == len(known) == files
        unchanged = compare(root, known, AUDIO_SUFFIXES).unchanged
        assert unchanged == files, f"{unchanged} of {files} files came out as unchanged"
        bare_s, scan_s = turns(lambda: _bare(root.raw), lambda: compare(root, known, AUDIO_SUFFIXES))
    reached = ratio(bare_s, scan_s)
    line(f"P3 rescan of {files} unchanged files", ">= 0.50", f"{reached:.2f} x bare scandir+stat", reached >= 0.5)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
