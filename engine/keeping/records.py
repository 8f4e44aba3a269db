"""What the keeping room gives: collections, saved searches and what kind of thing was changed."""

from dataclasses import dataclass
from enum import StrEnum


class KeptChange(StrEnum):
    """What a change was about, so that a window can say what it would take back."""

    RATING = "rating"
    COLOUR = "colour"
    FAVOURITE = "favourite"
    TAGS = "tags"
    NOTE = "note"
    COLLECTION = "collection"
    SEARCH = "search"
    THESAURUS = "thesaurus"
    IMPORT = "import"
    """A file of user data was taken in."""


@dataclass(frozen=True, slots=True)
class Collection:
    """A list of sounds the user made, in the order the user gave them."""

    id: int
    name: str
    count: int
    """Sounds in it that are in the library."""
    position: int
    """Its place among the collections, ascending, with gaps."""


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """A search under a name."""

    id: int
    name: str
    text: str
