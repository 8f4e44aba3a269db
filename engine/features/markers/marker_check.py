"""Verifies markers.db, and repairs it from a copy: nothing can make it again."""

import contextlib
from collections.abc import Iterator

import apsw

from engine.base.cancellation import Cancel, check, never
from engine.base.findings import Fault, Finding, Repair
from engine.features.markers.marker_store import FILE_NAME, unpacked
from engine.store.catalogue import Catalogue
from engine.store.feature_files import FeatureFiles
from engine.store.read_only import open_to_read
from engine.store.user_files import repair

_SHOWN = 5
_BUSY_TIMEOUT_MS = 10_000


class MarkerFiles(FeatureFiles):
    """The markers of a library."""

    made_by_user = (FILE_NAME,)

    def check(self, catalogue: Catalogue, cancel: Cancel = never) -> Iterator[Finding]:
        if (catalogue.folder / FILE_NAME).is_file():
            yield _checked(catalogue, cancel)

    def mend(self, catalogue: Catalogue, finding: Finding) -> None:
        if finding.part == FILE_NAME:
            repair(catalogue.folder, FILE_NAME)

    def forget_strangers(self, catalogue: Catalogue) -> None:
        """Does nothing: markers belong to content, and wait for sounds that left the library."""


def _checked(catalogue: Catalogue, cancel: Cancel) -> Finding:
    count, odd = 0, []
    try:
        with contextlib.closing(open_to_read(catalogue.folder / FILE_NAME)) as connection:
            connection.set_busy_timeout(_BUSY_TIMEOUT_MS)
            odd += [str(row[0]) for row in connection.execute("PRAGMA integrity_check(5)") if row[0] != "ok"]
            for number, text in connection.execute("SELECT id, markers FROM state"):
                check(cancel)
                count += 1
                try:
                    unpacked(str(text)) if text is not None else None
                except (ValueError, TypeError, RecursionError):
                    odd.append(f"state {number}")
    except (apsw.BusyError, apsw.LockedError):  # another process's lock, not damage
        raise
    except apsw.Error as err:
        return Finding(FILE_NAME, Fault.UNREADABLE, 1, (str(err),), Repair.PUT_BACK)
    if odd:
        return Finding(FILE_NAME, Fault.PAGES, len(odd), tuple(odd[:_SHOWN]), Repair.PUT_BACK)
    return Finding(FILE_NAME, count=count)
