"""Filters and full text give the sounds that people mean."""

from collections.abc import Iterator

import pytest
from msgspec import structs

from engine.base.types import AudioInfo, Colour, Measures, SoundId, SoundMetadata
from engine.library.user_data import UserData
from engine.store.catalogue import Catalogue
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
    FAVOURITES,
    FOLDERS,
    FORMATS,
    HEARD,
    KEYS,
    LENGTH,
    LOOPS,
    LOUDNESS,
    MISSING,
    NOTED,
    NOTES,
    OFFLINE,
    PEAK,
    RATE,
    RATING,
    SIZE,
    TAGGED,
    TAGS,
    TEMPO,
    USED,
    AllOf,
    AnyOf,
    Between,
    Filters,
    Is,
)
from tests.helpers.libraries import EMPTY, ROOT, a_sound
from tests.helpers.user_tags import set_favourite, set_tags


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalogue]:
    with Catalogue.open(tmp_path_factory.mktemp("library")) as opened:
        root = opened.roots.add(ROOT)
        opened.sounds.reserve_ids(3, 10)
        sounds = [
            a_sound(1, root=root, name="Doors/DOORWood_Creak03.wav", duration_s=1.5),
            a_sound(2, root=root, name="Ambience/Cafe_Évening.flac", duration_s=600.0),
            a_sound(
                3, root=root, name="Doors/slam.wav", duration_s=2.0, metadata=SoundMetadata(description="A heavy door")
            ),
        ]
        sounds[1] = structs.replace(sounds[1], info=AudioInfo("FLAC", "PCM_24", 96_000, 6, 24, 600.0))
        sounds = [structs.replace(sound, first_segment=2 * sound.id) for sound in sounds]
        opened.sounds.store(sounds, [])
        set_tags(opened, SoundId(3), ["Loud", "best of"])
        set_favourite(opened, SoundId(2))
        opened.files.note_failed(
            structs.replace(sounds[0].stamp, path=type(ROOT)(ROOT.raw + b"/x.wav")), EMPTY, root=root
        )
        yield opened


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (Filters(), [1, 2, 3]),
        (Filters.of([Between(LENGTH, high=2.0)]), [1]),
        (Filters.of([Between(LENGTH, 2.0)]), [2, 3]),
        (Filters.of([Between(CHANNELS, 3)]), [2]),
        (Filters.of([Between(CHANNELS, high=2), Between(LENGTH, high=1.9)]), [1]),
        (Filters.of([Between(RATE, 96_000)]), [2]),
        (Filters.of([AnyOf(FORMATS, ("FLAC",))]), [2]),
        (Filters.of([AnyOf(FORMATS, ("flac", "WAV"))]), [1, 2, 3]),
        (Filters.of([AllOf(FOLDERS, ("doors",))]), [1, 3]),
        (Filters.of([AllOf(FOLDERS, ("foley", "AMBI"))]), [2]),
        (Filters.of([AllOf(TAGS, ("LOUD", "best of"))]), [3]),
        (Filters.of([Is(FAVOURITES, True)]), [2]),
        (Filters.of([Is(FAVOURITES, False)]), [1, 3]),
        (Filters.of([Is(OFFLINE, True)]), []),
        (Filters.of([Is(MISSING, True)]), []),
    ],
)
def test_filters_pass_what_they_say(catalogue: Catalogue, filters: Filters, expected: list[int]) -> None:
    assert catalogue.passing.ids(filters).tolist() == expected


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalogue]:
    """Five sounds; of each another number is known, and the user kept something of some."""
    with Catalogue.open(tmp_path_factory.mktemp("kept")) as opened:
        root = opened.roots.add(ROOT)
        plain = [a_sound(number, root=root, first_segment=2 * number) for number in range(1, 6)]
        measures = [
            Measures(-12.0, -0.5, 0.0, 5_000.0, True, 120.0, 0.9, "F# minor", 0.9),
            Measures(-20.0, -3.0, 0.0, 800.0, False, 120.0, 0.4, "F# minor", 0.49),
            Measures(-40.0, -20.0, 0.0, 300.0, False, 90.0, 0.5, "C major", 0.5),
            Measures(),
            Measures(-23.0, -1.0, 0.0, 2_000.0, None),
        ]
        ucs = [SoundMetadata(ucs_id=name) for name in ("DOORWood", "RAIN", "", "DOORMetl", "")]
        opened.sounds.store(
            [
                structs.replace(sound, measures=own, metadata=text)
                for sound, own, text in zip(plain, measures, ucs, strict=True)
            ],
            [],
        )
        keeping = UserData(opened)
        keeping.set_rating([SoundId(1), SoundId(2)], 3)
        keeping.set_rating([SoundId(3)], 5)
        keeping.set_colour([SoundId(2)], Colour.RED)
        keeping.set_colour([SoundId(3)], Colour.BLUE)
        keeping.set_note(SoundId(4), "Too LOUD by far")
        keeping.played(SoundId(5))
        keeping.used([SoundId(4)])
        keeping.add_tags([SoundId(1)], ["door"])
        keeping.set_favourite([SoundId(2)], True)
        for name, number in (("Film", 1), ("Film", 2), ("Game", 2)):
            found = keeping.collection_named(name)
            keeping.add_to((found or keeping.make_collection(name)[0]).id, [SoundId(number)])
        yield opened


NEW_YEAR_2024_S = 1_704_067_200.0


@pytest.mark.shows("filters-combine")
@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (Filters.of([Between(RATING, 3, 5)]), [1, 2, 3]),
        (Filters.of([Between(RATING, 1, 4)]), [1, 2]),
        (Filters.of([Between(RATING, 0, 0)]), [4, 5]),
        (Filters.of([Between(RATING, 0, 3)]), [1, 2, 4, 5]),
        (Filters.of([Between(RATING, high=4)]), [1, 2, 4, 5]),
        (Filters.of([AnyOf(COLOURS, ("red", "green"))]), [2]),
        (Filters.of([Is(COLOURED, True)]), [2, 3]),
        (Filters.of([Is(COLOURED, False)]), [1, 4, 5]),
        (Filters.of([AllOf(NOTES, ("too loud",))]), [4]),
        (Filters.of([Is(NOTED, False)]), [1, 2, 3, 5]),
        (Filters.of([Is(HEARD, True)]), [5]),
        (Filters.of([Is(HEARD, False)]), [1, 2, 3, 4]),
        (Filters.of([Is(USED, True)]), [4]),
        (Filters.of([Is(TAGGED, True)]), [1]),
        (Filters.of([Is(TAGGED, False), Is(FAVOURITES, True)]), [2]),
        (Filters.of([AllOf(COLLECTIONS, ("film",))]), [1, 2]),
        (Filters.of([AllOf(COLLECTIONS, ("FILM", "game"))]), [2]),
        (Filters.of([AllOf(COLLECTIONS, ("nothing",))]), []),
        (Filters.of([Between(LOUDNESS, -23.0)]), [1, 2, 5]),
        (Filters.of([Between(LOUDNESS, high=-23.0)]), [3, 5]),
        (Filters.of([Between(PEAK, -1.0)]), [1, 5]),
        (Filters.of([Between(BRIGHTNESS, high=800.0)]), [2, 3]),
        (Filters.of([Is(LOOPS, True)]), [1]),
        (Filters.of([Is(LOOPS, False)]), [2, 3]),
        (Filters.of([Between(TEMPO, 80.0, 130.0)]), [1, 3]),
        (Filters.of([AnyOf(KEYS, ("F# minor", "C major"))]), [1, 3]),
        (Filters.of([Between(DEPTH, 25)]), []),
        (Filters.of([Between(DEPTH, high=24)]), [1, 2, 3, 4, 5]),
        (Filters.of([AnyOf(CATEGORIES, ("doorwood", "doormetl"))]), [1, 4]),
        (Filters.of([Between(SIZE, 1_003, 1_004)]), [3, 4]),  # a_sound has 1,000 bytes and its number
        (Filters.of([Between(CHANGED, 1_700_000_000_000_000_003, 1_700_000_000_000_000_005)]), [3, 4]),
        (Filters.of([Between(ADDED, NEW_YEAR_2024_S)]), [1, 2, 3, 4, 5]),
        (Filters.of([Between(ADDED, high=NEW_YEAR_2024_S)]), []),
        (Filters.of([AllOf(FOLDERS, ("/sounds/foley/",))]), [1, 2, 3, 4, 5]),
        (Filters.of([AllOf(FOLDERS, ("/sounds/fol/",))]), []),
    ],
)
def test_filters_over_what_is_measured_and_kept(kept: Catalogue, filters: Filters, expected: list[int]) -> None:
    assert kept.passing.ids(filters).tolist() == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("wood", [1]),
        ("door", [1, 3]),
        ("doorwood", [1]),
        ("DOOR WOOD", [1]),
        ("creak03", [1]),
        ("creak 03", [1]),
        ("wood door", []),
        ("evening", [2]),
        ("heavy door", [3]),
        ("foley", [1, 2, 3]),
        ("doors", [1, 3]),
        ("wav", []),
        ("", []),
        ('" OR "', []),
        ("name:door", []),
        ("NEAR(door)", []),
    ],
)
def test_words_are_found_as_people_write_them(catalogue: Catalogue, text: str, expected: list[int]) -> None:
    assert catalogue.texts.matching(text).tolist() == expected


def test_the_last_word_may_be_unfinished(catalogue: Catalogue) -> None:
    assert catalogue.texts.matching("cre", is_prefix=True).tolist() == [1]
    assert catalogue.texts.matching("cre").tolist() == []


def test_keywords_say_which_words_were_found(catalogue: Catalogue) -> None:
    assert catalogue.texts.keyword(["door", "heavy", "zebra"]) == {3: ("door", "heavy"), 1: ("door",)}


def test_a_very_long_query_is_no_error(catalogue: Catalogue) -> None:
    assert catalogue.texts.matching("door " * 5_000).tolist() == []
