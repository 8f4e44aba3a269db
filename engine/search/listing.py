"""The order of sounds where nothing describes: a collection's own, the last heard first, the newest first."""

import numpy as np

from engine.store.catalogue import Catalogue
from engine.store.filters import COLLECTIONS, HEARD, USED, Each, Filters, Is
from engine.types import Ids


def own_order(catalogue: Catalogue, filters: Filters, passing: Ids) -> Ids:
    """The ids that pass in the order their filters ask for: int64 [N], contiguous.

    A collection has the user's order; sounds heard or used come last one first, all others last stored first.

    Args:
        catalogue: the library's.
        filters: what was asked.
        passing: the ids that pass, ascending.
    """
    order = _asked(catalogue, filters)
    newest = np.ascontiguousarray(passing[::-1])
    if order is None:
        return newest
    first = order[np.isin(order, passing)]
    return np.concatenate([first, newest[np.isin(newest, first, invert=True)]])


def _asked(catalogue: Catalogue, filters: Filters) -> Ids | None:
    for condition in filters.conditions:
        if isinstance(condition, Each) and condition.column == COLLECTIONS:
            return catalogue.marks.collection_order(condition.values[0])
    if Is(HEARD, True) in filters.conditions:
        return catalogue.marks.heard_order()
    return catalogue.marks.used_order() if Is(USED, True) in filters.conditions else None
