"""What a job and a process that reads for it say to each other, over real pipes; and what a hostile one says."""

import json
import math
import os
import pickle
import struct
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec import Struct
from msgspec.structs import replace

from engine.base.errors import PackError
from engine.base.events import Event, FilesReading, broke
from engine.base.file_messages import FileAdvice, FileFault, trouble
from engine.base.job_messages import FileNote
from engine.base.messages import Amount, Unit, told
from engine.base.types import AudioInfo, ContentId, FilePath, FileStamp, Measures, Peaks, RootId, SoundMetadata
from engine.features.speech.speech_reader import SpeechResult
from engine.features.speech.units_store import UnitsReason, UnitString
from engine.features.speech.words_file import SpeechStretches
from engine.ingest import remote_readers
from engine.ingest.codec import MessageReader, MessageRefused, packed
from engine.ingest.control import Control
from engine.ingest.job import run_job
from engine.ingest.message_pipe import MessagePipe, PipeEnded
from engine.ingest.reader_messages import FileOpened, FileRequest, ReaderDone, ReadProgress
from engine.ingest.readers import ReaderDied
from engine.ingest.worker import EmbeddedSound, SoundFailure, Task
from tests.helpers.indexing import spec_for
from tests.helpers.sounds import make_library_folder

READS = MessageReader(FileRequest, FileOpened, ReadProgress, ReaderDone, EmbeddedSound, SoundFailure, SpeechResult)
TASK = Task(FileStamp(FilePath(b"/a\xff.wav"), 1 << 40, -(1 << 62)), RootId(3), None, ContentId(b"\0id"), b"digest")
READY = EmbeddedSound(
    TASK,
    AudioInfo("WAV", "PCM_24", 48_000, 2, None, 1 / 3, (told(FileNote.ENDS_EARLY, Amount(3.25, Unit.SECONDS)),)),
    Measures(loudness_lufs=-math.inf, is_loop=True, key="Am"),
    SoundMetadata(description="half of a letter: \ud83d", keywords=("rain", "tin"), fields={"scene": "4"}),
    Peaks(np.arange(-6, 6, dtype=np.int8).reshape(6, 2), 2.5, np.ones((1, 3), np.float32)),
    ContentId(b"content"),
    b"\xff" * 16,
    ((0.0, 0.1), (0.1, 0.3)),
    np.random.default_rng(1).standard_normal((2, 24), np.float32),
    "rain",
    np.zeros(0, np.float32),
)


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    incoming, outgoing = os.pipe()
    yield incoming, outgoing
    for each in (incoming, outgoing):
        try:
            os.close(each)
        except OSError:
            continue  # the test has closed it


def ends(pipe: tuple[int, int]) -> tuple[MessagePipe, MessagePipe]:
    """What a reader writes to, and what its job reads from."""
    return MessagePipe.of_reader(-1, pipe[1]), MessagePipe.of_job(pipe[0], -1, READS)


def parts(item: object) -> object:
    """An object as values that can be compared, arrays to the last byte and with their types."""
    if isinstance(item, np.ndarray):
        return item.dtype.str, item.shape, item.tobytes()
    if isinstance(item, tuple):
        return tuple(parts(each) for each in item)
    if isinstance(item, Struct) or is_dataclass(item):
        names = item.__struct_fields__ if isinstance(item, Struct) else item.__dataclass_fields__
        return type(item), tuple(parts(getattr(item, name)) for name in names)
    return item


SENT = [
    FileRequest(),
    READY,
    replace(READY, vectors=np.random.default_rng(2).standard_normal((2_000, 512), np.float32)),  # as 60 pipes hold
    SoundFailure(TASK, trouble(FileFault.CHANNELS, FileAdvice.COPY_OR_EXPORT, Amount(70.0), 64), is_lasting=False),
    ReadProgress(0.25, 3600.0),
    SpeechResult(
        (
            None,
            UnitString(np.arange(3, dtype=np.uint8), np.zeros(3, np.uint8), UnitsReason.REPETITION),
            SpeechStretches(0.5, np.zeros(1), np.ones(1), np.ones((1, 4), np.float32), np.ones(1), np.ones(1)),
        )
    ),
    ReaderDone(broke(PackError("the pack is damaged", advice="Get it again."))),
    ReaderDone(),
]


def test_messages_come_whole_and_in_order_however_the_pipe_cuts_them(pipe: tuple[int, int]) -> None:
    writer, reader = ends(pipe)

    def send_all() -> None:
        for each in SENT:
            writer.send(each)

    thread = threading.Thread(target=send_all)
    thread.start()
    received = [reader.receive() for _ in SENT]
    thread.join()
    assert [parts(each) for each in received] == [parts(each) for each in SENT]


def test_what_is_posted_goes_before_what_is_sent_next(pipe: tuple[int, int]) -> None:
    writer, reader = ends(pipe)
    writer.post(ReadProgress(0.1))
    writer.post(ReadProgress(0.2))
    os.set_blocking(pipe[0], False)
    with pytest.raises(PipeEnded):  # there is nothing yet
        reader.receive()
    writer.send(FileOpened())
    assert [reader.receive() for _ in range(3)] == [ReadProgress(0.1), ReadProgress(0.2), FileOpened()]


def test_what_came_before_the_end_is_received_and_a_message_cut_short_is_not(pipe: tuple[int, int]) -> None:
    writer, reader = ends(pipe)
    writer.send(FileOpened())
    writer.send(ReadProgress())
    os.write(pipe[1], b"\0" * 7 + b"\x40cut short")
    os.close(pipe[1])
    assert [reader.receive(), reader.receive()] == [FileOpened(), ReadProgress()]
    with pytest.raises(PipeEnded):
        reader.receive()


class Attack:
    """Whatever unpickles this makes a file."""

    def __init__(self, made: str) -> None:
        self.made = made

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return os.mkdir, (self.made,)


def body(head: object, rest: bytes = b"") -> bytes:
    """A message as a hostile process may write it."""
    text = json.dumps(head).encode()
    return struct.pack(">I", len(text)) + text + rest


def changed(index: int, value: object) -> bytes:
    """The message of a sound that was read, with one field of another kind."""
    data = packed(READY)
    (length,) = struct.unpack_from(">I", data)
    name, row = json.loads(data[4 : 4 + length])
    row[index] = value
    return body([name, row], data[4 + length :])


HOSTILE = {
    "nothing": b"",
    "no JSON": struct.pack(">I", 4) + b"rain",
    "a head longer than the message": struct.pack(">I", 1 << 31) + b"[]",
    "no list": body({"FileRequest": []}),
    "another class of ours": body(["Path", ["/etc/passwd"]]),
    "a class of no message": body(["WorkerSetup", ["/", {}, 0, 24, False]]),
    "an attribute": body(["__class__", []]),
    "a field too many": body(["FileRequest", [1]]),
    "a field too few": body(["ReadProgress", [0.5]]),
    "a text for a number": body(["ReadProgress", ["all", 0.0]]),
    "a number that SQLite cannot hold": body(["ReadProgress", [0.5, 1 << 70]]),
    "no number": struct.pack(">I", 24) + b'["ReadProgress", [0.5, NaN]]',
    "a number of 5,000 digits": struct.pack(">I", 5020) + b'["ReadProgress", [0.5, ' + b"9" * 4999 + b"]]",
    "lists within lists": body([]).replace(b"[]", b"") + b"[" * 200_000,
    "lists within lists, whole": struct.pack(">I", 400_000) + b"[" * 200_000 + b"]" * 200_000,
    "a list for a text": changed(9, ["rain"]),
    "a list for a name of a format": changed(1, [["WAV"], "PCM_24", 48_000, 2, None, 1.0, []]),
    "an array larger than what came": changed(8, [1 << 40, 1 << 20]),
    "an array of less than nothing": changed(8, [-2, -24]),
    "an array of 9 dimensions": changed(8, [1] * 9),
    "bytes behind the end": packed(FileRequest()) + b"\0",
    "an error that is none": body(["ReaderDone", ['{"event": "paused", "is_paused": true}']]),
    "an error of another kind": body(["ReaderDone", ['{"event": "error", "message": [], "advice": "", "kind": []}']]),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_message_is_refused(name: str) -> None:
    with pytest.raises(MessageRefused):
        READS.unpacked(HOSTILE[name])


def test_a_pickle_is_refused_and_nothing_of_it_runs(tmp_path: Path, pipe: tuple[int, int]) -> None:
    data = pickle.dumps(Attack(str(tmp_path / "made")))
    os.write(pipe[1], struct.pack(">Q", len(data)) + data)
    with pytest.raises(MessageRefused):
        ends(pipe)[1].receive()
    assert not (tmp_path / "made").exists()


def test_a_message_that_is_said_to_be_larger_than_any_is_refused_before_it_comes(pipe: tuple[int, int]) -> None:
    os.write(pipe[1], struct.pack(">Q", 1 << 62))
    with pytest.raises(MessageRefused):
        ends(pipe)[1].receive()


def test_what_a_reader_cannot_send_fails_there_and_not_in_the_job(pipe: tuple[int, int]) -> None:
    doubles: Any = np.zeros((2, 24))
    with pytest.raises(TypeError):
        ends(pipe)[0].send(replace(READY, vectors=doubles))


_PROCESS = """
import struct, sys, time
def frame(body):
    sys.stdout.buffer.write(struct.pack(">Q", len(body)) + body)
    sys.stdout.buffer.flush()
for name in sys.argv[1:]:
    frame(open(name, "rb").read())
time.sleep(600)
"""


def attacked(tmp_path: Path, pack: Path, monkeypatch: pytest.MonkeyPatch, *messages: bytes) -> tuple[ReaderDied, Any]:
    """Runs a job whose reading process has been taken over: how it ended, and the files it told last."""
    folder, script = tmp_path / "sounds", tmp_path / "process.py"
    make_library_folder(folder, 1)
    script.write_text(_PROCESS)
    names = []
    for number, message in enumerate(messages):
        (tmp_path / f"{number}.message").write_bytes(message)
        names.append(str(tmp_path / f"{number}.message"))
    monkeypatch.setattr(remote_readers, "_WORTH_S", 0.0)
    monkeypatch.setattr(remote_readers, "_COMMAND", (sys.executable, str(script), *names))
    told: list[Event] = []
    spec = replace(spec_for(tmp_path / "library", pack, folder), workers=2, without_speech=True)
    with pytest.raises(ReaderDied) as died:
        run_job(spec, Control(), told.append)
    last = [each for each in told if isinstance(each, FilesReading)]
    return died.value, last[-1].uris if last else ()


def test_a_reading_process_that_a_file_took_over_is_ended_and_its_file_blamed(
    tmp_path: Path, pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    attack = pickle.dumps(Attack(str(tmp_path / "made")))
    died, blamed = attacked(tmp_path, pack, monkeypatch, packed(FileRequest()), packed(FileOpened()), attack)
    assert died.path is not None and blamed == (died.path.uri,)
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize(
    "messages",
    [
        [FileOpened()],
        [ReadProgress(0.5, 1.0)],
        [READY],
        [FileRequest(), FileOpened(), READY],  # of a file that it was not handed
        [FileRequest(), FileOpened(), ReadProgress(math.nan, 1.0)],
        [FileRequest(), FileOpened(), SpeechResult(())],
    ],
)
def test_what_no_reader_says_now_ends_it_too(
    tmp_path: Path, pack: Path, monkeypatch: pytest.MonkeyPatch, messages: list[object]
) -> None:
    died, _ = attacked(tmp_path, pack, monkeypatch, *(packed(each) for each in messages))
    assert died.status == -9
