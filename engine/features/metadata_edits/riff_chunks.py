"""Replaces chunks of a WAV, RF64 or AIFF file. All other chunks keep their bytes and their order.

The sound keeps its offset if possible: a shorter chunk leaves a JUNK chunk behind, a longer one takes its bytes from a
JUNK, PAD or FLLR chunk before the sound, and new chunks go after the sound. Only without such room does the sound move,
and the whole file is copied.
"""

import struct
from collections.abc import Mapping, Sequence
from io import FileIO

from msgspec import Struct

from engine.audio.chunks import chunks
from engine.audio.files import read_at, size_of
from engine.base.errors import WriteRefused
from engine.base.messages import Message, told
from engine.base.types import FilePath
from engine.features.metadata_edits.envelope import Envelope
from engine.features.metadata_edits.messages import Oddity, WriteAdvice, WriteFault

_SOUND = frozenset({b"data", b"SSND"})
_FILLERS = frozenset({b"JUNK", b"junk", b"PAD ", b"FLLR", b"filr"})
_DS64_ROOM = 28
"""A JUNK chunk of at least this size right after the header is reserved for a ds64 chunk: EBU Tech 3306 §4."""
_OPEN = (0, 0xFFFF_FFFF)
"""Header sizes from writers that did not know the length."""


class RawChunk(Struct, frozen=True):
    """One chunk with header and padding, as in the file."""

    name: bytes
    content: bytes
    """Empty for the sound."""
    raw: bytes
    """Header, content and padding; for the sound only the header."""
    after: bytes = b""
    """For the sound: the padding between it and the next chunk."""
    is_sound: bool = False


class Layout(Struct, frozen=True):
    """A file's chunks."""

    head: bytes
    chunks: tuple[RawChunk, ...]
    rest: bytes
    """Bytes after the last chunk, or after the end stated in the header; never a chunk, even if they look like one."""
    order: str

    @property
    def is_wave(self) -> bool:
        return self.head[8:12] == b"WAVE"


def read_layout(file: FileIO, path: FilePath, envelope: Envelope) -> Layout:
    """Reads the chunks around the sound.

    Raises:
        WriteRefused: the chunks are inconsistent, so a change might lose something.
    """
    head, end = read_at(file, 0, 12), size_of(file)
    order = "<" if head[:4] in (b"RIFF", b"RF64", b"BW64") else ">"
    stated = struct.unpack(order + "I", head[4:8])[0]
    found = list(chunks(file))
    sounds = [chunk for chunk in found if chunk.name in _SOUND]
    if len(sounds) != 1 or found[0].offset != 20:
        raise _odd(path, Oddity.NOT_ONE_SOUND)
    if stated not in _OPEN and sounds[0].offset - 8 < stated + 8:
        found = [chunk for chunk in found if chunk.offset - 8 < stated + 8]
    if any(chunk.declared_bytes != chunk.size_bytes for chunk in found):
        raise _odd(path, Oddity.NO_END)
    if len(envelope.spans) > 1:
        raise _odd(path, Oddity.MORE_SOUNDS)
    raws: list[RawChunk] = []
    for number, chunk in enumerate(found):
        start, content_end = chunk.offset - 8, chunk.offset + chunk.size_bytes
        padded = min(end, content_end + (chunk.size_bytes & 1))
        after = found[number + 1].offset - 8 if number + 1 < len(found) else padded
        if chunk.name in _SOUND:
            raws.append(
                RawChunk(
                    chunk.name,
                    b"",
                    read_at(file, start, 8),
                    read_at(file, content_end, after - content_end),
                    is_sound=True,
                )
            )
        else:
            raws.append(
                RawChunk(chunk.name, read_at(file, chunk.offset, chunk.size_bytes), read_at(file, start, after - start))
            )
        last = after
    return Layout(head, tuple(raws), read_at(file, last, end - last), order)


def with_chunks(
    layout: Layout,
    replaced: Mapping[int, bytes | None],
    added: Sequence[tuple[bytes, bytes]],
    path: FilePath,
    payload_bytes: int,
    *,
    may_move: bool,
) -> tuple[bytes, ...]:
    """Returns the bytes around the sound with other chunks.

    Args:
        layout: the current chunks.
        replaced: new contents by chunk number; None takes the chunk out.
        added: names and contents of new chunks.
        path: for messages.
        payload_bytes: size of the sound.
        may_move: put a new `bext` before the sound, where EBU prefers it, even if the sound moves.

    Raises:
        WriteRefused: the file would exceed its format's size limit.
    """
    order = layout.order
    sound = next(number for number, chunk in enumerate(layout.chunks) if chunk.is_sound)
    pieces = list(layout.chunks)
    for number, content in replaced.items():
        if content is None:
            pieces[number] = RawChunk(pieces[number].name, b"", b"")
        elif content != pieces[number].content:
            pieces[number] = _chunk(pieces[number].name, content, order)
    front = [chunk.raw for chunk in pieces[:sound]]
    late = list(added)
    early = [] if not layout.is_wave else [(name, content) for name, content in added if name == b"bext"]
    before = sum(len(chunk.raw) for chunk in layout.chunks[:sound])
    if early:
        wanted = [*front, *(_chunk(name, content, order).raw for name, content in early)]
        fitted = _fitted(wanted, before, layout)
        if may_move or sum(map(len, fitted)) == before:
            front, late = fitted, [pair for pair in added if pair[0] != b"bext"]
        else:
            front = _fitted(front, before, layout)
    else:
        front = _fitted(front, before, layout)
    inside = [pieces[sound].after, *(chunk.raw for chunk in pieces[sound + 1 :])]
    for name, content in late:
        if (payload_bytes + sum(map(len, inside))) & 1:
            inside.append(b"\0")  # the last chunk's writer forgot the padding
        inside.append(_chunk(name, content, order).raw)
    grown = sum(map(len, front)) - before
    grown += sum(map(len, inside)) - len(layout.chunks[sound].after)
    grown -= sum(len(chunk.raw) for chunk in layout.chunks[sound + 1 :])
    head, front = _sized(layout, front, grown, path)
    return head + b"".join(front) + pieces[sound].raw, b"".join([*inside, layout.rest])


def _fitted(front: list[bytes], room: int, layout: Layout) -> list[bytes]:
    """Resizes or adds fillers among the chunks before the sound so that they take `room` bytes, if possible."""
    over = sum(map(len, front)) - room
    first = 1 if layout.is_wave and front and front[0][:4] in _FILLERS and len(front[0]) >= 8 + _DS64_ROOM else 0
    for number in range(len(front) - 1, first - 1, -1):
        raw = front[number]
        left = len(raw) - over
        if raw[:4] not in _FILLERS or over == 0 or (left != 0 and left < 8):
            continue
        filler = (
            []
            if left == 0
            else [raw[:4] + struct.pack(layout.order + "I", left - 8) + raw[8:left].ljust(left - 8, b"\0")]
        )
        return front[:number] + filler + front[number + 1 :]
    if layout.is_wave and over <= -8:
        return [*front, b"JUNK" + struct.pack(layout.order + "I", -over - 8) + bytes(-over - 8)]
    return front


def _sized(layout: Layout, front: list[bytes], grown: int, path: FilePath) -> tuple[bytes, list[bytes]]:
    stated = struct.unpack(layout.order + "I", layout.head[4:8])[0]
    if front and front[0][:4] == b"ds64" and layout.head[:4] != b"RIFF":
        long = struct.unpack_from("<Q", front[0], 8)[0]
        if long:
            front = [front[0][:8] + struct.pack("<Q", long + grown) + front[0][16:], *front[1:]]
    if stated in _OPEN:
        return layout.head, front
    if stated + grown > 0xFFFF_FFFE:
        raise WriteRefused(told(WriteFault.FILE_FULL, path.text), advice=WriteAdvice.LARGER_FORMAT)
    return layout.head[:4] + struct.pack(layout.order + "I", stated + grown) + layout.head[8:], front


def _chunk(name: bytes, content: bytes, order: str) -> RawChunk:
    raw = name + struct.pack(order + "I", len(content)) + content + b"\0" * (len(content) & 1)
    return RawChunk(name, content, raw)


def places_of(layout: Layout, names: Sequence[bytes], kind: bytes = b"") -> list[int]:
    """Returns the numbers of the chunks with these names (for a list, also of this kind), in order."""
    return [
        number
        for number, chunk in enumerate(layout.chunks)
        if chunk.name in names and chunk.content[: len(kind)].upper() == kind and not chunk.is_sound
    ]


def _odd(path: FilePath, why: Oddity) -> WriteRefused:
    return WriteRefused(told(WriteFault.FILE_BUILT_ODDLY, path.text, Message(why)), advice=WriteAdvice.SAVE_ANEW)
