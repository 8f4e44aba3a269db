"""Every entry of the menu bar, and every control of every dialog that opens from it, is pressed with the real mouse.

The pages are those of test_window_every_control.py.
"""

import sys
from collections.abc import Iterator

import pytest

from tests.helpers.pulse import missing_pulse_parts
from tests.helpers.qt import DrivenWindow
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.walk import Walk
from tests.helpers.walked_library import make_walked_library, walked_window
from tests.helpers.walking_rules import RULES

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")


@pytest.fixture(scope="module")
def window(
    x_display: str, tiny_library: TinyLibrary, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[DrivenWindow]:
    """One window for all menus."""
    missing = missing_pulse_parts()
    if missing:
        pytest.skip(f"playing needs {', '.join(missing)}")
    place = tmp_path_factory.mktemp("every-dialog")
    walked = make_walked_library(place / "made", tiny_library)
    with walked_window(x_display, walked, place) as driven:
        yield driven


@pytest.mark.parametrize("page", ["results, one chosen", "results"])
@pytest.mark.parametrize("menu", ["File", "Edit", "Search", "Sound", "Library", "View", "Help"])
def test_every_entry_answers_and_every_dialog_can_be_left(
    window: DrivenWindow, known: set[str], page: str, menu: str
) -> None:
    dialogs = {title for title in known if not title.startswith("menu ")}  # a menu is walked with and without a choice
    walk = Walk(window, page, RULES, only=lambda name: name == f"entry {menu}", known=dialogs)
    findings = walk.go()
    known.update(dialogs)
    assert walk.pressed > 0
    assert not findings, "\n".join(map(str, findings))


@pytest.fixture(scope="module")
def known() -> set[str]:
    """The dialogs that were walked already."""
    return set()
