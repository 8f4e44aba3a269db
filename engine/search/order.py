"""Sorts sounds by any column, a million in about a second: each column once becomes a number a sound, and is kept.

Equals keep the order they came in, so a ranking shows through; unknown values come last both ways.
"""

from collections import OrderedDict
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from engine.search.aspects import COLUMNS, Aspect, closeness
from engine.search.ranking import Ranking
from engine.search.text_order import ranks
from engine.store.bulk import BulkTexts
from engine.store.catalogue import Catalogue
from engine.types import SURE, Colour, Ids

_KEPT = 6
"""Columns kept: 8 MB each for a million sounds."""
Places = NDArray[np.float64]
"""float64 [highest id + 1], what a sound is sorted by; nan where it is not known."""


class SortKey(StrEnum):
    """What sounds can be sorted by."""

    SCORE = "score"
    """The ranking's own order."""
    NAME = "name"
    FOLDER = "folder"
    LENGTH = "length"
    FORMAT = "format"
    RATE = "rate"
    DEPTH = "depth"
    CHANNELS = "channels"
    TECHNICAL = "technical"
    """By rate, then channels, then format."""
    LOUDNESS = "loudness"
    BRIGHTNESS = "brightness"
    TEMPO = "tempo"
    KEY = "key"
    RATING = "rating"
    COLOUR = "colour"
    TAGS = "tags"
    CATEGORY = "category"
    TITLE = "title"
    DESCRIPTION = "description"
    KEYWORDS = "keywords"
    LIBRARY = "library"
    DESIGNER = "designer"
    NOTE = "note"
    PLAYS = "plays"
    USES = "uses"
    DATE = "date"
    """When the file was written."""
    ADDED = "added"
    """When it was first taken in."""
    SIZE = "size"
    LIKE_SOUND = "like_sound"
    """How well a part of the score speaks for a sound: only in a ranking, like those that follow."""
    LIKE_NAME = "like_name"
    LIKE_WORDS = "like_words"
    LIKE_BRIGHTNESS = "like_brightness"
    LIKE_LOUDNESS = "like_loudness"
    LIKE_LENGTH = "like_length"
    LIKE_TEMPO = "like_tempo"


_NUMBERS = {
    SortKey.LENGTH: "duration_s",
    SortKey.RATE: "sample_rate_hz",
    SortKey.DEPTH: "bit_depth",
    SortKey.CHANNELS: "channels",
    SortKey.LOUDNESS: "loudness_lufs",
    SortKey.BRIGHTNESS: "brightness_hz",
    SortKey.TEMPO: f"CASE WHEN tempo_confidence >= {SURE} THEN tempo_bpm END",
    SortKey.DATE: "mtime_ns",
    SortKey.ADDED: "added_s",
    SortKey.SIZE: "size_bytes",
}
_TEXTS = {
    SortKey.FORMAT: "format",
    SortKey.KEY: f"CASE WHEN key_confidence >= {SURE} THEN musical_key END",
    SortKey.TECHNICAL: "CASE WHEN sample_rate_hz > 0 THEN printf('%09d %05d ', sample_rate_hz, channels) || format END",
}
_DETAILS = {
    SortKey.TITLE: "json_extract(metadata, '$.title')",
    SortKey.DESCRIPTION: "json_extract(metadata, '$.description')",
    SortKey.KEYWORDS: "nullif(json_extract(metadata, '$.keywords'), '[]')",
    SortKey.LIBRARY: "json_extract(metadata, '$.album')",
    SortKey.DESIGNER: "json_extract(metadata, '$.artist')",
    SortKey.CATEGORY: "coalesce(nullif(json_extract(metadata, '$.category'), ''), json_extract(metadata, '$.ucs_id'))",
}
"""Texts that came with the file."""
_MARKS = {SortKey.RATING: "nullif(rating, 0)", SortKey.PLAYS: "nullif(plays, 0)", SortKey.USES: "nullif(uses, 0)"}


_ASPECTS = {
    SortKey.LIKE_BRIGHTNESS: Aspect.BRIGHTNESS,
    SortKey.LIKE_LOUDNESS: Aspect.LOUDNESS,
    SortKey.LIKE_LENGTH: Aspect.LENGTH,
    SortKey.LIKE_TEMPO: Aspect.TEMPO,
}
_OF_A_RANKING = frozenset({SortKey.LIKE_SOUND, SortKey.LIKE_NAME, SortKey.LIKE_WORDS, *_ASPECTS})


def order_of(
    ranking: Ranking, key: SortKey, orders: "SoundSorter", catalogue: Catalogue, *, descending: bool = False
) -> NDArray[np.int64]:
    """int64 [N]: the rows of a ranking in the order of a column, those of its own scores among them."""
    if key not in _OF_A_RANKING:
        return orders.order(ranking.ids, key, descending=descending)
    scored = ranking.scored
    values: NDArray[np.float64] | None = None
    if scored is not None and key in _ASPECTS:
        if scored.compared is not None:
            values = closeness(scored.compared, catalogue.sounds.numbers(ranking.ids, COLUMNS))[_ASPECTS[key]]
    elif scored is not None:
        parts = scored.parts
        values = {SortKey.LIKE_SOUND: parts.sound, SortKey.LIKE_NAME: parts.name}.get(key, parts.keyword)
    known = np.full(len(ranking), np.nan) if values is None else values
    found: NDArray[np.int64] = np.argsort(-known if descending else known, kind="stable")
    return found


class SoundSorter:
    """Sorts the sounds of one catalogue. Belongs to the thread of the catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._database, self._columns = catalogue.database, catalogue.columns
        self._kept: OrderedDict[SortKey, tuple[object, Places]] = OrderedDict()

    def order(self, ids: Ids, key: SortKey, *, descending: bool = False) -> NDArray[np.int64]:
        """int64 [N]: the places in `ids`, in the order of the column.

        Args:
            ids: sound ids, in the order that equals keep.
            key: the column.
            descending: greatest or last first.
        """
        if key is SortKey.SCORE or key in _OF_A_RANKING:
            places = np.arange(len(ids), dtype=np.int64)
            return places[::-1] if descending else places
        known = self._places(key)
        values = np.full(len(ids), np.nan)
        inside = ids < len(known)
        values[inside] = known[ids[inside]]
        found: NDArray[np.int64] = np.argsort(-values if descending else values, kind="stable")
        return found

    def _places(self, key: SortKey) -> Places:
        stamp = self._database.stamp(follows_keeping=key in _KEPT_BY_USER, follows_hearing=key in _HEARD)
        kept = self._kept.get(key)
        if kept is None or kept[0] != stamp:
            kept = self._kept[key] = (stamp, self._read(key))
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return kept[1]

    def _read(self, key: SortKey) -> Places:
        columns = self._columns
        if key in _NUMBERS:
            return _dense(*columns.numbers(_NUMBERS[key]).T)
        if key in _MARKS:
            return _dense(*columns.numbers(_MARKS[key], "sound JOIN mark ON sound_id = sound.id").T)
        if key is SortKey.COLOUR:
            cases = " ".join(f"WHEN '{colour}' THEN {place}" for place, colour in enumerate(Colour))
            source = "sound JOIN mark ON sound_id = sound.id WHERE colour IS NOT NULL"
            return _dense(*columns.numbers(f"CASE colour {cases} END", source).T)
        if key is SortKey.FOLDER:
            ids, folders = columns.numbers("folder_id").T
            number, texts = columns.folders()
            return _dense(ids, _dense(number, ranks(texts))[folders.astype(np.int64)])
        return _ranked(*self._texts(key))

    def _texts(self, key: SortKey) -> tuple[Ids, BulkTexts]:
        columns = self._columns
        if key is SortKey.NAME:
            return columns.names()
        if key in _DETAILS:
            return columns.texts(_DETAILS[key], "sound JOIN detail ON sound_id = sound.id")
        if key is SortKey.NOTE:
            return columns.texts("note", "sound JOIN mark ON sound_id = sound.id")
        if key is SortKey.TAGS:
            return columns.tags()
        return columns.texts(_TEXTS[key])


_KEPT_BY_USER = frozenset({SortKey.RATING, SortKey.COLOUR, SortKey.TAGS, SortKey.NOTE})
_HEARD = frozenset({SortKey.PLAYS, SortKey.USES})


def _ranked(ids: Ids, texts: BulkTexts) -> Places:
    """By the texts; one that is empty is not known."""
    values = ranks(texts).astype(np.float64)
    values[texts.lengths == 0] = np.nan
    return _dense(ids, values)


def _dense(ids: NDArray[np.generic], values: NDArray[np.generic]) -> Places:
    whole = ids.astype(np.int64)
    places = np.full(int(whole.max(initial=0)) + 1, np.nan)
    places[whole] = values
    return places
