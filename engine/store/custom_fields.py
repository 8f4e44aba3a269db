"""The ordered list of fields that the user created for this library, which get columns and inputs in the window.

It holds names only. The values are in the files, and in `file_fields` with all other texts of files.
"""

import json

from engine.audio.custom_fields import AFTER_PREFIX, PREFIX, is_name, key_of
from engine.store.database import Database

MOST_OWN = 12
"""Maximum number of these fields."""
_MOST_NAMED = 200
_KEY = "own_fields"


class OwnFields:
    """The list of one library. Belongs to the thread of the catalogue."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> tuple[str, ...]:
        """Names by position; a removed field leaves an empty name, so that the others keep their positions."""
        rows = self._database.rows("SELECT value FROM meta WHERE key = ?", _KEY)
        try:
            found = json.loads(str(rows[0][0])) if rows else []
        except ValueError:
            return ()
        names = found[:MOST_OWN] if isinstance(found, list) else []
        return tuple(name if isinstance(name, str) and is_name(name) else "" for name in names)

    def named(self, place: int) -> str:
        """The name at a position; empty if there is none."""
        names = self.all()
        return names[place] if place < len(names) else ""

    def add(self, name: str) -> bool:
        """Adds a field at the first free position; False if the list is full or has it already."""
        names = list(self.all())
        is_known = key_of(name) in {key_of(known) for known in names if known}
        if is_known or ("" not in names and len(names) >= MOST_OWN):
            return False
        if "" in names:
            names[names.index("")] = name
        else:
            names.append(name)
        self._store(names)
        return True

    def remove(self, name: str) -> None:
        """Removes a field from the list; its values in files stay."""
        self._store(["" if key_of(known) == key_of(name) else known for known in self.all()])

    def in_files(self) -> tuple[str, ...]:
        """Keys of the user-defined fields that occur in files, sorted; at most 200."""
        rows = self._database.rows(
            "WITH RECURSIVE found(field) AS ("
            " SELECT (SELECT min(field) FROM file_text WHERE field >= ?1 AND field < ?2) UNION ALL"
            " SELECT (SELECT min(field) FROM file_text WHERE field > found.field AND field < ?2)"
            " FROM found WHERE field IS NOT NULL)"
            " SELECT field FROM found WHERE field IS NOT NULL"
            " AND EXISTS (SELECT 1 FROM file_text JOIN file_field ON text_id = id WHERE file_text.field = found.field)"
            " LIMIT ?3",
            PREFIX,
            AFTER_PREFIX,
            _MOST_NAMED,
        )
        return tuple(str(row[0])[len(PREFIX) :] for row in rows)

    def _store(self, names: list[str]) -> None:
        text = json.dumps(names, ensure_ascii=False)
        with self._database.change("keeping_sequence"):
            self._database.run("INSERT OR REPLACE INTO meta(key, value) VALUES (?, ?)", _KEY, text)
