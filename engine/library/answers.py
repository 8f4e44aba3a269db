"""What a library answers: rankings, their order, and hits made of them.

Re-exports for everybody outside the engine; the engine and its features import the rooms themselves.
"""

from engine.search.hits import HEARD_FROM, MEANT_FROM, listed_hit
from engine.search.ranking import CANCELLED, LISTING, DamagedCounts, Ranking, Strip, good_ids, nothing
from engine.search.sorting import CUSTOM, SortKey

__all__ = [
    "CANCELLED",
    "CUSTOM",
    "HEARD_FROM",
    "LISTING",
    "MEANT_FROM",
    "DamagedCounts",
    "Ranking",
    "SortKey",
    "Strip",
    "good_ids",
    "listed_hit",
    "nothing",
]
