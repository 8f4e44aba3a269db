"""Larger text and less motion, as the user's desktop says: from a real portal on a bus, and from KDE's settings."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QProgressBar
from pytestqt.qtbot import QtBot

from desktop.widgets.motion import show_busy
from tests.helpers.screen_reader import missing_screen_reader_parts
from tests.helpers.tiny_library import REPOSITORY, TinyLibrary
from tests.helpers.whole_window import whole_window

_ASK = "from desktop.base.desktop_preferences import *; print(text_percent(), wants_less_motion())"
_SCALED = """
import sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from desktop.app import start
from desktop.base.settings import WindowSettings
start.set_scale(WindowSettings(scale_percent=int(sys.argv[1])))
print(QApplication([]).primaryScreen().devicePixelRatio())
"""


def asked(settings: dict[str, object], *, code: str = _ASK, given: str = "", **env: str) -> str:
    """What a program says, with a portal that has these settings."""
    if missing := missing_screen_reader_parts():
        pytest.skip(f"a portal needs {', '.join(missing)}")
    portal = ["dbus-run-session", "--", "/usr/bin/python3", "-m", "tests.helpers.portal", json.dumps(settings)]
    kept = {key: value for key, value in os.environ.items() if key not in ("WAYLAND_DISPLAY", "QT_SCALE_FACTOR")}
    done = subprocess.run(
        [*portal, sys.executable, "-c", code, given],
        env={**kept, **env},
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.shows("system-wishes")
def test_larger_text_of_a_wayland_desktop_is_followed() -> None:
    wayland = {"WAYLAND_DISPLAY": "wayland-0", "QT_QPA_PLATFORM": "wayland"}
    wish: dict[str, object] = {"org.gnome.desktop.interface text-scaling-factor": 2.0}
    assert asked(wish, **wayland) == "200 False"
    assert asked({}, **wayland) == "100 False"
    assert asked(wish, QT_QPA_PLATFORM="xcb") == "100 False"  # there Qt follows Xft.dpi: not twice


@pytest.mark.shows("system-wishes")
@pytest.mark.parametrize(
    "wish", [{"org.freedesktop.appearance reduced-motion": 1}, {"org.gnome.desktop.interface enable-animations": False}]
)
def test_less_motion_of_a_desktop_is_followed(wish: dict[str, object]) -> None:
    assert asked(wish) == "100 True"


@pytest.mark.shows("system-wishes")
def test_the_letters_of_kde_are_followed_on_top_of_which_comes_the_scale(tmp_path: Path) -> None:
    (tmp_path / "kdeglobals").write_text(
        "[General]\nfont=Noto Sans,20,-1,5,400,0,0,0\n\n[KDE]\nAnimationDurationFactor=0\n"
    )
    kde = {"XDG_CURRENT_DESKTOP": "KDE", "XDG_CONFIG_HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
    assert asked({}, **kde) == "200 True"
    assert asked({}, code=_SCALED, given="100", **kde) == "2.0"
    assert asked({}, code=_SCALED, given="150", **kde) == "3.0"
    (tmp_path / "kdeglobals").unlink()
    assert asked({}, code=_SCALED, given="100", **kde) == "1.0"


@pytest.mark.shows("system-wishes")
def test_what_moves_by_itself_stands_still_where_that_is_wanted(
    qtbot: QtBot, qapp: QApplication, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    qapp.setCursorFlashTime(1000)
    with whole_window(qtbot, tiny_library, tmp_path, motion="full") as earshot:
        bar = earshot.window.strip.bar
        earshot.window.strip.begin()
        assert bar.maximum() == 0 and qapp.cursorFlashTime() == 1000  # a bar without an end moves
        earshot.settings.change(motion="reduced")
        assert bar.maximum() == 1 and qapp.cursorFlashTime() == 0
        earshot.window.strip.begin()
        assert (bar.minimum(), bar.maximum(), bar.value()) == (0, 1, 0)
        done = QProgressBar(earshot.window)
        show_busy(done)
        done.setRange(0, 1)
        done.setValue(1)
        earshot.settings.change(motion="full")
        assert (done.maximum(), done.value()) == (1, 1), "what is over moves no more"
        assert bar.maximum() == 0 and qapp.cursorFlashTime() == 1000
    qapp.setCursorFlashTime(0)


def test_no_bar_moves_but_by_way_of_the_wish() -> None:
    written = {
        path.name for path in (REPOSITORY / "desktop").rglob("*.py") if "setRange(0, 0)" in path.read_text("utf-8")
    }
    assert written == set()
