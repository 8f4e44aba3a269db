"""The log that users can find and send: our warnings and errors, Qt's, and traces of crashes.

While it runs, a session holds `crash-<process>.txt` in the log folder; faulthandler writes into it if native code
crashes. A file without an owner is left by a session that ended abnormally, and the next start reports it.
"""

import faulthandler
import logging
import os
import sys
import threading
import time
from datetime import datetime
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import TextIO

import platformdirs
from PySide6.QtCore import QLockFile, QMessageLogContext, QObject, QtMsgType, Signal, qInstallMessageHandler

from engine.base.logs import KeptFormatter
from engine.base.private_files import make_private, private_opener, touch_private

FILE_NAME = "earshot.log"
_MOST_BYTES = 1_000_000
_KEPT_FILES = 3
_WRITTEN_S = 10.0
"""An older lock that is incomplete belongs to a process killed while writing it."""
_LINES = 5
"""Lines of a complete Qt lock file: process, program, host, and ids of host and boot. Qt takes a truncated one for
another host's and leaves it alone."""
_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}
_log = logging.getLogger(__name__)


def default_folder() -> Path:
    """Where the platform keeps logs."""
    return Path(platformdirs.user_log_dir("earshot", appauthor=False))


_NO_MATTER = ("QStandardPaths: XDG_RUNTIME_DIR not set",)
"""Qt warnings to ignore: without a session's runtime folder, Qt creates one and warns each time.

Earshot does not set the folder itself, because the sound server is looked up there.
"""


class CrashLog(QObject):
    """The log of one session. Create and close it on the GUI thread."""

    surprised = Signal(str)
    """An uncaught exception as a sentence; the window survives it."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        self.file = folder / FILE_NAME
        self._handler: logging.Handler | None = None
        self._crash: TextIO | None = None
        self._lock: QLockFile | None = None
        self._hooks = (sys.excepthook, threading.excepthook)
        self.former: Path | None = None
        """File to look into if the last session ended abnormally."""
        try:
            make_private(folder)
            touch_private(self.file)
            self._open()
        except OSError as err:  # full or read-only disk: run without a log
            logging.getLogger(__name__).warning("no log in %s: %s", folder, err)

    def close(self) -> None:
        """Ends normally: leaves nothing for the next start to report."""
        sys.excepthook, threading.excepthook = self._hooks
        qInstallMessageHandler(None)
        if self._crash is not None and self._lock is not None:
            faulthandler.disable()
            path = Path(self._crash.name)
            self._crash.close()
            path.unlink(missing_ok=True)
            self._lock.unlock()
        if self._handler is not None:
            logging.getLogger().removeHandler(self._handler)
            self._handler.close()

    def _open(self) -> None:
        self._handler = RotatingFileHandler(
            self.file, maxBytes=_MOST_BYTES, backupCount=_KEPT_FILES, encoding="utf-8", delay=True
        )
        self._handler.setFormatter(KeptFormatter())
        logging.getLogger().addHandler(self._handler)
        self.former = self._look_back()
        path = self.folder / f"crash-{os.getpid()}.txt"
        self._lock = _lock_of(path)
        self._lock.tryLock(0)
        try:
            self._crash = open(path, "w", encoding="utf-8", opener=private_opener)  # noqa: SIM115  (open until close)
        except OSError:
            self._lock.unlock()
            raise
        faulthandler.enable(self._crash)
        sys.excepthook = self._uncaught
        threading.excepthook = self._uncaught_in_thread
        qInstallMessageHandler(_from_qt)

    def _look_back(self) -> Path | None:
        """Returns the newest trace an abnormally ended session left, else the log; None if all ended normally."""
        left = [path for path in sorted(self.folder.glob("crash-*.txt")) if _is_nobodys(path)]
        told: Path | None = None
        for lock in self.folder.glob("crash-*.lock"):  # left by a process killed while starting or ending
            if not lock.with_suffix(".txt").exists():
                _is_nobodys(lock)  # locking a stale one removes it
        for path in left:
            if path.stat().st_size == 0:  # killed, or the machine went down
                path.unlink()
                told = told or self.file
                continue
            when = datetime.fromtimestamp(path.stat().st_mtime).strftime("%Y-%m-%d %H-%M-%S")
            told = path.rename(self.folder / f"crashed {when}.txt")
        if left:
            _log.warning("the last session did not end in order")
        return told

    def _uncaught(self, kind: type[BaseException], err: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, err, trace)
            return
        _log.critical("nobody caught this", exc_info=(kind, err, trace))
        self.surprised.emit(f"{kind.__name__}: {err}")

    def _uncaught_in_thread(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None and not isinstance(args.exc_value, SystemExit):
            self._uncaught(args.exc_type, args.exc_value, args.exc_traceback)


def _from_qt(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    if message.startswith(_NO_MATTER):
        return
    logging.getLogger("qt").log(_LEVELS[kind], "%s", message)


def _lock_of(path: Path) -> QLockFile:
    lock = QLockFile(str(path.with_suffix(".lock")))
    lock.setStaleLockTime(0)
    return lock


def _is_nobodys(path: Path) -> bool:
    """Whether the session that wrote it has ended."""
    lock = _lock_of(path)
    if not lock.tryLock(0) and not (_is_unwritten(lock) and lock.removeStaleLockFile() and lock.tryLock(0)):
        return False
    lock.unlock()
    return True


def _is_unwritten(lock: QLockFile) -> bool:
    """Whether a lock is still incomplete after `_WRITTEN_S`: its writer was killed."""
    path = Path(lock.fileName())
    try:
        is_whole = path.read_bytes().count(b"\n") >= _LINES
        return not is_whole and abs(time.time() - path.stat().st_mtime) > _WRITTEN_S
    except OSError:
        return False
