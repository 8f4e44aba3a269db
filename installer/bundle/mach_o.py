"""Reads the heads of macOS's compiled files: for which processor, and for which macOS at least.

Layouts are those of Apple's mach-o/loader.h and mach-o/fat.h.
"""

import dataclasses
import struct
from pathlib import Path

from installer.bundle.description import Version

_FAT, _FAT_64 = 0xCAFEBABE, 0xCAFEBABF
_THIN_64 = 0xFEEDFACF
_ARM64 = 0x0100000C
_VERSION_MIN_MACOSX, _BUILD_VERSION = 0x24, 0x32
_MOST_IMAGES = 16
"""Java's class files begin as fat files do, with a version where these have a number of images."""


@dataclasses.dataclass(frozen=True, slots=True)
class Image:
    """What one file holds for one processor."""

    is_arm64: bool
    oldest: Version
    """The macOS it asks for; empty if it does not say."""


def read_images(path: Path) -> list[Image]:
    """Returns the images of a file; none if it is not compiled for macOS."""
    with path.open("rb") as file:
        if len(head := file.read(4)) < 4 or int.from_bytes(head, "big") not in (_FAT, _FAT_64, 0xCFFAEDFE):
            return []
    content = path.read_bytes()
    magic, count = struct.unpack_from(">II", content)
    if magic not in (_FAT, _FAT_64):
        return [_image(content, 0)]
    if count > _MOST_IMAGES:
        return []
    form, size = (">iiQQII", 32) if magic == _FAT_64 else (">iiIII", 20)
    return [_image(content, struct.unpack_from(form, content, 8 + size * number)[2]) for number in range(count)]


def _image(content: bytes, start: int) -> Image:
    magic, processor, _, _, commands = struct.unpack_from("<IIIII", content, start)
    if magic != _THIN_64:
        return Image(is_arm64=False, oldest=())
    oldest: Version = ()
    place = start + 32
    for _ in range(commands):
        command, size, first, second = struct.unpack_from("<IIII", content, place)
        if command in (_BUILD_VERSION, _VERSION_MIN_MACOSX):
            # Of a build version the platform comes first. X.Y.Z is written as two bytes, one, one.
            version = second if command == _BUILD_VERSION else first
            oldest = (version >> 16, version >> 8 & 0xFF)
        place += size
    return Image(is_arm64=processor == _ARM64, oldest=oldest)
