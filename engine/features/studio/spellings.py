"""The library's spelling of each tag, read once, not per edit."""

import apsw

from engine.base.text_forms import composed, folded
from engine.store.marks import KNOWN_TAGS
from engine.store.outbox import rows_of


class Spellings:
    """Spellings of all tags by their folded form. Used inside transactions of one connection.

    Reads the tags again when another program changed them.
    """

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._known: dict[str, list[str]] = {}
        self._version: int | None = None

    def refresh(self) -> None:
        """Checks for changes by another program; call at the start of a transaction."""
        version = rows_of(self._connection, "PRAGMA data_version")[0][0]
        if version == self._version:
            return
        self._known, self._version = {}, version
        for (name,) in rows_of(self._connection, KNOWN_TAGS):
            self._known.setdefault(folded(name), []).append(name)

    def of(self, key: str) -> list[str]:
        """Returns the spellings of a folded tag: one, unless two libraries or a removed sound brought more."""
        if self._version is None:
            self.refresh()
        return self._known.get(key, [])

    def add(self, name: str) -> str:
        """Returns the library's spelling of a tag; a new tag is composed and added."""
        known = self.of(folded(name))
        if known:
            return known[0]
        self._known[folded(name)] = [composed(name)]
        return composed(name)
