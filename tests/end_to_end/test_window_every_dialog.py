"""Every entry of the menu bar, and every control of every dialog that opens from it, is pressed with the real mouse.

The pages are those of test_window_every_control.py.
"""

import os
import sys

import pytest

from tests.helpers.qt import DrivenWindow
from tests.helpers.walk import WHOLE, Walk
from tests.helpers.walking_rules import RULES

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")


_MENUS = ("File", "Edit", "Search", "Sound", "Library", "View", "Help")
_OF_SOUNDS = ("Edit", "Sound", "Library")
"""Menus that are about what is selected, and are walked without a selection too."""
_WALKED = [(menu, "results, one chosen") for menu in _MENUS] + [(menu, "results") for menu in _OF_SOUNDS]
if os.environ.get(WHOLE):
    _MORE = ("duplicates, one chosen", "missing, one chosen", "map", "nothing found")
    _WALKED += [(menu, "results") for menu in _MENUS if menu not in _OF_SOUNDS]
    _WALKED += [(menu, page) for menu in _MENUS for page in _MORE]


@pytest.mark.shows("filter-button-did")
@pytest.mark.parametrize(("menu", "page"), _WALKED)
def test_every_entry_answers_and_every_dialog_can_be_left(
    walked_over: DrivenWindow, known: set[str], page: str, menu: str
) -> None:
    dialogs = {title for title in known if not title.startswith("menu ")}  # a menu is walked with and without a choice
    walk = Walk(walked_over, page, RULES, only=lambda name: name == f"entry {menu}", known=dialogs)
    findings = walk.go()
    known.update(dialogs)
    assert walk.pressed > 0
    assert not findings, "\n".join(map(str, findings))
