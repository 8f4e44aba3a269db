"""Decides when to make a backup: daily, before a job writes, on request. `engine.store.backup` makes it.

The daily one runs in its own process at the lowest priority, because somebody may be typing.
"""

import json
import logging
import subprocess
import sys
import time
from pathlib import Path

from msgspec import Struct

from engine.base.backup_files import Backup, Reason, is_daily_due
from engine.base.cancellation import Cancel, StopRequested, never
from engine.base.child_processes import child_environment
from engine.base.errors import LibraryBusy, LibraryError
from engine.base.library_messages import LibraryAdvice, LibraryFault
from engine.base.messages import message_in, told
from engine.base.write_hold import refuse_held
from engine.store.backup import make_backup
from engine.store.errors import FILE_NAME, damaged

_log = logging.getLogger(__name__)


def make_asked(library: Path) -> Backup:
    """Makes a backup on request; it stays until the user deletes it.

    Raises:
        StorageFull, LibraryBusy, LibraryError: as for `make_backup`.
    """
    return make_backup(library, Reason.ASKED)


def make_daily(library: Path, *, cancel: Cancel = never, now_s: float | None = None) -> Backup | None:
    """Makes the daily backup if it is due; None if it is not, or another Earshot is making it.

    Raises:
        StorageFull, LibraryError, StopRequested: as for `make_backup`; the caller continues its own work.
    """
    now_s = time.time() if now_s is None else now_s
    if not (library / FILE_NAME).is_file() or not is_daily_due(library, now_s):
        return None
    try:
        return make_backup(library, Reason.DAILY, now_s=now_s, wait_s=0.0, cancel=cancel)
    except LibraryBusy:
        _log.debug("another Earshot makes the daily backup")
        return None


def back_up_before_writing(library: Path, *, cancel: Cancel = never) -> LibraryError | None:
    """Makes the daily backup, if due, before a job writes; returns the error if it failed.

    Raises:
        LibraryDamaged: the catalogue failed its check; it was copied as it is, and nothing was written.
        LibraryHeld: it failed an earlier check and has not been repaired.
    """
    try:
        made = make_daily(library, cancel=cancel)
    except StopRequested:
        return None
    except LibraryError as err:
        _log.info("the daily backup failed: %s", err)
        return err
    if made is not None and not made.is_whole:
        _log.info("the catalogue failed its check; nothing is written into it")
        raise damaged(library, told(LibraryFault.CATALOGUE_COPIED, library, made.name))
    refuse_held(library)
    return None


_LOOK_S = 0.1


class BackupMade(Struct, frozen=True):
    """The outcome."""

    name: str | None
    """The backup's name; None if none was due, or another Earshot is making one."""
    is_whole: bool


def make_daily_aside(library: Path, *, cancel: Cancel = never) -> BackupMade:
    """Like `make_daily`, in a child process.

    Raises:
        LibraryError: none could be made; the message says why.
        StopRequested: it was cancelled; the next backup removes the remains.
    """
    if not is_daily_due(library, time.time()):
        return BackupMade(None, is_whole=True)
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "engine.ingest.backup_process", str(library)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        env=child_environment(),
    ) as child:
        while True:
            try:
                line, _ = child.communicate(timeout=_LOOK_S)
                break
            except subprocess.TimeoutExpired:
                if cancel():
                    child.kill()
                    child.communicate()
                    raise StopRequested from None
    try:
        said = json.loads(line)
    except ValueError as err:
        raise LibraryError(
            told(LibraryFault.BACKUPS_CRASHED, child.returncode), advice=LibraryAdvice.MAKE_BACKUP
        ) from err
    if "what" in said:
        raise LibraryError(message_in(said["what"]), advice=message_in(said["to_do"]))
    return BackupMade(said["backup"], is_whole=bool(said["whole"]))
