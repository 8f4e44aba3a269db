"""Duplicates, missing files, export and user data for threads that own no Library.

Each call opens the catalogue itself, so that long work blocks nobody.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.duplicates import exact, groups, near, tidy
from engine.duplicates.groups import Duplicates, Keep
from engine.duplicates.near import NearPairs
from engine.duplicates.tidy import Gone, Leave
from engine.export import playlist, table
from engine.export.collect import Piece
from engine.relink import Missing, RelinkProposal, locate, locate_below, locate_root, missing
from engine.spotting.lists import SpottingList
from engine.spotting.picked import Picked
from engine.stopping import Cancel, never
from engine.store.catalogue import Catalogue
from engine.store.lock import WriterLock
from engine.types import FilePath, Ids, RootId, Sound, SoundId
from engine.userdata.records import Exported
from engine.userdata.take_in import preview, take_in
from engine.userdata.write import write

HousekeepingProgress = Callable[[int, int], None]
"""Receives the number done and the total."""


@dataclass(frozen=True, slots=True)
class Member:
    """A sound of a group, as shown."""

    sound: Sound
    collections: tuple[str, ...]


def copies(library: Path, *, cancel: Cancel = never) -> Duplicates:
    """Finds exact duplicates; see `engine.duplicates.exact`."""
    with _reading(library) as catalogue:
        return exact.find_exact(catalogue, cancel=cancel)


def versions(
    library: Path, *, cancel: Cancel = never, progress: Callable[[float], None] = lambda share: None
) -> NearPairs:
    """Finds near duplicates; see `engine.duplicates.near`."""
    with _reading(library) as catalogue:
        return near.find_near(catalogue, cancel=cancel, progress=progress)


def version_groups(library: Path, pairs: NearPairs, similarity: float) -> Duplicates:
    """Returns the groups of near duplicates at a similarity."""
    with _reading(library) as catalogue:
        return pairs.groups(catalogue, similarity)


def proposal(library: Path, found: Duplicates, rule: Keep, folder: FilePath | None = None) -> NDArray[np.bool_]:
    """Returns bool [N]: the sounds that a rule would remove; see `engine.duplicates.groups`."""
    with _reading(library) as catalogue:
        return groups.proposal(catalogue, found, rule, folder)


def members(library: Path, ids: Ids) -> dict[int, Member]:
    """Returns sounds with their collections, by id; omits those that are gone."""
    with _reading(library) as catalogue:
        there = catalogue.sounds.there(ids)
        names = catalogue.marks.collections_of(there)
        return {int(sound.id): Member(sound, names.get(sound.id, ())) for sound in catalogue.sounds.many(there)}


def look(library: Path, found: Duplicates, goes: NDArray[np.bool_], *, is_trash: bool, cancel: Cancel = never) -> Leave:
    """Checks the files of duplicates that are to be removed; see `engine.duplicates.tidy`."""
    with _reading(library) as catalogue:
        return tidy.look(catalogue, found, goes, is_trash=is_trash, cancel=cancel)


def settle(library: Path, gone: Sequence[Gone]) -> None:
    """Removes the rows of deleted duplicates and passes on their user data; see `engine.duplicates.tidy`."""
    with Catalogue.open(library, makes=False) as catalogue:
        tidy.settle(catalogue, gone)


def remove(library: Path, ids: Sequence[SoundId]) -> None:
    """Removes sounds from the library; their files stay, and their user data waits for the same payload."""
    with Catalogue.open(library, makes=False) as catalogue:
        if ids:
            catalogue.sounds.remove(ids)


def missing_files(library: Path) -> Missing:
    """Lists missing files and offline roots."""
    with _reading(library) as catalogue:
        return missing(catalogue)


def wait_for_writer(library: Path, wait_s: float, *, cancel: Cancel = never) -> None:
    """Waits until nobody writes the library: when a watched folder moves, a job starts by itself.

    Raises:
        LibraryBusy: somebody still writes after `wait_s`.
        Stopped: it was cancelled.
    """
    with WriterLock(library, wait_s=wait_s, cancel=cancel):
        pass


def locate_sound(library: Path, sound: SoundId, path: FilePath) -> RelinkProposal:
    """Proposes which files moved together with a sound; see `engine.relink.locate`."""
    with _reading(library) as catalogue:
        return locate(catalogue, sound, path)


def locate_folder(library: Path, root: RootId, folder: FilePath) -> RelinkProposal:
    """Proposes where the sounds of a moved root are; see `engine.relink.locate_root`."""
    with _reading(library) as catalogue:
        return locate_root(catalogue, root, folder)


def locate_all_below(library: Path, before: FilePath, after: FilePath) -> RelinkProposal:
    """Proposes where the sounds of a moved folder are; see `engine.relink.locate_below`."""
    with _reading(library) as catalogue:
        return locate_below(catalogue, before, after)


def export_csv(
    library: Path,
    ids: Ids,
    path: Path,
    *,
    with_mark: bool = False,
    with_fields: bool = False,
    with_formulas: bool = False,
    cancel: Cancel = never,
    progress: HousekeepingProgress = lambda done, total: None,
) -> int:
    """Writes a CSV table; see `engine.export.table`."""
    with _reading(library) as catalogue:
        return table.write_csv(
            catalogue,
            ids,
            path,
            with_mark=with_mark,
            with_fields=with_fields,
            with_formulas=with_formulas,
            cancel=cancel,
            progress=progress,
        )


def export_m3u8(
    library: Path,
    ids: Ids,
    path: Path,
    *,
    is_relative: bool = False,
    cancel: Cancel = never,
    progress: HousekeepingProgress = lambda done, total: None,
) -> int:
    """Writes a playlist; see `engine.export.playlist`."""
    with _reading(library) as catalogue:
        return playlist.write_m3u8(catalogue, ids, path, is_relative=is_relative, cancel=cancel, progress=progress)


def export_user_data(
    library: Path, path: Path, *, cancel: Cancel = never, progress: Callable[[float], None] = lambda share: None
) -> Exported:
    """Writes all user data; see `engine.userdata.write`."""
    with _reading(library) as catalogue:
        return write(catalogue, path, cancel=cancel, progress=lambda done, total: progress(done / max(1, total)))


preview_user_data = preview
"""Shows what a user data file would change; see `engine.userdata.take_in`."""
take_in_user_data = take_in
"""Imports a user data file; likewise."""


def pieces(library: Path, ids: Ids, *, cancel: Cancel = never) -> list[Piece]:
    """Returns whole sounds to collect."""
    with _reading(library) as catalogue:
        pages = table.pages(catalogue, ids, cancel)
        return [Piece(sound.path, sound.metadata) for sounds in pages for sound in sounds]


def picked(library: Path, kept: SpottingList) -> list[Picked]:
    """Returns the picks of a list's cues that the library still has: by path, else by id and name."""
    found = []
    with _reading(library) as catalogue:
        for row in kept.rows:
            pick = row.pick
            if pick is None:
                continue
            id = catalogue.files.at(pick.path) or pick.sound
            for sound in catalogue.sounds.many(catalogue.sounds.there(np.array([id], dtype=np.int64))):
                if sound.path == pick.path or sound.path.name == pick.path.name:
                    found.append(Picked(row, sound, pick.start_s, pick.end_s))
    return found


def _reading(library: Path) -> Catalogue:
    return Catalogue.open(library, read_only=True)
