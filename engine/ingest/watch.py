"""Watches roots, by system events or polling, and reports changed files and folders.

Roots with system events are listened to. Network shares are polled, because other machines' changes raise no events; so
are trees with more folders than the system will watch. A periodic look finds drives that come or go, and a folder that
takes a root's place. A missed event only costs time: the next scan of the whole root finds the change.
"""

import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from msgspec import Struct, field
from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver, ObservedWatch

from engine.audio.files import AUDIO_SUFFIXES
from engine.base.logs import Name
from engine.base.types import FilePath
from engine.ingest.scan import ScanProblem, walk

_log = logging.getLogger(__name__)

LEAST_S = 2.0
MOST_S = 60.0
REST = 20
"""A look is followed by a rest this many times as long, so that looking takes at most 5 % of the time."""
_NETWORK = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "glusterfs", "fuse.sshfs", "fuse.rclone", "davfs"}
)
"""File systems in /proc/mounts that other machines write to."""
QUIET_S = 1.5
"""How long a file must be quiet before it is reported, so that files still being written are left alone."""
SETTLED_S = 0.4
"""The same once its writer closed it, or it was moved or deleted: only waits for the rest of a bulk copy."""
_MOST_WAIT_S = 2.0
"""Longest wait of due files for others of their root that are not."""
_MOST_PATHS = 200
"""Above this number of paths the whole root is reported."""
_PASSIVE = frozenset({"opened", "closed_no_write"})
_DONE = frozenset({"closed", "deleted", "moved"})
_SUFFIXES = frozenset(os.fsencode(suffix) for suffix in AUDIO_SUFFIXES)
_STOPPED = "called when the thread is inactive"
"""Message that watchdog's thread logs as an error whenever it is stopped while it waits."""
logging.getLogger("watchdog.observers.inotify").addFilter(lambda record: _STOPPED not in record.getMessage())


Stand = tuple[int, int] | None
"""Device and inode of the folder at a root's path; None if there is none."""


class Poller:
    """Compares a root with its previous state, and calls `on_change` with the paths, from its own thread."""

    def __init__(self, root: FilePath, on_change: Callable[[Iterable[bytes]], None], *, least_s: float = LEAST_S):
        """Starts; the first look is the baseline."""
        self._root, self._on_change, self._least_s = root, on_change, least_s
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watch-poll", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stops it, without waiting for a share that does not answer."""
        self._stop.set()

    def _run(self) -> None:
        known: dict[bytes, tuple[int, int, int]] | None = None
        while True:
            started_s = time.monotonic()
            seen = self._look()
            took_s = time.monotonic() - started_s
            if seen is None:
                _log.debug("a poll was broken off after %.1f s", took_s)
            if seen is not None:
                if known is not None and (paths := _differences(known, seen)):
                    self._on_change(paths)
                known = seen
            if self._stop.wait(rest_s(took_s, self._least_s)):
                return

    def _look(self) -> dict[bytes, tuple[int, int, int]] | None:
        """Returns size and times of every sound; None if a part could not be read, so that nothing counts as gone."""
        seen: dict[bytes, tuple[int, int, int]] = {}
        for found in walk(self._root, AUDIO_SUFFIXES):
            if self._stop.is_set() or (isinstance(found, ScanProblem) and found.is_folder):
                return None
            if not isinstance(found, ScanProblem):
                seen[found.path.raw] = (found.size_bytes, found.mtime_ns, found.changed_ns)
        return seen


def rest_s(took_s: float, least_s: float = LEAST_S) -> float:
    """Returns how long to rest after a look that took `took_s`."""
    return min(max(least_s, REST * took_s), MOST_S)


def is_network(path: FilePath, mounts: Path = Path("/proc/mounts")) -> bool:
    """Returns whether other machines write to the path's file system, by its longest matching mount point."""
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


def _differences(known: dict[bytes, tuple[int, int, int]], seen: dict[bytes, tuple[int, int, int]]) -> list[bytes]:
    return [path for path in known.keys() | seen.keys() if known.get(path) != seen.get(path)]


class RootChange(Struct, frozen=True):
    """Changes in a root."""

    root: FilePath
    paths: tuple[FilePath, ...]
    """Paths to scan; empty for the whole root."""


class _PendingPaths(Struct):
    """Unreported changes of a root: when each path will have been quiet long enough."""

    due_s: dict[bytes, float] = field(default_factory=dict)
    since_s: float = 0.0


class Watcher:
    """Watches roots, and calls `on_change` from a thread of its own. Its methods are for one thread."""

    def __init__(
        self,
        on_change: Callable[[RootChange], None],
        *,
        quiet_s: float = QUIET_S,
        settled_s: float = SETTLED_S,
        look_every_s: float = LEAST_S,
        is_polled: Callable[[FilePath], bool] = is_network,
    ) -> None:
        """Starts without roots.

        Args:
            on_change: called with changed files and folders that have been quiet since.
            quiet_s: quiet time of files that may still be written.
            settled_s: quiet time of finished files.
            look_every_s: interval of checks for drives, and shortest interval of polling shares.
            is_polled: whether a root must be polled.
        """
        self._on_change = on_change
        self._quiet_s, self._settled_s = quiet_s, settled_s
        self._look_every_s, self._is_polled = look_every_s, is_polled
        self._wake = threading.Condition()
        self._pending: dict[FilePath, _PendingPaths] = {}
        self._is_stopped = False
        self._roots = threading.RLock()
        self._watched: dict[FilePath, ObservedWatch | Poller] = {}
        self._there: dict[FilePath, Stand] = {}
        self._observer: BaseObserver = Observer()
        self._observer.name = "watch"
        self._observer.start()
        self._threads = [
            threading.Thread(target=work, name=name, daemon=True)
            for work, name in ((self._tell_ripe, "watch-tell"), (self._look_for_drives, "watch-drives"))
        ]
        for thread in self._threads:
            thread.start()

    @property
    def polled(self) -> tuple[FilePath, ...]:
        return tuple(root for root, watch in self._watched.items() if isinstance(watch, Poller))

    def watch(self, roots: Sequence[FilePath]) -> None:
        """Watches these roots from now on, and no others. Takes a while for a big tree."""
        wanted = set(roots)
        with self._roots:
            for root in [root for root in self._watched if root not in wanted]:
                self._unwatch(root)
            with self._wake:
                self._pending = {root: pending for root, pending in self._pending.items() if root in wanted}
            self._there = {root: self._there[root] if root in self._there else stand_of(root) for root in roots}
            _log.info(
                "watching %d folders, %d of them there", len(roots), len([at for at in self._there.values() if at])
            )
            for root in roots:
                if root not in self._watched and self._there[root] is not None:
                    self._start(root)

    def stop(self) -> None:
        """Stops watching; `on_change` is not called again."""
        with self._wake:
            self._is_stopped = True
            self._wake.notify_all()
        with self._roots:
            for watch in self._watched.values():
                if isinstance(watch, Poller):
                    watch.stop()
        self._observer.stop()
        self._observer.join()
        self._threads[0].join()  # the other may hang on a share that does not answer; it reports nothing any more

    def _start(self, root: FilePath) -> None:
        if not self._is_polled(root):
            handler = _Handler(lambda paths, is_done: self._note(root, paths, is_done=is_done))
            try:
                self._watched[root] = self._observer.schedule(handler, os.fsdecode(root.raw), recursive=True)
                _log.debug("listening to events: %s", Name(root))
                return
            except OSError as err:  # out of watches (a tree of very many folders), or a file system without them
                _log.warning("no events (%s); polled instead: %s", err, Name(root))
        _log.info("a folder is polled at least every %.0f s: %s", self._look_every_s, Name(root))
        self._watched[root] = Poller(
            root, lambda paths: self._note(root, paths, is_done=False), least_s=self._look_every_s
        )

    def _unwatch(self, root: FilePath) -> None:
        watch = self._watched.pop(root)
        if isinstance(watch, Poller):
            watch.stop()
        else:
            self._observer.unschedule(watch)

    def _note(self, root: FilePath, paths: Iterable[bytes], *, is_done: bool) -> None:
        """Restarts the quiet time of some paths."""
        now_s = time.monotonic()
        with self._wake:
            pending = self._pending.setdefault(root, _PendingPaths())
            if not pending.due_s:
                pending.since_s = now_s
            for path in paths:
                pending.due_s[path] = now_s + (self._settled_s if is_done else self._quiet_s)
            self._wake.notify_all()

    def _tell_ripe(self) -> None:
        while True:
            with self._wake:
                if self._is_stopped:
                    return
                now_s = time.monotonic()
                changed = [self._ripe(root, pending, now_s) for root, pending in self._pending.items()]
                if not any(changed):
                    self._wake.wait(self._until_next(now_s))
                    continue
            for change in changed:
                if change is not None and not self._is_stopped:
                    _log.info("%d paths changed in a watched folder (0: much or all of it)", len(change.paths))
                    self._on_change(change)

    def _ripe(self, root: FilePath, pending: _PendingPaths, now_s: float) -> RootChange | None:
        """Removes and returns a root's due paths once all are due, or some have waited long enough."""
        ripe = [path for path, due_s in pending.due_s.items() if due_s <= now_s]
        has_waited = now_s - pending.since_s >= _MOST_WAIT_S
        if not ripe or (len(ripe) < len(pending.due_s) and not has_waited):
            return None
        for path in ripe:
            del pending.due_s[path]
        pending.since_s = now_s
        is_whole = len(ripe) > _MOST_PATHS or root.raw in ripe
        return RootChange(root, () if is_whole else tuple(FilePath(path) for path in ripe))

    def _until_next(self, now_s: float) -> float | None:
        """Returns the time until something is due; None if nothing waits."""
        times = [
            max(min(pending.due_s.values()), min(max(pending.due_s.values()), pending.since_s + _MOST_WAIT_S))
            for pending in self._pending.values()
            if pending.due_s
        ]
        return max(0.01, min(times) - now_s) if times else None

    def _look_for_drives(self) -> None:
        """Runs the thread that notices roots coming and going."""
        while True:
            with self._wake:
                if self._is_stopped or self._wake.wait_for(lambda: self._is_stopped, self._look_every_s):
                    return
            with self._roots:
                known = dict(self._there)
            now = {root: stand_of(root) for root in known}  # may hang on a share, so without a lock
            for root in [root for root in known if now[root] != known[root]]:
                with self._roots:
                    if self._is_stopped or root not in self._there:
                        continue
                    self._there[root] = now[root]
                    state = "gone" if now[root] is None else "there again" if known[root] is None else "replaced"
                    _log.info("the drive or folder of a root is %s: %s", state, Name(root))
                    if now[root] is not None and isinstance(self._watched.get(root), Poller):
                        continue  # it polls whatever is there, and inodes may mean nothing on a share
                    if root in self._watched:  # the events came from the former drive or folder
                        self._unwatch(root)
                    if now[root] is not None:
                        self._start(root)
                self._note(root, [root.raw], is_done=True)


class _Handler(FileSystemEventHandler):
    """Passes on creations, writes, moves and deletions; opening and reading is no change."""

    def __init__(self, note: Callable[[list[bytes], bool], None]) -> None:
        self._note = note

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Runs in watchdog's thread."""
        if event.event_type in _PASSIVE or (event.is_directory and event.event_type in ("modified", "attrib")):
            return  # every file in a folder "modifies" it, and has an event of its own
        paths = [os.fsencode(path) for path in (event.src_path, event.dest_path) if path]
        wanted = [path for path in paths if event.is_directory or _is_sound(path)]
        if wanted:
            self._note(wanted, event.event_type in _DONE)


def stand_of(root: FilePath) -> Stand:
    """Identifies the folder at a root's path; None for no folder, or an empty one, as without its drive."""
    try:
        status = root.native.stat()
        with os.scandir(root.raw) as entries:
            return (status.st_dev, status.st_ino) if next(entries, None) is not None else None
    except NotADirectoryError:
        return 0, 0  # a root may be a single file, which many programs replace on saving
    except OSError:
        return None


def _is_sound(path: bytes) -> bool:
    name = os.path.basename(path)
    return not name.startswith(b".") and os.path.splitext(name)[1].lower() in _SUFFIXES  # noqa: PTH122 - bytes
