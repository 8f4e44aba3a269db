"""The words that a query is widened by mean what was typed."""

from importlib import resources

import pytest

from engine.audio.ucs import categories
from engine.search.keywords import stem
from engine.search.synonyms import synonyms_of


@pytest.mark.parametrize(
    ("word", "other"),
    [("breaking", "farts"), ("breaking", "real"), ("sea", "albatross"), ("crowd", "amble"), ("door", "aviation")],
)
def test_a_word_that_only_stands_in_the_same_category_is_no_synonym(word: str, other: str) -> None:
    assert other not in synonyms_of(word)


@pytest.mark.shows("words-beside-sound")
def test_words_that_mean_the_same_stand_for_each_other() -> None:
    assert "ocean" in synonyms_of("sea") and "sea" in synonyms_of("ocean")
    assert synonyms_of("rain")[:2] == ("rainfall", "drizzle")


def test_a_kind_of_a_thing_stands_for_the_thing_and_not_the_other_way() -> None:
    assert "sparrow" in synonyms_of("bird")
    assert "bird" not in synonyms_of("sparrow")


def test_a_word_is_known_in_any_form_and_case() -> None:
    assert synonyms_of("footstep") == synonyms_of("Footsteps") != ()
    assert synonyms_of("scraping") == synonyms_of("scrapes") == synonyms_of("scrape") != ()


def test_a_word_is_not_its_own_synonym_and_unknown_words_have_none() -> None:
    assert "rain" not in synonyms_of("rain")
    assert synonyms_of("qwertyuiop") == synonyms_of("") == ()


def test_nearly_every_word_of_the_list_is_one_of_the_ucs() -> None:
    text = (resources.files("resources.ucs") / "synonyms-en.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    words = {word for line in lines for word in line.split() if word != ">"}
    texts = " ".join(f"{row.category} {row.subcategory} {' '.join(row.synonyms)}" for row in categories()).lower()
    known = {stem(word) for word in texts.replace("-", " ").split()}
    assert all(word == word.lower() and word.isalpha() for word in words)
    assert sum(stem(word) in known for word in words) > 0.9 * len(words)
    assert len(lines) == len(set(lines))
