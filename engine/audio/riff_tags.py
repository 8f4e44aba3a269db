"""Reads the text in the chunks of WAV, W64, AIFF and CAF files: BEXT, iXML, LIST/INFO, cue, smpl, acid, NAME, info.

Returns flat fields, `chunk.field` to text; `metadata` decides their meaning. Damaged chunks yield what is readable.
"""

import contextlib
import re
import struct
from collections.abc import Iterator, Sequence
from io import FileIO
from xml.parsers.expat import ExpatError, ParserCreate

from engine.audio.chunks import Chunk, chunks
from engine.audio.files import read_at

_MAX_CHUNK_BYTES = 4 << 20
_MAX_FIELDS = 2_000
_MAX_TEXT = 20_000
_MAX_DEPTH = 12
MAX_KEY = 300
"""Letters in a field name; a path of iXML elements has some sixty. Nobody looks for longer ones."""
MAX_TOTAL = 1_000_000
"""Letters of all fields of a sound, names included, so that its row fits into a database."""

_SPEED = re.compile(r"ixml\.SPEED\.", re.IGNORECASE)
PLAIN_CODE_PAGE = "cp1252"
"""For texts that are not UTF-8 in files that state no encoding."""
_UTF_8_PAGE = 65001
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
    """Returns every text in the chunks of an open file; empty for other kinds."""
    fields: dict[str, str] = {}
    total = 0
    code_page = info_code_page(file)
    rate_hz = ""
    for chunk in chunks(file):
        if chunk.name == b"fmt " and chunk.size_bytes >= 8:
            order = "<" if chunk.is_little_endian else ">"
            rate_hz = str(struct.unpack(order + "I", read_at(file, chunk.offset + 4, 4))[0])
        for name, value in _fields(file, chunk, code_page):
            text = tidy(value)
            if not text or name in fields or len(name) > MAX_KEY:
                continue
            total += len(name) + len(text)
            if len(fields) >= _MAX_FIELDS or total > MAX_TOTAL:
                return fields
            fields[name] = text
    if rate_hz and (fields.get("bext.TimeReference", "0") != "0" or any(map(_SPEED.match, fields))):
        fields["fmt.SampleRate"] = rate_hz  # a timecode in samples needs it
    return fields


def bounded(fields: dict[str, str]) -> dict[str, str]:
    """Returns the fields that a sound can keep: names up to `MAX_KEY`, texts up to `_MAX_TEXT`, `MAX_TOTAL` in all.

    Keeps the first ones. Readers of chunks and of tags each observe the same bounds; this applies them to both
    together.
    """
    kept: dict[str, str] = {}
    total = 0
    for name, text in fields.items():
        total += len(name) + len(text)
        if total > MAX_TOTAL:
            break
        if len(name) <= MAX_KEY:
            kept[name] = text[:_MAX_TEXT]
    return kept


def id3_chunk(file: FileIO) -> bytes:
    """Returns the ID3 tag in a chunk of a WAV, W64 or AIFF file; empty without one."""
    for chunk in chunks(file):
        if chunk.name in (b"id3 ", b"ID3 "):
            return read_at(file, chunk.offset, min(chunk.size_bytes, 4 * _MAX_CHUNK_BYTES))
    return b""


def info_code_page(file: FileIO) -> str:
    """The text encoding that a RIFF file's CSET chunk states, by Python's name; Windows-1252 without one.

    Microsoft's Multimedia Programming Interface 1.0, §2: a first word of 0 means none.
    """
    for chunk in chunks(file):
        if chunk.name == b"CSET":
            raw = read_at(file, chunk.offset, min(2, chunk.size_bytes))
            number = int.from_bytes(raw, "little" if chunk.is_little_endian else "big")
            return _code_page(number)
    return PLAIN_CODE_PAGE


def _code_page(number: int) -> str:
    if number == _UTF_8_PAGE:
        return "utf-8"
    try:
        "".encode(f"cp{number}")
    except LookupError:
        return PLAIN_CODE_PAGE
    return f"cp{number}"


def as_text(raw: bytes, code_page: str = PLAIN_CODE_PAGE) -> str:
    """Decodes bytes of uncertain encoding: UTF-8 where valid, else a code page. Ends at the first null."""
    raw = raw.split(b"\0", 1)[0]
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode(code_page, errors="replace")


def tidy(text: str) -> str:
    """Drops control characters and outer white space, and cuts overlong texts."""
    return re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", " ", text[:_MAX_TEXT].replace("\r\n", "\n")).strip()


def is_list_item(path: Sequence[str], tag: str) -> bool:
    """Whether an iXML element is an item of a list, by its name and its ancestors'."""
    return bool(path) and path[-1].endswith("_LIST") and tag != "ATTR"


def _fields(file: FileIO, chunk: Chunk, code_page: str) -> Iterator[tuple[str, str]]:
    if chunk.name in (b"data", b"SSND", b"fmt ", b"BODY"):
        return
    content = read_at(file, chunk.offset, min(chunk.size_bytes, _MAX_CHUNK_BYTES))
    if chunk.name == b"bext":
        yield from _bext(content)
    elif chunk.name in (b"iXML", b"ixml"):
        yield from _ixml(content)
    elif chunk.name in (b"LIST", b"list"):
        yield from _list(content, "<" if chunk.is_little_endian else ">", code_page)
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
    elif chunk.name == b"MARK" and not chunk.is_little_endian:
        yield from _aiff_labels(content)
    elif chunk.name in _AIFF_TEXTS and not chunk.is_little_endian:
        yield _AIFF_TEXTS[chunk.name], as_text(content)
    elif chunk.name == b"info" and not chunk.is_little_endian:
        yield from _caf_info(content)


def _bext(content: bytes) -> Iterator[tuple[str, str]]:
    for name, offset, size in _BEXT_TEXTS:
        yield f"bext.{name}", as_text(content[offset : offset + size])
    if len(content) >= 346:
        yield "bext.TimeReference", str(struct.unpack_from("<Q", content, 338)[0])


def _list(content: bytes, order: str, code_page: str) -> Iterator[tuple[str, str]]:
    kind = content[:4].lower()  # some field recorders write lower case
    at = 4
    while at + 8 <= len(content):
        name, size = struct.unpack_from(order + "4sI", content, at)
        body = content[at + 8 : at + 8 + size]
        if kind == b"info":
            yield f"info.{as_text(name).strip()}", as_text(body, code_page)
        elif kind == b"adtl" and name in (b"labl", b"note") and len(body) > 4:
            point = struct.unpack_from(order + "I", body)[0]
            yield f"adtl.{name.decode()}.{point}", as_text(body[4:], code_page)
        at += 8 + size + (size & 1)


def _aiff_labels(content: bytes) -> Iterator[tuple[str, str]]:
    """Names of markers by number: AIFF 1.3 §6."""
    at = 2
    while at + 7 <= len(content):
        number, size = struct.unpack_from(">h", content, at)[0], content[at + 6]
        yield f"aiff.marker.{number}", as_text(content[at + 7 : at + 7 + size])
        at += 7 + size + (1 - size % 2)


def _caf_info(content: bytes) -> Iterator[tuple[str, str]]:
    words = content[4:].split(b"\0")
    for name, value in zip(words[::2], words[1::2], strict=False):
        if name:
            yield f"caf.{as_text(name)}", as_text(value)


def _ixml(content: bytes) -> Iterator[tuple[str, str]]:
    """Yields every leaf of the document as `ixml.PATH.TO.LEAF`; in a damaged one, those before the damage.

    The second item of a list is `TRACK_LIST.TRACK[2]`. Prefixed elements, such as `BWF:SCENE`, come last, so that they
    never override plain ones.
    """
    text = content.strip(b"\0 \r\n\t")
    if b"<!" in text.replace(b"<!--", b"").replace(b"<![CDATA[", b""):
        return  # a document type: no recorder writes one, and its entities can expand without limit
    leaves = _Leaves()
    parser = ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = leaves.start
    parser.EndElementHandler = leaves.end
    parser.CharacterDataHandler = leaves.text
    with contextlib.suppress(ExpatError, ValueError, LookupError, _TooManyLeaves):  # keep what came before the damage
        parser.Parse(text, True)
    yield from leaves.found
    yield from leaves.prefixed


class _TooManyLeaves(Exception):
    """The document has more leaves than are kept."""


class _Leaves:
    """Collects the leaves of a document during parsing; holds nothing else of it, however large it is."""

    def __init__(self) -> None:
        self.found: list[tuple[str, str]] = []
        self.prefixed: list[tuple[str, str]] = []
        """Leaves with a prefix, or inside an element with one."""
        self._path: list[str] = []
        """Names of the open elements; "" for an overlong one, whose contents are dropped."""
        self._texts: list[str] = []
        self._has_children: list[bool] = []
        self._counts: list[dict[str, int]] = []
        """Per open element, the number of children of each name so far."""
        self._prefixes = 0
        self._named: dict[str, str] = {}
        """NAME and VALUE of the open ATTR: Steinberg's named values."""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        tag = name.rsplit(":", 1)[-1]
        if self._has_children:
            self._has_children[-1] = True
        self._path.append(self._step(name, tag) if len(tag) <= MAX_KEY else "")
        self._texts.append("")
        self._has_children.append(False)
        self._counts.append({})
        self._prefixes += ":" in name
        if tag == "ATTR":
            self._named = {}

    def text(self, piece: str) -> None:
        if self._texts and len(self._texts[-1]) < _MAX_TEXT:
            self._texts[-1] += piece[:_MAX_TEXT]

    def end(self, name: str) -> None:
        tag, text, has_children = self._path[-1], self._texts.pop(), self._has_children.pop()
        self._counts.pop()
        if not has_children and text and 1 < len(self._path) <= _MAX_DEPTH and all(self._path[1:]):
            if len(self._path) > 2 and self._path[-2] == "ATTR":
                self._named.setdefault(tag, text)
            self._add("ixml." + ".".join(self._path[1:]), text)
        elif has_children and text.strip() and len(self._path) == 2 and self._path[1]:  # Sound Devices: USER
            self._add("ixml." + self._path[1], text.strip())
        elif tag == "ATTR" and self._named.get("NAME"):
            self._add(f"ixml.STEINBERG.{self._named['NAME']}", self._named.get("VALUE", ""))
        self._path.pop()
        self._prefixes -= ":" in name

    def _step(self, name: str, tag: str) -> str:
        """The name of an element; from the second list item of a name on, with its number."""
        if not is_list_item(self._path, tag):
            return tag
        counts = self._counts[-1]
        number = counts[name] = counts.get(name, 0) + 1
        return tag if number == 1 else f"{tag}[{number}]"

    def _add(self, name: str, text: str) -> None:
        if len(self.found) + len(self.prefixed) >= _MAX_FIELDS:
            raise _TooManyLeaves
        (self.prefixed if self._prefixes else self.found).append((name, text))
