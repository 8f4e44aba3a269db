"""Exports any number of sounds through a profile into one folder, with their credits. Originals stay.

A file is written beside its place and renamed. A failed one is reported and skipped. On a full disk, plain copies are
removed, other complete files stay, and nothing that existed before is touched.
"""

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from engine.audio.decode import open_audio
from engine.audio.region_names import plain_name, region_name
from engine.audio.region_render import render_region
from engine.base import read_only_mode
from engine.base.atomic_files import unwritable
from engine.base.cancellation import Cancel, StopRequested, check, never
from engine.base.errors import AudioError, LibraryError, TransferError
from engine.base.file_messages import FileProblem
from engine.base.io_timeout import IoTimeout, in_use
from engine.base.messages import Message, told
from engine.base.partial_files import partial_in
from engine.base.types import FilePath
from engine.store.export_log import ExportRecord, note_exports
from engine.transfer.collect import ExportItem, check_space, copy_checked, file_sizes, same_in, take_name
from engine.transfer.credits import Credit, CreditsFormat, add_credits, credit_of
from engine.transfer.messages import TransferAdvice, TransferFault
from engine.transfer.name_patterns import stem_of, texts_of
from engine.transfer.profile import NamePolicy, Profile
from engine.transfer.render import render
from engine.transfer.transfer_plan import TransferPlan, leaves_alone, names_taken, plan


class TransferredFile(Struct, frozen=True):
    """One exported file."""

    path: Path
    source: FilePath
    start_s: float | None
    """Start within the sound, handles included; None for a whole sound."""
    end_s: float | None
    is_new: bool
    """False if the very same file existed already."""
    notes: tuple[Message, ...] = ()


class FailedTransfer(Struct, frozen=True):
    """A sound that could not be exported."""

    path: FilePath
    error: AudioError | TransferError

    @property
    def what(self) -> Message:
        if isinstance(self.error, AudioError):
            return self.error.trouble.of(self.path.text)
        return told(TransferFault.NOT_MADE, self.path.text, self.error.what)


class TransferSummary(Struct, frozen=True):
    """The outcome of a transfer."""

    files: tuple[TransferredFile, ...]
    skipped: tuple[FailedTransfer, ...]
    """Failed sounds, in the order of the pieces."""
    left: tuple[Path, ...]
    """Taken names, where the profile skips those."""
    credits: Path | None
    is_cancelled: bool = False
    unlogged: Message | None = None
    """Why the library's log of exports could not be written; the files are there."""


def transfer(
    pieces: Sequence[ExportItem],
    folder: Path,
    profile: Profile,
    *,
    credits: CreditsFormat | None = CreditsFormat.TEXT,
    cancel: Cancel = never,
    progress: Callable[[float], object] = lambda share: None,
    tell: Callable[[TransferredFile], object] = lambda file: None,
    patience: IoTimeout | None = None,
    number: int = 1,
    library: Path | None = None,
) -> TransferSummary:
    """Makes a file of each piece, or several where channels are split.

    Args:
        pieces: the sounds, or stretches of them.
        folder: created if missing.
        profile: one that changes nothing copies files byte for byte, and makes a WAV of a stretch.
        credits: format of the credits file; None for none.
        cancel: polled before every block; complete files then stay, with their credits.
        progress: receives the share done, 0 to 1, on any thread.
        tell: receives each file as soon as it exists; plain copies at the end, when they are sure to stay.
        patience: how long to wait for a sound's drive, None for `patience.in_use`.
        number: of the first file, for names.
        library: the folder of the library that the sounds are from, whose log of exports records the files.

    Raises:
        StorageFull, LibraryError: the folder cannot be written, or is too small for plain copies. All copies of this
            call are removed; other complete files stay, with their credits.
        TransferError: the profile refuses taken names, and one is; nothing was written.
        WriteRefused: `engine.promise` forbids writing beside sounds, and one of them is in the folder.
    """
    patience = patience or in_use()
    read_only_mode.keep_out_of(folder, (piece.path.native for piece in pieces))
    work = _Work(folder, profile, tuple(piece.path for piece in pieces), cancel, patience)
    is_copying = profile.is_as_it_is
    weights = [1] * len(pieces)
    try:
        if is_copying:
            pieces = _named_by(profile, pieces, number)
            sizes, work.silent = file_sizes(pieces, patience)
            weights = [sizes.get(piece.path, 0) for piece in pieces]
        folder.mkdir(parents=True, exist_ok=True)
        if is_copying:
            check_space(folder, sum(size for size, piece in zip(weights, pieces, strict=True) if piece.is_whole))
    except OSError as err:
        raise unwritable(folder, err) from err
    before = [0, *accumulate(weights)]
    try:
        with contextlib.suppress(StopRequested):
            if profile.policy is NamePolicy.REFUSE:
                work.refuse_taken(pieces, number)
            for at, piece in enumerate(pieces):
                share = _Share(progress, before[at], weights[at], before[-1])
                for file in work.take(piece, number + at, share.show):
                    if not is_copying:
                        tell(file)
                share.show(1.0)
        credits_file = work.write_credits(credits)
    except LibraryError:
        if is_copying:
            work.remove_new()
        else:
            with contextlib.suppress(LibraryError):  # the disk may be full for the credits too
                work.write_credits(credits)
            work.note_in(library)
        raise
    for file in work.files if is_copying else ():
        tell(file)
    unlogged = work.note_in(library)
    return TransferSummary(tuple(work.files), tuple(work.skipped), tuple(work.left), credits_file, cancel(), unlogged)


def log_files(library: Path, files: Sequence[tuple[ExportItem, Path]], profile: Profile) -> Message | None:
    """Records files that left by another way in a library's log of exports; returns why that failed, None if not."""
    return note_exports(library, [_record(piece, path, profile) for piece, path in files])


def by_pattern(pieces: Sequence[ExportItem], profile: Profile) -> list[ExportItem]:
    """Drops names given by a command where the profile has a pattern of its own."""
    return [replace(piece, name="") if profile.pattern else piece for piece in pieces]


class _Share(Struct, frozen=True):
    progress: Callable[[float], object]
    before: int
    weight: int
    total: int

    def show(self, share: float) -> None:
        self.progress((self.before + share * self.weight) / max(1, self.total))


class _Work:
    def __init__(
        self, folder: Path, profile: Profile, sources: tuple[FilePath, ...], cancel: Cancel, patience: IoTimeout
    ) -> None:
        self.files: list[TransferredFile] = []
        self.skipped: list[FailedTransfer] = []
        self.left: list[Path] = []
        self.silent: Mapping[FilePath, FileProblem] = {}
        """Sounds whose drive is known not to answer; they are skipped."""
        self._folder, self._profile, self._cancel, self._patience = folder, profile, cancel, patience
        self._sources = sources
        self._written: set[Path] = set()
        self._credits: list[Credit] = []
        self._records: list[ExportRecord] = []

    def refuse_taken(self, pieces: Sequence[ExportItem], first: int) -> None:
        """Checks all names before anything is written. Raises TransferError."""
        for number, piece in enumerate(pieces, start=first):
            with contextlib.suppress(AudioError):  # reported when its turn comes
                made = self._patience.run(partial(self._plan, piece, number), piece.path, self._cancel)
                if names_taken(made, self._folder):
                    raise _taken(next(name for name in made.names if os.path.lexists(self._folder / name)))

    def take(self, piece: ExportItem, number: int, progress: Callable[[float], object]) -> list[TransferredFile]:
        check(self._cancel)

        def work(cancel: Cancel) -> list[TransferredFile]:
            if self._profile.is_as_it_is:
                return [self._copied(piece, cancel, progress)]
            return self._make(self._plan(piece, number, cancel), cancel, progress)

        try:
            if piece.path in self.silent:
                raise AudioError(self.silent[piece.path], piece.path.text)
            made = self._patience.run(work, piece.path, self._cancel)
        except (AudioError, TransferError) as err:
            self.skipped.append(FailedTransfer(piece.path, err))
            return []
        self.files += made
        self._credits += [credit_of(file.path.name, piece.metadata) for file in made]
        self._records += [_record(piece, file.path, self._profile) for file in made]
        return made

    def write_credits(self, form: CreditsFormat | None) -> Path | None:
        return add_credits(self._folder, self._credits, form) if form is not None and self._credits else None

    def note_in(self, library: Path | None) -> Message | None:
        """Records the files in a library's log of exports; returns why that failed."""
        return None if library is None else note_exports(library, self._records)

    def remove_new(self) -> None:
        for file in self.files:
            if file.is_new:
                with contextlib.suppress(OSError):
                    file.path.unlink(missing_ok=True)

    def _copied(self, piece: ExportItem, cancel: Cancel, progress: Callable[[float], object]) -> TransferredFile:
        """Copies a sound, or makes a WAV of a stretch in the sound's format."""
        if piece.is_whole:
            name = os.fsdecode(os.path.basename(piece.path.raw))
            name = f"{plain_name(piece.name)}{Path(name).suffix}" if piece.name else name
            there = same_in(self._folder, piece.path, name, cancel)
            if there is not None:
                return TransferredFile(there, piece.path, None, None, is_new=False)
        else:
            own = region_name(piece.path, piece.start_s, piece.end_s, piece.effects)
            name = f"{plain_name(piece.name)}.wav" if piece.name else own
        there = None
        with self._partials((name,)) as (unnamed,):
            start_s = piece.start_s or 0.0
            if piece.is_whole:
                copy_checked(piece.path, unnamed, cancel, progress)
                check(cancel)
            elif render_region(piece.path, unnamed, start_s, piece.end_s, piece.effects, cancel=cancel) is None:
                raise StopRequested
            else:
                there = same_in(self._folder, FilePath.of(unnamed), name, cancel)
            place = there or take_name(unnamed, self._folder, name)
        return TransferredFile(place, piece.path, piece.start_s, piece.end_s, there is None)

    def _plan(self, piece: ExportItem, number: int, cancel: Cancel) -> TransferPlan:
        check(cancel)
        with open_audio(piece.path) as stream:
            return plan(piece, self._profile, stream.info, number)

    def _make(self, made: TransferPlan, cancel: Cancel, progress: Callable[[float], object]) -> list[TransferredFile]:
        if leaves_alone(made, self._folder) and not any(self._folder / name in self._written for name in made.names):
            self.left += [self._folder / name for name in made.names]
            return []
        with self._partials(made.names) as partials:
            notes: tuple[Message, ...] = ()
            if made.is_copy:
                copy_checked(made.piece.path, partials[0], cancel, progress)
            else:
                notes = render(made, partials, cancel=cancel, progress=progress)
            check(cancel)
            return [
                self._named(made, unnamed, name, notes, cancel)
                for unnamed, name in zip(partials, made.names, strict=True)
            ]

    @contextlib.contextmanager
    def _partials(self, names: Sequence[str]) -> Iterator[list[Path]]:
        """Places for unfinished files of these names; what is left there is removed."""
        partials = [partial_in(self._folder) for _ in names]
        try:
            yield partials
        except OSError as err:
            raise unwritable(self._folder / names[0], err) from err
        finally:
            for unnamed in partials:
                with contextlib.suppress(OSError):
                    unnamed.unlink(missing_ok=True)

    def _named(
        self, made: TransferPlan, unnamed: Path, name: str, notes: tuple[Message, ...], cancel: Cancel
    ) -> TransferredFile:
        place, is_new = self._folder / name, True
        if self._profile.policy is NamePolicy.REPLACE and self._may_replace(place):
            unnamed.replace(place)
        else:
            there = same_in(self._folder, FilePath.of(unnamed), name, cancel)
            is_new = there is None
            place = take_name(unnamed, self._folder, name) if there is None else there
        self._written.add(place)
        is_whole = made.piece.start_s is None and made.piece.end_s is None
        start_s, end_s = (None, None) if is_whole else (made.start_s, made.end_s)
        return TransferredFile(place, made.piece.path, start_s, end_s, is_new, notes)

    def _may_replace(self, place: Path) -> bool:
        """Whether a file may be replaced: never a source, nor a file of this run."""
        if place in self._written:
            return False
        for source in self._sources:
            with contextlib.suppress(OSError):
                if place.samefile(source.native):
                    return False
        return True


def _record(piece: ExportItem, file: Path, profile: Profile) -> ExportRecord:
    made = piece.made_of
    return ExportRecord(
        source=piece.path if made is None else made.path,
        file=file,
        start_s=piece.start_s if made is None else made.start_s,
        end_s=piece.end_s if made is None else made.end_s,
        effects=piece.effects,
        profile=profile.name,
        words=piece.words,
        is_synthetic=made is not None,
    )


def _taken(name: str) -> TransferError:
    return TransferError(told(TransferFault.NAME_THERE, name), advice=TransferAdvice.NOTHING_WRITTEN)


def _named_by(profile: Profile, pieces: Sequence[ExportItem], first: int) -> list[ExportItem]:
    named = list(pieces)
    for at, piece in enumerate(pieces):
        if profile.pattern and not piece.name:
            texts = texts_of(piece.path, piece.metadata, piece.start_s) | dict(piece.words)
            named[at] = replace(piece, name=stem_of(profile.pattern, texts, first + at))
    return named
