"""Chooses the pack a job embeds with, and installs packs in a library so that searches find them."""

import contextlib
import hashlib
import logging
import shutil
from pathlib import Path

from engine.base.errors import PackError
from engine.base.identifiers import identifier
from engine.base.messages import told
from engine.base.pack_messages import PackAdvice, PackFault
from engine.base.partial_files import sweep, workplace_in
from engine.base.private_files import make_part
from engine.ingest.pack_trial import try_pack
from engine.models.manifest import FILES
from engine.models.pack import MANIFEST, Pack, installed_packs, load_pack, load_pack_of, read_info
from engine.models.shared_files import SHAREABLE, link_or_copy
from engine.models.speech_pack import is_speech_pack, load_speech_pack, speech_packs
from engine.store.catalogue import Catalogue
from engine.store.connection import storage_error

_log = logging.getLogger(__name__)


def pack_folder(wanted: Path, library: Path) -> Path:
    """Returns the pack folder meant by a path, or by the name of an installed pack such as `starter`."""
    if not wanted.is_dir() and len(wanted.parts) == 1:
        for folder in (*installed_packs(library), *speech_packs(library)):
            if folder.name == wanted.name:
                return folder
    return wanted.absolute()


def choose_pack(catalogue: Catalogue, wanted: Path | None) -> Pack:
    """Loads the requested pack; without one the library's own, or the one that comes with Earshot.

    Raises:
        PackError: it is damaged, or the library's own is not installed.
    """
    return load_pack_of(catalogue.folder, catalogue.packs.searched()) if wanted is None else load_pack(wanted)


def keep_pack(pack: Pack, library: Path) -> Path:
    """Installs a pack in the library, unless it came with Earshot or is already there.

    Returns:
        The folder of the installed pack.

    Raises:
        StorageFull: no space left for the copy.
        PackError: the pack changed during the copy.
    """
    sweep(library / "packs")  # a kill between the copy and its cleanup leaves an empty workplace
    for folder in installed_packs(library):
        if folder.absolute() == pack.folder.absolute():
            return folder
    return install_pack(pack, library)


def install_pack(pack: Pack, library: Path) -> Path:
    """Copies a verified pack into the library, whole or not at all, and verifies the copy. Returns its folder.

    Files of the text side that another pack of the library already has are linked, where the disk supports links.

    Raises:
        StorageFull: no space left for the copy.
        PackError: the pack changed during the copy.
    """
    target = library / "packs" / identifier(pack.info.pack_id)
    sweep(target.parent)
    if target.exists():
        load_pack(target)
        return target
    try:
        make_part(target.parent)
        with workplace_in(target.parent) as work:
            copy = work / "pack"
            copy.mkdir()
            twins = _twins(pack, target.parent)
            for name in (MANIFEST, *FILES):
                link_or_copy(pack.place_of(name), copy / name, twins.get(name, []))
            if load_pack(copy).info.pack_id != pack.info.pack_id:
                raise PackError(told(PackFault.PACK_COPY_CHANGED, pack.folder), advice=PackAdvice.TRY_AGAIN)
            copy.rename(target)
    except OSError as err:
        raise storage_error(err, target) from err
    _log.info("pack %s %s installed in the library", pack.info.name, pack.info.pack_id)
    return target


def install_folder(folder: Path, library: Path) -> Path:
    """Verifies a folder's pack of any kind, tries it, and copies it into the library. Returns its folder there.

    Raises:
        StorageFull: no space left for the copy.
        PackError: not a pack, damaged, or exceeding the limits of time and memory.
    """
    if not is_speech_pack(folder):
        found = load_pack(folder)
        try_pack(folder)
        return install_pack(found, library)
    pack = load_speech_pack(folder)
    try_pack(folder)
    target = library / "packs" / identifier(pack.info.pack_id)
    sweep(target.parent)
    if target.exists():
        load_speech_pack(target)
        return target
    try:
        make_part(target.parent)
        with workplace_in(target.parent) as work:
            copy = work / "pack"
            shutil.copytree(folder, copy)
            load_speech_pack(copy)
            copy.rename(target)
        _log.info("speech pack %s installed in the library", pack.info.pack_id)
    except OSError as err:
        raise storage_error(err, target) from err
    return target


def _twins(pack: Pack, home: Path) -> dict[str, list[Path]]:
    """Returns, for each file of the text side, identical intact files in other packs of a folder."""
    found: dict[str, list[Path]] = {name: [] for name in SHAREABLE}
    for folder in sorted(home.iterdir()):
        with contextlib.suppress(PackError, OSError):  # a damaged neighbour must not prevent an installation
            files = read_info(folder).files
            for name in (name for name in SHAREABLE if files[name] == pack.info.files[name]):
                with (folder / name).open("rb") as file:
                    if hashlib.file_digest(file, "sha256").hexdigest() == files[name]:
                        found[name].append(folder / name)
    return found
