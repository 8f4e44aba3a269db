"""Every filter as a user types it: what it asks, the words of its chip, and what an unreadable one advises."""

from datetime import date, datetime

import pytest

from engine.base.chips import UnreadReason
from engine.base.errors import QueryError
from engine.cli.shell.answers import refuse_unread
from engine.search import dates
from engine.search.filter_registry import FILTERS, combine, read
from engine.search.query_parser import parse
from engine.store.filters import (
    ADDED,
    BRIGHTNESS,
    CATEGORIES,
    CHANGED,
    CHANNELS,
    COLLECTIONS,
    COLOURED,
    COLOURS,
    DEPTH,
    HEARD,
    KEYS,
    LOOPS,
    LOUDNESS,
    MISSING,
    NOTED,
    NOTES,
    OFFLINE,
    PEAK,
    RATING,
    SIZE,
    TAGGED,
    TEMPO,
    TRUE_PEAK,
    USED,
    AllOf,
    AnyOf,
    Between,
    Dependency,
    Filters,
    Is,
)


def filters(text: str) -> Filters:
    return parse(text, synonyms=lambda word: ()).filters


def chips(text: str) -> list[str]:
    return [chip.text for chip in parse(text, synonyms=lambda word: ()).chips]


def unix_s(year: int, month: int, day: int) -> float:
    return datetime(year, month, day).timestamp()


@pytest.mark.parametrize(
    ("text", "expected", "chip"),
    [
        ("rating:>=3", Filters.of([Between(RATING, 3, 5)]), "rated 3 or more"),
        ("rating:4", Filters.of([Between(RATING, 4, 4)]), "rated 4"),
        ("rating:>4", Filters.of([Between(RATING, 5, 5)]), "rated 5"),
        ("rating:<3", Filters.of([Between(RATING, 1, 2)]), "rated 2 or less"),
        ("rating:2..4", Filters.of([Between(RATING, 2, 4)]), "rated 2 to 4"),
        ("rating:0", Filters.of([Between(RATING, 0, 0)]), "not rated"),
        ("rating:none", Filters.of([Between(RATING, 0, 0)]), "not rated"),
        ("colour:Red", Filters.of([AnyOf(COLOURS, ("red",))]), "marked red"),
        ("color:red,blue", Filters.of([AnyOf(COLOURS, ("red", "blue"))]), "marked red or blue"),
        ("colour:", Filters.of([Is(COLOURED, True)]), "with a colour"),
        ("colour:no", Filters.of([Is(COLOURED, False)]), "without a colour"),
        ("heard:", Filters.of([Is(HEARD, True)]), "played before"),
        ("heard:no", Filters.of([Is(HEARD, False)]), "never played"),
        ("used:yes", Filters.of([Is(USED, True)]), "used before"),
        ("used:no", Filters.of([Is(USED, False)]), "never used"),
        ('collection:"Scene 4"', Filters.of([AllOf(COLLECTIONS, ("Scene 4",))]), "in collection Scene 4"),
        ("loud:>=-20", Filters.of([Between(LOUDNESS, -20.0)]), "louder than -20 LUFS"),
        ("loud:<=−30.5LUFS", Filters.of([Between(LOUDNESS, high=-30.5)]), "quieter than -30.5 LUFS"),
        ("loud:-24..-18", Filters.of([Between(LOUDNESS, -24.0, -18.0)]), "-24 to -18 LUFS"),
        ("loud:-23", Filters.of([Between(LOUDNESS, -24.0, -22.0)]), "-24 to -22 LUFS"),
        ("peak:>=-1dB", Filters.of([Between(PEAK, -1.0)]), "peaks over -1 dBFS"),
        ("tp:>=-1", Filters.of([Between(TRUE_PEAK, -1.0)]), "peaks over -1 dBTP"),
        ("tp:-6..-3dBTP", Filters.of([Between(TRUE_PEAK, -6.0, -3.0)]), "peaks -6 to -3 dBTP"),
        ("peak:-6..-3", Filters.of([Between(PEAK, -6.0, -3.0)]), "peaks -6 to -3 dBFS"),
        ("depth:24", Filters.of([Between(DEPTH, 24, 24)]), "24 bit"),
        ("depth:>=24", Filters.of([Between(DEPTH, 24)]), "24 bit or more"),
        ("depth:16..24bit", Filters.of([Between(DEPTH, 16, 24)]), "16 to 24 bit"),
        ("bpm:90..120", Filters.of([Between(TEMPO, 90.0, 120.0)]), "90 to 120 BPM"),
        ("bpm:>=140", Filters.of([Between(TEMPO, 140.0)]), "faster than 140 BPM"),
        ("bpm:100", Filters.of([Between(TEMPO, 98.0, 102.0)]), "98 to 102 BPM"),
        ('key:"F# minor"', Filters.of([AnyOf(KEYS, ("F# minor",))]), "in F# minor"),
        ("key:Gbm", Filters.of([AnyOf(KEYS, ("F# minor",))]), "in F# minor"),
        ("key:A", Filters.of([AnyOf(KEYS, ("A major", "A minor"))]), "in A major or A minor"),
        ("key:Am key:Cmaj", Filters.of([AnyOf(KEYS, ("A minor", "C major"))]), "in A minor"),
        ("loop:", Filters.of([Is(LOOPS, True)]), "loops"),
        ("loop:no", Filters.of([Is(LOOPS, False)]), "one-shots"),
        ("bright:<=2k", Filters.of([Between(BRIGHTNESS, high=2000.0)]), "darker than 2 kHz"),
        ("bright:500..2khz", Filters.of([Between(BRIGHTNESS, 500.0, 2000.0)]), "500 Hz to 2 kHz bright"),
        ("size:>=10MB", Filters.of([Between(SIZE, 10_000_000)]), "larger than 10 MB"),
        ("size:<500k", Filters.of([Between(SIZE, high=499_999)]), "smaller than 500 kB"),
        ("size:1.5g..", Filters.of([Between(SIZE, 1_500_000_000)]), "larger than 1.5 GB"),
        ("note:", Filters.of([Is(NOTED, True)]), "with a note"),
        ("note:no", Filters.of([Is(NOTED, False)]), "without a note"),
        ('note:"too loud"', Filters.of([AllOf(NOTES, ("too loud",))]), "note says “too loud”"),
        ("cat:DOORWood", Filters.of([AnyOf(CATEGORIES, ("doorwood",))]), "category DOORS WOOD"),
        ('cat:"rain glass"', Filters.of([AnyOf(CATEGORIES, ("rainglas",))]), "category RAIN GLASS"),
        ("is:unrated", Filters.of([Between(RATING, 0, 0)]), "not rated"),
        ("is:oneshot is:stereo", Filters.of([Is(LOOPS, False), Between(CHANNELS, 2, 2)]), "one-shots"),
        ("is:untagged", Filters.of([Is(TAGGED, False)]), "without tags"),
        ("is:online", Filters.of([Is(OFFLINE, False)]), "not offline"),
        ("is:missing", Filters.of([Is(MISSING, True)]), "missing"),
    ],
)
def test_a_filter_asks_and_says_what_passes(text: str, expected: Filters, chip: str) -> None:
    assert filters(text) == expected
    assert chips(text)[0] == chip


def test_a_category_is_all_its_subcategories() -> None:
    # UCS 8.2.1 lists 22 subcategories of DOORS and 10 of RAIN.
    ((doors,), (rain,)) = filters("cat:DOOR").conditions, filters("cat:rain").conditions
    assert isinstance(doors, AnyOf) and isinstance(rain, AnyOf)
    assert (len(doors.values), len(rain.values)) == (22, 10)
    assert filters("cat:doors cat:rain") == Filters.of([AnyOf(CATEGORIES, (*doors.values, *rain.values))])
    assert chips("cat:door") == ["category DOORS"]


@pytest.mark.parametrize(
    ("text", "start", "end", "words"),
    [
        ("today", (2024, 5, 17), (2024, 5, 18), "today"),
        ("yesterday", (2024, 5, 16), (2024, 5, 17), "yesterday"),
        ("week", (2024, 5, 11), (2024, 5, 18), "in the last 7 days"),
        ("month", (2024, 4, 18), (2024, 5, 18), "in the last 30 days"),
        ("<week", None, (2024, 5, 11), "before 2024-05-11"),
        ("2024", (2024, 1, 1), (2025, 1, 1), "in 2024"),
        ("2023-12", (2023, 12, 1), (2024, 1, 1), "in 2023-12"),
        ("2024-02-29", (2024, 2, 29), (2024, 3, 1), "in 2024-02-29"),
        (">=2024-05", (2024, 5, 1), None, "since 2024-05"),
        (">2024-05", (2024, 6, 1), None, "after 2024-05"),
        ("<2024", None, (2024, 1, 1), "before 2024-01-01"),
        ("<=2024-05", None, (2024, 6, 1), "until 2024-05"),
        ("2023..2024-06", (2023, 1, 1), (2024, 7, 1), "2023 to 2024-06"),
        ("2023..", (2023, 1, 1), None, "since 2023"),
    ],
)
def test_a_date_is_a_stretch_of_days(
    text: str, start: tuple[int, int, int] | None, end: tuple[int, int, int] | None, words: str
) -> None:
    span = dates.span(text, today=date(2024, 5, 17))
    assert span.start_s == (None if start is None else unix_s(*start))
    assert span.end_s == (None if end is None else unix_s(*end))
    assert str(span.words) == words


def test_dates_ask_when_the_file_changed_or_was_taken_in() -> None:
    start_s, end_s = unix_s(2024, 5, 1), unix_s(2024, 6, 1)
    assert filters("date:2024-05") == Filters.of([Between(CHANGED, int(start_s) * 10**9, int(end_s) * 10**9)])
    assert filters("added:2024-05") == Filters.of([Between(ADDED, start_s, end_s)])
    assert chips("date:2024-05 added:>=2024") == ["changed in 2024-05", "added since 2024"]


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("rating:6", "rating:>=3"),
        ("rating:good", "rating:>=3"),
        ("rating:4..2", "rating:>=3"),
        ("colour:pink", "purple"),
        ("heard:maybe", "heard:no"),
        ("collection:", "collection:"),
        ("loud:quiet", "loud:>-20"),
        ("loud:-10..-20", "loud:-24..-18"),
        ("peak:", "peak:>-1"),
        ("depth:deep", "depth:24"),
        ("bpm:fast", "bpm:90..120"),
        ("key:H", "key:Am"),
        ("key:", "key:Am"),
        ("loop:twice", "loop:no"),
        ("date:tomorrow", "date:week"),
        ("date:2024-13", "date:week"),
        ("date:2025..2024", "date:week"),
        ("date:0001", "date:week"),
        ("added:", "added:today"),
        ("bright:very", "bright:<2k"),
        ("size:big", "size:>10MB"),
        ("cat:doorz", "cat:DOORS"),
        ("cat:", "cat:DOORWood"),
        ("cat:xyzzy", "CatID"),
        ("is:nice", "is:loop"),
        ("is:", "is:loop"),
    ],
)
def test_an_unreadable_filter_names_what_is_allowed(text: str, allowed: str) -> None:
    with pytest.raises(QueryError) as caught:
        refuse_unread(parse(text, synonyms=lambda word: ()).chips)
    assert allowed in caught.value.advice


def test_every_key_is_described_and_its_examples_can_be_read() -> None:
    assert {*FILTERS, "color", "timecode"} == FILTERS.keys_typed
    for one in FILTERS.values():
        assert one.examples, one.key
        for example in one.examples:
            read_query = parse(example, synonyms=lambda word: ())
            is_part = read_query.said or read_query.examples or read_query.words_weight != 1.0
            is_part = is_part or read_query.variety is not None
            is_part = is_part or bool(read_query.transcribed) or read_query.is_speechless
            assert is_part or not read_query.filters.is_empty, example
        for value in one.values:
            assert not combine([read(one.key, value)]).is_empty, (one.key, value)


def test_what_a_filter_depends_on_is_known() -> None:
    for text in (
        "tag:a",
        "fav:",
        "rating:3",
        "rating:0",
        "colour:no",
        "note:",
        "note:a",
        "collection:a",
        "is:untagged",
    ):
        assert (filters(text).follows(Dependency.KEEPING), filters(text).follows(Dependency.HEARING)) == (
            True,
            False,
        ), text
    for text in ("used:", "used:<30d", "used:door"):
        assert filters(text).follows(Dependency.USES) and filters(text).is_of_the_user, text
    for text in ("heard:no",):
        assert (filters(text).follows(Dependency.KEEPING), filters(text).follows(Dependency.HEARING)) == (
            False,
            True,
        ), text
    for text in ("dur:<2", "cat:doors", "key:A", "date:today", "in:x", "offline:", "is:mono", "loop:no"):
        assert (filters(text).follows(Dependency.KEEPING), filters(text).follows(Dependency.HEARING)) == (
            False,
            False,
        ), text


def test_what_somebody_says_is_no_filter_and_can_be_switched_off() -> None:
    query = parse('rain say:"open the door" dur:<2', synonyms=lambda word: ())
    assert (query.said, query.filters, query.is_empty) == (("open the door",), filters("dur:<2"), False)
    assert [chip.text for chip in query.chips if chip.kind == "said"] == ["says “open the door”"]
    assert parse("say:seven", synonyms=lambda word: (), without=frozenset({"said say: seven"})).is_empty
    assert parse("say:", synonyms=lambda word: ()).chips[0].why is UnreadReason.NO_VALUE
