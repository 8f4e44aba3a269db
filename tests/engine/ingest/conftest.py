"""The tiny pack, made once for all tests of the ingest room."""

from pathlib import Path

import pytest

from tests.helpers.tiny_pack import make_tiny_pack


@pytest.fixture(scope="session")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A real pack that hears tones."""
    return make_tiny_pack(tmp_path_factory.mktemp("packs") / "tiny")
