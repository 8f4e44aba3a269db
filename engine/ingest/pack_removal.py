"""Frees the space of a pack that is not searched: its vectors, its indexes, and what was derived from them."""

import logging
import shutil
from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct

from engine.base.errors import PackError
from engine.base.feature import parts
from engine.base.identifiers import identifier
from engine.base.messages import told
from engine.base.pack_messages import PackAdvice, PackFault
from engine.base.types import PackId
from engine.ingest.extensions import PackFiles
from engine.store.catalogue import Catalogue
from engine.store.connection import storage_error
from engine.store.lock import ReembeddingLock, WriterLock

_log = logging.getLogger(__name__)

_WAIT_S = 5.0
"""A job that has just switched to its pack holds its locks until its process ends."""


class FreedSpace(Struct, frozen=True):
    """Size of the deleted files, and sounds the pack knew."""

    size_bytes: int
    """Of the deleted files."""
    sounds: int


def pack_known_as(library: Path, name: str) -> PackId | None:
    """Finds a pack with vectors in the library by its name, or by the first four or more letters of its id.

    Raises:
        PackError: there are several.
        LibraryError: the library cannot be read.
    """
    with Catalogue.open(library, read_only=True) as catalogue:
        known = catalogue.packs.known()
    found = [id for id, own, _ in known if own == name or (len(name) >= 4 and id.startswith(name))]
    if len(found) > 1:
        advice = told(PackAdvice.NAME_BY_ID, ", ".join(id[:12] for id in found))
        raise PackError(told(PackFault.SEVERAL_PACKS, len(found), name), advice=advice)
    return found[0] if found else None


def forget_pack(library: Path, pack_id: PackId) -> FreedSpace:
    """Deletes everything a pack produced; the pack itself stays installed. After a kill it can be called again.

    Raises:
        PackError: the library uses this pack.
        LibraryBusy: another process is writing or embedding the library.
        LibraryError: the library cannot be written.
    """
    locks = ReembeddingLock(library, wait_s=_WAIT_S), WriterLock(library, wait_s=_WAIT_S)
    with locks[0], locks[1], Catalogue.open(library, makes=False) as catalogue:
        kept = catalogue.packs.searched()
        if kept is not None and kept[0] == pack_id:
            raise PackError(PackFault.PACK_IN_USE, advice=PackAdvice.SWITCH_FIRST)
        sounds = sum(count for id, _, count in catalogue.packs.known() if id == pack_id)
        while catalogue.learning.forget_some(pack_id):
            pass
        catalogue.learning.forget_rest(pack_id)
    size_bytes = 0
    for path in _left_by(library, pack_id):
        files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
        size_bytes += sum(file.stat().st_size for file in files)
        try:
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
        except OSError as err:
            raise storage_error(err, path) from err
    _log.info("pack %s forgotten: vectors of %d sounds, %.1f MB freed", pack_id, sounds, size_bytes / 1e6)
    return FreedSpace(size_bytes, sounds)


def _left_by(library: Path, pack_id: PackId) -> list[Path]:
    """Returns files and folders that belong to one pack alone."""
    name = identifier(pack_id)
    folders = [library / "vectors" / name, library / "index" / name]
    files = list(library.glob(f"suggestions/{name}-*.npz"))
    others: Iterable[PackFiles] = parts(lambda feature: feature.pack_files)
    files += [path for of_feature in others for path in of_feature(library, pack_id)]
    return [path for path in (*folders, *files) if path.exists()]
