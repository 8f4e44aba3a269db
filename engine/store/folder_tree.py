"""The folders below a folder of the library, with how many sounds each holds: what a tree of folders shows.

It is read from the catalogue, not from the disk, so a folder of a drive that is away has its place too.
"""

import os
from collections.abc import Callable
from typing import Any

from engine.contents import Subfolder
from engine.types import FilePath

_SEPARATORS = tuple({os.sep.encode(), b"/"})
Rows = Callable[..., list[tuple[Any, ...]]]
_BELOW = (
    "SELECT folder.path, count(*) FILTER (WHERE sound.error = '') FROM folder JOIN sound ON sound.folder_id = folder.id"
    " WHERE folder.path >= ? AND folder.path < ? GROUP BY folder.id"
)
_COUNT = (
    "SELECT count(*) FROM folder JOIN sound ON sound.folder_id = folder.id"
    " WHERE folder.path >= ? AND folder.path < ? AND sound.error = ''"
)
_DIRECT = (
    "SELECT (SELECT count(*) FROM folder JOIN sound ON sound.folder_id = folder.id"
    " WHERE folder.path = ? AND sound.error = '')"
    " + (SELECT count(*) FROM sound WHERE path = ? AND error = '')"
)


def sounds_below(rows: Rows, folder: FilePath) -> int:
    """How many sounds lie in a folder and below it; 1 for a file that was added by itself."""
    found = sum(int(rows(_COUNT, *_between(folder, separator))[0][0]) for separator in _SEPARATORS)
    return found + int(rows(_DIRECT, folder.raw, folder.raw)[0][0])


def subfolders(rows: Rows, parent: FilePath) -> tuple[Subfolder, ...]:
    """The folders right below `parent`, by name as people sort them.

    Args:
        rows: asks the catalogue, `engine.store.reads.CatalogueReads.rows`.
        parent: a root, or a folder below one.
    """
    sounds: dict[bytes, int] = {}
    deep: set[bytes] = set()
    for separator in _SEPARATORS:
        stem, beyond = _between(parent, separator)
        for path, count in rows(_BELOW, stem, beyond):
            if not count:
                continue  # nothing in it could be read
            name, cut, _ = path[len(stem) :].partition(separator)
            child = stem + name
            sounds[child] = sounds.get(child, 0) + count
            if cut:
                deep.add(child)
    found = [Subfolder(FilePath(path), count, path in deep) for path, count in sounds.items()]
    return tuple(sorted(found, key=lambda folder: (folder.path.name.casefold(), folder.path.raw)))


def _between(folder: FilePath, separator: bytes) -> tuple[bytes, bytes]:
    """The bounds of the paths below a folder: from the first, inclusive, to the second."""
    stem = folder.raw.rstrip(separator) + separator
    return stem, stem[:-1] + bytes([stem[-1] + 1])
