"""How much of a job's sound is left, in seconds: reckoned from the sizes of files, by what files of their kind held.

A list of files says how many bytes each has, and a byte of Ogg holds ten times the sound of a byte of WAV. So the first
files of each kind that are read teach how long the others will be. It knows nothing of clocks and rates.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.ingest.pace import longest
from engine.ingest.work import Task

FILE_S = 0.5
"""What a file costs beside its sound, in seconds of sound: a short one is not free. With the starter pack a one-shot of
0.3 s takes some 6 ms beside what its sound does, of which a second takes 12 (docs/decisions/0136)."""
_COMPRESSED = (
    b"ac3 aac alac amr ape eac3 flac m4a m4b m4v mka mkv mov mp2 mp3 mp4 mpga oga ogg opus tta webm wma wv".split()
)
_BYTES_A_SECOND = dict.fromkeys(_COMPRESSED, 30_000.0) | {b"flac": 130_000.0, b"alac": 130_000.0, b"wv": 130_000.0}
_UNCOMPRESSED = 288_000.0
"""48 kHz, stereo, 24 bit."""
_LAST = 64
"""Files at the end of the list of which each is looked at: with fewer left, not all readers have as much to do."""


@dataclass(slots=True)
class _Kind:
    """The files of one suffix."""

    bytes_a_second: float
    """What is assumed until one was read."""
    left_bytes: int = 0
    left_files: int = 0
    read_bytes: float = 0.0
    read_s: float = 0.0

    def seconds_a_byte(self, read_bytes: float, read_s: float) -> float:
        """By the files that were read, and what was read of those that are open."""
        known_bytes, known_s = self.read_bytes + read_bytes, self.read_s + read_s
        return known_s / known_bytes if known_bytes > 0 and known_s > 0 else 1.0 / self.bytes_a_second


@dataclass(frozen=True, slots=True)
class Inside:
    """How far a file has come that is being read."""

    task: Task
    share: float
    audio_s: float

    @property
    def work_s(self) -> float:
        """What was done of it, in seconds of sound."""
        return self.audio_s + self.share * FILE_S


class Workload:
    """What is left of a list of files. One thread owns it."""

    def __init__(self) -> None:
        self._kinds: dict[bytes, _Kind] = {}
        self._last: dict[bytes, Task] = {}
        """By path, in the order in which they are read."""

    def begin(self, tasks: Sequence[Task]) -> None:
        """These are left, and no others."""
        for kind in self._kinds.values():
            kind.left_bytes = kind.left_files = 0
        for task in tasks:
            kind = self._kind(task)
            kind.left_bytes += task.stamp.size_bytes
            kind.left_files += 1
        self._last = {task.stamp.path.raw: task for task in tasks[-_LAST:]}

    def did(self, task: Task, audio_s: float) -> float:
        """One of them is done; gives how much work it was, in seconds of sound. One that failed teaches nothing."""
        kind = self._kind(task)
        kind.left_bytes -= task.stamp.size_bytes
        kind.left_files -= 1
        self._last.pop(task.stamp.path.raw, None)
        if audio_s > 0:
            kind.read_bytes += task.stamp.size_bytes
            kind.read_s += audio_s
        return audio_s + FILE_S

    def left_s(self, inside: Sequence[Inside]) -> float:
        """What is still to do, in seconds of sound; `inside` are those of the list that are being read."""
        left_s = 0.0
        for kind in self._kinds.values():
            read_bytes, read_s = self._opened(kind, inside)
            left_s += max(0.0, kind.left_bytes - read_bytes) * kind.seconds_a_byte(read_bytes, read_s)
            left_s += max(0, kind.left_files) * FILE_S
        return max(0.0, left_s - sum(one.share for one in inside) * FILE_S)

    def longest_s(self, inside: Sequence[Inside], readers: int) -> float:
        """What is still to do for the one of so many readers who has most, in seconds of sound.

        As long as many files are left, all have the same. Of the last ones, whoever is free first takes the next: of
        three hours on two readers, one has two.
        """
        left_files = sum(kind.left_files for kind in self._kinds.values())
        if readers < 2 or left_files > len(self._last):
            return self.left_s(inside) / max(1, readers)
        opened = {one.task.stamp.path.raw for one in inside}
        parts = [self._work_s(one.task, inside, 1.0 - one.share) for one in inside]
        waiting = (self._work_s(task, inside, 1.0) for path, task in self._last.items() if path not in opened)
        return longest(parts, waiting, readers)

    def _work_s(self, task: Task, inside: Sequence[Inside], share: float) -> float:
        """How much work that share of a file is."""
        kind = self._kind(task)
        a_byte_s = kind.seconds_a_byte(*self._opened(kind, inside))
        return share * (task.stamp.size_bytes * a_byte_s + FILE_S)

    def _opened(self, kind: _Kind, inside: Sequence[Inside]) -> tuple[float, float]:
        """Bytes and seconds that were read of open files of a kind."""
        parts = [one for one in inside if self._kind(one.task) is kind]
        return sum(one.share * one.task.stamp.size_bytes for one in parts), sum(one.audio_s for one in parts)

    def _kind(self, task: Task) -> _Kind:
        suffix = task.stamp.path.raw.rpartition(b".")[2].lower()
        if suffix not in self._kinds:
            self._kinds[suffix] = _Kind(_BYTES_A_SECOND.get(suffix, _UNCOMPRESSED))
        return self._kinds[suffix]
