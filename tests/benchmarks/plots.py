"""Draws plots of figures against sizes as SVG, both axes logarithmic.

The same figures give the same text, so that a test can compare the page; needs no plotting library.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

_WIDTH, _HEIGHT = 640, 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 76, 44, 44, 64
_COLOURS = ("#1f5fa8", "#b4511e", "#3d7a35", "#7a4b99")
_DASHES = ("", "7 4", "2 3", "9 3 2 3")
"""With the colours, so that lines are distinguishable without them."""


@dataclass(frozen=True, slots=True)
class Curve:
    label: str
    points: Mapping[int, float]
    """Figure by size, without sizes that were not measured."""


def plot(title: str, unit: str, curves: Sequence[Curve]) -> str:
    """Returns an SVG of the curves; zeros lie at the bottom."""
    sizes = sorted({size for curve in curves for size in curve.points})
    values = [value for curve in curves for value in curve.points.values() if value > 0]
    if not sizes or not values:
        raise ValueError(f"{title}: nothing was measured")
    across = _Axis(_powers(sizes), _LEFT, _WIDTH - _RIGHT)
    up = _Axis(_powers(values), _HEIGHT - _BOTTOM, _TOP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#ffffff"/>',
        f'<text x="{_LEFT}" y="22" font-size="15" fill="#222222">{escape(title)}, {escape(unit)}, by sounds</text>',
    ]
    for power in up.powers:
        y = up.place(10.0**power)
        parts.append(f'<path d="M{_LEFT} {y:.1f}H{_WIDTH - _RIGHT}" stroke="#dddddd"/>')
        parts.append(
            f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end" fill="#444444">{_told(10.0**power)}</text>'
        )
    for power in across.powers:
        x = across.place(10.0**power)
        parts.append(f'<path d="M{x:.1f} {_TOP}V{_HEIGHT - _BOTTOM}" stroke="#dddddd"/>')
        parts.append(
            f'<text x="{x:.1f}" y="{_HEIGHT - _BOTTOM + 18}" text-anchor="middle" fill="#444444">{10**power:,}</text>'
        )
    for number, curve in enumerate(curves):
        parts += _drawn(curve, number, across, up)
    return "\n".join([*parts, "</svg>", ""])


class _Axis:
    """Logarithmic positions between two ends."""

    def __init__(self, powers: range, first: float, last: float) -> None:
        self.powers, self._first, self._last = powers, first, last

    def place(self, value: float) -> float:
        low, high = self.powers[0], self.powers[-1]
        share = (math.log10(max(value, 10.0**low)) - low) / (high - low)
        return self._first + share * (self._last - self._first)


def _powers(values: Sequence[float]) -> range:
    """Returns the powers of ten around the values; two at least."""
    low = math.floor(math.log10(min(values)) + 1e-9)
    high = math.ceil(math.log10(max(values)) - 1e-9)
    return range(low, max(high, low + 1) + 1)


def _drawn(curve: Curve, number: int, across: _Axis, up: _Axis) -> list[str]:
    """Draws the line, its points with their figures, and its name below."""
    colour, dash = _COLOURS[number % len(_COLOURS)], _DASHES[number % len(_DASHES)]
    points = [(across.place(size), up.place(value), value) for size, value in sorted(curve.points.items())]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in points)
    parts = [f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"/>']
    for x, y, value in points:
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"><title>{_told(value)}</title></circle>'
        )
    x, y = _LEFT + number * (_WIDTH - _LEFT - _RIGHT) / 3, _HEIGHT - 18
    parts.append(f'<path d="M{x:.0f} {y - 4}h26" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"/>')
    parts.append(f'<text x="{x + 32:.0f}" y="{y}" fill="#222222">{escape(curve.label)}</text>')
    return parts


def _told(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 else f"{value:.3g}"
