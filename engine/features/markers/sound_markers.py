"""The markers of a sound: the user's where there are any, else those of its file. The door for shell and window."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from engine.audio.content import payload_digest
from engine.audio.markers import Marker, MarkerKind, read_markers
from engine.audio.riff_tags import tidy
from engine.base.cancellation import Cancel, never
from engine.base.errors import MarkerError
from engine.base.lazy_import import later
from engine.base.types import FilePath
from engine.features.markers.marker_store import (
    MarkerState,
    in_order,
    keep_state,
    newest_state,
    refuse_odd,
    take_back,
)
from engine.features.markers.messages import MarkerAdvice, MarkerFault
from engine.features.metadata_edits.report import Report, WritingProgress
from engine.store.catalogue import Catalogue
from engine.store.connection import FILE_NAME as CATALOGUE

if TYPE_CHECKING:
    from engine.features.markers import marker_change
    from engine.features.metadata_edits import catalogue_follower, sessions
else:  # reading needs none of them
    marker_change = later("engine.features.markers.marker_change")
    catalogue_follower = later("engine.features.metadata_edits.catalogue_follower")
    sessions = later("engine.features.metadata_edits.sessions")

_EQUAL_S = 1e-5
"""Less than a frame."""


class SoundMarkers(Struct, frozen=True):
    """A sound's markers and where they come from."""

    path: FilePath
    digest: bytes
    """Of the whole payload."""
    state: MarkerState
    in_file: tuple[Marker, ...]

    @property
    def markers(self) -> tuple[Marker, ...]:
        """The ones that count, earliest first."""
        return self.in_file if self.state.markers is None else self.state.markers

    @property
    def is_written(self) -> bool:
        """Whether the file has the same ones."""
        return len(self.markers) == len(self.in_file) and all(map(is_alike, self.markers, self.in_file))


def is_alike(one: Marker, other: Marker) -> bool:
    """Whether two markers are the same, or one is the other to a millisecond, which is all that FLAC and Ogg keep."""
    times = (one.start_s, other.start_s), (one.end_s or 0.0, other.end_s or 0.0)
    return (one.kind, one.label) == (other.kind, other.label) and all(_is_same_time(a, b) for a, b in times)


def _is_same_time(a_s: float, b_s: float) -> bool:
    return min(abs(a_s - b_s), abs(a_s - round(b_s, 3)), abs(b_s - round(a_s, 3))) < _EQUAL_S


def markers_of(library: Path, path: FilePath) -> SoundMarkers:
    """Returns the markers of a sound, in the library or not.

    Args:
        library: its folder.
        path: the sound.

    Raises:
        AudioError: the sound cannot be read.
        LibraryError: the user's markers cannot be read.
    """
    digest = _digest(library, path)
    return SoundMarkers(path, digest, newest_state(library, digest), in_order(read_markers(path)))


def place(at_s: float, label: str = "") -> Marker:
    """Returns a marker at a time."""
    return Marker(MarkerKind.CUE, at_s, None, label)


def region(start_s: float, end_s: float, label: str = "") -> Marker:
    """Returns a named stretch."""
    return Marker(MarkerKind.REGION, start_s, end_s, label)


def exchange_markers(library: Path, path: FilePath, old: Sequence[Marker], new: Sequence[Marker]) -> SoundMarkers:
    """Puts markers in the place of others, in the library only; returns what the sound has then.

    Args:
        library: its folder.
        path: the sound.
        old: present ones; empty to add.
        new: empty to remove.

    Raises:
        MarkerError: an old one is not there any more, a new one is impossible, or there are too many.
        AudioError: the sound cannot be read.
        LibraryError: the library cannot be written, or is held.
        StorageFull: no space left.
    """
    there = markers_of(library, path)
    left = list(there.markers)
    for one in old:
        if one not in left:
            raise MarkerError(MarkerFault.MARKER_GONE, advice=MarkerAdvice.LOOK_AGAIN)
        left.remove(one)
    for one in new:
        clean = replace(one, label=" ".join(tidy(one.label).split()))
        refuse_odd(clean)
        left.append(clean)
    return _kept(library, there, in_order(tuple(left)))


def follow_file(library: Path, path: FilePath) -> SoundMarkers:
    """Lets the file's markers count again. Raises as `exchange_markers`."""
    there = markers_of(library, path)
    return there if there.state.markers is None else _kept(library, there, None)


def undo_markers(library: Path, markers: SoundMarkers) -> bool:
    """Takes back the change that led to these markers; returns False if another came after it.

    Raises:
        LibraryError: the library cannot be written, or is held.
    """
    return take_back(library, markers.digest, markers.state.number)


def write_markers(
    library: Path,
    sounds: Sequence[SoundMarkers],
    *,
    progress: WritingProgress = lambda done: None,
    cancel: Cancel = never,
) -> Report:
    """Writes the markers of sounds into their files, as one session that `earshot undo` takes back.

    Raises:
        WriteRefused: sounds are read-only.
        LibraryBusy: metadata is being written already.
        LibraryError: the journal cannot be written.
    """
    some = [one for one in sounds if one.markers or one.in_file]
    changes = [(one.path, marker_change.MarkerChange(one.markers)) for one in some]
    with catalogue_follower.CatalogueFollower(library) as follower:
        report = sessions.exchange(library, "markers", changes, follower=follower, progress=progress, cancel=cancel)
    return replace(report, unchanged=report.unchanged + len(sounds) - len(some))


def _kept(library: Path, there: SoundMarkers, markers: tuple[Marker, ...] | None) -> SoundMarkers:
    number = keep_state(library, there.digest, markers, there.state.number)
    return replace(there, state=MarkerState(number, markers))


def _digest(library: Path, path: FilePath) -> bytes:
    if (library / CATALOGUE).is_file():
        catalogue = Catalogue.open(library, read_only=True)
        try:
            sound = catalogue.files.at(path)
            known = b"" if sound is None else catalogue.sounds.payload_digest(sound)
        finally:
            catalogue.close()
        if known:
            return known
    return payload_digest(path)
