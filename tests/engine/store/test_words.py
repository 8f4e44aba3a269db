"""Names are found by the words people see in them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.text_forms import composed
from engine.store.word_splitting import index_text, match_expression, parts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("DOORWood_Creak03", ["DOOR", "Wood", "Creak", "03"]),
        ("dogBark-2x", ["dog", "Bark", "2", "x"]),
        ("HTTPServer", ["HTTP", "Server"]),
        ("48kHz", ["48", "k", "Hz"]),
        ("ТёмныйЛес", ["Тёмный", "Лес"]),
        ("雨の音 rain", ["雨の音", "rain"]),
        ("___", []),
    ],
)
def test_names_split_where_people_see_words(text: str, expected: list[str]) -> None:
    assert parts(text) == expected


def test_joined_words_are_kept_beside_their_parts() -> None:
    assert index_text("DOORWood_Creak") == "DOOR Wood Creak DOORWood"


@given(st.text(max_size=60))
def test_no_letter_or_digit_is_lost(text: str) -> None:
    assert "".join(parts(text)) == "".join(c for c in composed(text) if c.isalnum())


@given(st.text(max_size=60))
def test_no_query_can_leave_its_quotes(text: str) -> None:
    expression = match_expression(text, is_prefix=True)
    assert expression is None or expression.replace(" *", "").replace(" OR ", "").count('"') % 2 == 0
