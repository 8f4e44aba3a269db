"""Shards: the portions of bulk embedding, cut by the files' content.

Equal files give equal shards, wherever they lie and whoever cuts them: files are sorted by content id, and the content
ids in a shard make its id. A renamed folder therefore needs no new embedding.
"""

import hashlib
from collections.abc import Iterable, Iterator

from msgspec import Struct

from engine.base.types import ContentId, FilePath

MOST_FILES = 2_000
MOST_S = 3_600.0
"""Seconds of sound in a shard, unless it is a single file."""
_ID_BYTES = 16


class ShardFile(Struct, frozen=True):
    """A file of a plan."""

    path: FilePath
    root: int
    """Index into the plan's roots."""
    size_bytes: int
    mtime_ns: int
    content_id: ContentId
    duration_s: float
    """From the header; only for sizing shards."""


class Shard(Struct, frozen=True):
    """A portion of work."""

    id: str
    """32 hexadecimal digits, hashed from the content ids in their order."""
    files: tuple[ShardFile, ...]

    @property
    def sound_s(self) -> float:
        return sum(file.duration_s for file in self.files)

    @property
    def size_bytes(self) -> int:
        return sum(file.size_bytes for file in self.files)


def cut(files: Iterable[ShardFile], *, most_files: int = MOST_FILES, most_s: float = MOST_S) -> Iterator[Shard]:
    """Cuts files into shards of limited size. A file longer than `most_s` is a shard by itself.

    Args:
        files: in any order; every copy of a file counts.
        most_files: limit per shard.
        most_s: limit per shard, in seconds of sound.
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
    """Args: `first_copy` tells apart shards that hold nothing but copies of one file."""
    digest = hashlib.blake2b(first_copy.to_bytes(8, "little"), digest_size=_ID_BYTES, person=b"earshot shard 1")
    for file in files:
        digest.update(file.content_id)
    return Shard(digest.hexdigest(), tuple(files))
