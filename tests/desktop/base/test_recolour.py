"""A theme that changes while the window is open."""

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QListWidget,
    QPushButton,
    QTabWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from desktop.base import resources
from desktop.base.recolour import switch_theme
from desktop.base.theme import SYSTEM, Theme, apply_theme, load_theme, resolved

MIDDLE = 24


def colour_of(icon: QIcon) -> set[str]:
    """The colours of an icon's opaque pixels."""
    image = icon.pixmap(QSize(48, 48)).toImage()
    found = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    return {colour.name() for colour in found if colour.alpha() == 255}


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication, theme: Theme) -> QWidget:
    apply_theme(qapp, theme)
    window = QWidget()
    window.setLayout(QVBoxLayout())
    qtbot.addWidget(window)
    return window


def test_every_kind_of_icon_takes_the_new_colour(window: QWidget, qapp: QApplication, theme: Theme) -> None:
    light = load_theme("light")
    icon = resources.icon("stop", theme.accent_text)
    button, tabs, box, listed, tree = QPushButton(), QTabWidget(), QComboBox(), QListWidget(), QTreeWidget()
    label = QLabel()
    label.setPixmap(resources.pixmap("stop", theme.danger, 48))
    button.setIcon(icon)
    tabs.addTab(QWidget(), icon, "tab")
    box.addItem(icon, "item")
    listed.addItem("item")
    listed.item(0).setIcon(icon)
    tree.addTopLevelItem(QTreeWidgetItem(["item"]))
    tree.topLevelItem(0).setIcon(0, icon)
    action = QAction(icon, "do", window)
    window.addAction(action)
    for part in (button, tabs, box, listed, tree, label):
        window.layout().addWidget(part)
    switch_theme(qapp, theme, "light")
    icons = (button.icon(), tabs.tabIcon(0), box.itemIcon(0), listed.item(0).icon(), tree.topLevelItem(0).icon(0))
    # In the dark theme accent_text is the accent, in the light one another colour: the name counts, not the value.
    assert [light.accent_text in colour_of(icon) for icon in (*icons, action.icon())] == [True] * 6
    assert light.danger in colour_of(QIcon(label.pixmap()))


def test_a_theme_that_changed_says_so_once_and_has_the_other_colours(
    window: QWidget, qapp: QApplication, qtbot: QtBot, theme: Theme
) -> None:
    with qtbot.waitSignal(theme.changed):
        switch_theme(qapp, theme, "light")
    assert (theme.name, theme.window, theme.is_dark) == ("light", load_theme("light").window, False)
    with qtbot.assertNotEmitted(theme.changed):
        switch_theme(qapp, theme, "light")


def test_the_theme_of_the_system_is_one_there_is(qapp: QApplication) -> None:
    assert resolved(SYSTEM) in ("dark", "light")
    assert resolved("light") == "light"


def test_an_icon_that_many_places_have_is_drawn_once_and_nobody_changes_it_for_the_others(
    qapp: QApplication, theme: Theme
) -> None:
    one, other = resources.icon("stop", theme.danger), resources.icon("stop", theme.danger)
    assert one.cacheKey() == other.cacheKey()
    one.addPixmap(resources.pixmap("stop", theme.accent, 48))
    assert theme.accent in colour_of(one)
    assert colour_of(resources.icon("stop", theme.danger)) == colour_of(other) == {theme.danger}
