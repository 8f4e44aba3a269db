"""The shared library as two people meet it: two real windows with real mouse and keys, and a real PostgreSQL."""

import json
import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from engine.features.studio import facade
from engine.features.studio.records import Role, ServerAddress, SharedLibraryStatus
from tests.end_to_end.test_window_housekeeping import click, fill
from tests.helpers.postgres import PASSWORD, Postgres, SharedServer, programs
from tests.helpers.qt import DrivenWindow, XServer, wait_until
from tests.helpers.tiny_library import TinyLibrary

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")

_SHARED = "features['StudioFeature']"
_STATUS = f"{_SHARED}.item.text()"
_STANDING = f"getattr({_SHARED}.syncing.known.state, 'standing', None)"
_DIALOG = f"{_SHARED}.joining.dialog"
_PAGE = f"{_SHARED}.page"
_MARKS = "features['MarksControl'].marks"
_NAME = "window.results.current_hit().sound.path.name"
_RATING = "window.results.current_hit().sound.marks.rating"


@pytest.fixture
def mortal() -> Iterator[Postgres]:
    """A server that may be killed."""
    pytest.importorskip("psycopg", reason="no psycopg: sh installer/start.sh setup-studio")
    server = Postgres(programs())
    try:
        server.start()
        yield server
    finally:
        server.end()


@pytest.fixture(scope="module")
def other_display(x_display: str) -> Iterator[str]:
    """The screen of the second person."""
    with XServer() as server:
        yield server.display


@dataclass(frozen=True, slots=True)
class Desk:
    """One person's place: a copy of the library, settings, and what the window's process is given."""

    library: Path
    settings: Path
    env: dict[str, str]


def desk(folder: Path, tiny: TinyLibrary, address: ServerAddress, *, is_joined: bool = True) -> Desk:
    """Makes a place; where the library is joined, the password lies where libpq looks."""
    folder.mkdir()
    shutil.copytree(tiny.folder, folder / "library")
    (folder / "broken").mkdir()
    (folder / "broken" / "sounddevice.py").write_text("raise OSError('PortAudio library not found')\n")
    settings: dict[str, object] = {"version": 1, "look_at_start": False, "watch": False, "sync_s": 2}
    settings |= {"shared_database": address.database, "shared_user": address.user}
    (folder / "window.json").write_text(json.dumps(settings))
    env = {
        "PYTHONPATH": os.pathsep.join(filter(None, (str(folder / "broken"), os.environ.get("PYTHONPATH")))),
        "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
    }
    if is_joined:
        facade.join(folder / "library", address, password=PASSWORD, keep_password=False)
        pgpass = folder / "pgpass"
        pgpass.write_text(f"{address.host}:{address.port}:{address.database}:{address.user}:{PASSWORD}\n")
        pgpass.chmod(0o600)
        env["PGPASSFILE"] = str(pgpass)
    return Desk(folder / "library", folder / "window.json", env)


def open_window(display: str, place: Desk, pack: Path) -> DrivenWindow:
    return DrivenWindow(display, place.library, place.settings, "--pack", pack, env=place.env)


def go_to_row(window: DrivenWindow, row: int) -> str:
    """Clicks a row, and gives the sound's name."""
    window.hands.click(window.where("row", row, 1))
    wait_until(lambda: window.look("window.results.currentIndex().row()") == row, "the row")
    wait_until(lambda: window.look("window.results.current_hit() is not None"), "its sound")
    name: str = window.look(_NAME)
    return name


def by_menu(window: DrivenWindow, menu: str, command: str) -> None:
    """Clicks a menu, then an entry."""
    of = f"app.commands.menus['{menu}']"
    bar = f"window.menuBar().mapToGlobal(window.menuBar().actionGeometry({of}.menuAction()).center())"
    window.hands.click(window.look(f"[{bar}.x(), {bar}.y()]"))
    wait_until(lambda: window.look(f"{of}.isVisible()"), "the menu")
    entry = f"{of}.mapToGlobal({of}.actionGeometry(app.commands.action('{command}')).center())"
    window.hands.click(window.look(f"[{entry}.x(), {entry}.y()]"))


def stands(window: DrivenWindow, standing: SharedLibraryStatus) -> None:
    wait_until(lambda: window.look(_STANDING) == standing.value, f"the library to be {standing.value}")


def rating_of(window: DrivenWindow, name: str) -> int:
    """What the row of a sound says, wherever it stands."""
    hits = "[window.model.hit(row) for row in range(window.model.rowCount())]"
    found = window.look(f"[hit.sound.marks.rating for hit in {hits} if hit and hit.sound.path.name == '{name}']")
    return int(found[0]) if found else -1


@pytest.mark.shows("shared-window", "shared-conflict")
def test_two_people_share_a_library_through_an_outage(
    mortal: Postgres, x_display: str, other_display: str, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    server = SharedServer(mortal, "outage")
    anna, ben = server.person("anna"), server.person("ben")
    place, other = (
        desk(tmp_path / "anna", tiny_library, anna, is_joined=False),
        desk(tmp_path / "ben", tiny_library, ben),
    )
    with (
        open_window(x_display, place, tiny_library.pack) as a,
        open_window(other_display, other, tiny_library.pack) as b,
    ):
        a.open()
        b.open()
        join_by_hand(a, anna)
        stands(a, SharedLibraryStatus.IN_SYNC)
        stands(b, SharedLibraryStatus.IN_SYNC)
        assert PASSWORD not in place.settings.read_text()

        # What one gives, the other sees, where it is; the note that is being typed there stays.
        name = go_to_row(a, 0)
        go_to_row(b, 1)
        seen = b.look(_NAME)
        b.key("ctrl+i")
        click(b, "Note")
        b.type("the second half")
        a.key("ctrl+4")
        wait_until(lambda: rating_of(b, name) == 4, "the rating of the other")
        assert b.look(f"{_MARKS}.note.toPlainText()") == "the second half"
        assert b.look(f"{_MARKS}.note.hasFocus()")
        assert b.look(_NAME) == seen
        b.hands.click(b.where("row", 0, 1))
        wait_until(lambda: "anna" in b.look(f"{_MARKS}.origin.text()"), "who gave the rating")
        a.key("ctrl+i")
        a.hands.click(a.where("row", 1, 1))
        wait_until(lambda: a.look(f"{_MARKS}.note.toPlainText()") == "the second half", "the note of the other")

        # The server is gone: both go on, and edits wait.
        mortal.kill()
        a.hands.click(a.where("row", 2, 1))
        wait_until(lambda: a.look(_NAME) not in (name, seen), "the third sound")
        disputed = a.look(_NAME)
        a.key("ctrl+2")
        b.hands.click(b.where("row", 2, 1))
        wait_until(lambda: b.look(_NAME) == disputed, "the third sound there")
        b.key("ctrl+5")
        for window in (a, b):
            stands(window, SharedLibraryStatus.OFFLINE)
            wait_until(lambda window=window: "1 edit to send" in window.look(_STATUS), "the edit to wait")
        assert rating_of(a, disputed) == 2
        assert rating_of(b, disputed) == 5

        # It is back: all is there by itself. What lost is shown, and taken back.
        mortal.start()
        stands(a, SharedLibraryStatus.CONFLICTS)
        stands(b, SharedLibraryStatus.CONFLICTS)
        wait_until(lambda: rating_of(a, disputed) == rating_of(b, disputed), "the same on both")
        loser, winner, lost = (a, b, 2) if rating_of(a, disputed) == 5 else (b, a, 5)
        click(loser, f"Shared library: {loser.look(_STATUS)}")
        wait_until(lambda: loser.look("window.page") == "shared", "the page")
        assert loser.look(f"{_PAGE}.conflicts.take_back.text()") == "Restore mine"
        loser.hands.click(loser.where(f"item {disputed}"))
        loser.key("t")
        stands(loser, SharedLibraryStatus.IN_SYNC)
        wait_until(lambda: rating_of(winner, disputed) == lost, "what was taken back")
        stands(winner, SharedLibraryStatus.IN_SYNC)
        loser.key("ctrl+z")
        wait_until(lambda: rating_of(winner, disputed) != lost, "what held before")
        stands(loser, SharedLibraryStatus.CONFLICTS)
        loser.hands.click(loser.where("named Keep theirs"))
        stands(loser, SharedLibraryStatus.IN_SYNC)
        loser.key("Escape")
        wait_until(lambda: loser.look("window.page") == "results", "the results")
        assert len({person.who for person in facade.people(place.library)}) == 2


def join_by_hand(window: DrivenWindow, address: ServerAddress) -> None:
    """Joins by the dialog; a wrong password is said where it was typed."""
    by_menu(window, "File", "shared.open")
    wait_until(lambda: window.look(f"{_DIALOG} is not None and {_DIALOG}.isVisible()"), "the dialog")
    click(window, "Address")
    fill(window, f"{address.host}:{address.port}")
    window.key("Tab", "Tab", "Tab")  # database and name are those of the last time
    window.type("wrong")
    window.key("Return")
    wait_until(lambda: window.look(f"{_DIALOG}.fault is not None"), "the fault")
    assert window.look(f"{_DIALOG}.fault[0].name") == "PASSWORD"
    window.key("ctrl+a")
    window.type(PASSWORD)
    window.key("Return")
    wait_until(lambda: window.look(f"{_DIALOG} is None"), "the dialog to be gone")


@pytest.mark.shows("shared-reader")
def test_a_reader_sees_at_the_controls_that_nothing_can_be_changed(
    shared_server: SharedServer, x_display: str, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    place = desk(tmp_path / "rita", tiny_library, shared_server.person("rita", Role.READER))
    with open_window(x_display, place, tiny_library.pack) as window:
        window.open()
        stands(window, SharedLibraryStatus.IN_SYNC)
        go_to_row(window, 0)
        window.key("ctrl+4")
        wait_until(lambda: "only read" in window.ask({"do": "state"})["status"], "the reason")
        window.key("ctrl+i")
        wait_until(lambda: window.look(f"{_MARKS}.refusal.isVisible()"), "the reason in the details")
        assert not window.look(f"{_MARKS}.stars.isEnabled() or not {_MARKS}.tags.field.isReadOnly()")
        click(window, "Note")
        window.type("words")
        assert window.look(f"{_MARKS}.note.toPlainText()") == ""
        assert window.look(_RATING) == 0
        assert facade.state(place.library).waiting == 0  # type: ignore[union-attr]
