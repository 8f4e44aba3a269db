"""Export and import of a large library's user data: seconds and memory, on generated rows.

Every sound is rated, has a colour, two tags and a note, was heard, and is in a collection.
"""

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from msgspec import structs

from engine.base.types import FilePath
from engine.features.user_data.import_file import preview, take_in
from engine.features.user_data.write import write
from engine.library.user_data import UserData
from engine.store.catalogue import Catalogue
from tests.benchmarks.report import line, read_options
from tests.helpers.libraries import ROOT, a_sound
from tests.helpers.memory import IS_KNOWN, peak_kib

_BATCH = 20_000
_MARKS = "INSERT INTO mark SELECT id, 1 + id % 5, 'red', 'A note about ' || id, id, 1.7e9 + id, 0, NULL FROM sound"


def _fill(folder: Path, first: int, sounds: int, root: FilePath) -> None:
    with Catalogue.open(folder) as catalogue:
        into = catalogue.roots.add(root)
        for start in range(0, sounds, _BATCH):
            rows = []
            for row in range(start, min(start + _BATCH, sounds)):
                sound = a_sound(
                    row + 1, root=into, first_segment=2 * row, payload_digest=(first + row).to_bytes(32, "big")
                )
                path = FilePath(root.raw + b"/f%d/s%d.wav" % (row // 100, row))
                rows.append(structs.replace(sound, stamp=structs.replace(sound.stamp, path=path)))
            catalogue.sounds.store(rows, [])


def _enter(folder: Path, sounds: int) -> None:
    with Catalogue.open(folder) as catalogue:
        keeping, ids = UserData(catalogue), np.arange(1, sounds + 1, dtype=np.int64)
        with catalogue.database.keeping() as connection:
            connection.execute(_MARKS)
            connection.execute("INSERT INTO tag SELECT id, 'tag ' || (id % 50) FROM sound")
            connection.execute("INSERT INTO tag SELECT id, 'kind ' || (id % 500) FROM sound")
        for number in range(10):
            keeping.make_collection(f"List {number}", ids[number::10])


def _timed(work: Callable[[], object]) -> tuple[float, int]:
    """Returns seconds, and the growth of peak memory in MiB."""
    before_kib = peak_kib() if IS_KNOWN else 0
    start_s = time.perf_counter()
    work()
    return time.perf_counter() - start_s, ((peak_kib() if IS_KNOWN else 0) - before_kib) // 1024


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--sounds", type=int, default=100_000)
    sounds: int = read_options(parser, argv, sounds=500).sounds
    with tempfile.TemporaryDirectory() as folder:
        source, target, file = Path(folder, "source"), Path(folder, "target"), Path(folder, "mine.jsonl")
        _fill(source, 0, sounds, ROOT)
        _enter(source, sounds)
        _fill(target, sounds // 2, sounds, FilePath(b"/elsewhere"))  # every other sound is missing

        def export() -> None:
            with Catalogue.open(source, read_only=True) as catalogue:
                assert write(catalogue, file).sounds == sounds

        def undo() -> None:
            with Catalogue.open(target) as catalogue:
                assert UserData(catalogue).undo_import() == 0

        figures = [
            ("Exporting", *_timed(export)),
            ("Looking at the file", *_timed(lambda: preview(target, file))),
            ("Taking it in", *_timed(lambda: take_in(target, file))),
            ("Taking it in again", *_timed(lambda: take_in(target, file))),
            ("Taking the import back", *_timed(undo)),
        ]
        bytes_a_sound = file.stat().st_size // sounds
    most_s, most_mib = 20 * sounds / 100_000 + 1, 150 + 100 * sounds // 100_000
    for name, seconds, more_mib in figures:
        reached = f"{seconds:.1f} s, {more_mib} MiB more"
        passed = seconds <= most_s and more_mib <= most_mib
        line(f"{name}: {sounds:,} sounds", f"<= {most_s:.0f} s, {most_mib} MiB", reached, passed)
    line("The file", "<= 500 B a sound", f"{bytes_a_sound} B a sound", bytes_a_sound <= 500)
