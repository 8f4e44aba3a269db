"""Converts tabs to text for the settings, and back: request and place of each. No Qt here.

A lasso on the map is not stored, only the words of its search; a tab with nothing else is dropped, as is an unreadable
one.
"""

import json
import logging
from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from desktop.results.rows_state import RowsPlace, SearchPlace
from desktop.work.requests import Reference, Request
from engine.base.types import FilePath, SoundId
from engine.library.answers import SortKey
from engine.library.queries import AspectWeights

_MOST = 30
"""Limit of stored tabs."""
_log = logging.getLogger(__name__)


class StoredTab(Struct, frozen=True):
    """One search with its place."""

    request: Request
    place: SearchPlace = SearchPlace()


def to_text(tabs: Sequence[StoredTab], current: int) -> str:
    """The storable tabs and the index of the current one, as JSON."""
    kept = [(number, tab) for number, tab in enumerate(tabs) if _is_kept(tab.request)][:_MOST]
    front = next((at for at, (number, _) in enumerate(kept) if number == current), 0)
    return json.dumps({"current": front, "tabs": [_record(tab) for _, tab in kept]}, ensure_ascii=False)


def from_text(text: str) -> tuple[list[StoredTab], int]:
    """The readable tabs and the index of the current one."""
    try:
        record: dict[str, Any] = json.loads(text) if text else {"tabs": [], "current": 0}
        tabs = [_tab(entry) for entry in record["tabs"]]
        current = int(record["current"])
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError) as err:
        _log.warning("the tabs of the last session cannot be read: %s", err)
        return [], 0
    return tabs, min(max(0, current), max(0, len(tabs) - 1))


def _is_kept(request: Request) -> bool:
    return request.among is None or not replace(request, among=None).is_browsing


def _record(tab: StoredTab) -> dict[str, Any]:
    request, place, reference = tab.request, tab.place, tab.request.reference
    return {
        "text": request.text,
        "filters": request.filters,
        "without": sorted(request.without),
        "reference": None if reference is None else _reference_record(reference),
        "rows": asdict(replace(place.rows, selected=place.rows.selected[:1])),
        "sound": place.sound,
        "stretch": place.stretch,
    }


def _reference_record(reference: Reference) -> dict[str, Any]:
    return {**asdict(reference), "path": reference.path.uri, "weights": asdict(reference.weights)}


def _tab(entry: dict[str, Any]) -> StoredTab:
    rows, stretch = entry["rows"], entry["stretch"]
    sort = rows.pop("sort")
    for name in ("selected", "opened"):
        rows[name] = tuple(map(int, rows[name]))
    return StoredTab(
        Request(
            str(entry["text"]),
            None if entry["reference"] is None else _reference(entry["reference"]),
            frozenset(map(str, entry["without"])),
            filters=str(entry["filters"]),
        ),
        SearchPlace(
            RowsPlace(sort=None if sort is None else (SortKey(sort[0]), bool(sort[1])), **rows),
            None if entry["sound"] is None else SoundId(int(entry["sound"])),
            None if stretch is None else (float(stretch[0]), float(stretch[1])),
        ),
    )


def _reference(record: dict[str, Any]) -> Reference:
    known = set(Reference.__struct_fields__)
    record = {name: value for name, value in record.items() if name in known}
    return Reference(
        **{**record, "path": FilePath.of_uri(record["path"]), "weights": AspectWeights(**record["weights"])}
    )
