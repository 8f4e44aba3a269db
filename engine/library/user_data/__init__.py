"""User data: ratings, colours, favourites, tags, notes, collections, searches, history and thesaurus."""

from engine.library.user_data.collections import Collection
from engine.library.user_data.searches import SavedSearch
from engine.library.user_data.undo import ChangeKind, Undo
from engine.library.user_data.user_data import UserData
from engine.search.thesaurus import ThesaurusEntry
from engine.store.choices import STARRED_FROM

__all__ = ["STARRED_FROM", "ChangeKind", "Collection", "SavedSearch", "ThesaurusEntry", "Undo", "UserData"]
