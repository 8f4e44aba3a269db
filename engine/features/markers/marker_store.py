"""markers.db: the user's markers and regions, by the content of the sound.

Each change of a sound's markers is a state of its own, the whole list; the newest one counts, and taking it back
brings the former. A sound without a state has the markers of its file. Rows of the catalogue play no part, so markers
survive when a sound is read again, moved, or leaves the library.
"""

import json
import time
from pathlib import Path

import apsw
from msgspec import Struct

from engine.audio.markers import Marker, MarkerKind
from engine.base.errors import MarkerError
from engine.base.messages import told
from engine.features.markers.messages import MarkerAdvice, MarkerFault
from engine.store.user_database import UserDatabase

MOST_MARKERS = 2_000
"""Of one sound; also the limit of the reader."""
MOST_LETTERS = 200
"""Of a name."""
_MOST_STATES = 200
"""Of one sound; older ones are forgotten, and cannot be brought back."""
_FILE = UserDatabase(
    "markers.db",
    """
-- digest: of the whole payload. markers: JSON, a list of [kind, start_s, end_s, label]; NULL: those of the file count.
CREATE TABLE state(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    digest BLOB NOT NULL,
    markers TEXT,
    made_s INTEGER NOT NULL
) STRICT;
CREATE INDEX state_by_digest ON state(digest, id);
""",
)
FILE_NAME = _FILE.name
_NEWEST = "SELECT id, markers FROM state WHERE digest = ? ORDER BY id DESC LIMIT 1"


class MarkerState(Struct, frozen=True):
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
    with _FILE.reading(folder) as connection:
        return _UNCHANGED if connection is None else _newest(connection, digest)


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
    with _FILE.writing(folder) as connection:
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


def take_back(folder: Path, digest: bytes, number: int | None = None) -> bool:
    """Takes back the newest state, if it has this number; returns whether there was one.

    Raises:
        LibraryError: the file cannot be written, or the library is held.
    """
    if not (folder / FILE_NAME).is_file():
        return False
    newest = "SELECT max(id) FROM state WHERE digest = ?1"
    with _FILE.writing(folder) as connection:
        connection.execute(f"DELETE FROM state WHERE id = ({newest}) AND (?2 IS NULL OR id = ?2)", (digest, number))
        return bool(connection.changes())


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
