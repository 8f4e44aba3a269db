"""Changes the description in a broadcast extension chunk; all its other bytes stay. Layout: EBU Tech 3285 §2.3."""

import struct

_DESCRIPTION_BYTES = 256
_FIXED_BYTES = 602
_VERSION_AT = 346


def with_description(content: bytes | None, text: str) -> bytes | None:
    """Gives the chunk's content with another description; None where there is no chunk and nothing to say.

    The field holds 256 bytes: a longer text is cut between two letters here and stands whole in iXML. EBU asks for
    ASCII; other letters are written as UTF-8, as other tools do, because leaving them out would lose them.
    """
    if content is None:
        if not text:
            return None
        content = bytes(_VERSION_AT) + struct.pack("<H", 1)
    body = content.ljust(_FIXED_BYTES, b"\0")
    return cut(text, _DESCRIPTION_BYTES).ljust(_DESCRIPTION_BYTES, b"\0") + body[_DESCRIPTION_BYTES:]


def cut(text: str, most_bytes: int) -> bytes:
    """The text in UTF-8, cut between two letters to at most so many bytes."""
    return text.encode()[:most_bytes].decode(errors="ignore").encode()
