"""Names for unfinished files that identify their process, so that remains of a dead process can be removed.

A file or folder that must appear whole or not at all is made under such a name and then renamed. A kill in between
leaves it for ever unless somebody can tell that nobody works on it: the name contains the machine and the process.
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
"""The suffix of such a name."""
_NAME = re.compile(r"\.([0-9a-f]{4})-([0-9]+)-[0-9a-z_]+\.part")
_OLD_S = 86_400.0
"""Where a process cannot be looked up (Windows), a file unchanged for a day belongs to nobody."""
_swept: set[Path] = set()
_TOKEN_BYTES = 4


def partial_in(folder: Path) -> Path:
    """Returns a unique, short name for a file being written, however long its final name.

    Also removes the remains of dead processes in this folder, once per process.
    """
    _sweep_once(folder)
    return folder / f"{_prefix()}{secrets.token_hex(_TOKEN_BYTES)}{PART}"


@contextmanager
def workplace_in(folder: Path) -> Iterator[Path]:
    """Yields an empty working folder and removes it at the end; otherwise like `partial_in`.

    Raises:
        OSError: it cannot be created.
    """
    _sweep_once(folder)
    with tempfile.TemporaryDirectory(prefix=_prefix(), suffix=PART, dir=folder) as work:
        yield Path(work)


def sweep(folder: Path) -> None:
    """Removes what dead processes left in a folder under names of `partial_in`, as far as it can."""
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
    """Whether it has ended and waits for its parent to collect it: in a container, often for ever."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:  # it ended meanwhile, or this system has no such file
        return False
    return state.rpartition(")")[2].split()[:1] == ["Z"]


def _prefix() -> str:
    return f".{_machine()}-{os.getpid()}-"


@cache
def _machine() -> str:
    """Four letters that tell this machine from others that write into the same folder."""
    return hashlib.blake2b(socket.gethostname().encode(errors="replace"), digest_size=2).hexdigest()
