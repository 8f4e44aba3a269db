"""Changes texts in a LIST chunk of the kind INFO; the others stay as they are, in their order."""

import struct
from collections.abc import Mapping

KIND = b"INFO"


def with_texts(content: bytes | None, texts: Mapping[bytes, str], order: str = "<") -> bytes | None:
    """Gives the list's content (from its kind on) with other texts by name; an empty text takes its entry out.

    Args:
        content: as it is; None where the file has no such list.
        texts: four-byte name to text.
        order: "<" in RIFF, ">" in RIFX.

    Returns:
        None where there is no list and nothing to say.
    """
    wanted = dict(texts)
    parts = [KIND]
    at, end = 4, len(content or KIND)
    while content is not None and at + 8 <= end:
        name, size = struct.unpack_from(order + "4sI", content, at)
        after = min(end, at + 8 + size + (size & 1))
        if name in wanted:
            parts.append(_entry(name, wanted.pop(name), order))
        elif name not in texts:  # a second entry of a name that was written goes
            parts.append(content[at:after])
        at = after
    rest = content[at:end] if content is not None else b""
    parts += [_entry(name, text, order) for name, text in wanted.items()]
    if len(rest) > 0 and any(rest):
        parts.append(rest)
    joined = b"".join(parts)
    return None if content is None and joined == KIND else joined


def _entry(name: bytes, text: str, order: str) -> bytes:
    if not text:
        return b""
    raw = text.encode() + b"\0"
    return struct.pack(order + "4sI", name, len(raw)) + raw + b"\0" * (len(raw) & 1)
