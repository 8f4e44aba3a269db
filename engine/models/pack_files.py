"""Files of a pack on the disk: read once, through a handle that follows no link, and never beyond their size cap.

What all kinds of packs have in common; what a manifest means is said by `engine.models.manifest` and
`engine.models.speech_pack`.
"""

import hashlib
import importlib.resources
import os
import stat
from contextlib import suppress
from pathlib import Path

from engine.errors import PackError
from engine.models.shared import place_of

MANIFEST = "pack.json"
MAX_GRAPH_BYTES = 2**30
"""Of a graph; verified bytes are held in memory until a session is made from them."""
_MAX_BYTES = {
    "tokenizer.json": 2**25,
    "canonical.npz": 2**25,
    "dictionary.txt.xz": 2**25,
}
_MAX_SMALL_BYTES = 2**20
AGAIN = "Install the pack again; if it came with Earshot, reinstall Earshot."
"""What helps against a damaged pack."""


def most_bytes(name: str) -> int:
    """Gives the most bytes that a pack's file of this name may have."""
    return MAX_GRAPH_BYTES if name.endswith(".onnx") else _MAX_BYTES.get(name, _MAX_SMALL_BYTES)


def own_packs() -> Path:
    """Where packs lie in the installed data package; a path that does not exist when Earshot runs from an archive."""
    return Path(str(importlib.resources.files("resources"))) / "packs"


def folders_with_packs(home: Path) -> list[Path]:
    """Lists the folders in `home` that hold a pack.json, by name; what cannot be looked into is passed over.

    A library that is somebody else's may keep its packs shut: one that came with Earshot serves it all the same.
    """
    found = list[Path]()
    with suppress(OSError):
        for entry in sorted(home.iterdir()):
            with suppress(OSError):
                if not entry.name.startswith(".") and (entry / MANIFEST).is_file():
                    found.append(entry)
    return found


def names_in(folder: Path) -> dict[str, bool]:
    """Lists what lies in a pack's folder, and whether each is an ordinary file.

    Raises:
        PackError: it is no folder, or cannot be read.
    """
    try:
        with os.scandir(folder) as entries:
            return {entry.name: entry.is_file(follow_symlinks=False) for entry in entries}
    except OSError as err:
        raise PackError(f"no pack at {folder}: {err.strerror}", advice="Name a folder that holds a pack.json.") from err


def check_names(folder: Path, needed: set[str], allowed: set[str]) -> None:
    """Refuses a folder that lacks a file, or holds anything but ordinary files of these names.

    Raises:
        PackError: which.
    """
    kinds = names_in(folder)
    if missing := sorted(needed - kinds.keys()):
        raise PackError(f"the pack {folder} lacks {', '.join(missing)}", advice=AGAIN)
    if extra := sorted(kinds.keys() - allowed):
        raise PackError(
            f"the pack {folder} holds files that a pack may not have: {', '.join(map(ascii, extra[:5]))}",
            advice="Remove it, then try again.",
        )
    if links := sorted(name for name, is_file in kinds.items() if not is_file):
        raise PackError(f"the pack {folder}: {', '.join(links)} is a link, or not an ordinary file", advice=AGAIN)


def verified(folder: Path, name: str, sha256: str) -> bytes:
    """Reads a pack's file and checks its hash.

    Raises:
        PackError: it is missing, no ordinary file, too large, or another one.
    """
    place = place_of(folder, name, sha256)
    if not os.path.lexists(place):
        raise PackError(f"the pack {folder} lacks {name}", advice=AGAIN)
    content = read_file(place, name)
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        raise PackError(f"{name} in {folder} is damaged: its hash is {found[:12]}…, not {sha256[:12]}…", advice=AGAIN)
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
                raise PackError(f"{path} is not an ordinary file of at most {cap} bytes", advice=AGAIN)
            content = file.read(status.st_size + 1)
    except OSError as err:
        raise PackError(f"{path} cannot be read: {err.strerror}", advice=AGAIN) from err
    if len(content) != status.st_size:
        raise PackError(f"{path} changed while it was read", advice="Wait until nothing writes to it, then try again.")
    return content


def write_synced(path: Path, content: bytes) -> None:
    """Writes a file and waits until the disk has it.

    Raises:
        OSError: the disk is full or may not be written to.
    """
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
