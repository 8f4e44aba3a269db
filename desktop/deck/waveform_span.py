"""The visible stretch of a sound, with zooming and panning. No Qt here."""

from msgspec import Struct
from msgspec.structs import replace

_SHORTEST_S = 0.0005
"""24 samples at 48 kHz; a shorter view shows nothing more."""


class Span(Struct, frozen=True):
    """The visible stretch. Changes return a new span within the sound."""

    duration_s: float
    start_s: float
    end_s: float

    @classmethod
    def whole(cls, duration_s: float) -> "Span":
        return cls(duration_s, 0.0, duration_s)

    @property
    def length_s(self) -> float:
        return self.end_s - self.start_s

    @property
    def is_whole(self) -> bool:
        return self.start_s <= 0.0 and self.end_s >= self.duration_s

    def zoomed(self, factor: float, at_s: float) -> "Span":
        """Magnified by `factor` around a position that stays in place on screen."""
        if self.duration_s <= 0:
            return self
        length_s = min(self.duration_s, max(min(_SHORTEST_S, self.duration_s), self.length_s / factor))
        share = (at_s - self.start_s) / self.length_s
        return self._from(at_s - share * length_s, length_s)

    def moved(self, by_s: float) -> "Span":
        """Shifted, within the sound."""
        return self._from(self.start_s + by_s, self.length_s)

    def around(self, start_s: float, end_s: float) -> "Span":
        """Shows a stretch with a margin of 5 % on both sides."""
        air_s = max((end_s - start_s) * 0.05, _SHORTEST_S / 4)
        length_s = min(self.duration_s, end_s - start_s + 2 * air_s)
        return self._from((start_s + end_s - length_s) / 2, length_s)

    def holds(self, at_s: float) -> bool:
        return self.start_s <= at_s <= self.end_s

    def x_of(self, at_s: float, width_px: float) -> float:
        """Pixel of a position in a view of `width_px` pixels."""
        return (at_s - self.start_s) / self.length_s * width_px if self.length_s > 0 else 0.0

    def seconds_at(self, x: float, width_px: float) -> float:
        """Position at a pixel, within the sound."""
        at_s = self.start_s + x / max(1.0, width_px) * self.length_s
        return min(self.duration_s, max(0.0, at_s))

    def _from(self, start_s: float, length_s: float) -> "Span":
        start_s = min(max(0.0, start_s), max(0.0, self.duration_s - length_s))
        return replace(self, start_s=start_s, end_s=min(self.duration_s, start_s + length_s))
