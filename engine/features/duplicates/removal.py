"""Removes duplicates: checks their files first, passes on the user's marks, and keeps a journal.

The caller moves files to the trash, because only the desktop can. A file may go only while it and a remaining sound of
its group are on disk as indexed, and are not one file under two names.
"""

import json
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.audio.files import modified_ns
from engine.base.atomic_files import unwritable
from engine.base.cancellation import Cancel, check, never
from engine.base.file_messages import FileFault, system_words
from engine.base.messages import Message, told
from engine.base.types import FilePath, Ids, Sound
from engine.features.duplicates.groups import Duplicates
from engine.features.duplicates.messages import RefusalReason
from engine.library.user_data.user_data import UserData
from engine.store.catalogue import Catalogue

JOURNAL = "removed.jsonl"
"""In the library's folder: one line per removed duplicate, with where it went and what stayed."""
_PAGE = 500


class DuplicateRemoval(Struct, frozen=True):
    """A duplicate to remove, and the best of those that stay."""

    sound: Sound
    stays: Sound


class Refused(Struct, frozen=True):
    """A duplicate that must stay, and why."""

    path: FilePath
    reason: Message


class RemovalCheck(Struct, frozen=True):
    """What may go, and what must stay."""

    leaving: tuple[DuplicateRemoval, ...]
    refused: tuple[Refused, ...]

    @property
    def size_bytes(self) -> int:
        """Disk space of those that go."""
        return sum(item.sound.size_bytes for item in self.leaving)


class RemovedFile(Struct, frozen=True):
    """A removed duplicate."""

    item: DuplicateRemoval
    trashed_to: str = ""
    """Its place in the trash; empty if unknown, or if the file stays."""


def look(
    catalogue: Catalogue, found: Duplicates, goes: NDArray[np.bool_], *, is_trash: bool, cancel: Cancel = never
) -> RemovalCheck:
    """Checks the files to remove, and one of each group that stays.

    Args:
        catalogue: read only.
        goes: bool [N], the sounds to remove; never a whole group.
        is_trash: the files go too; otherwise only rows of the library, and the disk is not checked.

    Raises:
        StopRequested: `cancel` returned True.
        ValueError: a whole group is to go.
    """
    stays = np.flatnonzero(~goes)
    first_staying = stays[np.searchsorted(stays, found.starts[:-1])] if len(stays) else stays
    if len(first_staying) < len(found) or np.any(first_staying >= found.starts[1:]):
        raise ValueError("of a group everything is to go")
    rows = np.flatnonzero(goes)
    group_of = found.group_of
    leaving: list[DuplicateRemoval] = []
    refused: list[Refused] = []
    for start in range(0, len(rows), _PAGE):
        part = rows[start : start + _PAGE]
        keepers = found.ids[first_staying[group_of[part]]]
        sounds = _sounds(catalogue, np.concatenate([found.ids[part], keepers]))
        for id, keeper in zip(found.ids[part].tolist(), keepers.tolist(), strict=True):
            check(cancel)
            if id not in sounds or keeper not in sounds:
                continue
            item = DuplicateRemoval(sounds[id], sounds[keeper])
            reason = reason_against(item) if is_trash else None
            if reason is not None:
                refused.append(Refused(item.sound.path, reason))
            else:
                leaving.append(item)
    return RemovalCheck(tuple(leaving), tuple(refused))


def settle(catalogue: Catalogue, gone: Sequence[RemovedFile]) -> None:
    """Passes marks, tags and collections on to what stays, deletes the rows, and adds to the journal.

    Raises:
        LibraryError, StorageFull: the library cannot be written.
    """
    keeping = UserData(catalogue)
    for one in gone:
        _hand_on(keeping, catalogue, one.item)
    if gone:
        catalogue.sounds.remove([one.item.sound.id for one in gone])
        _note(catalogue.folder, gone)


def _hand_on(keeping: UserData, catalogue: Catalogue, item: DuplicateRemoval) -> None:
    given, had = item.sound.marks, catalogue.sounds.one(item.stays.id).marks
    stays = [item.stays.id]
    if given.rating > had.rating:
        keeping.set_rating(stays, given.rating)
    if given.colour is not None and had.colour is None:
        keeping.set_colour(stays, given.colour)
    if given.is_favourite and not had.is_favourite:
        keeping.set_favourite(stays, True)
    if set(given.tags) - set(had.tags):
        keeping.add_tags(stays, given.tags)
    if given.note and given.note not in had.note:
        keeping.set_note(item.stays.id, "\n".join(filter(None, (had.note, given.note))))
    for collection, _ in keeping.collections_of([item.sound.id]):
        keeping.add_to(collection, stays)


def _note(folder: Path, gone: Sequence[RemovedFile]) -> None:
    now_s = round(time.time(), 3)
    lines = [
        json.dumps(
            {
                "time_s": now_s,
                "uri": one.item.sound.path.uri,
                "trashed_to": one.trashed_to,
                "stays": one.item.stays.path.uri,
            },
            ensure_ascii=False,
        )
        for one in gone
    ]
    path = folder / JOURNAL
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    except OSError as err:
        raise unwritable(path, err) from err


def reason_against(item: DuplicateRemoval) -> Message | None:
    """Why a file must stay; None if it may go. Checked again right before: the user may take long to agree."""
    for sound in (item.sound, item.stays):
        try:
            status = sound.path.native.stat()
        except OSError as err:
            return told(FileFault.CANNOT_READ, sound.path.name, system_words(err))
        if (status.st_size, modified_ns(status)) != (sound.size_bytes, sound.mtime_ns):
            return told(RefusalReason.HAS_CHANGED, sound.path.name)
    if item.sound.path.native.samefile(item.stays.path.native):
        return told(RefusalReason.SAME_FILE)
    return None


def _sounds(catalogue: Catalogue, ids: Ids) -> dict[int, Sound]:
    there = catalogue.sounds.there(np.unique(ids))
    return {int(sound.id): sound for sound in catalogue.sounds.many(there)}
