"""What the user keeps: ratings, colours, favourites, tags, notes, collections, searches, history and thesaurus."""

from engine.keeping.keeping import Keeping
from engine.keeping.records import Changed, Collection, SavedSearch
from engine.keeping.undo import Undo
from engine.search.thesaurus import ThesaurusEntry

__all__ = ["Changed", "Collection", "Keeping", "SavedSearch", "ThesaurusEntry", "Undo"]
