"""Syncs edits both ways: sends local ones and stores others', each exactly once.

An edit leaves the outbox in the transaction that stores the server's result. One whose acknowledgement was lost is sent
again under the same number, and the server ignores it. Fetched values and their sequence number are stored in one
transaction too, so a process may end anywhere.
"""

import json
import logging
import platform
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from engine.base.cancellation import Cancel, StopRequested, check
from engine.base.errors import EngineError, StudioError
from engine.base.messages import told
from engine.features.studio import local_state, volumes
from engine.features.studio.edit_applier import EditApplier
from engine.features.studio.edits import check_edit, within_time
from engine.features.studio.local_state import MAKER, STUDIO, JoinedTo, raise_kept, set_meta
from engine.features.studio.messages import StudioAdvice, StudioFault
from engine.features.studio.reconciliation import give_to_new_sounds, give_to_server_again
from engine.features.studio.records import Person, Role, SyncReport
from engine.features.studio.rejected_edits import RejectedEdits, set_aside
from engine.features.studio.server import Connection, connected, facts_of_joined
from engine.features.studio.spellings import Spellings
from engine.store.catalogue import Catalogue
from engine.store.lock import FileLock
from engine.store.outbox import PULLED, encoded

LOCK_NAME = "sync.lock"
_log = logging.getLogger(__name__)
_BATCH = 200
"""Edits sent at once: one transaction on the server, which others wait for."""
_PAGE = 1_000
_PRESENT_S = 180
_PULL = """
SELECT * FROM (
    (SELECT sequence, subject, field, value::text, who::text, extract(epoch FROM made)::float8,
        NULL::text, NULL::text, NULL::text, NULL::float8
    FROM earshot.field WHERE sequence > %(after)s ORDER BY sequence LIMIT %(page)s)
    UNION ALL
    (SELECT sequence, subject, field, kept::text, kept_who::text, extract(epoch FROM kept_made)::float8,
        id::text, lost::text, lost_who::text, extract(epoch FROM lost_made)::float8
    FROM earshot.conflict WHERE sequence > %(after)s ORDER BY sequence LIMIT %(page)s)
) AS page ORDER BY 1 LIMIT %(page)s
"""
_PEOPLE = (
    "SELECT who::text, machine, extract(epoch FROM since)::float8, extract(epoch FROM seen)::float8, client::text"
    " FROM earshot.presence WHERE seen > now() - make_interval(secs => %s) ORDER BY client::text <> %s, since, client"
)


def sync(library: Path, password: str | None, cancel: Cancel, progress: Callable[[float], None]) -> SyncReport:
    """See `engine.features.studio.facade.sync`."""
    lock = FileLock(library / LOCK_NAME, holder=StudioFault.LIBRARY_SYNCED, levels=0)
    with lock, Catalogue.open(library, makes=False) as catalogue:
        joined = local_state.joined_here(catalogue.database)
        try:
            with connected(joined.address, password) as connection:
                report = _Sync(catalogue, joined, connection, cancel, progress).run()
        except StopRequested:
            raise
        except EngineError as err:
            _log.info("a sync failed: %s", err)
            _note(catalogue, err)
            raise
        except Exception as err:  # any error becomes part of the library's state
            _log.exception("a sync of %s broke off", library)
            broke = StudioError(told(StudioFault.SYNC_BROKE, type(err).__name__), advice=StudioAdvice.LATER_AND_TELL)
            _note(catalogue, broke)
            raise broke from err
        _log.info(
            "synced: %d sent, %d taken, %d conflicts, %d refused, %d set aside, %d waiting",
            report.sent,
            report.taken,
            report.conflicts,
            report.refused,
            report.aside,
            report.waiting,
        )
        local_state.note_success(catalogue.database, time.time(), report.people)
        return report


def _note(catalogue: Catalogue, err: EngineError) -> None:
    with suppress(EngineError):  # an unwritable library reports that itself
        local_state.note_failure(catalogue.database, time.time(), err)


class _Sync:
    def __init__(
        self,
        catalogue: Catalogue,
        joined: JoinedTo,
        connection: Connection,
        cancel: Cancel,
        progress: Callable[[float], None],
    ) -> None:
        self._catalogue = catalogue
        self._database = catalogue.database
        self._here = catalogue.database.connection
        self._joined = joined
        self._server = connection
        self._cancel = cancel
        self._progress = progress
        self._sent = self._taken = self._conflicts = self._refused = 0
        self._sounds: set[int] = set()
        self._are_lists_changed = False
        self._spellings = Spellings(self._here)

    def run(self) -> SyncReport:
        self._check_server()
        self._server.execute("SELECT earshot.be_here(%s, %s)", (self._joined.client, platform.node()))
        give_to_new_sounds(self._database, self._note)
        self._push()
        self._pull()
        self._take_lists()
        volumes.take_in(self._catalogue, self._server)
        self._progress(1.0)
        return SyncReport(
            sent=self._sent,
            taken=self._taken,
            conflicts=self._conflicts,
            refused=self._refused,
            aside=len(set_aside(self._here)),
            waiting=self._number("SELECT count(*) FROM shared_edit"),
            sounds=np.array(sorted(self._sounds), dtype=np.int64),
            are_lists_changed=self._are_lists_changed,
            people=self._people(),
        )

    def _check_server(self) -> None:
        facts = facts_of_joined(self._server, self._joined.address, self._joined.library_id)
        if facts.role is not self._joined.role:
            _log.info("the role on the server is %s now", facts.role)
            self._joined = JoinedTo(
                self._joined.address, facts.library_id, self._joined.client, self._joined.place, facts.role
            )
            local_state.write_joined(self._database, self._joined)
        row = self._server.execute("SELECT value FROM earshot.counter").fetchone()
        if row is not None and row[0] < local_state.pulled(self._here):  # it was restored from a backup
            _log.warning("the server was restored from a backup; edits since are sent again")
            give_to_server_again(self._database, int(row[0]))

    def _push(self) -> None:
        total = max(1, self._number("SELECT count(*) FROM shared_edit"))
        while self._joined.role is not Role.READER:
            check(self._cancel)
            rows = self._database.rows(
                "SELECT id, edit, subject, field, json, base, made_s FROM shared_edit ORDER BY id LIMIT ?", _BATCH
            )
            if not rows:
                return
            edits = [
                {
                    "id": row[1].hex(),
                    "subject": row[2],
                    "field": row[3],
                    "value": json.loads(row[4]),
                    "base": row[5],
                    "made": row[6],
                }
                for row in rows
            ]
            answers = self._server.execute(
                "SELECT outcome, subject, field, value::text, sequence, who, made FROM earshot.push(%s, %s, %s)",
                (self._joined.client, time.time(), json.dumps(edits)),
            ).fetchall()
            self._acknowledge([row[0] for row in rows], answers)
            self._sent += len(rows)
            self._progress(min(0.5, 0.5 * self._sent / total))

    def _acknowledge(self, numbers: list[int], answers: list[tuple[Any, ...]]) -> None:
        with self._database.change(STUDIO):
            self._here.executemany("DELETE FROM shared_edit WHERE id = ?", [(number,) for number in numbers])
            taking, aside = self._taking(), RejectedEdits(self._here)
            by: dict[str, tuple[int, str]] = {}
            for outcome, subject, field, text, sequence, who, made_s in answers:
                if text is None:
                    taking.show(subject, field)
                else:
                    by[subject] = sequence, who
                    with aside.setting(sequence, who, subject, field):
                        taking.keep(subject, field, text, sequence, who, made_s)
                self._refused += outcome == "refused"
            self._finish(taking, aside, by)

    def _pull(self) -> None:
        while True:
            check(self._cancel)
            after = local_state.pulled(self._here)
            rows = self._server.execute(_PULL.encode(), {"after": after, "page": _PAGE}).fetchall()
            if not rows:
                return
            with self._database.change(STUDIO):
                taking, aside = self._taking(), RejectedEdits(self._here)
                for sequence, subject, field, text, who, made_s, *lost in rows:
                    with aside.setting(sequence, who if lost[0] is None else lost[2], subject, field):
                        if lost[0] is None:
                            is_known = self._is_known(subject, field, sequence)
                            taking.keep(subject, field, text, sequence, who, made_s)
                            self._taken += not is_known
                        else:
                            self._keep_conflict(sequence, subject, field, (text, who, made_s), lost)
                self._finish(taking, aside, {row[1]: (row[0], row[4]) for row in rows})
                set_meta(self._here, PULLED, rows[-1][0])
            self._progress(0.75)
            if len(rows) < _PAGE:
                return

    def _keep_conflict(self, sequence: int, subject: str, field: str, kept: tuple[Any, ...], lost: list[Any]) -> None:
        edit, lost_text, lost_who, lost_s = lost
        kept_text, kept_who, kept_s = kept
        check_edit(subject, field, kept_text, lost_text)
        side = lost_text, lost_who, within_time(lost_s)
        before = self._here.total_changes()
        self._here.execute(
            "INSERT INTO shared_conflict VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(edit_id) DO NOTHING",
            (edit, sequence, subject, field, kept_text, kept_who, within_time(kept_s), *side),
        )
        self._conflicts += self._here.total_changes() != before

    def _is_known(self, subject: str, field: str, sequence: int) -> bool:
        """Whether it came with an acknowledgement."""
        row = self._here.execute(
            "SELECT sequence >= ? FROM shared_field WHERE subject = ? AND field = ?", (sequence, subject, field)
        ).fetchone()
        return row is not None and bool(row[0])

    def _take_lists(self) -> None:
        """Fetches the owners of collections, and removes those that others made private."""
        rows = self._server.execute("SELECT 'c:' || id, owner::text FROM earshot.list").fetchall()
        makers: dict[str, str] = dict(rows)
        of_lists = "FROM shared_field WHERE subject >= 'c:' AND subject < 'd'"
        known = {row[0] for row in self._database.rows(f"SELECT DISTINCT subject {of_lists}")}
        told = {row[0] for row in self._database.rows(f"SELECT subject {of_lists} AND field = ?", MAKER)}
        gone, new = known - makers.keys(), makers.keys() & known - told
        _log.debug("%d lists new, %d gone", len(new), len(gone))
        if not gone and not new:
            return
        with self._database.change(STUDIO):
            taking = self._taking()
            for subject in gone:
                taking.hide(subject)
            self._here.executemany(
                "INSERT INTO shared_field VALUES (?, ?, ?, 0, ?, 0)",
                [(subject, MAKER, encoded(makers[subject]), makers[subject]) for subject in new],
            )
            taking.finish()
            self._note(taking)

    def _people(self) -> tuple[Person, ...]:
        rows = self._server.execute(_PEOPLE.encode(), (_PRESENT_S, self._joined.client)).fetchall()
        return tuple(
            Person(who, machine, since_s, seen_s, client == self._joined.client)
            for who, machine, since_s, seen_s, client in rows
        )

    def _taking(self) -> EditApplier:
        self._spellings.refresh()
        return EditApplier(self._here, self._spellings)

    def _finish(self, taking: EditApplier, aside: RejectedEdits, by: dict[str, tuple[int, str]]) -> None:
        """Args: `by` has the number and the author of the last edit of each subject."""
        taking.finish(lambda subject: aside.setting(*by.get(subject, (0, "")), subject, ""))
        aside.write()
        self._note(taking)

    def _note(self, taking: EditApplier) -> None:
        """Inside the transaction: tells searches that something changed."""
        self._sounds |= taking.sounds
        self._are_lists_changed |= taking.are_lists_changed
        if taking.sounds or taking.are_lists_changed:
            raise_kept(self._here)

    def _number(self, sql: str) -> int:
        return int(self._database.rows(sql)[0][0])
