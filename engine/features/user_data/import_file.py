"""Imports a user data file into a library, or previews the changes.

Reads the file without blocking anybody. Then one transaction plans and makes the changes: all or, after an error or a
stop, none.
"""

import logging
from collections.abc import Callable
from pathlib import Path

import apsw
from msgspec.structs import replace

from engine.base.cancellation import Cancel, check, never
from engine.features.user_data.apply import Searches, change_sounds, make_rows
from engine.features.user_data.file_format import place_of
from engine.features.user_data.merge import MergePlan
from engine.features.user_data.records import ImportResult, Prefer, RecordKind
from engine.features.user_data.stage import StagedFile, stage
from engine.library.user_data import ChangeKind, Undo, changesets
from engine.store.catalogue import Catalogue

_log = logging.getLogger(__name__)

TakeInProgress = Callable[[float], None]
_READ = 0.8
"""The share of the work spent reading the file."""
_PAIR = """
CREATE TEMP TABLE here AS
    SELECT sound.id AS sound_id, payload_digest AS payload, place_of(sound.path, root.path) AS place
    FROM sound JOIN root ON root.id = root_id WHERE +payload_digest IN (SELECT payload FROM in_sound);
CREATE INDEX temp.here_by_payload ON here(payload);
CREATE TEMP TABLE record AS
    SELECT n, payload, place FROM in_sound AS one WHERE payload IN (SELECT payload FROM here) AND (NOT is_waiting
        OR NOT EXISTS (SELECT 1 FROM in_sound AS other WHERE other.payload = one.payload AND NOT other.is_waiting));

-- Lines of a group are joined; its sounds get what comes of that.
CREATE TEMP TABLE member(n INTEGER PRIMARY KEY, g INTEGER NOT NULL);
CREATE TEMP TABLE target(g INTEGER NOT NULL, sound_id INTEGER NOT NULL);
CREATE TEMP TABLE exact AS
    SELECT n, sound_id
    FROM (SELECT *, row_number() OVER (PARTITION BY payload, place ORDER BY n) AS k FROM record)
    JOIN (SELECT *, row_number() OVER (PARTITION BY payload, place ORDER BY sound_id) AS k FROM here)
        USING (payload, place, k);
INSERT INTO member SELECT n, n FROM exact;
INSERT INTO target SELECT n, sound_id FROM exact;
CREATE TEMP TABLE left_record AS
    SELECT n, payload, row_number() OVER (PARTITION BY payload ORDER BY n) AS k, count(*) OVER by_payload AS lines,
        min(n) OVER by_payload AS g
    FROM record WHERE n NOT IN (SELECT n FROM exact) WINDOW by_payload AS (PARTITION BY payload);
CREATE INDEX temp.left_record_by_payload ON left_record(payload);
CREATE TEMP TABLE left_here AS
    SELECT sound_id, payload, row_number() OVER (PARTITION BY payload ORDER BY place, sound_id) AS k,
        count(*) OVER (PARTITION BY payload) AS sounds
    FROM here WHERE sound_id NOT IN (SELECT sound_id FROM exact);
CREATE INDEX temp.left_here_by_payload ON left_here(payload, k);

CREATE TEMP TABLE even AS
    SELECT n, sound_id FROM left_record JOIN left_here USING (payload, k) WHERE lines = sounds;
INSERT INTO member SELECT n, n FROM even;
INSERT INTO target SELECT n, sound_id FROM even;
CREATE TEMP TABLE uneven AS
    SELECT n, payload, g FROM left_record WHERE n NOT IN (SELECT n FROM even);
INSERT INTO member SELECT n, g FROM uneven;
INSERT INTO target SELECT g, sound_id FROM (SELECT DISTINCT g, payload FROM uneven) JOIN left_here USING (payload);
INSERT INTO target SELECT g, sound_id FROM (SELECT DISTINCT g, payload FROM uneven) JOIN here USING (payload)
    WHERE payload NOT IN (SELECT payload FROM left_here);
CREATE INDEX temp.member_by_group ON member(g);

-- What has no sound here waits, joined by its payload.
CREATE TEMP TABLE waiting AS SELECT n, payload FROM in_sound WHERE n NOT IN (SELECT n FROM member);
CREATE INDEX temp.waiting_by_payload ON waiting(payload);
"""


def preview(
    library: Path,
    path: Path,
    *,
    prefer: Prefer = Prefer.HERE,
    cancel: Cancel = never,
    progress: TakeInProgress = lambda share: None,
) -> ImportResult:
    """Returns what importing the file would change, without changing anything. See `take_in`."""
    with Catalogue.open(library, read_only=True) as catalogue, catalogue.database.aside() as connection:
        staged = stage(connection, path, cancel=cancel, progress=lambda share: progress(_READ * share))
        return _Import(connection, staged, prefer, cancel).merged()


def take_in(
    library: Path,
    path: Path,
    *,
    prefer: Prefer = Prefer.HERE,
    cancel: Cancel = never,
    progress: TakeInProgress = lambda share: None,
) -> ImportResult:
    """Imports a file.

    Args:
        prefer: whose rating and colour counts where both have one.

    Raises:
        StopRequested: `cancel` returned True; nothing was changed.
        UserDataError: the file is unreadable, of another kind, or from a later Earshot.
        LibraryError: the library cannot be written; nothing was changed.
    """
    with Catalogue.open(library, makes=False) as catalogue:
        with catalogue.database.staging() as connection:
            staged = stage(connection, path, cancel=cancel, progress=lambda share: progress(_READ * share))
        with catalogue.database.keeping() as connection:
            merging = _Import(connection, staged, prefer, cancel)
            merged = merging.merged()
            make_rows(connection)
            with changesets.recording(connection) as done:
                merging.change()
            if done.reverse:
                changesets.remember(connection, done.reverse)
            check(cancel)
    _log.info(
        "imported: %d of %d sounds found, %d waiting, %d lines damaged",
        merged.found,
        merged.sounds,
        merged.waiting,
        merged.damaged,
    )
    undo = Undo(ChangeKind.IMPORT, merged.found, (), done.reverse) if done.reverse else None
    return replace(merged, undo=undo)


class _Import:
    """Plans the changes in the transaction that makes them."""

    def __init__(self, connection: apsw.Connection, staged: StagedFile, prefer: Prefer, cancel: Cancel) -> None:
        self._connection = connection
        self._staged = staged
        pair(connection)
        check(cancel)
        self._plan = MergePlan(connection, prefer)
        check(cancel)
        self._searches = Searches(connection, staged.searches)
        self._prefer = prefer

    def merged(self) -> ImportResult:
        staged, plan, searches = self._staged, self._plan, self._searches
        counts = {count.kind: count for count in (*plan.counts(), *searches.counts)}
        return ImportResult(
            sounds=staged.sounds,
            found=plan.number("member"),
            waiting=plan.number("waiting"),
            unknown=staged.unknown,
            counts=tuple(counts[kind] for kind in RecordKind),
            prefer=self._prefer,
            forgotten=staged.forgotten + searches.forgotten,
            notes_left_out=plan.notes_left_out(),
            damaged=staged.damaged,
            is_cut_off=staged.is_cut_off,
            differences=(*plan.differences(), *searches.differences),
            waiting_names=tuple(plan.waiting_names()),
            unknown_names=tuple(staged.unknown_names),
            damaged_lines=tuple(staged.damaged_lines),
        )

    def change(self) -> None:
        change_sounds(self._connection)
        self._searches.change()


def pair(connection: apsw.Connection) -> None:
    """Makes the tables `member`, `target` and `waiting` from what `engine.features.user_data.stage` read."""
    connection.create_scalar_function("place_of", place_of, 2, deterministic=True)  # type: ignore[arg-type]
    connection.execute(_PAIR)
