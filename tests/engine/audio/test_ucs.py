"""The Universal Category System: names, and words beside words. Facts are from the published list (UCS 8.2.1)."""

from engine.audio.ucs import categories, parse_name


def test_list_holds_the_752_categories_of_8_2_1() -> None:
    assert len(categories()) == 752
    assert len({category.cat_id for category in categories()}) == 752


def test_name_with_all_parts_is_read() -> None:
    name = parse_name("GUNAuto-Ext_AK47 Burst_JSm_WAR")
    assert name is not None
    assert (name.cat_id, name.category, name.subcategory) == ("GUNAuto", "GUNS", "AUTOMATIC")
    assert (name.fx_name, name.creator, name.source) == ("AK47 Burst", "JSm", "WAR")


def test_name_of_another_form_is_none() -> None:
    assert parse_name("wooden_door_slam") is None
    assert parse_name("DOORWood") is None
    assert parse_name("") is None


def test_ordinary_word_is_not_taken_for_a_short_category() -> None:
    assert parse_name("rain_on_roof") is None
    assert parse_name("RAIN_On Roof_X_Y") is not None
