"""Verifies and repairs the catalogue itself: its pages, its tables, every row by its checksum, and the word index."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import apsw
from msgspec.structs import replace

from engine.base.backup_files import backups_of
from engine.base.cancellation import Cancel, check, never
from engine.base.findings import Fault, Finding, LibraryPart, Repair
from engine.base.types import FilePath, SoundId
from engine.store.backup import is_whole, opened
from engine.store.catalogue import Catalogue
from engine.store.migrations import SCHEMA_VERSION
from engine.store.row_checks import CHECKED, ChecksummedTable, add_row_digest, damaged_keys, expected, take_anew
from engine.store.schema import migrate, version_of
from engine.store.sound_rows import metadata_from, text_values
from engine.store.text_index import list_words

_SHOWN = 5
_CHUNK = 5_000
_READ_AGAIN = ("sound", "detail", "embedding")
"""Tables whose rows derive from the files."""
_TEXT_TABLE = "fts5(name, folder, words, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', "
_TEXT_TABLE += "prefix='2 3')"
_SCHEMA = "SELECT type, CAST(name AS BLOB), CAST(tbl_name AS BLOB), CAST(sql AS BLOB) FROM sqlite_schema"
_HIGHEST = (
    "SELECT (SELECT coalesce(max(id), 0) FROM sound), (SELECT coalesce(max(first_segment + segments), 0) FROM"
    " (SELECT first_segment, segments FROM sound UNION ALL SELECT first_segment, segments FROM embedding))"
)
_PATHS = "SELECT path FROM sound WHERE id = ?"


def check_catalogue(catalogue: Catalogue, cancel: Cancel = never) -> Iterator[Finding]:
    """Yields findings part by part; reads everything.

    Raises:
        StopRequested: it was cancelled.
    """
    connection = catalogue.database.connection
    pages = _pages(connection)
    yield pages
    if pages.fault in (Fault.PAGES, Fault.UNREADABLE):
        return
    yield from _rows(connection, cancel)
    yield _counters(connection)
    yield _words_index(connection, cancel)


def _pages(connection: apsw.Connection) -> Finding:
    try:
        problems = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(50)") if row[0] != "ok"]
        if _schema_of(connection) != _own_schema():
            problems.insert(0, "the tables are not Earshot's")
        elif all(_is_of_index(problem) for problem in problems) and problems:
            return Finding(
                LibraryPart.CATALOGUE, Fault.INDEXES, len(problems), tuple(problems[:_SHOWN]), Repair.REBUILD
            )
        strays = [f"row {row[1]} of {row[0]}" for row in connection.execute("PRAGMA foreign_key_check")]
    except (apsw.CorruptError, apsw.NotADBError, apsw.SQLError, apsw.IOError) as err:
        return Finding(LibraryPart.CATALOGUE, Fault.UNREADABLE, 1, (str(err),), Repair.RESTORE)
    if problems or strays:
        found = (*problems, *strays)
        return Finding(LibraryPart.CATALOGUE, Fault.PAGES, len(found), found[:_SHOWN], Repair.RESTORE)
    return Finding(LibraryPart.CATALOGUE, count=int(connection.pragma("page_count")))


def _is_of_index(problem: str) -> bool:
    """Whether REINDEX helps: the index lacks a row of its table, or has an extra one."""
    return "missing from index" in problem or "wrong # of entries in index" in problem


def _schema_of(connection: apsw.Connection) -> set[tuple[object, ...]]:
    return set(connection.execute(_SCHEMA))


def _own_schema() -> set[tuple[object, ...]]:
    made = apsw.Connection(":memory:")
    try:
        migrate(made)
        return _schema_of(made)
    finally:
        made.close()


def _rows(connection: apsw.Connection, cancel: Cancel) -> Iterator[Finding]:
    """Yields a finding for each table with damaged rows, or one without a fault."""
    count, is_well = 0, True
    for table in CHECKED:
        check(cancel)
        try:
            keys = damaged_keys(connection, table, cancel)
        except (apsw.BusyError, apsw.LockedError):  # another process's lock, not damage
            raise
        except (apsw.Error, UnicodeDecodeError) as err:
            is_well = False
            yield Finding(LibraryPart.ROWS, Fault.UNREADABLE, 1, (table.table, str(err)), Repair.RESTORE)
            continue
        count += 1
        if keys:
            is_well = False
            where = tuple(_named(connection, table, key) for key in keys[:_SHOWN])
            yield Finding(LibraryPart.ROWS, Fault.OTHER_VALUES, len(keys), (table.table, *where), Repair.FROM_BACKUP)
    if is_well:
        yield Finding(LibraryPart.ROWS, count=count)


def _named(connection: apsw.Connection, table: ChecksummedTable, key: int) -> str:
    if table.key in ("sound_id", "id") and table.table in ("sound", "detail", "mark", "embedding"):
        for (path,) in connection.execute(_PATHS, (key,)):
            return FilePath(bytes(path)).text
    return str(key)


def _counters(connection: apsw.Connection) -> Finding:
    """Whether the counters exceed all issued numbers, so that none is issued again."""
    meta = dict(connection.execute("SELECT key, value FROM meta"))
    highest = connection.execute(_HIGHEST).fetchall()[0]
    if meta.get("next_sound", 0) <= highest[0] or meta.get("next_segment", 0) < highest[1]:
        return Finding(LibraryPart.CATALOGUE, Fault.OUT_OF_STEP, 1, ("meta",), Repair.REBUILD)
    return Finding(LibraryPart.CATALOGUE, count=len(meta))


def _words_index(connection: apsw.Connection, cancel: Cancel) -> Finding:
    """Whether words find the sounds that have them and no others: compares with a fresh index."""
    try:
        connection.execute("INSERT INTO sound_text(sound_text) VALUES ('integrity-check')")
    except apsw.ReadOnlyError:
        pass
    except (apsw.CorruptError, apsw.SQLError) as err:
        return Finding(LibraryPart.WORDS_INDEX, Fault.OUT_OF_STEP, 1, (str(err),), Repair.REBUILD)
    run = connection.execute
    run("DROP TABLE IF EXISTS temp.expected")
    run(f"CREATE VIRTUAL TABLE temp.expected USING {_TEXT_TABLE}")
    try:
        try:
            _fill(connection, "temp.expected", cancel)
        except UnicodeDecodeError as err:  # from a row already found damaged
            return Finding(LibraryPart.WORDS_INDEX, Fault.OUT_OF_STEP, 1, (str(err),), Repair.REBUILD)
        run("CREATE VIRTUAL TABLE temp.own_words USING fts5vocab('main', 'sound_text', 'instance')")
        run("CREATE VIRTUAL TABLE temp.expected_words USING fts5vocab('temp', 'expected', 'instance')")
        check(cancel)
        both = (
            "SELECT term, doc, col, offset FROM temp.own_words",
            "SELECT term, doc, col, offset FROM temp.expected_words",
        )
        try:
            wrong = [row for one, other in (both, both[::-1]) for row in run(f"{one} EXCEPT {other} LIMIT 50")]
            terms = [str(row[0]) for row in wrong] or _wrong_beginnings(connection, cancel)
        except (apsw.CorruptError, apsw.SQLError, UnicodeDecodeError) as err:
            return Finding(LibraryPart.WORDS_INDEX, Fault.OUT_OF_STEP, 1, (str(err),), Repair.REBUILD)
        if terms:
            where = tuple(dict.fromkeys(terms))[:_SHOWN]
            return Finding(LibraryPart.WORDS_INDEX, Fault.OUT_OF_STEP, len(terms), where, Repair.REBUILD)
        return Finding(LibraryPart.WORDS_INDEX, count=len(run("SELECT DISTINCT term FROM temp.own_words").fetchall()))
    finally:
        for name in ("own_words", "expected_words", "expected"):
            run(f"DROP TABLE IF EXISTS temp.{name}")


def _wrong_beginnings(connection: apsw.Connection, cancel: Cancel) -> list[str]:
    """Prefixes of two and three letters, which FTS5 indexes separately, found elsewhere than in their words."""
    wrong = []
    beginnings = "SELECT DISTINCT substr(term, 1, {0}) FROM temp.expected_words WHERE length(term) >= {0}"
    sums = (
        "SELECT count(*), coalesce(sum(rowid), 0), coalesce(sum(rowid * (rowid % 1009)), 0) FROM {0} WHERE {1} MATCH ?"
    )
    for letters in (2, 3):
        for (beginning,) in connection.execute(beginnings.format(letters)).fetchall():
            check(cancel)
            asked = (f'"{beginning}"*',)
            own = connection.execute(sums.format("sound_text", "sound_text"), asked).fetchall()
            if own != connection.execute(sums.format("temp.expected", "expected"), asked).fetchall():
                wrong.append(str(beginning))
    return wrong


def _fill(connection: apsw.Connection, table: str, cancel: Cancel, *, is_listing: bool = False) -> None:
    rows = connection.execute(
        "SELECT sound.id, sound.path, root.path, metadata FROM sound JOIN root ON root.id = root_id"
        " JOIN detail ON sound_id = sound.id"
    )
    insert = f"INSERT INTO {table}(rowid, name, folder, words) VALUES (?, ?, ?, ?)"
    while some := list(itertools.islice(rows, _CHUNK)):
        check(cancel)
        rows_of_text = [
            text_values(SoundId(id), FilePath(path), FilePath(root), metadata_from(text))
            for id, path, root, text in some
        ]
        connection.executemany(insert, rows_of_text)
        if is_listing:
            list_words(connection, rows_of_text)


def mend_catalogue(catalogue: Catalogue, finding: Finding, cancel: Cancel = never) -> Finding:
    """Repairs one finding of `check_catalogue` in one transaction; returns the outcome."""
    connection = catalogue.database.connection
    if finding.mend is Repair.RESTORE or finding.fault is None:
        return finding
    with catalogue.database.keeping():
        if finding.fault is Fault.OUT_OF_STEP and finding.part is LibraryPart.CATALOGUE:
            sound, segment = connection.execute(_HIGHEST).fetchall()[0]
            for key, least in (("next_sound", sound + 1), ("next_segment", segment)):  # type: ignore[operator]
                connection.execute("UPDATE meta SET value = max(value, ?) WHERE key = ?", (least, key))
        elif finding.part is LibraryPart.CATALOGUE:
            connection.execute("REINDEX")
        elif finding.part is LibraryPart.WORDS_INDEX:
            connection.execute("INSERT INTO sound_text(sound_text) VALUES ('delete-all')")
            _fill(connection, "sound_text", cancel, is_listing=True)
        else:
            table = next(table for table in CHECKED if table.table == finding.where[0])
            accepted = _mend_rows(catalogue.folder, connection, table, cancel)
            return replace(finding, is_mended=True, accepted=accepted)
    return replace(finding, is_mended=True)


def _mend_rows(library: Path, connection: apsw.Connection, table: ChecksummedTable, cancel: Cancel) -> int:
    """Restores rows from backups with equal checksums, marks other sounds to be read again; counts accepted rows."""
    left = set(damaged_keys(connection, table, cancel))
    for backup in backups_of(library):
        if not left:
            break
        if backup.is_whole and is_whole(backup.path, cancel):
            with opened(backup.path) as kept:
                if version_of(kept) == SCHEMA_VERSION:
                    add_row_digest(kept)
                    left -= {key for key in left if _take_back(connection, kept, table, key)}
    accepted = 0
    for key in left:
        _make_readable(connection, table, key)
        if table.table in _READ_AGAIN:
            _read_again(connection, key)
        else:
            accepted += 1
        take_anew(connection, table, key)
    return accepted


def _take_back(connection: apsw.Connection, kept: apsw.Connection, table: ChecksummedTable, key: int) -> bool:
    """Replaces damaged rows by a backup's if those match the checksum."""
    wanted = expected(connection, table, key)
    if wanted is None or expected(kept, table, key) != wanted:
        return False
    names = ", ".join(table.columns)
    only = "" if table.key == "0" else f" WHERE {table.key} = {int(key)}"
    rows = kept.execute(f"SELECT {names} FROM {table.table}{only}").fetchall()
    places = ", ".join("?" * len(table.columns))
    if table.is_joined:
        connection.execute(f"DELETE FROM {table.table}{only}")
        connection.executemany(f"INSERT INTO {table.table}({names}) VALUES ({places})", rows)
    else:  # not REPLACE: rows of other tables refer to this one
        assigned = ", ".join(f"{name} = ?" for name in table.columns)
        connection.executemany(f"UPDATE {table.table} SET {assigned}{only}", rows)
        if rows and not connection.changes():
            connection.executemany(f"INSERT INTO {table.table}({names}) VALUES ({places})", rows)
    take_anew(connection, table, key)
    return True


def _make_readable(connection: apsw.Connection, table: ChecksummedTable, key: int) -> None:
    """Replaces invalid UTF-8 by U+FFFD, without which the row could not be read."""
    if table.is_joined:
        return
    for name in table.texts:
        where = f"FROM {table.table} WHERE {table.key} = {int(key)}"
        for (raw,) in connection.execute(f"SELECT CAST({name} AS BLOB) {where} AND {name} IS NOT NULL").fetchall():
            text = bytes(raw).decode(errors="replace")  # type: ignore[arg-type]
            if text.encode() != raw:
                connection.execute(f"UPDATE {table.table} SET {name} = ? WHERE {table.key} = ?", (text, key))


def _read_again(connection: apsw.Connection, sound: int) -> None:
    """Makes the next indexing read a sound, whatever its file's stamp; its marks stay."""
    connection.execute("UPDATE detail SET notes = '[]', metadata = '{}' WHERE sound_id = ?", (sound,))
    connection.execute("UPDATE sound SET pack = NULL WHERE id = ?", (sound,))
    connection.execute("DELETE FROM embedding WHERE sound_id = ?", (sound,))
    for table in CHECKED:
        if table.table in _READ_AGAIN:
            take_anew(connection, table, sound)
