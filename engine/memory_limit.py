"""A bound on the memory of this process, and how much there is in the machine.

A damaged or malicious file can ask for any amount. A process that reads such files is bounded, so that it fails alone:
what asks for more gets none, or the process ends. It is a guard against runaways, not a budget that work is fitted to.
"""

import ctypes
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

OUT_OF_MEMORY = 76
"""Exit status of a process that ended because it held more than it may."""
_LOOK_S = 0.1
_FOOTPRINT = 9
"""ri_phys_footprint: which word of rusage_info_v0."""
_CGROUP = Path("/sys/fs/cgroup/memory.max")


def machine_bytes() -> int:
    """Gives the memory of the machine, or of the container where that has less; 8 GiB where nothing says."""
    if sys.platform == "win32":
        return _windows_bytes() or 8 << 30
    try:
        there = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError):
        return 8 << 30
    try:
        return min(there, int(_CGROUP.read_text()))
    except (OSError, ValueError):  # no container, or one without a limit ("max")
        return there


def limit_memory(limit_bytes: int) -> None:
    """Lets this process, and it alone, have no more than so much from now on.

    Linux counts what was allocated; address space that is only reserved, as CUDA does by the terabyte, does not count.
    On Windows a job object counts likewise. Elsewhere the system has no such limit: a thread looks at what was held and
    ends the process with `OUT_OF_MEMORY`.
    """
    if sys.platform == "linux":
        import resource

        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        most = limit_bytes if hard == resource.RLIM_INFINITY else min(limit_bytes, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
    elif sys.platform == "win32":
        _limit_by_job_object(limit_bytes)
    else:
        watch_memory(limit_bytes)


def watch_memory(limit_bytes: int) -> None:
    """Ends this process once it has held more than so much memory at a time. Not for Windows."""
    threading.Thread(target=_watch, args=(limit_bytes,), name="memory", daemon=True).start()


def _watch(limit_bytes: int) -> None:
    while held_bytes() <= limit_bytes:
        time.sleep(_LOOK_S)
    os._exit(OUT_OF_MEMORY)


def held_bytes() -> int:
    """Gives what this process holds now; 0 where nothing says."""
    if sys.platform == "darwin":
        usage = (ctypes.c_uint64 * 12)()  # rusage_info_v0: a UUID of two words, then ten counters
        is_known = ctypes.CDLL(None).proc_pid_rusage(os.getpid(), 0, ctypes.byref(usage)) == 0
        return usage[_FOOTPRINT] if is_known else 0
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


class _MemoryStatus(ctypes.Structure):
    """MEMORYSTATUSEX of the Windows API."""

    _fields_ = [("length", ctypes.c_uint32), ("load", ctypes.c_uint32), ("physical", ctypes.c_uint64)] + [
        (name, ctypes.c_uint64) for name in ("free", "page", "page_free", "virtual", "virtual_free", "extended")
    ]


class _JobLimits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION of the Windows API."""

    _fields_ = [
        ("process_time", ctypes.c_int64),
        ("job_time", ctypes.c_int64),
        ("flags", ctypes.c_uint32),
        ("least_working_set", ctypes.c_size_t),
        ("most_working_set", ctypes.c_size_t),
        ("processes", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t),
        ("priority", ctypes.c_uint32),
        ("scheduling", ctypes.c_uint32),
        ("io", ctypes.c_uint64 * 6),
        ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t),
        ("process_peak", ctypes.c_size_t),
        ("job_peak", ctypes.c_size_t),
    ]


_EXTENDED_LIMITS = 9
_PROCESS_MEMORY = 0x100


def _windows_bytes() -> int:
    status = _MemoryStatus(length=ctypes.sizeof(_MemoryStatus))
    windll: Any = getattr(ctypes, "windll", None)
    return int(status.physical) if windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)) else 0


def _limit_by_job_object(limit_bytes: int) -> None:
    windll: Any = getattr(ctypes, "windll", None)
    kernel = windll.kernel32
    for function in (kernel.CreateJobObjectW, kernel.GetCurrentProcess):
        function.restype = ctypes.c_void_p
    job = ctypes.c_void_p(kernel.CreateJobObjectW(None, None))
    limits = _JobLimits(flags=_PROCESS_MEMORY, process_memory=limit_bytes)
    kernel.SetInformationJobObject(job, _EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits))
    kernel.AssignProcessToJobObject(job, ctypes.c_void_p(kernel.GetCurrentProcess()))
