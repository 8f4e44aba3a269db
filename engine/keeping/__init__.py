"""What the user keeps: ratings, colours, favourites, tags, notes, collections, searches, history and thesaurus."""

from engine.keeping.keeping import Keeping
from engine.keeping.records import Collection, KeptChange, SavedSearch
from engine.keeping.undo import Undo
from engine.search.thesaurus import ThesaurusEntry

__all__ = ["Collection", "Keeping", "KeptChange", "SavedSearch", "ThesaurusEntry", "Undo"]
