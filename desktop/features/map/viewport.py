"""The visible part of the plane, and the mapping between places and pixels. Frozen, for use in other threads."""

from msgspec import Struct
from msgspec.structs import replace

_NEAREST, _FARTHEST = 2_000_000.0, 20.0
"""Limits of the scale, in pixels per unit of the map."""
_MARGIN_PX = 34
_MOST_STRETCH = 2.5
"""Limit of the horizontal stretch that fills a wide page. Neighbourhoods, which alone matter here, survive it."""
Bounds = tuple[float, float, float, float]
"""Left, bottom, right, top."""


class Viewport(Struct, frozen=True):
    """A window on the map. The map's y axis points up, the screen's down."""

    width_px: int
    height_px: int
    x: float = 0.0
    """The centre."""
    y: float = 0.0
    scale: float = 200.0
    """Vertical pixels per unit of the map."""
    stretch: float = 1.0
    """Horizontal scale relative to the vertical one."""

    @classmethod
    def fitting(cls, width_px: int, height_px: int, bounds: Bounds = (-1.0, -1.0, 1.0, 1.0)) -> "Viewport":
        """The view that fits the bounds with a margin."""
        left, bottom, right, top = bounds
        wide, high = max(right - left, 1e-6), max(top - bottom, 1e-6)
        across = max(1.0, width_px - 2 * _MARGIN_PX) / wide
        upwards = max(1.0, height_px - 2 * _MARGIN_PX) / high
        scale = min(upwards, across * _MOST_STRETCH)
        stretch = min(across / scale, _MOST_STRETCH)
        scale = min(_NEAREST, max(_FARTHEST, scale))
        return cls(width_px, height_px, (left + right) / 2, (bottom + top) / 2, scale, stretch)

    @property
    def across(self) -> float:
        """Horizontal pixels per unit of the map."""
        return self.scale * self.stretch

    def resized(self, width_px: int, height_px: int) -> "Viewport":
        """The same centre and scale in another size."""
        return replace(self, width_px=width_px, height_px=height_px)

    def to_px(self, x: float, y: float) -> tuple[float, float]:
        return (x - self.x) * self.across + self.width_px / 2, self.height_px / 2 - (y - self.y) * self.scale

    def to_place(self, x_px: float, y_px: float) -> tuple[float, float]:
        return self.x + (x_px - self.width_px / 2) / self.across, self.y - (y_px - self.height_px / 2) / self.scale

    def moved(self, dx_px: float, dy_px: float) -> "Viewport":
        """The view after a drag by these pixels."""
        return replace(self, x=self.x - dx_px / self.across, y=self.y + dy_px / self.scale)

    def zoomed(self, factor: float, x_px: float, y_px: float) -> "Viewport":
        """The view zoomed by a factor; the place under the pixel stays there."""
        scale = min(_NEAREST, max(_FARTHEST, self.scale * factor))
        x, y = self.to_place(x_px, y_px)
        kept = replace(self, scale=scale)
        new_x, new_y = kept.to_place(x_px, y_px)
        return replace(kept, x=self.x + x - new_x, y=self.y + y - new_y)
