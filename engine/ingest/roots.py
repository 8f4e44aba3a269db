"""Tells a folder of the library that was moved, renamed or deleted from one whose drive is away.

Both cannot be read, and the sounds of both stay in the catalogue; but the first can be located or taken out, and the
second comes back by itself. What tells them apart is where the folder's file system was mounted when it was last seen.
"""

import os
from pathlib import Path

from engine.types import FilePath


def mount_of(path: FilePath) -> FilePath:
    """Where the file system of a file or folder that is there is mounted: / on one disk, /media/me/Disk on another."""
    mount = os.path.realpath(path.raw)
    while not os.path.ismount(mount):
        mount = os.path.dirname(mount)
    return FilePath(mount)


def is_missing(path: FilePath, mount: FilePath | None) -> bool:
    """Whether a folder that cannot be read is gone from a drive that is there.

    Args:
        path: the folder.
        mount: `mount_of` it when it was last seen; None when that is not known. Then the folder above it has to hold
            something: the place where a drive is mounted is empty without it.
    """
    try:
        os.lstat(path.raw)
    except FileNotFoundError:
        above = Path(os.fsdecode(os.path.dirname(path.raw)))
        if mount is not None:
            return os.path.ismount(mount.raw)
        try:
            return next(above.iterdir(), None) is not None
        except OSError:
            return False
    except OSError:
        return False
    return False
