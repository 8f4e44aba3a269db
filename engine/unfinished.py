"""Names for unfinished files that tell whose they are, so that what a dead process left can be removed.

A file or folder that must appear whole or not at all is made under such a name and then renamed. A kill in between
leaves it for ever unless somebody knows that nobody is at work on it any more: the name holds the machine and the
process.
"""

import hashlib
import os
import re
import secrets
import shutil
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

PART = ".part"
"""What such a name ends in."""
_NAME = re.compile(r"\.([0-9a-f]{4})-([0-9]+)-[0-9a-z_]+\.part")
_OLD_S = 86_400.0
"""Where a process cannot be looked up (Windows), what has not changed for a day is nobody's."""
_swept: set[Path] = set()
_TOKEN_BYTES = 4


def partial_in(folder: Path) -> Path:
    """A name for a file that is being written: nobody else's, and short, however long the name it gets at the end.

    What processes that died left there under such names is removed, once in the life of this one.
    """
    _sweep_once(folder)
    return folder / f"{_prefix()}{secrets.token_hex(_TOKEN_BYTES)}{PART}"


@contextmanager
def workplace_in(folder: Path) -> Iterator[Path]:
    """An empty folder to work in, removed at the end with what is left in it; otherwise as `partial_in`.

    Raises:
        OSError: it cannot be made.
    """
    _sweep_once(folder)
    with tempfile.TemporaryDirectory(prefix=_prefix(), suffix=PART, dir=folder) as work:
        yield Path(work)


def sweep(folder: Path) -> None:
    """Removes what processes that died left in a folder under names of `partial_in`; what cannot be removed stays."""
    with suppress(OSError):
        for path in [path for path in folder.iterdir() if path.suffix == PART and _is_left(path)]:
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                with suppress(OSError):
                    path.unlink()


def _sweep_once(folder: Path) -> None:
    if folder not in _swept:
        _swept.add(folder)
        sweep(folder)


def _is_left(path: Path) -> bool:
    found = _NAME.fullmatch(path.name)
    if found is None or found[1] != _machine():
        return False
    return not _is_alive(int(found[2]), path)


def _is_alive(pid: int, path: Path) -> bool:
    if os.name == "nt":  # os.kill would end it there
        with suppress(OSError):
            return time.time() - path.stat().st_mtime < _OLD_S
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return not _is_zombie(pid)


def _is_zombie(pid: int) -> bool:
    """Whether it has ended and only waits for its parent to ask how: in a container, often for ever."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:  # it went meanwhile, or this system has no such file
        return False
    return state.rpartition(")")[2].split()[:1] == ["Z"]


def _prefix() -> str:
    return f".{_machine()}-{os.getpid()}-"


@cache
def _machine() -> str:
    """Four letters that tell this machine from others that write into the same folder."""
    return hashlib.blake2b(socket.gethostname().encode(errors="replace"), digest_size=2).hexdigest()
