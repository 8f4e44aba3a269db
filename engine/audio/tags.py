"""Reads ID3, Vorbis comments, MP4 atoms, APE and ASF tags through mutagen, as flat fields `kind.name` to text.

It parses AU annotations itself, and takes the texts of what mutagen does not know (Matroska, AVI) from FFmpeg. mutagen
is thorough on good files and raises almost anything on damaged ones; those give no fields, never an error.
"""

import struct
from io import BufferedReader, BytesIO, FileIO
from typing import Any, BinaryIO, Literal

import mutagen
import mutagen.apev2
import mutagen.flac
import mutagen.id3

from engine.audio.av_source import container_texts
from engine.audio.files import id3_length, read_at
from engine.audio.inflation import inflation_bounded
from engine.audio.mp4_boxes import ASIDE, names_of_metas, texts_of_metas
from engine.audio.ogg_tags import ogg_comments
from engine.audio.riff_tags import as_text, tidy

_FLAC: Any = mutagen.flac.FLAC  # mutagen's type hints are incomplete
_ID3: Any = mutagen.id3.ID3
_AU: dict[bytes, Literal["big", "little"]] = {b".snd": "big", b"dns.": "little"}
_AU_HEADER = 24
_AU_NAMES = frozenset(("title", "artist", "album", "track", "genre", "comment", "description", "copyright"))
_MAX_ANNOTATION = 1 << 20
_VORBIS_OF_ID3 = {
    "id3.TIT2": "vorbis.title", "id3.TPE1": "vorbis.artist", "id3.TALB": "vorbis.album", "id3.COMM": "vorbis.comment",
    "id3.TCON": "vorbis.genre",
}  # fmt: skip
_MAX_FIELDS = 500
_MAX_VALUES = 50
# Exceptions seen from mutagen on damaged tags, beside its own.
_DAMAGE = (
    mutagen.MutagenError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, struct.error, EOFError,
    OSError, MemoryError, RecursionError, AssertionError, NotImplementedError,
)  # fmt: skip


def file_tags(file: FileIO) -> dict[str, str]:
    """Returns the tags of an open file that is not made of RIFF chunks, without moving its position."""
    before = file.tell()
    try:
        start = read_at(file, 0, 12)
        if start[:4] == b"OggS":
            return _of_streams(file)
        if start[:4] in _AU:
            return _annotation(file, start)
        if start[:4] == b"RIFF":  # AVI; mutagen would take it for a WAV
            return _of_container(file)
        fields = _of_file(file)
        if is_mpeg_audio(start) or start[:4] == b"TTA1":
            for name, text in _ape_behind(file).items():
                fields.setdefault(name, text)
        elif start[4:8] == b"ftyp":
            for name, text in texts_of_metas(file):
                _keep(fields, f"mp4.{name}", text)
        return fields
    finally:
        file.seek(before)


def is_mpeg_audio(start: bytes) -> bool:
    """Whether bytes begin with an ID3 tag or a frame of MPEG audio: version 1, 2 or 2.5, layer I, II or III."""
    is_frame = len(start) > 2 and start[0] == 0xFF and start[1] & 0xE0 == 0xE0
    is_known = is_frame and start[1] & 0x18 != 0x08 and start[1] & 0x06 != 0 and start[2] & 0xF0 != 0xF0
    return start[:3] == b"ID3" or is_known


def _of_file(file: FileIO) -> dict[str, str]:
    metas = names_of_metas(file)
    file.seek(0)
    buffered = BufferedReader(_Kept(file, metas), 65536)
    try:
        with inflation_bounded():
            is_of_flac = is_flac(buffered)
            found = _FLAC(buffered) if is_of_flac else mutagen.File(buffered)
        if found is not None:
            fields = {} if found.tags is None else _flat(found.tags)
            return fields | _beside_vorbis(file, fields) if is_of_flac else fields
        # mutagen recognises MP3 only by its commonest first bytes.
        if is_mpeg_audio(read_at(file, 0, 12)):
            return _leading_id3(file)
        return _of_container(file)
    except _DAMAGE:
        return _leading_id3(file)


def _beside_vorbis(file: FileIO, fields: dict[str, str]) -> dict[str, str]:
    """Fields of an ID3 tag in front of FLAC that its own comments lack."""
    if read_at(file, 0, 3) != b"ID3":
        return {}
    said = {name.lower() for name in fields}
    front = _leading_id3(file)
    return {name: front[name] for name, own in _VORBIS_OF_ID3.items() if name in front and own not in said}


def _of_container(file: FileIO) -> dict[str, str]:
    fields: dict[str, str] = {}
    for name, text in container_texts(file).items():
        _keep(fields, f"container.{name}", text)
    return fields


def _annotation(file: FileIO, start: bytes) -> dict[str, str]:
    """The text between an AU file's header and its sound: lines of NAME=TEXT, as FFmpeg writes them, or any text."""
    begins = int.from_bytes(start[4:8], _AU[start[:4]])
    text = as_text(read_at(file, _AU_HEADER, max(0, min(begins, _MAX_ANNOTATION) - _AU_HEADER)))
    named = [line.partition("=") for line in text.splitlines() if line.strip()]
    fields: dict[str, str] = {}
    if all(is_named and name.lower() in _AU_NAMES for name, is_named, _ in named):
        for name, _, value in named:
            _keep(fields, f"au.{name.lower()}", value)
    else:
        _keep(fields, "au.annotation", text)
    return fields


def _of_streams(file: FileIO) -> dict[str, str]:
    """Fields of the first stream with comments; other streams' names have the stream number appended."""
    fields: dict[str, str] = {}
    said = (texts for comments in ogg_comments(file) if (texts := _flat(comments)))
    for number, texts in enumerate(said, 1):
        for name, text in texts.items():
            if number == 1:
                fields[name] = text
            elif fields.get(name) != text:
                _keep(fields, f"{name}[{number}]", text)
    return fields


def _ape_behind(file: FileIO) -> dict[str, str]:
    """The APE tag behind MPEG frames, where some players write it beside ID3, or behind TTA."""
    file.seek(0)
    try:
        return _flat(mutagen.apev2.APEv2(BufferedReader(_Kept(file), 65536)))  # type: ignore[no-untyped-call]
    except _DAMAGE:
        return {}


def is_flac(file: BinaryIO) -> bool:
    """Whether this is FLAC, even behind an ID3 tag, which mutagen takes for an MP3; the position stays."""
    before = file.tell()
    file.seek(0)
    file.seek(id3_length(file.read(10)))
    lead = file.read(4)
    file.seek(before)
    return lead == b"fLaC"


def id3_tags(content: bytes) -> dict[str, str]:
    """Returns the fields of an ID3 tag from a chunk."""
    if not content:
        return {}
    try:
        with inflation_bounded():
            return _flat(_ID3(BytesIO(content)))
    except _DAMAGE:
        return {}


class _Kept(FileIO):
    """The same open file for a reader of its own: closing the reader leaves the file open.

    At the offsets `renamed`, in bytes, it substitutes a box name that readers skip.
    """

    def __init__(self, file: FileIO, renamed: tuple[int, ...] = ()) -> None:
        super().__init__(file.fileno(), "rb", closefd=False)
        self._renamed = [(place + i, ASIDE[i]) for place in renamed for i in range(len(ASIDE))]

    def readinto(self, buffer: Any) -> int:
        start = self.tell()
        count = super().readinto(buffer) or 0
        inside = memoryview(buffer).cast("B")
        for place, byte in self._renamed:
            if start <= place < start + count:
                inside[place - start] = byte
        return count


def _leading_id3(file: FileIO) -> dict[str, str]:
    """An MP3 whose frames are damaged may still have a good tag in front."""
    file.seek(0)
    try:
        with inflation_bounded():
            return _flat(_ID3(BufferedReader(_Kept(file), 65536)))
    except _DAMAGE:
        return {}


def _flat(tags: Any) -> dict[str, str]:
    fields: dict[str, str] = {}
    if isinstance(tags, _ID3):
        for frame in tags.values():
            name = f"id3.{frame.FrameID}"
            if described := getattr(frame, "desc", ""):
                name += f":{described}"
            texts = getattr(frame, "text", None) or getattr(frame, "url", None)
            _keep(fields, name, texts)
        return fields
    kind = {"VCFLACDict": "vorbis", "VComment": "vorbis", "MP4Tags": "mp4", "APEv2": "ape", "ASFTags": "asf"}
    prefix = next((kind[base.__name__] for base in type(tags).__mro__ if base.__name__ in kind), "vorbis")
    for key in tags.keys():  # noqa: SIM118  (some of mutagen's tags iterate over pairs)
        if not isinstance(tags[key], mutagen.apev2.APEBinaryValue):  # a picture
            _keep(fields, f"{prefix}.{key}", tags[key])
    return fields


def _keep(fields: dict[str, str], name: str, values: Any) -> None:
    if values is None or len(fields) >= _MAX_FIELDS or name in fields:
        return
    many = list(values)[:_MAX_VALUES] if isinstance(values, list | tuple) else [values]
    texts = []
    for value in many:
        if isinstance(value, bytes):
            value = "" if b"\0" in value else value.decode("utf-8", errors="replace")
        texts += [tidy(part) for part in str(value).split("\0")]  # the separator of values in an APE item
    if joined := "; ".join(text for text in texts if text):
        fields[name] = joined
