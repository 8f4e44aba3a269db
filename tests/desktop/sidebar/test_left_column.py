"""The left column: names typed in place, counts that follow, and the one place that is marked."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QApplication, QLineEdit, QListWidget, QWidget
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.base.theme import Theme
from desktop.controllers.marks.feature import MarksControl
from desktop.controllers.search.feature import SearchHistoryControl
from desktop.controllers.search.places import PlacesControl
from desktop.features.stray_keys.feature import StrayKeysFeature
from desktop.widgets.places.delegate import COUNT_ROLE
from desktop.widgets.places.place_list import PlaceList
from desktop.work.requests import Request
from engine.library.user_data import SavedSearch
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import PATIENCE_MS, whole_window


def editor_of(list: QListWidget) -> QLineEdit:
    editor = list.findChild(QLineEdit)
    assert isinstance(editor, QLineEdit)
    return editor


def keeping_of(earshot: EarshotApp) -> MarksControl:
    (keeping,) = (feature for feature in earshot.features if isinstance(feature, MarksControl))
    return keeping


def saved_of(earshot: EarshotApp) -> SearchHistoryControl:
    (searching,) = (feature for feature in earshot.features if isinstance(feature, SearchHistoryControl))
    return searching


def counts(list: PlaceList) -> dict[str, int | None]:
    return {item.text(): item.data(COUNT_ROLE) for item in list.items_shown()}


def assert_covers_its_row(list: PlaceList, editor: QLineEdit, row: int) -> None:
    rect = list.visualItemRect(list.item(row))
    field = editor.geometry()
    assert field.top() <= rect.top() + 1 and field.bottom() >= rect.bottom() - 1, "as high as its row"
    assert field.height() >= editor.fontMetrics().height() + 4, "no letter is cut"
    assert field.right() >= rect.right() - 1, "nothing of the old name or its count is seen beside it"
    typed = editor.text()
    editor.clear()
    seen = list.viewport().grab(field.adjusted(20, 3, -4, -3)).toImage()
    editor.setText(typed)
    editor.selectAll()
    colours = {seen.pixel(x, y) for x in range(seen.width()) for y in range(seen.height())}
    assert len(colours) == 1, "nothing of the old name shines through an empty field"


def test_the_name_of_a_collection_is_typed_in_a_field_as_high_as_its_row(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        panel = keeping_of(earshot).collections
        earshot.window.results.setFocus()
        earshot.window.results.go_to(0)
        QTest.keyClick(earshot.window.results, Qt.Key.Key_B)
        qtbot.waitUntil(lambda: panel.list.findChild(QLineEdit) is not None, timeout=PATIENCE_MS)
        editor = editor_of(panel.list)
        qtbot.waitUntil(editor.isVisible, timeout=PATIENCE_MS)
        assert_covers_its_row(panel.list, editor, 0)
        QTest.keyClicks(editor, "Gates and doors")
        qtbot.waitUntil(lambda: counts(panel.list)["New collection"] == 1, timeout=PATIENCE_MS)
        assert editor.text() == "Gates and doors", "a count that came in left what was typed"
        QTest.keyClick(editor, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: counts(panel.list) == {"Gates and doors": 1}, timeout=PATIENCE_MS)


def test_a_new_collection_is_named_in_sight_though_the_column_was_hidden_and_folded(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        panel, sidebar = keeping_of(earshot).collections, earshot.window.sidebar
        sidebar.section("collections").fold(True)
        earshot.commands.action("view.sidebar").setChecked(False)
        earshot.window.results.setFocus()
        earshot.window.results.go_to(0)
        QTest.keyClick(earshot.window.results, Qt.Key.Key_B)
        qtbot.waitUntil(lambda: panel.list.findChild(QLineEdit) is not None, timeout=PATIENCE_MS)
        assert sidebar.isVisible()
        assert editor_of(panel.list).isVisible()


def test_a_refused_name_goes_back_to_the_one_before(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        keeping = keeping_of(earshot)
        for name in ("Doors", "Wind"):
            earshot.search.ask(lambda library, name=name: library.keeping.make_collection(name))
        earshot.search.catch_up()
        list = keeping.collections.list
        qtbot.waitUntil(lambda: [item.text() for item in list.items_shown()] == ["Doors", "Wind"], timeout=PATIENCE_MS)
        list.setFocus()
        list.setCurrentRow(1)
        QTest.keyClick(list, Qt.Key.Key_F2)
        editor_of(list).selectAll()
        QTest.keyClicks(editor_of(list), "doors")
        QTest.keyClick(editor_of(list), Qt.Key.Key_Return)
        qtbot.waitUntil(earshot.window.message.isVisible, timeout=PATIENCE_MS)
        qtbot.waitUntil(lambda: [item.text() for item in list.items_shown()] == ["Doors", "Wind"], timeout=PATIENCE_MS)


def test_a_saved_search_is_renamed_in_a_field_as_high_as_its_row(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        list = saved_of(earshot).saved_panel.list
        earshot.window.search_bar.set_filters("dur:<20")
        earshot.commands.action("search.save").trigger()
        qtbot.waitUntil(lambda: list.count() == 1, timeout=PATIENCE_MS)
        at = list.visualItemRect(list.item(0)).center()
        QTest.mouseClick(list.viewport(), Qt.MouseButton.LeftButton, pos=at)
        QTest.keyClick(list, Qt.Key.Key_F2)
        assert_covers_its_row(list, editor_of(list), 0)
        QTest.keyClicks(editor_of(list), "Short")
        QTest.keyClick(editor_of(list), Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: [saved.name for saved in saved_of(earshot).saved_panel.saved] == ["Short"])


def test_counts_follow_what_is_kept(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        (places,) = (feature for feature in earshot.features if isinstance(feature, PlacesControl))
        list, results = places.library_list, earshot.window.results
        qtbot.waitUntil(lambda: counts(list)["All sounds"] == 6, timeout=PATIENCE_MS)
        assert counts(list)["Favourites"] == 0
        assert (counts(list)["Recently played"], counts(list)["Never played"]) == (0, 6)
        earshot.window.search_bar.set_filters("fav:yes")
        earshot.commands.action("search.save").trigger()
        saved = saved_of(earshot).saved_panel.list
        qtbot.waitUntil(lambda: counts(saved) == {"fav:yes": 0}, timeout=PATIENCE_MS)
        earshot.window.search_bar.set_filters("")
        qtbot.waitUntil(lambda: earshot.window.model.rowCount() == 6, timeout=PATIENCE_MS)
        results.setFocus()
        results.go_to(2)
        QTest.keyClick(results, Qt.Key.Key_F)
        qtbot.waitUntil(lambda: counts(list)["Favourites"] == 1, timeout=PATIENCE_MS)
        qtbot.waitUntil(lambda: counts(saved) == {"fav:yes": 1}, timeout=PATIENCE_MS)
        hit = results.current_hit()
        assert hit is not None
        id = hit.sound.id
        earshot.search.ask(lambda library: library.keeping.played(id), lambda _: earshot.player.heard.emit(id))
        qtbot.waitUntil(lambda: counts(list)["Recently played"] == 1, timeout=PATIENCE_MS)
        assert counts(list)["Never played"] == 5


def test_a_filter_that_is_clicked_off_is_no_place_any_more(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        (places,) = (feature for feature in earshot.features if isinstance(feature, PlacesControl))
        list, bar = places.library_list, earshot.window.search_bar
        bar.show_request(Request("hum", filters="fav:yes"))
        qtbot.waitUntil(lambda: list.marked == ("Favourites",), timeout=PATIENCE_MS)
        qtbot.waitUntil(lambda: "favourites" in bar.chip_row.texts, timeout=PATIENCE_MS)
        bar.chip_row.chips[bar.chip_row.texts.index("favourites")].click()
        qtbot.waitUntil(lambda: list.marked == ("All sounds",), timeout=PATIENCE_MS)


def test_the_mark_goes_with_the_query_and_with_back(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        (places,) = (feature for feature in earshot.features if isinstance(feature, PlacesControl))
        list = places.library_list

        def click(row: int) -> None:
            QTest.mouseClick(
                list.viewport(), Qt.MouseButton.LeftButton, pos=list.visualItemRect(list.item(row)).center()
            )

        assert list.marked == ("All sounds",)
        click(1)
        qtbot.waitUntil(lambda: list.marked == ("Favourites",), timeout=PATIENCE_MS)
        list.setFocus()
        QTest.keyClick(list, Qt.Key.Key_Down)
        assert list.marked == ("Favourites",), "the keyboard went on, the query did not"
        QTest.keyClick(list, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: list.marked == ("Recently played",), timeout=PATIENCE_MS)
        earshot.window.show_page("missing")
        assert list.marked == ()
        earshot.window.show_page("results")
        assert list.marked == ("Recently played",)


def test_recordings_stand_above_add_folder_and_the_column_scrolls_when_it_is_low(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path, size=(1000, 560)) as earshot:
        sidebar, add = earshot.window.sidebar, earshot.window.folders.add_button
        for number in range(12):
            earshot.search.ask(lambda library, number=number: library.keeping.make_collection(f"Collection {number}"))
        earshot.search.catch_up()
        list = keeping_of(earshot).collections.list
        qtbot.waitUntil(lambda: list.count() == 12, timeout=PATIENCE_MS)
        bar = sidebar.area.verticalScrollBar()
        qtbot.waitUntil(lambda: bar.maximum() > 0, timeout=PATIENCE_MS)
        assert list.height() >= 12 * 28, "no row of it is cut"
        assert sidebar.rect().contains(add.geometry()), "what adds a folder stays in sight"
        list.setFocus(Qt.FocusReason.TabFocusReason)
        for _ in range(12):
            QTest.keyClick(list, Qt.Key.Key_Down)
        rect = list.visualItemRect(list.item(11))
        at = list.viewport().mapTo(sidebar.area.viewport(), rect.center())
        assert sidebar.area.viewport().rect().contains(at), "the column follows the keyboard"
        assert sidebar.sections[-1].header.text() == "Recordings"
        assert sidebar.mapTo(earshot.window, QPoint(0, sidebar.height())).y() >= add.geometry().bottom()


def test_a_row_says_all_of_a_long_name_in_its_tip(qtbot: QtBot, theme: Theme) -> None:
    from desktop.sidebar.saved_searches import SavedPanel

    panel = SavedPanel(theme)
    qtbot.addWidget(panel)
    name = "everything that creaks and was never heard before in any of the old recordings"
    panel.show_saved((SavedSearch(1, name, "creak"),))
    assert name in panel.list.item(0).toolTip()


def make_collections(qtbot: QtBot, earshot: EarshotApp, *names: str) -> PlaceList:
    """Makes empty collections and waits until the column lists them."""
    for name in names:
        earshot.search.ask(lambda library, name=name: library.keeping.make_collection(name))
    earshot.search.catch_up()
    list = keeping_of(earshot).collections.list
    qtbot.waitUntil(lambda: [item.text() for item in list.items_shown()] == [*names], timeout=PATIENCE_MS)
    return list


def test_a_collection_that_is_on_show_stays_so_when_it_is_renamed_and_goes_when_it_is_removed(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        list = make_collections(qtbot, earshot, "Doors", "Wind")
        window = earshot.window
        QTest.mouseClick(list.viewport(), Qt.MouseButton.LeftButton, pos=list.visualItemRect(list.item(0)).center())
        qtbot.waitUntil(lambda: list.marked == ("Doors",), timeout=PATIENCE_MS)
        qtbot.waitUntil(lambda: window.empty.title.text() == "“Doors” is empty", timeout=PATIENCE_MS)
        assert "Drag sounds onto it" in window.empty.text.text()
        QTest.keyClick(list, Qt.Key.Key_F2)
        QTest.keyClicks(editor_of(list), "Gates, old")
        QTest.keyClick(editor_of(list), Qt.Key.Key_Return)
        wanted = 'collection:"Gates, old"'
        qtbot.waitUntil(lambda: window.search_bar.request.filters == wanted, timeout=PATIENCE_MS)
        qtbot.waitUntil(lambda: list.marked == ("Gates, old",), timeout=PATIENCE_MS)
        earshot.commands.action("edit.undo").trigger()
        qtbot.waitUntil(lambda: list.marked == ("Doors",), timeout=PATIENCE_MS)
        qtbot.waitUntil(lambda: window.search_bar.request.filters == "collection:Doors", timeout=PATIENCE_MS)
        QTest.keyClick(list, Qt.Key.Key_Delete)
        qtbot.waitUntil(lambda: window.search_bar.request.filters == "", timeout=PATIENCE_MS)
        qtbot.waitUntil(lambda: window.model.rowCount() == 6, timeout=PATIENCE_MS)


def test_the_menu_of_a_collection_puts_the_selected_sounds_in_and_takes_them_out(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        list = make_collections(qtbot, earshot, "Doors")
        earshot.window.results.setFocus()
        earshot.window.results.go_to(1)
        for text, count in (("Add the selected sounds", 1), ("Remove the selected sounds", 0)):
            menu = keeping_of(earshot).collections.menu_of(list.item(0))
            next(action for action in menu.actions() if action.text() == text).trigger()
            qtbot.waitUntil(lambda count=count: counts(list) == {"Doors": count}, timeout=PATIENCE_MS)


def test_tab_goes_down_the_details(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        window, keeping = earshot.window, keeping_of(earshot)
        window.inspector.show_tab("details")
        window.results.setFocus()
        window.results.go_to(0)
        qtbot.waitUntil(keeping.marks.isEnabled, timeout=PATIENCE_MS)
        keeping.change(lambda library: library.keeping.add_tags(window.results.selected_ids(), ["wood", "Door"]))
        tags = keeping.marks.tags

        def are_seen() -> bool:
            chips = [chip for chip in tags.findChildren(QAbstractButton) if chip.accessibleName().startswith("Tag ")]
            return tags.shown == ("Door", "wood") and len(chips) == 2 and all(chip.isVisible() for chip in chips)

        qtbot.waitUntil(are_seen, timeout=PATIENCE_MS)
        keeping.marks.note.setFocus()
        reached: list[str] = []
        for _ in range(6):
            widget = window.focusWidget()
            assert widget is not None
            reached.append(widget.accessibleName())
            QTest.keyClick(widget, Qt.Key.Key_Tab)
        assert reached == [
            "Note",
            "Add a tag",
            "Tag Door; take it off",
            "Tag wood; take it off",
            "Title",
            "Description",
        ]


def test_a_saved_search_that_was_removed_comes_back_by_undo(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        panel = saved_of(earshot).saved_panel
        earshot.window.search_bar.set_text("wind")
        earshot.commands.action("search.save").trigger()
        qtbot.waitUntil(lambda: [saved.name for saved in panel.saved] == ["wind"], timeout=PATIENCE_MS)
        panel.list.setFocus()
        panel.list.setCurrentRow(0)
        QTest.keyClick(panel.list, Qt.Key.Key_Delete)
        qtbot.waitUntil(lambda: panel.saved == (), timeout=PATIENCE_MS)
        (slips,) = (feature for feature in earshot.features if isinstance(feature, StrayKeysFeature))
        assert "Ctrl+Z restores it" in slips.notice.label.text()
        QTest.mouseClick(slips.notice.undo, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: [saved.name for saved in panel.saved] == ["wind"], timeout=PATIENCE_MS)


def test_what_the_mouse_changed_is_said_with_how_to_take_it_back(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        earshot.commands.action("view.inspector").setChecked(True)
        earshot.window.results.setFocus()
        earshot.window.results.go_to(0)
        marks = keeping_of(earshot).marks
        qtbot.waitUntil(marks.isEnabled, timeout=PATIENCE_MS)
        QTest.mouseClick(marks.stars, Qt.MouseButton.LeftButton, pos=QPoint(3 + 3 * 24 + 10, 12))
        qtbot.waitUntil(lambda: marks.stars.rating == 4, timeout=PATIENCE_MS)
        assert earshot.window.status.answer.text() == "Rating changed on 1 sound. Ctrl+Z undoes it."


@pytest.mark.parametrize("size", [(1280, 800), (1440, 900)])
@pytest.mark.parametrize("are_narrow", [False, True])
def test_no_control_of_the_two_columns_is_cut(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path, size: tuple[int, int], are_narrow: bool
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path, size=size) as earshot:
        window = earshot.window
        make_collections(qtbot, earshot, "Doors")
        window.inspector.show_tab("details")
        window.results.go_to(0)
        qtbot.waitUntil(keeping_of(earshot).marks.isEnabled, timeout=PATIENCE_MS)
        if are_narrow:
            window._sides.setSizes([1, 5000, 1])
        cut: list[str] = []
        for tab in ("details", "suggestions"):
            window.inspector.show_tab(tab)
            QApplication.processEvents()
            for column in (window.sidebar, window.inspector):
                for part in column.findChildren(QWidget):
                    if not part.isVisible() or not isinstance(part, QAbstractButton | QLineEdit | QAbstractSpinBox):
                        continue
                    name = f"{tab}: {part.accessibleName() or part.objectName()}"
                    least = part.minimumSizeHint() if isinstance(part, QLineEdit) else part.sizeHint()
                    if part.width() < least.width() or part.height() < least.height() - 1:
                        cut.append(f"{name} has {part.size()} and needs {least}")
                    right = part.mapTo(column, QPoint(part.width(), 0)).x()
                    if right > column.width() or part.mapTo(column, QPoint(0, 0)).x() < 0:
                        cut.append(f"{name} leaves the column")
        assert cut == []
