"""Verifies and repairs journal.db."""

import contextlib
from collections.abc import Iterator

import apsw

from engine.base.cancellation import Cancel, check, never
from engine.base.findings import Fault, Finding, Repair
from engine.features.journal.export_journal import FILE_NAME
from engine.store.catalogue import Catalogue
from engine.store.feature_files import FeatureFiles
from engine.store.read_only import open_to_read
from engine.store.user_files import repair

_SHOWN = 5
_BUSY_TIMEOUT_MS = 10_000
_IMPOSSIBLE = (
    "SELECT id FROM export WHERE NOT (json_valid(effects) AND json_valid(words) AND json_valid(credit)) OR source = x''"
)


class JournalFiles(FeatureFiles):
    """The journal of a library's exports."""

    made_by_user = (FILE_NAME,)

    def check(self, catalogue: Catalogue, cancel: Cancel = never) -> Iterator[Finding]:
        if (catalogue.folder / FILE_NAME).is_file():
            yield _checked(catalogue, cancel)

    def mend(self, catalogue: Catalogue, finding: Finding) -> None:
        if finding.part == FILE_NAME:
            repair(catalogue.folder, FILE_NAME)

    def forget_strangers(self, catalogue: Catalogue) -> None:
        """Does nothing: a journal has entries of sounds that left the library, and knows them by their content."""


def _checked(catalogue: Catalogue, cancel: Cancel) -> Finding:
    try:
        with contextlib.closing(open_to_read(catalogue.folder / FILE_NAME)) as connection:
            connection.set_busy_timeout(_BUSY_TIMEOUT_MS)
            problems = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(5)") if row[0] != "ok"]
            if not problems:
                problems = [f"entry {row[0]}" for row in connection.execute(_IMPOSSIBLE)]
            count = 0 if problems else len(connection.execute("SELECT id FROM export").fetchall())
    except (apsw.BusyError, apsw.LockedError):  # another process's lock, not damage
        raise
    except apsw.Error as err:
        return Finding(FILE_NAME, Fault.UNREADABLE, 1, (str(err),), Repair.PUT_BACK)
    if problems:
        return Finding(FILE_NAME, Fault.PAGES, len(problems), tuple(problems[:_SHOWN]), Repair.PUT_BACK)
    check(cancel)
    return Finding(FILE_NAME, count=count)
