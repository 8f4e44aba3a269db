"""Finds exact copies: sounds with equal payloads, whatever their names, tags and containers.

The catalogue has each payload's content id and digest, so only files without a digest are read. An equal payload is not
enough: rate, channels and depth must be equal too, or it plays differently. One file under several names, by hard or
symbolic links, is no copy of itself: removing a name frees nothing.
"""

import numpy as np

from engine.audio.content import payload_digest
from engine.base.cancellation import Cancel, check, never
from engine.base.errors import AudioError
from engine.base.types import FilePath
from engine.features.duplicates.groups import Duplicates, grouped
from engine.store.catalogue import Catalogue
from engine.store.sounds import CopyRow

_ASK_EVERY = 1000


def find_exact(catalogue: Catalogue, *, with_names: bool = False, cancel: Cancel = never) -> Duplicates:
    """Groups the sounds that are copies of each other; omits missing and offline ones.

    Args:
        catalogue: read only.
        with_names: count other names of one file as copies.

    Raises:
        StopRequested: `cancel` returned True.
        LibraryError: the catalogue cannot be read.
    """
    ids: list[int] = []
    groups: list[int] = []
    number = 0
    run: list[CopyRow] = []
    for place, row in enumerate(catalogue.sounds.copies()):
        if place % _ASK_EVERY == 0:
            check(cancel)
        if run and run[0].content_id != row.content_id:
            number = _part(run, number, ids, groups, cancel)
            run = []
        run.append(row)
    _part(run, number, ids, groups, cancel)
    found = grouped(catalogue, np.array(ids, dtype=np.int64), np.array(groups, dtype=np.int64))
    return found if with_names else one_name_each(catalogue, found, cancel)


def one_name_each(catalogue: Catalogue, found: Duplicates, cancel: Cancel = never) -> Duplicates:
    """Keeps only the first name of each file; drops groups that are a single file.

    Raises:
        StopRequested: `cancel` returned True.
    """
    paths = catalogue.files.paths(found.ids)
    seen: set[tuple[int, int, int]] = set()
    other_names: list[int] = []
    for place, (id, group) in enumerate(zip(found.ids.tolist(), found.group_of.tolist(), strict=True)):
        if place % _ASK_EVERY == 0:
            check(cancel)
        try:
            status = FilePath(paths[id]).native.stat()
        except (OSError, KeyError):  # it vanished meanwhile; it is checked again before a move
            continue
        file = (group, status.st_dev, status.st_ino)
        if file in seen:
            other_names.append(id)
        seen.add(file)
    return found.without(np.array(other_names, dtype=np.int64)) if other_names else found


def _part(run: list[CopyRow], number: int, ids: list[int], groups: list[int], cancel: Cancel) -> int:
    """Splits sounds of one content id by what else must be equal; returns the next free group number."""
    parted: dict[tuple[bytes, int, int, int], list[int]] = {}
    for row in run if len(run) > 1 else ():
        digest = row.payload_digest or _digest_now(row, cancel)
        if digest:
            key = (digest, row.sample_rate_hz, row.channels, row.bit_depth)
            parted.setdefault(key, []).append(row.id)
    for alike in parted.values():
        if len(alike) > 1:
            ids += alike
            groups += [number] * len(alike)
            number += 1
    return number


def _digest_now(row: CopyRow, cancel: Cancel) -> bytes:
    """Computes the digest from the file; empty if unreadable."""
    try:
        return payload_digest(row.path, between=lambda: check(cancel))
    except AudioError:
        return b""
