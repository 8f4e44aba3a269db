"""Puts a new envelope around a file's sound without losing anything, whatever happens meanwhile.

There are two ways. A complete new file is built beside the old one, checked, and takes its name in one step. Or, if the
sound stays in place and is large, only the bytes around it are overwritten: the journal holds the former ones, so a
crash can be repaired. See docs/decisions/0023-metadata-is-written-beside-the-file.md.
"""

import contextlib
import ctypes
import errno
import hashlib
import os
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from io import FileIO
from pathlib import Path
from typing import IO, TYPE_CHECKING, BinaryIO, Protocol

from msgspec import Struct
from msgspec.structs import replace

from engine.audio.content import payload_digest
from engine.audio.files import open_regular
from engine.base.cancellation import Cancel, check, never
from engine.base.errors import StorageFull, WriteRefused
from engine.base.file_messages import system_words
from engine.base.lazy_import import later
from engine.base.library_messages import LibraryFault
from engine.base.messages import told
from engine.base.types import FilePath
from engine.features.metadata_edits.edit import Edit
from engine.features.metadata_edits.envelope import Envelope, envelope_of, read_envelope
from engine.features.metadata_edits.messages import WriteAdvice, WriteFault
from engine.features.metadata_edits.sound_check import sound_print, sounds_the_same
from engine.store.vectors import sync_folder

if TYPE_CHECKING:
    from engine.features.metadata_edits import ogg_pages, tag_formats, wave_formats
else:
    ogg_pages = later("engine.features.metadata_edits.ogg_pages")
    tag_formats = later("engine.features.metadata_edits.tag_formats")
    wave_formats = later("engine.features.metadata_edits.wave_formats")

PATCH_FROM_BYTES = 32 << 20
"""A sound at least this large that stays in place is not copied."""
_BLOCK = 1 << 20
_SHARED = 64 << 20
"""Bytes per call when the file system copies by itself: a network share may still send every byte to and fro."""


class WriteOptions(Struct, frozen=True):
    """How to write."""

    keep_time: bool = False
    """Restore the file's former modification time. Off, so that backups and other programs notice the change."""
    patch_from_bytes: int = PATCH_FROM_BYTES


class EnvelopeChange(Protocol):
    """A change of the bytes around a sound."""

    def chunked(self, file: FileIO, path: FilePath, now: Envelope, *, may_move: bool) -> Envelope:
        """Returns the new envelope of a WAV or AIFF file; `may_move` allows the sound to move.

        Raises:
            WriteRefused: it cannot be written there.
        """

    def tag(self, copy: Path, path: FilePath) -> None:
        """Changes the tags of `copy`, a copy of another kind of file at `path`.

        Raises:
            WriteRefused: it cannot be written there.
            OSError: the disk is full or went away.
        """


class TextChange(Struct, frozen=True):
    """A change of a file's fields."""

    edit: Edit

    def chunked(self, file: FileIO, path: FilePath, now: Envelope, *, may_move: bool) -> Envelope:
        return wave_formats.envelope_with(file, path, now, self.edit, may_move=may_move)

    def tag(self, copy: Path, path: FilePath) -> None:
        tag_formats.tag(copy, self.edit, path)


class HalfWrittenError(WriteRefused):
    """A file was left half written; the journal can repair it."""


class PreparedChange(Struct, frozen=True):
    """A change ready to commit; the file itself is untouched."""

    path: FilePath
    """With links resolved: where the bytes are."""
    before: Envelope
    after: Envelope
    copy: Path | None
    """The new file beside the old one; None if only the bytes around the sound will be overwritten."""
    status: os.stat_result
    keeps_sound: bool = False
    """Patched in place, the file must still decode to the same samples; a copy was compared before. False for an undo,
    which may restore the better sound."""

    def discard(self) -> None:
        if self.copy is not None:
            with contextlib.suppress(FileNotFoundError):
                self.copy.unlink()

    def commit(self, options: WriteOptions) -> None:
        """Makes the change.

        Raises:
            WriteRefused: the file changed meanwhile, another program holds it, or it would decode differently.
            StorageFull: no space; the file is unchanged.
            HalfWrittenError: the drive went away; the step in the journal must stay open.
        """
        with write_errors(self.path):
            now = self.path.native.stat()
            if (now.st_size, now.st_mtime_ns) != (self.status.st_size, self.status.st_mtime_ns):
                raise WriteRefused(told(WriteFault.FILE_CHANGED_NOW, self.path.text), advice=WriteAdvice.WHEN_DONE)
            if self.copy is not None:
                self.copy.replace(self.path.native)
                sync_folder(self.path.native.parent)
            else:
                self._write_over()
            if options.keep_time:
                os.utime(self.path.native, ns=(now.st_atime_ns, now.st_mtime_ns))

    def _write_over(self) -> None:
        former = sound_print(self.path) if self.keeps_sound else b""
        patch(self.path, self.after, self.before)
        if self.keeps_sound and sound_print(self.path) != former:
            patch(self.path, self.before, self.after)
            raise WriteRefused(told(WriteFault.SOUND_WOULD_CHANGE, self.path.text), advice=WriteAdvice.SEND_FILE)


def copy_name(path: FilePath) -> Path:
    """Returns the name of the copy beside a file: always the same, so that one left by a crash is recognised."""
    mark = hashlib.blake2b(os.path.basename(path.raw), digest_size=6).hexdigest()
    return path.native.parent / f".earshot-{mark}.tmp"


def resolved(path: FilePath) -> FilePath:
    """Returns the file that a link points to, or the path itself."""
    return FilePath(os.fsencode(os.path.realpath(os.fsdecode(path.raw))))


def refuse_unwritable(path: FilePath, edit: Edit) -> None:
    """Refuses an edit that `prepare` would refuse, as far as that is seen without a copy of the file.

    Raises:
        NotAFile: missing, unreadable, or not a regular file.
        WriteRefused: write-protected, or of a kind that cannot hold it.
    """
    target = resolved(path)
    _writable(target)
    with open_regular(target) as file:
        if wave_formats.is_chunked(file):
            return
    with write_errors(target):
        tag_formats.refuse_other_kinds(target, edit)


def prepare(path: FilePath, edit: Edit, options: WriteOptions, cancel: Cancel = never) -> PreparedChange:
    """Prepares an edit of a file's fields, as `prepare_change`."""
    return prepare_change(path, TextChange(edit), options, cancel)


def prepare_change(
    path: FilePath, change: EnvelopeChange, options: WriteOptions, cancel: Cancel = never
) -> PreparedChange:
    """Prepares a change of a file; `cancel` is polled while its bytes are copied.

    Raises:
        StopRequested: cancelled; no copy remains.
        NotAFile: missing, unreadable, or not a regular file.
        WriteRefused: write-protected, in use, of an unsupported kind, or damaged where it must change.
        StorageFull: no space for a copy.
    """
    target = resolved(path)
    status = _writable(target)
    with open_regular(target) as file:
        before = envelope_of(file, target)
        if wave_formats.is_chunked(file):
            may_move = before.payload_bytes < options.patch_from_bytes
            after = change.chunked(file, target, before, may_move=may_move)
            prepared = prepare_envelope(target, before, after, status, options, cancel)
            if prepared.copy is not None:
                with _removed_on_fault(prepared.copy):
                    _refuse_other_sound(prepared.copy, target)
            return replace(prepared, keeps_sound=True)
    copy = copy_name(target)
    with write_errors(target), _removed_on_fault(copy):
        _assemble(copy, target, before, before, cancel)
        change.tag(copy, target)
        after = read_envelope(FilePath.of(copy))
        if before.is_ogg:
            _refuse_no_way_back(copy, target, before, after, cancel)
        _refuse_other_sound(copy, target)
        _check_and_seal(copy, target, status, cancel)
    return PreparedChange(target, before, after, copy, status)


def prepare_envelope(
    path: FilePath,
    before: Envelope,
    after: Envelope,
    status: os.stat_result | None,
    options: WriteOptions,
    cancel: Cancel = never,
) -> PreparedChange:
    """Prepares another envelope around a file's sound, such as the former one for an undo.

    Raises:
        As `prepare`.
    """
    status = _writable(path) if status is None else status
    is_large = before.payload_bytes >= options.patch_from_bytes or status.st_nlink > 1
    if is_large and before.spans == after.spans and not before.is_ogg:
        return PreparedChange(path, before, after, None, status)
    copy = copy_name(path)
    with write_errors(path), _removed_on_fault(copy):
        _assemble(copy, path, before, after, cancel)
        _check_and_seal(copy, path, status, cancel)
    return PreparedChange(path, before, after, copy, status)


def patch(path: FilePath, new: Envelope, old: Envelope) -> None:
    """Overwrites the bytes around the sound in place: from the end of the file to its header.

    Raises:
        HalfWrittenError: the drive went away, and the former bytes could not be restored.
        OSError: the disk is full; the former bytes were restored.
    """
    with path.native.open("r+b") as file:
        try:
            _write_around(file, new)
            file.truncate(new.size_bytes)
            file.flush()
            os.fsync(file.fileno())
        except OSError as fault:
            try:
                _write_around(file, old)
                file.truncate(old.size_bytes)
                os.fsync(file.fileno())
            except OSError:
                raise HalfWrittenError(
                    told(WriteFault.HALF_WRITTEN, path.text, system_words(fault)), advice=WriteAdvice.CONNECT_AND_START
                ) from fault
            raise


@contextlib.contextmanager
def write_errors(path: FilePath) -> Iterator[None]:
    """Turns the system's errors into ones with advice."""
    try:
        yield
    except OSError as err:
        if err.errno in (errno.ENOSPC, errno.EDQUOT):
            raise StorageFull(told(WriteFault.NO_SPACE_FOR_FILE, path.text), advice=WriteAdvice.FREE_FOR_COPY) from err
        if isinstance(err, PermissionError):  # on Windows also if another program has it open
            raise WriteRefused(
                told(LibraryFault.CANNOT_WRITE, path.text, system_words(err)), advice=WriteAdvice.CLOSE_AND_PERMIT
            ) from err
        raise WriteRefused(
            told(LibraryFault.CANNOT_WRITE, path.text, system_words(err)), advice=WriteAdvice.HEALTHY_DRIVE
        ) from err


def _writable(path: FilePath) -> os.stat_result:
    with write_errors(path):
        status = path.native.stat()
    if not status.st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH) or not os.access(path.native, os.W_OK):
        raise WriteRefused(told(WriteFault.FILE_PROTECTED, path.text), advice=WriteAdvice.UNPROTECT)
    return status


def _assemble(copy: Path, path: FilePath, before: Envelope, after: Envelope, cancel: Cancel) -> None:
    if before.is_ogg:
        ogg_pages.refuse_odd_pages(path)
    copy.unlink(missing_ok=True)
    with path.native.open("rb") as old, copy.open("xb") as new:
        for part, (offset, size) in zip(after.parts, before.spans, strict=False):
            new.write(part)
            _copy_span(old, new, offset, size, cancel)
        new.write(after.parts[-1])
    if after.is_ogg and after.parts[0] != before.parts[0]:
        with copy.open("r+b") as new:
            ogg_pages.renumber(new, len(after.parts[0]))


def _copy_span(old: IO[bytes], new: IO[bytes], offset: int, size: int, cancel: Cancel) -> None:
    """Copies a stretch. If the file system can share it, no bytes move."""
    new.flush()
    share: Callable[..., int] | None = getattr(os, "copy_file_range", None)
    while size > 0 and share is not None:
        check(cancel)
        try:
            done = share(old.fileno(), new.fileno(), min(size, _SHARED), offset)
        except OSError as err:
            if err.errno in (errno.ENOSPC, errno.EDQUOT):
                raise
            break
        if done == 0:
            break
        offset, size = offset + done, size - done
    new.seek(0, os.SEEK_END)
    old.seek(offset)
    while size > 0:
        check(cancel)
        block = old.read(min(size, _BLOCK))
        if not block:
            raise OSError(errno.EIO, "the file ended early")
        new.write(block)
        size -= len(block)


def _refuse_no_way_back(copy: Path, path: FilePath, before: Envelope, after: Envelope, cancel: Cancel) -> None:
    """Undoes the change from the copy, and refuses it if that does not reproduce the file byte for byte."""
    with (
        path.native.open("rb") as old,
        copy.open("rb") as new,
        tempfile.TemporaryFile(dir=path.native.parent, buffering=_BLOCK) as back,
    ):
        for part, (offset, size) in zip(before.parts, after.spans, strict=False):
            back.write(part)
            _copy_span(new, back, offset, size, cancel)
        back.write(before.parts[-1])
        ogg_pages.renumber(back, len(before.parts[0]))
        back.seek(0)
        while True:
            check(cancel)
            former, restored = old.read(_BLOCK), back.read(_BLOCK)
            if former != restored:
                raise ogg_pages.odd_pages(path)
            if not former:
                return


def _refuse_other_sound(copy: Path, path: FilePath) -> None:
    """Refuses a copy that decodes to other samples. Not for an undo, which may restore the better sound."""
    if not sounds_the_same(path, FilePath.of(copy)):
        raise WriteRefused(told(WriteFault.SOUND_WOULD_CHANGE, path.text), advice=WriteAdvice.SEND_FILE)


def _check_and_seal(copy: Path, path: FilePath, status: os.stat_result, cancel: Cancel) -> None:
    """Refuses a copy with other coded sound; gives it the file's permissions and syncs it to disk."""
    between = partial(check, cancel)
    if payload_digest(FilePath.of(copy), between=between) != payload_digest(path, between=between):
        raise WriteRefused(told(WriteFault.SOUND_WOULD_CHANGE, path.text), advice=WriteAdvice.SEND_FILE)
    copy.chmod(stat.S_IMODE(status.st_mode))
    if hasattr(os, "chown"):
        with contextlib.suppress(OSError):  # only root may change a file's owner
            os.chown(copy, status.st_uid, status.st_gid)
    _copy_attributes(path.native, copy)
    with copy.open("r+b") as file:
        os.fsync(file.fileno())


def _copy_attributes(path: Path, copy: Path) -> None:
    """Copies extended attributes (Finder's tags, access lists), where the system has them."""
    if sys.platform == "darwin":  # not in Python there; copyfile(3) with COPYFILE_ACL | COPYFILE_XATTR
        ctypes.CDLL(None).copyfile(os.fsencode(path), os.fsencode(copy), None, 5)
    elif sys.platform == "linux":
        with contextlib.suppress(OSError):  # the file system has none
            for name in os.listxattr(path):
                os.setxattr(copy, name, os.getxattr(path, name))


def _write_around(file: BinaryIO, envelope: Envelope) -> None:
    starts = [0, *(offset + size for offset, size in envelope.spans)]
    for part, start in reversed(list(zip(envelope.parts, starts, strict=True))):
        file.seek(start)
        file.write(part)
        file.flush()


@contextlib.contextmanager
def _removed_on_fault(copy: Path) -> Iterator[None]:
    try:
        yield
    except BaseException:
        with contextlib.suppress(OSError):
            copy.unlink(missing_ok=True)
        raise
