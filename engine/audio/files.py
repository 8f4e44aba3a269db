"""Opens sound files safely: regular files only, by their exact bytes, never a pipe or a device.

Decoders get the opened file, not its name, so that names that are not UTF-8 work everywhere.
"""

import errno
import os
import stat
import sys
from io import FileIO
from pathlib import Path

from engine.base.errors import EmptyAudio, FileGone, NotAFile
from engine.base.file_messages import FileAdvice, FileFault, FileProblem, FileWord, trouble
from engine.base.messages import Message, Value
from engine.base.types import FilePath, FileStamp

_SUFFIXES = (
    ".wav .wave .bwf .rf64 .w64 .aif .aiff .aifc .caf .flac .ogg .oga .opus .mp3 .mp2 .mpga .m4a .m4b .aac .alac "
    ".wma .asf .ac3 .eac3 .wv .tta .ape .au .snd .voc .sd2 .svx .8svx .iff .amr .dff .dsf .mka .webm .mp4 .mov .mkv "
    ".m4v .avi .mpg .mpeg .mts .wmv .3gp .mpc .spx"
)
AUDIO_SUFFIXES = frozenset(_SUFFIXES.split(" "))
"""Lower-case suffixes that a scan considers. Content decides the kind of a file."""
_READS_AT_PLACES = hasattr(os, "pread")
"""False on Windows."""
_FIRST_NS, _LAST_NS = -(2**63), 2**63 - 1
_NOTES_CHANGES = os.name != "nt"


def as_file_path(path: FilePath | Path) -> FilePath:
    """Returns the exact absolute path of either kind of path."""
    return path if isinstance(path, FilePath) else FilePath.of(path)


def open_regular(path: FilePath | Path) -> FileIO:
    """Opens a regular file for reading, unbuffered.

    It checks before opening, because opening a pipe blocks for ever, and again after, because the file may have
    changed.

    Raises:
        NotAFile: missing, unreadable, a folder, a pipe, a socket or a device.
        EmptyAudio: the file has no bytes.
    """
    exact = as_file_path(path)
    try:
        _check_regular(exact.native.stat(), exact)
        file = FileIO(os.fsdecode(exact.raw), "rb", opener=_open_without_waiting)
    except OSError as err:
        raise _not_a_file(exact, err) from err
    except ValueError as err:  # a null byte in the name
        raise NotAFile(trouble(FileFault.BAD_NAME, FileAdvice.CHECK_PATH), exact.text.replace("\0", "?")) from err
    try:
        found = os.fstat(file.fileno())
        _check_regular(found, exact)
        if found.st_size == 0:
            raise EmptyAudio(trouble(FileFault.EMPTY, FileAdvice.COPY_OR_EXPORT), exact.text)
    except BaseException:
        file.close()
        raise
    return file


def read_at(file: FileIO, offset: int, count: int) -> bytes:
    """Reads up to `count` bytes at `offset`, fewer only at the file's end; the file's position stays.

    Headers may name any offset: past the end, even beyond what the system can seek to, this returns nothing.
    """
    if offset >= size_of(file):
        return b""
    if _READS_AT_PLACES:
        return _read_at_place(file.fileno(), offset, count)
    before = file.tell()
    file.seek(offset)
    try:
        parts = []
        while count > 0:
            part = file.read(count)
            if not part:
                break
            parts.append(part)
            count -= len(part)
        return b"".join(parts)
    finally:
        file.seek(before)


def _read_at_place(descriptor: int, offset: int, count: int) -> bytes:
    """Takes one system call where seeking to and fro takes four: headers are read a few bytes at a time."""
    if sys.platform == "win32":
        return b""
    parts = []
    while count > 0 and (part := os.pread(descriptor, count, offset)):
        parts.append(part)
        count -= len(part)
        offset += len(part)
    return parts[0] if len(parts) == 1 else b"".join(parts)


def modified_ns(status: os.stat_result) -> int:
    """Returns the modification time in ns since 1970, bounded to the catalogue's 64 bits: 1677 to 2262.

    File systems allow later years (ext4 2446, NTFS 60056); those become the last moment.
    """
    time_ns = status.st_mtime_ns
    return time_ns if _FIRST_NS <= time_ns <= _LAST_NS else _bounded(time_ns)


def changed_ns(status: os.stat_result) -> int:
    """Returns when the system last noted a change of a file, its name and rights included, in ns since 1970.

    Programs that preserve a file's date cannot preserve this. 0 on Windows, where Python's ctime is the creation time.
    """
    if not _NOTES_CHANGES:
        return 0
    time_ns = status.st_ctime_ns
    return time_ns if _FIRST_NS <= time_ns <= _LAST_NS else _bounded(time_ns)


def _bounded(time_ns: int) -> int:
    return _FIRST_NS if time_ns < 0 else _LAST_NS


def stamp_of(path: FilePath, status: os.stat_result) -> FileStamp:
    """Returns the stamp by which later changes of a file show."""
    return FileStamp(path, status.st_size, modified_ns(status), changed_ns(status))


def size_of(file: FileIO) -> int:
    """Returns the file's size in bytes."""
    return os.fstat(file.fileno()).st_size


def _open_without_waiting(name: str, flags: int) -> int:
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))


def _check_regular(found: os.stat_result, path: FilePath) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise NotAFile(no_file(found.st_mode, FileAdvice.CHOOSE_SOUND), path.text)


def no_file(mode: int, advice: FileAdvice) -> FileProblem:
    """Describes a folder, pipe, socket or device by its `st_mode`."""
    return trouble(FileFault.NO_FILE, advice, Message(_KINDS.get(stat.S_IFMT(mode), FileWord.SOMETHING)))


_KINDS = {
    stat.S_IFDIR: FileWord.FOLDER,
    stat.S_IFIFO: FileWord.PIPE,
    stat.S_IFSOCK: FileWord.SOCKET,
    stat.S_IFCHR: FileWord.DEVICE,
    stat.S_IFBLK: FileWord.DEVICE,
}


def _not_a_file(path: FilePath, err: OSError) -> NotAFile:
    if isinstance(err, FileNotFoundError) and os.path.isdir(os.path.dirname(path.raw)):  # noqa: PTH112 - bytes
        return FileGone(trouble(FileFault.GONE, FileAdvice.WAS_MOVED), path.text)
    advice = FileAdvice.CHECK_DRIVE
    if isinstance(err, FileNotFoundError):
        advice = FileAdvice.MOVED_OR_AWAY
    elif isinstance(err, PermissionError):
        advice = FileAdvice.PERMIT
    return NotAFile(trouble(FileFault.CANNOT_OPEN, advice, why(err)), path.text)


def why(err: OSError) -> Value:
    """The system's reason for refusing a file; uncommon ones in its own words."""
    match err.errno:
        case errno.ENOENT:
            return Message(FileWord.NO_SUCH)
        case errno.EACCES | errno.EPERM:
            return Message(FileWord.NO_PERMISSION)
        case errno.EIO:
            return Message(FileWord.DISK_FAILS)
    return err.strerror or type(err).__name__


def id3_length(head: bytes) -> int:
    """Bytes of the ID3v2 tag that a file begins with, 0 without one; `head` is the file's first ten."""
    if head[:3] != b"ID3" or len(head) < 10:
        return 0
    return 10 + sum((byte & 0x7F) << 7 * (3 - place) for place, byte in enumerate(head[6:10]))
