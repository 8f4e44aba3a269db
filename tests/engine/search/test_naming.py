"""Which names say nothing."""

import pytest

from engine.ingest.names import name_text
from engine.search.naming import says_nothing
from engine.types import FilePath, SoundMetadata

LIBRARY = FilePath(b"/home/me/Library")


def is_empty(path: str) -> bool:
    text = name_text(FilePath(path.encode()), LIBRARY, SoundMetadata())
    return says_nothing(text, path.split("/")[-2])


@pytest.mark.parametrize(
    "name",
    ["ZOOM0001", "REC_0042", "DR0000_0331", "STE-001", "Track 12", "2024-03-11 09.41", "Untitled 7", "TASCAM_0002"],
)
def test_what_a_recorder_calls_a_file_says_nothing_whatever_the_folder(name: str) -> None:
    assert is_empty(f"/home/me/Library/{name}.wav")
    assert is_empty(f"/home/me/Library/Harbour in winter/{name}.wav")


@pytest.mark.parametrize("name", ["dog_bark", "ZOOM0001 kitchen", "Hall", "rain03", "Möwe"])
def test_a_word_that_tells_is_enough(name: str) -> None:
    assert not is_empty(f"/home/me/Library/{name}.wav")


def test_what_the_metadata_says_counts_as_a_name() -> None:
    said = SoundMetadata(description="gulls over the quay")
    text = name_text(FilePath(b"/home/me/Library/ZOOM0001.wav"), LIBRARY, said)
    assert not says_nothing(text, "Library")
