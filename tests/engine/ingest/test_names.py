"""What a name's vector is made from."""

import pytest

from engine.base.types import FilePath, SoundMetadata
from engine.ingest.name_text import name_text

ROOT = FilePath(b"/sounds")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("/sounds/Doors/OldDoor_creak-03.wav", "old door creak, doors"),
        ("/sounds/Rain/rain heavy 24bit.wav", "rain heavy bit"),  # a word is said once; numbers say nothing
        ("/sounds/FX/sound_001.wav", "sound 001"),  # nothing is left: better the name as it is than no text
        ("/sounds/Dogs/puppy's bark.wav", "puppys bark, dogs"),
    ],
)
def test_names_become_words(path: str, text: str) -> None:
    assert name_text(FilePath(path.encode()), ROOT, SoundMetadata()) == text


def test_metadata_comes_before_the_folder_and_long_texts_are_cut() -> None:
    metadata = SoundMetadata(description="a slow wooden door", keywords=("hinge",), category="doors wood")
    text = name_text(FilePath(b"/sounds/Foley/take.wav"), ROOT, metadata)
    assert text == "take, doors wood, slow wooden door, hinge, foley"
    long = name_text(FilePath(b"/sounds/Foley/take.wav"), ROOT, SoundMetadata(description="word " * 10 + "x" * 5000))
    assert len(long) <= 400


def test_a_ucs_name_gives_its_own_words_and_no_makers_codes() -> None:
    text = name_text(FilePath(b"/sounds/Lib/DOORWood_Old Creak_JD_ACME.wav"), ROOT, SoundMetadata())
    assert text.startswith("old creak")
    assert "acme" not in text


def test_a_name_that_is_no_text_still_has_one() -> None:
    assert name_text(FilePath(b"/sounds/\xff\xfe.wav"), ROOT, SoundMetadata())
