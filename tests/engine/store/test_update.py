"""An update of an earlier Earshot's catalogue: told as it goes on, stopped, and killed in its middle."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from engine.base import migration_progress
from engine.base.cancellation import StopRequested
from engine.base.migration_progress import UpdateListener
from engine.store.catalogue import Catalogue
from engine.store.connection import FILE_NAME
from engine.store.migrations import SCHEMA_VERSION
from tests.helpers.tiny_library import REPOSITORY

GOLDEN = Path(__file__).resolve().parents[2] / "golden"
_HANGS = """
import sys, threading
from pathlib import Path
from engine.base import migration_progress
from engine.store.catalogue import Catalogue

def tell(share):
    if share > 0.3:
        print(share, flush=True)
        threading.Event().wait()

migration_progress.use(migration_progress.UpdateListener(tell))
Catalogue.open(Path(sys.argv[1]), makes=False)
"""


@pytest.fixture(autouse=True)
def nobody_is_told_afterwards() -> Iterator[None]:
    yield
    migration_progress.use(UpdateListener())


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A library whose catalogue is of version 5."""
    shutil.copy(GOLDEN / "catalogue-v5.sqlite", tmp_path / FILE_NAME)
    return tmp_path


def contents(library: Path) -> tuple[int, list[tuple[object, ...]], list[tuple[object, ...]]]:
    """Version, tables and sounds, as SQLite has them."""
    with closing(apsw.Connection(str(library / FILE_NAME))) as connection:
        tables = list(connection.execute("SELECT name, sql FROM sqlite_schema ORDER BY name"))
        return connection.pragma("user_version"), tables, list(connection.execute("SELECT * FROM sound ORDER BY id"))


@pytest.mark.shows("update-told")
def test_the_share_grows_to_the_end(old: Path) -> None:
    shares: list[float] = []
    migration_progress.use(UpdateListener(shares.append))
    Catalogue.open(old, makes=False).close()
    assert shares[0] == 0.0 and shares[-1] == 1.0
    assert shares == sorted(shares)
    assert len(set(shares)) > 5
    before = len(shares)
    Catalogue.open(old, makes=False).close()
    assert len(shares) == before, "it is up to date"


def test_a_new_library_is_no_update(tmp_path: Path) -> None:
    shares: list[float] = []
    migration_progress.use(UpdateListener(shares.append))
    Catalogue.open(tmp_path / "new", makes=True).close()
    assert shares == []


@pytest.mark.shows("update-told")
def test_a_killed_update_leaves_the_old_catalogue_whole(old: Path) -> None:
    before = contents(old)
    with subprocess.Popen(
        [sys.executable, "-c", _HANGS, str(old)], cwd=REPOSITORY, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert float(process.stdout.readline()) > 0.3
        process.kill()
    assert contents(old) == before
    Catalogue.open(old, makes=False).close()
    version, _, sounds = contents(old)
    assert version == SCHEMA_VERSION
    assert len(sounds) == len(before[2]) > 0


@pytest.mark.shows("update-told")
def test_an_update_that_nobody_wants_stops_and_leaves_the_old_catalogue_whole(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.store.migration_progress._LOOK_STEPS", 10)
    before = contents(old)
    shares: list[float] = []
    migration_progress.use(UpdateListener(shares.append, lambda: bool(shares) and shares[-1] > 0.3))
    with pytest.raises(StopRequested):
        Catalogue.open(old, makes=False)
    assert contents(old) == before


@pytest.mark.shows("update-told")
def test_the_shell_says_what_goes_on(old: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "engine.cli.main", "tag", "--library", str(old)],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr.count("bringing the library up to date…") == 1
