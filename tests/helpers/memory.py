"""Peak and current memory of a test's process.

`getrusage` does not help: its peak starts with that of the parent process, so a big pytest hides the growth of a small
child. Linux keeps the program's own peak.
"""

from dataclasses import dataclass
from pathlib import Path

_STATUS = Path("/proc/self/status")
_MAPS = Path("/proc/self/smaps_rollup")

IS_KNOWN = _STATUS.exists()
UNKNOWN = "peak memory is read from Linux's /proc/self/status"


def peak_kib() -> int:
    """Returns the most memory this program has had at once since its start, in KiB."""
    found = [line for line in _STATUS.read_text().splitlines() if line.startswith("VmHWM:")]
    return int(found[0].split()[1])


@dataclass(frozen=True, slots=True)
class Memory:
    """Current memory of this program, by whether the system can reclaim it."""

    own_kib: int
    """Anonymous memory, swapped out or not: only the program can free it."""
    droppable_kib: int
    """Pages of files, including libraries and mapped vectors: the system drops them when it needs room."""


def memory_now() -> Memory:
    lines = (line.split() for line in _MAPS.read_text().splitlines()[1:])
    kib = {words[0].rstrip(":"): int(words[1]) for words in lines}
    shared = kib.get("Pss_Shmem", 0)
    return Memory(kib["Anonymous"] + kib["Swap"] + shared, kib["Rss"] - kib["Anonymous"] - shared)
