"""Decides when a backup is made: daily, before a job writes, on request. `engine.store.backup` makes it."""

import time
from pathlib import Path

from engine.backup_files import Backup, Reason, is_daily_due
from engine.error_wording.library import LibraryFault
from engine.errors import LibraryBusy, LibraryError
from engine.held import refuse_held
from engine.stopping import Cancel, StopRequested, never
from engine.store.backup import make_backup
from engine.store.faults import FILE_NAME, damaged
from engine.wording import told


def make_asked(library: Path) -> Backup:
    """Makes one because somebody asked; it stays until somebody deletes it.

    Raises:
        StorageFull, LibraryBusy, LibraryError: as for `make_backup`.
    """
    return make_backup(library, Reason.ASKED)


def make_daily(library: Path, *, cancel: Cancel = never, now_s: float | None = None) -> Backup | None:
    """Makes today's backup where it is due; None where it is not, or another Earshot is making it.

    Raises:
        StorageFull, LibraryError, StopRequested: as for `make_backup`; the caller goes on with its own work.
    """
    now_s = time.time() if now_s is None else now_s
    if not (library / FILE_NAME).is_file() or not is_daily_due(library, now_s):
        return None
    try:
        return make_backup(library, Reason.DAILY, now_s=now_s, wait_s=0.0, cancel=cancel)
    except LibraryBusy:
        return None


def back_up_before_writing(library: Path, *, cancel: Cancel = never) -> LibraryError | None:
    """Makes today's backup where it is due, before a job writes; gives why none could be made, None if all is well.

    Raises:
        LibraryDamaged: the catalogue failed its check; a copy of it as it is was kept, and nothing was written.
        LibraryHeld: it failed a check before, and has not been mended since.
    """
    try:
        made = make_daily(library, cancel=cancel)
    except StopRequested:
        return None
    except LibraryError as err:
        return err
    if made is not None and not made.is_whole:
        raise damaged(library, told(LibraryFault.CATALOGUE_COPIED, library, made.name))
    refuse_held(library)
    return None
