"""Files that packs have in common, kept once: the words' side of packs of one family.

Beside the packs of one home (the packs that come with Earshot) may stand a folder `shared`. What lies in it is named by
its SHA-256, and a pack beside it may leave out a file of the words' side that lies there. A pack's manifest does not
say which way it is kept: a pack that is handed on, zipped or installed is always whole. Packs installed in a library
are whole, too; there equal files are one file on the disk under several names.
"""

import contextlib
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

SHARED = "shared"
"""The folder beside the packs."""
SHAREABLE = ("text.onnx", "tokenizer.json")
"""What a pack may leave out where it lies there."""


def place_of(folder: Path, name: str, sha256: str) -> Path:
    """Gives where a pack's file lies: in its folder, or among the shared ones when it is not there and may be left out.

    Args:
        folder: of the pack.
        name: of the file.
        sha256: of its content, 64 hexadecimal digits in small letters, as the manifest has it.
    """
    own = folder / name
    return own if name not in SHAREABLE or os.path.lexists(own) else folder.parent / SHARED / sha256


def share(home: Path, packs: Mapping[Path, Mapping[str, str]]) -> int:
    """Moves what packs of one home have in common among the shared files, and removes what no pack names any more.

    A broken run leaves every pack whole: a file is there before it goes from a pack's folder. Nobody else may write
    there meanwhile.

    Args:
        home: the folder that the packs lie in.
        packs: each pack's folder in it, with the SHA-256 of its files by name, as verified.

    Returns:
        How many bytes it saved.

    Raises:
        OSError: the disk is full or may not be written to.
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
        with contextlib.suppress(OSError):  # it is empty only when nothing is shared
            shelf.rmdir()
    return saved


def link_or_copy(source: Path, target: Path, twins: list[Path]) -> None:
    """Puts a file in its place: as another name of a file of equal content where the disk can, else as a copy.

    Args:
        source: what to copy.
        target: where to; must not be there.
        twins: files that should be equal to it and are never written to; the caller verifies what came of it.
    """
    for twin in twins:
        with contextlib.suppress(OSError):  # another disk, or one that knows no links
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
