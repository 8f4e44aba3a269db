"""The search bar pressed as a person presses it: its buttons, chips and filters, with a real mouse."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.qt import DrivenWindow, wait_until
from tests.helpers.tiny_library import TinyLibrary

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")


@pytest.fixture
def window(x_display: str, tiny_library: TinyLibrary, tmp_path: Path) -> Iterator[DrivenWindow]:
    library, settings = tmp_path / "library", tmp_path / "window.json"
    shutil.copytree(tiny_library.folder, library)
    with DrivenWindow(x_display, library, settings, "--pack", tiny_library.pack) as driven:
        yield driven.open()


def click(window: DrivenWindow, part: str) -> None:
    window.hands.click(window.where(part))


def test_the_filter_button_opens_and_closes_the_filters(window: DrivenWindow) -> None:
    filters = "named Filters (Ctrl+Shift+F)"
    click(window, filters)
    wait_until(lambda: _has(window, "named Filter: Length"), "the filters to be on show")
    assert window.look("app.settings.values.filters")
    click(window, filters)
    wait_until(lambda: not _has(window, "named Filter: Length"), "the filters to be gone")
    window.key("ctrl+shift+f")  # button and command are one switch
    wait_until(lambda: _has(window, "named Filter: Length"), "the filters to be on show again")
    click(window, filters)
    wait_until(lambda: not _has(window, "named Filter: Length"), "the filters to be gone again")


def _has(window: DrivenWindow, part: str) -> bool:
    return bool(window.ask({"do": "has", "part": part})["has"])
