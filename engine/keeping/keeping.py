"""The room's door: everything the user keeps, in one object that `engine.library.Library.keeping` gives.

Each change is one transaction, over one sound or ten thousand, and gives an `Undo` where it could lose
anything. Everything is tied to the sounds'
payloads: a sound that is moved, or taken out and added again, gets its marks, tags and collections back.
"""

from engine.keeping.fields import FieldKeeping
from engine.keeping.lists import CollectionKeeping
from engine.keeping.marks import MarkKeeping
from engine.keeping.searches import SearchKeeping
from engine.keeping.thesaurus import ThesaurusKeeping


class Keeping(MarkKeeping, CollectionKeeping, SearchKeeping, ThesaurusKeeping, FieldKeeping):
    """What the user keeps of one library. Library's thread only.

    Every change raises LibraryError where the library cannot be written.
    """
