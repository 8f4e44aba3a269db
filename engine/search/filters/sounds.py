"""Filters on properties of a sound: length, format, measures, category and dates of its file."""

import math

from engine.audio.key_names import MODES, TONICS
from engine.base.messages import PlainText, Unit, said
from engine.base.query_messages import QueryMessage
from engine.search import categories, dates, filter_labels, value_parsers
from engine.search.filters.filter import (
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
from engine.search.filters.quality import silent_end
from engine.store import filters as columns
from engine.store.filters import AnyOf, Between, NameColumn, NumberColumn

_WHEN = ("today", "yesterday", "week", "month", "year")
_SURE = "Only shows sounds for which Earshot is fairly certain of this (confidence 0.5 or more)."


def _length(value: str) -> FilterPart:
    bounds = value_parsers.duration(value)
    # The column's upper bound is exclusive, that of `read_bounds` inclusive: nextafter converts one to the other.
    below = None if bounds.high is None else math.nextafter(bounds.high, math.inf)
    return FilterPart(filter_labels.length(bounds), (Between(columns.LENGTH, bounds.low, below),), bounds=bounds)


def _categories(
    value: str, column: NameColumn = columns.CATEGORIES, said_as: QueryMessage = QueryMessage.CATEGORY
) -> FilterPart:
    found = [categories.named(part) for part in value.split(",")]
    cat_ids = tuple(category.cat_id.lower() for _, own in found for category in own)
    words = filter_labels.any_of(said_as, tuple(title for title, _ in found))
    return FilterPart(words, (AnyOf(column, cat_ids),), ",".join(cat_ids))


def _changed(value: str) -> FilterPart:
    span = dates.span(value)
    start, end = (None if side is None else round(side * 1e9) for side in (span.start_s, span.end_s))
    condition = Between(columns.CHANGED, start, end)
    return FilterPart(said(QueryMessage.CHANGED, span.words), (condition,), span.name, span.bounds)


def _added(value: str) -> FilterPart:
    span = dates.span(value)
    condition = Between(columns.ADDED, span.start_s, span.end_s)
    return FilterPart(said(QueryMessage.ADDED, span.words), (condition,), span.name, span.bounds)


def _silence(value: str) -> FilterPart:
    if (end := silent_end(value)) is not None:
        return end
    percent = value_parsers.read_bounds(
        value, lambda text: value_parsers.read_number(text.removesuffix("%")), step=None, margin=5.0
    )
    low, high = (None if side is None else side / 100 for side in (percent.low, percent.high))
    under, over, between = QueryMessage.SILENT_UNDER, QueryMessage.SILENT_OVER, QueryMessage.SILENT_BETWEEN
    words = filter_labels.range_words(percent, Unit.NONE, under, over, QueryMessage.SILENT_ANY, between=between)
    return FilterPart(words, (Between(_SILENCE, low, high),), bounds=percent)


_SILENCE = NumberColumn("sound.silence_ratio")
_channels = in_range(columns.CHANNELS, value_parsers.channels, filter_labels.channels)
_rate = in_range(columns.RATE, value_parsers.sample_rate, filter_labels.rate)
_depth = in_range(columns.DEPTH, value_parsers.bit_depth, filter_labels.depth)

FILTERS: tuple[Filter, ...] = (
    Filter(
        key="dur",
        title="Length",
        takes="a length in seconds",
        examples=("dur:<2", "dur:>=1.5", "dur:2..5", "dur:500ms", "dur:>1m", "dur:1:30..2:00"),
        guide="length; a lone value means about that long",
        read=_length,
        values=("<1", "<2", "1..5", ">10", ">1m"),
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
        key="ext",
        title="Format",
        takes="one or more file name endings",
        examples=("ext:wav", "ext:wav,flac"),
        guide="file name ending or container",
        read=any_of(columns.FORMATS, value_parsers.extensions, filter_labels.formats),
        source="formats",
        style=Style.ANY,
        lists=columns.FORMATS,
        label=lambda value: said(PlainText.AT, value.upper()),
        panel=Panel(Button.FORMAT, columns=2),
    ),
    Filter(
        key="loop",
        title="Loop",
        takes="nothing or yes for loops, no for one-shots",
        examples=("loop:", "loop:no"),
        guide="loops, one-shots",
        read=claim(columns.LOOPS, QueryMessage.LOOPS, QueryMessage.ONE_SHOTS),
        values=("yes", "no"),
        takes_nothing=True,
        states={"loop": "yes", "oneshot": "no", "one-shot": "no"},
        panel=Panel(Button.LOOP, choices=(Choice("no", "One-shots"), Choice("yes", "Loops"))),
    ),
    Filter(
        key="cat",
        title="Category",
        takes="a UCS category, subcategory or CatID",
        examples=("cat:DOORS", "cat:DOORWood", 'cat:"DOORS WOOD"'),
        guide="a UCS category, subcategory or CatID",
        read=_categories,
        source="categories",
        style=Style.ANY,
        lists=columns.CATEGORIES,
        label=lambda value: said(PlainText.AT, value.capitalize()),
        panel=Panel(Button.CATEGORY, "UCS category", is_long=True),
    ),
    Filter(
        key="ear",
        title="Category by ear",
        takes="a UCS category, subcategory or CatID",
        examples=("ear:DOORS", 'ear:"DOORS WOOD"'),
        guide="the category that Earshot suggests by ear, of sounds whose files say none",
        read=lambda value: _categories(value, columns.BY_EAR, QueryMessage.CATEGORY_BY_EAR),
        source="categories",
        style=Style.ANY,
        lists=columns.BY_EAR,
        label=lambda value: said(QueryMessage.LISTED_BY_EAR, value.capitalize()),
        panel=Panel(
            Button.CATEGORY,
            "By ear, where the file says none",
            is_long=True,
            hint="By ear: the likeliest category of a sound without one, where it is right at least as often as not.",
        ),
    ),
    Filter(
        key="loud",
        title="Loudness",
        takes="a loudness in LUFS",
        examples=("loud:>-20", "loud:<-30", "loud:-24..-18", "loud:-23"),
        guide="loudness in LUFS",
        read=in_range(columns.LOUDNESS, value_parsers.level, filter_labels.loudness),
        values=(">-20", "-36..-20", "<-36"),
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
        key="peak",
        title="Peak",
        takes="a peak in dBFS",
        examples=("peak:>-1", "peak:<-6", "peak:-6..-3"),
        guide="sample peak in dBFS",
        read=in_range(columns.PEAK, value_parsers.level, filter_labels.peak),
        values=(">-1", "<-6"),
    ),
    Filter(
        key="tp",
        title="True peak",
        takes="a true peak in dBTP",
        examples=("tp:>-1", "tp:<-6", "tp:-6..-3"),
        guide="true peak in dBTP; sounds that were indexed before it was measured have none until they are read again",
        read=in_range(columns.TRUE_PEAK, value_parsers.level, filter_labels.true_peak),
        values=(">-1", ">0", "<-6"),
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
        key="silent",
        title="Silence",
        takes="a share in percent, head or tail",
        examples=("silent:>50%", "silent:<10%", "silent:20..80", "silent:head", "silent:tail"),
        guide="share of the length that is silent (under −60 dBFS), in percent; a silent second at the start, the end",
        read=_silence,
        values=("<10%", ">50%", "head", "tail"),
    ),
    Filter(
        key="bright",
        title="Brightness",
        takes="a frequency",
        examples=("bright:<2k", "bright:>4k", "bright:500..2k"),
        guide="brightness: where the middle of the energy lies",
        read=in_range(columns.BRIGHTNESS, value_parsers.brightness, filter_labels.brightness),
        values=("<1k", "1k..4k", ">4k"),
    ),
    Filter(
        key="bpm",
        title="Tempo",
        takes="beats a minute",
        examples=("bpm:120", "bpm:90..120", "bpm:>=140"),
        guide="tempo, where it is known with some certainty",
        read=in_range(columns.TEMPO, value_parsers.tempo, filter_labels.tempo),
        values=("90..110", "110..125", "125..140"),
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
        key="key",
        title="Musical key",
        takes="a key",
        examples=("key:Am", 'key:"F# minor"', "key:Bb", "key:minor"),
        guide="musical key, likewise",
        read=any_of(columns.KEYS, value_parsers.musical_keys, filter_labels.keys),
        values=tuple(f"{tonic} {mode}" for tonic in TONICS for mode in MODES),
        style=Style.ANY,
        lists=columns.KEYS,
        panel=Panel(Button.KEY, columns=2, hint=_SURE),
    ),
    Filter(
        key="ch",
        title="Channels",
        takes="a number of channels",
        examples=("ch:2", "ch:mono", "ch:stereo", "ch:>2", "ch:1..2"),
        guide="channels",
        read=_channels,
        values=("mono", "stereo", ">2"),
        lists=columns.CHANNELS,
        label=lambda value: _channels(value).words,
        states={"mono": "mono", "stereo": "stereo"},
        panel=Panel(Button.CHANNELS),
    ),
    Filter(
        key="sr",
        title="Sample rate",
        takes="a sample rate",
        examples=("sr:48k", "sr:>=96k", "sr:44.1k..48k", "sr:22050"),
        guide="sample rate",
        read=_rate,
        values=("44.1k", "48k", ">=96k"),
        lists=columns.RATE,
        label=lambda value: _rate(value).words,
        panel=Panel(Button.RATE, "Sample rate", range=Range("kHz", "44.1", "96", "k"), columns=2),
    ),
    Filter(
        key="depth",
        title="Bit depth",
        takes="bits a sample",
        examples=("depth:24", "depth:>=24", "depth:16..24"),
        guide="bits a sample",
        read=_depth,
        values=("16", "24", "32"),
        lists=columns.DEPTH,
        label=lambda value: _depth(value).words,
        panel=Panel(Button.RATE, "Bit depth", columns=2),
    ),
    Filter(
        key="size",
        title="File size",
        takes="a size",
        examples=("size:>10MB", "size:<500k", "size:1MB..1GB"),
        guide="size of the file",
        read=in_range(columns.SIZE, value_parsers.size, filter_labels.size),
        values=(">10MB", ">100MB", "<1MB"),
    ),
    Filter(
        key="date",
        title="File changed",
        takes="a day, month, year, today, yesterday, week, month or year",
        examples=("date:week", "date:>=2024-05", "date:2023..2024", "date:<2024-05-31"),
        guide="when the file was last changed: a day, month or year, `today`, `yesterday`, `week`, `month`, `year`",
        read=_changed,
        values=_WHEN,
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
        key="added",
        title="Added to the library",
        takes="a day, month, year, today, yesterday, week, month or year",
        examples=("added:today", "added:month", "added:>=2024-05"),
        guide="when it was taken into the library, likewise",
        read=_added,
        values=_WHEN,
    ),
)
