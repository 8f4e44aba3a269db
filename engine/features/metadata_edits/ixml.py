"""Changes single texts in an iXML document and keeps every other byte.

The document is not parsed and rewritten: a parser locates an element's text, and only that stretch is replaced.
Comments, order, whitespace and unknown elements stay.
"""

import codecs
import re
from collections.abc import Mapping
from xml.parsers.expat import ExpatError, ParserCreate
from xml.sax.saxutils import escape

from msgspec import Struct

from engine.audio.riff_tags import is_list_item
from engine.base.errors import WriteRefused
from engine.base.messages import Message, told
from engine.features.metadata_edits.edit import NOT_XML
from engine.features.metadata_edits.messages import Oddity, WriteAdvice, WriteFault

IxmlPlace = tuple[str, ...]
"""Elements from the root's child on: ("SCENE",), ("USER", "CATID"), ("TRACK_LIST", "TRACK[2]", "NAME")."""
_EMPTY = '<?xml version="1.0" encoding="UTF-8"?>\n<BWFXML>\n  <IXML_VERSION>1.61</IXML_VERSION>\n</BWFXML>\n'
_DECLARED = re.compile(rb"""^\s*<\?xml[^>]*encoding\s*=\s*["']([A-Za-z0-9_.:-]+)["']""")


class _Element(Struct, frozen=True):
    start: int
    """Byte of its "<"."""
    inner: int
    """Byte after its start tag."""
    inner_end: int
    """Byte of its end tag's "<"."""
    end: int
    is_closed_at_once: bool
    """Written as <NAME/>."""


def with_texts(content: bytes | None, texts: Mapping[IxmlPlace, str]) -> bytes | None:
    """Returns the chunk's content with new texts. An empty text removes its element.

    Args:
        content: current content; None if the file has no such chunk.
        texts: by place.

    Returns:
        None if there is neither a chunk nor anything to write.

    Raises:
        WriteRefused: the document is damaged, or its encoding cannot be kept, so something might be lost.
    """
    if content is None or not content.strip(b"\0 \r\n\t"):
        if not any(texts.values()):
            return content
        content = _EMPTY.encode()
    mark, encoding = _encoding(content)
    try:
        decoded = content[len(mark) :].decode(encoding)
        text = decoded.rstrip("\0")
        raw = text.encode()
        is_kept = decoded.encode(encoding) == content[len(mark) :]
        padding = decoded[len(text) :].encode(encoding)
    except (UnicodeError, LookupError) as err:  # LookupError: a bytes codec such as hex, not a text encoding
        raise _damaged(told(Oddity.NOT_ITS_ENCODING, encoding)) from err
    if not is_kept:
        raise _damaged(told(Oddity.ENCODING_NOT_KEPT, encoding))
    for place, value in texts.items():
        clean = NOT_XML.sub("", value)
        raw = _set(raw, place, clean)
        for double in _doubles(raw, place):
            raw = _set(raw, double, clean)
    try:
        return mark + raw.decode().encode(encoding) + padding
    except UnicodeError as err:
        raise WriteRefused(told(WriteFault.IXML_LACKS_LETTERS, encoding), advice=WriteAdvice.OTHER_LETTERS) from err


def _doubles(raw: bytes, place: IxmlPlace) -> list[IxmlPlace]:
    """Finds copies of a place under prefixed names, such as BWF:SCENE, which must not contradict it."""
    plain = ((other, tuple(name.rsplit(":", 1)[-1] for name in other)) for other in _elements(raw)[1])
    return [other for other, name in plain if name == place and other != place]


def _set(raw: bytes, place: IxmlPlace, value: str) -> bytes:
    root, elements = _elements(raw)
    parent, found = elements.get(place[:-1]), elements.get(place)
    body = escape(value).encode()
    name = place[-1].partition("[")[0].encode()
    if found is not None and any(len(other) > len(place) and other[: len(place)] == place for other in elements):
        raise _damaged(told(Oddity.OTHER_ELEMENTS, "/".join(place)))
    if found is not None and not value:
        return raw[: _blank_before(raw, found.start)] + raw[found.end :]
    if found is not None:
        return (
            raw[: found.start] + b"<%b>%b</%b>" % (name, body, name) + raw[found.end :]
            if (found.is_closed_at_once)
            else raw[: found.inner] + body + raw[found.inner_end :]
        )
    if not value:
        return raw
    child = b"<%b>%b</%b>" % (name, body, name)
    if len(place) == 1:
        return _into(raw, root, child, 2)
    if parent is None:
        if len(place) > 2:
            return _set(_made(raw, place[:-1]), place, value)
        outer = place[0].encode()
        return _into(raw, root, b"<%b>\n    %b\n  </%b>" % (outer, child, outer), 2)
    if parent.is_closed_at_once:
        outer = place[-2].partition("[")[0].encode()
        return raw[: parent.start] + b"<%b>%b</%b>" % (outer, child, outer) + raw[parent.end :]
    return _into(raw, parent, child, 2 * len(place))


def _made(raw: bytes, place: IxmlPlace) -> bytes:
    """Returns the document with an empty element at a place, and its ancestors; a list item becomes the list's next."""
    root, elements = _elements(raw)
    if len(place) > 1 and place[:-1] not in elements:
        return _made(_made(raw, place[:-1]), place)
    name = place[-1].partition("[")[0].encode()
    parent = elements[place[:-1]] if len(place) > 1 else root
    if len(place) > 1 and parent.is_closed_at_once:
        outer = place[-2].partition("[")[0].encode()
        raw = raw[: parent.start] + b"<%b></%b>" % (outer, outer) + raw[parent.end :]
        return _made(raw, place)
    return _into(raw, parent, b"<%b></%b>" % (name, name), 2 * len(place))


def _into(raw: bytes, parent: _Element, child: bytes, indent: int) -> bytes:
    """Inserts `child` as the last of `parent`, on its own line if its siblings have theirs."""
    if parent.is_closed_at_once:
        raise _damaged(told(Oddity.NO_CONTENT))
    at = _blank_before(raw, parent.inner_end)
    is_in_lines = b"\n" in raw[at : parent.inner_end]
    lead = b"\n" + b" " * indent if is_in_lines else b""
    return raw[:at] + lead + child + raw[at:]


def _blank_before(raw: bytes, at: int) -> int:
    while at > 0 and raw[at - 1 : at] in (b" ", b"\t", b"\r", b"\n"):
        at -= 1
    return at


def _elements(raw: bytes) -> tuple[_Element, dict[tuple[str, ...], _Element]]:
    """Returns the root, and the first element at each place, down to three levels below it."""
    if b"<!DOCTYPE" in raw or b"<!ENTITY" in raw:
        raise _damaged(told(Oddity.DOCUMENT_TYPE))
    parser = ParserCreate("utf-8")
    path: list[str] = []
    counts: list[dict[str, int]] = []
    open_at: list[tuple[int, int]] = []
    found: dict[tuple[str, ...], _Element] = {}

    def start(name: str, attributes: dict[str, str]) -> None:
        at = parser.CurrentByteIndex
        number = 1
        if is_list_item(path, name):
            number = counts[-1][name] = counts[-1].get(name, 0) + 1
        path.append(name if number == 1 else f"{name}[{number}]")
        counts.append({})
        open_at.append((at, _tag_end(raw, at)))

    def end(name: str) -> None:
        begun, inner = open_at.pop()
        at = parser.CurrentByteIndex
        is_short = raw[inner - 2 : inner] == b"/>"
        after = inner if is_short else raw.index(b">", at) + 1
        element = _Element(begun, inner, inner if is_short else at, after, is_short)
        if len(path) <= 4:
            found.setdefault(tuple(path[1:]), element)
        path.pop()
        counts.pop()

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    try:
        parser.Parse(raw, True)
    except ExpatError as err:
        raise _damaged(str(err)) from err
    return found[()], found


def _tag_end(raw: bytes, at: int) -> int:
    """Returns the byte after a start tag; a ">" inside a quoted attribute does not end it."""
    quote = b""
    while True:
        letter = raw[at : at + 1]
        at += 1
        if quote:
            quote = b"" if letter == quote else quote
        elif letter in (b'"', b"'"):
            quote = letter
        elif letter in (b">", b""):
            return at


def _encoding(document: bytes) -> tuple[bytes, str]:
    """Returns a document's byte order mark and the name of its encoding."""
    for mark, name in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ):
        if document.startswith(mark):
            return mark, name
    declared = _DECLARED.match(document)
    name = declared[1].decode().lower() if declared else "utf-8"
    try:
        codecs.lookup(name)
    except LookupError as err:
        raise _damaged(told(Oddity.ENCODING_UNKNOWN, name)) from err
    return b"", name


def _damaged(why: Message | str) -> WriteRefused:
    return WriteRefused(told(WriteFault.IXML_ODD, why), advice=WriteAdvice.REPAIR_IN_WRITER)
