"""What the user keeps: ratings, colours, favourites, tags, notes, collections, saved searches and history."""

from engine.keeping.keeping import Keeping
from engine.keeping.records import Changed, Collection, SavedSearch
from engine.keeping.undo import Undo

__all__ = ["Changed", "Collection", "Keeping", "SavedSearch", "Undo"]
