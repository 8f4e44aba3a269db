"""Tags as the user spelled them, compared without their case: one tag has one spelling in a library.

The table is keyed by the spelling, so what asks for a tag asks for its spellings first: one look into the index for
each different tag, however many sounds have them.
"""

import apsw

KNOWN_TAGS = (
    "WITH RECURSIVE known(name) AS (SELECT min(name) FROM tag UNION ALL"
    " SELECT (SELECT min(name) FROM tag WHERE name > known.name) FROM known WHERE known.name IS NOT NULL)"
    " SELECT name FROM known WHERE name IS NOT NULL"
)
"""Every tag once, by its spelling; needs the function `folded`."""
SPELLINGS = f"SELECT name FROM ({KNOWN_TAGS}) WHERE folded(name) = ?"
"""The spellings of one tag, which is given folded: one, unless two libraries or a removed sound brought another."""


def folded(text: str) -> str:
    """A tag as it is compared."""
    return text.casefold()


def spelling(connection: apsw.Connection, name: str) -> str:
    """The tag as the library spells it already; as it is given where there is no such tag."""
    row = connection.execute(SPELLINGS, (folded(name),)).fetchone()
    return name if row is None else str(row[0])
