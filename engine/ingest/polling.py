"""Looks through a folder again and again and says what is different: for network shares, whose changes nobody tells.

How often follows how long a look takes: every two seconds for a small share, and never more than a small part of the
time for a big one.
"""

import sys
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from engine.audio.files import AUDIO_SUFFIXES
from engine.ingest.scan import ScanProblem, walk
from engine.types import FilePath

LEAST_S = 2.0
MOST_S = 60.0
REST = 20
"""A look is followed by a rest this many times as long: at most 5 % of the time goes into looking."""
_NETWORK = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "glusterfs", "fuse.sshfs", "fuse.rclone", "davfs"}
)
"""Kinds of file system in /proc/mounts that other machines write to."""


class Poller:
    """Compares a root with its last look. `on_change` is called from the poller's thread with the paths."""

    def __init__(self, root: FilePath, on_change: Callable[[Iterable[bytes]], None], *, least_s: float = LEAST_S):
        """Begins; the first look is what later ones are compared with."""
        self._root, self._on_change, self._least_s = root, on_change, least_s
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watch-poll", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends it, without waiting for a share that does not answer."""
        self._stop.set()

    def _run(self) -> None:
        known: dict[bytes, tuple[int, int]] | None = None
        while True:
            started_s = time.monotonic()
            seen = self._look()
            took_s = time.monotonic() - started_s
            if seen is not None:
                if known is not None and (paths := _differences(known, seen)):
                    self._on_change(paths)
                known = seen
            if self._stop.wait(rest_s(took_s, self._least_s)):
                return

    def _look(self) -> dict[bytes, tuple[int, int]] | None:
        """Size and time of every sound; None when a part could not be read, so that nothing is called gone."""
        seen: dict[bytes, tuple[int, int]] = {}
        for found in walk(self._root, AUDIO_SUFFIXES):
            if self._stop.is_set() or (isinstance(found, ScanProblem) and found.is_folder):
                return None
            if not isinstance(found, ScanProblem):
                seen[found.path.raw] = (found.size_bytes, found.mtime_ns)
        return seen


def rest_s(took_s: float, least_s: float = LEAST_S) -> float:
    """How long to rest after a look that took so long."""
    return min(max(least_s, REST * took_s), MOST_S)


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


def _differences(known: dict[bytes, tuple[int, int]], seen: dict[bytes, tuple[int, int]]) -> list[bytes]:
    """Paths that are new, gone, or of another size or time."""
    return [path for path in known.keys() | seen.keys() if known.get(path) != seen.get(path)]
