"""All user data in one object, `engine.library.library.Library.keeping`.

Each change is one transaction, for one sound or ten thousand, and returns an `Undo` if it could lose anything. The data
belong to payloads: a sound that is moved, or removed and added again, gets its marks, tags and collections back.
"""

from engine.library.keeping.fields import FieldKeeping
from engine.library.keeping.lists import CollectionKeeping
from engine.library.keeping.marks import MarkKeeping
from engine.library.keeping.searches import SearchKeeping
from engine.library.keeping.thesaurus import ThesaurusKeeping


class Keeping(MarkKeeping, CollectionKeeping, SearchKeeping, ThesaurusKeeping, FieldKeeping):
    """A library's user data. Library's thread only.

    Every change raises LibraryError if the library cannot be written.
    """
