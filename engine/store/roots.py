"""The folders that the user added: their paths, and whether they are available and watched."""

from msgspec import Struct

from engine.base.library_facts import RootState
from engine.base.types import FilePath, RootId
from engine.store.database import Database
from engine.store.sounds import forget


class Root(Struct, frozen=True):
    """A folder that the user added."""

    id: RootId
    path: FilePath
    is_offline: bool
    """It could not be read at the last attempt; its sounds stay."""
    is_missing: bool = False
    """It is offline although its drive is connected: it was moved, renamed or deleted."""
    is_watched: bool = True
    """Whether changes in it are indexed as they happen."""

    @property
    def state(self) -> RootState:
        if not self.is_offline:
            return RootState.PRESENT
        return RootState.MISSING if self.is_missing else RootState.OFFLINE


class Roots:
    """The table of roots. One thread owns it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> list[Root]:
        """All roots, by path."""
        rows = self._database.rows("SELECT id, path, is_offline, is_missing, is_watched FROM root ORDER BY path")
        return [Root(RootId(row[0]), FilePath(row[1]), bool(row[2]), bool(row[3]), bool(row[4])) for row in rows]

    def counts(self) -> dict[RootId, int]:
        """Number of sounds in each root, without failed ones."""
        rows = self._database.rows("SELECT root_id, count(*) FROM sound WHERE error = '' GROUP BY root_id")
        return {RootId(root): count for root, count in rows}

    def mount(self, root: RootId) -> FilePath | None:
        """The last known mount point of a root's file system; None if unknown."""
        rows = self._database.rows("SELECT mount FROM root WHERE id = ?", root)
        return FilePath(rows[0][0]) if rows and rows[0][0] is not None else None

    def add(self, path: FilePath) -> RootId:
        """The root of this path, added if it is new."""
        with self._database.change():
            self._database.run("INSERT INTO root(path) VALUES (?) ON CONFLICT(path) DO NOTHING", path.raw)
            return RootId(self._database.rows("SELECT id FROM root WHERE path = ?", path.raw)[0][0])

    def remove(self, root: RootId) -> None:
        """Removes a root and all its sounds from the catalogue; the files stay."""
        with self._database.change() as sequence:
            sounds = self._database.ids("SELECT id FROM sound WHERE root_id = ?", root)
            forget(self._database, sounds, sequence)
            self._database.run("DELETE FROM root WHERE id = ?", root)

    def set_path(self, root: RootId, path: FilePath) -> None:
        """Moves a root to another folder; its sounds are relinked separately."""
        sql = "UPDATE root SET path = ?, is_offline = 0, is_missing = 0, mount = NULL WHERE id = ?"
        with self._database.change():
            self._database.run(sql, path.raw, root)

    def set_offline(self, root: RootId, is_offline: bool, *, is_missing: bool = False) -> None:
        """Marks a root as offline (its drive is away), missing (it is gone itself) or back; its sounds stay."""
        with self._database.change():
            sql = "UPDATE root SET is_offline = ?, is_missing = ? WHERE id = ?"
            self._database.run(sql, is_offline, is_offline and is_missing, root)

    def set_mount(self, root: RootId, mount: FilePath) -> None:
        """Stores the mount point of a root's file system, for when the root cannot be found."""
        with self._database.change():
            self._database.run("UPDATE root SET mount = ? WHERE id = ?", mount.raw, root)

    def set_watched(self, root: RootId, is_watched: bool) -> None:
        with self._database.change():
            self._database.run("UPDATE root SET is_watched = ? WHERE id = ?", is_watched, root)
