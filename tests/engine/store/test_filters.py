"""Filters and full text give the sounds that people mean."""

import dataclasses
from collections.abc import Iterator

import pytest

from engine.store.catalogue import Catalogue
from engine.store.filters import Filters
from engine.types import AudioInfo, SoundId, SoundMetadata
from tests.helpers.libraries import ROOT, a_sound


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalogue]:
    with Catalogue.open(tmp_path_factory.mktemp("library")) as opened:
        root = opened.add_root(ROOT)
        opened.reserve_ids(3, 10)
        sounds = [
            a_sound(1, root=root, name="Doors/DOORWood_Creak03.wav", duration_s=1.5),
            a_sound(2, root=root, name="Ambience/Cafe_Évening.flac", duration_s=600.0),
            a_sound(
                3, root=root, name="Doors/slam.wav", duration_s=2.0, metadata=SoundMetadata(description="A heavy door")
            ),
        ]
        sounds[1] = dataclasses.replace(sounds[1], info=AudioInfo("FLAC", "PCM_24", 96_000, 6, 24, 600.0))
        sounds = [dataclasses.replace(sound, first_segment=2 * sound.id) for sound in sounds]
        opened.store(sounds, [])
        opened.set_tags(SoundId(3), ["Loud", "best of"])
        opened.set_favourite(SoundId(2), True)
        opened.failed(dataclasses.replace(sounds[0].stamp, path=type(ROOT)(ROOT.raw + b"/x.wav")), "broken", root=root)
        yield opened


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (Filters(), [1, 2, 3]),
        (Filters(max_s=2.0), [1]),
        (Filters(min_s=2.0), [2, 3]),
        (Filters(min_channels=3), [2]),
        (Filters(max_channels=2, max_s=1.9), [1]),
        (Filters(min_rate_hz=96_000), [2]),
        (Filters(formats=("FLAC",)), [2]),
        (Filters(formats=("flac", "WAV")), [1, 2, 3]),
        (Filters(folders=("doors",)), [1, 3]),
        (Filters(folders=("foley", "AMBI")), [2]),
        (Filters(tags=("LOUD", "best of")), [3]),
        (Filters(is_favourite=True), [2]),
        (Filters(is_favourite=False), [1, 3]),
        (Filters(is_offline=True), []),
    ],
)
def test_filters_pass_what_they_say(catalogue: Catalogue, filters: Filters, expected: list[int]) -> None:
    assert catalogue.filter_ids(filters).tolist() == expected


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
    assert catalogue.matching(text).tolist() == expected


def test_the_last_word_may_be_unfinished(catalogue: Catalogue) -> None:
    assert catalogue.matching("cre", is_prefix=True).tolist() == [1]
    assert catalogue.matching("cre").tolist() == []


def test_keywords_say_which_words_were_found(catalogue: Catalogue) -> None:
    assert catalogue.keyword(["door", "heavy", "zebra"]) == {3: ("door", "heavy"), 1: ("door",)}


def test_a_very_long_query_is_no_error(catalogue: Catalogue) -> None:
    assert catalogue.matching("door " * 5_000).tolist() == []
