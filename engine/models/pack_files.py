"""Files of packs of all kinds: read once, through a handle that follows no link, and never beyond their size cap.

`engine.models.manifest` and `engine.models.speech_pack` interpret manifests.
"""

import errno
import hashlib
import importlib.resources
import os
import stat
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from engine.base.atomic_files import write_synced
from engine.base.errors import PackError, StorageFull, broken_pack
from engine.base.file_messages import FileFault, system_words
from engine.base.library_messages import LibraryAdvice
from engine.base.messages import told
from engine.base.pack_messages import PackAdvice, PackFault
from engine.models.shared_files import place_of

MANIFEST = "pack.json"
MAX_GRAPH_BYTES = 2**30
"""Of a graph; verified bytes stay in memory until a session is made from them."""
_MAX_BYTES = {
    "tokenizer.json": 2**25,
    "canonical.npz": 2**25,
    "dictionary.txt.xz": 2**25,
}
_MAX_SMALL_BYTES = 2**20


class _Manifest(Protocol):
    @property
    def files(self) -> Mapping[str, str]: ...


_Info = TypeVar("_Info", bound=_Manifest)


@dataclass(frozen=True, slots=True)
class VerifiedPack(Generic[_Info]):
    """A verified pack: its facts, and the verified bytes of its files until they are taken."""

    info: _Info
    folder: Path
    _held: dict[str, bytes] = field(repr=False, compare=False)

    def take(self, name: str) -> bytes:
        """Returns a file's verified bytes: from memory the first time, later read and hashed again.

        Raises:
            PackError: the file changed since the pack was loaded.
        """
        held = self._held.pop(name, None)
        return held if held is not None else verified(self.folder, name, self.info.files[name])

    def place_of(self, name: str) -> Path:
        return self.folder / name if name == MANIFEST else place_of(self.folder, name, self.info.files[name])

    def release(self) -> None:
        """Drops the bytes that were not taken; `take` then reads again."""
        self._held.clear()


def most_bytes(name: str) -> int:
    """Returns the size cap of a pack's file by its name."""
    return MAX_GRAPH_BYTES if name.endswith(".onnx") else _MAX_BYTES.get(name, _MAX_SMALL_BYTES)


def own_packs() -> Path:
    """Folder of the packs in the installed data package; it does not exist when Earshot runs from an archive."""
    return Path(str(importlib.resources.files("resources"))) / "packs"


def folders_with_packs(home: Path) -> list[Path]:
    """Lists the folders in `home` that hold a pack.json, by name; skips unreadable ones.

    Somebody else's library may deny access to its packs: one that came with Earshot still serves it.
    """
    found = list[Path]()
    with suppress(OSError):
        for entry in sorted(home.iterdir()):
            with suppress(OSError):
                if not entry.name.startswith(".") and (entry / MANIFEST).is_file():
                    found.append(entry)
    return found


def names_in(folder: Path) -> dict[str, bool]:
    """Lists a pack folder's entries, and whether each is an ordinary file.

    Raises:
        PackError: it is not a folder, or cannot be read.
    """
    try:
        with os.scandir(folder) as entries:
            return {entry.name: entry.is_file(follow_symlinks=False) for entry in entries}
    except OSError as err:
        raise PackError(
            told(PackFault.NO_PACK_AT, folder, system_words(err)), advice=PackAdvice.NAME_PACK_FOLDER
        ) from err


def check_names(folder: Path, needed: set[str], allowed: set[str]) -> None:
    """Refuses a folder that lacks a needed file, or holds anything but ordinary files of the allowed names.

    Raises:
        PackError: names them.
    """
    kinds = names_in(folder)
    if missing := sorted(needed - kinds.keys()):
        raise PackError(told(PackFault.PACK_LACKS, folder, ", ".join(missing)), advice=PackAdvice.INSTALL_OR_REINSTALL)
    if extra := sorted(kinds.keys() - allowed):
        raise PackError(
            told(PackFault.PACK_HOLDS, folder, ", ".join(map(ascii, extra[:5]))), advice=PackAdvice.REMOVE_THEM
        )
    if links := sorted(name for name, is_file in kinds.items() if not is_file):
        raise broken_pack(f"the pack {folder}: {', '.join(links)} is a link, or not an ordinary file")


def verified(folder: Path, name: str, sha256: str) -> bytes:
    """Reads a pack's file and checks its hash.

    Raises:
        PackError: it is missing, not an ordinary file, too large, or has another hash.
    """
    place = place_of(folder, name, sha256)
    if not os.path.lexists(place):
        raise PackError(told(PackFault.PACK_LACKS, folder, name), advice=PackAdvice.INSTALL_OR_REINSTALL)
    content = read_file(place, name)
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        raise PackError(
            told(PackFault.PACK_FILE_DAMAGED, name, folder, found[:12], sha256[:12]),
            advice=PackAdvice.INSTALL_OR_REINSTALL,
        )
    return content


def read_file(path: Path, name: str = MANIFEST) -> bytes:
    """Reads one ordinary file of a pack, following no link and not beyond the size cap of its name.

    Raises:
        PackError: it cannot be read, is something else, or changed meanwhile.
    """
    cap = most_bytes(name)
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        with os.fdopen(os.open(path, flags), "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode) or status.st_size > cap:
                raise broken_pack(f"{path} is not an ordinary file of at most {cap} bytes")
            content = file.read(status.st_size + 1)
    except OSError as err:
        raise PackError(
            told(FileFault.CANNOT_READ, path, system_words(err)), advice=PackAdvice.INSTALL_OR_REINSTALL
        ) from err
    if len(content) != status.st_size:
        raise PackError(told(PackFault.PACK_FILE_CHANGED, path), advice=PackAdvice.WAIT_FOR_WRITER)
    return content


def replace_folder(folder: Path, contents: Mapping[str, bytes], verify: Callable[[Path], object]) -> None:
    """Writes a pack's folder whole or not at all, and verifies it before it replaces an older one.

    Args:
        folder: its destination, whose parent is created. An older pack there is replaced.
        contents: file name to bytes.
        verify: raises PackError for a folder that its own reader refuses.

    Raises:
        PackError: the folder cannot be written, or is refused; the older pack remains.
        StorageFull: no space left; the older pack remains.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{folder.name}-", dir=folder.parent) as work:
            staged = Path(work) / "new"
            staged.mkdir()
            for name, content in contents.items():
                write_synced(staged / name, content)
            verify(staged)
            if folder.exists():
                folder.rename(Path(work) / "old")
            staged.rename(folder)
    except OSError as err:
        if err.errno == errno.ENOSPC:
            raise StorageFull(told(PackFault.NO_SPACE_FOR_PACK, folder), advice=LibraryAdvice.FREE_SPACE) from err
        raise PackError(told(PackFault.CANNOT_WRITE_PACK, folder, str(err)), advice=PackAdvice.CHECK_FOLDER) from err
