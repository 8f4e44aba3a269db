"""Places the names of regions on the map: coarse ones when zoomed out, finer ones when zoomed in, without overlaps."""

from collections.abc import Callable, Sequence

from msgspec import Struct
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen

from desktop.base.theme import Theme
from desktop.features.map.viewport import Viewport
from engine.features.map.regions import Region

_SHOWN_FROM = (0.0, 2.0, 5.0)
"""Zoom, relative to the whole map, from which each level is visible."""
_FADES_OVER = 1.5
"""A level fades while the zoom grows by this factor."""
_SIZES_PX = (15, 13, 12)
_GAP_PX = 5.0
_ABOVE_PX = 7.0
"""Offset above the centre of a region, so that the name hides less of it."""
_PAD_PX = 4.0


class RegionLabel(Struct, frozen=True):
    """A name and its place."""

    region: Region
    box: QRectF
    opacity: float
    """0 to 1."""


def opacity_of(level: int, levels: int, zoom: float) -> float:
    """Visibility of a level, 0 to 1.

    Args:
        level: 0 is the coarsest.
        levels: number of levels; the finest never disappears.
        zoom: scale relative to the whole map.
    """
    comes = 1.0 if level == 0 else _ramp(zoom, _SHOWN_FROM[level])
    goes = 0.0 if level + 1 >= levels else _ramp(zoom, _SHOWN_FROM[level + 1])
    return comes * (1.0 - goes)


def place(
    regions: Sequence[Region], view: Viewport, zoom: float, measure: Callable[[Region], tuple[float, float]]
) -> list[RegionLabel]:
    """Places names, largest regions first, and drops those that would overlap.

    Args:
        regions: all regions.
        view: the visible part.
        zoom: scale relative to the whole map.
        measure: returns width and height of a name in pixels.
    """
    levels = 1 + max((region.level for region in regions), default=-1)
    opacities = [opacity_of(level, levels, zoom) for level in range(levels)]
    placed: list[RegionLabel] = []
    names: set[str] = set()
    for region in sorted(regions, key=lambda one: (-opacities[one.level], -one.sounds)):
        opacity = opacities[region.level]
        x, y = view.to_px(region.x, region.y)
        if opacity <= 0.05 or not (0 <= x < view.width_px and 0 <= y < view.height_px) or region.name in names:
            continue
        width, height = measure(region)
        left = min(max(_GAP_PX, x - width / 2), view.width_px - width - _GAP_PX)
        top = min(max(_GAP_PX, y - height - _ABOVE_PX), view.height_px - height - _GAP_PX)
        box = QRectF(left, top, width, height)
        around = box.adjusted(-_GAP_PX, -_GAP_PX, _GAP_PX, _GAP_PX)
        if not any(around.intersects(other.box) for other in placed):
            placed.append(RegionLabel(region, box, opacity))
            names.add(region.name)
    return placed


def draw_names(painter: QPainter, placed: Sequence[RegionLabel], font: QFont, theme: Theme) -> None:
    """Draws names on a translucent background, so that they are readable above points."""
    veil = theme.colour("window")
    veil.setAlpha(150)
    for one in placed:
        painter.setOpacity(one.opacity)
        painter.setPen(QPen(veil, 0))
        painter.setBrush(veil)
        painter.drawRoundedRect(one.box, 5, 5)
        painter.setPen(theme.colour("text"))
        painter.setFont(font_of(one.region.level, font))
        painter.drawText(one.box.adjusted(_PAD_PX, 0, -_PAD_PX, 0), Qt.AlignmentFlag.AlignCenter, one.region.name)
    painter.setOpacity(1.0)


def measured(font: QFont) -> Callable[[Region], tuple[float, float]]:
    """Returns a function that measures names in this font."""

    def measure(region: Region) -> tuple[float, float]:
        metrics = QFontMetricsF(font_of(region.level, font))
        return metrics.horizontalAdvance(region.name) + 2 * _PAD_PX + 1, metrics.height() + 2

    return measure


def font_of(level: int, font: QFont) -> QFont:
    """Font of a level: coarser levels are larger."""
    own = QFont(font)
    scale = max(0.6, font.pixelSize() / 13) if font.pixelSize() > 0 else 1.0
    own.setPixelSize(round(_SIZES_PX[level] * scale))
    own.setWeight(QFont.Weight.DemiBold if level == 0 else QFont.Weight.Medium)
    return own


def _ramp(zoom: float, start: float) -> float:
    return min(1.0, max(0.0, (zoom / start - 1.0) / (_FADES_OVER - 1.0)))
