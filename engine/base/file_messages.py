"""Why a file could not be read, and what to do: codes with values, and their English.

A `FileProblem` crosses every border unchanged, without its file's name, which whoever shows it adds. The shell words
it by `str`, the window by desktop/base/engine_words.py.
"""

from typing import Any

from msgspec import Struct

from engine.base.messages import (
    Amount,
    Message,
    MessageCode,
    Unit,
    Value,
    code_of,
    message_in,
    plain,
    record_of,
    said,
    values_in,
)


class FileFault(MessageCode):
    """What is wrong with a file; %1 is the file."""

    EMPTY = "%1 is empty"
    NO_SOUND = "%1 has no sound in it"
    DAMAGED = "%1 is damaged: %2"
    IS_DAMAGED = "%1 is damaged"
    NO_SOUND_FILE = "%1 is not a sound file Earshot can read"
    NO_SOUND_FILE_FOR = "%1 is not a sound file Earshot can read (%2)"
    CHANNELS = "%1 states %2 channels; Earshot reads 1 to %3"
    SAMPLE_RATE = "%1 states a sample rate of %2 Hz; Earshot reads 8 to 384 kHz"
    NO_FILE = "%1 is %2, not a file"
    BAD_NAME = "%1 cannot be a file name"
    GONE = "%1 is missing"
    CANNOT_OPEN = "%1 cannot be opened: %2"
    CANNOT_READ = "%1 cannot be read: %2"
    CANNOT_READ_FROM = "%1 cannot be read from %2 on: %3"
    NOTHING_FROM = "%1 has no samples from %2 on"
    NOTHING_BETWEEN = "%1 has no samples between %2 and %3"
    DECODER_CRASHED = "%1 cannot be read: it crashes the decoder"
    DECODER_HUNG = "%1 cannot be read: the decoder did not finish"
    DECODER_MEMORY = "%1 cannot be read: it needs more memory than allowed"
    INDEXING_CRASHED = "%1 crashed the decoder"
    INDEXING_MEMORY = "%1 needs more memory than indexing may use"
    SHORT_OF_MEMORY = "there was not enough memory left to read %1"
    CHANGED_MEANWHILE = "%1 changed while it was read"
    CHANGED_SINCE = "%1 changed since it was indexed"
    UNEXPECTED = "%1 caused an unexpected error: %2"
    NOT_KEPT = "what Earshot knows about %1 cannot be saved: %2"
    NOT_ANSWERING = "%1 does not answer: nothing came of it for %2"
    MISSING_FILE = "there is no file %1"
    MISSING_FOLDER = "there is no folder %1"
    MISSING_BOTH = "there is no file or folder %1"
    SILENCE = "The microphone recorded silence."
    NO_DECODER = "sounds cannot be read: the decoder does not start"
    CLOSING = "Earshot is closing and stops reading sounds"
    OF_ANOTHER_VERSION = "%1 could not be read"
    AS_STORED = ("%2", "why a file could not be read, as an earlier version worded it")


class FileAdvice(MessageCode):
    """What to do about it."""

    COPY_OR_EXPORT = "Copy it or export it again."
    EXPORT = "Export it again. This copy has a header but no audio."
    COPY_OR_SAVE = "Copy it again from where it came from, or open it in an audio editor and save it again."
    CONVERT = "Convert it to WAV or FLAC, or leave it out."
    SPLIT = "The header may be damaged. If not, split the file into fewer channels."
    RESAMPLE = "The header may be damaged. If not, resample the file."
    NO_AUDIO_TRACK = "Leave it out: it has no audio track."
    CHECK_PATH = "Check the path."
    CHOOSE_SOUND = "Choose a sound file."
    WAS_MOVED = "It was moved, renamed or deleted."
    MOVED_OR_AWAY = "It was moved or deleted, or its drive is not connected."
    PERMIT = "Give yourself permission to read it."
    CHECK_DRIVE = "Check that its drive is connected and has no errors."
    DRIVE_OR_RETRY = "Check that its drive is connected and healthy, then have the files that failed read again."
    CHECK_FILE = "Check that it still exists and that you may read it, then index again."
    FROM_THE_START = "Play it from the start."
    INSIDE = "The sound is %1 long. Choose a section within it."
    ENDED_DECODER = "It is damaged. Export it again. Earshot does not open it again in this session until it changes."
    CLOSE_PROGRAMS = "Close other programs, or restart Earshot."
    CLOSE_AND_INDEX = "Close other programs, then index again."
    START_AGAIN = "Start it again."
    LEAVE_ALONE = "Index again when no program writes to it."
    CONVERT_OR_REPORT = "Convert it with another program. If it plays elsewhere, please report it."
    CONVERT_OR_LEAVE = "Convert it with another program. Earshot skips it until it changes."
    INDEX_AGAIN = "Index its folder again."
    RENAME = "Choose a name that does not end like a sound file."
    REPAIR = "Its metadata is too large or damaged. Repair it in the program that wrote it."
    CHECK_MICROPHONE = "Check that it is switched on and not muted, then record again."
    CHECK_SPELLING = "Check the spelling."
    CHECK_SPELLING_AND_DRIVE = "Check the spelling, and that its drive is connected."
    CHOOSE_FILE = "Choose the file of this sound."
    CHOOSE_FOLDER = "Choose the folder where these sounds are now."
    STORED = ("%1", "what to do, as an earlier version worded it")


class Damage(MessageCode):
    """Why a decoder failed; follows "is damaged: "."""

    NO_SOUND_PART = "the part with the sound is missing"
    UNKNOWN_CODING = "it is coded in a way Earshot does not know"
    TOO_SHORT = "it ends too early"
    NO_MEMORY = "there is not enough memory to read it"
    NOT_READ = "the disk cannot read it"
    ODD_CHANNELS = "its number of channels is invalid"
    ODD_RATE = "its sample rate is invalid"
    GARBLED = "its audio is garbled"
    NO_SENSE = "its header is invalid"
    NO_SAMPLE = "it ends before the first sample"
    NO_TRACK = "no track in it can be found"
    CHANGES = "the sample rate or the channels change in the middle"


class FileWord(MessageCode):
    """Words inside those sentences: the file, what is there instead, the system's error."""

    FILE = ("the file", "begins a sentence about a file that is named beside it")
    IT = ("it", "a file that the same sentence has named")
    FOLDER = "a folder"
    PIPE = "a pipe"
    SOCKET = "a socket"
    DEVICE = "a device"
    SOMETHING = "something else"
    NO_SUCH = "No such file or directory"
    NO_PERMISSION = "Permission denied"
    DISK_FAILS = "Input/output error"
    NOT_ALLOWED = "Operation not permitted"
    READ_ONLY = "Read-only file system"
    DISK_FULL = "No space left on device"
    IS_FOLDER = "Is a directory"
    NO_FOLDER = "Not a directory"
    LONG_FILE_NAME = "File name too long"


_OF_SYSTEM = {
    word.text: word
    for word in (
        FileWord.NO_SUCH,
        FileWord.NO_PERMISSION,
        FileWord.DISK_FAILS,
        FileWord.NOT_ALLOWED,
        FileWord.READ_ONLY,
        FileWord.DISK_FULL,
        FileWord.IS_FOLDER,
        FileWord.NO_FOLDER,
        FileWord.LONG_FILE_NAME,
    )
}
"""Frequent system errors, by the system's text."""


class FileProblem(Struct, frozen=True):
    """What is wrong with a file, and what to do."""

    what: FileFault
    advice: Message
    values: tuple[Value, ...] = ()
    """Fill %2 and further."""

    def of(self, file: Value) -> Message:
        """The sentence about a file: by name, or `FileWord.FILE` where the name stands beside it."""
        return Message(self.what, (file, *self.values))

    def __str__(self) -> str:
        """In English, starting with "the file"."""
        return str(self.of(THE_FILE))

    def record(self) -> dict[str, Any]:
        """Writes {"what": code, "values": […], "advice": {…}}."""
        return {
            "what": self.what.name,
            "values": [plain(value) for value in self.values],
            "advice": record_of(self.advice),
        }


THE_FILE, IT = Message(FileWord.FILE), Message(FileWord.IT)


def trouble(what: FileFault, advice: FileAdvice | Message, *values: Value) -> FileProblem:
    """Builds a trouble; shortens long values."""
    done = advice if isinstance(advice, Message) else Message(advice)
    return FileProblem(what, done, said(what, *values).values)


def trouble_in(record: object) -> FileProblem:
    """Reads a record; an unknown code of another version becomes OF_ANOTHER_VERSION."""
    known = record if isinstance(record, dict) else {}
    what = code_of(str(known.get("what")))
    advice = message_in(known["advice"]) if "advice" in known else Message(FileAdvice.STORED, ("",))
    if not isinstance(what, FileFault):
        return FileProblem(FileFault.OF_ANOTHER_VERSION, advice)
    return FileProblem(what, advice, values_in(known))


def system_words(err: Exception) -> Value:
    """Returns the system's error as a value if it is a frequent one, else as text."""
    words = str(getattr(err, "strerror", None) or err)
    known = _OF_SYSTEM.get(words)
    return words if known is None else Message(known)


def as_stored(reason: str, advice: str) -> FileProblem:
    """Builds a trouble from an earlier version's stored sentences."""
    return FileProblem(FileFault.AS_STORED, Message(FileAdvice.STORED, (advice,)), (reason,))


def place(at_s: float) -> Amount:
    """A position or length in a sound, rounded to a hundredth of a second."""
    return Amount(round(at_s, 2), Unit.SECONDS, digits=9)
