"""Errors caused by the outside world: a file, a disk, a device, a pack.

Our own bugs stay ordinary exceptions.

EarshotError
└── EngineError            caused by the outside world; `advice` says what to do
    ├── AudioError         a sound cannot be read
    │   ├── UnsupportedAudio   no decoder knows it
    │   ├── DamagedAudio       a decoder knows it and failed before the first sample
    │   ├── EmptyAudio         it has no samples
    │   ├── DecoderEnded       reading it ended the decoder process: crash, hang, or too much memory
    │   └── NotAFile           missing, unreadable, a folder, a pipe or a device
    │       └── FileGone           missing from an existing folder
    ├── PackError          a model pack is missing, damaged, unsafe, or from a later version
    ├── DeviceError        the requested compute device cannot be used
    ├── WriteRefused       metadata cannot be written; the file is unchanged
    ├── OutputError        no audio output, or it went away
    ├── LibraryError       a library folder cannot be opened or written
    │   ├── LibraryBusy        another process is writing it
    │   ├── LibraryNewer       made by a later Earshot
    │   ├── LibraryDamaged     its catalogue cannot be trusted; carries the newest backup
    │   ├── LibraryHeld        readable but known to be damaged: nothing is written into it
    │   ├── SoundGone          not, or no longer, in the library
    │   ├── VectorGone         a stored vector does not exist, or no longer
    │   └── StorageFull        no space left; nothing acknowledged is lost
    ├── IndexDamaged       an index file was refused before loading; exact search continues
    ├── KeepingError       a tag, collection or saved search cannot have this name
    │   └── CollectionGone     somebody else removed the collection
    ├── UserDataError      a user data file is unreadable, of another kind, or from a later Earshot
    ├── CueError           a cue list is unreadable, or nothing was picked from it
    ├── TransferError      a transfer profile is unusable, or cannot make a file
    ├── BulkError          bulk embedding cannot work with a plan, results or machines
    ├── SidecarError       a sidecar is unreadable, or there is nothing to write into one
    ├── StudioError        a shared library, or its server
    │   ├── StudioOffline      the server does not answer; nothing is lost, try later
    │   ├── StudioRefused      the server refuses: the user has to do something
    │   └── StudioNotInstalled the packages for PostgreSQL are missing
    ├── DialogueError      no transcripts can be made, or a dialogue pack cannot be used
    ├── OwnerError         what was learnt of the owner is unreadable, unwritable, or empty
    └── QueryError         a query cannot be read
"""

from enum import StrEnum
from pathlib import Path

from engine.base.file_messages import FileFault, FileProblem
from engine.base.library_messages import LibraryAdvice, LibraryFault
from engine.base.messages import Message, MessageCode, PlainText, told
from engine.base.pack_messages import PackAdvice, PackFault


class EarshotError(Exception):
    """Any error Earshot raises on purpose."""


Told = Message | MessageCode | str
"""A message with its values, a wording without values, or text from elsewhere, used unchanged."""


class EngineError(EarshotError):
    """Caused by the outside world. `what` and `to_do` are values; `str(error)` and `advice` are English."""

    def __init__(self, what: Told, *, advice: Told) -> None:
        self.what, self.to_do = _said(what), _said(advice)
        super().__init__(str(self.what))

    @property
    def advice(self) -> str:
        return str(self.to_do)


def _said(told: Told) -> Message:
    match told:
        case Message():
            return told
        case MessageCode():
            return Message(told)
        case _:
            return Message(PlainText.AT, (told,))


class AudioError(EngineError):
    """A sound cannot be read. `trouble` is the reason, `name` the file's path as text, or ""."""

    def __init__(self, trouble: FileProblem, name: str = "") -> None:
        super().__init__(trouble.of(name), advice=trouble.advice)
        self.trouble = trouble
        self.name = name


class UnsupportedAudio(AudioError):
    """No decoder knows this file."""


class DamagedAudio(AudioError):
    """A decoder knows this file and failed before the first sample."""


class EmptyAudio(AudioError):
    """The file has no samples."""


class DecoderExit(StrEnum):
    """How a file ended its decoder process."""

    CRASHED = "crashed"
    HUNG = "hung"
    """No answer in time."""
    MEMORY = "memory"
    """It asked for more memory than allowed."""


class DecoderEnded(AudioError):
    """Reading this file ended the decoder process; nothing else was harmed."""

    @property
    def how(self) -> DecoderExit:
        return _HOW_ENDED.get(self.trouble.what, DecoderExit.CRASHED)


_HOW_ENDED = {FileFault.DECODER_HUNG: DecoderExit.HUNG, FileFault.DECODER_MEMORY: DecoderExit.MEMORY}


class NotAFile(AudioError):
    """Missing, unreadable, a folder, a pipe or a device."""


class FileGone(NotAFile):
    """Missing although its folder exists: moved, renamed or deleted."""


class WriteRefused(EngineError):
    """Metadata cannot be written into this file; the file is unchanged."""


class PackError(EngineError):
    """A model pack is missing, damaged, unsafe, or from a later version."""


def broken_pack(detail: str, advice: PackAdvice = PackAdvice.INSTALL_OR_REINSTALL) -> PackError:
    """Builds the error of a malformed pack; `detail` is for its maker and stays English."""
    return PackError(told(PackFault.IN_DETAIL, detail), advice=advice)


class DeviceError(EngineError):
    """The requested compute device cannot be used."""


class OutputError(EngineError):
    """No audio output, or it went away."""


class LibraryError(EngineError):
    """A library folder cannot be opened or written."""


class LibraryBusy(LibraryError):
    """Another process is writing this library."""


class LibraryMissing(LibraryError):
    """This folder has no library."""


class LibraryGone(LibraryError):
    """The library is gone from the place where it was opened, or another is there; nothing was written."""


class LibraryNewer(LibraryError):
    """A later Earshot made this library."""


class LibraryDamaged(LibraryError):
    """The catalogue is unreadable, empty or failed its check. `backup` can be restored; None if there is none."""

    def __init__(self, what: Told, *, advice: Told, backup: Path | None = None, made_s: float | None = None) -> None:
        """Args: `backup` is the newest that was whole when it was made, `made_s` its Unix time."""
        super().__init__(what, advice=advice)
        self.backup = backup
        self.made_s = made_s


class LibraryHeld(LibraryError):
    """The catalogue is readable but failed a check: nothing is written until it is repaired."""


class VectorsDamaged(LibraryError):
    """Stored vectors are missing or damaged; indexing again restores them."""


class StorageFull(LibraryError):
    """The disk is full; nothing acknowledged is lost."""


class SoundGone(LibraryError):
    """The sound `id` is not, or no longer, in the library."""

    def __init__(self, id: int) -> None:
        super().__init__(LibraryFault.SOUND_GONE, advice=LibraryAdvice.SEARCH_AGAIN)
        self.id = id


class VectorGone(LibraryError):
    """A stored vector does not exist, or not yet. `id` is its segment's, or for a name its sound's."""

    def __init__(self, id: int) -> None:
        super().__init__(LibraryFault.VECTOR_GONE, advice=LibraryAdvice.SEARCH_AGAIN)
        self.id = id


class RowRefused(LibraryError):
    """The catalogue cannot store one sound; others are not affected. `trouble` is the reason."""

    def __init__(self, trouble: FileProblem) -> None:
        super().__init__(trouble.of("a sound"), advice=trouble.advice)
        self.trouble = trouble


class IndexDamaged(EngineError):
    """An index file was refused before loading; exact search continues."""


class KeepingError(EngineError):
    """A tag, collection or saved search cannot have this name or note."""


class CollectionGone(KeepingError):
    """Somebody else removed the collection; nothing was changed."""


class CueError(EngineError):
    """A cue list cannot be read, or its picks cannot be written."""


class TransferError(EngineError):
    """A transfer profile is unusable or unreadable, or cannot make a file."""


class OwnerError(EngineError):
    """What was learnt of the owner is unreadable or unwritable, or there is nothing to learn from."""


class DialogueError(EngineError):
    """No transcripts can be made: packages or a dialogue pack are missing or damaged."""


class MarkerError(EngineError):
    """A marker or region cannot be kept as asked; nothing was changed."""


class SidecarError(EngineError):
    """A sidecar cannot be read or written; its sounds are analysed instead."""


class StudioError(EngineError):
    """A shared library, or its server, failed."""


class StudioOffline(StudioError):
    """The server does not answer, or the connection broke. Acknowledged edits stay, the others are kept here."""


class StudioRefused(StudioError):
    """The server or a role refuses: somebody has to do something."""


class StudioNotInstalled(StudioError):
    """The packages for PostgreSQL are not installed; a joined library works without its server."""


class BulkError(EngineError):
    """A plan, results or machines cannot be used; finished results stay."""


class UserDataError(EngineError):
    """A user data file is unreadable, of another kind, or from a later Earshot; nothing was changed."""


class UpdateError(EngineError):
    """No notice of a newer version can be had or trusted; nothing was changed."""


class QueryError(EngineError):
    """A query cannot be read."""
