"""Makes the catalogue's Filters of the filter parts of a query, each with the words of its chip."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from engine.chips import Bounds
from engine.search import categories, dates, filter_words, limits
from engine.search.keys import ALIASES, FilterKey, describe_keys, refuse
from engine.store.filters import Filters
from engine.wording import Said, Saying, said

__all__ = ["FilterKey", "Part", "combine", "describe_keys", "read"]


@dataclass(frozen=True, slots=True)
class Part:
    """One filter of a query, read."""

    key: str
    words: Said
    """What its chip says."""
    asks: tuple[tuple[str, Any], ...]
    """Fields of Filters and what the part wants them to be."""
    value: str = ""
    """What it names, the same in every language; empty where `bounds` say it all."""
    bounds: Bounds | None = None


def read(key: str, value: str) -> Part:
    """Reads one filter.

    Raises:
        QueryError: the value cannot be read.
    """
    return _READERS[ALIASES.get(key, key)](value)


def combine(parts: Iterable[Part]) -> Filters:
    """Gives the filters that let pass what every part lets pass.

    Several parts of `ext`, `cat`, `key` or `colour` are alternatives: a sound has one of each.
    """
    asked: dict[str, Any] = {}
    for part in parts:
        for name, value in part.asks:
            if value is None:
                continue
            before = asked.get(name)
            if before is None or isinstance(value, bool):
                asked[name] = value
            elif isinstance(value, tuple):
                asked[name] = tuple(dict.fromkeys((*before, *value)))
            else:
                asked[name] = max(before, value) if name.startswith("min_") else min(before, value)
    return Filters(**asked)


def _range(key: str, bounds: Bounds, words: Callable[[Bounds], Said], fields: str, kind: type = float) -> Part:
    low, high = (None if side is None else kind(side) for side in (bounds.low, bounds.high))
    return Part(key, words(bounds), ((f"min_{fields}", low), (f"max_{fields}", high)), bounds=Bounds(low, high))


def _length(value: str) -> Part:
    bounds = limits.duration(value)
    # Filters.max_s is exclusive and our bounds are inclusive: the next number up makes one of the other.
    below = None if bounds.high is None else math.nextafter(bounds.high, math.inf)
    return Part("dur", filter_words.length(bounds), (("min_s", bounds.low), ("max_s", below)), bounds=bounds)


def _rating(value: str) -> Part:
    bounds = limits.rating(value)
    return _range("rating", bounds, filter_words.rating, "rating", int)


def _formats(value: str) -> Part:
    names = limits.extensions(value)
    words = filter_words.any_of(Saying.AT, tuple(name.upper() for name in names))
    return Part("ext", words, (("formats", names),), ",".join(names))


def _keys(value: str) -> Part:
    names = limits.musical_keys(value)
    return Part("key", filter_words.keys(names), (("keys", names),), ",".join(names))


def _colours(value: str) -> Part:
    if _is_claim(value):
        return _claim("colour", "is_coloured", Saying.COLOURED, Saying.NOT_COLOURED)(value)
    wanted = limits.colours(value)
    return Part("colour", filter_words.colours(wanted), (("colours", tuple(map(str, wanted))),), ",".join(wanted))


def _note(value: str) -> Part:
    if _is_claim(value):
        return _claim("note", "has_note", Saying.NOTED, Saying.NOT_NOTED)(value)
    return Part("note", said(Saying.NOTE_SAYS, value), (("notes", (value,)),), value)


def _categories(value: str) -> Part:
    found = [categories.named(part) for part in value.split(",")]
    cat_ids = tuple(category.cat_id.lower() for _, own in found for category in own)
    words = filter_words.any_of(Saying.CATEGORY, tuple(title for title, _ in found))
    return Part("cat", words, (("cat_ids", cat_ids),), ",".join(cat_ids))


def _changed(value: str) -> Part:
    span = dates.span("date", value)
    start, end = (None if side is None else round(side * 1e9) for side in (span.start_s, span.end_s))
    asks = (("min_mtime_ns", start), ("max_mtime_ns", end))
    return Part("date", said(Saying.CHANGED, span.words), asks, span.name, span.bounds)


def _added(value: str) -> Part:
    span = dates.span("added", value)
    asks = (("min_added_s", span.start_s), ("max_added_s", span.end_s))
    return Part("added", said(Saying.ADDED, span.words), asks, span.name, span.bounds)


def _words(key: str, field: str, shown: Saying) -> Callable[[str], Part]:
    def read_words(value: str) -> Part:
        name = limits.words(key, value)
        return Part(key, said(shown, name), ((field, (name,)),), name)

    return read_words


def _claim(key: str, field: str, yes: Saying, no: Saying) -> Callable[[str], Part]:
    def read_claim(value: str) -> Part:
        wanted = limits.yes_or_no(key, value)
        return Part(key, said(yes if wanted else no), ((field, wanted),), "yes" if wanted else "no")

    return read_claim


def _is_claim(value: str) -> bool:
    return value.strip().lower() in ("", "yes", "no", "none")


def _state(value: str) -> Part:
    """`is:loop` and its like are other words for filters there are."""
    meant = _STATES.get(value.strip().lower())
    if meant is None:
        raise refuse("is", value)
    return read(*meant)


_STATES = {
    "loop": ("loop", "yes"),
    "oneshot": ("loop", "no"),
    "one-shot": ("loop", "no"),
    "favourite": ("fav", "yes"),
    "favorite": ("fav", "yes"),
    "fav": ("fav", "yes"),
    "rated": ("rating", ">=1"),
    "unrated": ("rating", "0"),
    "tagged": ("tagged", "yes"),
    "untagged": ("tagged", "no"),
    "noted": ("note", "yes"),
    "coloured": ("colour", "yes"),
    "colored": ("colour", "yes"),
    "heard": ("heard", "yes"),
    "unheard": ("heard", "no"),
    "used": ("used", "yes"),
    "unused": ("used", "no"),
    "offline": ("offline", "yes"),
    "online": ("offline", "no"),
    "missing": ("missing", "yes"),
    "mono": ("ch", "mono"),
    "stereo": ("ch", "stereo"),
}

_READERS: dict[str, Callable[[str], Part]] = {
    "dur": _length,
    "ch": lambda value: _range("ch", limits.channels(value), filter_words.channels, "channels", int),
    "sr": lambda value: _range("sr", limits.sample_rate(value), filter_words.rate, "rate_hz", int),
    "depth": lambda value: _range("depth", limits.bit_depth(value), filter_words.depth, "depth", int),
    "loud": lambda value: _range("loud", limits.level("loud", value), filter_words.loudness, "lufs"),
    "peak": lambda value: _range("peak", limits.level("peak", value), filter_words.peak, "peak_dbfs"),
    "bright": lambda value: _range("bright", limits.brightness(value), filter_words.brightness, "bright_hz"),
    "bpm": lambda value: _range("bpm", limits.tempo(value), filter_words.tempo, "bpm"),
    "size": lambda value: _range("size", limits.size(value), filter_words.size, "bytes", int),
    "rating": _rating,
    "ext": _formats,
    "key": _keys,
    "colour": _colours,
    "note": _note,
    "cat": _categories,
    "date": _changed,
    "added": _added,
    "in": _words("in", "folders", Saying.IN_FOLDER),
    "tag": _words("tag", "tags", Saying.TAGGED),
    "collection": _words("collection", "collections", Saying.IN_COLLECTION),
    "fav": _claim("fav", "is_favourite", Saying.FAVOURITES, Saying.NO_FAVOURITES),
    "offline": _claim("offline", "is_offline", Saying.OFFLINE, Saying.NOT_OFFLINE),
    "missing": _claim("missing", "is_missing", Saying.MISSING, Saying.NOT_MISSING),
    "loop": _claim("loop", "is_loop", Saying.LOOPS, Saying.ONE_SHOTS),
    "heard": _claim("heard", "is_heard", Saying.HEARD, Saying.NOT_HEARD),
    "used": _claim("used", "is_used", Saying.USED, Saying.NOT_USED),
    "tagged": _claim("is", "is_tagged", Saying.WITH_TAGS, Saying.WITHOUT_TAGS),
    "is": _state,
}
