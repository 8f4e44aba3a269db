"""Changes texts in a LIST chunk of kind INFO; the other texts stay, in order.

RIFF defines no encoding for them. Readers assume Windows' code page or that of a CSET chunk; some assume UTF-8. See
docs/decisions/0160-info-in-the-code-page-of-its-readers.md.
"""

import struct
from collections.abc import Mapping

from engine.audio.riff_tags import PLAIN_CODE_PAGE, as_text

KIND = b"INFO"


def with_texts(
    content: bytes | None, texts: Mapping[bytes, str], order: str = "<", code_page: str = PLAIN_CODE_PAGE
) -> bytes | None:
    """Returns the list's content, from its kind on, with new texts by name. An empty text removes its entry.

    Args:
        content: current content; None if the file has no such list.
        texts: by four-byte name.
        order: "<" in RIFF, ">" in RIFX.
        code_page: the one the file states.

    Returns:
        None if there is neither a list nor anything to write.
    """
    wanted = dict(texts)
    if content is not None and _is_utf_8(content, order):
        code_page = "utf-8"
    parts = [KIND if content is None else content[:4]]
    at, end = 4, len(content or KIND)
    while content is not None and at + 8 <= end:
        name, size = struct.unpack_from(order + "4sI", content, at)
        after = min(end, at + 8 + size + (size & 1))
        if name in wanted:
            parts.append(_entry(name, wanted.pop(name), order, code_page))
        elif name not in texts:  # drops a second entry of a written name
            parts.append(content[at:after])
        at = after
    rest = content[at:end] if content is not None else b""
    parts += [_entry(name, text, order, code_page) for name, text in wanted.items()]
    if len(rest) > 0 and any(rest):
        parts.append(rest)
    joined = b"".join(parts)
    return None if content is None and joined == KIND else joined


def _entry(name: bytes, text: str, order: str, code_page: str) -> bytes:
    if not text:
        return b""
    raw = _raw(text, code_page) + b"\0"
    return struct.pack(order + "4sI", name, len(raw)) + raw + b"\0" * (len(raw) & 1)


def _raw(text: str, code_page: str) -> bytes:
    """Encodes in the code page if it holds the whole text and reads back the same, else in UTF-8."""
    try:
        raw = text.encode(code_page)
    except UnicodeEncodeError:
        return text.encode()
    return raw if as_text(raw, code_page) == text else text.encode()


def _is_utf_8(content: bytes, order: str) -> bool:
    """Returns whether the list has letters beyond ASCII, all of them in UTF-8."""
    is_found, at = False, 4
    while at + 8 <= len(content):
        size = struct.unpack_from(order + "4xI", content, at)[0]
        raw = content[at + 8 : at + 8 + size]
        if not raw.isascii():
            try:
                raw.decode("utf-8")
            except UnicodeDecodeError:
                return False
            is_found = True
        at += 8 + size + (size & 1)
    return is_found
