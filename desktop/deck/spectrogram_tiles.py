"""Tiles of the spectrogram: which a view needs, their colours, and a cache."""

from collections import OrderedDict
from collections.abc import Iterator

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from PySide6.QtGui import QImage

from desktop.base.theme import Theme, mixed
from engine.audio.spectrogram import Spectrogram

COLUMNS = 512
ROWS = 256
_FINEST = -13
"""Columns of the finest level last 2^-13 s: 6 samples at 48 kHz, finer than the window resolves."""
_COARSEST = 8
_KEPT = 64
"""Half a megabyte each."""


class Tile(Struct, frozen=True):
    """512 columns of 2^level seconds each."""

    level: int
    index: int

    @property
    def start_s(self) -> float:
        return float(self.index * COLUMNS * 2.0**self.level)

    @property
    def end_s(self) -> float:
        """It may lie past the end of the sound."""
        return float((self.index + 1) * COLUMNS * 2.0**self.level)


def tiles_for(start_s: float, end_s: float, width_px: int) -> tuple[Tile, ...]:
    """The tiles that cover a stretch at about one column per pixel."""
    if end_s <= start_s or width_px < 1:
        return ()
    level = int(np.clip(np.round(np.log2((end_s - start_s) / width_px)), _FINEST, _COARSEST))
    tile_s = COLUMNS * 2.0**level
    return tuple(Tile(level, index) for index in range(int(start_s // tile_s), int(-(-end_s // tile_s))))


class TileCache:
    """LRU cache of one sound's tiles; coarser tiles stand in for missing finer ones."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Tile, QImage] = OrderedDict()

    def clear(self) -> None:
        self._kept.clear()

    def put(self, tile: Tile, image: QImage) -> None:
        self._kept[tile] = image
        self._kept.move_to_end(tile)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)

    def missing(self, tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
        return tuple(tile for tile in tiles if tile not in self._kept)

    def pictures(self, tiles: tuple[Tile, ...], start_s: float, end_s: float) -> Iterator[tuple[Tile, QImage]]:
        """Tiles to draw, in order: first stand-ins from other levels, then the tiles themselves."""
        wanted = set(tiles)
        if any(tile not in self._kept for tile in tiles):
            for tile in sorted(self._kept, key=lambda tile: -tile.level):
                if tile not in wanted and tile.end_s > start_s and tile.start_s < end_s:
                    yield tile, self._kept[tile]
        for tile in tiles:
            if tile in self._kept:
                self._kept.move_to_end(tile)
                yield tile, self._kept[tile]


def colours(theme: Theme) -> NDArray[np.uint32]:
    """256 colours from silent to loud, 0xffrrggbb: field background, violet, accent, text."""
    field, violet = theme.colour("field"), theme.colour("mark_purple")
    stops = (
        (0.0, field),
        (0.2, field),
        (0.52, mixed(field, violet, 0.75)),
        (0.8, theme.colour("accent")),
        (1.0, theme.colour("text")),
    )
    at = np.linspace(0.0, 1.0, 256)
    places = [place for place, _ in stops]
    channels = [
        np.interp(at, places, [getattr(colour, name)() for _, colour in stops]) for name in ("red", "green", "blue")
    ]
    red, green, blue = (np.rint(channel).astype(np.uint32) for channel in channels)
    return np.asarray(0xFF00_0000 | red << 16 | green << 8 | blue, dtype=np.uint32)


def picture_of(found: Spectrogram, palette: NDArray[np.uint32]) -> QImage:
    """Paints a spectrogram, highest frequency on top. Any thread."""
    pixels = np.ascontiguousarray(palette[found.values[::-1]])
    height, width = pixels.shape
    return QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_RGB32).copy()
