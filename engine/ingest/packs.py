"""Which pack a job embeds with, and how a pack gets into a library so that searches find it later."""

import shutil
import tempfile
from pathlib import Path

from engine.errors import PackError
from engine.models.pack import Pack, installed_packs, load_pack, load_pack_of
from engine.store.catalogue import Catalogue
from engine.store.connection import storage_error


def pack_folder(wanted: Path, library: Path) -> Path:
    """The folder that is meant: a folder, or the name of one at hand, such as `starter`."""
    if not wanted.is_dir() and len(wanted.parts) == 1:
        for folder in installed_packs(library):
            if folder.name == wanted.name:
                return folder
    return wanted.absolute()


def choose_pack(catalogue: Catalogue, wanted: Path | None) -> Pack:
    """The pack asked for; else the library's own; else the one that comes with Earshot.

    Raises:
        PackError: it is damaged, or the library's own is not installed.
    """
    return load_pack_of(catalogue.folder, catalogue.pack()) if wanted is None else load_pack(wanted)


def keep_pack(pack: Pack, library: Path) -> Path:
    """Makes sure that searches find the pack: copies it into the library unless it came with Earshot or is there.

    Returns:
        The folder where it is at hand.

    Raises:
        StorageFull: no space left for the copy.
        PackError: the pack changed while it was copied.
    """
    for folder in installed_packs(library):
        if folder.absolute() == pack.folder.absolute():
            return folder
    return install_pack(pack, library)


def install_pack(pack: Pack, library: Path) -> Path:
    """Copies a verified pack into the library, whole or not at all, and verifies the copy; gives its folder.

    Raises:
        StorageFull: no space left for the copy.
        PackError: the pack changed while it was copied.
    """
    target = library / "packs" / pack.info.pack_id
    if target.exists():
        load_pack(target)
        return target
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".install-", dir=target.parent) as work:
            copy = Path(work) / "pack"
            copy.mkdir()
            for file in sorted(pack.folder.iterdir()):
                shutil.copyfile(file, copy / file.name, follow_symlinks=False)
            if load_pack(copy).info.pack_id != pack.info.pack_id:
                raise PackError(f"{pack.folder} changed while it was copied", advice="Try again.")
            copy.rename(target)
    except OSError as err:
        raise storage_error(err, target) from err
    return target
