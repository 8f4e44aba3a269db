"""Keeps a process that runs altered code from changing anything outside one folder, and from taking the whole machine.

Python imports it first of all where this folder is on PYTHONPATH. What Python itself opens for writing, renames or
deletes elsewhere is refused and written down; SQLite and other native code are not seen, and get their paths from ours.
"""

import os
import sys

_FOLDER = os.path.realpath(os.environ["EARSHOT_MUTANTS"])
_REFUSED = f"{_FOLDER}/refused.txt"
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_PATHS = {
    "os.chmod": 1, "os.chown": 1, "os.link": 2, "os.mkdir": 1, "os.remove": 1, "os.rename": 2, "os.rmdir": 1,
    "os.symlink": 2, "os.truncate": 1, "os.utime": 1, "shutil.rmtree": 1,
}  # fmt: skip
"""Events of an audit hook, and how many of their first arguments are paths; of a link the second alone is made."""
_MOST_MEMORY, _LARGEST_FILE = 16 << 30, 8 << 30


def _is_inside(path: object) -> bool:
    if not isinstance(path, str | bytes | os.PathLike):
        return True  # a file that is open already
    place = os.path.realpath(os.fsdecode(path))
    return place.startswith((_FOLDER + os.sep, "/dev/", "/proc/")) or place == _FOLDER


def _look(event: str, arguments: tuple[object, ...]) -> None:
    paths: tuple[object, ...] = ()
    if event == "open" and isinstance(arguments[2], int) and arguments[2] & _WRITES:
        paths = arguments[:1]
    elif event in ("os.remove", "os.rmdir") and arguments[1] != -1:
        return  # within a folder that is open: what `shutil.rmtree` does, and that was looked at
    elif event in _PATHS:
        paths = arguments[: _PATHS[event]]
        if event in ("os.link", "os.symlink"):
            paths = paths[1:]
    outside = [path for path in paths if not _is_inside(path)]
    if outside:
        with open(_REFUSED, "a", encoding="utf-8") as file:  # noqa: PTH123 - as little as can be is imported here
            file.write(f"{event} {outside}\n")
        raise PermissionError(f"{event} of {outside} is outside {_FOLDER}")


if sys.platform != "win32":
    import resource

    for _kind, _most in ((resource.RLIMIT_AS, _MOST_MEMORY), (resource.RLIMIT_FSIZE, _LARGEST_FILE)):
        resource.setrlimit(_kind, (_most, resource.getrlimit(_kind)[1]))
sys.addaudithook(_look)
