"""The query language, as a user types it."""

import math

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.base.chips import UnreadReason
from engine.base.errors import QueryError
from engine.cli.shell.answers import refuse_unread, say_unread
from engine.search.query import Query
from engine.search.query_parser import MOST_ALTERNATIVES, asked, parse
from engine.store.filters import (
    CHANNELS,
    COLLECTIONS,
    FAVOURITES,
    FOLDERS,
    FORMATS,
    LENGTH,
    OFFLINE,
    RATE,
    TAGS,
    AllOf,
    AnyOf,
    Between,
    Filters,
    Is,
)


def no_synonyms(word: str) -> tuple[str, ...]:
    return ()


def read(text: str, *without: str) -> Query:
    return parse(text, synonyms=no_synonyms, without=frozenset(without))


def chips(query: Query) -> list[str]:
    return [chip.text for chip in query.chips]


def test_plain_words_describe_and_function_words_are_no_keywords() -> None:
    side = read("a dog barking in the Rain").alternatives[0]
    assert side.describe == "a dog barking in the Rain"
    assert side.words == ("dog", "barking", "rain")


def test_a_bar_means_or_and_each_side_keeps_its_quoted_words() -> None:
    left, right = read('wind howling|"gate" creak').alternatives
    assert (left.describe, left.required) == ("wind howling", ())
    assert (right.describe, right.required) == ("creak", ("gate",))


def test_quoted_words_alone_still_describe_so_that_they_rank() -> None:
    side = read('"metal door"').alternatives[0]
    assert (side.describe, side.required) == ("metal door", ("metal door",))


def test_minus_takes_a_word_or_a_phrase() -> None:
    assert read('wind -music -"low hum"').excluded == ("music", "low hum")


def test_a_dash_inside_a_word_is_no_minus() -> None:
    query = read("lo-fi beat - loop")
    assert query.excluded == ()
    assert query.alternatives[0].describe == "lo-fi beat - loop"


def test_curly_quotes_are_quotes() -> None:
    assert read("“door” creak").alternatives[0].required == ("door",)


@pytest.mark.parametrize("text", ['"door', 'six" nail', "“door", '"'])
def test_an_unclosed_quote_is_literal(text: str) -> None:
    side = read(text).alternatives[0]
    assert (side.describe, side.required) == (text, ())


@pytest.mark.parametrize(
    "text",
    [
        "'; DROP TABLE sound; --",
        "door* NEAR(wind, 5)",
        "name:door OR wind AND NOT (x)",
        "^a + b",
        "../../etc/passwd %s {}",
    ],
)
def test_other_peoples_syntax_is_plain_words(text: str) -> None:
    query = read(text)
    assert query.alternatives[0].describe == text
    assert query.filters == Filters()
    assert query.excluded == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dur:<2", Filters.of([Between(LENGTH, high=2.0)])),
        ("dur:<=2", Filters.of([Between(LENGTH, high=math.nextafter(2.0, 3.0))])),
        ("dur:>=1.5", Filters.of([Between(LENGTH, 1.5)])),
        ("dur:>1", Filters.of([Between(LENGTH, math.nextafter(1.0, 2.0))])),
        ("dur:2..5", Filters.of([Between(LENGTH, 2.0, math.nextafter(5.0, 6.0))])),
        ("dur:500ms..", Filters.of([Between(LENGTH, 0.5)])),
        ("dur:>=1m", Filters.of([Between(LENGTH, 60.0)])),
        ("dur:>=1:30", Filters.of([Between(LENGTH, 90.0)])),
        ("dur:>=1:00:01", Filters.of([Between(LENGTH, 3601.0)])),
        ("DUR:>=2s", Filters.of([Between(LENGTH, 2.0)])),
        ("dur:<2 dur:>=1", Filters.of([Between(LENGTH, 1.0, 2.0)])),
        ("ch:2", Filters.of([Between(CHANNELS, 2, 2)])),
        ("ch:mono", Filters.of([Between(CHANNELS, 1, 1)])),
        ("ch:>2", Filters.of([Between(CHANNELS, 3)])),
        ("ch:<3", Filters.of([Between(CHANNELS, high=2)])),
        ("ch:1..2", Filters.of([Between(CHANNELS, 1, 2)])),
        ("sr:>=48k", Filters.of([Between(RATE, 48000)])),
        ("sr:44.1k", Filters.of([Between(RATE, 44100, 44100)])),
        ("sr:44.1", Filters.of([Between(RATE, 44100, 44100)])),
        ("sr:44100..96khz", Filters.of([Between(RATE, 44100, 96000)])),
        ("ext:.WAV,flac", Filters.of([AnyOf(FORMATS, ("wav", "flac"))])),
        ("ext:wav ext:aif", Filters.of([AnyOf(FORMATS, ("wav", "aif"))])),
        ("in:Foley", Filters.of([AllOf(FOLDERS, ("Foley",))])),
        ('in:"Wind and rain" in:2024', Filters.of([AllOf(FOLDERS, ("Wind and rain", "2024"))])),
        ("tag:door", Filters.of([AllOf(TAGS, ("door",))])),
        ("fav:", Filters.of([Is(FAVOURITES, True)])),
        ("fav:no", Filters.of([Is(FAVOURITES, False)])),
        ("offline:yes", Filters.of([Is(OFFLINE, True)])),
        ("offline:no", Filters.of([Is(OFFLINE, False)])),
    ],
)
def test_a_filter_says_what_passes(text: str, expected: Filters) -> None:
    query = read(text)
    assert query.filters == expected
    assert query.is_empty


def test_a_lone_length_means_about_that_long() -> None:
    filters = read("dur:10").filters
    (about,) = filters.conditions
    assert isinstance(about, Between)
    assert (about.low, about.high) == (pytest.approx(9.0), pytest.approx(11.0))


@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("dur:soon", "dur:2..5"),
        ("dur:", "dur:2..5"),
        ("dur:5..2", "dur:2..5"),
        ("dur:..", "dur:2..5"),
        ("dur:nan", "dur:2..5"),
        ("dur:-1", "dur:2..5"),
        ("dur:99999999999", "dur:2..5"),
        ("ch:1.5", "ch:stereo"),
        ("sr:fast", "sr:48k"),
        ("ext:", "ext:wav"),
        ("ext:w/av", "ext:wav"),
        ("in:", "in:Foley"),
        ("tag:", "tag:door"),
        ("fav:perhaps", "fav:yes"),
        ("offline:2", "offline:no"),
        ("-dur:<2", "opposite"),
    ],
)
def test_an_unreadable_filter_names_what_is_allowed(text: str, allowed: str) -> None:
    query = read(f"wind {text}")
    assert (query.alternatives[0].describe, query.filters) == ("wind", Filters())
    chip = query.chips[0]
    assert (chip.kind, chip.source, chip.spans, chip.is_left_out) == ("unread", text, ((5, 5 + len(text)),), True)
    with pytest.raises(QueryError) as caught:
        refuse_unread(query.chips)
    assert text.split(":")[0].lstrip("-") in str(caught.value)
    assert allowed in caught.value.advice


@pytest.mark.parametrize(
    ("text", "why", "key", "is_left_out"),
    [
        ("dur:abc", UnreadReason.VALUE, "dur", True),
        ("tag:", UnreadReason.NO_VALUE, "tag", True),
        ("-fav:", UnreadReason.MINUS, "fav", True),
        ('tag:"room', UnreadReason.OPEN_QUOTE, "tag", True),
        ('"door', UnreadReason.OPEN_QUOTE, "", False),
        ("length:<2", UnreadReason.UNKNOWN_KEY, "dur", False),
        ("chan:2", UnreadReason.UNKNOWN_KEY, "", False),
    ],
)
def test_a_part_that_cannot_be_read_is_told_with_its_reason(
    text: str, why: UnreadReason, key: str, is_left_out: bool
) -> None:
    chip = read(f"rain {text} hall").chips[0]
    assert (chip.kind, chip.why, chip.key, chip.is_left_out) == ("unread", why, key, is_left_out)


@pytest.mark.parametrize("text", ["http://a.b", "C:\\sounds", "12:30", '6" nail', "lo-fi", "reel: 4"])
def test_words_with_punctuation_are_no_failed_filters(text: str) -> None:
    assert [chip.kind for chip in read(text).chips] == ["describe"]


def test_chips_that_read_alike_are_switched_off_one_by_one() -> None:
    query = read('favourites fav: in:"collection 4" collection:4')
    assert len({chip.id for chip in query.chips}) == len(query.chips) == 4
    named, chosen = (chip for chip in query.chips if chip.text == "in collection 4")
    assert read('in:"collection 4" collection:4', named.id).filters == Filters.of([AllOf(COLLECTIONS, ("4",))])
    assert read('in:"collection 4" collection:4', chosen.id).filters == Filters.of([AllOf(FOLDERS, ("collection 4",))])


def test_long_phrases_that_begin_alike_are_switched_off_one_by_one() -> None:
    long = "creak " * 50
    query = read(f'"{long}door" "{long}gate"')
    assert len({chip.id for chip in query.chips}) == len(query.chips) == 2
    assert read(f'"{long}door" "{long}gate"', query.chips[0].id).alternatives[0].required == (f"{long}gate",)


def test_a_filter_of_today_stays_switched_off_tomorrow() -> None:
    (chip,) = (chip for chip in read("date:>=week").chips if chip.key == "date")
    assert (chip.value, chip.bounds) == (">=week", None)


def test_a_part_that_cannot_be_read_and_stands_twice_is_taken_out_at_both_places() -> None:
    (chip,) = (chip for chip in read("ch:x rain ch:x").chips if chip.why is not None)
    assert chip.spans == ((0, 4), (10, 14))


def test_what_is_asked_twice_is_one_chip_of_both_stretches() -> None:
    query = parse("rain dur:<2 roof dur:<2s", synonyms=lambda word: (), filters="ch:1 dur:<2")
    chip = next(chip for chip in query.chips if chip.key == "dur")
    assert (chip.spans, chip.chosen_spans) == (((5, 11), (17, 24)), ((5, 11),))


def test_what_is_switched_off_is_not_asked() -> None:
    text, filters = 'rain dur:<2 roof "gate" -music dur:<2s', "ch:1 dur:<2"
    off = frozenset(chip.id for chip in parse(text, synonyms=lambda word: ()).chips if chip.kind != "describe")
    assert asked(text, off, filters=filters) == ("rain roof", "ch:1")
    assert asked(text, frozenset(), filters=filters) == (text, filters)


def test_a_clock_and_an_unknown_key_are_no_filters() -> None:
    assert read("alarm at 12:30 mood:dark").alternatives[0].describe == "alarm at 12:30 mood:dark"


def test_every_part_is_a_chip() -> None:
    assert chips(read('wind "gate" -music dur:<2 ch:2 sr:>=48k ext:wav in:Foley fav:')) == [
        "wind",
        '"gate"',
        "-music",
        "shorter than 2 s",
        "stereo",
        "from 48 kHz",
        "WAV",
        "in Foley",
        "favourites",
    ]


def test_a_chip_that_is_switched_off_stays_shown_and_takes_no_part() -> None:
    text = 'wind "gate" -music dur:<2'
    query = read(text, *(chip.id for chip in read(text).chips if chip.kind != "describe"))
    assert chips(query) == chips(read(text))
    assert query.alternatives[0].required == ()
    assert query.excluded == ()
    assert query.filters == Filters()


@pytest.mark.parametrize("text", ['Wind  "gate" howls -music', "“Old door” | creak ext:.WAV", "a  b|c"])
def test_a_chip_names_the_stretch_it_came_from_as_it_was_typed(text: str) -> None:
    query = parse(text, synonyms=lambda word: ("x",) if word == "wind" else ())
    assert query.chips
    assert all(chip.source in text for chip in query.chips)


def test_synonyms_widen_a_word_and_their_chip_switches_that_off() -> None:
    def synonyms(word: str) -> tuple[str, ...]:
        return {"wind": ("gust", "gale", "howling")}.get(word, ())

    query = parse("howling wind", synonyms=synonyms)
    assert [(wide.word, wide.synonyms) for wide in query.widenings] == [("wind", ("gust", "gale"))]
    first, second = query.chips[1:]
    assert (first.kind, first.source, first.key, first.text) == ("synonym", "wind", "wind", "gust")
    one_off = parse("howling wind", synonyms=synonyms, without=frozenset({first.id}))
    assert [wide.synonyms for wide in one_off.widenings] == [("gale",)]
    assert parse("howling wind", synonyms=synonyms, without=frozenset({first.id, second.id})).widenings == ()


def test_an_empty_query_ranks_nothing() -> None:
    assert read(' "" | | ').is_empty


def test_a_megabyte_is_cut_and_says_so() -> None:
    query = read("wind " * 200_000)
    assert query.alternatives[0].words == ("wind",)
    assert "too long" in str(query.note)


def test_too_many_alternatives_are_cut_and_say_so() -> None:
    query = read("|".join(f"w{number}" for number in range(100)))
    assert len(query.alternatives) == MOST_ALTERNATIVES
    assert f"{MOST_ALTERNATIVES} alternatives" in str(query.note)


@given(st.text(max_size=300))
@settings(max_examples=300, deadline=None)
def test_any_text_is_read_and_what_is_not_can_be_explained(text: str) -> None:
    query = read(text)
    assert query.alternatives
    say_unread(query.chips)
    for chip in query.chips:
        for start, end in chip.spans:
            assert 0 <= start < end <= len(text)


@given(st.text(alphabet='ab "|-:<>.durchs1\x00\t', max_size=60))
@example('" -:')  # two chips of one stretch
@settings(max_examples=300, deadline=None)
def test_all_chips_off_leaves_an_empty_query(text: str) -> None:
    query = read(text)
    off = [chip.id for chip in query.chips]
    bare = read(text, *off)
    assert bare.is_empty
    assert bare.filters == Filters()
    left = read(asked(text, frozenset(off))[0])
    assert left.is_empty
    assert left.filters == Filters()


@given(st.lists(st.sampled_from(["wind", "door", "creak", "rain"]), max_size=8))
def test_plain_words_come_back_as_they_were(words: list[str]) -> None:
    assert read("  ".join(words)).alternatives[0].describe == " ".join(words)
