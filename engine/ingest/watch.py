"""Watches roots and says which one changed. What changed there is the next scan's business.

Where the system tells of changes it is listened to; network shares are looked at now and then, because their changes
come from other machines and are not told. A missed event costs nothing but time: the next job finds the change.
"""

import os
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver
from watchdog.observers.polling import PollingObserver

from engine.types import FilePath

QUIET_S = 3.0
"""How long nothing must happen under a root before it is named: a file that is being written is left in peace."""
_POLL_S = 60.0
_NETWORK = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "glusterfs", "fuse.sshfs", "fuse.rclone", "davfs"}
)
"""Kinds of file system in /proc/mounts that other machines write to."""


class Watcher:
    """Watches some roots. `on_change` is called from a thread of the watcher with the root that changed."""

    def __init__(
        self, roots: Sequence[FilePath], on_change: Callable[[FilePath], None], *, quiet_s: float = QUIET_S
    ) -> None:
        """Begins to watch; roots that are not there are passed over.

        Args:
            roots: folders.
            on_change: told of a root once nothing has happened under it for `quiet_s`.
            quiet_s: seconds.
        """
        self._on_change = on_change
        self._quiet_s = quiet_s
        self._lock = threading.Lock()
        self._timers: dict[FilePath, threading.Timer] = {}
        self._observers: dict[bool, BaseObserver] = {}
        self._is_stopped = False
        for root in roots:
            if root.native.is_dir():
                self._watch(root)

    def stop(self) -> None:
        """Ends the watch; nothing is told after this."""
        with self._lock:
            self._is_stopped = True
            for timer in self._timers.values():
                timer.cancel()
        for observer in self._observers.values():
            observer.stop()
        for observer in self._observers.values():
            observer.join()

    def _watch(self, root: FilePath) -> None:
        handler = _Handler(lambda: self._note(root))
        try:
            self._observer(is_polling=is_network(root)).schedule(handler, os.fsdecode(root.raw), recursive=True)
        except OSError:
            # Out of inotify watches (a tree of very many folders), or a file system without them.
            self._observer(is_polling=True).schedule(handler, os.fsdecode(root.raw), recursive=True)

    def _observer(self, *, is_polling: bool) -> BaseObserver:
        if is_polling not in self._observers:
            observer: BaseObserver = PollingObserver(timeout=_POLL_S) if is_polling else Observer()
            observer.name = "watch"
            observer.start()
            self._observers[is_polling] = observer
        return self._observers[is_polling]

    def _note(self, root: FilePath) -> None:
        """Starts the quiet time anew."""
        with self._lock:
            if self._is_stopped:
                return
            if root in self._timers:
                self._timers[root].cancel()
            timer = threading.Timer(self._quiet_s, self._tell, (root,))
            timer.daemon = True
            self._timers[root] = timer
            timer.start()

    def _tell(self, root: FilePath) -> None:
        with self._lock:
            if self._is_stopped:
                return
            self._timers.pop(root, None)
        self._on_change(root)


class _Handler(FileSystemEventHandler):
    """Passes on that something was made, written, moved or deleted; opening and reading is no change."""

    def __init__(self, note: Callable[[], None]) -> None:
        self._note = note

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Called by watchdog, in its thread."""
        if event.event_type in ("created", "modified", "moved", "deleted", "closed"):
            self._note()


def is_network(path: FilePath, mounts: Path = Path("/proc/mounts")) -> bool:
    """Whether the path lies on a file system that other machines write to, by the longest mount point above it."""
    if sys.platform == "win32":
        return path.raw.startswith((b"\\\\", b"//"))
    try:
        lines = mounts.read_bytes().splitlines()
    except OSError:
        return False
    best, kind = b"", ""
    for line in lines:
        fields = line.split(b" ")
        if len(fields) < 3:
            continue
        point = fields[1].replace(b"\\040", b" ")
        if len(point) >= len(best) and (path.raw + b"/").startswith(point.rstrip(b"/") + b"/"):
            best, kind = point, fields[2].decode("ascii", errors="replace")
    return kind in _NETWORK
