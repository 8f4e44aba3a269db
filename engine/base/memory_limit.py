"""Limits this process's memory, measures the machine's, and returns free memory to the system.

A damaged or malicious file can ask for any amount. A process that reads such files is limited, so that it fails alone.
The limit is a guard against runaways, not a budget to fit work to. Two kinds of process have two kinds of limit:

- `limit_memory`: larger requests fail. For a decoder process, which has one file and nothing to lose.
- `watch_memory`: the process ends with `OUT_OF_MEMORY`. For the indexing process, where the last request, such as the
  model's, need not be the largest; its parent finds the file at fault by reading files one by one.
"""

import ctypes
import logging
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

_log = logging.getLogger(__name__)

OUT_OF_MEMORY = 76
"""Exit status of a process that exceeded its memory (EX_PROTOCOL of sysexits.h)."""
DECODER_BYTES = 1 << 30
"""For a decoder process: it starts with 70 MB, and 64 channels at 768 kHz need under 100 more."""
TRIAL_BYTES = 4 << 30
"""For a pack's trial run."""
_LEAST_BYTES = 3 << 30
_LOOK_S = 0.1
_FOOTPRINT = 9
"""Index of ri_phys_footprint in the words of macOS's rusage_info_v0."""
_CGROUP = Path("/sys/fs/cgroup/memory.max")


def indexing_bytes(machine: int | None = None) -> int:
    """Returns the default limit for indexing: half of the machine's memory, at least 3 GiB."""
    return max(_LEAST_BYTES, (machine_bytes() if machine is None else machine) // 2)


def give_back_memory() -> None:
    """Returns memory to the system that this process freed and its allocator keeps.

    glibc keeps the gaps between used blocks, one arena per thread: about 100 MB after a pack was loaded, and a little
    more with each sound that a new thread decodes. Other allocators do this themselves. Takes some milliseconds, during
    which threads that allocate may wait.
    """
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # missing in musl
        if trim is not None:
            trim(0)


def machine_bytes() -> int:
    """Returns the memory of the machine, or of the container if smaller; 8 GiB if unknown."""
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
    """Limits this process, without its children, from now on.

    Linux counts writable memory, not address space that is only reserved. A Windows job object counts likewise. macOS
    has no such limit and uses `watch_memory`.
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
    """Ends this process once it exceeds the limit; a thread checks ten times a second."""
    threading.Thread(target=_watch, args=(limit_bytes,), name="memory", daemon=True).start()


def held_bytes() -> int:
    """Returns this process's private memory, without mapped files; 0 if unknown."""
    if sys.platform == "win32":
        return _windows_held_bytes()
    if sys.platform == "darwin":
        usage = (ctypes.c_uint64 * 12)()  # a UUID of two words, then ten counters
        is_known = ctypes.CDLL(None).proc_pid_rusage(os.getpid(), 0, ctypes.byref(usage)) == 0
        return usage[_FOOTPRINT] if is_known else 0
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        return 0
    return sum(int(line.split()[1]) << 10 for line in status.splitlines() if line.startswith("RssAnon:"))


def _watch(limit_bytes: int) -> None:
    while held_bytes() <= limit_bytes:
        time.sleep(_LOOK_S)
    _log.error("more than %.1f GiB in use; this process ends", limit_bytes / (1 << 30))
    os._exit(OUT_OF_MEMORY)


class _MemoryStatus(ctypes.Structure):
    """MEMORYSTATUSEX of the Windows API."""

    _fields_ = [("length", ctypes.c_uint32), ("load", ctypes.c_uint32), ("physical", ctypes.c_uint64)] + [
        (name, ctypes.c_uint64) for name in ("free", "page", "page_free", "virtual", "virtual_free", "extended")
    ]


class _Counters(ctypes.Structure):
    """PROCESS_MEMORY_COUNTERS_EX of the Windows API."""

    _fields_ = [("length", ctypes.c_uint32), ("faults", ctypes.c_uint32)] + [
        (name, ctypes.c_size_t)
        for name in ("peak_set", "set", "peak_paged", "paged", "peak_pool", "pool", "page", "peak_page", "private")
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


def _windows_held_bytes() -> int:
    windll: Any = getattr(ctypes, "windll", None)
    kernel = windll.kernel32
    kernel.GetCurrentProcess.restype = ctypes.c_void_p
    counters = _Counters(length=ctypes.sizeof(_Counters))
    process = ctypes.c_void_p(kernel.GetCurrentProcess())
    is_known = kernel.K32GetProcessMemoryInfo(process, ctypes.byref(counters), ctypes.sizeof(counters))
    return int(counters.private) if is_known else 0


def _limit_by_job_object(limit_bytes: int) -> None:
    windll: Any = getattr(ctypes, "windll", None)
    kernel = windll.kernel32
    for function in (kernel.CreateJobObjectW, kernel.GetCurrentProcess):
        function.restype = ctypes.c_void_p
    job = ctypes.c_void_p(kernel.CreateJobObjectW(None, None))
    limits = _JobLimits(flags=_PROCESS_MEMORY, process_memory=limit_bytes)
    kernel.SetInformationJobObject(job, _EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits))
    kernel.AssignProcessToJobObject(job, ctypes.c_void_p(kernel.GetCurrentProcess()))
