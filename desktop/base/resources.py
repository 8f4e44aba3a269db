"""Icons and theme files of the `resources` package, read through importlib.resources so that a wheel works too.

Pictures drawn in a theme colour are remembered by Qt's cache key, so that desktop/base/recolour.py can redraw them.
"""

from collections import OrderedDict
from functools import lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

_DRAWN_AT_PX = (16, 20, 24, 32, 48, 64, 96)


def theme_text(name: str) -> str:
    """Contents of a file in resources/themes."""
    return resources.files("resources.themes").joinpath(name).read_text(encoding="utf-8")


def theme_folder() -> Path:
    """Folder in which style sheets find their pictures."""
    return Path(str(resources.files("resources.themes")))


@lru_cache(maxsize=1)
def _folder() -> Traversable:
    return resources.files("resources.icons")


@lru_cache(maxsize=128)
def _svg(name: str) -> str:
    return _folder().joinpath(f"{name}.svg").read_text(encoding="utf-8")


class IconSource(Struct, frozen=True):
    """How a picture was drawn."""

    name: str
    role: str
    """The colour's name in the theme."""
    size_px: int = 0
    ratio: float = 1.0


_KEPT = 4096
"""Pictures to remember; beyond that, the oldest keep their colours when the theme changes."""
_drawn: OrderedDict[int, IconSource] = OrderedDict()
_icons: dict[tuple[str, str, str], QIcon] = {}
"""By name, colour and colour name: most icons appear in several places."""


def drawn(key: int) -> IconSource | None:
    """How the icon or pixmap with this `cacheKey()` was drawn; None if not in a theme colour."""
    return _drawn.get(key)


def pixmap(name: str, colour: str, size_px: int, ratio: float = 1.0) -> QPixmap:
    """Draws an icon of resources/icons in one colour. GUI thread only.

    Args:
        name: the file's stem.
        colour: replaces `currentColor`, "#rrggbb".
        size_px: the side in device-independent pixels.
        ratio: device pixels per device-independent pixel.
    """
    return _pixmap(_drawing(name, colour), IconSource(name, getattr(colour, "role", ""), size_px, ratio))


def icon(name: str, colour: str) -> QIcon:
    """An icon in one colour, at the sizes buttons use. GUI thread only."""
    role = getattr(colour, "role", "")
    answer = _icons.get((name, str(colour), role))
    if answer is None:
        drawing, answer = _drawing(name, str(colour)), QIcon()
        for side_px in _DRAWN_AT_PX:
            answer.addPixmap(_pixmap(drawing, IconSource(name, role, side_px)))
        _icons[name, str(colour), role] = answer
    _remember(answer.cacheKey(), IconSource(name, role))
    return QIcon(answer)


def _drawing(name: str, colour: str) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(_svg(name).replace("currentColor", colour).encode()))


def _pixmap(drawing: QSvgRenderer, how: IconSource) -> QPixmap:
    side_px = round(how.size_px * how.ratio)
    picture = QPixmap(side_px, side_px)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    drawing.render(painter, QRectF(0, 0, side_px, side_px))
    painter.end()
    picture.setDevicePixelRatio(how.ratio)
    _remember(picture.cacheKey(), how)
    return picture


def _remember(key: int, how: IconSource) -> None:
    if how.role:
        _drawn[key] = how
        _drawn.move_to_end(key)
        while len(_drawn) > _KEPT:
            _drawn.popitem(last=False)
