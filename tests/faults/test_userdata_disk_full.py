"""A disk that fills up while user data is written to it, or taken in: nothing half done is left."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.base.errors import StorageFull
from engine.features.user_data.import_file import take_in
from engine.library.user_data import UserData
from engine.store.catalogue import Catalogue
from tests.engine.features.user_data.conftest import add, export, exported, make
from tests.helpers.libraries import ROOT, a_sound
from tests.helpers.small_disk import small_disk


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """4 MB."""
    with small_disk(tmp_path / "disk", 4) as folder:
        yield folder


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """400 sounds with notes of 9 kB: 3.6 MB of user data."""
    with Catalogue.open(tmp_path / "source") as catalogue:
        root = catalogue.roots.add(ROOT)
        payloads = [number.to_bytes(32, "big") for number in range(1, 401)]
        catalogue.sounds.store(
            [a_sound(n, root=root, first_segment=2 * n, payload_digest=d) for n, d in enumerate(payloads, 1)], []
        )
        UserData(catalogue).set_note(np.arange(1, 401, dtype=np.int64), "x" * 9_000)
    return tmp_path / "source"


@pytest.mark.shows("entered-travels-another")
def test_an_export_that_does_not_fit_leaves_the_older_one(disk: Path, source: Path) -> None:
    (disk / "ballast").write_bytes(b"\0" * 2_000_000)
    (disk / "mine.jsonl").write_text("older\n")
    with pytest.raises(StorageFull, match="no space left"):
        export(source, disk / "mine.jsonl")
    assert (disk / "mine.jsonl").read_text() == "older\n"
    assert sorted(path.name for path in disk.iterdir()) == ["ballast", "mine.jsonl"]


def test_an_import_that_does_not_fit_changes_nothing(disk: Path, source: Path, tmp_path: Path) -> None:
    export(source, tmp_path / "mine.jsonl")
    library = make(disk / "library", "ab")
    before = exported(library)
    with pytest.raises(StorageFull, match="no space left"):
        take_in(library, tmp_path / "mine.jsonl")
    assert exported(library) == before
    with Catalogue.open(library) as catalogue:
        catalogue.database.integrity_check()
        add(catalogue, "c")
