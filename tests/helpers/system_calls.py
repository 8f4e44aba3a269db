"""System calls of all processes of a program, by strace: contacted addresses, and files made or written.

Covers threads and children, however started. The caller decides what is allowed; this module only reports. Traffic
through sockets cannot escape: connect, bind or a send names the address.
"""

import codecs
import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

_SPEAKING = ("connect", "bind", "sendto", "sendmsg", "sendmmsg")
_MAKING = (
    "creat", "rename", "renameat", "renameat2", "mkdir", "mkdirat", "link", "linkat", "symlink", "symlinkat", "mknod",
    "mknodat", "truncate",
)  # fmt: skip
_OPENING = ("open", "openat", "openat2")
_STARTING = ("clone", "clone3", "fork", "vfork", "execve")
# io_uring could open and connect without any of these calls.
_TRACED = (*_SPEAKING, *_MAKING, *_OPENING, *_STARTING, "getsockname", "listen", "io_uring_setup")
CHANGING = (
    "creat", "rename", "renameat", "renameat2", "mkdir", "mkdirat", "rmdir", "link", "linkat", "symlink", "symlinkat",
    "mknod", "mknodat", "truncate", "ftruncate", "unlink", "unlinkat", "utimensat", "chmod", "fchmod", "fchmodat",
    "chown", "fchownat", "setxattr", "fsetxattr", "open", "openat", "openat2", "clone", "clone3", "fork",
    "vfork", "execve",
)  # fmt: skip
"""Calls to trace for callers interested in changes of files."""
_CALL = re.compile(r"^(\w+)\((.*)\)\s+= (-?\d+|\?)(?:<(.*)>)?(?: (\w+))?")
_STRING = re.compile(r'(?:(?:AT_FDCWD|\d+)<((?:[^>\\]|\\.)*)>, )?"((?:[^"\\]|\\.)*)"')
_UNIX = re.compile(r'sa_family=AF_UNIX(?:, sun_path=(@?"(?:[^"\\]|\\.)*"))?')
_INET = re.compile(r'sa_family=AF_INET, sin_port=htons\((\d+)\), sin_addr=inet_addr\("([^"]+)"\)')
_INET6 = re.compile(
    r'sa_family=AF_INET6, sin6_port=htons\((\d+)\),.*?inet_pton\(AF_INET6, "([^"]+)"|'
    r'sin6_addr=inet_pton\(AF_INET6, "([^"]+)"'
)


@dataclass(frozen=True, slots=True)
class Spoken:
    """One address that a process named to the system."""

    process: str
    call: str
    family: str
    to: str
    """A socket's path, an address, or strace's text."""
    port: int = 0


@dataclass(frozen=True, slots=True)
class Written:
    """One file that a process made, opened for writing, renamed or cut, or tried to."""

    process: str
    call: str
    path: str
    is_done: bool


def is_there() -> bool:
    return shutil.which("strace") is not None


class SystemCalls:
    """`command` goes before the program's own; the rest reports what happened once it has ended."""

    def __init__(self, folder: Path, traced: Sequence[str] = _TRACED) -> None:
        """`folder` is for strace's output and must exist and be empty. `traced` are the calls to trace."""
        self._folder = folder
        options = ["-ff", "--seccomp-bpf", "-qq", "-y", "-s", "300", "-e", "signal=none"]
        self.command = ["strace", *options, "-e", f"trace={','.join(traced)}", "-o", str(folder / "of")]

    @cached_property
    def processes(self) -> dict[int, str]:
        """Program of each thread's process, by thread number."""
        parents: dict[int, tuple[int, bool]] = {}
        programs: dict[int, str] = {}
        for thread, call, arguments, result, _, _ in self.calls():
            if call == "execve" and result == 0:
                programs[thread] = _program(arguments)
            elif call in ("clone", "clone3", "fork", "vfork") and result > 0:
                parents[result] = (thread, "CLONE_THREAD" in arguments)

        def name(thread: int) -> str:
            if thread in programs:
                return programs[thread]
            above, is_thread = parents.get(thread, (0, True))
            return "?" if not above else name(above) if is_thread else f"{name(above)} (fork)"

        return {thread: name(thread) for thread in self._files}

    def spoken(self) -> list[Spoken]:
        """Returns all addresses, unordered between processes; a send on a connected socket names none."""
        found = []
        for thread, call, arguments, _, _, _ in self.calls():
            if call in _SPEAKING and "sa_family" in arguments:
                found.append(_address(self.processes[thread], call, arguments))
            elif call == "io_uring_setup":
                found.append(Spoken(self.processes[thread], call, "unseen", arguments))
        return found

    def own_ports(self) -> set[int]:
        """Returns the ports the program itself has, according to the system."""
        ports = set()
        for _, call, arguments, result, _, _ in self.calls():
            if call in ("getsockname", "bind") and result == 0:
                ports |= {int(port) for port in re.findall(r"sin6?_port=htons\((\d+)\)", arguments)}
        return ports - {0}

    def written(self) -> list[Written]:
        """Returns all files made or opened for writing, including failed attempts."""
        found = []
        for thread, call, arguments, result, opened, fault in self.calls():
            process, is_done = self.processes[thread], result >= 0
            if call in _OPENING:
                if re.search(r"O_(CREAT|WRONLY|RDWR|TRUNC|TMPFILE)", arguments) and fault != "EEXIST":
                    path = plain(opened) if opened else next(paths(arguments), "")
                    found.append(Written(process, call, path, is_done))
            elif call in _MAKING and fault not in ("EEXIST", "ENOENT"):
                found += [Written(process, call, path, is_done) for path in paths(arguments)]
        return found

    def changes(self) -> list[str]:
        """Returns every call, tried or done, that changes or makes a file; for `CHANGING`."""
        found = []
        for _, call, arguments, result, _, _ in self.calls():
            is_reading = call in _OPENING and not re.search(r"O_(CREAT|WRONLY|RDWR|TRUNC|TMPFILE)", arguments)
            if call in CHANGING and call not in _STARTING and not is_reading:
                found.append(f"{call}({arguments}) = {result}")
        return found

    def read(self) -> set[tuple[str, str]]:
        """Returns every process and file that it opened, also for reading."""
        return {
            (self.processes[thread], plain(opened))
            for thread, call, _, result, opened, _ in self.calls()
            if call in _OPENING and result >= 0 and opened
        }

    @cached_property
    def _files(self) -> dict[int, Path]:
        return {int(file.suffix[1:]): file for file in self._folder.glob("of.*")}

    def calls(self) -> Iterator[tuple[int, str, str, int, str, str]]:
        """Yields every call: thread, call, arguments, result (-1 for none), the opened path, the error's name."""
        for thread, file in self._files.items():
            with file.open(encoding="utf-8", errors="replace") as lines:
                for line in lines:
                    if matched := _CALL.match(line):
                        call, arguments, result, opened, fault = matched.groups()
                        yield thread, call, arguments, -1 if result == "?" else int(result), opened or "", fault or ""


def _program(arguments: str) -> str:
    """Returns `desktop` for `python -m desktop …`, else the program's own name."""
    words = [codecs.decode(word, "unicode_escape") for word in re.findall(r'"((?:[^"\\]|\\.)*)"', arguments)]
    program, command = words[0], words[1:]
    if "-m" in command and "python" in Path(program).name:
        at = command.index("-m")
        return " ".join(command[at + 1 : at + 2])
    return Path(program).name


def _address(process: str, call: str, arguments: str) -> Spoken:
    if matched := _INET.search(arguments):
        return Spoken(process, call, "AF_INET", matched[2], int(matched[1]))
    if "AF_INET6" in arguments and (matched := _INET6.search(arguments)):
        return Spoken(process, call, "AF_INET6", matched[2] or matched[3], int(matched[1] or 0))
    if matched := _UNIX.search(arguments):
        return Spoken(process, call, "AF_UNIX", plain((matched[1] or "").replace('"', "")))
    family = re.search(r"sa_family=(\w+)", arguments)
    return Spoken(process, call, family[1] if family else "unknown", arguments)


def paths(arguments: str) -> Iterator[str]:
    """Yields paths among a call's arguments, absolute where strace knew the folder."""
    for folder, path in _STRING.findall(arguments):
        yield str(Path(plain(folder)) / plain(path))


def plain(printed: str) -> str:
    """Removes strace's escapes from a path."""
    raw = codecs.decode(printed.encode("latin-1", "backslashreplace"), "unicode_escape").encode("latin-1", "replace")
    return raw.decode("utf-8", "replace").removesuffix(" (deleted)").removesuffix("(deleted)")


def grouped(lines: Sequence[tuple[str, str]]) -> list[str]:
    """Returns `process: what (times)` for each distinct line, sorted."""
    counts: dict[tuple[str, str], int] = {}
    for line in lines:
        counts[line] = counts.get(line, 0) + 1
    return [
        f"{process}: {what}" + (f" ({times} times)" if times > 1 else "")
        for (process, what), times in sorted(counts.items())
    ]
