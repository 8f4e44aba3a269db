"""Which part of the plane is on show, and how places become pixels. Frozen, so that pictures can be drawn elsewhere."""

from dataclasses import dataclass, replace

_NEAREST, _FARTHEST = 2_000_000.0, 20.0
"""Largest and smallest scale, in pixels a unit of the map."""


@dataclass(frozen=True, slots=True)
class Viewport:
    """A window on the map. The map's y axis points up, the screen's down."""

    width_px: int
    height_px: int
    x: float = 0.0
    """The place in the middle."""
    y: float = 0.0
    scale: float = 200.0
    """Pixels a unit of the map."""

    @classmethod
    def fitting(cls, width_px: int, height_px: int) -> "Viewport":
        """Shows the square from -1 to 1, where nearly all sounds lie, with a little margin."""
        return cls(width_px, height_px, 0.0, 0.0, max(_FARTHEST, 0.46 * min(width_px, height_px)))

    def resized(self, width_px: int, height_px: int) -> "Viewport":
        """The same middle and scale in a window of another size."""
        return replace(self, width_px=width_px, height_px=height_px)

    def to_px(self, x: float, y: float) -> tuple[float, float]:
        """Where a place is on the screen."""
        return (x - self.x) * self.scale + self.width_px / 2, self.height_px / 2 - (y - self.y) * self.scale

    def to_place(self, x_px: float, y_px: float) -> tuple[float, float]:
        """The place under a pixel."""
        return self.x + (x_px - self.width_px / 2) / self.scale, self.y - (y_px - self.height_px / 2) / self.scale

    def moved(self, dx_px: float, dy_px: float) -> "Viewport":
        """Dragged by so many pixels."""
        return replace(self, x=self.x - dx_px / self.scale, y=self.y + dy_px / self.scale)

    def zoomed(self, factor: float, x_px: float, y_px: float) -> "Viewport":
        """Closer by a factor; the place under the pixel stays under it."""
        scale = min(_NEAREST, max(_FARTHEST, self.scale * factor))
        x, y = self.to_place(x_px, y_px)
        kept = replace(self, scale=scale)
        new_x, new_y = kept.to_place(x_px, y_px)
        return replace(kept, x=self.x + x - new_x, y=self.y + y - new_y)
