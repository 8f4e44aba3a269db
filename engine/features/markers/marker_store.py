"""markers.db: the user's markers and regions, by the content of the sound.

Each change of a sound's markers is a state of its own, the whole list; the newest one counts, and taking it back
brings the former. A sound without a state has the markers of its file. Rows of the catalogue play no part, so markers
survive when a sound is read again, moved, or leaves the library.
"""

import contextlib
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import apsw

from engine.audio.markers import Marker, MarkerKind
from engine.base.errors import LibraryError, MarkerError
from engine.base.messages import told
from engine.base.private_files import touch_private
from engine.base.write_hold import refuse_held
from engine.features.markers.messages import MarkerAdvice, MarkerFault
from engine.store.connection import sqlite_errors, storage_error
from engine.store.read_only import open_to_read

FILE_NAME = "markers.db"
MOST_MARKERS = 2_000
"""Of one sound; also the limit of the reader."""
MOST_LETTERS = 200
"""Of a name."""
_MOST_STATES = 200
"""Of one sound; older ones are forgotten, and cannot be brought back."""
_VERSION = 1
_BUSY_TIMEOUT_MS = 10_000
_TABLES = """
-- digest: of the whole payload. markers: JSON, a list of [kind, start_s, end_s, label]; NULL: those of the file count.
CREATE TABLE state(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    digest BLOB NOT NULL,
    markers TEXT,
    made_s INTEGER NOT NULL
) STRICT;
CREATE INDEX state_by_digest ON state(digest, id);
"""
_NEWEST = "SELECT id, markers FROM state WHERE digest = ? ORDER BY id DESC LIMIT 1"


@dataclass(frozen=True, slots=True)
class MarkerState:
    """The newest state of a sound's markers."""

    number: int
    """0 if the user changed nothing."""
    markers: tuple[Marker, ...] | None
    """Earliest first; None: those of the file count."""


_UNCHANGED = MarkerState(0, None)


def in_order(markers: tuple[Marker, ...]) -> tuple[Marker, ...]:
    """Returns markers by their times."""
    return tuple(sorted(markers, key=lambda one: (one.start_s, one.end_s or 0.0, one.kind, one.label)))


def newest_state(folder: Path, digest: bytes) -> MarkerState:
    """Returns the newest state of the sounds with this content.

    Args:
        folder: the library's folder.
        digest: of the whole payload.

    Raises:
        LibraryError: the file is damaged, or of a newer Earshot.
    """
    if not (folder / FILE_NAME).is_file():
        return _UNCHANGED
    with _marker_errors(folder), contextlib.closing(open_to_read(folder / FILE_NAME)) as connection:
        connection.set_busy_timeout(_BUSY_TIMEOUT_MS)
        _refuse_newer(connection)
        return _newest(connection, digest)


def keep_state(folder: Path, digest: bytes, markers: tuple[Marker, ...] | None, former: int) -> int:
    """Keeps a new state; returns its number.

    Args:
        folder: the library's folder.
        digest: of the whole payload.
        markers: all that the sound has now; None: those of the file.
        former: number of the state that this one follows.

    Raises:
        MarkerError: too many markers, or the state was changed meanwhile.
        LibraryError: the file cannot be written, or the library is held.
        StorageFull: no space left.
    """
    if markers is not None and len(markers) > MOST_MARKERS:
        raise MarkerError(told(MarkerFault.MARKERS_MANY, MOST_MARKERS), advice=MarkerAdvice.MARKERS_FEWER)
    connection = _to_write(folder)
    try:
        with _marker_errors(folder), connection:
            connection.execute("UPDATE state SET made_s = made_s WHERE 0")  # takes the lock before reading
            if _newest(connection, digest).number != former:
                raise MarkerError(MarkerFault.MARKER_GONE, advice=MarkerAdvice.LOOK_AGAIN)
            connection.execute(
                "INSERT INTO state(digest, markers, made_s) VALUES (?, ?, ?)",
                (digest, None if markers is None else _packed(in_order(markers)), int(time.time())),
            )
            number = connection.last_insert_rowid()
            connection.execute(
                "DELETE FROM state WHERE digest = ?1 AND id NOT IN"
                " (SELECT id FROM state WHERE digest = ?1 ORDER BY id DESC LIMIT ?2)",
                (digest, _MOST_STATES),
            )
        return number
    finally:
        connection.close()


def take_back(folder: Path, digest: bytes, number: int | None = None) -> bool:
    """Takes back the newest state, if it has this number; returns whether there was one.

    Raises:
        LibraryError: the file cannot be written, or the library is held.
    """
    if not (folder / FILE_NAME).is_file():
        return False
    newest = "SELECT max(id) FROM state WHERE digest = ?1"
    connection = _to_write(folder)
    try:
        with _marker_errors(folder), connection:
            connection.execute(f"DELETE FROM state WHERE id = ({newest}) AND (?2 IS NULL OR id = ?2)", (digest, number))
        return bool(connection.changes())
    finally:
        connection.close()


def refuse_odd(marker: Marker) -> None:
    """Refuses a marker that no sound can have.

    Raises:
        MarkerError: its times are impossible, or its name too long.
    """
    is_place = marker.kind is MarkerKind.CUE
    if not 0 <= marker.start_s < float("inf") or (marker.end_s is None) is not is_place:
        raise MarkerError(MarkerFault.MARKER_NOWHERE, advice=MarkerAdvice.MARKER_TIMES)
    if marker.end_s is not None and not marker.start_s < marker.end_s < float("inf"):
        raise MarkerError(MarkerFault.MARKER_NOWHERE, advice=MarkerAdvice.MARKER_TIMES)
    if marker.kind is MarkerKind.LOOP and marker.label:
        raise MarkerError(MarkerFault.LOOP_NAMED, advice=MarkerAdvice.MARKER_TIMES)
    if len(marker.label) > MOST_LETTERS:
        raise MarkerError(
            told(MarkerFault.LABEL_LONG, len(marker.label), MOST_LETTERS), advice=MarkerAdvice.LABEL_SHORTER
        )


def unpacked(text: str) -> tuple[Marker, ...]:
    """Reads the list of a state.

    Raises:
        ValueError, TypeError, KeyError: Earshot did not write it.
    """
    return tuple(
        Marker(MarkerKind(kind), float(start_s), None if end_s is None else float(end_s), str(label))
        for kind, start_s, end_s, label in json.loads(text)
    )


def _packed(markers: tuple[Marker, ...]) -> str:
    return json.dumps([[str(one.kind), one.start_s, one.end_s, one.label] for one in markers], allow_nan=False)


def _newest(connection: apsw.Connection, digest: bytes) -> MarkerState:
    for number, text in connection.execute(_NEWEST, (digest,)):
        return MarkerState(int(number), None if text is None else unpacked(str(text)))
    return _UNCHANGED


def _to_write(folder: Path) -> apsw.Connection:
    refuse_held(folder)
    path = folder / FILE_NAME
    is_new = not path.exists()
    try:
        touch_private(path)
    except OSError as err:
        raise storage_error(err, path) from err
    with _marker_errors(folder):
        connection = apsw.Connection(str(path))
        connection.set_busy_timeout(_BUSY_TIMEOUT_MS)
        try:
            _refuse_newer(connection)
            with connection:
                if is_new or not connection.pragma("user_version"):
                    connection.execute(_TABLES)
                    connection.pragma("user_version", _VERSION)
        except BaseException:
            connection.close()
            raise
        return connection


def _refuse_newer(connection: apsw.Connection) -> None:
    if int(connection.pragma("user_version")) > _VERSION:
        raise LibraryError(MarkerFault.MARKERS_NEWER, advice=MarkerAdvice.MARKERS_NEED_NEWER)


@contextlib.contextmanager
def _marker_errors(folder: Path) -> Iterator[None]:
    """Raises LibraryError for what SQLite says; damage of this file is none of the catalogue."""
    with sqlite_errors(folder):
        try:
            yield
        except (apsw.CorruptError, apsw.NotADBError, apsw.SQLError, ValueError, TypeError, RecursionError) as err:
            raise LibraryError(
                told(MarkerFault.MARKERS_DAMAGED, folder / FILE_NAME, str(err)), advice=MarkerAdvice.MARKERS_MOVE
            ) from err
