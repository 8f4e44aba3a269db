"""The job's counts, its rate, and how long it will still take."""

import time
from collections.abc import Sequence

from engine.events import Finished, Progress
from engine.ingest.pace import ReadersPace
from engine.ingest.work import Task
from engine.ingest.workload import Inside, Workload

_TELL_EVERY_S = 1.0
"""Seconds between two words of how far the files have come that are being read."""
_DONE, _AUDIO, _WORK = range(3)
"""The counts of its pace."""


class Tally:
    """Counts what is kept, and how far files have come that are not. The job's main thread only, but for `came`."""

    def __init__(self, started_s: float) -> None:
        """Args: `started_s` is a reading of `time.monotonic`."""
        self.added = self.changed = self.moved = self.removed = self.failed = self.unchanged = 0
        self.embedded_segments = 0
        self.readers = 1
        """How many read at once."""
        self._started_s = started_s
        self._paused_since_s: float | None = None
        self._paused_s = 0.0
        self._done = self._total = 0
        self._workload = Workload()
        self._work_s = self._audio_s = self._share = 0.0
        self._pace = ReadersPace()
        self._inside: dict[bytes, Inside] = {}
        """By path: how far a file has come, until it is done."""
        self._told_s = started_s
        self._told_inside_s = 0.0
        self._sequence = 0

    def begin(self, tasks: Sequence[Task]) -> None:
        """The list of files to read stands, or another one that follows it."""
        self._total = self._done + len(tasks)
        self._workload.begin(tasks)
        self._note()

    @property
    def left_s(self) -> float:
        """What is left of the list, in seconds of sound; of files being read, all of it."""
        return self._workload.left_s(())

    def came(self, task: Task, share: float, audio_s: float) -> None:
        """A share of a file, 0 to 1, was read, so many seconds of sound. Any thread."""
        self._inside[task.stamp.path.raw] = Inside(task, share, audio_s)

    def did(self, task: Task, audio_s: float = 0.0) -> None:
        """One file of the list is done, well or badly."""
        self._inside.pop(task.stamp.path.raw, None)
        self._done += 1
        self._work_s += self._workload.did(task, audio_s)
        self._audio_s += audio_s

    def pause(self, is_paused: bool) -> None:
        """Stops the clock, or lets it go on: a pause is no slowness."""
        now_s = time.monotonic()
        if is_paused:
            self._paused_since_s = now_s
        elif self._paused_since_s is not None:
            self._paused_s += now_s - self._paused_since_s
            self._paused_since_s = None

    @property
    def clock_s(self) -> float:
        """A clock that rests while the job does."""
        now_s = time.monotonic() if self._paused_since_s is None else self._paused_since_s
        return now_s - self._paused_s

    def heartbeat(self) -> Progress | None:
        """Where the job stands, once a second while a file is being read from which nothing was kept yet."""
        if time.monotonic() - self._told_s < _TELL_EVERY_S or _work_s(self._read()) == self._told_inside_s:
            return None
        return self.progress(self._sequence)

    def progress(self, sequence: int) -> Progress:
        """Where the job stands, with rates over the last half minute, or the last tenth of a job that is longer."""
        self._note()
        self._sequence = sequence
        inside = self._read()
        self._told_s, self._told_inside_s = time.monotonic(), _work_s(inside)
        work_s = self._work_s + _work_s(inside)
        left_s = self._workload.left_s(inside)
        if work_s + left_s > 0:
            self._share = max(
                self._share, work_s / (work_s + left_s)
            )  # a better guess of what is left takes nothing back
        rate_of_one = self._pace.rate_of_one(_WORK)
        return Progress(
            done=self._done,
            total=self._total,
            failed=self.failed,
            files_per_s=round(self._pace.rate(_DONE), 2),
            audio_x_realtime=round(self._pace.rate(_AUDIO), 2),
            eta_s=round(self._workload.longest_s(inside, self.readers) / rate_of_one, 1) if rate_of_one > 0 else None,
            sequence=sequence,
            added=self.added,
            changed=self.changed,
            moved=self.moved,
            removed=self.removed,
            embedded_segments=self.embedded_segments,
            seconds=round(time.monotonic() - self._started_s, 3),
            share=round(self._share, 4),
        )

    def finished(self, *, is_cancelled: bool) -> Finished:
        """The job's last word."""
        return Finished(
            added=self.added,
            changed=self.changed,
            moved=self.moved,
            removed=self.removed,
            failed=self.failed,
            unchanged=self.unchanged,
            embedded_segments=self.embedded_segments,
            seconds=round(time.monotonic() - self._started_s, 3),
            cancelled=is_cancelled,
        )

    def _note(self) -> None:
        inside = self._read()
        busy = min(self.readers, self._total - self._done)
        audio_s, work_s = self._audio_s + _audio_s(inside), self._work_s + _work_s(inside)
        self._pace.note(self.clock_s, busy, self._done, audio_s, work_s)

    def _read(self) -> list[Inside]:
        return list(self._inside.values())


def _work_s(inside: Sequence[Inside]) -> float:
    return sum(one.work_s for one in inside)


def _audio_s(inside: Sequence[Inside]) -> float:
    return sum(one.audio_s for one in inside)
