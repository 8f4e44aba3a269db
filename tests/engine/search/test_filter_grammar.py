"""Every filter as a user types it: what it asks, the words of its chip, and what an unreadable one advises."""

from datetime import date, datetime

import pytest

from engine.chips import Unread
from engine.errors import QueryError
from engine.search import dates
from engine.search.filtering import combine, describe_keys, read
from engine.search.keys import KEYS
from engine.search.parse import parse
from engine.shell.answers import refuse_unread
from engine.store.filters import Filters


def filters(text: str) -> Filters:
    return parse(text, synonyms=lambda word: ()).filters


def chips(text: str) -> list[str]:
    return [chip.text for chip in parse(text, synonyms=lambda word: ()).chips]


def unix_s(year: int, month: int, day: int) -> float:
    return datetime(year, month, day).timestamp()


@pytest.mark.parametrize(
    ("text", "expected", "chip"),
    [
        ("rating:>=3", Filters(min_rating=3, max_rating=5), "rated 3 or more"),
        ("rating:4", Filters(min_rating=4, max_rating=4), "rated 4"),
        ("rating:>4", Filters(min_rating=5, max_rating=5), "rated 5"),
        ("rating:<3", Filters(min_rating=1, max_rating=2), "rated 2 or less"),
        ("rating:2..4", Filters(min_rating=2, max_rating=4), "rated 2 to 4"),
        ("rating:0", Filters(min_rating=0, max_rating=0), "not rated"),
        ("rating:none", Filters(min_rating=0, max_rating=0), "not rated"),
        ("colour:Red", Filters(colours=("red",)), "marked red"),
        ("color:red,blue", Filters(colours=("red", "blue")), "marked red or blue"),
        ("colour:", Filters(is_coloured=True), "with a colour"),
        ("colour:no", Filters(is_coloured=False), "without a colour"),
        ("heard:", Filters(is_heard=True), "heard before"),
        ("heard:no", Filters(is_heard=False), "never heard"),
        ("used:yes", Filters(is_used=True), "used before"),
        ("used:no", Filters(is_used=False), "never used"),
        ('collection:"Scene 4"', Filters(collections=("Scene 4",)), "in collection Scene 4"),
        ("loud:>=-20", Filters(min_lufs=-20.0), "louder than -20 LUFS"),
        ("loud:<=−30.5LUFS", Filters(max_lufs=-30.5), "quieter than -30.5 LUFS"),
        ("loud:-24..-18", Filters(min_lufs=-24.0, max_lufs=-18.0), "-24 to -18 LUFS"),
        ("loud:-23", Filters(min_lufs=-24.0, max_lufs=-22.0), "-24 to -22 LUFS"),
        ("peak:>=-1dB", Filters(min_peak_dbfs=-1.0), "peaks over -1 dBFS"),
        ("peak:-6..-3", Filters(min_peak_dbfs=-6.0, max_peak_dbfs=-3.0), "peaks -6 to -3 dBFS"),
        ("depth:24", Filters(min_depth=24, max_depth=24), "24 bit"),
        ("depth:>=24", Filters(min_depth=24), "24 bit or more"),
        ("depth:16..24bit", Filters(min_depth=16, max_depth=24), "16 to 24 bit"),
        ("bpm:90..120", Filters(min_bpm=90.0, max_bpm=120.0), "90 to 120 BPM"),
        ("bpm:>=140", Filters(min_bpm=140.0), "faster than 140 BPM"),
        ("bpm:100", Filters(min_bpm=98.0, max_bpm=102.0), "98 to 102 BPM"),
        ('key:"F# minor"', Filters(keys=("F# minor",)), "in F# minor"),
        ("key:Gbm", Filters(keys=("F# minor",)), "in F# minor"),
        ("key:A", Filters(keys=("A major", "A minor")), "in A major or A minor"),
        ("key:Am key:Cmaj", Filters(keys=("A minor", "C major")), "in A minor"),
        ("loop:", Filters(is_loop=True), "loops"),
        ("loop:no", Filters(is_loop=False), "one-shots"),
        ("bright:<=2k", Filters(max_bright_hz=2000.0), "darker than 2 kHz"),
        ("bright:500..2khz", Filters(min_bright_hz=500.0, max_bright_hz=2000.0), "500 Hz to 2 kHz bright"),
        ("size:>=10MB", Filters(min_bytes=10_000_000), "larger than 10 MB"),
        ("size:<500k", Filters(max_bytes=499_999), "smaller than 500 kB"),
        ("size:1.5g..", Filters(min_bytes=1_500_000_000), "larger than 1.5 GB"),
        ("note:", Filters(has_note=True), "with a note"),
        ("note:no", Filters(has_note=False), "without a note"),
        ('note:"too loud"', Filters(notes=("too loud",)), "note says “too loud”"),
        ("cat:DOORWood", Filters(cat_ids=("doorwood",)), "category DOORS WOOD"),
        ('cat:"rain glass"', Filters(cat_ids=("rainglas",)), "category RAIN GLASS"),
        ("is:unrated", Filters(min_rating=0, max_rating=0), "not rated"),
        ("is:oneshot is:stereo", Filters(is_loop=False, min_channels=2, max_channels=2), "one-shots"),
        ("is:untagged", Filters(is_tagged=False), "without tags"),
        ("is:online", Filters(is_offline=False), "not offline"),
        ("is:missing", Filters(is_missing=True), "missing"),
    ],
)
def test_a_filter_asks_and_says_what_passes(text: str, expected: Filters, chip: str) -> None:
    assert filters(text) == expected
    assert chips(text)[0] == chip


def test_a_category_is_all_its_subcategories() -> None:
    # UCS 8.2.1 lists 22 subcategories of DOORS and 10 of RAIN.
    doors, rain = filters("cat:DOOR").cat_ids, filters("cat:rain").cat_ids
    assert (len(doors), len(rain)) == (22, 10)
    assert filters("cat:doors cat:rain").cat_ids == (*doors, *rain)
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
    span = dates.span("date", text, today=date(2024, 5, 17))
    assert span.start_s == (None if start is None else unix_s(*start))
    assert span.end_s == (None if end is None else unix_s(*end))
    assert str(span.words) == words


def test_dates_ask_when_the_file_changed_or_was_taken_in() -> None:
    start_s, end_s = unix_s(2024, 5, 1), unix_s(2024, 6, 1)
    assert filters("date:2024-05") == Filters(min_mtime_ns=int(start_s) * 10**9, max_mtime_ns=int(end_s) * 10**9)
    assert filters("added:2024-05") == Filters(min_added_s=start_s, max_added_s=end_s)
    assert chips("date:2024-05 added:>=2024") == ["changed in 2024-05", "added since 2024"]


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("rating:6", "rating:>=3"),
        ("rating:good", "rating:>=3"),
        ("rating:4..2", "rating:>=3"),
        ("colour:pink", "purple"),
        ("heard:maybe", "heard:no"),
        ("used:2", "used:no"),
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
    described = describe_keys()
    assert {one.key for one in described} | {"color"} == KEYS
    for one in described:
        assert one.examples, one.key
        for example in one.examples:
            read_query = parse(example, synonyms=lambda word: ())
            assert read_query.said or not read_query.filters.is_empty, example
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
        assert (filters(text).asks_what_is_kept, filters(text).asks_what_was_heard) == (True, False), text
    for text in ("heard:no", "used:"):
        assert (filters(text).asks_what_is_kept, filters(text).asks_what_was_heard) == (False, True), text
    for text in ("dur:<2", "cat:doors", "key:A", "date:today", "in:x", "offline:", "is:mono", "loop:no"):
        assert (filters(text).asks_what_is_kept, filters(text).asks_what_was_heard) == (False, False), text


def test_what_somebody_says_is_no_filter_and_can_be_switched_off() -> None:
    query = parse('rain say:"open the door" dur:<2', synonyms=lambda word: ())
    assert (query.said, query.filters.max_s, query.is_empty) == (("open the door",), 2.0, False)
    assert [chip.text for chip in query.chips if chip.kind == "said"] == ["says “open the door”"]
    assert parse("say:seven", synonyms=lambda word: (), without=frozenset({"said say: seven"})).is_empty
    assert parse("say:", synonyms=lambda word: ()).chips[0].why is Unread.NO_VALUE
