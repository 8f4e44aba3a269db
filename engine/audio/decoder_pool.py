"""Decoder processes: they open sounds for a process that must survive its decoders, such as the window's.

libsndfile and FFmpeg are native code, and files come from anywhere: one can crash them, loop them for ever, or make
them request all memory. So each open sound has a process of its own. A process that dies or does not answer in time is
replaced; its file is named, and not opened again until it changes.

`use` diverts all reading of this process there: `decode`, and so playback, drawing, searching and rendering, and
`metadata`. No caller can bypass it. Without `use`, decoders run in the calling process: indexing has a process of its
own already, and the command line ends with its one task.
"""

import contextlib
import logging
import os
import threading
from collections.abc import Iterator
from io import FileIO
from typing import Any, Literal

import numpy as np

from engine.audio.decoder_client import DecoderClient, Into
from engine.audio.source import MAX_CHANNELS, Samples, StreamBroken
from engine.base import errors
from engine.base.errors import AudioError, DecoderEnded, DecoderExit
from engine.base.file_messages import Damage, FileAdvice, FileFault, trouble, trouble_in
from engine.base.io_timeout import NotAnswering
from engine.base.logs import Name
from engine.base.memory_limit import DECODER_BYTES
from engine.base.types import FilePath

_log = logging.getLogger(__name__)

DecoderKind = Literal["soundfile", "av"]
_Stamp = tuple[str, int, int]
ANSWER_S = 60.0
"""A question unanswered for this long never will be: the decoder loops, or a network share hangs."""
_SPARE = 3
"""Processes kept for the next sounds: one playing, one decoded ahead, one drawn. 23 MB each."""
_REMEMBERED = 1_000
_HEAD_FRAMES = 4096
_AHEAD_SAMPLES = 1 << 20
"""Shorter reads fetch an eighth of a second at a time, but never more than this over all channels."""
_LOOK_S = 1.0


class CannotOpen(ValueError):
    """A decoder does not know the file, or finds it too damaged; `reason` is None where it does not say."""

    def __init__(self, reason: Damage | None) -> None:
        super().__init__("" if reason is None else reason.text)
        self.reason = reason


class DecoderPool:
    """A pool of decoder processes, one for each open sound. Any thread.

    Args:
        limit_bytes: memory limit of each.
        answer_s: time limit of a question.
        spare: processes kept for the next sounds.
    """

    def __init__(self, *, limit_bytes: int = DECODER_BYTES, answer_s: float = ANSWER_S, spare: int = _SPARE) -> None:
        self._limit_bytes, self._answer_s, self._spare = limit_bytes, answer_s, spare
        self._changed = threading.Condition()
        self._idle: list[DecoderClient] = []
        self._busy: list[DecoderClient] = []
        self._bad: dict[_Stamp, DecoderExit] = {}
        self._is_wanted = False
        self._closed = threading.Event()
        self._keeper = threading.Thread(target=self._keep, name="decoders", daemon=True)
        self._keeper.start()

    def warm_up(self) -> None:
        """Requests a spare process, so that the first sound need not wait for one."""
        with self._changed:
            self._is_wanted = True
            self._changed.notify_all()

    def open(self, kind: DecoderKind, file: FileIO, name: str, *, is_urgent: bool) -> "RemoteSource":
        """Opens a sound with one of the decoders, as the sources themselves do.

        Raises:
            CannotOpen: that decoder does not know it.
            AudioError: it is out of bounds.
            DecoderEnded: reading it ended a process, now or before.
        """
        source = RemoteSource(self, self._take(file, name, is_urgent), file, name)
        source.open(kind)
        return source

    def fields(self, file: FileIO, name: str) -> dict[str, str]:
        """Returns the texts that came with a file, by `metadata.fields_of`.

        Raises:
            AudioError: the file is gone.
            DecoderEnded: reading them ended a process, now or before.
        """
        process = self._take(file, name, is_urgent=False)
        try:
            found = self.ask(process, file, name, {"do": "fields", "path": str(file.name)})["fields"]
            return {str(key): str(value) for key, value in found.items()}
        finally:
            self.give_back(process)

    @contextlib.contextmanager
    def hurried(self, answer_s: float = 2.0) -> Iterator[None]:
        """Shortens the time limit of all questions, pending ones too, so that closing a window waits for no sound."""
        before = self._answer_s
        self._take_time(answer_s)
        try:
            yield
        finally:
            self._take_time(before)

    def wait_for(self, answer_s: float) -> None:
        """Sets the time limit of all questions from now on."""
        self._take_time(answer_s)

    def close(self) -> None:
        """Ends all processes at once. Later opens are refused."""
        with self._changed:
            self._closed.set()
            idle, self._idle = self._idle, []
            self._changed.notify_all()
            for process in self._busy:
                process.kill()
        for process in idle:
            process.end()
        self._keeper.join()

    @property
    def pids(self) -> tuple[int, ...]:
        with self._changed:
            return tuple(process.pid for process in (*self._busy, *self._idle))

    # -- for the sources -----------------------------------------------------------------------------------------

    def ask(
        self, process: DecoderClient, file: FileIO, name: str, question: dict[str, Any], into: Into = None
    ) -> dict[str, Any]:
        """Asks a process about a file, and fills `into` with the samples of the answer.

        Raises:
            DecoderEnded: it died or did not answer in time.
            NotAnswering: its drive did not answer.
            StreamBroken, CannotOpen, AudioError: the decoder's own errors.
        """
        answer = process.ask(question, into)
        if answer is None:
            if self._closed.is_set():
                raise _closed()
            if not process.is_ready:
                _log.info("a decoder process did not start")
                raise AudioError(trouble(FileFault.NO_DECODER, FileAdvice.CLOSE_PROGRAMS), name)
            how = process.how_ended()
            if process.is_held:
                _log.warning("a drive did not answer a decoder for %.0f s: %s", self._answer_s, Name(name))
                raise NotAnswering(FilePath(os.fsencode(str(file.name))), self._answer_s)
            _log.warning("a decoder process ended, %s; its file is left out until it changes: %s", how, Name(name))
            self._remember(file, how)
            raise _ended(name, how)
        if "reason" in answer:
            raise CannotOpen(_damage(answer["reason"]))
        if "refused" in answer:
            kind = getattr(errors, answer["refused"], AudioError)
            raise kind(trouble_in(answer["trouble"]), answer["name"])
        return answer

    def give_back(self, process: DecoderClient) -> None:
        """Returns a process to the pool."""
        with self._changed:
            self._busy.remove(process)
            if process.is_well and len(self._idle) < self._spare and not self._closed.is_set():
                self._idle.append(process)
                return
        process.end()

    def _take(self, file: FileIO, name: str, is_urgent: bool) -> DecoderClient:
        with self._changed:
            if self._closed.is_set():
                raise _closed()
            how = self._bad.get(_stamp(file))
            if how is not None:
                raise _ended(name, how)
            gone = [process for process in self._idle if not process.is_well]
            self._idle = [process for process in self._idle if process not in gone]
            found = self._idle.pop(0) if len(self._idle) > (0 if is_urgent else 1) else None
            self._is_wanted = True
            self._changed.notify_all()
            if found is not None:
                self._busy.append(found)
        for process in gone:
            process.end()
        if found is not None:
            return found
        process = DecoderClient(self._limit_bytes)
        with self._changed:
            self._busy.append(process)
            self._changed.notify_all()
            if self._closed.is_set():
                process.kill()
        return process

    def _take_time(self, answer_s: float) -> None:
        with self._changed:
            self._answer_s = answer_s
            self._changed.notify_all()

    def _remember(self, file: FileIO, how: DecoderExit) -> None:
        with self._changed, contextlib.suppress(OSError, ValueError):
            self._bad[_stamp(file)] = how
            while len(self._bad) > _REMEMBERED:
                del self._bad[next(iter(self._bad))]

    def _most_s(self, process: DecoderClient) -> float:
        """Time limit of a process; starting on a busy machine may take longer than answering in a hurry."""
        return self._answer_s if process.is_ready else max(ANSWER_S, self._answer_s)

    def _keep(self) -> None:
        """Keeps one process ready for the next urgent sound, and kills those that do not answer."""
        while True:
            with self._changed:
                needs_one = self._is_wanted and not self._idle
                if not needs_one and not self._closed.is_set():
                    self._changed.wait(min(_LOOK_S, self._answer_s / 4) if self._busy else None)
                if self._closed.is_set():
                    return
                late = [process for process in self._busy if process.waits_s() > self._most_s(process)]
                needs_one = self._is_wanted and not self._idle
            for process in late:
                _log.warning("a decoder process is silent for %.0f s and is killed", process.waits_s())
                process.hang_up()
            if needs_one:
                _log.debug("starting a spare decoder process")
                spare = DecoderClient(self._limit_bytes)
                with self._changed:
                    if not self._closed.is_set():
                        self._idle.append(spare)
                        continue
                spare.end()


class RemoteSource:
    """A sound that a decoder process reads. Satisfies `source.Source`; one thread owns it."""

    def __init__(self, decoders: DecoderPool, process: DecoderClient, file: FileIO, name: str) -> None:
        self._decoders, self._process, self._file, self._name = decoders, process, file, name
        self._is_open = True
        self._head: Samples | None = None
        self._broken: Damage | None = None

    def open(self, kind: DecoderKind) -> None:
        head: Samples = np.empty((0, 1), np.float32)

        def room_for(
            said: dict[str, Any],
        ) -> Samples:  # allocated late: 64 channels in advance would take 1 MiB per sound
            nonlocal head
            head = np.empty((min(said["count"], _HEAD_FRAMES), min(said["channels"], MAX_CHANNELS)), np.float32)
            return head

        question = {"do": "open", "kind": kind, "path": str(self._file.name), "name": self._name}
        try:
            said = self._ask(question | {"frames": _HEAD_FRAMES, "type": "float32"}, room_for)
            self.format, self.codec = str(said["format"]), str(said["codec"])
            self.sample_rate_hz, self.channels = int(said["sample_rate_hz"]), int(said["channels"])
            self.layout = str(said["layout"])
            self.bit_depth: int | None = said["bit_depth"]
            self.declared_frames: int | None = said["declared_frames"]
            self.is_length_exact, self.is_finite = bool(said["is_length_exact"]), bool(said["is_finite"])
            self._head = head if len(head) else head.reshape(0, self.channels)
            self._broken = _damage(said.get("broken"))
            self._ahead = min(max(_HEAD_FRAMES, self.sample_rate_hz // 8), _AHEAD_SAMPLES // self.channels)
        except BaseException:
            self._give_back()
            raise

    def read(self, out: Samples) -> int:
        if self._head is None and not self._broken:
            is_short = len(out) < self._ahead and out.dtype == np.float32
            block: Samples = np.empty((self._ahead, self.channels), np.float32) if is_short else out
            said = self._ask({"do": "read", "frames": len(block), "type": out.dtype.name}, block)
            self.bit_depth, self._broken = said["bit_depth"], _damage(said.get("broken"))
            if not is_short and not self._broken:
                return int(said["count"])
            self._head = block[: said["count"]]
        head = self._head
        if self._broken is not None and (head is None or not len(head)):
            raise StreamBroken(self._broken)
        assert head is not None
        count = min(len(head), len(out))
        out[:count] = head[:count]
        self._head = head[count:] if count < len(head) else None
        return count

    def seek(self, frame: int) -> None:
        self._head = None
        self._broken = _damage(self._ask({"do": "seek", "frame": frame}).get("broken"))
        if self._broken is not None:
            raise StreamBroken(self._broken)

    def close(self) -> None:
        """Returns the process to the pool."""
        if self._is_open:
            self._process.tell({"do": "close"})
            self._give_back()

    def _ask(self, question: dict[str, Any], into: Into = None) -> dict[str, Any]:
        return self._decoders.ask(self._process, self._file, self._name, question, into)

    def _give_back(self) -> None:
        self._is_open = False
        self._decoders.give_back(self._process)


class _Away:
    """The process-wide choice between decoding here and by decoder processes."""

    decoders: DecoderPool | None = None


def use(decoders: DecoderPool | None) -> None:
    """Makes decoder processes read all sounds of this process from now on; None reverts to decoding here."""
    _Away.decoders = decoders


def in_use() -> DecoderPool | None:
    """Returns the decoders that read this process's sounds; None when it decodes them itself."""
    return _Away.decoders


def _stamp(file: FileIO) -> _Stamp:
    found = os.fstat(file.fileno())
    return str(file.name), found.st_size, found.st_mtime_ns


_ENDED = {
    DecoderExit.CRASHED: FileFault.DECODER_CRASHED,
    DecoderExit.HUNG: FileFault.DECODER_HUNG,
    DecoderExit.MEMORY: FileFault.DECODER_MEMORY,
}


def _ended(name: str, how: DecoderExit) -> DecoderEnded:
    return DecoderEnded(trouble(_ENDED[how], FileAdvice.ENDED_DECODER), name)


def _closed() -> AudioError:
    return AudioError(trouble(FileFault.CLOSING, FileAdvice.START_AGAIN))


def _damage(code: object) -> Damage | None:
    """The reason of a code; None for none. A damaged process may answer anything: unknown codes are garbled."""
    return None if code is None else Damage.__members__.get(str(code), Damage.GARBLED)
