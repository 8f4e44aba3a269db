"""The packs at hand: those that came with Earshot and those of a library; taking one in, from a folder or a zip file,
and taking one out.
"""

import lzma
import shutil
import stat
import tempfile
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from engine.errors import PackError
from engine.ingest.packs import install_pack
from engine.models.manifest import FILES, PackInfo
from engine.models.pack import MANIFEST, installed_packs, load_pack, read_info
from engine.store.catalogue import Catalogue
from engine.store.connection import FILE_NAME, storage_error
from engine.types import PackId

_CARD = "MODEL_CARD.md"
_MOST_BYTES = 2**30
"""The largest file a pack may hold; `load_pack` has the exact limits."""
_ADVICE = "Ask whoever made it for a pack of Earshot: a folder, or a zip file of one."


@dataclass(frozen=True, slots=True)
class Shelved:
    """One pack at hand."""

    folder: Path
    info: PackInfo | None
    """None when its manifest cannot be read."""
    fault: str
    """Why it cannot be read, and what to do; else empty."""
    is_own: bool
    """It lies in the library and may be removed; the others came with Earshot."""
    card: str
    """Its model card, Markdown; empty when it has none that can be read."""
    size_bytes: int
    sounds: int = 0
    """Sounds of the library that it has vectors of: searching with it takes no listening for these."""


def shelf(library: Path) -> tuple[Shelved, ...]:
    """Lists the packs at hand; nothing is verified.

    Raises:
        LibraryError: there is a library, and it cannot be read.
    """
    known: dict[PackId, int] = {}
    if (library / FILE_NAME).is_file():
        with Catalogue.open(library, read_only=True) as catalogue:
            known = {id: sounds for id, _, sounds in catalogue.known_packs()}
    return tuple(_shelved(folder, library, known) for folder in installed_packs(library))


def take_in(source: Path, library: Path) -> Path:
    """Verifies a pack, a folder or a zip file, and copies it into the library; gives its folder there.

    Raises:
        PackError: it is no pack, or a damaged one.
        StorageFull: no space left for the copy.
    """
    if source.is_dir():
        return install_pack(load_pack(source), library)
    try:
        with tempfile.TemporaryDirectory(prefix="earshot-pack-") as work:
            folder = Path(work) / "pack"
            folder.mkdir()
            with zipfile.ZipFile(source) as archive:
                _unpack(archive, folder, source)
            return install_pack(load_pack(folder), library)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, zlib.error, lzma.LZMAError) as err:
        # RuntimeError: it wants a password
        raise PackError(f"{source.name} is no zip file that can be read: {err}", advice=_ADVICE) from err
    except OSError as err:
        raise storage_error(err, source) from err


def take_out(folder: Path, library: Path, used: PackId | None) -> None:
    """Removes a pack from the library.

    Raises:
        PackError: it came with Earshot, or the library is searched with it, or is about to be.
    """
    if folder.resolve().parent != (library / "packs").resolve():
        raise PackError("this pack came with Earshot and stays", advice="Only packs you installed can be removed.")
    if used is not None and read_info(folder).pack_id == used:
        raise PackError("the library is searched with this pack", advice="Switch to another pack first.")
    if (under_way := _under_way(library)) is not None and read_info(folder).pack_id == under_way:
        raise PackError("the library is being embedded with this pack", advice="Cancel that first.")
    try:
        shutil.rmtree(folder)
    except OSError as err:
        raise storage_error(err, folder) from err


def _under_way(library: Path) -> PackId | None:
    """The pack of a re-embedding under way."""
    if not (library / FILE_NAME).is_file():
        return None
    with Catalogue.open(library, read_only=True) as catalogue:
        target = catalogue.next_pack()
    return target[0] if target else None


def _shelved(folder: Path, library: Path, known: Mapping[PackId, int]) -> Shelved:
    info: PackInfo | None = None
    fault = card = ""
    try:
        info = read_info(folder)
        card = (folder / _CARD).read_text(encoding="utf-8", errors="replace")
    except PackError as err:
        fault = f"{err} {err.advice}"
    except OSError as err:
        fault = f"{_CARD} cannot be read: {err.strerror}"
    files = [folder / name for name in (MANIFEST, *FILES)]
    size_bytes = sum(path.stat().st_size for path in files if path.is_file())
    sounds = known.get(info.pack_id, 0) if info is not None else 0
    return Shelved(folder, info, fault, folder.parent == library / "packs", card, size_bytes, sounds)


def _unpack(archive: zipfile.ZipFile, folder: Path, source: Path) -> None:
    """Writes the pack's files and nothing else; they may lie in one folder of the archive."""
    wanted = {MANIFEST, *FILES}
    above: set[PurePosixPath] = set()
    for entry in archive.infolist():
        path = PurePosixPath(entry.filename)
        if entry.is_dir() or "__MACOSX" in path.parts:
            continue
        is_link = stat.S_ISLNK(entry.external_attr >> 16)
        if path.name not in wanted or len(path.parts) > 2 or ".." in path.parts or is_link:
            raise PackError(f"{source.name} holds what no pack may: {entry.filename!a}", advice=_ADVICE)
        above.add(path.parent)
        if len(above) > 1 or entry.file_size > _MOST_BYTES or (folder / path.name).exists():
            raise PackError(
                f"{source.name} is no pack: {entry.filename!a} is out of place or too large", advice=_ADVICE
            )
        with archive.open(entry) as packed, (folder / path.name).open("xb") as file:
            left = entry.file_size
            while chunk := packed.read(min(2**20, left + 1)):
                left -= len(chunk)
                if left < 0:
                    raise PackError(f"{entry.filename!a} in {source.name} is larger than it says", advice=_ADVICE)
                file.write(chunk)
