"""Bytes of an open file are read where they lie, on systems that can read at a place and on one that must seek."""

import os
from pathlib import Path

import pytest

from engine.audio import files
from engine.audio.files import open_regular, read_at

CONTENT = bytes(range(256))


@pytest.fixture(params=[True, False], ids=["at places", "by seeking"])
def read_at_places(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param and not hasattr(os, "pread"):
        pytest.skip("this system has no pread")
    monkeypatch.setattr(files, "_READS_AT_PLACES", request.param)


@pytest.mark.usefixtures("read_at_places")
def test_what_lies_at_a_place_is_read_and_the_position_stays(tmp_path: Path) -> None:
    path = tmp_path / "bytes.bin"
    path.write_bytes(CONTENT)
    with open_regular(path) as file:
        file.seek(7)
        assert read_at(file, 0, 4) == CONTENT[:4]
        assert read_at(file, 250, 100) == CONTENT[250:]
        assert read_at(file, 256, 1) == b""
        assert read_at(file, 2**70, 8) == b"", "a header may name any place"
        assert read_at(file, 3, 0) == b""
        assert file.tell() == 7
