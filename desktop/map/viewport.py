"""Which part of the plane is on show, and how places become pixels. Frozen, so that pictures can be drawn elsewhere."""

from dataclasses import dataclass, replace

_NEAREST, _FARTHEST = 2_000_000.0, 20.0
"""Largest and smallest scale, in pixels a unit of the map."""
_MARGIN_PX = 34
_MOST_STRETCH = 2.5
"""To fill a wide page, distances across are drawn longer, up to this factor: on a map made of likeness only neighbours
count, and they stay neighbours."""
Bounds = tuple[float, float, float, float]
"""Left, bottom, right, top."""


@dataclass(frozen=True, slots=True)
class Viewport:
    """A window on the map. The map's y axis points up, the screen's down."""

    width_px: int
    height_px: int
    x: float = 0.0
    """The place in the middle."""
    y: float = 0.0
    scale: float = 200.0
    """Pixels a unit of the map, upwards."""
    stretch: float = 1.0
    """How much longer a unit is across."""

    @classmethod
    def fitting(cls, width_px: int, height_px: int, bounds: Bounds = (-1.0, -1.0, 1.0, 1.0)) -> "Viewport":
        """Shows all within the bounds, with a little margin, and fills the page with it."""
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
        """Pixels a unit of the map, across."""
        return self.scale * self.stretch

    def resized(self, width_px: int, height_px: int) -> "Viewport":
        """The same middle and scale in a window of another size."""
        return replace(self, width_px=width_px, height_px=height_px)

    def to_px(self, x: float, y: float) -> tuple[float, float]:
        """Where a place is on the screen."""
        return (x - self.x) * self.across + self.width_px / 2, self.height_px / 2 - (y - self.y) * self.scale

    def to_place(self, x_px: float, y_px: float) -> tuple[float, float]:
        """The place under a pixel."""
        return self.x + (x_px - self.width_px / 2) / self.across, self.y - (y_px - self.height_px / 2) / self.scale

    def moved(self, dx_px: float, dy_px: float) -> "Viewport":
        """Dragged by these pixels."""
        return replace(self, x=self.x - dx_px / self.across, y=self.y + dy_px / self.scale)

    def zoomed(self, factor: float, x_px: float, y_px: float) -> "Viewport":
        """Closer by a factor; the place under the pixel stays under it."""
        scale = min(_NEAREST, max(_FARTHEST, self.scale * factor))
        x, y = self.to_place(x_px, y_px)
        kept = replace(self, scale=scale)
        new_x, new_y = kept.to_place(x_px, y_px)
        return replace(kept, x=self.x + x - new_x, y=self.y + y - new_y)
