"""The log that a user can find and send: warnings and faults of ours, of Qt, and what remains of a crash.

A session leaves `crash-<process>.txt` in the log's folder while it runs; faulthandler writes into it should a library
take the process down. One that nobody holds any more is left by a session that did not end in order, and the next start
says so.
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

from engine.private import make_private, private_opener, touch_private

FILE_NAME = "earshot.log"
_MOST_BYTES = 1_000_000
_KEPT_FILES = 3
_WRITTEN_S = 10.0
"""A lock that is older and not whole was left by one that was killed while writing it."""
_LINES = 5
"""Of a whole lock, as Qt writes it: process, program, machine, and ids of machine and start. One that is cut off looks
like another machine's, which Qt leaves alone."""
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
"""What Qt warns of and nobody need know: where no session has made that folder, Qt makes one and says so each time.

Earshot does not name one itself: the sound server is looked for there.
"""


class CrashLog(QObject):
    """The log of one session. Made and ended in the GUI thread."""

    surprised = Signal(str)
    """An exception that nobody caught, in a sentence: the window lives on."""

    def __init__(self, folder: Path) -> None:
        """Begins: from now on everything is written down."""
        super().__init__()
        self.folder = folder
        self.file = folder / FILE_NAME
        self._handler: logging.Handler | None = None
        self._crash: TextIO | None = None
        self._lock: QLockFile | None = None
        self._hooks = (sys.excepthook, threading.excepthook)
        self.former: Path | None = None
        """What the last session left when it did not end in order: the file to look into."""
        try:
            make_private(folder)
            touch_private(self.file)
            self._open()
        except OSError as err:  # a full or read-only disk: the window works without a log
            logging.getLogger(__name__).warning("no log in %s: %s", folder, err)

    def close(self) -> None:
        """Ends in order: leaves nothing for the next start to report."""
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
        self._handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
        logging.getLogger().addHandler(self._handler)
        self.former = self._look_back()
        path = self.folder / f"crash-{os.getpid()}.txt"
        self._lock = _lock_of(path)
        self._lock.tryLock(0)
        try:
            self._crash = open(path, "w", encoding="utf-8", opener=private_opener)  # noqa: SIM115  (until the end)
        except OSError:
            self._lock.unlock()
            raise
        faulthandler.enable(self._crash)
        sys.excepthook = self._uncaught
        threading.excepthook = self._uncaught_in_thread
        qInstallMessageHandler(_from_qt)

    def _look_back(self) -> Path | None:
        """What sessions that did not end in order left; the newest of them that says something, else the log."""
        left = [path for path in sorted(self.folder.glob("crash-*.txt")) if _is_nobodys(path)]
        told: Path | None = None
        for lock in self.folder.glob("crash-*.lock"):  # of who was killed while it began or ended
            if not lock.with_suffix(".txt").exists():
                _is_nobodys(lock)  # trying it takes a dead one away
        for path in left:
            if path.stat().st_size == 0:  # killed from outside, or the machine went down
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
    """Whether the session that wrote this is over."""
    lock = _lock_of(path)
    if not lock.tryLock(0) and not (_is_unwritten(lock) and lock.removeStaleLockFile() and lock.tryLock(0)):
        return False
    lock.unlock()
    return True


def _is_unwritten(lock: QLockFile) -> bool:
    """Whether lines of it are missing, though there was time to write them: its writer was killed in between."""
    path = Path(lock.fileName())
    try:
        is_whole = path.read_bytes().count(b"\n") >= _LINES
        return not is_whole and abs(time.time() - path.stat().st_mtime) > _WRITTEN_S
    except OSError:
        return False
