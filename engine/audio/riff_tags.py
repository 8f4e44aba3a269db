"""Reads the text in the chunks of WAV, W64, AIFF and CAF files: BEXT, iXML, LIST/INFO, cue, smpl, acid, NAME, info.

Gives flat fields, `chunk.field` to text; what they mean to a search is decided in `metadata`. Damaged chunks give what
could be read of them.
"""

import re
import struct
from collections.abc import Iterator
from io import FileIO
from xml.etree.ElementTree import Element, ParseError, XMLPullParser

from engine.audio.chunks import Chunk, chunks
from engine.audio.files import read_at

_MAX_CHUNK_BYTES = 4 << 20
_MAX_FIELDS = 2_000
_MAX_TEXT = 20_000
_MAX_DEPTH = 12

_AIFF_TEXTS = {b"NAME": "aiff.NAME", b"AUTH": "aiff.AUTH", b"(c) ": "aiff.copyright", b"ANNO": "aiff.ANNO"}
# EBU Tech 3285 §2.3: name, offset, bytes.
_BEXT_TEXTS = (
    ("Description", 0, 256),
    ("Originator", 256, 32),
    ("OriginatorReference", 288, 32),
    ("OriginationDate", 320, 10),
    ("OriginationTime", 330, 8),
    ("CodingHistory", 602, _MAX_TEXT),
)


def chunk_fields(file: FileIO) -> dict[str, str]:
    """Gives every text found in the chunks of an open file; empty for files of another kind."""
    fields: dict[str, str] = {}
    for chunk in chunks(file):
        for name, value in _fields(file, chunk):
            text = tidy(value)
            if text and name not in fields and len(fields) < _MAX_FIELDS:
                fields[name] = text
    return fields


def id3_chunk(file: FileIO) -> bytes:
    """Gives the ID3 tag that a WAV, W64 or AIFF file carries in a chunk; empty for none."""
    for chunk in chunks(file):
        if chunk.name in (b"id3 ", b"ID3 "):
            return read_at(file, chunk.offset, min(chunk.size_bytes, 4 * _MAX_CHUNK_BYTES))
    return b""


def as_text(raw: bytes) -> str:
    """Reads bytes of no stated encoding: UTF-8 where they are that, else Windows-1252. Ends at the first null."""
    raw = raw.split(b"\0", 1)[0]
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")


def tidy(text: str) -> str:
    """Drops control characters and outer white space, and cuts what is absurdly long."""
    return re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", " ", text[:_MAX_TEXT].replace("\r\n", "\n")).strip()


def _fields(file: FileIO, chunk: Chunk) -> Iterator[tuple[str, str]]:
    if chunk.name in (b"data", b"SSND", b"fmt ", b"BODY"):
        return
    content = read_at(file, chunk.offset, min(chunk.size_bytes, _MAX_CHUNK_BYTES))
    if chunk.name == b"bext":
        yield from _bext(content)
    elif chunk.name in (b"iXML", b"ixml"):
        yield from _ixml(content)
    elif chunk.name in (b"LIST", b"list"):
        yield from _list(content, "<" if chunk.is_little_endian else ">")
    elif chunk.name == b"smpl" and len(content) >= 32:
        yield "smpl.loops", str(struct.unpack_from("<I", content, 28)[0])
    elif chunk.name == b"cue " and len(content) >= 4:
        yield "cue.points", str(struct.unpack_from("<I", content, 0)[0])
    elif chunk.name == b"acid" and len(content) >= 4:
        is_one_shot = struct.unpack_from("<I", content, 0)[0] & 1
        yield "acid.one_shot", str(is_one_shot)
        if len(content) >= 24 and not is_one_shot:
            yield "acid.tempo", f"{struct.unpack_from('<f', content, 20)[0]:.2f}"
    elif chunk.name == b"INST" and len(content) >= 20:
        yield "aiff.loops", str(int(struct.unpack_from(">h", content, 8)[0] in (1, 2)))
    elif chunk.name in _AIFF_TEXTS and not chunk.is_little_endian:
        yield _AIFF_TEXTS[chunk.name], as_text(content)
    elif chunk.name == b"info" and not chunk.is_little_endian:
        yield from _caf_info(content)


def _bext(content: bytes) -> Iterator[tuple[str, str]]:
    for name, offset, size in _BEXT_TEXTS:
        yield f"bext.{name}", as_text(content[offset : offset + size])
    if len(content) >= 346:
        yield "bext.TimeReference", str(struct.unpack_from("<Q", content, 338)[0])


def _list(content: bytes, order: str) -> Iterator[tuple[str, str]]:
    kind = content[:4]
    at = 4
    while at + 8 <= len(content):
        name, size = struct.unpack_from(order + "4sI", content, at)
        body = content[at + 8 : at + 8 + size]
        if kind == b"INFO":
            yield f"info.{as_text(name).strip()}", as_text(body)
        elif kind == b"adtl" and name in (b"labl", b"note") and len(body) > 4:
            point = struct.unpack_from(order + "I", body)[0]
            yield f"adtl.{name.decode()}.{point}", as_text(body[4:])
        at += 8 + size + (size & 1)


def _caf_info(content: bytes) -> Iterator[tuple[str, str]]:
    words = content[4:].split(b"\0")
    for name, value in zip(words[::2], words[1::2], strict=False):
        if name:
            yield f"caf.{as_text(name)}", as_text(value)


def _ixml(content: bytes) -> Iterator[tuple[str, str]]:
    """Every leaf of the document as `ixml.PATH.TO.LEAF`; of a damaged one, what came before the damage."""
    text = content.strip(b"\0 \r\n\t")
    if b"<!" in text.replace(b"<!--", b"").replace(b"<![CDATA[", b""):
        return  # a document type: no recorder writes one, and its entities can unfold without end
    parser: XMLPullParser = XMLPullParser(["start", "end"])  # type: ignore[type-arg,unused-ignore]
    path: list[str] = []
    try:
        parser.feed(text)
        parser.close()
    except (ParseError, ValueError, LookupError):
        pass  # the events before the damage are still there
    found = 0
    try:
        for event in parser.read_events():
            kind, element = event[0], event[-1]
            if not isinstance(element, Element):
                continue
            if kind == "start":
                path.append(element.tag.rsplit("}", 1)[-1])
                continue
            if len(element) == 0 and element.text and 1 < len(path) <= _MAX_DEPTH and found < _MAX_FIELDS:
                found += 1
                yield "ixml." + ".".join(path[1:]), element.text
            elif element.tag == "ATTR" and element.findtext("NAME"):  # Steinberg's named values
                yield f"ixml.STEINBERG.{element.findtext('NAME')}", element.findtext("VALUE") or ""
            path.pop()
    except ParseError:
        return
