"""Saves and verifies the files of a base, because hnswlib does neither.

hnswlib writes in place, ignores a full disk, and crashes or answers wrongly from a damaged file. So a base is written
beside, measured, fsynced, read back and renamed; a manifest written the same way names it last, and a base is loaded
only if its manifest, size and checksum agree. The base is a cache: a refused one is rebuilt.

A folder holds `manifest.json` and the one base it names: a graph of hnswlib, or cells (docs/decisions/0135).
"""

import json
import os
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from msgspec import Struct, structs

from engine.base.errors import IndexDamaged, StorageFull
from engine.base.identifiers import is_file_name
from engine.base.library_messages import LibraryAdvice, LibraryFault
from engine.base.messages import Message, told
from engine.base.private_files import make_part
from engine.index.messages import IndexFlaw
from engine.store.connection import storage_error
from engine.store.vectors import VectorKind, sync_folder

MANIFEST = "manifest.json"
GRAPH_FORMAT = 1
CELLS_FORMAT = 2
SPACE = "ip"
"""Inner product of unit vectors, which is their cosine."""
_TEMPORARY = ".tmp"
_BLOCK_BYTES = 1 << 20


class Manifest(Struct, frozen=True, kw_only=True):
    """Required properties of a base, and its origin."""

    format: int
    file: str
    size_bytes: int
    crc32: int
    dim: int
    pack_id: str
    kind: VectorKind
    count: int
    sequence: int
    """The catalogue's sequence number it was built from."""


class GraphManifest(Manifest, frozen=True, kw_only=True):
    """The manifest of an hnswlib graph."""

    space: str
    links: int
    ef_construction: int
    maker: str
    """hnswlib version and machine that built it and loaded it once, in a child."""
    ef: int
    """Default number of search candidates; hnswlib does not store it."""


class CellsManifest(Manifest, frozen=True, kw_only=True):
    """The manifest of cells."""

    cells: int
    tail_crc32: int
    """CRC-32 of ids, cells and centres, behind the vectors."""


_MANIFESTS: dict[int, type[Manifest]] = {GRAPH_FORMAT: GraphManifest, CELLS_FORMAT: CellsManifest}


def save_base(folder: Path, name: str, write: Callable[[Path], None], expected_bytes: int) -> tuple[Path, int]:
    """Writes a base safely under a temporary name; returns that path and the CRC-32 read back from the disk.

    Raises:
        StorageFull: the file is too short, or the disk reports it.
        LibraryError: the folder cannot be written.
    """
    path = folder / (name + _TEMPORARY)
    try:
        make_part(folder, 3)
        write(path)
        written = path.stat().st_size if path.exists() else 0
        if written != expected_bytes:
            path.unlink(missing_ok=True)
            raise StorageFull(
                told(LibraryFault.INDEX_CUT_OFF, written, expected_bytes, folder), advice=LibraryAdvice.FREE_FOR_INDEX
            )
        with path.open("r+b") as file, ThreadPoolExecutor(1) as pool:
            synced = pool.submit(os.fsync, file.fileno())  # the disk syncs while we read
            found = checksum(path)
            synced.result()
        return path, found
    except OSError as err:
        with suppress(OSError):  # the next build removes it
            path.unlink(missing_ok=True)
        raise storage_error(err, path) from err


def publish(folder: Path, temporary: Path, manifest: Manifest) -> None:
    """Gives a saved base its name, then its manifest; deletes every other base and leftover.

    Raises:
        LibraryError: the folder cannot be written.
    """
    text = json.dumps(structs.asdict(manifest), indent=1)
    written = folder / (MANIFEST + _TEMPORARY)
    try:
        temporary.replace(folder / manifest.file)
        sync_folder(folder)
        with written.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        written.replace(folder / MANIFEST)
        sync_folder(folder)
    except OSError as err:
        raise storage_error(err, folder) from err
    sweep(folder, keep=manifest.file)


def sweep(folder: Path, keep: str) -> None:
    """Deletes leftovers of killed builds. Requires the build lock."""
    for path in folder.glob("base-*"):
        if path.name != keep:
            with suppress(OSError):  # it only takes space until the next build
                path.unlink(missing_ok=True)


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest of the base in `folder`; None when no base was ever built.

    Raises:
        IndexDamaged: it cannot be read, or a later Earshot wrote it.
    """
    path = folder / MANIFEST
    try:
        record = json.loads(path.read_bytes())
        number = record["format"]
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as err:
        raise refused(path, told(IndexFlaw.MANIFEST_UNREADABLE)) from err
    made = _MANIFESTS.get(number) if isinstance(number, int) else None
    if made is None:
        raise refused(path, told(IndexFlaw.OTHER_INDEX_FORMAT, str(number), max(_MANIFESTS)))
    fields = {field.name: int if field.type is int else str for field in structs.fields(made)}
    if set(record) != set(fields) or any(not isinstance(record[name], kind) for name, kind in fields.items()):
        raise refused(path, told(IndexFlaw.MANIFEST_INCOMPLETE))
    return made(**record)


def verify(
    folder: Path, manifest: Manifest, *, dim: int, pack_id: str, kind: VectorKind, with_sum: bool = True
) -> Path:
    """Returns the path of the base, once file and requirements agree with its manifest.

    Without `with_sum` the checksum is left to `engine.index.checksum_check`.

    Raises:
        IndexDamaged: names the disagreement.
    """
    path = folder / manifest.file
    if not is_file_name(manifest.file):
        raise refused(path, told(IndexFlaw.LEADS_OUT))
    for flaw, found, expected in (
        (IndexFlaw.OTHER_DIM, manifest.dim, dim),
        (IndexFlaw.OTHER_INDEX_PACK, manifest.pack_id, pack_id),
        (IndexFlaw.OTHER_KIND, manifest.kind, kind),
        (IndexFlaw.OTHER_SPACE, getattr(manifest, "space", SPACE), SPACE),
    ):
        if found != expected:
            raise refused(path, told(flaw, found, expected))
    try:
        size = path.stat().st_size
        if size != manifest.size_bytes:
            raise refused(path, told(IndexFlaw.OTHER_SIZE, size, manifest.size_bytes))
        if with_sum and checksum(path) != manifest.crc32:
            raise refused(path, told(IndexFlaw.OTHER_CHECKSUM))
    except (OSError, ValueError) as err:  # ValueError: an impossible file name
        raise refused(path, told(IndexFlaw.FILE_UNREADABLE, str(getattr(err, "strerror", None) or err))) from err
    return path


def refused(path: Path, why: Message) -> IndexDamaged:
    """The error for a refused base."""
    return IndexDamaged(told(LibraryFault.INDEX_REFUSED, path, why), advice=LibraryAdvice.NOTHING_LOST)


def checksum(path: Path, is_stopped: Callable[[], bool] = lambda: False) -> int:
    """CRC-32 of a file; meaningless once stopped. Guards against torn writes and bad disks, as in the vector log, and
    reads three times faster than SHA-256, which would double the loading time."""
    found = 0
    with path.open("rb") as file:
        while not is_stopped() and (block := file.read(_BLOCK_BYTES)):
            found = zlib.crc32(block, found)
    return found
