"""Which caption a sound gets in a batch."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from tests.training.data.clips import clip
from training.data.captions import CaptionConfig, Captions
from training.data.corpus import CorpusError
from training.data.eda import EdaConfig
from training.data.variants import Variant, VariantFile

RAIN = clip("rain", "rain falls", "water drips", keywords=("rain", "roof"))
DOG = clip("dog", "a dog barks")


def variants_of_rain(path: Path) -> str:
    """A file with two variants of the first caption of RAIN."""
    with VariantFile(path) as file:
        file.append(Variant("k", "rain falls", ("rain", "roof"), "m", ("rain hits a roof", "a roof gets wet")))
    return str(path)


def draws(captions: Captions, row: int, count: int, own: int | None = None) -> Counter[str]:
    rng = np.random.default_rng(5)
    return Counter(captions.draw(row, rng, own) for _ in range(count))


def test_own_captions_come_alike_often() -> None:
    found = draws(Captions([DOG, RAIN], CaptionConfig()), 1, 4_000)
    assert set(found) == {"rain falls", "water drips"}
    assert found["rain falls"] == pytest.approx(2_000, abs=130)  # four standard deviations of 4000 fair coins


def test_the_same_generator_draws_the_same_captions(tmp_path: Path) -> None:
    config = CaptionConfig(swap=0.5, variants=variants_of_rain(tmp_path / "v.jsonl"), eda=EdaConfig(share=0.5))
    captions = Captions([RAIN], config)
    one, other = np.random.default_rng(3), np.random.default_rng(3)
    assert [captions.draw(0, one) for _ in range(200)] == [captions.draw(0, other) for _ in range(200)]


def test_three_of_ten_captions_are_swapped_for_one_of_their_variants(tmp_path: Path) -> None:
    config = CaptionConfig(swap=0.3, variants=variants_of_rain(tmp_path / "v.jsonl"))
    found = draws(Captions([RAIN], config), 0, 4_000, own=0)
    # Primus et al. 2023, section 2.6: p = 0.3, here of two variants: 0.15 each; four standard deviations are 90.
    assert found["rain hits a roof"] == pytest.approx(600, abs=90)
    assert found["a roof gets wet"] == pytest.approx(600, abs=90)
    assert found["rain falls"] == pytest.approx(2_800, abs=116)


def test_a_caption_without_variants_stays_and_is_counted(tmp_path: Path) -> None:
    captions = Captions([RAIN, DOG], CaptionConfig(swap=1.0, variants=variants_of_rain(tmp_path / "v.jsonl")))
    assert captions.without_variants == 2
    assert draws(captions, 1, 20) == {"a dog barks": 20}


def test_variants_made_for_other_tags_are_not_taken(tmp_path: Path) -> None:
    elsewhere = clip("other", "rain falls", keywords=("umbrella",))
    with pytest.raises(CorpusError, match="no variant of any caption"):
        Captions([elsewhere], CaptionConfig(swap=0.3, variants=variants_of_rain(tmp_path / "v.jsonl")))


def test_swapping_without_a_file_says_how_to_get_one() -> None:
    with pytest.raises(CorpusError) as refused:
        Captions([RAIN], CaptionConfig(swap=0.3))
    assert "earshot-train paraphrase" in refused.value.advice


def test_all_texts_that_can_be_drawn_are_known_before(tmp_path: Path) -> None:
    captions = Captions([RAIN, DOG], CaptionConfig(swap=0.3, variants=variants_of_rain(tmp_path / "v.jsonl")))
    assert captions.texts() == ("a dog barks", "a roof gets wet", "rain falls", "rain hits a roof", "water drips")
    assert set(draws(captions, 0, 500)) == {"a roof gets wet", "rain falls", "rain hits a roof", "water drips"}


def test_changed_words_make_the_texts_open() -> None:
    assert not CaptionConfig().is_open
    assert CaptionConfig(eda=EdaConfig(share=0.1)).is_open
    found = draws(Captions([clip("car", "a car passes")], CaptionConfig(eda=EdaConfig(share=1.0, delete=0.0))), 0, 50)
    assert set(found) == {"an automobile passes", "a vehicle passes"}


def test_a_chance_above_one_is_refused() -> None:
    with pytest.raises(ValueError, match="swap must be within 0 and 1"):
        CaptionConfig(swap=1.5)
