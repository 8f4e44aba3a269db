"""Splits a file into the coded sound, which nothing here changes, and its envelope, all bytes around it.

Writing metadata replaces the envelope. The journal keeps a file's envelopes before and after, so an undo restores the
file byte for byte.
"""

import hashlib
import struct
from dataclasses import dataclass
from functools import cached_property
from io import FileIO

from engine.audio.content import payload_spans, probe
from engine.audio.files import open_regular, read_at, size_of
from engine.base.errors import WriteRefused
from engine.base.messages import told
from engine.base.types import FilePath
from engine.features.metadata_edits.messages import WriteAdvice, WriteFault

_LARGEST_BYTES = 64 << 20
"""Larger metadata (video, scanned booklets) is not copied into the journal for every change."""


@dataclass(frozen=True)
class Envelope:
    """The bytes around the coded sound."""

    parts: tuple[bytes, ...]
    """Bytes before the first span, between spans, and after the last: one part more than spans."""
    spans: tuple[tuple[int, int], ...]
    """The coded sound as (offset, size) in bytes, ascending."""
    probe: bytes
    """Content id of the coded sound, which identifies it."""
    is_ogg: bool = False
    """The coded sound consists of Ogg pages, whose numbers change with the header's length."""

    @cached_property
    def digest(self) -> bytes:
        """16 bytes that identify this envelope."""
        digest = hashlib.blake2b(struct.pack("<I", len(self.parts)), digest_size=16)
        for part in self.parts:
            digest.update(struct.pack("<Q", len(part)))
            digest.update(part)
        return digest.digest()

    @property
    def size_bytes(self) -> int:
        return sum(map(len, self.parts)) + sum(size for _, size in self.spans)

    @property
    def payload_bytes(self) -> int:
        return sum(size for _, size in self.spans)

    def around(self, parts: tuple[bytes, ...]) -> "Envelope":
        """Returns an envelope with other bytes around the same sound, whose offsets shift accordingly."""
        spans, at = [], 0
        for part, (_, size) in zip(parts, self.spans, strict=False):
            spans.append((at + len(part), size))
            at += len(part) + size
        return Envelope(parts, tuple(spans), self.probe, self.is_ogg)


def read_envelope(path: FilePath) -> Envelope:
    """Reads a file's envelope.

    Raises:
        NotAFile: missing, unreadable, or not a regular file.
        EmptyAudio: the file is empty.
        WriteRefused: the envelope is too large.
    """
    with open_regular(path) as file:
        return envelope_of(file, path)


def envelope_of(file: FileIO, path: FilePath) -> Envelope:
    """Like `read_envelope`, for an open file."""
    found = payload_spans(file)
    spans = tuple(sorted((offset, size) for offset, size in found.spans if size > 0))
    end = size_of(file)
    if end - sum(size for _, size in spans) > _LARGEST_BYTES:
        raise WriteRefused(told(WriteFault.FILE_HOLDS_MORE, path.text), advice=WriteAdvice.LEAVE_AS_IT_IS)
    parts, at = [], 0
    for offset, size in spans:
        parts.append(read_at(file, at, offset - at))
        at = offset + size
    parts.append(read_at(file, at, end - at))
    return Envelope(tuple(parts), spans, probe(file, found), found.is_ogg)
