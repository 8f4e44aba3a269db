"""The shared library in the whole window, offscreen, with a real server."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QProcess
from pytestqt.qtbot import QtBot

from desktop.app.app import EarshotApp
from desktop.controllers.marks.feature import MarksControl
from desktop.features.studio.feature import StudioFeature
from desktop.features.studio.join_form import JoinField
from desktop.features.studio.page import VOLUMES
from engine.base.types import FilePath
from engine.features.studio import facade, sync_run
from engine.features.studio.records import (
    Role,
    ServerAddress,
    SharedLibraryStatus,
)
from tests.engine.features.studio.copies import Copy
from tests.engine.features.studio.test_hostile_edits import planted
from tests.helpers.patience import PATIENCE_MS
from tests.helpers.postgres import PASSWORD, SharedServer
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.whole_window import whole_window

_AT_S = 1_700_000_000.0


@pytest.fixture(autouse=True)
def no_keyring(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nobody's keyring is asked."""
    keyring = pytest.importorskip("keyring", reason="no keyring: sh installer/start.sh setup-studio")
    from keyring.backends.fail import Keyring

    former = keyring.get_keyring()
    keyring.set_keyring(Keyring())
    monkeypatch.delenv("PGPASSFILE", raising=False)
    yield
    keyring.set_keyring(former)


def the_feature(app: EarshotApp) -> StudioFeature:
    return next(one for one in app.features if isinstance(one, StudioFeature))


def stands(qtbot: QtBot, feature: StudioFeature, standing: SharedLibraryStatus) -> None:
    def so() -> bool:
        state = feature.syncing.known.state
        return state is not None and state.standing is standing and not feature.syncing.is_running

    qtbot.waitUntil(so, timeout=PATIENCE_MS)


def joined_copy(tiny: TinyLibrary, folder: Path, address: ServerAddress) -> Path:
    """A copy of the tiny library that is joined; the password lies nowhere."""
    library = folder / "library"
    shutil.copytree(tiny.folder, library)
    facade.join(library, address, password=PASSWORD, keep_password=False)
    return library


def give_password(monkeypatch: pytest.MonkeyPatch, folder: Path, address: ServerAddress) -> None:
    """Puts the password where libpq looks."""
    file = folder / "pgpass"
    file.write_text(f"{address.host}:{address.port}:{address.database}:{address.user}:{PASSWORD}\n")
    file.chmod(0o600)
    monkeypatch.setenv("PGPASSFILE", str(file))


def test_a_library_of_ones_own_says_how_to_share_it(qtbot: QtBot, tiny_library: TinyLibrary, tmp_path: Path) -> None:
    with whole_window(qtbot, tiny_library, tmp_path) as app:
        feature = the_feature(app)
        app.commands.action("shared.sync").trigger()
        assert "yours alone" in app.window.status.answer.text()
        app.commands.action("shared.page").trigger()
        assert app.window.page == "shared" and feature.page.open.isVisible()
        assert feature.item.isHidden()


def test_who_is_not_let_in_signs_in_again(
    qtbot: QtBot, tiny_library: TinyLibrary, shared_server: SharedServer, tmp_path: Path
) -> None:
    joined_copy(tiny_library, tmp_path, shared_server.person("anna"))
    with whole_window(qtbot, tiny_library, tmp_path) as app:
        feature = the_feature(app)
        stands(qtbot, feature, SharedLibraryStatus.REFUSED)
        assert feature.item.text() == "server rejects the connection"
        feature.item.click()
        assert app.window.page == "shared"
        feature.page.sign_in.click()
        dialog = feature.joining.dialog
        assert dialog is not None and dialog.user.text().endswith("_anna")
        dialog.password.setText("wrong")
        dialog.join.click()
        qtbot.waitUntil(lambda: dialog.fault is not None, timeout=PATIENCE_MS)
        assert dialog.fault is not None and dialog.fault[0] is JoinField.PASSWORD
        dialog.password.setText(PASSWORD)
        dialog.join.click()
        stands(qtbot, feature, SharedLibraryStatus.IN_SYNC)
        assert not feature.page.sign_in.isVisible()
        app.settings.flush()
        assert PASSWORD not in (tmp_path / "window.json").read_text()


@pytest.mark.shows("studio-hostile-edits")
def test_an_edit_that_nobody_can_take_in_is_named_in_the_window(
    qtbot: QtBot,
    tiny_library: TinyLibrary,
    shared_server: SharedServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    address = shared_server.person("anna")
    joined_copy(tiny_library, tmp_path, address)
    give_password(monkeypatch, tmp_path, address)
    planted(shared_server, "mallory", [("s:" + "ab" * 32, "rating", "9" * 5_000)])
    with whole_window(qtbot, tiny_library, tmp_path) as app:
        feature = the_feature(app)
        stands(qtbot, feature, SharedLibraryStatus.ASIDE)
        assert (feature.item.text(), feature.item.property("quiet")) == ("1 edit set aside", False)
        feature.item.click()
        assert "edit 1 by mallory (Rating, abababababab)" in feature.page.standing.text()
        monkeypatch.setattr(sync_run._Sync, "_pull", lambda self: 1 // 0)
        feature.page.sync.click()
        stands(qtbot, feature, SharedLibraryStatus.FAILED)
        assert (feature.item.text(), feature.item.property("quiet")) == ("sync failed", False)
        assert "ZeroDivisionError" in feature.page.standing.text()


def test_a_mapped_volume_brings_its_sounds_without_listening(
    qtbot: QtBot,
    tiny_library: TinyLibrary,
    shared_server: SharedServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    anna = joined_copy(tiny_library, tmp_path / "anna", shared_server.person("anna", Role.ADMIN))
    facade.add_volume(anna, "Effects", FilePath.of(tiny_library.sounds), password=PASSWORD)
    facade.share_sounds(anna, password=PASSWORD)
    here = tmp_path / "here"
    shutil.copytree(tiny_library.sounds, here)
    ben = shared_server.person("ben")
    give_password(monkeypatch, tmp_path, ben)
    facade.join(tmp_path / "library", ben, password=PASSWORD, keep_password=False, makes=True)
    with whole_window(qtbot, tiny_library, tmp_path) as app:
        feature = the_feature(app)
        stands(qtbot, feature, SharedLibraryStatus.IN_SYNC)
        page = feature.page
        qtbot.waitUntil(lambda: app.window.page == "shared", timeout=PATIENCE_MS)  # the library is empty: it asks
        assert page.tabs.currentIndex() == VOLUMES
        assert page.tabs.tabText(VOLUMES) == "Volumes (1)"
        (volume,) = feature.syncing.known.volumes
        assert (volume.name, volume.folder, volume.sounds) == ("Effects", None, 6)
        feature.map_volume(volume, FilePath.of(here))
        qtbot.waitUntil(lambda: app.window.model.rowCount() == 6, timeout=PATIENCE_MS)
        assert page.volumes.list.topLevelItem(0).text(2) == str(here)  # type: ignore[union-attr]
        told = "6 sounds were already analysed by others"
        qtbot.waitUntil(lambda: told in page.volumes.said.text(), timeout=PATIENCE_MS)  # the rows may come before it


def test_without_the_packages_a_joined_library_is_used_and_says_what_is_missing(
    qtbot: QtBot,
    tiny_library: TinyLibrary,
    shared_server: SharedServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    library = joined_copy(tiny_library, tmp_path, shared_server.person("anna"))
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with whole_window(qtbot, tiny_library, tmp_path) as app:
        feature = the_feature(app)
        qtbot.waitUntil(lambda: feature.item.text() == "packages missing", timeout=PATIENCE_MS)
        assert "setup-studio" in feature.item.toolTip()
        assert app.window.message.isHidden()
        app.window.results.go_to(0)
        keeping = next(one for one in app.features if isinstance(one, MarksControl))
        with qtbot.waitSignal(keeping.changed, timeout=PATIENCE_MS):
            app.commands.action("keep.rate_3").trigger()
        qtbot.waitUntil(lambda: "1 edit to send" in feature.item.text(), timeout=PATIENCE_MS)
        kept = facade.state(library)
        assert kept is not None and kept.waiting == 1
        feature.joining.open()
        dialog = feature.joining.dialog
        assert dialog is not None and dialog.fault is not None
        assert dialog.fault[0] is JoinField.WHOLE and "setup-studio" in dialog.fault[1]
        dialog.reject()


def test_leaving_makes_the_library_ones_own_again(
    qtbot: QtBot, tiny_library: TinyLibrary, shared_server: SharedServer, tmp_path: Path
) -> None:
    library = joined_copy(tiny_library, tmp_path, shared_server.person("anna"))
    with whole_window(qtbot, tiny_library, tmp_path, sync=False) as app:
        feature = the_feature(app)
        qtbot.waitUntil(lambda: feature.item.text() == "sync is off", timeout=PATIENCE_MS)
        app.commands.action("shared.leave").trigger()
        question = feature.joining.question
        assert question is not None
        question.agree.click()
        qtbot.waitUntil(lambda: feature.item.isHidden(), timeout=PATIENCE_MS)
        assert facade.state(library) is None


def test_a_collection_is_made_private_in_its_menu(
    qtbot: QtBot,
    tiny_library: TinyLibrary,
    shared_server: SharedServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    anna = shared_server.person("anna")
    give_password(monkeypatch, tmp_path, anna)
    library = joined_copy(tiny_library, tmp_path, anna)
    with whole_window(qtbot, tiny_library, tmp_path) as app:
        feature = the_feature(app)
        stands(qtbot, feature, SharedLibraryStatus.IN_SYNC)
        panel = next(one for one in app.features if isinstance(one, MarksControl)).collections
        app.commands.action("keep.new_collection").trigger()
        qtbot.waitUntil(lambda: len(panel.collections) == 1, timeout=PATIENCE_MS)
        (collection,) = panel.collections
        menu = panel.menu_of(panel.list.item(0))
        (private,) = (action for action in menu.actions() if action.text() == "Only for me")
        assert not private.isChecked()
        private.trigger()
        qtbot.waitUntil(lambda: "Only you see it." in panel.list.item(0).toolTip(), timeout=PATIENCE_MS)
        assert facade.private_collections(library) == {collection.id}
        feature.syncing.sync()
        stands(qtbot, feature, SharedLibraryStatus.IN_SYNC)


def test_a_copy_opens_in_a_window_of_its_own(
    qtbot: QtBot,
    tiny_library: TinyLibrary,
    shared_server: SharedServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    anna = shared_server.person("anna")
    started: list[list[str]] = []
    monkeypatch.setattr(QProcess, "startDetached", lambda program, arguments: started.append(arguments))
    with whole_window(qtbot, tiny_library, tmp_path) as app:
        feature = the_feature(app)
        app.commands.action("shared.open").trigger()
        dialog = feature.joining.dialog
        assert dialog is not None
        dialog.join.click()
        assert dialog.fault is not None and dialog.fault[0] is JoinField.ADDRESS
        dialog.address.setText(f"{anna.host}:{anna.port}")
        dialog.database.setText(anna.database)
        dialog.user.setText(anna.user)
        dialog.password.setText(PASSWORD)
        dialog.copy.setChecked(True)
        assert Path(dialog.folder.text()) == tmp_path / "data" / "shared" / "studio"
        dialog.folder.setText(str(tmp_path / "copy"))
        dialog.join.click()
        qtbot.waitUntil(lambda: bool(started), timeout=PATIENCE_MS)
        assert str(tmp_path / "copy") in started[0]
        assert facade.state(tmp_path / "copy") is not None
        assert facade.state(tmp_path / "library") is None
        assert feature.item.isHidden()
        feature.joining.open()  # with what was typed, but for the password
        again = feature.joining.dialog
        assert again is not None
        assert (again.database.text(), again.user.text(), again.password.text()) == (anna.database, anna.user, "")
        again.reject()


def test_what_others_change_comes_into_a_filtered_list_and_moves_nothing(
    qtbot: QtBot,
    tiny_library: TinyLibrary,
    shared_server: SharedServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    anna, ben = shared_server.person("anna"), shared_server.person("ben")
    give_password(monkeypatch, tmp_path, anna)
    joined_copy(tiny_library, tmp_path, anna)
    (tmp_path / "ben").mkdir()
    other = Copy.there(joined_copy(tiny_library, tmp_path / "ben", ben))
    first, second = np.array([1], np.int64), np.array([2], np.int64)
    other.keep(lambda keeping: keeping.set_rating(first, 5))
    other.sync()
    with whole_window(qtbot, tiny_library, tmp_path) as app:
        feature, results, model = the_feature(app), app.window.results, app.window.model
        stands(qtbot, feature, SharedLibraryStatus.IN_SYNC)
        app.window.search_bar.set_filters("rating:>=4")
        qtbot.waitUntil(lambda: model.rowCount() == 1, timeout=PATIENCE_MS)
        results.go_to(0)
        chosen = results.selected_ids().tolist()
        other.keep(lambda keeping: keeping.set_rating(second, 4))
        other.keep(lambda keeping: keeping.make_collection("Scene 12", second))
        other.sync()
        feature.syncing.sync()
        qtbot.waitUntil(lambda: model.rowCount() == 2, timeout=PATIENCE_MS)
        assert results.selected_ids().tolist() == chosen == [1]
        panel = next(one for one in app.features if isinstance(one, MarksControl)).collections
        qtbot.waitUntil(lambda: [one.name for one in panel.collections] == ["Scene 12"], timeout=PATIENCE_MS)
