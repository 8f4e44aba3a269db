"""Makes the daily backup in a process of its own, at the lowest priority, while somebody may be typing."""

import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from engine.backup_files import is_daily_due
from engine.children import child_environment
from engine.error_wording.library import LibraryAdvice, LibraryFault
from engine.error_wording.records import said_in
from engine.errors import LibraryError
from engine.stopping import Cancel, StopRequested, never
from engine.wording import told

_LOOK_S = 0.1


@dataclass(frozen=True, slots=True)
class CopyMade:
    """The outcome."""

    name: str | None
    """The backup's; None where none was due, or another Earshot is making one."""
    is_whole: bool


def make_daily_aside(library: Path, *, cancel: Cancel = never) -> CopyMade:
    """As `engine.backups.make.make_daily`, in a child process.

    Raises:
        LibraryError: none could be made; the message says why.
        StopRequested: it was cancelled; the next backup sweeps away what is left.
    """
    if not is_daily_due(library, time.time()):
        return CopyMade(None, is_whole=True)
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "engine.backups", str(library)],
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
        raise LibraryError(said_in(said["what"]), advice=said_in(said["to_do"]))
    return CopyMade(said["backup"], is_whole=bool(said["whole"]))
