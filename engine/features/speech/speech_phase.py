"""The speech phase of an indexing job: after embedding, with the packs of kind words and units.

Every sound is decoded once for all listeners that do not know it. Results are stored within a second, so a job can be
killed at any moment and the next one continues; an unreadable file is recorded and skipped. Without such packs there is
no phase.
"""

import contextlib
import logging
import queue
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from msgspec import Struct

from engine.base.errors import PackError
from engine.base.events import Event, FileRemark, SpeechProgress
from engine.base.file_messages import FileFault
from engine.base.logs import Name
from engine.base.messages import told
from engine.base.types import FilePath, SoundId
from engine.features.speech.listener import SpeechListener
from engine.features.speech.listeners import listeners_of
from engine.features.speech.messages import SpeechNote
from engine.features.speech.speech_reader import SpeechResult, SpeechSetup, SpeechTask, are_of, hear_sound
from engine.ingest.codec import MessageRefused
from engine.ingest.control import Control
from engine.ingest.loop import PauseClock, read_all
from engine.ingest.pace import ReadersPace, longest
from engine.ingest.reader_messages import ReaderContext
from engine.ingest.readers import OpenFiles, Reader, ReaderEnded
from engine.ingest.remote_readers import RemoteReader, is_worth, memory_of_each
from engine.ingest.spec import JobSpec
from engine.ingest.workload import FILE_S
from engine.store.catalogue import Catalogue

_log = logging.getLogger(__name__)

_TELL_EVERY_S = 1.0
_QUEUE = 64
_LAST = 64
"""Sounds at the end of the list whose loads are computed one by one; see `engine.ingest.workload`."""
_KEEP_WITHIN_S = 1.0
_MOST_WAITING = 64


class _Task(Struct, frozen=True):
    id: SoundId
    path: FilePath
    digest: bytes
    listeners: tuple[SpeechListener, ...]
    work_s: float
    """Its duration plus the fixed cost of a file, in seconds of sound."""


class _SpeechOutcome(Struct, frozen=True):
    task: _Task
    sound: SpeechResult


def hear_speech(
    spec: JobSpec,
    catalogue: Catalogue,
    threads: int,
    control: Control,
    pauses: PauseClock,
    reading: OpenFiles,
    emit: Callable[[Event], None],
) -> None:
    """Runs every installed speech pack over the sounds it does not know; see `engine.ingest.extensions.SecondPass`."""
    if spec.without_speech:
        _log.debug("speech is not listened for: the job says so")
        return
    listeners = listeners_of(spec.library, lambda folder, why: emit(FileRemark(folder, why)))
    try:
        tasks = _to_hear(catalogue, listeners)
        _log.info("%d sounds to listen to for speech, %d packs", len(tasks), len(listeners))
        blamed = {path.raw: reason for path, reason in spec.blamed}
        suspects = {path.raw for path in spec.suspects}
        for task in (task for task in tasks if task.path.raw in blamed):
            _log.warning("left out, it ended an earlier process: %s", Name(task.path))
            for listener in task.listeners:
                listener.file.failed(task.id, task.digest, blamed[task.path.raw].what.name)
        tasks = [task for task in tasks if task.path.raw not in blamed]
        first = [task for task in tasks if task.path.raw in suspects]
        rest = [task for task in tasks if task.path.raw not in suspects]
        keeper = _SpeechSink(tasks, listeners, lambda: pauses.clock_s, emit)
        packs = {listener.kind: listener.pack for listener in listeners}
        apart = SpeechSetup(packs, memory_of_each(spec.memory_bytes, threads))
        for part, count in ((first, 1), (rest, threads)):
            if part and not control.is_cancelled:
                is_apart = is_worth(sum(task.work_s for task in part), count, "cpu")
                kind = partial(_RemoteSpeechReader, apart) if is_apart else _SpeechReader
                make = partial(_hearer, kind, control, reading, keeper.came)
                keeper.readers = count
                _log.info("listening in %d %s", count, "processes" if is_apart else "threads")
                read_all(part, count, make, keeper, pauses, reading, ahead=_QUEUE, cancels=False)
        keeper.end()
    except PackError as err:
        _log.warning("listening for speech stopped: %s", err)
        emit(FileRemark(str(spec.library), told(SpeechNote.SPEECH_STOPPED, err.what, err.to_do)))
    finally:
        for listener in listeners:
            listener.file.close()


def digest_of(content_id: bytes | None, payload_digest: bytes | None) -> bytes:
    """Returns a digest of a sound's content, for the listeners' files."""
    return (content_id or b"") + (payload_digest or b"")


def _to_hear(catalogue: Catalogue, listeners: Sequence[SpeechListener]) -> list[_Task]:
    """Returns the sounds to hear, after removing gone or changed ones from the listeners' files."""
    if not listeners:
        return []
    payloads = list(catalogue.files.payloads())
    digests = {payload.id: digest_of(payload.content_id, payload.payload_digest) for payload in payloads}
    lacking: dict[SoundId, list[SpeechListener]] = {}
    for listener in listeners:
        known = listener.file.known()
        listener.file.forget([id for id, digest in known.items() if digests.get(id) != digest])
        for id, digest in digests.items():
            if known.get(id) != digest:
                lacking.setdefault(id, []).append(listener)
    at_hand = [payload for payload in payloads if not payload.is_away and payload.id in lacking]
    ids = np.array([payload.id for payload in at_hand], dtype=np.int64)
    durations_s = np.nan_to_num(catalogue.sounds.numbers(ids, ["duration_s"])[:, 0])
    return [
        _Task(payload.id, payload.path, digests[payload.id], tuple(lacking[payload.id]), float(duration_s) + FILE_S)
        for payload, duration_s in zip(at_hand, durations_s, strict=True)
    ]


class _SpeechSink:
    """Stores results, many short sounds per transaction, and reports progress periodically."""

    def __init__(
        self,
        tasks: Sequence[_Task],
        listeners: Sequence[SpeechListener],
        clock: Callable[[], float],
        emit: Callable[[Event], None],
    ) -> None:
        self.readers = 1
        self._total, self._listeners, self._clock, self._emit = len(tasks), listeners, clock, emit
        self._waiting: list[_SpeechOutcome] = []
        self._since_s = 0.0
        self._done = self._spoken = 0
        self._all_s = sum(task.work_s for task in tasks)
        self._last = {task.id: task.work_s for task in tasks[-_LAST:]}
        self._inside: dict[SoundId, tuple[float, float]] = {}
        """Work done and work left in each open sound."""
        self._kept_s = self._told_inside_s = 0.0
        self._told_s = time.monotonic()
        self._pace = ReadersPace()
        self._note()

    @property
    def is_due(self) -> bool:
        """True if enough results wait, the first has waited long enough, or progress is due."""
        is_old = self.has_pending and time.monotonic() - self._since_s >= _KEEP_WITHIN_S
        is_time = time.monotonic() - self._told_s >= _TELL_EVERY_S and self._inside_s() != self._told_inside_s
        return is_old or is_time or len(self._waiting) >= _MOST_WAITING

    @property
    def has_pending(self) -> bool:
        return bool(self._waiting)

    def take(self, heard: _SpeechOutcome) -> None:
        if not self._waiting:
            self._since_s = time.monotonic()
        self._waiting.append(heard)

    def came(self, task: _Task, share: float, audio_s: float) -> None:
        """Records the progress of a sound. Any thread."""
        self._inside[task.id] = (share * task.work_s, (1.0 - share) * task.work_s)

    def commit(self) -> None:
        """Stores all waiting results, in one transaction per listener."""
        if self._waiting:
            self._keep()
        if time.monotonic() - self._told_s >= _TELL_EVERY_S:
            self._tell()

    def end(self) -> None:
        if self._total:
            _log.info("listened to %d of %d sounds, speech in %d", self._done, self._total, self._spoken)
            self._tell()

    def _keep(self) -> None:
        with contextlib.ExitStack() as changes:
            for listener in self._listeners:
                changes.enter_context(listener.file.change())
            spoken = sum(map(_kept, self._waiting))
        self._spoken += spoken
        _log.debug("stored %d sounds, speech in %d", len(self._waiting), spoken)
        self._done += len(self._waiting)
        for heard in self._waiting:
            self._inside.pop(heard.task.id, None)
            self._last.pop(heard.task.id, None)
            self._kept_s += heard.task.work_s
        self._waiting.clear()

    def _note(self) -> None:
        busy = min(self.readers, self._total - self._done)
        self._pace.note(self._clock(), busy, self._kept_s + self._inside_s())

    def _inside_s(self) -> float:
        return sum(heard_s for heard_s, _ in list(self._inside.values()))

    def _tell(self) -> None:
        self._told_s, self._told_inside_s = time.monotonic(), self._inside_s()
        self._note()
        rate_of_one = self._pace.rate_of_one(0)
        eta_s = round(self._longest_s() / rate_of_one, 1) if rate_of_one > 0 else None
        share = min(1.0, (self._kept_s + self._told_inside_s) / self._all_s)
        self._emit(SpeechProgress(self._done, self._total, self._spoken, eta_s, round(share, 4)))

    def _longest_s(self) -> float:
        """Returns the remaining work of the busiest reader, in seconds of sound."""
        inside = dict(self._inside)
        if self._total - self._done > len(self._last):
            left_s = self._all_s - self._kept_s - sum(heard_s for heard_s, _ in inside.values())
            return max(0.0, left_s) / self.readers
        waiting = (work_s for id, work_s in self._last.items() if id not in inside)
        return longest((left_s for _, left_s in inside.values()), waiting, self.readers)


class _SpeechReader(Reader[_Task, _SpeechOutcome]):
    """A thread that decodes a sound for all its listeners."""

    def __init__(self, place: ReaderContext) -> None:
        super().__init__("speech-worker", place.control, place.reading, place.next_task, place.out)
        self._came = place.came

    def read(self, task: _Task) -> None:
        """Hears one sound; there is no outcome if the job is cancelled meanwhile."""
        self.reading.begin(task.path)
        ears = [listener.ears for listener in task.listeners]
        heard = hear_sound(task.path, ears, self.control, self.reading, partial(self._came, task))
        if heard is not None:
            self.out.put(_SpeechOutcome(task, heard))


class _RemoteSpeechReader(RemoteReader[_Task, _SpeechOutcome]):
    """Represents a reader in another process."""

    results = (SpeechResult,)

    def __init__(self, setup: SpeechSetup, place: ReaderContext) -> None:
        super().__init__(setup, place.control, place.reading, place.next_task, place.out)
        self._came = place.came

    def came(self, task: _Task, share: float, audio_s: float) -> None:
        self._came(task, share, audio_s)

    def path(self, task: _Task) -> FilePath:
        return task.path

    def sent(self, task: _Task) -> SpeechTask:
        return SpeechTask(task.path, tuple(listener.kind for listener in task.listeners))

    def outcome(self, task: _Task, result: object) -> _SpeechOutcome:
        assert isinstance(result, SpeechResult)
        kinds = [listener.kind for listener in task.listeners]
        if not (result.error in FileFault.__members__ if result.error else are_of(kinds, result.results)):
            raise MessageRefused("speech as no listener hears it")
        return _SpeechOutcome(task, result)


def _hearer(
    kind: Callable[[ReaderContext], Reader[_Task, _SpeechOutcome]],
    control: Control,
    reading: OpenFiles,
    came: Callable[[_Task, float, float], None],
    next_task: Callable[[], _Task | None],
    out: "queue.Queue[_SpeechOutcome | ReaderEnded]",
) -> Reader[_Task, _SpeechOutcome]:
    return kind(ReaderContext(control, reading, next_task, out, came))


def _kept(heard: _SpeechOutcome) -> bool:
    task, sound = heard.task, heard.sound
    if sound.error:
        if sound.is_lasting:
            for listener in task.listeners:
                listener.file.failed(task.id, task.digest, sound.error)
        return False
    results: tuple[Any, ...] = sound.results  # each of its listener's kind
    said = [
        listener.file.keep(task.id, task.digest, result)
        for listener, result in zip(task.listeners, results, strict=True)
    ]
    return any(said)
