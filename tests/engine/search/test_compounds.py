"""A quoted word finds its plural and the compounds it is a part of, and says what it found."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.base.types import FilePath
from engine.search.compounds import quoted_forms
from engine.store.catalogue import Catalogue
from tests.helpers.libraries import ROOT, a_sound

NAMES = ("church_bells", "Doorbell01", "belly dance", "Bell", "train", "raindrops", "carpet", "car horn", "BELL TOWER")


@pytest.fixture
def catalogue(tmp_path: Path) -> Iterator[Catalogue]:
    with Catalogue.open(tmp_path / "library") as opened:
        root = opened.roots.add(ROOT)
        sounds = []
        for number, name in enumerate(NAMES, start=1):
            sound = a_sound(number, root=root, first_segment=2 * number)
            path = FilePath(ROOT.raw + f"/{name}.wav".encode())
            sounds.append(replace(sound, stamp=replace(sound.stamp, path=path)))
        opened.sounds.store(sounds, [])
        yield opened


def found(catalogue: Catalogue, phrase: str) -> set[str]:
    forms = quoted_forms(phrase, catalogue.texts.words_with)
    return {NAMES[id - 1] for form in forms for id in catalogue.texts.matching(form).tolist()}


def test_a_plural_and_a_compound_are_found_and_a_longer_word_is_not(catalogue: Catalogue) -> None:
    assert found(catalogue, "bell") == {"church_bells", "Doorbell01", "Bell", "BELL TOWER"}
    assert found(catalogue, "bells") == found(catalogue, "bell")
    assert found(catalogue, "rain") == {"raindrops"}
    assert found(catalogue, "car") == {"car horn"}


def test_an_equals_sign_finds_the_word_alone(catalogue: Catalogue) -> None:
    assert found(catalogue, "=bell") == {"Bell", "BELL TOWER"}


def test_the_last_word_of_a_phrase_may_be_in_the_other_number(catalogue: Catalogue) -> None:
    assert found(catalogue, "church bell") == {"church_bells"}


def test_words_that_only_look_like_compounds_are_none() -> None:
    words = ("barking", "cartoon", "brain", "season", "handgun")
    assert quoted_forms("king", lambda part: words) == ("king", "kings")
    assert quoted_forms("gun", lambda part: words) == ("gun", "guns", "handgun")
    assert quoted_forms("car", lambda part: words) == ("car", "cars")


def test_compounds_of_a_library_that_an_earlier_earshot_made_are_found(tmp_path: Path) -> None:
    golden = Path(__file__).resolve().parents[2] / "golden" / "catalogue-v4.sqlite"
    (tmp_path / "catalogue.sqlite").write_bytes(golden.read_bytes())
    with Catalogue.open(tmp_path) as opened:
        assert opened.texts.words_with("wood") == ["doorwood"]
