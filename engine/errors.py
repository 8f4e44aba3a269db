"""The tree of errors that are the world's fault: a file, a disk, a device, a pack.

Our own faults stay ordinary exceptions.

EarshotError
└── EngineError            the world's fault; carries `advice`, which says what to do about it
    ├── AudioError         a sound that could not be read
    │   ├── UnsupportedAudio   no decoder knows it
    │   ├── DamagedAudio       a decoder knows it and gave up before the first sample
    │   ├── EmptyAudio         it holds no samples
    │   ├── DecoderEnded       reading it ended the process that did: a crash, no end, or too much memory
    │   └── NotAFile           missing, unreadable, a folder, a pipe or a device
    │       └── FileGone           missing from a folder that is there
    ├── PackError          a model pack that is missing, damaged, newer than we are, or unsafe
    ├── DeviceError        a compute device that was asked for and cannot be used
    ├── WriteRefused       metadata that cannot be written into a file, which is as it was
    ├── OutputError        no audio output, or one that went away
    ├── LibraryError       a library folder that cannot be opened or written
    │   ├── LibraryBusy        another process is writing it
    │   ├── LibraryNewer       made by a later Earshot
    │   ├── LibraryDamaged     its catalogue cannot be trusted; carries the newest backup
    │   ├── LibraryHeld        it can be read, and is known to be damaged: nothing is written into it
    │   ├── SoundGone          it is not, or no longer, in the library
    │   ├── VectorGone         a stored vector is not, or no longer, there
    │   └── StorageFull        no space left; nothing acknowledged is lost
    ├── IndexDamaged       an index file refused before it was loaded; exact search goes on
    ├── KeepingError       a name that cannot be given to a tag, a collection or a saved search
    │   └── CollectionGone     a collection that somebody removed meanwhile
    ├── UserDataError      a file of user data that cannot be read, is none, or is of a later Earshot
    ├── CueError           a list of cues that cannot be read, or nothing picked from one
    ├── TransferError      a transfer profile that cannot be used, or a file that one cannot make
    ├── BulkError          a plan, results or machines that bulk embedding cannot work with
    ├── SidecarError       a sidecar that cannot be read, or nothing to write into one
    ├── StudioError        a shared library, or its server
    │   ├── StudioOffline      the server does not answer; nothing is lost, try later
    │   ├── StudioRefused      the server answers and refuses: the user has to do something
    │   └── StudioNotInstalled the packages for PostgreSQL are not there
    ├── OwnerError         what was learnt of the owner cannot be read or written, or there is nothing to learn from
    └── QueryError         a query that cannot be read
"""

from enum import StrEnum
from pathlib import Path

from engine.error_wording.library import LibraryAdvice, LibraryFault
from engine.error_wording.packs import PackAdvice, PackFault
from engine.trouble import FileFault, Trouble
from engine.wording import Said, Saying, Wording, told


class EarshotError(Exception):
    """Any error Earshot raises on purpose."""


Told = Said | Wording | str
"""A thing said; a wording that no value fills; or a text that somebody else worded, which stays as it is."""


class EngineError(EarshotError):
    """The world's fault: `what` happened and what `to_do` about it, as values; `str(error)` and `advice` in English."""

    def __init__(self, what: Told, *, advice: Told) -> None:
        self.what, self.to_do = _said(what), _said(advice)
        super().__init__(str(self.what))

    @property
    def advice(self) -> str:
        """What to do about it, in English."""
        return str(self.to_do)


def _said(told: Told) -> Said:
    match told:
        case Said():
            return told
        case Wording():
            return Said(told)
        case _:
            return Said(Saying.AT, (told,))


class AudioError(EngineError):
    """A sound that could not be read. `trouble` says why, `name` which file: its path as text, or ""."""

    def __init__(self, trouble: Trouble, name: str = "") -> None:
        super().__init__(trouble.of(name), advice=trouble.advice)
        self.trouble = trouble
        self.name = name


class UnsupportedAudio(AudioError):
    """No decoder knows this file."""


class DamagedAudio(AudioError):
    """A decoder knows this file and gave up before the first sample."""


class EmptyAudio(AudioError):
    """The file holds no samples."""


class HowEnded(StrEnum):
    """How a file ended the process that read it."""

    CRASHED = "crashed"
    HUNG = "hung"
    """It gave no answer in time."""
    MEMORY = "memory"
    """It asked for more memory than it may have."""


class DecoderEnded(AudioError):
    """Reading this file ended the process that read it; nothing else was harmed."""

    @property
    def how(self) -> HowEnded:
        """How it ended it."""
        return _HOW_ENDED.get(self.trouble.what, HowEnded.CRASHED)


_HOW_ENDED = {FileFault.DECODER_HUNG: HowEnded.HUNG, FileFault.DECODER_MEMORY: HowEnded.MEMORY}


class NotAFile(AudioError):
    """Missing, unreadable, a folder, a pipe or a device."""


class FileGone(NotAFile):
    """It is not where it was, though its folder is there: it was moved, renamed or deleted."""


class WriteRefused(EngineError):
    """Metadata cannot be written into this file; the file is as it was."""


class PackError(EngineError):
    """A model pack that is missing, damaged, newer than we are, or unsafe."""


def broken_pack(detail: str, advice: PackAdvice = PackAdvice.INSTALL_OR_REINSTALL) -> PackError:
    """The error of a pack that is not made as it should be; `detail` is for its maker, and stays English."""
    return PackError(told(PackFault.IN_DETAIL, detail), advice=advice)


class DeviceError(EngineError):
    """A compute device that was asked for and cannot be used."""


class OutputError(EngineError):
    """No audio output, or one that went away."""


class LibraryError(EngineError):
    """A library folder that cannot be opened or written."""


class LibraryBusy(LibraryError):
    """Another process is writing this library."""


class LibraryMissing(LibraryError):
    """There is no library in this folder."""


class LibraryGone(LibraryError):
    """The library is not where it was opened any more, or another one lies there: nothing was written."""


class LibraryNewer(LibraryError):
    """This library was made by a later Earshot."""


class LibraryDamaged(LibraryError):
    """The catalogue cannot be read, is empty or failed its check. `backup` is what can be restored, else None."""

    def __init__(self, what: Told, *, advice: Told, backup: Path | None = None, made_s: float | None = None) -> None:
        """Args: `backup` is the newest that was whole when it was made, `made_s` its Unix time."""
        super().__init__(what, advice=advice)
        self.backup = backup
        self.made_s = made_s


class LibraryHeld(LibraryError):
    """The catalogue can be read, but failed a check: nothing is written into it until it is mended."""


class VectorsDamaged(LibraryError):
    """Stored vectors are missing or damaged; indexing again makes them good."""


class StorageFull(LibraryError):
    """No space left on the disk; nothing acknowledged is lost."""


class SoundGone(LibraryError):
    """The sound that is meant is not, or no longer, in the library. `id` is its id."""

    def __init__(self, id: int) -> None:
        super().__init__(LibraryFault.SOUND_GONE, advice=LibraryAdvice.SEARCH_AGAIN)
        self.id = id


class VectorGone(LibraryError):
    """A stored vector that is meant is not there, or not yet. `id` is its segment's, or for a name its sound's."""

    def __init__(self, id: int) -> None:
        super().__init__(LibraryFault.VECTOR_GONE, advice=LibraryAdvice.SEARCH_AGAIN)
        self.id = id


class RowRefused(LibraryError):
    """The catalogue cannot hold what is known of one sound; the others are not affected. `trouble` says why."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble.of("a sound"), advice=trouble.advice)
        self.trouble = trouble


class IndexDamaged(EngineError):
    """An index file was refused before it was loaded; exact search goes on."""


class KeepingError(EngineError):
    """A name or note that a tag, a collection or a saved search cannot have."""


class CollectionGone(KeepingError):
    """A collection that somebody removed meanwhile; nothing was changed."""


class CueError(EngineError):
    """A list of cues cannot be read, or what was picked for it not be written."""


class TransferError(EngineError):
    """A transfer profile cannot be used or read, or a file not be made by it."""


class OwnerError(EngineError):
    """What was learnt of the owner cannot be read or written, or there is nothing to learn from."""


class SidecarError(EngineError):
    """A sidecar that cannot be read, or cannot be written; sounds beside it are listened to."""


class StudioError(EngineError):
    """A shared library, or its server, is in the way."""


class StudioOffline(StudioError):
    """The server does not answer, or the connection broke. What was acknowledged stays; what was not is kept here."""


class StudioRefused(StudioError):
    """The server answers and refuses, or a role does not allow it: somebody has to do something."""


class StudioNotInstalled(StudioError):
    """The packages that speak to PostgreSQL are not installed; a joined library works without its server."""


class BulkError(EngineError):
    """A plan or results that cannot be used, or machines that cannot; what is whole stays."""


class UserDataError(EngineError):
    """A file of user data that cannot be read, is none, or is of a later Earshot; nothing was changed."""


class QueryError(EngineError):
    """A query that cannot be read."""
