"""Words of captions changed one by one."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.audio.ucs import categories
from training.data import eda
from training.data.eda import EdaConfig, sets, stand_ins

CAPTIONS = st.lists(
    st.sampled_from(["a", "car", "An", "engine", "rain", "falls", "dog.", "the", "Waves,", "hum", "and", "ocean"]),
    min_size=1,
    max_size=12,
).map(" ".join)
SEEDS = st.integers(0, 2**32 - 1)


def test_all_stand_ins_stand_in_one_category_of_the_universal_category_system() -> None:
    fields = [
        {word for text in (row.category, row.subcategory, *row.synonyms) for word in text.lower().split()}
        for row in categories()
    ]
    strangers = [words for words in sets() if not any(field.issuperset(words) for field in fields)]
    assert strangers == []


def test_stand_ins_work_both_ways() -> None:
    assert stand_ins("car") == ("automobile", "vehicle")
    assert "car" in stand_ins("vehicle")
    assert stand_ins("xylophone") == ()


def test_articles_and_capitals_follow_the_word() -> None:
    rng = np.random.default_rng(0)
    found = {eda.replace_words("An engine of a boat: Rain.", 1.0, rng) for _ in range(20)}
    assert found == {"A motor of a vessel: Rainfall."}


def test_a_share_of_the_words_is_replaced() -> None:
    words = "engine boat rain ocean couch cup lake toad phone suitcase"  # ten words, each with one stand-in
    changed = eda.replace_words(words, 0.3, np.random.default_rng(1)).split()
    assert sum(old != new for old, new in zip(words.split(), changed, strict=True)) == 3


def test_small_words_and_one_other_are_never_deleted() -> None:
    assert eda.delete_words("the rain and the wind", 1.0, np.random.default_rng(0)) in (
        "the rain and the",
        "the and the wind",
    )


def test_two_words_change_places() -> None:
    assert eda.swap_words("rain falls", 0.1, np.random.default_rng(0)) == "falls rain"


def test_a_stand_in_is_inserted() -> None:
    found = {eda.insert_words("rain falls", 0.1, np.random.default_rng(seed)) for seed in range(30)}
    assert found == {"rainfall rain falls", "rain rainfall falls"}


def test_nothing_changes_at_a_share_of_nought() -> None:
    assert {eda.change("a car", EdaConfig(), np.random.default_rng(seed)) for seed in range(20)} == {"a car"}


@settings(deadline=None)
@given(CAPTIONS, SEEDS)
def test_a_changed_caption_is_never_empty_and_repeatable(caption: str, seed: int) -> None:
    config = EdaConfig(share=1.0, replace=0.5, insert=0.5, swap=0.5, delete=0.9)
    changed = eda.change(caption, config, np.random.default_rng(seed))
    assert changed.strip()
    assert changed == eda.change(caption, config, np.random.default_rng(seed))


@settings(deadline=None)
@given(CAPTIONS, SEEDS)
def test_swapping_keeps_all_words(caption: str, seed: int) -> None:
    assert sorted(eda.swap_words(caption, 0.5, np.random.default_rng(seed)).split()) == sorted(caption.split())


def test_a_share_with_nothing_to_do_is_refused() -> None:
    with pytest.raises(ValueError, match="all 0"):
        EdaConfig(share=0.5, replace=0.0, delete=0.0)
