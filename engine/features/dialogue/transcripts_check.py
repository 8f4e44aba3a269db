"""Verifies and repairs transcripts.db; verifies corrections and languages, which nothing can make again."""

from collections.abc import Callable, Iterator
from contextlib import suppress

import apsw
import numpy as np

from engine.base.cancellation import Cancel, check, never
from engine.base.errors import LibraryError
from engine.base.findings import Fault, Finding, Repair
from engine.base.types import Ids
from engine.features.dialogue.edits import FILE_NAME as EDITS
from engine.features.dialogue.edits import edits_of
from engine.features.dialogue.folder_languages import FILE_NAME as LANGUAGES
from engine.features.dialogue.folder_languages import folder_languages
from engine.features.dialogue.transcripts import FILE_NAME
from engine.store.catalogue import Catalogue
from engine.store.feature_files import FeatureFiles
from engine.store.read_only import open_to_read
from engine.store.user_files import repair

_SHOWN = 5
_BUSY_TIMEOUT_MS = 10_000
_IMPOSSIBLE = "SELECT sound_id FROM stretch WHERE NOT json_valid(words) OR json_array_length(words) = 0"


class TranscriptFiles(FeatureFiles):
    """The transcripts of a library, and their corrections."""

    made_by_user = (EDITS, LANGUAGES)

    def check(self, catalogue: Catalogue, cancel: Cancel = never) -> Iterator[Finding]:
        if (catalogue.folder / FILE_NAME).is_file():
            yield _checked(catalogue, cancel)
        if (catalogue.folder / EDITS).is_file():
            yield _checked_user_file(EDITS, lambda: sum(map(len, edits_of(catalogue.folder).values())))
        if (catalogue.folder / LANGUAGES).is_file():
            yield _checked_user_file(LANGUAGES, lambda: len(folder_languages(catalogue.folder).languages))

    def mend(self, catalogue: Catalogue, finding: Finding) -> None:
        if finding.part in self.made_by_user:
            repair(catalogue.folder, finding.part)
        if finding.part != FILE_NAME:
            return
        if finding.fault is Fault.STRANGERS:
            self.forget_strangers(catalogue)
        else:
            for suffix in ("", "-wal", "-shm"):
                (catalogue.folder / (FILE_NAME + suffix)).unlink(missing_ok=True)

    def forget_strangers(self, catalogue: Catalogue) -> None:
        path = catalogue.folder / FILE_NAME
        if not path.is_file():
            return
        with suppress(apsw.Error):
            connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
            try:
                connection.set_busy_timeout(_BUSY_TIMEOUT_MS)
                connection.pragma("foreign_keys", 1)
                with connection:
                    strangers = [(int(id),) for id in _strangers(catalogue, _ids(connection))]
                    connection.executemany("DELETE FROM heard WHERE sound_id = ?", strangers)
            finally:
                connection.close()


def _checked(catalogue: Catalogue, cancel: Cancel) -> Finding:
    try:
        connection = open_to_read(catalogue.folder / FILE_NAME)
        try:
            connection.set_busy_timeout(_BUSY_TIMEOUT_MS)
            problems = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(5)") if row[0] != "ok"]
            problems += [f"row {row[1]} of {row[0]}" for row in connection.execute("PRAGMA foreign_key_check")]
            if not problems:
                problems += [f"sound {row[0]}" for row in connection.execute(_IMPOSSIBLE)]
            ids = np.zeros(0, np.int64) if problems else _ids(connection)
        finally:
            connection.close()
    except (apsw.BusyError, apsw.LockedError):  # another process's lock, not damage
        raise
    except apsw.Error as err:
        return Finding(FILE_NAME, Fault.UNREADABLE, 1, (str(err),), Repair.DROP)
    if problems:
        return Finding(FILE_NAME, Fault.PAGES, len(problems), tuple(problems[:_SHOWN]), Repair.DROP)
    check(cancel)
    strangers = _strangers(catalogue, ids)
    if len(strangers):
        return Finding(FILE_NAME, Fault.STRANGERS, len(strangers), (), Repair.DROP)
    return Finding(FILE_NAME, count=len(ids))


def _checked_user_file(name: str, count: Callable[[], int]) -> Finding:
    try:
        return Finding(name, count=count())
    except LibraryError as err:
        return Finding(name, Fault.UNREADABLE, 1, (str(err),), Repair.PUT_BACK)


def _ids(connection: apsw.Connection) -> Ids:
    return np.array([row[0] for row in connection.execute("SELECT sound_id FROM heard")], np.int64)


def _strangers(catalogue: Catalogue, ids: Ids) -> Ids:
    return np.setdiff1d(ids, catalogue.sounds.there(ids))
