"""Verifies and repairs words.db and units.db."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import apsw
import numpy as np

from engine.base.cancellation import Cancel, check, never
from engine.base.findings import Fault, Finding, Repair
from engine.features.speech import units_store, words_file
from engine.store.catalogue import Catalogue
from engine.store.feature_files import FeatureFiles
from engine.store.read_only import open_to_read

_SHOWN = 5
_BUSY_TIMEOUT_MS = 10_000
_FILES = {
    words_file.FILE_NAME: "SELECT sound_id FROM spoken WHERE length(bounds) != 8 * count OR length(chances) != count"
    " OR length(agreements) != count OR length(vectors) % max(count, 1) != 0",
    units_store.NAME: "SELECT sound_id FROM units WHERE length(codes) != length(levels)",
}
"""Each file with the query for its impossible rows."""


class HeardFiles(FeatureFiles):
    """The results of listening for speech."""

    def check(self, catalogue: Catalogue, cancel: Cancel = never) -> Iterator[Finding]:
        for name in _FILES:
            if (catalogue.folder / name).is_file():
                yield _checked(catalogue, name, cancel)

    def mend(self, catalogue: Catalogue, finding: Finding) -> None:
        if finding.fault is Fault.STRANGERS:
            self.forget_strangers(catalogue)
        elif finding.part in _FILES:
            for suffix in ("", "-wal", "-shm"):
                (catalogue.folder / (finding.part + suffix)).unlink(missing_ok=True)

    def forget_strangers(self, catalogue: Catalogue) -> None:
        for path in (catalogue.folder / name for name in _FILES):
            if not path.is_file():
                continue
            with suppress(apsw.Error):
                kept, _ = _read(path)
                connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
                try:
                    connection.set_busy_timeout(_BUSY_TIMEOUT_MS)
                    connection.pragma("foreign_keys", 1)
                    with connection:
                        strangers = [(id,) for id in _strangers(catalogue, kept)]
                        connection.executemany("DELETE FROM heard WHERE sound_id = ?", strangers)
                finally:
                    connection.close()


def _checked(catalogue: Catalogue, name: str, cancel: Cancel) -> Finding:
    try:
        kept, problems = _read(catalogue.folder / name)
    except (apsw.BusyError, apsw.LockedError):  # another process's lock, not damage
        raise
    except apsw.Error as err:
        return Finding(name, Fault.UNREADABLE, 1, (str(err),), Repair.DROP)
    if problems:
        return Finding(name, Fault.PAGES, len(problems), tuple(problems[:_SHOWN]), Repair.DROP)
    check(cancel)
    strangers = _strangers(catalogue, kept)
    if strangers:
        return Finding(name, Fault.STRANGERS, len(strangers), (), Repair.DROP)
    return Finding(name, count=len(kept))


def _read(path: Path) -> tuple[dict[int, bytes], list[str]]:
    """The analysed sounds with their digests, and what is wrong with the file."""
    connection = open_to_read(path)
    try:
        connection.set_busy_timeout(_BUSY_TIMEOUT_MS)
        problems = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(5)") if row[0] != "ok"]
        problems += [f"row {row[1]} of {row[0]}" for row in connection.execute("PRAGMA foreign_key_check")]
        if not problems:
            problems += [f"sound {row[0]}" for row in connection.execute(_FILES[path.name])]
        return dict(connection.execute("SELECT sound_id, digest FROM heard")), problems
    finally:
        connection.close()


def _strangers(catalogue: Catalogue, kept: Mapping[int, bytes]) -> list[int]:
    ids = np.array(list(kept), dtype=np.int64)
    there = set(catalogue.sounds.there(ids).tolist())
    return [id for id in kept if id not in there]
