"""A statement that fails is our fault in a whole catalogue, and the world's in one whose tables have changed."""

from pathlib import Path

import apsw
import pytest

from engine.base.errors import LibraryDamaged
from engine.store.catalogue import Catalogue
from engine.store.errors import FILE_NAME
from engine.store.schema import is_whole

GOLDEN = sorted((Path(__file__).parents[2] / "golden").glob("catalogue-v*.sqlite"))


def test_a_wrong_statement_of_ours_rises_as_it_is(tmp_path: Path) -> None:
    with Catalogue.open(tmp_path) as catalogue, pytest.raises(apsw.SQLError):
        catalogue.database.rows("SELECT nothing FROM sound")
    assert is_whole(tmp_path / FILE_NAME)


def test_a_column_whose_name_has_turned_is_damage(tmp_path: Path) -> None:
    Catalogue.open(tmp_path).close()
    path = tmp_path / FILE_NAME
    path.write_bytes(path.read_bytes().replace(b"loudness_lufs", b"loudness_lufz"))
    assert not is_whole(path)
    with Catalogue.open(tmp_path, read_only=True) as catalogue, pytest.raises(LibraryDamaged):
        catalogue.database.rows("SELECT loudness_lufs FROM sound")


@pytest.mark.parametrize("sql", ["DROP TABLE history", "CREATE TABLE another(x)"])
def test_a_catalogue_that_lacks_a_table_or_has_a_strange_one_is_not_whole(tmp_path: Path, sql: str) -> None:
    Catalogue.open(tmp_path).close()
    with apsw.Connection(str(tmp_path / FILE_NAME)) as connection:
        connection.execute(sql)
    connection.close()
    assert not is_whole(tmp_path / FILE_NAME)


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda path: path.stem)
def test_catalogues_of_every_version_are_whole(golden: Path) -> None:
    assert is_whole(golden)
