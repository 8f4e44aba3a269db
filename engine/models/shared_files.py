"""Text-side files that packs of one family share, stored once.

Beside the packs that come with Earshot may be a folder `shared`. Its files are named by their SHA-256, and a pack
beside it may leave out a text-side file found there. A pack's manifest does not say how it is stored: a pack that is
passed on, zipped or installed is always whole. So are packs installed in a library; there equal files are hard links.
"""

import contextlib
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

SHARED = "shared"
SHAREABLE = ("text.onnx", "tokenizer.json")
"""Files that a pack may leave out if they are there."""


def place_of(folder: Path, name: str, sha256: str) -> Path:
    """Returns the path of a pack's file: in its own folder, or in the shared one if it is absent and shareable.

    Args:
        folder: of the pack.
        name: of the file.
        sha256: of its content, 64 lower-case hexadecimal digits, as in the manifest.
    """
    own = folder / name
    return own if name not in SHAREABLE or os.path.lexists(own) else folder.parent / SHARED / sha256


def share(home: Path, packs: Mapping[Path, Mapping[str, str]]) -> int:
    """Moves the files that packs of one home have in common to the shared ones, and removes those no pack uses.

    An interrupted run leaves every pack whole: a file is in place before it leaves a pack's folder. Nobody else may
    write there meanwhile.

    Args:
        home: the folder of the packs.
        packs: each pack's folder in it, with the verified SHA-256 of its files by name.

    Returns:
        Bytes saved.

    Raises:
        OSError: the disk is full or write-protected.
    """
    shelf, saved = home / SHARED, 0
    uses = Counter(digests[name] for digests in packs.values() for name in SHAREABLE)
    for folder, digests in packs.items():
        for name in SHAREABLE:
            own, place = folder / name, shelf / digests[name]
            if uses[digests[name]] < 2 or not own.is_file():
                continue
            if place.is_file():
                saved += own.stat().st_size
            else:
                shelf.mkdir(exist_ok=True)
                _copy(own, place)
            own.unlink()
    if shelf.is_dir():
        needed = {of[name] for folder, of in packs.items() for name in SHAREABLE if not (folder / name).is_file()}
        for unused in [entry for entry in shelf.iterdir() if entry.name not in needed]:
            unused.unlink()
        with contextlib.suppress(OSError):  # not empty while files are shared
            shelf.rmdir()
    return saved


def link_or_copy(source: Path, target: Path, twins: list[Path]) -> None:
    """Puts a file in its place: as a hard link to an equal file where the disk can, else as a copy.

    Args:
        source: what to copy.
        target: the new path; must not exist.
        twins: files that should be equal to it and are never written to; the caller verifies the result.
    """
    for twin in twins:
        with contextlib.suppress(OSError):  # another disk, or one without links
            os.link(twin, target, follow_symlinks=False)
            return
    shutil.copyfile(source, target, follow_symlinks=False)


def _copy(source: Path, target: Path) -> None:
    with tempfile.TemporaryDirectory(prefix=".share-", dir=target.parent) as work:
        staged = Path(work) / target.name
        with source.open("rb") as read, staged.open("wb") as write:
            shutil.copyfileobj(read, write)
            write.flush()
            os.fsync(write.fileno())
        staged.rename(target)
