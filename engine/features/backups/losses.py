"""Counts what restoring a backup would lose: what the library has now and the backup lacks.

Sounds are compared by the digest of their audio if known, else by path, so that a moved file is not counted.
"""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

import apsw
import numpy as np
from msgspec import Struct

from engine.base.cancellation import Cancel, check, never
from engine.base.errors import LibraryError
from engine.base.file_messages import FileFault
from engine.base.messages import told
from engine.base.types import FAVOURITE, Ids
from engine.features.backups.messages import BackupAdvice, BackupFault
from engine.store.backup import opened
from engine.store.errors import BUSY_TIMEOUT_MS, FILE_NAME
from engine.store.migrations import SCHEMA_VERSION
from engine.store.schema import check_version, migrate, version_of


class LossKind(StrEnum):
    """What is counted."""

    SOUNDS = "sounds"
    FOLDERS = "folders"
    RATINGS = "ratings"
    COLOURS = "colours"
    FAVOURITES = "favourites"
    TAGS = "tags"
    NOTES = "notes"
    COLLECTIONS = "collections"
    COLLECTED = "collected"
    """Sounds in collections."""
    SAVED_SEARCHES = "saved_searches"
    HISTORY = "history"
    THESAURUS = "thesaurus"
    """Words that the user added to the thesaurus or excluded."""
    CHOICES = "choices"
    """Sounds chosen for searches."""
    LISTENING = "listening"
    """Sounds whose plays or uses changed."""


class Losses(Struct, frozen=True):
    """What a restore loses and regains."""

    lost: Mapping[LossKind, int]
    """Present now, missing or different in the backup; omits kinds without losses."""
    regained: Mapping[LossKind, int]
    """Present in the backup, missing or different now."""


_SOUND = "coalesce(payload_digest, path)"
_MARKED = "FROM mark JOIN sound ON sound.id = sound_id"
_TAGGED = f"SELECT {_SOUND}, name FROM tag JOIN sound ON sound.id = sound_id WHERE name"
_ENTRIES = {
    LossKind.SOUNDS: f"SELECT {_SOUND} FROM sound WHERE error = ''",
    LossKind.FOLDERS: "SELECT path FROM root",
    LossKind.RATINGS: f"SELECT {_SOUND}, rating {_MARKED} WHERE rating > 0",
    LossKind.COLOURS: f"SELECT {_SOUND}, colour {_MARKED} WHERE colour IS NOT NULL",
    LossKind.FAVOURITES: f"{_TAGGED} = '{FAVOURITE}'",
    LossKind.TAGS: f"{_TAGGED} != '{FAVOURITE}'",
    LossKind.NOTES: f"SELECT {_SOUND}, note {_MARKED} WHERE note != ''",
    LossKind.COLLECTIONS: "SELECT name FROM collection",
    LossKind.COLLECTED: f"SELECT folded, {_SOUND} FROM collection_item JOIN collection ON collection.id = collection_id"
    " JOIN sound ON sound.id = sound_id",
    LossKind.SAVED_SEARCHES: "SELECT name, text FROM saved_search",
    LossKind.HISTORY: "SELECT text FROM history",
    LossKind.THESAURUS: "SELECT word, other, is_refused FROM thesaurus",
    LossKind.CHOICES: "SELECT text, payload_digest, kind FROM choice",
    LossKind.LISTENING: f"SELECT {_SOUND}, plays, uses {_MARKED} WHERE plays OR uses",
}


def losses(library: Path, backup: Path, *, cancel: Cancel = never) -> Losses | None:
    """Compares the library with a backup; None if the library is unreadable or gone.

    Raises:
        LibraryNewer: a later Earshot made the backup.
        LibraryError: the backup cannot be read.
        StopRequested: it was cancelled.
    """
    try:
        then = _entries_of(backup, cancel, is_backup=True)
    except apsw.Error as err:
        raise LibraryError(
            told(FileFault.CANNOT_READ, str(backup), str(err)), advice=BackupAdvice.OTHER_BACKUP
        ) from err
    try:
        now = _entries_of(library / FILE_NAME, cancel, is_backup=False)
    except (apsw.Error, LibraryError):
        return None
    return Losses(_more(now, then), _more(then, now))


def _more(one: Mapping[LossKind, Ids], other: Mapping[LossKind, Ids]) -> dict[LossKind, int]:
    counts = {kind: len(np.setdiff1d(one[kind], other[kind])) for kind in LossKind}
    return {kind: count for kind, count in counts.items() if count}


def _entries_of(path: Path, cancel: Cancel, *, is_backup: bool) -> dict[LossKind, Ids]:
    """int64 [N] for each kind: a hash per entry, valid in this process."""
    if not path.is_file() or not path.stat().st_size:
        raise LibraryError(told(BackupFault.BACKUP_MISSING, path), advice=BackupAdvice.OTHER_BACKUP_TOO)
    if is_backup:
        with opened(path) as connection:
            return _read(connection, cancel)
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        connection.set_busy_timeout(BUSY_TIMEOUT_MS)
        return _read(connection, cancel)
    finally:
        connection.close()


def _read(connection: apsw.Connection, cancel: Cancel) -> dict[LossKind, Ids]:
    if check_version(connection) < SCHEMA_VERSION:
        return _read_older(connection, cancel)
    found = {}
    for kind, sql in _ENTRIES.items():
        check(cancel)
        found[kind] = np.fromiter((hash(row) for row in connection.execute(sql)), np.int64)
    return found


def _read_older(connection: apsw.Connection, cancel: Cancel) -> dict[LossKind, Ids]:
    """Reads the entries of an earlier version's catalogue, migrated in memory."""
    if not version_of(connection):
        raise LibraryError(
            told(BackupFault.HOLDS_NO_LIBRARY, connection.filename), advice=BackupAdvice.OTHER_BACKUP_TOO
        )
    copy = apsw.Connection(":memory:")
    try:
        with copy.backup("main", connection, "main") as copying:
            while not copying.done:
                check(cancel)
                copying.step(512)
        migrate(copy)
        return _read(copy, cancel)
    finally:
        copy.close()
