"""Takes a file of user data into a library, or says what would change; the room's second door beside `write`.

The file is read without holding up anybody. Then one transaction works out what changes and changes it: all of it or,
after an error or a stop, nothing.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import apsw

from engine.keeping import Changed, Undo, changesets
from engine.stopping import Cancel, check, never
from engine.store.housekeeping import Housekeeping
from engine.userdata.apply import Searches, change_sounds, make_rows
from engine.userdata.merge import Plan
from engine.userdata.pairing import pair
from engine.userdata.records import Kind, Merged, Prefer
from engine.userdata.stage import Staged, stage

Progress = Callable[[float], None]
_READ = 0.8
"""The share of the work that reading the file is."""


def preview(
    library: Path,
    path: Path,
    *,
    prefer: Prefer = Prefer.HERE,
    cancel: Cancel = never,
    progress: Progress = lambda share: None,
) -> Merged:
    """Says what taking the file in would change; changes nothing. See `take_in`."""
    with Housekeeping.open(library, read_only=True) as catalogue, catalogue.aside() as connection:
        staged = stage(connection, path, cancel=cancel, progress=lambda share: progress(_READ * share))
        return _Merging(connection, staged, prefer, cancel).merged()


def take_in(
    library: Path,
    path: Path,
    *,
    prefer: Prefer = Prefer.HERE,
    cancel: Cancel = never,
    progress: Progress = lambda share: None,
) -> Merged:
    """Takes a file in.

    Args:
        library: the library's folder.
        path: the file.
        prefer: whose rating and colour counts where both have one.
        cancel: asked now and then.
        progress: told the share that is done.

    Raises:
        Stopped: `cancel` gave True; nothing was changed.
        UserDataError: the file cannot be read, is none of user data, or is of a later Earshot.
        LibraryError: the library cannot be written; nothing was changed.
    """
    with Housekeeping.open(library) as catalogue:
        with catalogue.staging() as connection:
            staged = stage(connection, path, cancel=cancel, progress=lambda share: progress(_READ * share))
        with catalogue.keeping() as connection:
            merging = _Merging(connection, staged, prefer, cancel)
            merged = merging.merged()
            make_rows(connection)
            with changesets.recording(connection) as done:
                merging.change()
            if done.reverse:
                changesets.remember(connection, done.reverse)
            check(cancel)
    undo = Undo(Changed.IMPORT, merged.found, (), done.reverse) if done.reverse else None
    return replace(merged, undo=undo)


class _Merging:
    """What changes, worked out in the transaction in which it is to hold."""

    def __init__(self, connection: apsw.Connection, staged: Staged, prefer: Prefer, cancel: Cancel) -> None:
        self._connection = connection
        self._staged = staged
        pair(connection)
        check(cancel)
        self._plan = Plan(connection, prefer)
        check(cancel)
        self._searches = Searches(connection, staged.searches)
        self._prefer = prefer

    def merged(self) -> Merged:
        staged, plan, searches = self._staged, self._plan, self._searches
        counts = {count.kind: count for count in (*plan.counts(), *searches.counts)}
        return Merged(
            sounds=staged.sounds,
            found=plan.number("member"),
            waiting=plan.number("waiting"),
            unknown=staged.unknown,
            counts=tuple(counts[kind] for kind in Kind),
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
