"""User data: ratings, colours, favourites, tags, notes, collections, searches, history and thesaurus."""

from engine.library.keeping.keeping import Keeping
from engine.library.keeping.lists import Collection
from engine.library.keeping.searches import SavedSearch
from engine.library.keeping.undo import KeptChange, Undo
from engine.search.thesaurus import ThesaurusEntry

__all__ = ["Collection", "Keeping", "KeptChange", "SavedSearch", "ThesaurusEntry", "Undo"]
