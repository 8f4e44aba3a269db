"""Lists installed packs, those that came with Earshot and those of a library, and adds and removes packs."""

import logging
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from msgspec import Struct

from engine.base.errors import PackError
from engine.base.file_messages import FileFault, system_words
from engine.base.messages import Message, told
from engine.base.pack_messages import PackAdvice, PackFault
from engine.base.partial_files import sweep, workplace_in
from engine.base.types import PackId
from engine.ingest.pack_archive import check_sha256, unpack
from engine.ingest.pack_install import install_folder
from engine.models.manifest import FILES, PackInfo
from engine.models.pack import MANIFEST, installed_packs, read_info
from engine.models.shared_files import place_of
from engine.models.speech_pack import is_speech_pack
from engine.store.catalogue import Catalogue
from engine.store.connection import FILE_NAME, storage_error

_log = logging.getLogger(__name__)

_CARD = "MODEL_CARD.md"


class InstalledPack(Struct, frozen=True):
    """An installed pack."""

    folder: Path
    info: PackInfo | None
    """None if its manifest cannot be read."""
    fault: tuple[Message, ...]
    """Why it cannot be read and, if known, what to do; empty if it can."""
    is_own: bool
    """It belongs to the library and may be removed; the others came with Earshot."""
    card: str
    """Its model card in Markdown; empty if there is none or it cannot be read."""
    size_bytes: int
    """Of the whole pack. Packs of one family may share the text side on disk."""
    sounds: int = 0
    """Number of the library's sounds it has vectors of; these need no embedding to be searched with it."""


def shelf(library: Path) -> tuple[InstalledPack, ...]:
    """Lists the installed packs without verifying them.

    Raises:
        LibraryError: there is a library, but it cannot be read.
    """
    known: dict[PackId, int] = {}
    if (library / FILE_NAME).is_file():
        with Catalogue.open(library, read_only=True) as catalogue:
            known = {id: sounds for id, _, sounds in catalogue.packs.known()}
    return tuple(_shelved(folder, library, known) for folder in installed_packs(library))


def take_in(source: Path, library: Path, sha256: str = "") -> Path:
    """Verifies a pack in a folder or zip file, and copies it into the library. Returns its folder there.

    Args:
        source: the folder or the zip file.
        library: the library's folder.
        sha256: expected checksum of the zip file, 64 hexadecimal digits; empty to skip the check.

    Raises:
        PackError: not a pack, damaged, or a checksum that differs.
        StorageFull: no space left for the copy.
    """
    if source.is_dir():
        if sha256:
            raise PackError(told(PackFault.FOLDER_HAS_NO_CHECKSUM, source), advice=PackAdvice.NO_CHECKSUM)
        return install_folder(source, library)
    try:
        with source.open("rb") as file:
            if sha256:
                check_sha256(file, source.name, sha256)
            return take_in_zip(file, source.name, library)
    except FileNotFoundError as err:
        raise PackError(told(PackFault.NO_PACK_FILE, source), advice=PackAdvice.NAME_FOLDER_OR_ZIP) from err
    except OSError as err:
        raise storage_error(err, source) from err


def take_in_zip(file: IO[bytes], name: str, library: Path) -> Path:
    """Verifies a pack in an open zip file, and copies it into the library. Returns its folder there.

    Args:
        file: the zip file, seekable.
        name: shown to users.
        library: the library's folder.

    Raises:
        PackError: not a pack, or damaged.
        StorageFull: no space left for the copy.
        OSError: it cannot be read, or there is no place to unpack it.
    """
    with tempfile.TemporaryDirectory(prefix="earshot-pack-") as work:
        folder = Path(work) / "pack"
        folder.mkdir()
        unpack(file, name, folder)
        return install_folder(folder, library)


def take_out(folder: Path, library: Path, used: PackId | None) -> None:
    """Removes a pack from the library.

    Raises:
        PackError: it came with Earshot, or the library is searched with it or about to be.
    """
    sweep(library / "packs")
    if not folder.is_dir():
        raise PackError(told(PackFault.NO_PACK_AT_HAND, folder.name), advice=PackAdvice.SEE_PACKS)
    if folder.resolve().parent != (library / "packs").resolve():
        raise PackError(PackFault.OWN_PACK, advice=PackAdvice.ONLY_INSTALLED)
    own = None if is_speech_pack(folder) else read_info(folder).pack_id
    if own is not None and used == own:
        raise PackError(PackFault.PACK_IN_USE, advice=PackAdvice.SWITCH_FIRST)
    if own is not None and _under_way(library) == own:
        raise PackError(PackFault.PACK_IN_CHANGE, advice=PackAdvice.CANCEL_FIRST)
    _log.info("pack %s is removed from the library", own or "speech")
    try:
        with workplace_in(folder.parent) as gone:  # so that a kill leaves no half pack behind
            folder.rename(gone / folder.name)
    except OSError as err:
        raise storage_error(err, folder) from err


def _under_way(library: Path) -> PackId | None:
    """Returns the pack of a re-embedding in progress."""
    if not (library / FILE_NAME).is_file():
        return None
    with Catalogue.open(library, read_only=True) as catalogue:
        target = catalogue.packs.next()
    return target[0] if target else None


def _shelved(folder: Path, library: Path, known: Mapping[PackId, int]) -> InstalledPack:
    info: PackInfo | None = None
    fault: tuple[Message, ...] = ()
    card = ""
    try:
        info = read_info(folder)
        card = (folder / _CARD).read_text(encoding="utf-8", errors="replace")
    except PackError as err:
        _log.warning("an installed pack cannot be read: %s", err)
        fault = err.what, err.to_do
    except OSError as err:
        fault = (told(FileFault.CANNOT_READ, _CARD, system_words(err)),)
    files = [folder / MANIFEST]
    files += [place_of(folder, name, info.files[name]) if info else folder / name for name in FILES]
    size_bytes = sum(path.stat().st_size for path in files if path.is_file())
    sounds = known.get(info.pack_id, 0) if info is not None else 0
    return InstalledPack(folder, info, fault, folder.parent == library / "packs", card, size_bytes, sounds)
