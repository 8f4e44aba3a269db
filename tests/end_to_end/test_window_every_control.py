"""Every control of every page is pressed with the real mouse: none fails, none is silent, none is covered.

What is pressed is found at run time (tests/helpers/controls.py), so that a new control is pressed by itself. Menus and
dialogs are those of test_window_every_dialog.py.
"""

import os
import sys
from collections.abc import Iterator

import pytest

from tests.helpers.pulse import missing_pulse_parts
from tests.helpers.qt import DrivenWindow
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.walk import Walk
from tests.helpers.walked_library import make_walked_library, walked_window
from tests.helpers.walking_rules import LEFT_TO_DIALOGS, RULES

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server")


WHOLE = "EARSHOT_WALK_WHOLE"
"""The environment variable that, where it is set, has every control pressed on every page, which takes twice as long.

Without it one that several pages share (search field, left column, deck) is pressed on the first of them, once with a
selection and once without.
"""


@pytest.fixture(scope="module")
def seen() -> dict[bool, set[str]]:
    """The controls that were pressed on the pages before, by whether something is selected there."""
    return {False: set(), True: set()}


@pytest.fixture(scope="module")
def window(
    x_display: str, tiny_library: TinyLibrary, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[DrivenWindow]:
    """One window for all pages; every page begins from a state of its own."""
    missing = missing_pulse_parts()
    if missing:
        pytest.skip(f"playing needs {', '.join(missing)}")
    place = tmp_path_factory.mktemp("every-control")
    walked = make_walked_library(place / "made", tiny_library)
    with walked_window(x_display, walked, place) as driven:
        yield driven


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
        "missing",
        "missing, one chosen",
        "map",
    ],
)
def test_every_control_of_a_page_answers(
    window: DrivenWindow, known: set[str], seen: dict[bool, set[str]], page: str
) -> None:
    has_selection = not page.endswith("none chosen") and page not in ("results", "duplicates", "missing", "map")
    walk = Walk(
        window,
        page,
        RULES,
        only=lambda name: not name.startswith(LEFT_TO_DIALOGS),
        known=known,
        seen=None if os.environ.get(WHOLE) else seen[has_selection],
    )
    findings = walk.go()
    assert walk.pressed > 0 or not os.environ.get(WHOLE)
    assert not findings, "\n".join(map(str, findings))


@pytest.fixture(scope="module")
def known() -> set[str]:
    """The menus and dialogs that were walked already, from an earlier page."""
    return set()
