"""The filters of a query: their records, their values and how many sounds have each.

Re-exports for everybody outside the engine; the engine and its features import the rooms themselves.
"""

from engine.search.facets import FacetQuestion, FacetValue
from engine.search.filter_registry import FILTERS, read
from engine.search.filters.filter import Button, Filter, Range, Style
from engine.search.value_parsers import InvalidValue

__all__ = ["FILTERS", "Button", "FacetQuestion", "FacetValue", "Filter", "InvalidValue", "Range", "Style", "read"]
