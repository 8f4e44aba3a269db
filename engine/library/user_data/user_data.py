"""All user data in one object, `engine.library.library.Library.keeping`.

Each change is one transaction, for one sound or ten thousand, and returns an `Undo` if it could lose anything. The data
belong to payloads: a sound that is moved, or removed and added again, gets its marks, tags and collections back.
"""

from engine.library.user_data.collections import UserDataCollections
from engine.library.user_data.fields import UserDataFields
from engine.library.user_data.marks import UserDataMarks
from engine.library.user_data.searches import UserDataSearches
from engine.library.user_data.thesaurus import UserDataThesaurus


class UserData(UserDataMarks, UserDataCollections, UserDataSearches, UserDataThesaurus, UserDataFields):
    """A library's user data. Library's thread only.

    Every change raises LibraryError if the library cannot be written.
    """
