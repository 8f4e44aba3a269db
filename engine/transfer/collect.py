"""Checked copies, and names that overwrite nothing. `engine.transfer.transfer` copies many sounds into a folder.

A copy is read back and compared. A taken name gets a number, unless the very same file exists already.
"""

import hashlib
import os
import shutil
from collections.abc import Callable, Sequence
from io import FileIO
from pathlib import Path

from msgspec import Struct

from engine.audio.effects import NO_EFFECTS, Effects
from engine.audio.files import open_regular, why
from engine.base.atomic_files import numbered
from engine.base.cancellation import Cancel, check, never
from engine.base.errors import AudioError, LibraryError, StorageFull
from engine.base.file_messages import FileAdvice, FileFault, FileProblem, trouble
from engine.base.io_timeout import DriveHeartbeat, IoTimeout, NotAnswering
from engine.base.library_messages import LibraryAdvice, LibraryFault
from engine.base.messages import told
from engine.base.types import FilePath, SoundMetadata

_BLOCK = 1 << 20
_SPARE_BYTES = 1 << 20
_SYNC_BYTES = 64 << 20


class SourceStretch(Struct, frozen=True):
    """A stretch of a sound that another file was made of."""

    path: FilePath
    start_s: float
    end_s: float


class ExportItem(Struct, frozen=True):
    """A sound to copy, or a stretch of it."""

    path: FilePath
    metadata: SoundMetadata
    start_s: float | None = None
    end_s: float | None = None
    effects: Effects = NO_EFFECTS
    name: str = ""
    """Of the copy, without a suffix; empty for the sound's own."""
    as_wav: bool = False
    """Whether a file of another format becomes a WAV, as a stretch does."""
    words: tuple[tuple[str, str], ...] = ()
    """Additional texts for name patterns: ("cue", "Door slams")."""
    at_s: float | None = None
    """Where the sound, or the stretch without handles, begins in a project; a WAV's time reference is set to it."""
    made_of: SourceStretch | None = None
    """For a file that was made only to be exported, such as a looped background; the log of exports names this."""

    @property
    def is_whole(self) -> bool:
        """Whether the file itself is copied, byte for byte."""
        is_all = self.start_s is None and self.end_s is None and self.effects == NO_EFFECTS
        return is_all and not (self.as_wav and not self.path.name.lower().endswith(".wav"))


class SkippedSound(Struct, frozen=True):
    """A sound that could not be copied."""

    path: FilePath
    trouble: FileProblem

    @property
    def reason(self) -> str:
        return str(self.trouble.of(self.path.text))


def copy_checked(source: FilePath, place: Path, cancel: Cancel, progress: Callable[[float], object]) -> None:
    """Copies bytes and modification time to a new file, reads it back and compares.

    Args:
        source: a sound.
        place: path of the copy; after an error, the caller removes what is left there.
        cancel: polled before every block.
        progress: receives the share copied, 0 to 1, after each block.

    Raises:
        AudioError: the sound cannot be read.
        LibraryError: the copy differs.
        OSError: it cannot be written.
        StopRequested: it was cancelled.
    """
    digest, copied, unsynced = hashlib.blake2b(), 0, 0
    with open_regular(source) as reading:
        status = os.fstat(reading.fileno())
        with place.open("xb") as writing:
            while block := _block_of(reading, source):
                check(cancel)
                digest.update(block)
                writing.write(block)
                unsynced += len(block)
                if unsynced >= _SYNC_BYTES:  # limits what a slow disk still has to write
                    os.fsync(writing.fileno())
                    unsynced = 0
                copied += len(block)
                progress(min(1.0, copied / max(1, status.st_size)))
            writing.flush()
            os.fsync(writing.fileno())
    os.utime(place, ns=(status.st_atime_ns, status.st_mtime_ns))
    check(cancel)
    if _digest_of(place, cancel) != digest.digest():
        raise LibraryError(told(LibraryFault.COPY_DIFFERS, source.text), advice=LibraryAdvice.OTHER_DISK)


def check_space(folder: Path, size_bytes: int) -> None:
    """Checks for room before anything is written.

    Raises:
        StorageFull: the disk is too small.
        OSError: the folder cannot be looked at.
    """
    free = shutil.disk_usage(folder).free
    if free < size_bytes + _SPARE_BYTES:
        raise StorageFull(
            told(LibraryFault.TOO_LITTLE_SPACE, folder, round(free / 1e6), round(size_bytes / 1e6)),
            advice=LibraryAdvice.FREE_OR_OTHER_DISK,
        )


def same_in(folder: Path, source: FilePath, name: str, cancel: Cancel = never) -> Path | None:
    """The file of that name, perhaps numbered, with the same bytes; None if there is none."""
    for number in range(1, 1_000_000):
        place = folder / numbered(name, number)
        if not os.path.lexists(place):
            break
        check(cancel)
        if _is_same_file(source, place, cancel):
            return place
    return None


def take_name(partial: Path, folder: Path, name: str) -> Path:
    """Gives a written file its name, or the first free numbered one; never overwrites."""
    for number in range(1, 1_000_000):
        place = folder / numbered(name, number)
        try:
            _name(partial, place)
        except FileExistsError:
            continue
        return place
    raise AssertionError("unreachable")


def _name(partial: Path, place: Path) -> None:
    """Gives a file a free name, atomically where the disk supports links.

    Raises:
        FileExistsError: the name is taken.
    """
    try:
        os.link(partial, place, follow_symlinks=False)
    except FileExistsError:
        raise
    except (OSError, NotImplementedError):
        os.close(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL))  # the first to create it owns the name
        partial.replace(place)
    else:
        partial.unlink()


def _is_same_file(source: FilePath, place: Path, cancel: Cancel) -> bool:
    try:
        is_as_long = place.is_file() and place.stat().st_size == _size(source)
        return is_as_long and _digest_of(place, cancel) == _digest_of(source, cancel)
    except (OSError, AudioError):
        return False


def _digest_of(path: FilePath | Path, cancel: Cancel) -> bytes:
    digest = hashlib.blake2b()
    with open_regular(path) as file:
        while block := file.read(_BLOCK):
            check(cancel)
            digest.update(block)
    return digest.digest()


def _block_of(file: FileIO, source: FilePath) -> bytes:
    """The next block; a read error is the source's, not the project's."""
    try:
        return file.read(_BLOCK) or b""
    except OSError as err:
        raise AudioError(trouble(FileFault.CANNOT_READ, FileAdvice.CHECK_DRIVE, why(err)), source.text) from err


def file_sizes(
    pieces: Sequence[ExportItem], patience: IoTimeout
) -> tuple[dict[FilePath, int], dict[FilePath, FileProblem]]:
    """The size of each file, and the trouble of those whose drive does not answer."""
    silent: dict[FilePath, FileProblem] = {}

    def look(sign: DriveHeartbeat) -> dict[FilePath, int]:
        found: dict[FilePath, int] = {}
        for piece in pieces:
            if piece.path not in silent:
                sign.at(piece.path)
                found[piece.path] = _size(piece.path)
        return found

    while pieces:
        try:
            return patience.wait(look, pieces[0].path), silent
        except NotAnswering as err:
            silent[err.path] = err.trouble
    return {}, silent


def _size(path: FilePath) -> int:
    try:
        return path.native.stat().st_size
    except OSError:
        return 0
