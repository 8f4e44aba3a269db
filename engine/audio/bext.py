"""Changes texts in a broadcast extension chunk; all other bytes stay. Layout: EBU Tech 3285 §2.3."""

import struct
from collections.abc import Mapping
from enum import Enum

_FIXED_BYTES = 602
_TIME_AT = 338
_VERSION_AT = 346


class BextField(Enum):
    """A writable text of the chunk: offset and size in bytes."""

    DESCRIPTION = (0, 256)
    ORIGINATOR = (256, 32)


def with_texts(
    content: bytes | None, texts: Mapping[BextField, str], time_reference: int | None = None
) -> bytes | None:
    """Returns the chunk's content with new texts; None if there is neither a chunk nor anything to write.

    `time_reference` is in samples since midnight; None leaves it unchanged.

    A text longer than its field is cut between two letters; iXML holds the whole description. EBU asks for ASCII. Other
    letters are written as UTF-8, as other tools do, because dropping them would lose them.
    """
    if content is None:
        if not any(texts.values()) and not time_reference:
            return None
        content = bytes(_VERSION_AT) + struct.pack("<H", 1)
    body = content.ljust(_FIXED_BYTES, b"\0")
    for field, text in texts.items():
        at, size = field.value
        body = body[:at] + cut(text, size).ljust(size, b"\0") + body[at + size :]
    if time_reference is not None:
        body = body[:_TIME_AT] + struct.pack("<Q", time_reference) + body[_TIME_AT + 8 :]
    return body


def cut(text: str, most_bytes: int) -> bytes:
    """Encodes as UTF-8, cut between two letters to at most `most_bytes`."""
    return text.encode()[:most_bytes].decode(errors="ignore").encode()
