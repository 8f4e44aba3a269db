"""One tiny pack a session, and copies of it for tests that damage theirs."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.models.pack import Pack, load_pack
from tests.helpers.tiny_pack import make_tiny_pack


@pytest.fixture(scope="session")
def tiny_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Read only."""
    return make_tiny_pack(tmp_path_factory.mktemp("packs") / "tiny")


@pytest.fixture
def tiny(tiny_folder: Path) -> Pack:
    return load_pack(tiny_folder)


@pytest.fixture
def copied(tiny_folder: Path, tmp_path: Path) -> Callable[[], Path]:
    """Makes a copy to damage; called again, a fresh one in its place."""

    def copy() -> Path:
        target = tmp_path / "copy"
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(tiny_folder, target)
        return target

    return copy
