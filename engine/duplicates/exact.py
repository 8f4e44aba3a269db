"""Finds exact copies: sounds with the same payload to the last byte, whatever their names, tags and containers.

The catalogue knows content id and digest of every payload, so nothing is read again, except where a digest was never
taken. A payload alone does not make a sound: rate, channels and depth must agree too, or it plays differently.
"""

import numpy as np

from engine.audio.content import payload_digest
from engine.duplicates.groups import Duplicates, grouped
from engine.errors import AudioError
from engine.stopping import Cancel, check, never
from engine.store.catalogue import Catalogue
from engine.store.sounds import CopyRow

_ASK_EVERY = 1000


def find_exact(catalogue: Catalogue, *, cancel: Cancel = never) -> Duplicates:
    """Groups the sounds that are copies of each other; missing and offline ones are left out.

    Args:
        catalogue: read only.
        cancel: asked between sounds, and while a file is read.

    Raises:
        Stopped: `cancel` gave True.
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
    return grouped(catalogue, np.array(ids, dtype=np.int64), np.array(groups, dtype=np.int64))


def _part(run: list[CopyRow], number: int, ids: list[int], groups: list[int], cancel: Cancel) -> int:
    """Parts sounds of one content id by what else must agree; returns the next free group number."""
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
    """The digest read from the file; empty for one that cannot be read."""
    try:
        return payload_digest(row.path, between=lambda: check(cancel))
    except AudioError:
        return b""
