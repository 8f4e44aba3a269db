"""How the library spells each tag: asked once, not once an edit."""

import apsw

from engine.store.marks import KNOWN_TAGS
from engine.store.shared import rows_of
from engine.text_forms import composed, folded


class Spellings:
    """The spellings of all tags by what they are compared as. Asked inside transactions, of one connection.

    What another program writes meanwhile is noticed: the tags are asked for again then.
    """

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._known: dict[str, list[str]] = {}
        self._version: int | None = None

    def refresh(self) -> None:
        """Looks whether another program changed the library; at the start of a transaction."""
        version = rows_of(self._connection, "PRAGMA data_version")[0][0]
        if version == self._version:
            return
        self._known, self._version = {}, version
        for (name,) in rows_of(self._connection, KNOWN_TAGS):
            self._known.setdefault(folded(name), []).append(name)

    def of(self, key: str) -> list[str]:
        """The spellings of a tag, which is given folded: one, unless two libraries or a removed sound brought more."""
        if self._version is None:
            self.refresh()
        return self._known.get(key, [])

    def add(self, name: str) -> str:
        """The tag as the library spells it already, else as it is given, composed, as it is spelled from now on."""
        known = self.of(folded(name))
        if known:
            return known[0]
        self._known[folded(name)] = [composed(name)]
        return composed(name)
