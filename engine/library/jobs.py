"""Work on a library for threads that own no `Library`.

Each call opens the catalogue of a library's folder for itself, so that long work holds up nobody.
"""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from engine.base.cancellation import Cancel, never
from engine.base.types import Ids, Sound, SoundId
from engine.store.catalogue import Catalogue
from engine.store.lock import WriterLock


class Member(Struct, frozen=True):
    """One sound of a group, as it is shown."""

    sound: Sound
    collections: tuple[str, ...]
    """Names of the collections it is in."""


def members(library: Path, ids: Ids) -> dict[int, Member]:
    """Gives sounds with their collections, by id; those that have gone are left out."""
    with Catalogue.open(library, read_only=True) as catalogue:
        there = catalogue.sounds.there(ids)
        names = catalogue.marks.collections_of(there)
        return {int(sound.id): Member(sound, names.get(sound.id, ())) for sound in catalogue.sounds.many(there)}


def remove(library: Path, ids: Sequence[SoundId]) -> None:
    """Takes sounds out of the library; their files stay, and what the user kept waits for the same payload."""
    with Catalogue.open(library, makes=False) as catalogue:
        if ids:
            catalogue.sounds.remove(ids)


def wait_for_writer(library: Path, wait_s: float, *, cancel: Cancel = never) -> None:
    """Waits until nobody writes the library: a watched folder that moves begins a job by itself.

    Raises:
        LibraryBusy: somebody still does after `wait_s`.
        StopRequested: it was cancelled.
    """
    with WriterLock(library, wait_s=wait_s, cancel=cancel):
        pass
