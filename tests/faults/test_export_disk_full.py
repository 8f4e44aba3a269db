"""A disk that fills up while a list is written to it or sounds are copied onto it: nothing half written is left."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.base.errors import StorageFull
from engine.base.types import FilePath, SoundMetadata
from engine.store.catalogue import Catalogue
from engine.transfer.collect import ExportItem
from engine.transfer.table import write_csv
from tests.helpers.copies import copy
from tests.helpers.libraries import PACK, ROOT, a_sound
from tests.helpers.small_disk import small_disk
from tests.helpers.sounds import write_tone


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """2 MB."""
    with small_disk(tmp_path / "disk", 2) as folder:
        yield folder


@pytest.fixture
def ballast(disk: Path) -> Path:
    """Leaves 400 kB of the disk."""
    (disk / "ballast").write_bytes(b"\0" * (2 * 1024 * 1024 - 400_000))
    return disk


def test_copies_that_do_not_fit_are_removed_again(disk: Path, tmp_path: Path) -> None:
    long = write_tone(tmp_path / "long.wav", 100.0, 60.0)  # 3.8 MB; stretches are not counted beforehand
    pieces = [ExportItem(FilePath.of(long), SoundMetadata(), start_s, start_s + 20.0) for start_s in (0.0, 20.0, 40.0)]
    with pytest.raises(StorageFull, match="no space left"):
        copy(pieces, disk / "project")
    assert list((disk / "project").iterdir()) == []


def test_whole_files_that_do_not_fit_are_not_begun(disk: Path, tmp_path: Path) -> None:
    files = [write_tone(tmp_path / f"{number}.wav", 100.0, 20.0) for number in range(2)]
    with pytest.raises(StorageFull, match="MB are needed"):
        copy([ExportItem(FilePath.of(file), SoundMetadata()) for file in files], disk / "project")
    assert list((disk / "project").iterdir()) == []


def test_a_table_that_does_not_fit_leaves_the_older_one(ballast: Path, tmp_path: Path) -> None:
    (ballast / "list.csv").write_text("older\n")
    with Catalogue.open(tmp_path / "library") as catalogue:
        catalogue.packs.set_searched(PACK, "test")
        root = catalogue.roots.add(ROOT)
        metadata = SoundMetadata(description="x" * 2000)
        rows = [a_sound(n, root=root, first_segment=2 * n, metadata=metadata) for n in range(1, 401)]
        catalogue.sounds.store(rows, [])
        with pytest.raises(StorageFull):
            write_csv(catalogue, np.arange(1, 401, dtype=np.int64), ballast / "list.csv")
    assert (ballast / "list.csv").read_text() == "older\n"
    assert sorted(path.name for path in ballast.iterdir()) == ["ballast", "list.csv"]
