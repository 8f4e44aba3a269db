"""Estimates how much of a job's sound is left, in seconds, from file sizes and from what files of each kind held.

A list of files states how many bytes each has, and a byte of Ogg holds ten times the sound of a byte of WAV. So the
first files of each kind teach how long the others are. It knows no clocks and no rates.
"""

from collections.abc import Sequence

from msgspec import Struct

from engine.ingest.pace import longest
from engine.ingest.worker import Task

FILE_S = 0.5
"""Fixed cost of a file, in seconds of sound. With the starter pack a one-shot of 0.3 s takes about 6 ms beyond its
sound, and a second of sound takes 12 ms (docs/decisions/0136)."""
_COMPRESSED = (
    b"ac3 aac alac amr ape eac3 flac m4a m4b m4v mka mkv mov mp2 mp3 mp4 mpga oga ogg opus tta webm wma wv".split()
)
_BYTES_A_SECOND = dict.fromkeys(_COMPRESSED, 30_000.0) | {b"flac": 130_000.0, b"alac": 130_000.0, b"wv": 130_000.0}
_UNCOMPRESSED = 288_000.0
"""48 kHz, stereo, 24 bit."""
_LAST = 64
"""Files at the end of the list whose loads are computed one by one: with fewer left, loads of readers differ."""


class _Kind(Struct):
    """The files of one suffix."""

    bytes_a_second: float
    """Assumed until one is read."""
    left_bytes: int = 0
    left_files: int = 0
    read_bytes: float = 0.0
    read_s: float = 0.0

    def seconds_a_byte(self, read_bytes: float, read_s: float) -> float:
        """Returns the ratio over files read, and the parts read of open ones."""
        known_bytes, known_s = self.read_bytes + read_bytes, self.read_s + read_s
        return known_s / known_bytes if known_bytes > 0 and known_s > 0 else 1.0 / self.bytes_a_second


class FileShare(Struct, frozen=True):
    """Progress of an open file."""

    task: Task
    share: float
    audio_s: float

    @property
    def work_s(self) -> float:
        return self.audio_s + self.share * FILE_S


class Workload:
    """The remaining work of a list of files. One thread owns it."""

    def __init__(self) -> None:
        self._kinds: dict[bytes, _Kind] = {}
        self._last: dict[bytes, Task] = {}
        """By path, in reading order."""

    def begin(self, tasks: Sequence[Task]) -> None:
        """Starts with these files and no others."""
        for kind in self._kinds.values():
            kind.left_bytes = kind.left_files = 0
        for task in tasks:
            kind = self._kind(task)
            kind.left_bytes += task.stamp.size_bytes
            kind.left_files += 1
        self._last = {task.stamp.path.raw: task for task in tasks[-_LAST:]}

    def did(self, task: Task, audio_s: float) -> float:
        """Counts a file as done. Returns its work, in seconds of sound; a failed file teaches nothing."""
        kind = self._kind(task)
        kind.left_bytes -= task.stamp.size_bytes
        kind.left_files -= 1
        self._last.pop(task.stamp.path.raw, None)
        if audio_s > 0:
            kind.read_bytes += task.stamp.size_bytes
            kind.read_s += audio_s
        return audio_s + FILE_S

    def left_s(self, inside: Sequence[FileShare]) -> float:
        """Returns the remaining work, in seconds of sound; `inside` are the open files of the list."""
        left_s = 0.0
        for kind in self._kinds.values():
            read_bytes, read_s = self._opened(kind, inside)
            left_s += max(0.0, kind.left_bytes - read_bytes) * kind.seconds_a_byte(read_bytes, read_s)
            left_s += max(0, kind.left_files) * FILE_S
        return max(0.0, left_s - sum(one.share for one in inside) * FILE_S)

    def longest_s(self, inside: Sequence[FileShare], readers: int) -> float:
        """Returns the remaining work of the busiest reader, in seconds of sound.

        While many files are left, all readers have equal loads. Of the last ones, whoever is free first takes the next:
        with three files of one hour and two readers, one reader gets two.
        """
        left_files = sum(kind.left_files for kind in self._kinds.values())
        if readers < 2 or left_files > len(self._last):
            return self.left_s(inside) / max(1, readers)
        opened = {one.task.stamp.path.raw for one in inside}
        parts = [self._work_s(one.task, inside, 1.0 - one.share) for one in inside]
        waiting = (self._work_s(task, inside, 1.0) for path, task in self._last.items() if path not in opened)
        return longest(parts, waiting, readers)

    def _work_s(self, task: Task, inside: Sequence[FileShare], share: float) -> float:
        kind = self._kind(task)
        a_byte_s = kind.seconds_a_byte(*self._opened(kind, inside))
        return share * (task.stamp.size_bytes * a_byte_s + FILE_S)

    def _opened(self, kind: _Kind, inside: Sequence[FileShare]) -> tuple[float, float]:
        """Returns bytes and seconds read of a kind's open files."""
        parts = [one for one in inside if self._kind(one.task) is kind]
        return sum(one.share * one.task.stamp.size_bytes for one in parts), sum(one.audio_s for one in parts)

    def _kind(self, task: Task) -> _Kind:
        suffix = task.stamp.path.raw.rpartition(b".")[2].lower()
        if suffix not in self._kinds:
            self._kinds[suffix] = _Kind(_BYTES_A_SECOND.get(suffix, _UNCOMPRESSED))
        return self._kinds[suffix]
