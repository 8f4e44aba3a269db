"""What the walks over every control and every dialog share (tests/helpers/walk.py)."""

from collections.abc import Iterator

import pytest

from tests.helpers.pulse import missing_pulse_parts
from tests.helpers.qt import DrivenWindow
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.walked_library import Walked, make_walked_library, walked_window


@pytest.fixture(scope="session")
def walked(original_tiny_library: TinyLibrary, tmp_path_factory: pytest.TempPathFactory) -> Walked:
    """A library with something of everything; the windows have copies of it."""
    missing = missing_pulse_parts()
    if missing:
        pytest.skip(f"playing needs {', '.join(missing)}")
    return make_walked_library(tmp_path_factory.mktemp("walked"), original_tiny_library)


@pytest.fixture(scope="module")
def walked_over(x_display: str, walked: Walked, tmp_path_factory: pytest.TempPathFactory) -> Iterator[DrivenWindow]:
    """One window for all pages or menus of a file; each begins from a state of its own."""
    with walked_window(x_display, walked, tmp_path_factory.mktemp("walked-over")) as window:
        yield window


@pytest.fixture(scope="module")
def known() -> set[str]:
    """The menus and dialogs that were walked already."""
    return set()
