"""The heads of the right column's tabs, as they are drawn."""

from PySide6.QtWidgets import QLabel, QStyle, QStyleOptionTab
from pytestqt.qtbot import QtBot

from desktop.base.theme import Theme
from desktop.window.inspector import Inspector

TITLES = ("Why", "Suggestions", "Transcript")


def cut_heads(inspector: Inspector) -> list[str]:
    """Heads that are drawn with fewer letters than they have."""
    bar = inspector.tabs.tabBar()
    cut = []
    for at in range(bar.count()):
        if bar.isTabVisible(at):
            option = QStyleOptionTab()
            bar.initStyleOption(option, at)
            room = bar.style().subElementRect(QStyle.SubElement.SE_TabBarTabText, option, bar).width()
            if option.text != bar.tabText(at) or room < option.fontMetrics.horizontalAdvance(bar.tabText(at)):
                cut.append(bar.tabText(at))
    return cut


def test_heads_are_whole_with_every_tab(theme: Theme, qtbot: QtBot) -> None:
    inspector = Inspector(theme)
    qtbot.addWidget(inspector)
    for title in TITLES:
        inspector.add_tab(title.lower(), title, QLabel())
    inspector.offer_tab("transcript", False)
    inspector.set_shown(True)
    inspector.resize(inspector.minimumWidth(), 400)
    qtbot.waitExposed(inspector)
    assert cut_heads(inspector) == []
    inspector.offer_tab("transcript", True)
    qtbot.waitUntil(lambda: cut_heads(inspector) == [])
    font = inspector.font()
    font.setPointSizeF(2 * font.pointSizeF())
    inspector.tabs.tabBar().setFont(font)
    inspector.setFont(font)
    qtbot.waitUntil(lambda: cut_heads(inspector) == [])
