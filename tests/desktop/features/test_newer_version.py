"""Help, Look for a newer version: never by itself, only where a build has an address, and believed only if signed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.features.update.dialog import UpdateDialog
from desktop.widgets.buttons import Buttons
from engine.base import build_record
from engine.base.installation import version
from tests.helpers.notices import NOTICE, NoticeServer, notice_server, signed, write_build
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window


@pytest.fixture
def build_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(build_record, "BUILD_FILE", tmp_path / "build.json")
    return tmp_path / "build.json"


@pytest.fixture
def server() -> Iterator[NoticeServer]:
    pytest.importorskip("cryptography", reason="signatures are checked by it, and packages of Earshot bring it")
    with notice_server() as served:
        yield served


def asked_for(qtbot: QtBot, earshot: EarshotApp) -> UpdateDialog:
    earshot.commands.action("help.update").trigger()

    def found() -> list[UpdateDialog]:
        return [one for one in QApplication.topLevelWidgets() if isinstance(one, UpdateDialog) and one.isVisible()]

    qtbot.waitUntil(lambda: bool(found()), timeout=PATIENCE_MS)
    (dialog,) = found()
    return dialog


def test_a_build_without_an_address_has_no_such_command(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path, build_file: Path
) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        assert "help.update" not in {command.id for command in earshot.commands.all}


@pytest.mark.shows("update-asked")
def test_it_asks_when_told_shows_what_is_new_and_opens_the_page(
    qtbot: QtBot,
    tiny_library: TinyLibrary,
    tmp_path: Path,
    build_file: Path,
    server: NoticeServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    write_build(build_file, server.address)
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        assert server.asked == []
        dialog = asked_for(qtbot, earshot)
        assert len(server.asked) == 1
        assert f"Earshot 1.1.0 came out on 2027-02-01. You have {version()}." in dialog.verdict.text()
        assert "Searches find two sounds at once." in [label.text() for label in dialog.news.findChildren(QLabel)]
        assert opened == []
        button = dialog.findChild(Buttons).chief
        assert button is not None
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        assert [url.toString() for url in opened] == [NOTICE["page"]]


def test_the_newest_version_says_so(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path, build_file: Path, server: NoticeServer
) -> None:
    server.answer, key = signed(NOTICE | {"version": version()})
    write_build(build_file, server.address, key)
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        dialog = asked_for(qtbot, earshot)
        assert "You have the newest version" in dialog.verdict.text()
        assert dialog.findChild(Buttons).chief is None
        assert not dialog.news.isVisible()


@pytest.mark.shows("update-refused")
def test_a_wrong_signature_is_refused_plainly_and_asked_again_when_told(
    qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path, build_file: Path, server: NoticeServer
) -> None:
    good = server.answer
    server.answer, _ = signed(NOTICE)
    write_build(build_file, server.address)
    with whole_window(qtbot, tiny_library, tmp_path) as earshot:
        message = earshot.window.message
        earshot.commands.action("help.update").trigger()
        qtbot.waitUntil(lambda: message.kind == "update", timeout=PATIENCE_MS)
        assert "is not signed by the makers of this Earshot" in message.label.text()
        assert "Do not install anything from there." in message.label.text()
        server.answer = good
        asked_for(qtbot, earshot)
        assert message.kind == ""
