"""Sorts sounds by any column: each column becomes an array of ranks by sound id, which is cached.

A large library keeps the orders next to its index, so that only changes are read. Equal values keep their given order,
so a ranking shows through; unknown values come last in both directions.
"""

import math
from collections import OrderedDict
from collections.abc import Callable
from enum import StrEnum
from functools import partial

import numpy as np
from numpy.typing import NDArray

from engine.audio.custom_fields import PREFIX, key_of
from engine.base.cancellation import Cancel, check, never
from engine.base.types import SURE, Colour, Ids
from engine.search.aspects import COLUMNS, Aspect, closeness
from engine.search.natural_order import keys, ranks
from engine.search.rank_insertion import Places, placed
from engine.search.ranking import Ranking
from engine.store.catalogue import Catalogue
from engine.store.columns import BulkTexts, CatalogueColumns
from engine.store.order_cache import keep_orders, kept_order, kept_sequence

_KEPT = 6
"""Columns to cache: 4 MB each for a million sounds."""
_MOST_PLACED = 20_000
"""Up to this many changed sounds are placed into a kept order."""
_LEFT_TO_PLACE = 5_000
"""Up to this many changed sounds kept orders are not renewed: placing them takes some tenths of a second per column."""


class SortKey(StrEnum):
    """The columns that sounds can be sorted by."""

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
    PEAK = "peak"
    TRUE_PEAK = "true_peak"
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
    SCENE = "scene"
    TAKE = "take"
    TAPE = "tape"
    TRACKS = "tracks"
    """By the first track's name."""
    TIMECODE = "timecode"
    ORIGINATOR = "originator"
    FIELD_1 = "field_1"
    """A field that the user created, by position, like those that follow."""
    FIELD_2 = "field_2"
    FIELD_3 = "field_3"
    FIELD_4 = "field_4"
    FIELD_5 = "field_5"
    FIELD_6 = "field_6"
    FIELD_7 = "field_7"
    FIELD_8 = "field_8"
    FIELD_9 = "field_9"
    FIELD_10 = "field_10"
    FIELD_11 = "field_11"
    FIELD_12 = "field_12"
    NOTE = "note"
    PLAYS = "plays"
    USES = "uses"
    DATE = "date"
    """Modification time of the file."""
    ADDED = "added"
    """When it was first indexed."""
    SIZE = "size"
    LIKE_SOUND = "like_sound"
    """A part of the score, only in a ranking, like those that follow."""
    LIKE_NAME = "like_name"
    LIKE_WORDS = "like_words"
    LIKE_BRIGHTNESS = "like_brightness"
    LIKE_LOUDNESS = "like_loudness"
    LIKE_LENGTH = "like_length"
    LIKE_TEMPO = "like_tempo"


_STATED_RATE = "CAST(metadata ->> '$.fields.\"ixml.SPEED.TIMESTAMP_SAMPLE_RATE\"' AS REAL)"
_SAMPLES = (
    "coalesce(nullif(CAST(metadata ->> '$.fields.\"bext.TimeReference\"' AS REAL), 0),"
    " CAST(metadata ->> '$.fields.\"ixml.SPEED.TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_HI\"' AS REAL) * 4294967296"
    " + CAST(metadata ->> '$.fields.\"ixml.SPEED.TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_LO\"' AS REAL),"
    " iif(metadata ->> '$.fields.\"ixml.SPEED.TIMECODE_RATE\"' IS NULL, NULL, 0.0))"
)
_NUMBERS = {
    SortKey.LENGTH: "duration_s",
    SortKey.RATE: "sample_rate_hz",
    SortKey.DEPTH: "bit_depth",
    SortKey.CHANNELS: "channels",
    SortKey.LOUDNESS: "loudness_lufs",
    SortKey.PEAK: "peak_dbfs",
    SortKey.TRUE_PEAK: "true_peak_dbtp",
    SortKey.BRIGHTNESS: "brightness_hz",
    SortKey.TEMPO: f"CASE WHEN tempo_confidence >= {SURE} THEN tempo_bpm END",
    SortKey.DATE: "mtime_ns",
    SortKey.ADDED: "added_s",
    SortKey.SIZE: "size_bytes",
    SortKey.TIMECODE: f"(SELECT {_SAMPLES} / coalesce(nullif({_STATED_RATE}, 0), nullif(sample_rate_hz, 0))"
    " FROM detail WHERE sound_id = sound.id)",
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
    SortKey.TRACKS: "json_extract(metadata, '$.fields.\"ixml.TRACK_LIST.TRACK.NAME\"')",
    SortKey.CATEGORY: "coalesce(nullif(json_extract(metadata, '$.category'), ''), json_extract(metadata, '$.ucs_id'))",
}
"""Texts from the file's metadata."""
_OF_SLATE = (SortKey.SCENE, SortKey.TAKE, SortKey.TAPE, SortKey.ORIGINATOR)
"""Texts of files with a table of their own."""
CUSTOM = tuple(key for key in SortKey if key.name.startswith("FIELD_"))
"""Fields that the user created, in their order."""
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
    """int64 [N]: the rows of a ranking sorted by a column, including the parts of its scores."""
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
        self._own_fields = catalogue.own_fields

    def order(self, ids: Ids, key: SortKey, *, descending: bool = False) -> NDArray[np.int64]:
        """int64 [N]: the positions in `ids`, sorted by the column.

        Args:
            ids: sound ids, in the order that equal values keep.
            descending: greatest or last first.
        """
        if key is SortKey.SCORE or key in _OF_A_RANKING:
            places = np.arange(len(ids), dtype=np.int64)
            return places[::-1] if descending else places
        known = self.places(key)
        own = np.full(len(ids), -1, np.int32)
        inside = ids < len(known)
        own[inside] = known[ids[inside]]
        last = known.max(initial=-1)
        return _in_order(np.where(own < 0, last + 1, last - own if descending else own).astype(np.uint32))

    def places(self, key: SortKey) -> Places:
        """The ranks of all sounds by a column of the catalogue."""
        stamp: object = self._database.stamp(follows_keeping=key in _KEPT_BY_USER, follows_hearing=key in _HEARD)
        if key in CUSTOM:
            stamp = stamp, self._own_fields.named(CUSTOM.index(key))
        kept = self._kept.get(key)
        if kept is None or kept[0] != stamp:
            kept = self._kept[key] = (stamp, self._read(key))
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return kept[1]

    def _read(self, key: SortKey) -> Places:
        found = self._from_kept(key) if key in OF_FILES else None
        if found is not None:
            return found
        columns = self._columns
        if key in _NUMBERS:
            return _places(*columns.numbers(_NUMBERS[key]).T)
        if key in _MARKS:
            return _places(*columns.numbers(_MARKS[key], "sound JOIN mark ON sound_id = sound.id").T)
        if key is SortKey.COLOUR:
            cases = " ".join(f"WHEN '{colour}' THEN {place}" for place, colour in enumerate(Colour))
            source = "sound JOIN mark ON sound_id = sound.id WHERE colour IS NOT NULL"
            return _places(*columns.numbers(f"CASE colour {cases} END", source).T)
        if key is SortKey.FOLDER:
            ids, folders = columns.numbers("folder_id").T
            number, texts = columns.folders()
            of_folder = np.zeros(int(number.max(initial=0)) + 1)
            of_folder[number] = ranks(texts)
            return _places(ids, of_folder[folders.astype(np.int64)])
        ids, texts = self._texts(key)
        return _places(ids, np.where(texts.lengths > 0, ranks(texts), np.nan))

    def _from_kept(self, key: SortKey) -> Places | None:
        """The kept order with the changes since; None if there is none or it is too old."""
        columns = self._columns
        with self._database.snapshot():
            kept = kept_order(self._database.folder, key)
            if kept is None or kept.sequence > self._database.sequence():
                return None
            changed = columns.changed_or_gone_since(kept.sequence)
            if len(changed) > _MOST_PLACED:
                return None
            if key in _NUMBERS:
                return placed(kept, changed, partial(_numbers_of, columns, key))
            return placed(kept, changed, partial(_words_of, columns, key))

    def _texts(self, key: SortKey) -> tuple[Ids, BulkTexts]:
        columns = self._columns
        if key is SortKey.NAME:
            return columns.names()
        if key is SortKey.NOTE:
            return columns.texts("note", "sound JOIN mark ON sound_id = sound.id")
        if key is SortKey.TAGS:
            return columns.tags()
        if key in CUSTOM:
            name = self._own_fields.named(CUSTOM.index(key))
            return columns.texts("text", _of_field(f"{PREFIX}{key_of(name)}"))
        return columns.texts(*_source(key))


OF_FILES = frozenset({SortKey.NAME, SortKey.FOLDER, *_NUMBERS, *_TEXTS, *_DETAILS, *_OF_SLATE})
"""Columns from files; they change only with a file, which the catalogue's sequence number tracks."""
_KEPT_BY_USER = frozenset({SortKey.RATING, SortKey.COLOUR, SortKey.TAGS, SortKey.NOTE})
_HEARD = frozenset({SortKey.PLAYS, SortKey.USES})


def keep_file_orders(catalogue: Catalogue, *, cancel: Cancel = never, begin: Callable[[], None] = lambda: None) -> None:
    """Stores the order of all sounds by every column from files, if it is due.

    It is due if none is stored, or if more than a few thousand sounds have changed since; then `begin` is called.

    Raises:
        StopRequested: `cancel` stopped it; the stored orders stay.
        StorageFull: the disk is full.
        LibraryError: it cannot be written.
    """
    kept, columns = kept_sequence(catalogue.folder), catalogue.columns
    with catalogue.database.snapshot():
        sequence = catalogue.database.sequence()
        if kept is not None and kept <= sequence and len(columns.changed_or_gone_since(kept)) <= _LEFT_TO_PLACE:
            return
        begin()
        sorter = SoundSorter(catalogue)
        orders: dict[str, tuple[Ids, NDArray[np.int64]]] = {}
        for key in sorted(OF_FILES):
            check(cancel)
            orders[key] = _groups(sorter.places(key))
    keep_orders(catalogue.folder, sequence, orders)


def _source(key: SortKey) -> tuple[str, str]:
    """The SQL expression and the source for a column of texts."""
    if key in _DETAILS:
        return _DETAILS[key], "sound JOIN detail ON sound_id = sound.id"
    if key is SortKey.FOLDER:
        return "folder.path", "sound JOIN folder ON folder.id = folder_id"
    if key in _OF_SLATE:
        return "text", _of_field(key)
    return _TEXTS[key], "sound"


def _of_field(field: str) -> str:
    """SQL source: sounds with their texts of a field."""
    return (
        "sound JOIN file_field ON file_field.sound_id = sound.id"
        f" JOIN file_text ON file_text.id = text_id AND field = '{field}'"
    )


def _words_of(columns: CatalogueColumns, key: SortKey, sounds: Ids) -> dict[int, bytes]:
    ids, texts = columns.names_of(sounds) if key is SortKey.NAME else columns.texts_of(sounds, *_source(key))
    found = zip(ids.tolist(), keys(texts), (texts.lengths > 0).tolist(), strict=True)
    return {id: word for id, word, is_known in found if is_known}


def _numbers_of(columns: CatalogueColumns, key: SortKey, sounds: Ids) -> dict[int, float]:
    rows = columns.numbers_of(sounds, _NUMBERS[key]).tolist()
    return {int(id): value for id, value in rows if not math.isnan(value)}


def _groups(places: Places) -> tuple[Ids, NDArray[np.int64]]:
    """Ranked sounds in order, and their groups of equal values."""
    sounds = np.flatnonzero(places >= 0)
    sounds = sounds[_in_order(places[sounds].astype(np.uint32))]
    return sounds, np.cumsum(np.diff(places[sounds], prepend=-1) > 0) - 1


def _places(ids: NDArray[np.generic], values: NDArray[np.generic]) -> Places:
    """The ranks of sounds by numbers, nan where unknown."""
    whole, numbers = ids.astype(np.int64), values.astype(np.float64)
    places = np.full(int(whole.max(initial=0)) + 1, -1, np.int32)
    is_known = ~np.isnan(numbers)
    places[whole[is_known]] = np.unique(numbers[is_known], return_inverse=True)[1]
    return places


def _in_order(places: NDArray[np.uint32]) -> NDArray[np.int64]:
    """int64 [N]: the rows sorted by rank, equal ones in the given order.

    Sorts 16 bits at a time, for which numpy uses radix sort: a third of the time of a stable sort of numbers.
    """
    found: NDArray[np.int64] = np.argsort(places.astype(np.uint16), kind="stable")
    high = (places >> 16).astype(np.uint16)
    return found[np.argsort(high[found], kind="stable")] if high.any() else found
