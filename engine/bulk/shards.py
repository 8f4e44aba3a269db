"""Shards: the portions that bulk embedding is cut into, by what the files hold.

The same files give the same shards, wherever they lie and whoever cuts them: they are sorted by content id, and a shard
is known by the content ids in it. So a renamed folder asks for nothing to be embedded again.
"""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.types import ContentId, FilePath

MOST_FILES = 2_000
MOST_S = 3_600.0
"""Seconds of sound in a shard of more than one file."""
_ID_BYTES = 16


@dataclass(frozen=True, slots=True)
class ShardFile:
    """One file of a plan."""

    path: FilePath
    root: int
    """Which of the plan's roots it was found in, from 0."""
    size_bytes: int
    mtime_ns: int
    content_id: ContentId
    duration_s: float
    """By its header: it measures the work, and nothing else."""


@dataclass(frozen=True, slots=True)
class Shard:
    """One portion of work."""

    id: str
    """32 hexadecimal digits over the content ids, in their order."""
    files: tuple[ShardFile, ...]

    @property
    def sound_s(self) -> float:
        """Seconds of sound in it, by the headers."""
        return sum(file.duration_s for file in self.files)

    @property
    def size_bytes(self) -> int:
        """Bytes of its files."""
        return sum(file.size_bytes for file in self.files)


def cut(files: Iterable[ShardFile], *, most_files: int = MOST_FILES, most_s: float = MOST_S) -> Iterator[Shard]:
    """Cuts files into shards of at most so many files and so much sound; a longer file is a shard by itself.

    Args:
        files: in any order; of copies of one file each counts.
        most_files: in a shard.
        most_s: seconds of sound in a shard.
    """
    waiting: list[ShardFile] = []
    waiting_s = 0.0
    copies = 0
    first_copy = 0
    last: ContentId | None = None
    for file in sorted(files, key=lambda file: (file.content_id, file.path.raw)):
        copies = copies + 1 if file.content_id == last else 0
        last = file.content_id
        if waiting and (len(waiting) >= most_files or waiting_s + file.duration_s > most_s):
            yield _shard(waiting, first_copy)
            waiting, waiting_s = [], 0.0
        if not waiting:
            first_copy = copies
        waiting.append(file)
        waiting_s += file.duration_s
    if waiting:
        yield _shard(waiting, first_copy)


def _shard(files: list[ShardFile], first_copy: int) -> Shard:
    """Args: `first_copy` tells shards apart that hold nothing but copies of one file."""
    digest = hashlib.blake2b(first_copy.to_bytes(8, "little"), digest_size=_ID_BYTES, person=b"earshot shard 1")
    for file in files:
        digest.update(file.content_id)
    return Shard(digest.hexdigest(), tuple(files))
