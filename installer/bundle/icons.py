"""Earshot's icon in the formats of Windows and macOS, drawn from the SVG that the window shows."""

import struct
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

_WINDOWS_SIZES = (16, 24, 32, 48, 64, 256)
_APPLE_SIZES = {b"icp4": 16, b"icp5": 32, b"ic07": 128, b"ic08": 256, b"ic09": 512, b"ic10": 1024}
"""Types of an ICNS file that hold PNG, and their sides in pixels."""


def write_ico(svg: Path, out: Path) -> None:
    """Writes an ICO file of several sizes, each a PNG, which Windows reads since Vista."""
    pictures = {side: _png(svg, side) for side in _WINDOWS_SIZES}
    place = 6 + 16 * len(pictures)
    entries = b""
    for side, picture in pictures.items():
        # 0 stands for 256; then no palette, one plane, 32 bits a pixel.
        entries += struct.pack("<BBBBHHII", side % 256, side % 256, 0, 0, 1, 32, len(picture), place)
        place += len(picture)
    out.write_bytes(struct.pack("<HHH", 0, 1, len(pictures)) + entries + b"".join(pictures.values()))


def write_icns(svg: Path, out: Path) -> None:
    """Writes an ICNS file of several sizes, each a PNG."""
    parts = b""
    for kind, side in _APPLE_SIZES.items():
        picture = _png(svg, side)
        parts += kind + struct.pack(">I", 8 + len(picture)) + picture
    out.write_bytes(b"icns" + struct.pack(">I", 8 + len(parts)) + parts)


def _png(svg: Path, side: int) -> bytes:
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(svg)).render(painter)
    painter.end()
    held = QByteArray()
    buffer = QBuffer(held)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not image.save(buffer, "PNG"):  # type: ignore[call-overload]
        raise RuntimeError(f"Qt could not write {svg} as PNG")
    return bytes(held.data())
