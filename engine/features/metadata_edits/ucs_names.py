"""Plans and applies UCS file names: `CatID_FXName_CreatorID_SourceID_UserData`.

A file never takes another's name: a plan numbers colliding names, and renaming refuses to overwrite.
"""

import contextlib
import errno
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec import Struct

from engine.audio.ucs import by_cat_id, parse_name
from engine.base.errors import WriteRefused
from engine.base.messages import told
from engine.base.text_forms import folded
from engine.base.types import FilePath, SoundMetadata
from engine.features.metadata_edits.envelope_writer import copy_name, write_errors
from engine.features.metadata_edits.messages import WriteAdvice, WriteFault

_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f\ud800-\udfff<>:"/\\|?*_]+')
_MOST_BYTES = 240
"""Of a whole name; most file systems allow 255 bytes."""
_MOST_FX_LETTERS = 80
_NUMBERED = re.compile(r" \d{2,3}$")


class UcsParts(Struct, frozen=True):
    """Parts of a name, besides the CatID; an empty FXName means the sound's own title or name."""

    cat_id: str = ""
    """Empty for each sound's own."""
    fx_name: str = ""
    creator: str = ""
    source: str = ""
    user_data: str = ""


class Proposal(Struct, frozen=True):
    """The planned name of one file."""

    path: FilePath
    new_path: FilePath
    problem: str = ""
    """Why it cannot be renamed, such as "no CatID"; empty if it can."""

    @property
    def is_change(self) -> bool:
        return not self.problem and self.path != self.new_path


def propose(sounds: Iterable[tuple[FilePath, SoundMetadata]], parts: UcsParts) -> list[Proposal]:
    """Plans names. Reads the files' folders to avoid names in use; keeps the suffix.

    Args:
        sounds: files with their metadata.
        parts: the user's parts; empty ones come from the file's own name or metadata. CreatorID never comes from
            metadata: whoever recorded or made a sound there is not who names it.
    """
    taken: dict[bytes, set[str]] = {}
    proposals = []
    for path, metadata in sounds:
        stem, suffix = _split(path)
        old = parse_name(stem)
        known = by_cat_id(parts.cat_id or metadata.ucs_id or (old.cat_id if old else ""))
        if known is None:
            proposals.append(Proposal(path, path, "no CatID"))
            continue
        fx_name = parts.fx_name or metadata.title or (old.fx_name if old else stem)
        words = [
            clean(fx_name)[:_MOST_FX_LETTERS].strip() or known.subcategory.capitalize(),
            clean(parts.creator or (old.creator if old else "")) or "NONE",
            clean(parts.source or (old.source if old else "") or metadata.album) or "NONE",
        ]
        user_data = clean(parts.user_data)
        folder = os.path.dirname(path.raw)
        names = taken.setdefault(folder, _names_in(folder))
        new = _free(path, folder, known.cat_id, words, user_data, suffix, names)
        proposals.append(Proposal(path, new))
    return proposals


def clean(text: str) -> str:
    """Cleans a text for a UCS name: no underscore (it separates parts), nothing a file system refuses."""
    return " ".join(_FORBIDDEN.sub(" ", text).split()).strip(" .")


def move(path: FilePath, new_path: FilePath) -> None:
    """Renames a file within its folder. A mere change of case goes through a third name.

    Raises:
        WriteRefused: the name is taken, or the folder cannot be written.
    """
    old, new = path.native, new_path.native
    with write_errors(path):
        if not old.exists():
            raise WriteRefused(told(WriteFault.FILE_NOT_THERE, path.text), advice=WriteAdvice.GONE_MEANWHILE)
        if new.exists() and new.samefile(old) and folded(old.name) == folded(new.name):
            between = copy_name(path)
            old.rename(between)
            between.rename(new)
            return
        if new.exists():
            raise _taken(new_path)
        _move_beside(old, new, new_path)


def _taken(path: FilePath) -> WriteRefused:
    return WriteRefused(told(WriteFault.FILE_NAME_TAKEN, path.name), advice=WriteAdvice.OTHER_FILE_NAME)


def _move_beside(old: Path, new: Path, new_path: FilePath) -> None:
    """Links and unlinks, which can never overwrite a file; falls back to renaming where links are not supported."""
    try:
        os.link(old, new, follow_symlinks=False)
    except FileExistsError as err:
        raise _taken(new_path) from err
    except OSError as err:
        if err.errno in (errno.ENOSPC, errno.EACCES, errno.EROFS, errno.ENAMETOOLONG):
            raise
        old.rename(new)
        return
    except NotImplementedError:
        old.rename(new)
        return
    old.unlink()


def _free(
    path: FilePath, folder: bytes, cat_id: str, words: Sequence[str], user_data: str, suffix: str, names: set[str]
) -> FilePath:
    """Reserves and returns the first name of this form that no other file has."""
    own = folded(path.name)
    fx_name = words[0]
    for number in range(1, 1000):
        first = fx_name if number == 1 else f"{_NUMBERED.sub('', fx_name)} {number:02d}"
        stem = "_".join(filter(None, (cat_id, first, *words[1:], user_data)))
        while len((stem + suffix).encode()) > _MOST_BYTES:
            stem = stem[:-1]
        name = stem + suffix
        if folded(name) == own or folded(name) not in names:
            names.discard(own)
            names.add(folded(name))
            return FilePath(os.fsencode(Path(os.fsdecode(folder)) / name))
    return path


def _split(path: FilePath) -> tuple[str, str]:
    stem, dot, suffix = path.name.rpartition(".")
    return (stem, dot + suffix) if stem else (path.name, "")


def _names_in(folder: bytes) -> set[str]:
    with contextlib.suppress(OSError):
        return {folded(entry.name) for entry in Path(os.fsdecode(folder)).iterdir()}
    return set()
