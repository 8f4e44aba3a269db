"""How much memory a process of a test needed at most.

`getrusage` will not do: its peak begins with that of the process which started this one, so a big pytest hides the
growth of a small child. Linux keeps the peak of the program itself.
"""

from pathlib import Path

_STATUS = Path("/proc/self/status")

IS_KNOWN = _STATUS.exists()
UNKNOWN = "peak memory is read from Linux's /proc/self/status"


def peak_kib() -> int:
    """Gives the most memory this program has held at a time, in KiB, since it was started."""
    found = [line for line in _STATUS.read_text().splitlines() if line.startswith("VmHWM:")]
    return int(found[0].split()[1])
