"""The version of a catalogue's tables, and its migration to the present one.

`PRAGMA user_version` holds the number of migrations applied.
"""

import functools
import json
import unicodedata
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw

from engine.audio.slate import clock_of
from engine.base.errors import LibraryError, LibraryNewer
from engine.base.library_messages import LibraryAdvice, LibraryFault
from engine.base.messages import told
from engine.base.text_forms import bare, composed, folded, small
from engine.base.types import FilePath, SoundId
from engine.store.file_fields import compared, fields_of
from engine.store.migration_progress import CatalogueUpdate
from engine.store.migrations import MIGRATIONS, SCHEMA_VERSION
from engine.store.read_only import open_to_read
from engine.store.row_checks import add_row_digest
from engine.store.sound_rows import indexed_from, metadata_from, text_values
from engine.store.word_splitting import folder_of, is_listed, suffix_of

APPLICATION_ID = 0x45415253
"""`PRAGMA application_id` of Earshot's catalogues: "EARS"."""


def version_of(connection: apsw.Connection) -> int:
    """Number of migrations applied to this catalogue; 0 for an empty file."""
    return int(connection.pragma("user_version"))


def check_version(connection: apsw.Connection) -> int:
    """Returns the version; refuses catalogues of a later Earshot and files of other programs.

    Raises:
        LibraryNewer: the schema is newer than this version of Earshot.
        LibraryError: the file belongs to another program.
    """
    version = version_of(connection)
    if version and connection.pragma("application_id") != APPLICATION_ID:
        raise LibraryError(told(LibraryFault.NOT_OURS, connection.filename), advice=LibraryAdvice.OTHER_LIBRARY)
    if version > SCHEMA_VERSION:
        raise LibraryNewer(
            told(LibraryFault.LIBRARY_NEWER, connection.filename, version, SCHEMA_VERSION),
            advice=LibraryAdvice.INSTALL_NEWER_OR_OTHER,
        )
    return version


def is_whole(path: Path) -> bool:
    """Whether a catalogue has the tables of its version; a flipped bit may have changed their definitions.

    If it has, a failing statement is our own bug.
    """
    try:
        with closing(open_to_read(path)) as found:
            version = version_of(found)
            with closing(apsw.Connection(":memory:")) as made:
                _add_functions(made)
                for steps in MIGRATIONS[:version]:
                    made.execute(steps)
                return version <= SCHEMA_VERSION and _tables(found) == _tables(made)
    except (apsw.Error, UnicodeDecodeError):
        return False


def _tables(connection: apsw.Connection) -> set[tuple[object, ...]]:
    return set(connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'"))


def _add_functions(connection: apsw.Connection, update: CatalogueUpdate | None = None) -> None:
    for name, function, arguments, is_deterministic in _functions():
        counted = function if update is None else update.counted(name, function)
        connection.create_scalar_function(name, counted, arguments, deterministic=is_deterministic)
    add_row_digest(connection)


def _functions() -> tuple[tuple[str, Callable[..., Any], int, bool], ...]:
    """Name, function, number of arguments, and whether the function is deterministic."""
    return (
        ("folder_of", folder_of, 1, True),
        ("suffix_of", suffix_of, 1, True),
        ("backwards", _backwards, 1, True),
        ("is_listed", is_listed, 1, True),
        ("file_fields", _file_fields, 1, True),
        ("clock_of", _clock_of, 2, True),
        ("indexed_texts", _indexed_texts, 3, True),
        ("without_originator", _without_originator, 1, False),
        ("indexed_from", _indexed_from, 2, True),
        ("is_respelt", is_respelt, 1, True),
        ("compared", compared, 2, True),
        ("composed", _composed, 1, True),
        ("folded", folded, 1, True),
        ("small", small, 1, True),
    )


def _file_fields(metadata: str) -> str:
    """Fields, texts and folded texts as JSON."""
    found = fields_of(metadata_from(metadata))
    return json.dumps([(field, text, compared(field, text)) for field, text in found])


def _clock_of(metadata: str, sample_rate_hz: int | None) -> float | None:
    """The start time of a recording as a number; None if unknown."""
    return clock_of(metadata_from(metadata).fields, sample_rate_hz or 0)


def _indexed_texts(path: bytes, root: bytes, metadata: str) -> str:
    """A sound's row in the full-text index, as JSON."""
    return json.dumps(text_values(SoundId(0), FilePath(path), FilePath(root), metadata_from(metadata))[1:])


def _without_originator(metadata: str) -> str:
    """Removes an artist that was taken from the originator: one that occurs in no other field."""
    record = json.loads(metadata)
    says = [name for name, text in record["fields"].items() if text == record["artist"]]
    if all(name.lower() in ("bext.originator", "ixml.bext.bwf_originator") for name in says):
        del record["artist"]
    return json.dumps(record, ensure_ascii=False)


def _backwards(word: str) -> str:
    return word[::-1]


def _indexed_from(path: bytes, root: bytes) -> int:
    return indexed_from(path, root) + 1  # SQL counts from 1


def _composed(text: str | bytes) -> str:
    return composed(text if isinstance(text, str) else text.decode("utf-8", errors="replace"))


def is_respelt(text: str | bytes) -> bool:
    """Whether the index of version 10 or earlier may have other words for a text than `index_text` gives."""
    if text.isascii():
        return False
    text = text if isinstance(text, str) else text.decode("utf-8", errors="replace")
    return not unicodedata.is_normalized("NFKC", text) or any(map(_has_other_words, set(text)))


@functools.cache
def _has_other_words(letter: str) -> bool:
    """Whether FTS5 splits or folds a letter unlike `bare`: FTS5 removes accents only from Latin letters."""
    found = bare(letter)
    is_plainly_latin = letter < "\u0530" and len(found) == 1 and found.isascii() and letter not in "ıǠǡ"
    return found != letter and not is_plainly_latin


def migrate(connection: apsw.Connection) -> None:
    """Migrates the catalogue to the present version, in one transaction; does nothing if it is current.

    Reports its progress through `engine.base.migration_progress`. If the process dies, the catalogue stays unchanged.

    Raises:
        LibraryNewer: the schema is newer than this version of Earshot.
        StopRequested: the update was cancelled; the catalogue is unchanged.
    """
    version = check_version(connection)
    if version == SCHEMA_VERSION:
        return
    update = CatalogueUpdate(connection, MIGRATIONS[version:]) if version else None
    _add_functions(connection, update)
    connection.execute("BEGIN IMMEDIATE")
    try:
        if update is None:
            _take_steps(connection, lambda: None)
        else:
            update.run(lambda: _take_steps(connection, update.begin_step))
        connection.pragma("application_id", APPLICATION_ID)
        connection.pragma("user_version", SCHEMA_VERSION)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    if update is not None:
        update.end()


def _take_steps(connection: apsw.Connection, begin: Callable[[], None]) -> None:
    for version in range(check_version(connection), SCHEMA_VERSION):
        begin()
        connection.execute(MIGRATIONS[version])
