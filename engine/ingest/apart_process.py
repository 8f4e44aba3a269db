"""A process that reads for a job: `python -m engine.ingest.apart_process`, started by engine.ingest.remote.

Threads of one process take turns at the interpreter, and with one-shots they do little else; processes do not. This one
has the very reader that would be a thread of the job (`Worker`, `Listener`, the one that hears speech), and the job's
queue, list of files and switch at the other end of two pipes. It knows no catalogue and writes nothing. When the pipe
ends the job is dead, and so is this.
"""

import faulthandler
import logging
import os
import queue
import signal
import sys
import threading
import time
import traceback
from typing import Any

from engine.errors import EngineError
from engine.events import broke
from engine.ingest.apart import (
    FileBegun,
    FileCame,
    FileClosed,
    FileWanted,
    ReaderOver,
    ReaderSetup,
    ReadersPlace,
)
from engine.ingest.control import Control
from engine.ingest.messages import MessagePipe, PipeEnded
from engine.ingest.reading import Ended, ReadingNow
from engine.ingest.spec import FAULT_OF_OURS
from engine.memory_limit import watch_memory
from engine.private import keep_private
from engine.types import FilePath

_CAME_EVERY_S = 0.25
"""How often the job is told how far a file is."""
_BEAT_EVERY_S = 1.0
"""How often it is told that something comes of a file at all."""

_NEARLY = 0.99
"""Share of a file from which it is as good as read: a resampler keeps the last samples back, and rounds."""


class _Telling(ReadingNow):
    """Tells the job now and then that its file comes on. Which file is open it is told by `_Asking`."""

    def __init__(self, pipe: MessagePipe) -> None:
        super().__init__(lambda paths: None)
        self._pipe = pipe
        self._beat_s = self._came_s = 0.0

    def begin(self, path: FilePath) -> None:
        """See ReadingNow."""

    def beat(self) -> None:
        now_s = time.monotonic()
        if now_s - self._beat_s >= _BEAT_EVERY_S:
            self._beat_s = now_s
            self._pipe.send(FileCame())

    def end(self) -> None:
        self._pipe.send(FileClosed())

    def came(self, share: float, audio_s: float) -> None:
        """Says how far the file is, unless it has just been said."""
        now_s = time.monotonic()
        if now_s - self._came_s >= _CAME_EVERY_S:
            self._came_s = now_s
            self._pipe.send(FileCame(share, audio_s))


class _Asking:
    """Asks the job for files: for the next one as soon as the last window of one is read, so that it need not wait.

    Not sooner: a file that waits here is one that no other reader can take. The reader's thread only.
    """

    def __init__(self, pipe: MessagePipe, tasks: "queue.SimpleQueue[Any]", telling: _Telling) -> None:
        self._pipe, self._tasks, self._telling = pipe, tasks, telling
        self._has_asked = False

    def next(self) -> Any:
        """The next file, which is told to be begun; None when there are no more."""
        self._ask()
        task = self._tasks.get()
        self._has_asked = False
        if task is not None:
            self._pipe.send(FileBegun())
        return task

    def came(self, task: Any, share: float, audio_s: float) -> None:
        self._telling.came(share, audio_s)
        if share >= _NEARLY:
            self._ask()

    def _ask(self) -> None:
        if not self._has_asked:
            self._has_asked = True
            self._pipe.send(FileWanted())


class _Sender:
    """Stands for the job's queue of outcomes, of which a batch brings many at once.

    They go with whatever is said next: that a file is begun, or that something came of one.
    """

    def __init__(self, pipe: MessagePipe) -> None:
        self._pipe = pipe

    def put(self, outcome: object) -> None:
        """Sends one on; a reader's last one says why it ended."""
        if not isinstance(outcome, Ended):
            self._pipe.post(outcome)
        elif outcome.error is None:
            self._pipe.send(ReaderOver())
        elif isinstance(outcome.error, EngineError):
            self._pipe.send(ReaderOver(broke(outcome.error)))
        else:
            raise outcome.error


def main() -> int:
    """Reads until the job has nothing more to read; the exit status."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the job's parent, who cancels.
    faulthandler.enable()
    keep_private()
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    outgoing = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever a decoder prints
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
    control, telling = Control(), _Telling(pipe)
    tasks: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(pipe, control, tasks), name="control", daemon=True).start()

    asked = _Asking(pipe, tasks, telling)
    place = ReadersPlace(control, telling, asked.next, _Sender(pipe), asked.came)
    try:
        reader = setup.reader(place)
    except EngineError as err:
        pipe.send(ReaderOver(broke(err)))
        return
    reader.run()


def _listen(pipe: MessagePipe, control: Control, tasks: "queue.SimpleQueue[Any]") -> None:
    """Takes words for the switch and files to read, until the job is dead: then nothing is waited for."""
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
