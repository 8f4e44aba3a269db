"""Identifies a process across reuse of its number.

A process is identified by its number and its start time as the system states it: /proc on Linux, GetProcessTimes on
Windows, `ps` elsewhere.
"""

import platform
import subprocess
from pathlib import Path

_START_FIELD = 22
"""Field of /proc/PID/stat, from 1: start time in clock ticks after boot (proc(5))."""
_STATE_FIELD = 3
_ZOMBIE = "Z"


def began(pid: int) -> str:
    """Start time of a process as a comparable word; empty if it does not exist or has ended."""
    if pid <= 0:
        return ""
    match platform.system():
        case "Linux":
            return _of_linux(pid)
        case "Windows":
            return _of_windows(pid)
    done = subprocess.run(["ps", "-o", "lstart=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return done.stdout.strip()


def is_alive(pid: int, word: str) -> bool:
    """Whether the process whose start time was `word` still runs."""
    return bool(word) and began(pid) == word


def _of_linux(pid: int) -> str:
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
        machine = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""
    fields = text.rpartition(")")[2].split()  # the second field is the program's name, which may contain anything
    if fields[_STATE_FIELD - 3] == _ZOMBIE:
        return ""
    return f"{machine} {fields[_START_FIELD - 3]}"


def _of_windows(pid: int) -> str:
    import ctypes
    from ctypes import wintypes

    query_limited_information, still_active = 0x1000, 259
    kernel = ctypes.WinDLL("kernel32", use_last_error=True)  # type: ignore[attr-defined,unused-ignore]
    kernel.OpenProcess.restype = wintypes.HANDLE
    handle = kernel.OpenProcess(query_limited_information, False, pid)
    if not handle:
        return ""
    try:
        times = [wintypes.FILETIME() for _ in range(4)]
        status = wintypes.DWORD()
        kernel.GetExitCodeProcess(wintypes.HANDLE(handle), ctypes.byref(status))
        if status.value != still_active:
            return ""
        if not kernel.GetProcessTimes(wintypes.HANDLE(handle), *map(ctypes.byref, times)):
            return ""
        return f"{times[0].dwHighDateTime:08x}{times[0].dwLowDateTime:08x}"
    finally:
        kernel.CloseHandle(wintypes.HANDLE(handle))
