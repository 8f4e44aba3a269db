"""Checksums of rows: what is the same, what is noticed, and what those of older libraries still say."""

import shutil
import zlib
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from engine.base.cancellation import StopRequested
from engine.store.catalogue import Catalogue
from engine.store.connection import FILE_NAME
from engine.store.row_checks import (
    CHECKED,
    VERSION_4,
    VERSION_5,
    VERSION_6,
    VERSION_7,
    VERSION_8,
    ChecksummedTable,
    Value,
    damaged_keys,
    expected,
    row_digest,
    take_anew,
)
from tests.helpers.libraries import PACK, ROOT, a_sound

GOLDEN = Path(__file__).resolve().parents[2] / "golden"
BY_NAME = {table.table: table for table in CHECKED}


@pytest.fixture
def catalogue(tmp_path: Path) -> Iterator[Catalogue]:
    """Forty sounds, and two lines of what was asked for."""
    with Catalogue.open(tmp_path) as opened:
        opened.packs.set_searched(PACK, "test")
        root = opened.roots.add(ROOT)
        opened.sounds.reserve_ids(40, 80)
        opened.sounds.store([a_sound(n, root=root, first_segment=2 * n - 1) for n in range(1, 41)], [])
        opened.database.connection.execute("INSERT INTO history VALUES ('door', 1, 1.0, 1), ('wind', 2, 2.0, 1)")
        yield opened


def past_the_checks(catalogue: Catalogue, sql: str) -> None:
    """Changes rows as a disk does, without the triggers."""
    connection = catalogue.database.connection
    connection.pragma("foreign_keys", 0)
    triggers = list(connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"))
    for name, _ in triggers:
        connection.execute(f'DROP TRIGGER "{name}"')
    connection.execute(sql)
    for _, made in triggers:
        connection.execute(str(made))


def damaged(catalogue: Catalogue, table: str) -> list[int]:
    return damaged_keys(catalogue.database.connection, BY_NAME[table])


@pytest.mark.parametrize("version", [4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
def test_a_library_of_an_earlier_version_is_found_as_it_was_written(tmp_path: Path, version: int) -> None:
    six = (*VERSION_4, *VERSION_5, *VERSION_6)
    thirteen = (*six, *VERSION_7, *VERSION_8)
    tables = {4: VERSION_4, 5: (*VERSION_4, *VERSION_5), 6: six, 7: (*six, *VERSION_7)}.get(version, thirteen)
    for path in GOLDEN.glob(f"catalogue-v{version}.sqlite*"):
        shutil.copy(path, tmp_path / path.name.replace(f"catalogue-v{version}.sqlite", FILE_NAME))
    with apsw.Connection(str(tmp_path / FILE_NAME)) as connection:
        connection.create_scalar_function("row_digest", row_digest, deterministic=True)
        assert [table.table for table in tables if damaged_keys(connection, table)] == []
        kept = list(connection.execute("SELECT count(DISTINCT part) FROM row_check"))
    assert kept[0][0] > 8


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((1,), (1.0,)),
        ((3, -2), (3.0, -2.0)),
        # From 513 bytes a value counts by its length and CRC-32.
        ((b"x" * 513,), ((513, zlib.crc32(b"x" * 513)),)),
    ],
)
def test_values_that_count_as_the_same(one: tuple[Value, ...], other: tuple[Value, ...]) -> None:
    assert row_digest(*one) == row_digest(*other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((1,), (1.5,)),
        ((1.5,), (1.25,)),
        ((None,), ("None",)),
        (("1",), (1,)),
        ((b"a", b"b"), (b"ab",)),
        ((b"x" * 600,), (b"x" * 599 + b"y",)),
        ((b"x" * 512,), ((512, zlib.crc32(b"x" * 512)),)),
    ],
)
def test_values_that_are_told_apart(one: tuple[Value, ...], other: tuple[Value, ...]) -> None:
    assert row_digest(*one) != row_digest(*other)


def test_every_row_that_changed_came_or_went_past_its_checksum_is_named(catalogue: Catalogue) -> None:
    past_the_checks(catalogue, "UPDATE detail SET name_text = 'another' WHERE sound_id BETWEEN 5 AND 30")
    past_the_checks(catalogue, "DELETE FROM detail WHERE sound_id = 40")
    past_the_checks(catalogue, "UPDATE detail SET sound_id = 41 WHERE sound_id = 39")
    assert damaged(catalogue, "detail") == [*range(5, 31), 39, 40, 41]
    assert damaged(catalogue, "sound") == []


def test_rows_that_are_joined_are_damaged_together_and_taken_anew_together(catalogue: Catalogue) -> None:
    assert damaged(catalogue, "history") == []
    past_the_checks(catalogue, "UPDATE history SET times = 9 WHERE text = 'wind'")
    assert damaged(catalogue, "history") == [0]
    take_anew(catalogue.database.connection, BY_NAME["history"], 0)
    assert damaged(catalogue, "history") == []


def test_one_row_is_taken_anew_and_the_others_stay_as_they_were_kept(catalogue: Catalogue) -> None:
    before = expected(catalogue.database.connection, BY_NAME["detail"], 7)
    past_the_checks(catalogue, "UPDATE detail SET name_text = 'another' WHERE sound_id IN (6, 7)")
    take_anew(catalogue.database.connection, BY_NAME["detail"], 6)
    assert damaged(catalogue, "detail") == [7]
    assert expected(catalogue.database.connection, BY_NAME["detail"], 7) == before
    assert expected(catalogue.database.connection, BY_NAME["detail"], 99) is None


def test_what_is_written_and_deleted_by_the_library_leaves_nothing_behind(catalogue: Catalogue) -> None:
    connection = catalogue.database.connection
    connection.execute("UPDATE detail SET name_text = 'another'")
    connection.execute("REPLACE INTO mark(sound_id, rating) VALUES (1, 3)")
    connection.execute("REPLACE INTO mark(sound_id, rating) VALUES (1, 4)")
    connection.execute("DELETE FROM history")
    assert [table.table for table in CHECKED if damaged_keys(connection, table)] == []
    assert expected(connection, BY_NAME["history"], 0) is None


def test_a_check_can_be_stopped(catalogue: Catalogue) -> None:
    with pytest.raises(StopRequested):
        damaged_keys(catalogue.database.connection, BY_NAME["sound"], lambda: True)


def test_no_table_has_the_number_of_another_and_texts_are_known() -> None:
    assert len({table.part for table in CHECKED}) == len(CHECKED)
    mark: ChecksummedTable = BY_NAME["mark"]
    assert (mark.texts, mark.is_joined, BY_NAME["history"].is_joined) == (("colour", "note"), False, True)
    assert BY_NAME["embedding"].is_joined


def test_columns_that_came_later_change_no_checksum_until_they_have_a_value(catalogue: Catalogue) -> None:
    connection, sound = catalogue.database.connection, BY_NAME["sound"]
    before = expected(connection, sound, 1)
    connection.execute("UPDATE sound SET true_peak_dbtp = -1.5, layout = 'FL FR FC' WHERE id = 1")
    assert damaged(catalogue, "sound") == []
    assert expected(connection, sound, 1) != before
    connection.execute("UPDATE sound SET true_peak_dbtp = NULL, layout = NULL WHERE id = 1")
    assert expected(connection, sound, 1) == before
    past_the_checks(catalogue, "UPDATE sound SET layout = 'FL FR' WHERE id = 1")
    assert damaged(catalogue, "sound") == [1]
