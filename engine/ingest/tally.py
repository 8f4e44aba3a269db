"""A job's counts, its rates, and its remaining time."""

import time
from collections.abc import Sequence

from engine.base.events import Finished, Progress
from engine.ingest.pace import ReadersPace
from engine.ingest.worker import Task
from engine.ingest.workload import FileShare, Workload

_TELL_EVERY_S = 1.0
"""Seconds between two reports of progress in open files."""
_DONE, _AUDIO, _WORK = range(3)


class Tally:
    """Counts stored files and the progress of open ones. The job's main thread only, except `came`."""

    def __init__(self, started_s: float) -> None:
        """Args: `started_s` is a reading of `time.monotonic`."""
        self.added = self.changed = self.moved = self.removed = self.failed = self.unchanged = 0
        self.embedded_segments = 0
        self.readers = 1
        self._started_s = started_s
        self._paused_since_s: float | None = None
        self._paused_s = 0.0
        self._done = self._total = 0
        self._workload = Workload()
        self._work_s = self._audio_s = self._share = 0.0
        self._pace = ReadersPace()
        self._inside: dict[bytes, FileShare] = {}
        """Progress by path, until the file is done."""
        self._told_s = started_s
        self._told_inside_s = 0.0
        self._sequence = 0

    def begin(self, tasks: Sequence[Task]) -> None:
        """Starts a list of files to read; may be called again for a list that follows."""
        self._total = self._done + len(tasks)
        self._workload.begin(tasks)
        self._note()

    @property
    def left_s(self) -> float:
        """Remaining work of the list, in seconds of sound, counting open files in full."""
        return self._workload.left_s(())

    def came(self, task: Task, share: float, audio_s: float) -> None:
        """Records a file's progress: share, 0 to 1, and seconds of sound. Any thread."""
        self._inside[task.stamp.path.raw] = FileShare(task, share, audio_s)

    def did(self, task: Task, audio_s: float = 0.0) -> None:
        """Counts a file of the list as done, whether it succeeded or failed."""
        self._inside.pop(task.stamp.path.raw, None)
        self._done += 1
        self._work_s += self._workload.did(task, audio_s)
        self._audio_s += audio_s

    def pause(self, is_paused: bool) -> None:
        """Stops or restarts the clock: a pause does not lower the rates."""
        now_s = time.monotonic()
        if is_paused:
            self._paused_since_s = now_s
        elif self._paused_since_s is not None:
            self._paused_s += now_s - self._paused_since_s
            self._paused_since_s = None

    @property
    def clock_s(self) -> float:
        """A clock that stops while the job is paused."""
        now_s = time.monotonic() if self._paused_since_s is None else self._paused_since_s
        return now_s - self._paused_s

    def heartbeat(self) -> Progress | None:
        """Returns progress once a second while open files advance, else None."""
        if time.monotonic() - self._told_s < _TELL_EVERY_S or _work_s(self._read()) == self._told_inside_s:
            return None
        return self.progress(self._sequence)

    def progress(self, sequence: int) -> Progress:
        """Returns progress, with rates over the last half minute, or the last tenth of a longer job."""
        self._note()
        self._sequence = sequence
        inside = self._read()
        self._told_s, self._told_inside_s = time.monotonic(), _work_s(inside)
        work_s = self._work_s + _work_s(inside)
        left_s = self._workload.left_s(inside)
        if work_s + left_s > 0:
            self._share = max(self._share, work_s / (work_s + left_s))  # a new estimate never lowers the share
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

    def _read(self) -> list[FileShare]:
        return list(self._inside.values())


def _work_s(inside: Sequence[FileShare]) -> float:
    return sum(one.work_s for one in inside)


def _audio_s(inside: Sequence[FileShare]) -> float:
    return sum(one.audio_s for one in inside)
