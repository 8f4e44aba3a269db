"""Every control of every page is pressed with the real mouse: none fails, none is silent, none is covered.

What is pressed is found at run time (tests/helpers/controls.py), so that a new control is pressed by itself. Menus and
dialogs are those of test_window_every_dialog.py.
"""

import os
import sys
from pathlib import Path

import pytest

from tests.helpers.qt import DrivenWindow, XServer, missing_x_programs, wait_until
from tests.helpers.walk import WHOLE, Walk
from tests.helpers.walked_library import Walked, walked_window
from tests.helpers.walking_rules import LEFT_TO_DIALOGS, RULES

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")


_WITHOUT_SELECTION = (
    "results",
    "details, none chosen",
    "duplicates",
    "shared library",
    "missing",
    "map",
    "map, made",
    "first start",
)
_VIEW = "__import__('desktop.features.map.view', fromlist=['MapView']).MapView"
_MAP_IS_SHOWN = f"any(view.isVisible() for view in window.findChildren({_VIEW}))"


@pytest.fixture(scope="module")
def seen() -> dict[bool, set[str]]:
    """The controls that were pressed on the pages before, by whether something is selected there."""
    return {False: set(), True: set()}


@pytest.mark.shows("filter-button-did")
@pytest.mark.parametrize(
    "page",
    [
        "results",
        "results, one chosen",
        "filters",
        "nothing found",
        "details, none chosen",
        "details",
        "suggestions",
        "duplicates",
        "duplicates, one chosen",
        "shared library",
        "exported files, one chosen",
        "missing",
        "missing, one chosen",
        "map",
        "map, made",
    ],
)
def test_every_control_of_a_page_answers(
    walked_over: DrivenWindow, known: set[str], seen: dict[bool, set[str]], page: str
) -> None:
    has_selection = page not in _WITHOUT_SELECTION
    if page == "map, made":
        walked_over.ask({"do": "walk", "step": "ready", "with": [page]})
        wait_until(lambda: walked_over.look(_MAP_IS_SHOWN), "the map to be made")
    walk = Walk(
        walked_over,
        page,
        RULES,
        only=lambda name: not name.startswith(LEFT_TO_DIALOGS),
        known=known,
        seen=None if os.environ.get(WHOLE) else seen[has_selection],
    )
    findings = walk.go()
    assert walk.pressed > 0 or not os.environ.get(WHOLE)
    assert not findings, "\n".join(map(str, findings))


def test_every_control_of_a_window_without_sounds_answers(
    walked: Walked, tmp_path: Path, seen: dict[bool, set[str]]
) -> None:
    missing = missing_x_programs()
    if missing:
        pytest.skip(f"a real window needs {', '.join(missing)}")
    with XServer() as server, walked_window(server.display, walked, tmp_path, is_empty=True) as window:
        only = lambda name: not name.startswith(LEFT_TO_DIALOGS)  # noqa: E731
        walk = Walk(window, "first start", RULES, only, seen=None if os.environ.get(WHOLE) else seen[False])
        findings = walk.go()
    assert walk.pressed > 0
    assert not findings, "\n".join(map(str, findings))
