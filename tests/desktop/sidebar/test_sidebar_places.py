"""What the left column offers to look in: places, folders, saved searches and recordings."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QTreeWidgetItem
from pytestqt.qtbot import QtBot

from desktop.base.theme import Theme
from desktop.sidebar.folders import FoldersPanel
from desktop.sidebar.library_list import LibraryList
from desktop.sidebar.saved_searches import SavedPanel
from desktop.sidebar.saved_takes import TakesPanel
from desktop.widgets.buttons import AskDialog
from desktop.widgets.places.delegate import COUNT_ROLE
from desktop.work.requests import Folder
from engine.audio.takes import Recording
from engine.base.library_facts import Subfolder
from engine.base.types import FilePath, RootId
from engine.library.user_data import SavedSearch

FOLEY = FilePath.of("/a/Foley")
DOORS = FilePath.of("/a/Foley/doors")
OLD = FilePath.of("/a/Foley/doors/old")
ROOTS = (Folder(RootId(1), FOLEY, False), Folder(RootId(2), FilePath.of("/b"), True))


@pytest.fixture
def panel(qtbot: QtBot, theme: Theme) -> FoldersPanel:
    panel = FoldersPanel(theme)
    qtbot.addWidget(panel)
    panel.resize(240, 300)
    panel.show_folders(ROOTS)
    panel.show()
    qtbot.waitExposed(panel)
    return panel


def click(panel: FoldersPanel, item: QTreeWidgetItem, modifier: Qt.KeyboardModifier) -> None:
    place = panel.tree.visualItemRect(item).center()
    QTest.mouseClick(panel.tree.viewport(), Qt.MouseButton.LeftButton, modifier, place)


@pytest.mark.shows("sound-known-audio", "progress-sight-reason")
def test_an_offline_folder_says_so(panel: FoldersPanel) -> None:
    assert panel.item(FOLEY).text(0) == "Foley"
    offline = panel.item(FilePath.of("/b"))
    assert offline.text(0) == "b  ·  offline"
    assert "Connect the drive" in offline.toolTip(0)
    assert panel.folders == ROOTS


def test_a_folder_asks_for_what_lies_below_when_it_is_opened(qtbot: QtBot, panel: FoldersPanel) -> None:
    with qtbot.waitSignal(panel.children_wanted) as wanted:
        panel.item(FOLEY).setExpanded(True)
    assert wanted.args == [FOLEY]
    panel.show_children(FOLEY, (Subfolder(DOORS, 1204, True),))
    assert panel.item(DOORS).text(0) == "doors"
    assert panel.item(DOORS).data(0, COUNT_ROLE) == 1204
    assert panel.open_folders == (FOLEY,)


def test_what_is_open_stays_open_when_the_library_changes(panel: FoldersPanel) -> None:
    panel.item(FOLEY).setExpanded(True)
    panel.show_children(FOLEY, (Subfolder(DOORS, 2, True),))
    panel.item(DOORS).setExpanded(True)
    panel.show_children(DOORS, (Subfolder(OLD, 1, False),))
    panel.show_folders(ROOTS)
    panel.show_children(FOLEY, (Subfolder(FilePath.of("/a/Foley/bells"), 5, False), Subfolder(DOORS, 3, True)))
    assert panel.item(DOORS).isExpanded()
    assert panel.item(OLD).text(0) == "old"
    assert panel.item(DOORS).data(0, COUNT_ROLE) == 3


def test_a_folder_that_is_gone_leaves_the_tree(panel: FoldersPanel) -> None:
    panel.item(FOLEY).setExpanded(True)
    panel.show_children(FOLEY, (Subfolder(DOORS, 2, False),))
    panel.show_folders(ROOTS[1:])
    assert panel.folders == ROOTS[1:]
    with pytest.raises(KeyError):
        panel.item(DOORS)


def test_a_click_looks_in_a_folder_and_with_ctrl_in_several(qtbot: QtBot, panel: FoldersPanel) -> None:
    with qtbot.waitSignal(panel.chosen) as chosen:
        click(panel, panel.item(FOLEY), Qt.KeyboardModifier.NoModifier)
    assert chosen.args == [FOLEY, False]
    with qtbot.waitSignal(panel.chosen) as chosen:
        click(panel, panel.item(FilePath.of("/b")), Qt.KeyboardModifier.ControlModifier)
    assert chosen.args == [FilePath.of("/b"), True]


def test_return_looks_in_the_folder_under_the_cursor(qtbot: QtBot, panel: FoldersPanel) -> None:
    panel.tree.setCurrentItem(panel.item(FOLEY))
    with qtbot.waitSignal(panel.chosen) as chosen:
        QTest.keyClick(panel.tree, Qt.Key.Key_Return)
    assert chosen.args == [FOLEY, False]


def test_a_folder_that_is_away_can_be_located(qtbot: QtBot, panel: FoldersPanel) -> None:
    (locate,) = (action for action in panel.menu_of(ROOTS[1].path).actions() if action.text() == "Locate…")
    with qtbot.waitSignal(panel.locate_wanted) as wanted:
        locate.trigger()
    assert wanted.args == [ROOTS[1]]


@pytest.mark.shows("delete-took-sounds")
def test_the_menu_of_a_root_watches_and_removes(qtbot: QtBot, panel: FoldersPanel) -> None:
    actions = {action.text(): action for action in panel.menu_of(FOLEY).actions()}
    with qtbot.waitSignal(panel.watch_wanted) as watch:
        actions["Watch for changes"].trigger()
    assert watch.args == [ROOTS[0], False]
    with qtbot.waitSignals([panel.rescan_wanted, panel.reveal_wanted]):
        for text in ("Look for changes", "Show in file manager"):
            actions[text].trigger()
    panel.show_count(FOLEY, 1204)
    actions["Remove from library…"].trigger()
    (question,) = panel.findChildren(AskDialog)
    assert "1,204 sounds" in question.informativeText() and "files stay" in question.informativeText()
    with qtbot.waitSignal(panel.forget_wanted) as forgotten:
        QTest.mouseClick(question.agree, Qt.MouseButton.LeftButton)
    assert forgotten.args == [ROOTS[0]]


def test_a_folder_below_a_root_is_looked_through_again_and_not_removed(qtbot: QtBot, panel: FoldersPanel) -> None:
    panel.show_children(FOLEY, (Subfolder(DOORS, 2, False),))
    actions = {action.text(): action for action in panel.menu_of(DOORS).actions()}
    assert not any("Remove" in text for text in actions)
    with qtbot.waitSignal(panel.rescan_wanted) as wanted:
        actions["Look for changes"].trigger()
    assert wanted.args == [DOORS]


def test_a_click_on_a_place_looks_there(qtbot: QtBot, theme: Theme) -> None:
    places = LibraryList(theme)
    qtbot.addWidget(places)
    with qtbot.waitSignal(places.chosen) as chosen:
        row = places.item(3)
        QTest.mouseClick(places.viewport(), Qt.MouseButton.LeftButton, pos=places.visualItemRect(row).center())
    assert chosen.args == ["heard:no"]
    assert places.marked == (), "the mark follows the query, not the click"


@pytest.fixture
def saved(qtbot: QtBot, theme: Theme) -> SavedPanel:
    panel = SavedPanel(theme)
    qtbot.addWidget(panel)
    panel.show()
    panel.show_saved((SavedSearch(1, "doors", "door dur:<2"), SavedSearch(2, "wind", "wind")))
    return panel


def test_a_click_runs_a_saved_search(qtbot: QtBot, saved: SavedPanel) -> None:
    with qtbot.waitSignal(saved.run_wanted) as run:
        place = saved.list.visualItemRect(saved.list.item(1)).center()
        QTest.mouseClick(saved.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert run.args == [SavedSearch(2, "wind", "wind")]


def test_f2_renames_and_delete_removes(qtbot: QtBot, saved: SavedPanel) -> None:
    saved.list.setCurrentRow(0)
    saved.list.setFocus()
    QTest.keyClick(saved.list, Qt.Key.Key_F2)
    editor = saved.list.findChild(QLineEdit)
    assert isinstance(editor, QLineEdit)
    editor.selectAll()
    QTest.keyClicks(editor, "Old doors")
    with qtbot.waitSignal(saved.renamed) as renamed:
        QTest.keyClick(editor, Qt.Key.Key_Return)
    assert renamed.args == [1, "Old doors"]
    with qtbot.waitSignal(saved.removed) as removed:
        QTest.keyClick(saved.list, Qt.Key.Key_Delete)
    assert removed.args[0].id == 1


def test_dragged_searches_keep_their_order(qtbot: QtBot, saved: SavedPanel) -> None:
    model = saved.list.model()
    with qtbot.waitSignal(saved.ordered) as ordered:
        model.moveRow(model.index(-1, -1), 0, model.index(-1, -1), 2)  # what an internal drop does
    assert ordered.args == [(2, 1)]


def test_a_recording_is_searched_by_played_and_deleted(qtbot: QtBot, theme: Theme) -> None:
    panel = TakesPanel(theme)
    qtbot.addWidget(panel)
    take = Recording(FilePath.of("/library/takes/Take.wav"), 1.5, 0.0)
    panel.show_takes((take,))
    panel.show()
    for name, signal in (("play", panel.play_wanted), ("remove", panel.removed)):
        with qtbot.waitSignal(signal) as told:
            QTest.mouseClick(panel.button(0, name), Qt.MouseButton.LeftButton)
        assert told.args == [take]
    with qtbot.waitSignal(panel.search_wanted) as told:
        place = panel.visualItemRect(panel.item(0)).center()
        QTest.mouseClick(panel.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert told.args == [take]
