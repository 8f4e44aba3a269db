"""Icons and theme files out of the `resources` package, read through importlib.resources so that a wheel works too."""

from functools import lru_cache
from importlib import resources

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

_DRAWN_AT_PX = (16, 20, 24, 32, 48, 64, 96)


def theme_text(name: str) -> str:
    """Returns a file of resources/themes as text."""
    return resources.files("resources.themes").joinpath(name).read_text(encoding="utf-8")


@lru_cache(maxsize=128)
def _svg(name: str) -> str:
    return resources.files("resources.icons").joinpath(f"{name}.svg").read_text(encoding="utf-8")


def pixmap(name: str, colour: str, size_px: int, ratio: float = 1.0) -> QPixmap:
    """Draws an icon of resources/icons in one colour. GUI thread only.

    Args:
        name: the file's stem.
        colour: what `currentColor` becomes, "#rrggbb".
        size_px: the side in device-independent pixels.
        ratio: device pixels a device-independent one.
    """
    drawing = QSvgRenderer(QByteArray(_svg(name).replace("currentColor", colour).encode()))
    side_px = round(size_px * ratio)
    picture = QPixmap(side_px, side_px)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    drawing.render(painter, QRectF(0, 0, side_px, side_px))
    painter.end()
    picture.setDevicePixelRatio(ratio)
    return picture


def icon(name: str, colour: str) -> QIcon:
    """Returns an icon in one colour, at the sizes buttons use. GUI thread only."""
    answer = QIcon()
    for side_px in _DRAWN_AT_PX:
        answer.addPixmap(pixmap(name, colour, side_px))
    return answer
