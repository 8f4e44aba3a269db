"""P13: catalogue writes in batches of 1,000 against bare inserts of the same rows, turn by turn.

    python -m tests.benchmarks.bench_store --sounds 20000

The bare side is the unavoidable minimum: the same statements on the same schema, WAL and synchronous FULL, with
prepared rows, one transaction per batch. The ratio shows everything else in the catalogue: turning sounds into rows,
splitting names into words, looking up replaced rows, sequence numbers.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from msgspec import structs

from engine.base.types import RootId, SoundMetadata
from engine.store.catalogue import Catalogue
from engine.store.folders import folder_ids
from engine.store.sound_rows import UPSERT_SOUND, IndexedSound, detail_values, sound_values, text_values
from engine.store.sounds import _INSERT_DETAIL
from engine.store.text_index import _INSERT_TEXT
from engine.store.word_splitting import folder_of
from tests.benchmarks.report import line, read_options
from tests.benchmarks.timing import Timing, ratio
from tests.helpers.libraries import PACK, ROOT, a_sound

BATCH = 1_000


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="bench_store")
    parser.add_argument("--sounds", type=int, default=10_000)
    options = read_options(parser, argv, sounds=2 * BATCH)
    with tempfile.TemporaryDirectory(prefix="earshot-bench-") as folder:
        run(Path(folder), options.sounds // BATCH)


def run(folder: Path, batches: int) -> None:
    """Stores every batch in one library through the catalogue and in another by bare statements."""
    seconds: dict[str, list[float]] = {"catalogue": [], "bare": []}
    worked: dict[str, list[float]] = {"catalogue": [], "bare": []}
    with Catalogue.open(folder / "ours") as ours, Catalogue.open(folder / "bare") as bare:
        roots = {catalogue: catalogue.roots.add(ROOT) for catalogue in (ours, bare)}
        for catalogue in (ours, bare):
            catalogue.packs.set_searched(PACK, "test")
        for batch in range(batches):
            sounds = [described_sound(batch * BATCH + at + 1, roots[ours]) for at in range(BATCH)]
            folder_of_row = folders_of(bare, sounds)
            rows = [
                sound_values(sound, 1, folder, batch + 9) for sound, folder in zip(sounds, folder_of_row, strict=True)
            ]
            details = [detail_values(sound) for sound in sounds]
            texts = [text_values(sound.id, sound.stamp.path, ROOT, sound.metadata) for sound in sounds]

            def by_catalogue(sounds: list = sounds) -> None:  # type: ignore[type-arg]
                ours.sounds.store(sounds, [])

            def by_hand(rows: list = rows, details: list = details, texts: list = texts) -> None:  # type: ignore[type-arg]
                connection = bare.database.connection
                connection.execute("BEGIN IMMEDIATE")
                connection.executemany(UPSERT_SOUND, rows)
                connection.executemany(_INSERT_DETAIL, details)
                connection.executemany(_INSERT_TEXT, texts)
                connection.execute("COMMIT")

            calls = {"catalogue": by_catalogue, "bare": by_hand}
            for name in calls if batch % 2 else reversed(calls):
                start, before_s = time.perf_counter(), time.process_time()
                calls[name]()
                seconds[name].append(time.perf_counter() - start)
                worked[name].append(time.process_time() - before_s)
    ours_s, bare_s = (Timing(np.array(seconds[name])) for name in ("catalogue", "bare"))
    reached = bare_s.median_s / ours_s.median_s
    line("P13 catalogue writes / bare inserts", ">= 0.80", ratio(bare_s, ours_s), reached >= 0.8)
    cpu = float(np.median(worked["bare"]) / np.median(worked["catalogue"]))
    print(f"   {BATCH / ours_s.median_s:.0f} sounds/s here; of the processor's time alone {cpu:.2f}")


def folders_of(catalogue: Catalogue, sounds: Sequence[IndexedSound]) -> list[int]:
    """Returns the folder ids of sounds, looked up beforehand for the bare side."""
    paths = [sound.stamp.path.raw for sound in sounds]
    connection = catalogue.database.connection
    connection.execute("BEGIN IMMEDIATE")
    ids = folder_ids(connection, paths)
    connection.execute("COMMIT")
    return [ids[folder_of(path)] for path in paths]


def described_sound(number: int, root: RootId) -> IndexedSound:
    """Returns a sound with a waveform overview and as much text as a described sound effect has."""
    words = f"Heavy wooden door number {number} creaks and slams shut in a large stone hall"
    metadata = SoundMetadata(
        description=words,
        keywords=("door", "wood", "creak", f"take{number % 40}"),
        category="doors wood",
        ucs_id="DOORWood",
        fields={"bext.Originator": "Field Recorder", "bext.Description": words, "ixml.SCENE": str(number)},
    )
    sound = a_sound(
        number,
        root=root,
        first_segment=4 * number,
        segments=4,
        name=f"Doors/Set{number // 50:05d}/DOORWood_Creak-Slam_{number:07d}.wav",
        metadata=metadata,
        payload_digest=number.to_bytes(32, "big"),
    )
    return structs.replace(sound, peaks=bytes(4_112))


if __name__ == "__main__":
    main(sys.argv[1:])
