"""Checks text from others that becomes part of a path: ids of packs and shards, names of files and speakers.

A server, a sidecar, a plan, a pack or a whole library may come from anybody. Such text is checked where it arrives and
again where a path is built from it, only by the rules here. Names that a user types for a new file are not refused but
changed to fit: `engine.audio.region_names`.
"""

import re
from pathlib import Path, PureWindowsPath
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:  # else a command line would load numpy to be read
    from engine.base.types import PackId

_IDENTIFIER = re.compile(r"[0-9a-z][0-9a-z_-]{0,63}")
"""No path separators, and nothing that two systems read differently. The server's tables have the same rule."""
_IN_NO_NAME = re.compile(r'[\x00-\x1f\x7f\ud800-\udfff<>:"/\\|?*]')
"""Separates paths on some system, or is reserved by Windows."""
_DEVICE = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\..*)?", re.IGNORECASE | re.DOTALL)
"""Device names on Windows, in every folder and with any suffix."""
_MOST_BYTES = 255
"""The limit for a name on nearly every file system."""


def is_identifier(text: object) -> bool:
    """Whether it is 1 to 64 characters of a-z, 0-9, - and _, starts with a letter or digit, and is no device."""
    return isinstance(text, str) and _IDENTIFIER.fullmatch(text) is not None and not is_device(text)


def identifier(text: object) -> str:
    """Returns an identifier unchanged.

    Raises:
        ValueError: it is not an identifier.
    """
    if not isinstance(text, str) or not is_identifier(text):
        raise ValueError(f"{str(text)[:80]!a} is no identifier")
    return text


def pack_id_of(text: object) -> "PackId":
    """Checks a pack's id. Earshot's own ids have 32 hexadecimal digits.

    Raises:
        ValueError: it cannot be a pack's id.
    """
    return cast("PackId", identifier(text))


def is_device(name: str) -> bool:
    """Whether a file of this name would be a device on Windows."""
    return _DEVICE.fullmatch(name) is not None


def is_file_name(text: object) -> bool:
    """Whether it is one valid file name on every system."""
    return (
        isinstance(text, str)
        and _IN_NO_NAME.search(text) is None
        and 0 < len(text.encode()) <= _MOST_BYTES
        and text.rstrip(". ") == text
        and not is_device(text)
    )


def file_name(text: object) -> str:
    """Returns a valid file name unchanged.

    Raises:
        ValueError: it is not valid on every system.
    """
    if not isinstance(text, str) or not is_file_name(text):
        raise ValueError(f"{str(text)[:80]!a} is no name of a file")
    return text


def below(folder: Path, text: object) -> Path:
    """Resolves a listed path, relative to a folder and with / between its parts.

    Raises:
        ValueError: it leads out of the folder, on this system or another.
    """
    parts = text.split("/") if isinstance(text, str) else []
    leads_out = any(part in ("", ".", "..") or "\\" in part or "\0" in part for part in parts)
    if not parts or leads_out or PureWindowsPath(parts[0]).drive:
        raise ValueError(f"{str(text)[:80]!a} leads out of {folder}")
    return folder.joinpath(*parts)
