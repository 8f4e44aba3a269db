"""The filter panel: what it writes, what it reads back, and what its popovers do under real clicks and keys."""

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from desktop.base.filter_terms import Term, split, terms_of, text_of, with_values, without_unfinished
from desktop.base.theme import Theme
from desktop.search.filters.choices import Option
from desktop.search.filters.facets import MOST_USED, facets, value_name
from desktop.search.filters.strip import FilterStrip
from engine.search import filter_labels, value_parsers
from engine.search.filter_registry import FILTERS, read
from engine.search.filters.filter import Button, Choice, Filter, Panel, in_range
from engine.store.filters import CHANNELS


@pytest.fixture
def strip(qtbot: QtBot, theme: Theme) -> FilterStrip:
    strip = FilterStrip(theme)
    qtbot.addWidget(strip)
    strip.resize(1000, 80)
    strip.show()
    qtbot.waitExposed(strip)
    return strip


def count(strip: FilterStrip, key: str, **found: int) -> None:
    """The library answers which values occur."""
    strip.show_counts(key, [Option(value, value_name(key, value), sounds) for value, sounds in found.items()])


def press(widget: object) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)  # type: ignore[arg-type]


def test_filters_are_read_and_written_as_the_search_field_does() -> None:
    terms = (Term("dur", "<2"), Term("tag", "room tone"))
    assert terms_of('dur:<2 tag:"room tone"') == terms
    assert text_of(terms) == 'dur:<2 tag:"room tone"'


def test_values_take_the_place_of_those_there() -> None:
    assert with_values("dur:<2 ch:2", "dur", ("1..5",)) == "dur:1..5 ch:2"
    assert with_values("dur:<2 ch:2", "dur", ()) == "ch:2"
    assert with_values("ch:2", "tag", ("a", "b c")) == 'ch:2 tag:a tag:"b c"'


def test_a_saved_query_is_parted_into_words_and_filters() -> None:
    assert split('"old door" | gate dur:<2 -music tag:"room tone"') == (
        '"old door" | gate -music',
        'dur:<2 tag:"room tone"',
    )


def test_a_preset_is_written_and_clicked_again_is_gone(qtbot: QtBot, strip: FilterStrip) -> None:
    press(strip.buttons["length"].button)
    preset = strip.open("length").groups["dur"].button("1..5")
    with qtbot.waitSignal(strip.changed) as changed:
        press(preset)
    assert changed.args == ["dur:1..5"]
    assert strip.buttons["length"].button.text() == "Length: 1 to 5 s"
    with qtbot.waitSignal(strip.changed) as changed:
        press(preset)
    assert changed.args == [""]
    assert strip.buttons["length"].button.text() == "Length"


def test_the_cross_beside_a_value_clears_it_alone(qtbot: QtBot, strip: FilterStrip) -> None:
    strip.show_filters("dur:<1 ch:stereo")
    assert strip.buttons["channels"].button.text() == "Channels: Stereo"
    with qtbot.waitSignal(strip.changed) as changed:
        press(strip.buttons["length"].clear)
    assert changed.args == ["ch:stereo"]
    assert not strip.buttons["length"].clear.isVisible()


def test_clear_all_leaves_nothing(qtbot: QtBot, strip: FilterStrip) -> None:
    strip.show_filters("dur:<1 ch:stereo")
    with qtbot.waitSignal(strip.changed) as changed:
        press(strip.clear_all)
    assert changed.args == [""]


def test_several_formats_are_alternatives(qtbot: QtBot, strip: FilterStrip) -> None:
    formats = strip.open("format").groups["ext"]
    count(strip, "ext", wav=40, flac=2)
    press(formats.button("wav"))
    with qtbot.waitSignal(strip.changed) as changed:
        press(formats.button("flac"))
    assert changed.args == ["ext:wav,flac"]
    assert strip.buttons["format"].button.text() == "Format: WAV, FLAC"


def test_a_typed_range_is_written_and_read_back(qtbot: QtBot, strip: FilterStrip) -> None:
    lengths = strip.open("length").groups["dur"]
    assert lengths.low is not None and lengths.high is not None
    QTest.keyClicks(lengths.low, "0.5")
    QTest.keyClicks(lengths.high, "1:30")
    with qtbot.waitSignal(strip.changed) as changed:
        QTest.keyClick(lengths.high, Qt.Key.Key_Return)
    assert changed.args == ["dur:0.5..1:30"]
    strip.show_filters("dur:3..4")
    assert (lengths.low.text(), lengths.high.text()) == ("3", "4")


def test_a_typed_rate_is_kilohertz(qtbot: QtBot, strip: FilterStrip) -> None:
    rates = strip.open("rate").groups["sr"]
    assert rates.low is not None
    QTest.keyClicks(rates.low, "44.1")
    with qtbot.waitSignal(strip.changed) as changed:
        QTest.keyClick(rates.low, Qt.Key.Key_Return)
    assert changed.args == ["sr:44.1k.."]


def test_what_is_typed_in_the_search_field_stays_beside_the_panel(qtbot: QtBot, strip: FilterStrip) -> None:
    strip.show_filters('in:"/a b/" dur:<1')
    popover = strip.open("channels")
    count(strip, "ch", mono=3)
    with qtbot.waitSignal(strip.changed) as changed:
        press(popover.groups["ch"].button("mono"))
    assert changed.args == ['in:"/a b/" dur:<1 ch:mono']


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        ("door ch:", "door"),
        ("door dur:<", "door"),
        ("door dur:<2", "door dur:<2"),
        ("door fav:", "door fav:"),
        ("ch: door", "ch: door"),
        ("door", "door"),
    ],
)
def test_a_filter_whose_value_is_still_to_come_is_not_asked_for(query: str, asked: str) -> None:
    assert without_unfinished(query) == asked


PRESETS = [(group.key, choice.value) for facet in facets() for group in facet.groups for choice in group.choices]


@pytest.mark.parametrize(("key", "value"), PRESETS)
def test_every_preset_is_a_filter_the_engine_reads(key: str, value: str) -> None:
    term = terms_of(str(Term(key, value)))
    assert term == (Term(key, value),)
    assert read(key, value)


@pytest.mark.shows("filters-combine")
def test_every_kind_of_filter_has_its_button(strip: FilterStrip) -> None:
    wanted = "length channels rate format loudness loop tempo key rating colour tag heard date offline category"
    of_files = "library designer scene take tape timecode keyword custom quality"
    assert [facet.id for facet in facets()] == [*wanted.split(), *of_files.split()]
    in_line = [facet.id for facet in facets() if strip.buttons[facet.id].isVisible()]
    assert set(in_line) == set(MOST_USED)
    press(strip.more)
    listed = [action.text() for action in strip.menu.actions()]
    assert len(listed) == len(facets()) - len(MOST_USED)
    assert {"Tempo", "Loudness", "Colour"} <= set(listed)
    strip.menu.close()


@pytest.mark.parametrize("width", [1200, 620, 400])
def test_the_filters_are_one_line_at_any_width(strip: FilterStrip, width: int) -> None:
    strip.resize(width, strip.height())
    strip.show_filters("dur:<1 key:Am bpm:60..90 colour:red")
    assert strip.height() <= 32
    shown = [button for button in strip.buttons.values() if button.isVisible()]
    edges = sorted((button.x(), button.x() + button.width()) for button in shown)
    assert all(before[1] <= after[0] for before, after in pairwise(edges))
    assert strip.clear_all.geometry().right() < width
    hidden = 4 - sum(button.is_set for button in shown)
    assert strip.more.text() == (f"More ({hidden})" if hidden else "More")


def test_a_filter_under_more_is_set_from_there_and_then_stands_in_the_line(qtbot: QtBot, strip: FilterStrip) -> None:
    press(strip.more)
    action = next(action for action in strip.menu.actions() if action.text() == "Colour")
    QTest.mouseClick(strip.menu, Qt.MouseButton.LeftButton, pos=strip.menu.actionGeometry(action).center())
    popover = strip.open("colour")
    assert popover.isVisible()
    with qtbot.waitSignal(strip.changed) as changed:
        press(popover.groups["colour"].button("red"))
    assert changed.args == ["colour:red"]
    assert strip.buttons["colour"].isVisible()
    assert strip.buttons["colour"].button.text() == "Colour: Red"


def test_only_values_that_occur_are_shown_and_each_with_its_count(qtbot: QtBot, strip: FilterStrip) -> None:
    with qtbot.waitSignal(strip.counts_wanted) as wanted:
        popover = strip.open("format")
    assert wanted.args[0].key == "ext"
    count(strip, "ext", wav=1204, flac=2)
    formats = popover.groups["ext"]
    assert (formats.button("wav").text(), formats.button("wav").count) == ("WAV", 1204)
    with pytest.raises(KeyError):
        formats.button("mp3")
    ratings = strip.open("rating").groups["rating"]
    count(strip, "rating", **{"5": 0, ">=4": 2, ">=3": 7, ">=2": 7, ">=1": 7, "0": 83})
    assert ratings.button(">=3").text() == "at least ★★★"
    assert ratings.button(">=3").accessibleDescription() == "7 sounds"
    assert not ratings.button("5").isVisible()
    strip.show_filters("rating:5")
    assert ratings.button("5").isVisible(), "what is chosen can be switched off"


def test_a_filter_that_no_sound_has_a_value_for_says_so(strip: FilterStrip) -> None:
    popover = strip.open("tag")
    count(strip, "tag")
    assert popover.groups["tag"].none.text() == "No sound has a value for this."
    assert popover.groups["tag"].none.isVisible()


def test_where_the_list_is_empty_there_is_nothing_to_find_in_it(strip: FilterStrip) -> None:
    popover = strip.open("category")
    groups = popover.groups.values()
    fields = [choices.search_field for choices in groups if choices.search_field is not None]
    assert fields and all(field.isVisible() for field in fields)  # still counting
    assert popover.focusWidget() is fields[0]
    for choices in groups:
        count(strip, choices.group.key)
    assert not any(field.isVisible() for field in fields)
    QTest.keyClick(popover, Qt.Key.Key_Escape)
    assert not popover.isVisible()
    popover = strip.open("category")
    count(strip, "cat", DOORS=3)
    choices = popover.groups["cat"]
    assert choices.search_field is not None and choices.search_field.isVisible()
    QTest.keyClicks(choices.search_field, "nothing of that name")
    assert choices.search_field.isVisible()


@pytest.mark.shows("fields-in-panel")
def test_a_timecode_is_typed_from_and_to(qtbot: QtBot, strip: FilterStrip) -> None:
    press(strip.more)
    action = next(action for action in strip.menu.actions() if action.text() == "Timecode")
    QTest.mouseClick(strip.menu, Qt.MouseButton.LeftButton, pos=strip.menu.actionGeometry(action).center())
    times = strip.open("timecode").groups["tc"]
    assert times.low is not None and times.high is not None and not times.none.isVisible()
    QTest.keyClicks(times.low, "10:00:00:12")
    with qtbot.waitSignal(strip.changed) as changed:
        QTest.keyClick(times.low, Qt.Key.Key_Return)
    assert changed.args == ["tc:10:00:00:12.."]
    assert strip.buttons["timecode"].button.text() == "Timecode: from 10:00:00:12"
    QTest.keyClicks(times.high, "10:05")
    with qtbot.waitSignal(strip.changed) as changed:
        QTest.keyClick(times.high, Qt.Key.Key_Return)
    assert changed.args == ["tc:10:00:00:12..10:05"]
    assert strip.buttons["timecode"].button.text() == "Timecode: 10:00:00:12 to 10:05"
    with qtbot.waitSignal(strip.changed) as changed:
        press(strip.buttons["timecode"].clear)
    assert changed.args == [""] and (times.low.text(), times.high.text()) == ("", "")


def test_clear_all_keeps_the_place_one_looks_in(qtbot: QtBot, strip: FilterStrip) -> None:
    strip.show_filters('in:"/sounds/" dur:<1')
    with qtbot.waitSignal(strip.changed) as changed:
        press(strip.clear_all)
    assert changed.args == ["in:/sounds/"]
    assert not strip.clear_all.isVisible()


def test_tempo_and_key_say_that_they_must_be_sure(strip: FilterStrip) -> None:
    hints = [label.text() for label in strip.open("tempo").findChildren(QLabel)]
    assert any("0.5" in hint for hint in hints)


def test_tags_of_the_library_are_found_by_typing_and_several_must_hold(qtbot: QtBot, strip: FilterStrip) -> None:
    popover = strip.open("tag")
    count(strip, "tag", **{"door": 12, "room tone": 3})
    tags = popover.groups["tag"].list
    assert tags is not None
    assert [tags.item(row).text() for row in range(2)] == ["door   12", "room tone   3"]
    for row in range(2):
        place = tags.visualItemRect(tags.item(row)).center()
        QTest.mouseClick(tags.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert strip.buttons["tag"].button.text() == "Tag: door, room tone"
    place = tags.visualItemRect(tags.item(0)).center()
    with qtbot.waitSignal(strip.changed) as changed:
        QTest.mouseClick(tags.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert changed.args == ['tag:"room tone"']


def test_every_button_says_what_it_is_to_a_screen_reader(strip: FilterStrip) -> None:
    strip.show_filters("ch:mono")
    assert strip.buttons["channels"].button.accessibleName() == "Filter: Channels: Mono"
    assert strip.buttons["channels"].clear.accessibleName() == "Clear filter: Channels"


def test_a_filter_that_is_added_to_the_registry_has_its_values_under_its_button(qtbot: QtBot, theme: Theme) -> None:
    panel = Panel(Button.CHANNELS, "Lanes", (Choice("1", "One lane"),))
    words = in_range(CHANNELS, value_parsers.channels, filter_labels.channels)
    FILTERS.add(
        Filter(
            key="lanes",
            title="Lanes",
            takes="a number of lanes",
            examples=("lanes:2",),
            guide="lanes",
            read=words,
            panel=panel,
        )
    )
    try:
        strip = FilterStrip(theme)
        qtbot.addWidget(strip)
        groups = strip.open("channels").groups
        assert list(groups) == ["ch", "lanes"]
        with qtbot.waitSignal(strip.changed) as changed:
            groups["lanes"].button("1").click()
        assert changed.args == ["lanes:1"]
        assert strip.buttons["channels"].button.text() == "Channels: One lane"
    finally:
        FILTERS.remove("lanes")


@pytest.mark.parametrize("typed", ["schön", "SCHON", "scho\u0308n"])
def test_a_list_is_narrowed_by_letters_however_they_are_spelt(strip: FilterStrip, typed: str) -> None:
    tags = strip.open("tag").groups["tag"]
    count(strip, "tag", **{"door": 12, "scho\u0308n": 3})
    assert tags.list is not None and tags.search_field is not None
    tags.search_field.insert(typed)  # as a paste or an input method does; QTest has no keys for these
    shown = [row for row in range(tags.list.count()) if not tags.list.item(row).isHidden()]
    assert [tags.list.item(row).text()[:5] for row in shown] == ["scho\u0308"]
    strip.show_filters("tag:schön")
    assert tags.list.item(shown[0]).checkState() is Qt.CheckState.Checked
