"""The folder of a library, in which the journal is kept."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def library_folder(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Is there, but for tests of the command, which makes or refuses libraries itself."""
    if request.path.name != "test_command.py":
        (tmp_path / "library").mkdir(exist_ok=True)
