"""One form for all spellings of a name."""

from collections.abc import Callable
from unicodedata import normalize

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.text_forms import bare, composed, folded, plain, small

FORMS: tuple[Callable[[str], str], ...] = (composed, folded, small, bare, plain)
LETTERS = st.text(st.one_of(st.characters(max_codepoint=0x2FF), st.characters(exclude_categories=["Cs"])), max_size=12)
MARKED = st.text(
    st.sampled_from("aeIıİisßẞはカガｶﾞ\u3099\u0301\u0308\u0307\u0327\u0323ﬁＡé각ᄀ\u1161\u11a8й ²"), max_size=12
)


@settings(max_examples=300)
@given(st.one_of(LETTERS, MARKED))
def test_both_spellings_have_one_form_and_a_form_is_its_own(text: str) -> None:
    for form in FORMS:
        assert form(normalize("NFD", text)) == form(normalize("NFC", text))
        assert form(form(text)) == form(text)


@settings(max_examples=300)
@given(LETTERS)
def test_names_that_are_one_are_found_as_one(text: str) -> None:
    assert plain(folded(text)) == plain(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("GERÄT", "gerat"),
        ("Gera\u0308t", "gerat"),
        ("ﬁnal", "final"),
        ("ＳＥ１", "se1"),
        ("ｶﾞﾗｽ", "ガラス"),
        ("カ\u3099ラス", "ガラス"),
        (normalize("NFD", "유리"), "유리"),
        ("İSTANBUL", "istanbul"),
        ("Işık", "isik"),
        ("Straße", "strasse"),
        ("STRAẞE", "strasse"),
        ("Tiếng", "tieng"),
        ("МОЙ", "мой"),
        ("ΣΚΎΛΟΣ", "σκύλοσ"),
        ("za\u0301mok", "zamok"),
    ],
)
def test_what_is_found_as_one_word(text: str, expected: str) -> None:
    assert plain(text) == expected


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("Gerät", "GERA\u0308T", True),
        ("Straße", "STRASSE", True),
        ("ガ", "カ\u3099", True),
        ("Bär", "Bar", False),
        ("x²", "x2", False),
        ("ＳＥ", "SE", False),
        ("ガ", "カ", False),
    ],
)
def test_which_names_are_one(one: str, other: str, is_same: bool) -> None:
    assert (folded(one) == folded(other)) is is_same


def test_words_for_dictionaries_keep_their_marks() -> None:
    assert (small("TÜR"), small("Straße"), small("İyi"), small("ＤＯＯＲ")) == ("tür", "straße", "iyi", "door")
