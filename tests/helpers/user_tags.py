"""Tags and favourites of single sounds, written into a catalogue without a library and without undo."""

from collections.abc import Sequence

from engine.base.types import FAVOURITE, SoundId
from engine.store.catalogue import Catalogue


def set_tags(catalogue: Catalogue, id: SoundId, tags: Sequence[str]) -> None:
    """Replaces a sound's tags; the favourite mark stays."""
    with catalogue.database.keeping() as connection:
        connection.execute("DELETE FROM tag WHERE sound_id = ? AND name != ?", (id, FAVOURITE))
        connection.executemany("INSERT OR IGNORE INTO tag VALUES (?, ?)", [(id, name) for name in tags])


def set_favourite(catalogue: Catalogue, id: SoundId) -> None:
    with catalogue.database.keeping() as connection:
        connection.execute("INSERT OR IGNORE INTO tag VALUES (?, ?)", (id, FAVOURITE))
