"""About, Licences: everything inside, found by name or licence, with its text."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from desktop.features.help.about import About
from desktop.features.help.licences import LicencesDialog
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window


def test_about_leads_to_all_licences_and_typing_finds_one(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        earshot.commands.action("help.about").trigger()
        (about,) = (one for one in QApplication.topLevelWidgets() if isinstance(one, About) and one.isVisible())
        QTest.mouseClick(about.licences_button, Qt.MouseButton.LeftButton)
        (dialog,) = (one for one in QApplication.topLevelWidgets() if isinstance(one, LicencesDialog))
        qtbot.waitUntil(lambda: "GNU GENERAL PUBLIC LICENSE" in dialog.text.toPlainText(), timeout=PATIENCE_MS)
        QTest.keyClicks(dialog.field, "numpy bsd")
        rows = [dialog.list.topLevelItem(row) for row in range(dialog.list.topLevelItemCount())]
        assert [row.text(0) for row in rows if row is not None and not row.isHidden()] == ["numpy"]
        (found,) = (row for row in rows if row is not None and not row.isHidden())
        dialog.list.setCurrentItem(found)
        qtbot.waitUntil(lambda: "NumPy Developers" in dialog.text.toPlainText(), timeout=PATIENCE_MS)


def test_about_shows_every_line_of_its_facts(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        earshot.commands.action("help.about").trigger()
        (about,) = (one for one in QApplication.topLevelWidgets() if isinstance(one, About) and one.isVisible())
        facts = [label for label in about.findChildren(QLabel) if label.wordWrap()]
        assert len(facts) == len(about.facts)
        assert [label.text() for label in facts if label.height() < label.heightForWidth(label.width())] == []
