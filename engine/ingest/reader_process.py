"""A process that reads for a job: `python -m engine.ingest.reader_process`, started by engine.ingest.remote_readers.

Threads of one process take turns at the interpreter, and with one-shots do little else; processes do not. This one runs
the same reader as a thread of the job (`Worker`, `Listener`, the one for speech), while the job's queue, list of files
and switch are at the other end of two pipes. It knows no catalogue and writes nothing. When the pipe ends, the job is
dead and this process exits.
"""

import faulthandler
import os
import queue
import signal
import sys
import threading
import time
import traceback
from typing import Any

from engine.base import logs
from engine.base.errors import EngineError
from engine.base.events import broke
from engine.base.memory_limit import watch_memory
from engine.base.private_files import keep_private
from engine.base.types import FilePath
from engine.ingest.control import Control
from engine.ingest.message_pipe import MessagePipe, PipeEnded
from engine.ingest.reader_messages import (
    FileClosed,
    FileOpened,
    FileRequest,
    ReaderContext,
    ReaderDone,
    ReaderSetup,
    ReadProgress,
)
from engine.ingest.readers import OpenFiles, ReaderEnded
from engine.ingest.spec import FAULT_OF_OURS

_CAME_EVERY_S = 0.25
"""How often progress in a file is sent."""
_BEAT_EVERY_S = 1.0
"""How often a sign of life is sent."""

_NEARLY = 0.99
"""Share from which a file counts as read: a resampler holds back the last samples, and rounds."""


class _ProgressSender(OpenFiles):
    """Sends the job signs of life and progress of the open file. `_FileRequester` announces which file that is."""

    def __init__(self, pipe: MessagePipe) -> None:
        super().__init__(lambda paths: None)
        self._pipe = pipe
        self._beat_s = self._came_s = 0.0

    def begin(self, path: FilePath) -> None: ...

    def beat(self) -> None:
        now_s = time.monotonic()
        if now_s - self._beat_s >= _BEAT_EVERY_S:
            self._beat_s = now_s
            self._pipe.send(ReadProgress())

    def end(self) -> None:
        self._pipe.send(FileClosed())

    def came(self, share: float, audio_s: float) -> None:
        """Sends progress, at most every `_CAME_EVERY_S`."""
        now_s = time.monotonic()
        if now_s - self._came_s >= _CAME_EVERY_S:
            self._came_s = now_s
            self._pipe.send(ReadProgress(share, audio_s))


class _FileRequester:
    """Requests files from the job: the next one once the last window of a file is read, so that it need not wait.

    Not earlier: no other reader can take a file that waits here. The reader's thread only.
    """

    def __init__(self, pipe: MessagePipe, tasks: "queue.SimpleQueue[Any]", telling: _ProgressSender) -> None:
        self._pipe, self._tasks, self._telling = pipe, tasks, telling
        self._has_asked = False

    def next(self) -> Any:
        """Waits for the next file and announces it as begun; None if there are no more."""
        self._ask()
        task = self._tasks.get()
        self._has_asked = False
        if task is not None:
            self._pipe.send(FileOpened())
        return task

    def came(self, task: Any, share: float, audio_s: float) -> None:
        self._telling.came(share, audio_s)
        if share >= _NEARLY:
            self._ask()

    def _ask(self) -> None:
        if not self._has_asked:
            self._has_asked = True
            self._pipe.send(FileRequest())


class _Sender:
    """Stands in for the job's queue of outcomes. A batch brings many outcomes at once.

    They are sent along with the next message: a file begun, or progress.
    """

    def __init__(self, pipe: MessagePipe) -> None:
        self._pipe = pipe

    def put(self, outcome: object) -> None:
        """Sends an outcome; the reader's last one says why it ended."""
        if not isinstance(outcome, ReaderEnded):
            self._pipe.post(outcome)
        elif outcome.error is None:
            self._pipe.send(ReaderDone())
        elif isinstance(outcome.error, EngineError):
            self._pipe.send(ReaderDone(broke(outcome.error)))
        else:
            raise outcome.error


def main() -> int:
    """Reads until the job has no more files; returns the exit status."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the job's parent, which cancels.
    faulthandler.enable()
    keep_private()
    logs.start()
    outgoing = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # for whatever a decoder prints
    pipe = MessagePipe.of_reader(0, outgoing)
    try:
        _read_for(pipe)
    except PipeEnded:
        pass  # The job is dead.
    except Exception:
        traceback.print_exc()
        return FAULT_OF_OURS
    return 0


def _read_for(pipe: MessagePipe) -> None:
    setup: ReaderSetup = pipe.receive()
    watch_memory(setup.memory_bytes)
    control, telling = Control(), _ProgressSender(pipe)
    tasks: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(pipe, control, tasks), name="control", daemon=True).start()

    asked = _FileRequester(pipe, tasks, telling)
    place = ReaderContext(control, telling, asked.next, _Sender(pipe), asked.came)
    try:
        reader = setup.reader(place)
    except EngineError as err:
        pipe.send(ReaderDone(broke(err)))
        return
    reader.run()


def _listen(pipe: MessagePipe, control: Control, tasks: "queue.SimpleQueue[Any]") -> None:
    """Receives switch words and files until the job is dead, then exits at once."""
    try:
        while True:
            item = pipe.receive()
            if isinstance(item, str):
                control.turn(item)
            else:
                tasks.put(item)
    except PipeEnded:
        os._exit(0)


if __name__ == "__main__":
    sys.exit(main())
