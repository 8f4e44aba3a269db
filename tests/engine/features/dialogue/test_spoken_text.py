"""The words that texts are compared by."""

import pytest

from engine.features.dialogue.spoken_text import spoken_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Don't open the door!", "dont open the door"),
        ("21", "twenty one"),
        ("Twenty-one", "twenty one"),
        ("10:05", "ten zero five"),
        ("1984", "nineteen eighty four"),
        ("1905", "nineteen oh five"),
        ("1900", "one thousand nine hundred"),
        ("2000 and 315", "two thousand and three hundred fifteen"),
        ("555123456", "five five five one two three four five six"),
        ("", ""),
        ("…", ""),
    ],
)
def test_a_text_is_cut_into_the_words_that_are_said(text: str, words: str) -> None:
    assert spoken_words(text) == words.split()
