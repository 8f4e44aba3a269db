"""Completing UCS categories."""

from engine.audio.category_completion import complete_category


def ids(text: str) -> list[str]:
    return [category.cat_id for category in complete_category(text)]


def test_by_cat_id() -> None:
    assert ids("DOORWood")[0] == "DOORWood"
    assert all(cat_id.startswith("DOOR") for cat_id in ids("door")[:5])


def test_by_names_in_any_order() -> None:
    assert ids("wood door")[0] == "DOORWood"
    assert ids("doors wo")[0] == "DOORWood"


def test_by_synonyms() -> None:
    assert "WATRSplsh" in ids("splash")
    assert "AIRBrst" in ids("airblast")


def test_nothing_for_nothing_and_for_nonsense() -> None:
    assert ids("  ") == []
    assert ids("qqqq") == []


def test_a_pasted_page_is_no_category_and_takes_no_time() -> None:
    assert ids("door wood " + "creaking slowly " * 20_000) == []
