"""Finds exact copies: sounds with the same payload to the last byte, whatever their names, tags and containers.

The catalogue knows content id and digest of every payload, so nothing is read again, except where a digest was never
taken. A payload alone does not make a sound: rate, channels and depth must agree too, or it plays differently.
"""

from collections.abc import Callable

import numpy as np

from engine.audio.content import payload_digest
from engine.duplicates.groups import Duplicates, grouped
from engine.errors import AudioError
from engine.store.housekeeping import CopyRow, Housekeeping

_ASK_EVERY = 1000


class Stopped(Exception):
    """The caller asked to stop; there is no answer."""


def find_exact(catalogue: Housekeeping, *, cancel: Callable[[], bool] = lambda: False) -> Duplicates:
    """Groups the sounds that are copies of each other; missing and offline ones are left out.

    Args:
        catalogue: read only.
        cancel: asked between sounds, and while a file is read.

    Raises:
        Stopped: `cancel` gave True.
        LibraryError: the catalogue cannot be read.
    """

    def check() -> None:
        if cancel():
            raise Stopped

    ids: list[int] = []
    groups: list[int] = []
    number = 0
    run: list[CopyRow] = []
    for place, row in enumerate(catalogue.copy_rows()):
        if place % _ASK_EVERY == 0:
            check()
        if run and run[0].content_id != row.content_id:
            number = _part(run, number, ids, groups, check)
            run = []
        run.append(row)
    _part(run, number, ids, groups, check)
    return grouped(catalogue, np.array(ids, dtype=np.int64), np.array(groups, dtype=np.int64))


def _part(run: list[CopyRow], number: int, ids: list[int], groups: list[int], check: Callable[[], None]) -> int:
    """Parts sounds of one content id by what else must agree; returns the next free group number."""
    parted: dict[tuple[bytes, int, int, int], list[int]] = {}
    for row in run if len(run) > 1 else ():
        digest = row.payload_digest or _digest_now(row, check)
        if digest:
            key = (digest, row.sample_rate_hz, row.channels, row.bit_depth)
            parted.setdefault(key, []).append(row.id)
    for alike in parted.values():
        if len(alike) > 1:
            ids += alike
            groups += [number] * len(alike)
            number += 1
    return number


def _digest_now(row: CopyRow, check: Callable[[], None]) -> bytes:
    """The digest read from the file; empty for one that cannot be read."""
    try:
        return payload_digest(row.path, between=check)
    except AudioError:
        return b""
