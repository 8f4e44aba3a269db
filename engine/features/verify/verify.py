"""Verifies a whole library and repairs it on demand; *doctor* also checks the machine, less deeply.

Writes nothing unasked, except the mark that the catalogue is damaged or whole again (`base.hold`). A backup of the
catalogue precedes any repair.
"""

import logging
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from engine.base.backup_files import Reason
from engine.base.cancellation import Cancel, never
from engine.base.errors import LibraryDamaged
from engine.base.findings import Fault, Finding, LibraryPart, Repair
from engine.base.io_timeout import IoTimeout
from engine.base.write_hold import hold, release
from engine.features.verify.catalogue import check_catalogue, mend_catalogue
from engine.features.verify.stores import check_stores, mend_store
from engine.store.backup import make_backup
from engine.store.catalogue import Catalogue
from engine.store.column_cache import drop_columns
from engine.store.connection import sqlite_errors
from engine.store.order_cache import drop_orders

_log = logging.getLogger(__name__)

_DAMAGE = (Fault.UNREADABLE, Fault.PAGES, Fault.INDEXES, Fault.OTHER_VALUES)
_OF_CATALOGUE = (LibraryPart.CATALOGUE, LibraryPart.ROWS, LibraryPart.WORDS_INDEX)


def verify(library: Path, *, cancel: Cancel = never, patience: IoTimeout | None = None) -> Iterator[Finding]:
    """Yields findings part by part; reads all stored data, and every file's size and time.

    Args:
        patience: for the drives of sounds; None for `patience.in_use`.

    Raises:
        LibraryNewer: a later Earshot made it.
        LibraryBusy: another program has its catalogue or speech data locked.
        LibraryError: there is none, or it cannot be read for another reason than damage.
        StopRequested: it was cancelled.
    """
    try:
        with sqlite_errors(library), Catalogue.open(library, read_only=True) as catalogue:
            is_readable = is_well = True
            for finding in check_catalogue(catalogue, cancel):
                is_readable = is_readable and finding.mend is not Repair.RESTORE
                is_well = is_well and not _is_damage(finding)
                yield finding
            _log.info("the catalogue is %s", "well" if is_well else "damaged")
            _hold(library, is_well=is_well)
            if is_readable:  # the other stores can only be compared with a consistent catalogue
                yield from check_stores(catalogue, cancel, patience)
    except LibraryDamaged as err:
        hold(library)
        yield Finding(LibraryPart.CATALOGUE, Fault.UNREADABLE, 1, (str(err),), Repair.RESTORE)


def mend(library: Path, *, cancel: Cancel = never, patience: IoTimeout | None = None) -> Iterator[Finding]:
    """Verifies like `verify` and repairs each part it can after checking it; makes a backup before the first repair.

    Raises:
        LibraryBusy: a job writes the library, or another program keeps it locked.
        StorageFull: there is no room for the backup; nothing was repaired.
        LibraryNewer, LibraryError, Stopped: as for `verify`.
    """
    try:
        with sqlite_errors(library), Catalogue.open(library, makes=False) as catalogue:
            catalogue.database.is_mending = True
            is_backed_up = False
            is_readable = True
            for check in (check_catalogue, partial(check_stores, patience=patience)):
                is_well = True
                for finding in list(check(catalogue, cancel)) if is_readable else ():
                    is_readable = is_readable and finding.mend is not Repair.RESTORE
                    if finding.is_well:
                        yield finding
                        continue
                    if not is_backed_up and finding.mend is not Repair.RESTORE:
                        _log.info("backup before repairing")
                        make_backup(library, Reason.MENDING, cancel=cancel)
                        is_backed_up = True
                    _log.warning("repairing %s: %s", finding.part, finding.fault)
                    if finding.part in _OF_CATALOGUE:
                        drop_orders(library)
                        drop_columns(library)
                        mended = mend_catalogue(catalogue, finding, cancel)
                        is_well = is_well and not _is_damage(mended)
                        yield mended
                    else:
                        yield mend_store(catalogue, finding)
                if check is check_catalogue:
                    _hold(library, is_well=is_well)
    except LibraryDamaged as err:
        hold(library)
        yield Finding(LibraryPart.CATALOGUE, Fault.UNREADABLE, 1, (str(err),), Repair.RESTORE)


def _is_damage(finding: Finding) -> bool:
    """Whether the catalogue itself is damaged, as in `engine.store.backup.is_whole`; indexes do not count."""
    return (
        finding.part in (LibraryPart.CATALOGUE, LibraryPart.ROWS) and not finding.is_well and finding.fault in _DAMAGE
    )


def _hold(library: Path, *, is_well: bool) -> None:
    """Allows all writes from now on, or only repairs."""
    (release if is_well else hold)(library)
