"""silent:, the share of a sound that is silent."""

import numpy as np
import pytest
import soundfile

from engine.library.library import Library
from engine.search.query_parser import parse
from engine.search.question import Question
from tests.helpers.tiny_library import TinyLibrary, earshot


@pytest.mark.parametrize(
    ("typed", "chip"),
    [
        ("silent:>50%", "more than 50 % silent"),
        ("silent:<10", "less than 10 % silent"),
        ("silent:20..80", "20 to 80 % silent"),
    ],
)
def test_its_chip_says_the_share(typed: str, chip: str) -> None:
    assert [found.text for found in parse(typed, synonyms=lambda word: ()).chips] == [chip]


def test_a_share_that_is_no_number_is_refused() -> None:
    (chip,) = parse("silent:mostly", synonyms=lambda word: ()).chips
    assert chip.why == "value"


def test_a_sound_with_a_long_pause_is_found(
    tiny_library: TinyLibrary, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("silence")
    sound = np.random.default_rng(1).normal(0.0, 0.1, 48_000)
    (folder / "sounds").mkdir()
    soundfile.write(folder / "sounds" / "full.wav", sound, 48_000)
    soundfile.write(folder / "sounds" / "pause.wav", np.concatenate([sound, np.zeros(3 * 48_000)]), 48_000)
    earshot("index", "--json", "--library", folder / "library", "--pack", tiny_library.pack, folder / "sounds")
    with Library.open(folder / "library") as library:
        found = {words: len(library.rank(Question(words)).ids) for words in ("silent:>50%", "silent:<10%", "silent:75")}
    assert found == {"silent:>50%": 1, "silent:<10%": 1, "silent:75": 1}
