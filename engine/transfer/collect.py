"""Copies sounds, or stretches of them, into a project's folder, with a credits file. Originals are never touched.

A copy is written beside its place, read back and compared, and only then gets its name. No file is overwritten: a taken
name gets a number, unless the very same file exists already.
"""

import contextlib
import hashlib
import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from io import FileIO
from pathlib import Path

from engine.audio.effects import NO_EFFECTS, Effects
from engine.audio.files import open_regular, why
from engine.audio.region_names import plain_name, region_name
from engine.audio.render import render_region
from engine.base import promise
from engine.base.error_wording.library import LibraryAdvice, LibraryFault
from engine.base.errors import AudioError, LibraryError, StorageFull
from engine.base.patience import NotAnswering, Patience, Sign, in_use
from engine.base.stopping import Cancel, StopRequested, check, never
from engine.base.trouble import FileAdvice, FileFault, Trouble, trouble
from engine.base.types import FilePath, SoundMetadata
from engine.base.unfinished import partial_in
from engine.base.whole_files import numbered, unwritable
from engine.base.wording import told
from engine.transfer.credits import Credit, CreditsFormat, add_credits, credit_of

_BLOCK = 1 << 20
_SPARE_BYTES = 1 << 20
_SYNC_BYTES = 64 << 20


@dataclass(frozen=True, slots=True)
class Piece:
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

    @property
    def is_whole(self) -> bool:
        """Whether the file itself is copied, byte for byte."""
        is_all = self.start_s is None and self.end_s is None and self.effects == NO_EFFECTS
        return is_all and not (self.as_wav and not self.path.name.lower().endswith(".wav"))


@dataclass(frozen=True, slots=True)
class Skipped:
    """A sound that could not be copied."""

    path: FilePath
    trouble: Trouble

    @property
    def reason(self) -> str:
        return str(self.trouble.of(self.path.text))


@dataclass(frozen=True, slots=True)
class Collected:
    """The outcome of `collect`."""

    files: tuple[Path, ...]
    """The copies, in the order of the pieces, including those that existed already."""
    new: int
    skipped: tuple[Skipped, ...]
    credits: Path | None
    is_cancelled: bool = False
    pieces: tuple[Piece, ...] = ()
    written: tuple[Path, ...] = ()


def collect(
    pieces: Sequence[Piece],
    folder: Path,
    *,
    credits: CreditsFormat | None = CreditsFormat.TEXT,
    cancel: Cancel = never,
    progress: Callable[[int, int], None] = lambda done, total: None,
    patience: Patience | None = None,
) -> Collected:
    """Copies everything into one folder. On cancel, finished copies stay, with their credits.

    Args:
        pieces: what to copy; unreadable ones are skipped.
        folder: created if missing.
        credits: format of the credits file; None for none.
        cancel: polled before every block.
        progress: receives bytes done and in all, as far as known, on any thread.
        patience: how long to wait for a sound's drive, None for `patience.in_use`; silent ones are skipped.

    Raises:
        StorageFull: the disk is too small or became full; everything this call wrote is removed.
        LibraryError: the folder cannot be written; likewise.
        WriteRefused: `engine.promise` forbids writing beside sounds, and one of them is in the folder.
    """
    promise.keep_out_of(folder, (piece.path.native for piece in pieces))
    patience = patience or in_use()
    sizes, silent = _sizes(pieces, patience)
    total = sum(sizes.get(piece.path, 0) for piece in pieces)
    work = _Work(folder, cancel, lambda done: progress(min(done, total), total), sizes, patience)
    try:
        _make(folder, sum(sizes.get(piece.path, 0) for piece in pieces if piece.is_whole))
        for piece in pieces:
            if piece.path in silent:
                work.skipped.append(Skipped(piece.path, silent[piece.path]))
            else:
                work.take(piece)
        credits_file = work.write_credits(credits)
    except StopRequested:
        credits_file = work.write_credits(credits)
    except LibraryError:
        work.undo()
        raise
    return Collected(
        tuple(work.files),
        len(work.written),
        tuple(work.skipped),
        credits_file,
        cancel(),
        tuple(work.pieces),
        tuple(work.written),
    )


class _Work:
    def __init__(
        self,
        folder: Path,
        cancel: Cancel,
        tell: Callable[[int], None],
        sizes: Mapping[FilePath, int],
        patience: Patience,
    ) -> None:
        self.files: list[Path] = []
        self.pieces: list[Piece] = []
        self.written: list[Path] = []
        self.skipped: list[Skipped] = []
        self._folder = folder
        self._cancel = cancel
        self._tell = tell
        self._sizes, self._patience = sizes, patience
        self._credits: list[Credit] = []
        self._done = 0

    def take(self, piece: Piece) -> None:
        check(self._cancel)
        before = self._done
        try:
            place, is_new = self._patience.run(lambda cancel: self._made(piece, cancel), piece.path, self._cancel)
        except AudioError as err:
            self.skipped.append(Skipped(piece.path, err.trouble))
        else:
            self.files.append(place)
            self.pieces.append(piece)
            if is_new:
                self.written.append(place)
            # Also for an existing copy: its run may have died before it wrote the credits.
            self._credits.append(credit_of(place.name, piece.metadata))
        self._done = before + self._sizes.get(piece.path, 0)
        self._tell(self._done)

    def write_credits(self, form: CreditsFormat | None) -> Path | None:
        return add_credits(self._folder, self._credits, form) if form is not None and self._credits else None

    def undo(self) -> None:
        for path in self.written:
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)

    def _made(self, piece: Piece, cancel: Cancel) -> tuple[Path, bool]:
        """Makes a copy; returns its path and whether it is new."""
        return self._copy(piece, cancel) if piece.is_whole else self._render(piece, cancel)

    def _copy(self, piece: Piece, cancel: Cancel) -> tuple[Path, bool]:
        name = os.fsdecode(os.path.basename(piece.path.raw))
        if piece.name:
            name = f"{plain_name(piece.name)}{Path(name).suffix}"
        there = same_in(self._folder, piece.path, name, cancel)
        if there is not None:
            return there, False
        place = self._folder / name
        partial = partial_in(self._folder)
        try:
            copy_checked(piece.path, partial, cancel, self._count)
            check(cancel)
            return take_name(partial, self._folder, name), True
        except OSError as err:
            raise unwritable(place, err) from err
        finally:
            with contextlib.suppress(OSError):
                partial.unlink(missing_ok=True)

    def _count(self, size_bytes: int) -> None:
        self._done += size_bytes
        self._tell(self._done)

    def _render(self, piece: Piece, cancel: Cancel) -> tuple[Path, bool]:
        own = region_name(piece.path, piece.start_s, piece.end_s, piece.effects)
        name = f"{plain_name(piece.name)}.wav" if piece.name else own
        scratch = partial_in(self._folder)
        try:
            made = render_region(piece.path, scratch, piece.start_s or 0.0, piece.end_s, piece.effects, cancel=cancel)
            if made is None:
                raise StopRequested
            there = same_in(self._folder, FilePath(os.fsencode(scratch)), name, cancel)
            return (take_name(scratch, self._folder, name), True) if there is None else (there, False)
        except OSError as err:
            raise unwritable(self._folder / name, err) from err
        finally:
            with contextlib.suppress(OSError):
                scratch.unlink(missing_ok=True)


def copy_checked(source: FilePath, place: Path, cancel: Cancel, tell: Callable[[int], object]) -> None:
    """Copies bytes and modification time to a new file, reads it back and compares.

    Args:
        source: a sound.
        place: path of the copy; after an error, the caller removes what is left there.
        cancel: polled before every block.
        tell: receives the size of each block.

    Raises:
        AudioError: the sound cannot be read.
        LibraryError: the copy differs.
        OSError: it cannot be written.
        StopRequested: it was cancelled.
    """
    digest, unsynced = hashlib.blake2b(), 0
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
                tell(len(block))
            writing.flush()
            os.fsync(writing.fileno())
    os.utime(place, ns=(status.st_atime_ns, status.st_mtime_ns))
    check(cancel)
    if _digest_of(place, cancel) != digest.digest():
        raise LibraryError(told(LibraryFault.COPY_DIFFERS, source.text), advice=LibraryAdvice.OTHER_DISK)


def _make(folder: Path, size_bytes: int) -> None:
    """Creates the folder, and checks for room before anything is written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(folder).free
    except OSError as err:
        raise unwritable(folder, err) from err
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


def _sizes(pieces: Sequence[Piece], patience: Patience) -> tuple[dict[FilePath, int], dict[FilePath, Trouble]]:
    """The size of each file, and the trouble of those whose drive does not answer."""
    silent: dict[FilePath, Trouble] = {}

    def look(sign: Sign) -> dict[FilePath, int]:
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
