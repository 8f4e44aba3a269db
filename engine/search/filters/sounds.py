"""Filters on properties of a sound: length, format, measures, category and dates of its file."""

import math

from engine.audio.key_names import MODES, TONICS
from engine.base.wording import Saying, said
from engine.search import categories, dates, filter_words, limits
from engine.search.filters.record import (
    Button,
    Choice,
    Filter,
    FilterPart,
    Panel,
    Range,
    Style,
    any_of,
    claim,
    in_range,
)
from engine.store import filters as columns
from engine.store.filters import AnyOf, Between, Names

_WHEN = ("today", "yesterday", "week", "month", "year")
_SURE = "Only shows sounds for which Earshot is fairly certain of this (confidence 0.5 or more)."


def _length(value: str) -> FilterPart:
    bounds = limits.duration(value)
    # The column's upper bound is exclusive, that of `limits` inclusive: nextafter converts one to the other.
    below = None if bounds.high is None else math.nextafter(bounds.high, math.inf)
    return FilterPart(filter_words.length(bounds), (Between(columns.LENGTH, bounds.low, below),), bounds=bounds)


def _categories(value: str, column: Names = columns.CATEGORIES, said_as: Saying = Saying.CATEGORY) -> FilterPart:
    found = [categories.named(part) for part in value.split(",")]
    cat_ids = tuple(category.cat_id.lower() for _, own in found for category in own)
    words = filter_words.any_of(said_as, tuple(title for title, _ in found))
    return FilterPart(words, (AnyOf(column, cat_ids),), ",".join(cat_ids))


def _changed(value: str) -> FilterPart:
    span = dates.span(value)
    start, end = (None if side is None else round(side * 1e9) for side in (span.start_s, span.end_s))
    condition = Between(columns.CHANGED, start, end)
    return FilterPart(said(Saying.CHANGED, span.words), (condition,), span.name, span.bounds)


def _added(value: str) -> FilterPart:
    span = dates.span(value)
    condition = Between(columns.ADDED, span.start_s, span.end_s)
    return FilterPart(said(Saying.ADDED, span.words), (condition,), span.name, span.bounds)


_channels = in_range(columns.CHANNELS, limits.channels, filter_words.channels)
_rate = in_range(columns.RATE, limits.sample_rate, filter_words.rate)
_depth = in_range(columns.DEPTH, limits.bit_depth, filter_words.depth)

FILTERS: tuple[Filter, ...] = (
    Filter(
        "dur",
        "Length",
        "a length in seconds",
        ("dur:<2", "dur:>=1.5", "dur:2..5", "dur:500ms", "dur:>1m", "dur:1:30..2:00"),
        "length; a lone value means about that long",
        _length,
        ("<1", "<2", "1..5", ">10", ">1m"),
        panel=Panel(
            Button.LENGTH,
            choices=(
                Choice("<1", "Under 1 s"),
                Choice("1..5", "1 to 5 s"),
                Choice("5..30", "5 to 30 s"),
                Choice("30..2m", "30 s to 2 min"),
                Choice(">2m", "Over 2 min"),
            ),
            range=Range("s", "0.5", "1:30"),
        ),
    ),
    Filter(
        "ext",
        "Format",
        "one or more file name endings",
        ("ext:wav", "ext:wav,flac"),
        "file name ending or container",
        any_of(columns.FORMATS, limits.extensions, filter_words.formats),
        source="formats",
        style=Style.ANY,
        lists=columns.FORMATS,
        label=lambda value: said(Saying.AT, value.upper()),
        panel=Panel(Button.FORMAT, columns=2),
    ),
    Filter(
        "loop",
        "Loop",
        "nothing or yes for loops, no for one-shots",
        ("loop:", "loop:no"),
        "loops, one-shots",
        claim(columns.LOOPS, Saying.LOOPS, Saying.ONE_SHOTS),
        ("yes", "no"),
        takes_nothing=True,
        states={"loop": "yes", "oneshot": "no", "one-shot": "no"},
        panel=Panel(Button.LOOP, choices=(Choice("no", "One-shots"), Choice("yes", "Loops"))),
    ),
    Filter(
        "cat",
        "Category",
        "a UCS category, subcategory or CatID",
        ("cat:DOORS", "cat:DOORWood", 'cat:"DOORS WOOD"'),
        "a UCS category, subcategory or CatID",
        _categories,
        source="categories",
        style=Style.ANY,
        lists=columns.CATEGORIES,
        label=lambda value: said(Saying.AT, value.capitalize()),
        panel=Panel(Button.CATEGORY, "UCS category", is_long=True),
    ),
    Filter(
        "ear",
        "Category by ear",
        "a UCS category, subcategory or CatID",
        ("ear:DOORS", 'ear:"DOORS WOOD"'),
        "the category that Earshot suggests by ear, of sounds whose files say none",
        lambda value: _categories(value, columns.BY_EAR, Saying.CATEGORY_BY_EAR),
        source="categories",
        style=Style.ANY,
        lists=columns.BY_EAR,
        label=lambda value: said(Saying.LISTED_BY_EAR, value.capitalize()),
        panel=Panel(
            Button.CATEGORY,
            "By ear, where the file says none",
            is_long=True,
            hint="By ear: the likeliest category of a sound without one, where it is right at least as often as not.",
        ),
    ),
    Filter(
        "loud",
        "Loudness",
        "a loudness in LUFS",
        ("loud:>-20", "loud:<-30", "loud:-24..-18", "loud:-23"),
        "loudness in LUFS",
        in_range(columns.LOUDNESS, limits.level, filter_words.loudness),
        (">-20", "-36..-20", "<-36"),
        panel=Panel(
            Button.LOUDNESS,
            choices=(
                Choice("<-36", "Quiet: under −36 LUFS"),
                Choice("-36..-20", "Medium: −36 to −20 LUFS"),
                Choice(">-20", "Loud: over −20 LUFS"),
            ),
            range=Range("LUFS", "-30", "-16"),
        ),
    ),
    Filter(
        "peak",
        "Peak",
        "a peak in dBFS",
        ("peak:>-1", "peak:<-6", "peak:-6..-3"),
        "sample peak in dBFS",
        in_range(columns.PEAK, limits.level, filter_words.peak),
        (">-1", "<-6"),
    ),
    Filter(
        "tp",
        "True peak",
        "a true peak in dBTP",
        ("tp:>-1", "tp:<-6", "tp:-6..-3"),
        "true peak in dBTP; sounds that were indexed before it was measured have none until they are read again",
        in_range(columns.TRUE_PEAK, limits.level, filter_words.true_peak),
        (">-1", ">0", "<-6"),
        panel=Panel(
            Button.LOUDNESS,
            "True peak",
            choices=(
                Choice(">0", "Over 0 dBTP"),
                Choice(">-1", "Over −1 dBTP"),
                Choice("<-1", "Under −1 dBTP"),
            ),
            range=Range("dBTP", "-6", "-1"),
        ),
    ),
    Filter(
        "bright",
        "Brightness",
        "a frequency",
        ("bright:<2k", "bright:>4k", "bright:500..2k"),
        "brightness: where the middle of the energy lies",
        in_range(columns.BRIGHTNESS, limits.brightness, filter_words.brightness),
        ("<1k", "1k..4k", ">4k"),
    ),
    Filter(
        "bpm",
        "Tempo",
        "beats a minute",
        ("bpm:120", "bpm:90..120", "bpm:>=140"),
        "tempo, where it is known with some certainty",
        in_range(columns.TEMPO, limits.tempo, filter_words.tempo),
        ("90..110", "110..125", "125..140"),
        panel=Panel(
            Button.TEMPO,
            choices=(
                Choice("60..90", "60–90"),
                Choice("90..110", "90–110"),
                Choice("110..125", "110–125"),
                Choice("125..140", "125–140"),
                Choice("140..160", "140–160"),
                Choice("160..190", "160–190"),
            ),
            range=Range("BPM", "118", "122"),
            columns=2,
            hint=_SURE,
        ),
    ),
    Filter(
        "key",
        "Musical key",
        "a key",
        ("key:Am", 'key:"F# minor"', "key:Bb", "key:minor"),
        "musical key, likewise",
        any_of(columns.KEYS, limits.musical_keys, filter_words.keys),
        tuple(f"{tonic} {mode}" for tonic in TONICS for mode in MODES),
        style=Style.ANY,
        lists=columns.KEYS,
        panel=Panel(Button.KEY, columns=2, hint=_SURE),
    ),
    Filter(
        "ch",
        "Channels",
        "a number of channels",
        ("ch:2", "ch:mono", "ch:stereo", "ch:>2", "ch:1..2"),
        "channels",
        _channels,
        ("mono", "stereo", ">2"),
        lists=columns.CHANNELS,
        label=lambda value: _channels(value).words,
        states={"mono": "mono", "stereo": "stereo"},
        panel=Panel(Button.CHANNELS),
    ),
    Filter(
        "sr",
        "Sample rate",
        "a sample rate",
        ("sr:48k", "sr:>=96k", "sr:44.1k..48k", "sr:22050"),
        "sample rate",
        _rate,
        ("44.1k", "48k", ">=96k"),
        lists=columns.RATE,
        label=lambda value: _rate(value).words,
        panel=Panel(Button.RATE, "Sample rate", range=Range("kHz", "44.1", "96", "k"), columns=2),
    ),
    Filter(
        "depth",
        "Bit depth",
        "bits a sample",
        ("depth:24", "depth:>=24", "depth:16..24"),
        "bits a sample",
        _depth,
        ("16", "24", "32"),
        lists=columns.DEPTH,
        label=lambda value: _depth(value).words,
        panel=Panel(Button.RATE, "Bit depth", columns=2),
    ),
    Filter(
        "size",
        "File size",
        "a size",
        ("size:>10MB", "size:<500k", "size:1MB..1GB"),
        "size of the file",
        in_range(columns.SIZE, limits.size, filter_words.size),
        (">10MB", ">100MB", "<1MB"),
    ),
    Filter(
        "date",
        "File changed",
        "a day, month, year, today, yesterday, week, month or year",
        ("date:week", "date:>=2024-05", "date:2023..2024", "date:<2024-05-31"),
        "when the file was last changed: a day, month or year, `today`, `yesterday`, `week`, `month`, `year`",
        _changed,
        _WHEN,
        panel=Panel(
            Button.DATE,
            "File changed",
            (
                Choice("today", "Today"),
                Choice("week", "In the last week"),
                Choice("month", "In the last month"),
                Choice("year", "In the last year"),
            ),
            range=Range("", "2024-05", "2025-01-31"),
        ),
    ),
    Filter(
        "added",
        "Added to the library",
        "a day, month, year, today, yesterday, week, month or year",
        ("added:today", "added:month", "added:>=2024-05"),
        "when it was taken into the library, likewise",
        _added,
        _WHEN,
    ),
)
