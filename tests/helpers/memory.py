"""How much memory a process of a test needed at most, and what it holds now.

`getrusage` will not do: its peak begins with that of the process which started this one, so a big pytest hides the
growth of a small child. Linux keeps the peak of the program itself.
"""

from dataclasses import dataclass
from pathlib import Path

_STATUS = Path("/proc/self/status")
_MAPS = Path("/proc/self/smaps_rollup")

IS_KNOWN = _STATUS.exists()
UNKNOWN = "peak memory is read from Linux's /proc/self/status"


def peak_kib() -> int:
    """Gives the most memory this program has held at a time, in KiB, since it was started."""
    found = [line for line in _STATUS.read_text().splitlines() if line.startswith("VmHWM:")]
    return int(found[0].split()[1])


@dataclass(frozen=True, slots=True)
class Memory:
    """What this program holds now, by whether the system can take it back."""

    own_kib: int
    """Memory of no file, swapped out or not: only the program can let go of it."""
    droppable_kib: int
    """Pages of files, libraries and mapped vectors among them: the system drops them when it needs the room."""


def memory_now() -> Memory:
    """Reads Linux's account of this program."""
    lines = (line.split() for line in _MAPS.read_text().splitlines()[1:])
    kib = {words[0].rstrip(":"): int(words[1]) for words in lines}
    shared = kib.get("Pss_Shmem", 0)
    return Memory(kib["Anonymous"] + kib["Swap"] + shared, kib["Rss"] - kib["Anonymous"] - shared)
