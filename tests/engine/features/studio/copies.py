"""Copies of a shared library, as several people have them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from engine.base.types import FAVOURITE, SoundId
from engine.features.studio import facade
from engine.features.studio.records import ServerAddress, SyncReport
from engine.library.user_data import UserData
from engine.store.catalogue import Catalogue
from tests.engine.features.user_data.conftest import digest, make
from tests.helpers.postgres import PASSWORD


class Copy:
    """One person's library folder; its sounds have letters for payloads."""

    def __init__(self, folder: Path, letters: str = "abcde") -> None:
        self.folder = make(folder, letters)

    @classmethod
    def there(cls, folder: Path) -> "Copy":
        """One that exists."""
        copy = cls.__new__(cls)
        copy.folder = folder
        return copy

    def joined(self, address: ServerAddress) -> "Copy":
        facade.join(self.folder, address, password=PASSWORD, keep_password=False)
        return self

    def sync(self) -> SyncReport:
        return facade.sync(self.folder, password=PASSWORD)

    def keep(self, change: Callable[[UserData], Any]) -> Any:
        """Changes what the user keeps."""
        with Catalogue.open(self.folder) as catalogue:
            return change(UserData(catalogue))

    def ids(self, letters: str) -> list[SoundId]:
        """The first sound of each letter."""
        with Catalogue.open(self.folder, read_only=True) as catalogue:
            sql = "SELECT min(id) FROM sound WHERE payload_digest = ?"
            return [SoundId(catalogue.database.rows(sql, digest(letter))[0][0]) for letter in letters]

    def id(self, letter: str) -> SoundId:
        return self.ids(letter)[0]

    def marks(self) -> dict[str, tuple[Any, ...]]:
        """By letter: rating, colour, note, whether it is a favourite, and tags folded; sounds without any left out."""
        with Catalogue.open(self.folder, read_only=True) as catalogue:
            rows = catalogue.database.rows(
                "SELECT substr(payload_digest, 1, 1), coalesce(rating, 0), colour, coalesce(note, ''),"
                " (SELECT group_concat(tag.name, '|' ORDER BY folded(tag.name)) FROM tag WHERE tag.sound_id = sound.id)"
                " FROM sound LEFT JOIN mark ON mark.sound_id = sound.id ORDER BY sound.id"
            )
        found: dict[str, tuple[Any, ...]] = {}
        for letter, rating, colour, note, tags in rows:
            names = (tags or "").split("|") if tags else []
            value = (rating, colour, note, FAVOURITE in names, tuple(n.casefold() for n in names if n != FAVOURITE))
            if value != (0, None, "", False, ()):
                found[bytes(letter).decode()] = value
        return found

    def lists(self) -> dict[str, str]:
        """The letters of each collection's sounds, by its name, both in their order."""
        with Catalogue.open(self.folder, read_only=True) as catalogue:
            rows = catalogue.database.rows(
                "SELECT collection.name, (SELECT group_concat(CAST(substr(payload_digest, 1, 1) AS TEXT), '' ORDER BY"
                " collection_item.position, payload_digest) FROM collection_item JOIN sound ON sound.id = sound_id"
                " WHERE collection_id = collection.id) FROM collection ORDER BY position, collection.name"
            )
        return {name: letters or "" for name, letters in rows}

    def searches(self) -> list[tuple[str, str]]:
        """Saved searches in their order."""
        with Catalogue.open(self.folder, read_only=True) as catalogue:
            return catalogue.database.rows("SELECT name, text FROM saved_search ORDER BY position, name")
