"""User data: ratings, colours, favourites, tags, notes, collections, searches, history and thesaurus."""

from engine.keeping.keeping import Keeping
from engine.keeping.lists import Collection
from engine.keeping.searches import SavedSearch
from engine.keeping.undo import KeptChange, Undo
from engine.search.thesaurus import ThesaurusEntry

__all__ = ["Collection", "Keeping", "KeptChange", "SavedSearch", "ThesaurusEntry", "Undo"]
