"""Draws the points of the map into an image. Any thread: no widget is involved, so a million points block nothing."""

import colorsys

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage

from desktop.base.theme import Theme
from desktop.features.map.viewport import Viewport
from engine.features.map.layout import Places

Paint = NDArray[np.uint32]
"""uint32, 0xAARRGGBB with premultiplied alpha."""
_HUES = (0.09, 0.56, 0.36, 0.93, 0.74, 0.15, 0.48, 0.02, 0.64, 0.28, 0.83, 0.43)
"""Hues of the largest groups; neighbours in the legend differ strongly."""
_SEED = 5
_SIZES_PX = ((3_000, 4.5), (20_000, 3.2), (100_000, 2.2), (1 << 62, 1.2))
"""Radius of a point in screen pixels, by the largest number of visible points."""
_LIT_PX = 1.0
"""Extra radius of highlighted points."""


def group_colours(count: int, theme: Theme) -> list[str]:
    """Colours of the first groups, "#rrggbb", as many as are distinguishable; the others share `text_faint`."""
    light, strength = (0.66, 0.62) if theme.is_dark else (0.42, 0.68)
    colours = []
    for hue in _HUES[:count]:
        red, green, blue = colorsys.hls_to_rgb(hue, light, strength)
        colours.append(f"#{round(red * 255):02x}{round(green * 255):02x}{round(blue * 255):02x}")
    return colours


def paints(codes: NDArray[np.int32], theme: Theme) -> Paint:
    """uint32 [N], the paint of each point by its group; points without a coloured group are faint."""
    colours = group_colours(int(codes.max(initial=-1)) + 1, theme)
    table = np.array([_paint(colour) for colour in [*colours, theme.text_faint]], dtype=np.uint32)
    return table[np.where((codes >= 0) & (codes < len(colours)), codes, len(colours))]


def faded(paint: Paint, theme: Theme) -> Paint:
    """uint32 [N], one faded paint for all points."""
    return np.full(len(paint), _paint(theme.line_strong), np.uint32)


def draw(
    places: Places, paint: Paint, view: Viewport, ratio: float, *, above: NDArray[np.bool_] | None = None
) -> QImage:
    """Draws the visible points on a transparent image.

    Args:
        places: float32 [N, 2].
        paint: uint32 [N].
        view: the visible part.
        ratio: device pixels per pixel.
        above: bool [N], points to draw above the others.
    """
    width, height = max(1, round(view.width_px * ratio)), max(1, round(view.height_px * ratio))
    canvas = np.zeros((height, width), np.uint32)
    x = ((places[:, 0] - view.x) * view.across + view.width_px / 2) * ratio
    y = (view.height_px / 2 - (places[:, 1] - view.y) * view.scale) * ratio
    rows = np.flatnonzero((x > -8) & (y > -8) & (x < width + 8) & (y < height + 8))
    radius = next(size for most, size in _SIZES_PX if len(rows) <= most) * ratio
    # Shuffles the points: otherwise the last group would cover the first.
    rows = rows[np.random.default_rng(_SEED).permutation(len(rows))]
    groups = [rows] if above is None else [rows[~above[rows]], rows[above[rows]]]
    for group in groups:
        size = radius + _LIT_PX * ratio if above is not None and group is groups[-1] else radius
        columns, lines = np.rint(x[group]).astype(np.int64), np.rint(y[group]).astype(np.int64)
        for colour, offsets in _stamp(paint[group], size):
            for dx, dy in offsets:
                at_x, at_y = columns + dx, lines + dy
                seen = (at_x >= 0) & (at_y >= 0) & (at_x < width) & (at_y < height)
                canvas[at_y[seen], at_x[seen]] = colour[seen]
    image = QImage(canvas.data, width, height, 4 * width, QImage.Format.Format_ARGB32_Premultiplied).copy()
    image.setDevicePixelRatio(ratio)
    return image


def _stamp(paint: Paint, radius: float) -> list[tuple[Paint, list[tuple[int, int]]]]:
    """A disc as offsets: its soft rim at half opacity, then its body."""
    reach = int(np.ceil(radius))
    span = range(-reach, reach + 1)
    distances = {(dx, dy): float(np.hypot(dx, dy)) for dx in span for dy in span}
    body = [place for place, distance in distances.items() if distance <= radius - 0.5]
    rim = [place for place, distance in distances.items() if radius - 0.5 < distance <= radius + 0.3]
    return [(_halved(paint), rim), (paint, body or [(0, 0)])]


def _halved(paint: Paint) -> Paint:
    """Halves the opacity: with premultiplied alpha, every byte is halved."""
    return np.asarray((paint >> np.uint32(1)) & np.uint32(0x7F7F7F7F), dtype=np.uint32)


def _paint(colour: str) -> int:
    return 0xFF00_0000 | int(colour[1:], 16)
