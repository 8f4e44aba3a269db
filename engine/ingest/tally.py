"""The job's counts, its rate, and how long it will still take."""

import time
from collections import deque
from collections.abc import Sequence

from engine.events import Finished, Progress
from engine.ingest.work import Task

_WINDOW_S = 30.0
_FILE_BYTES = 200_000
"""What opening a file costs, in bytes of sound: a short one is not free, however small."""


class Tally:
    """Counts what is committed. The job's main thread only."""

    def __init__(self, started_s: float) -> None:
        """Args: `started_s` is a reading of `time.monotonic`."""
        self.added = self.changed = self.moved = self.removed = self.failed = self.unchanged = 0
        self.embedded_segments = 0
        self._started_s = started_s
        self._paused_since_s: float | None = None
        self._paused_s = 0.0
        self._done = self._total = 0
        self._work_done = self._work_total = 0
        self._audio_s = 0.0
        self._recent: deque[tuple[float, int, float, int]] = deque()

    def begin(self, tasks: Sequence[Task]) -> None:
        """The list of files to read stands, or another one that follows it."""
        self._total = self._done + len(tasks)
        self._work_total = self._work_done + sum(map(_work_of, tasks))
        self._note()

    def did(self, task: Task, audio_s: float = 0.0) -> None:
        """One file of the list is done, well or badly."""
        self._done += 1
        self._work_done += _work_of(task)
        self._audio_s += audio_s

    def pause(self, is_paused: bool) -> None:
        """Stops the clock, or lets it go on: a pause is no slowness."""
        now_s = time.monotonic()
        if is_paused:
            self._paused_since_s = now_s
        elif self._paused_since_s is not None:
            self._paused_s += now_s - self._paused_since_s
            self._paused_since_s = None

    def progress(self, sequence: int) -> Progress:
        """Where the job stands, with rates over the last half minute."""
        self._note()
        then_s, done, audio_s, work = self._recent[0]
        elapsed_s = self._clock_s() - then_s
        rate = (self._done - done) / elapsed_s if elapsed_s > 0 else 0.0
        work_rate = (self._work_done - work) / elapsed_s if elapsed_s > 0 else 0.0
        return Progress(
            done=self._done,
            total=self._total,
            failed=self.failed,
            files_per_s=round(rate, 2),
            audio_x_realtime=round((self._audio_s - audio_s) / elapsed_s, 2) if elapsed_s > 0 else 0.0,
            eta_s=round((self._work_total - self._work_done) / work_rate, 1) if work_rate > 0 else None,
            sequence=sequence,
            added=self.added,
            changed=self.changed,
            moved=self.moved,
            removed=self.removed,
            embedded_segments=self.embedded_segments,
            seconds=round(time.monotonic() - self._started_s, 3),
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
        now_s = self._clock_s()
        self._recent.append((now_s, self._done, self._audio_s, self._work_done))
        while len(self._recent) > 2 and self._recent[1][0] < now_s - _WINDOW_S:
            self._recent.popleft()

    def _clock_s(self) -> float:
        now_s = time.monotonic() if self._paused_since_s is None else self._paused_since_s
        return now_s - self._paused_s


def _work_of(task: Task) -> int:
    return task.stamp.size_bytes + _FILE_BYTES
