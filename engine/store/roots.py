"""The folders the user added: where they are, whether they are at hand, and whether they are watched."""

from dataclasses import dataclass

from engine.contents import RootState
from engine.store.database import Database
from engine.store.sounds import forget
from engine.types import FilePath, RootId


@dataclass(frozen=True, slots=True)
class Root:
    """A folder the user added."""

    id: RootId
    path: FilePath
    is_offline: bool
    """It could not be read when it was last looked at; its sounds stay."""
    is_missing: bool = False
    """It is offline and its drive is there: it was moved, renamed or deleted."""
    is_watched: bool = True
    """Whether changes in it are taken in as they happen."""

    @property
    def state(self) -> RootState:
        """Present, offline or missing."""
        if not self.is_offline:
            return RootState.PRESENT
        return RootState.MISSING if self.is_missing else RootState.OFFLINE


class Roots:
    """The table of roots. One thread owns it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> list[Root]:
        """The folders the user added, by path."""
        rows = self._database.rows("SELECT id, path, is_offline, is_missing, is_watched FROM root ORDER BY path")
        return [Root(RootId(row[0]), FilePath(row[1]), bool(row[2]), bool(row[3]), bool(row[4])) for row in rows]

    def counts(self) -> dict[RootId, int]:
        """How many sounds each root has, failed ones apart."""
        rows = self._database.rows("SELECT root_id, count(*) FROM sound WHERE error = '' GROUP BY root_id")
        return {RootId(root): count for root, count in rows}

    def mount(self, root: RootId) -> FilePath | None:
        """Where the file system of a root was mounted when it was last seen; None when it never was."""
        rows = self._database.rows("SELECT mount FROM root WHERE id = ?", root)
        return FilePath(rows[0][0]) if rows and rows[0][0] is not None else None

    def add(self, path: FilePath) -> RootId:
        """The root of this path, added where it is not one yet."""
        with self._database.change():
            self._database.run("INSERT INTO root(path) VALUES (?) ON CONFLICT(path) DO NOTHING", path.raw)
            return RootId(self._database.rows("SELECT id FROM root WHERE path = ?", path.raw)[0][0])

    def remove(self, root: RootId) -> None:
        """Forgets a root and all its sounds; the files are untouched."""
        with self._database.change() as sequence:
            sounds = self._database.ids("SELECT id FROM sound WHERE root_id = ?", root)
            forget(self._database, sounds, sequence)
            self._database.run("DELETE FROM root WHERE id = ?", root)

    def set_path(self, root: RootId, path: FilePath) -> None:
        """Sets another folder for a root; its sounds are relinked separately."""
        sql = "UPDATE root SET path = ?, is_offline = 0, is_missing = 0, mount = NULL WHERE id = ?"
        with self._database.change():
            self._database.run(sql, path.raw, root)

    def set_offline(self, root: RootId, is_offline: bool, *, is_missing: bool = False) -> None:
        """Says that a root cannot be read, because its drive is away or (is_missing) it is; or is back. Sounds stay."""
        with self._database.change():
            sql = "UPDATE root SET is_offline = ?, is_missing = ? WHERE id = ?"
            self._database.run(sql, is_offline, is_offline and is_missing, root)

    def set_mount(self, root: RootId, mount: FilePath) -> None:
        """Notes where the file system of a root is mounted, for the day the root cannot be found."""
        with self._database.change():
            self._database.run("UPDATE root SET mount = ? WHERE id = ?", mount.raw, root)

    def set_watched(self, root: RootId, is_watched: bool) -> None:
        """Says whether changes in a root are taken in as they happen."""
        with self._database.change():
            self._database.run("UPDATE root SET is_watched = ? WHERE id = ?", is_watched, root)
