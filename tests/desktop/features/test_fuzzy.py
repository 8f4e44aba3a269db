"""What a few letters find."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from desktop.features.help.fuzzy import score


def best(typed: str, *texts: str) -> str:
    """The text that fits best."""
    fitting = [(fits, text) for text in texts if (fits := score(typed, text)) is not None]
    return max(fitting)[1] if fitting else ""


@pytest.mark.parametrize(
    ("typed", "wanted", "other"),
    [
        ("fs", "Find similar", "Files"),  # starts of words before letters somewhere
        ("loop", "Loop", "Look over old pictures"),  # side by side before scattered
        ("prefs", "Preferences", "Play from best moment, sound"),
        ("folder add", "Add folder", "Find"),  # words in any order
        ("copy", "Copy path", "Make a copy in the project folder"),  # at the beginning, and short
        ("ABC", "abc", "xyz"),  # case does not matter
        ("sp", "ShowPath", "Lisp"),  # a capital begins a word
        ("gerat", "Gera\u0308te", "Gate rate"),  # marks do not matter, nor how they are written
        ("Gerät", "Gera\u0308te", "Gate rate"),
        ("strasse", "Hauptstraße", "Strand"),
        ("ガラ", "カ\u3099ラス", "カラス"),  # these marks make another letter
    ],
)
def test_what_was_meant_comes_first(typed: str, wanted: str, other: str) -> None:
    assert best(typed, other, wanted) == wanted


def test_a_missing_letter_is_no_match() -> None:
    assert score("xq", "Find similar") is None
    assert score("similarx", "Find similar") is None


@given(some.text(max_size=30), some.lists(some.booleans(), max_size=30))
def test_letters_in_order_always_fit(text: str, kept: list[bool]) -> None:
    typed = "".join(letter for letter, is_kept in zip(text, kept, strict=False) if is_kept)
    assert score("".join(typed.split()), text) is not None


@given(some.text(max_size=20))
def test_nothing_typed_fits_everything(text: str) -> None:
    assert score("", text) is not None
