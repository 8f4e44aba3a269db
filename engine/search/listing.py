"""Lists sounds for queries without describing words: in the user's order, by name, latest played or newest first."""

import numpy as np

from engine.base.types import Ids
from engine.search.answer_notes import of_nothing
from engine.search.natural_order import ranks
from engine.search.query import Query
from engine.search.ranking import LISTING, Ranking
from engine.search.sorting import SortKey, SoundSorter
from engine.store.catalogue import Catalogue
from engine.store.filters import COLLECTIONS, FOLDERS, HEARD, USED, AllOf, Filters, Is

_MANY = 20_000
"""From this number on, names are not read one by one."""


def listing(catalogue: Catalogue, passing: Ids, query: Query) -> Ranking:
    """Every sound that passes, in the order of `own_order`.

    Args:
        passing: their ids, ascending.
        query: a query without describing words.
    """
    ids = own_order(catalogue, query.filters, passing)
    ids.setflags(write=False)
    note = query.note or (None if len(ids) else of_nothing(query))
    return Ranking(ids, LISTING, len(ids), query.chips, note)


def own_order(catalogue: Catalogue, filters: Filters, passing: Ids) -> Ids:
    """int64 [N], contiguous: the passing ids in the order that their filters imply.

    A collection has the user's order, played or used sounds come latest first, a folder's sounds by name, all others
    newest
    first.

    Args:
        passing: the ids that pass, ascending.
    """
    order = _asked(catalogue, filters)
    if order is None and any(isinstance(one, AllOf) and one.column == FOLDERS for one in filters.conditions):
        return _by_name(catalogue, passing)
    newest = np.ascontiguousarray(passing[::-1])
    if order is None:
        return newest
    first = order[np.isin(order, passing)]
    return np.concatenate([first, newest[np.isin(newest, first, invert=True)]])


def _by_name(catalogue: Catalogue, passing: Ids) -> Ids:
    if len(passing) > _MANY:  # a large library keeps the order of all names next to its index
        return passing[SoundSorter(catalogue).order(passing, SortKey.NAME)]
    ids, names = catalogue.columns.names_of(passing)
    return ids[np.lexsort((ids, ranks(names)))]


def _asked(catalogue: Catalogue, filters: Filters) -> Ids | None:
    for condition in filters.conditions:
        if isinstance(condition, AllOf) and condition.column == COLLECTIONS:
            return catalogue.marks.collection_order(condition.values[0])
    if Is(HEARD, True) in filters.conditions:
        return catalogue.marks.heard_order()
    return catalogue.marks.used_order() if Is(USED, True) in filters.conditions else None
