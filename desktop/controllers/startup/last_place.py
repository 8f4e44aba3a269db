"""Stores where a session ended: its request, first rows, cursor and scroll position.

The file is beside the settings and dispensable: if it is missing, damaged, newer or of another library, the window
starts empty. Its rows are reread from the catalogue.
"""

import json
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from desktop.results.rows_state import RowsPlace
from desktop.work.requests import Request
from engine.base.types import FilePath, SoundId
from engine.library.answers import SortKey

MOST_ROWS = 1024
"""Limit of stored rows: loading their names before the first frame takes ten milliseconds per thousand."""
_MOST_SELECTED = 200
_MOST_OPEN = 200
_VERSION = 1
_TOP = RowsPlace()
_log = logging.getLogger(__name__)


class LastPlace(Struct, frozen=True):
    """The last place. Sounds are ids of the catalogue."""

    library: str
    """The library's folder: ids of another library mean other sounds."""
    text: str = ""
    filters: str = ""
    without: tuple[str, ...] = ()
    rows: tuple[int, ...] = ()
    """Ids of the first rows, in display order."""
    at: RowsPlace = _TOP
    """Position in the results."""
    open_folders: tuple[FilePath, ...] = ()
    """Expanded folders of the left column."""

    def __post_init__(self) -> None:
        """Rejects values that Earshot never writes."""
        texts = (self.library, self.text, self.filters, *self.without)
        at = self.at
        numbers = (at.current or 0, at.top or 0, at.hidden_px, at.scrolled_px, *at.selected, *self.rows)
        if not all(isinstance(text, str) for text in texts) or not all(type(number) is int for number in numbers):
            raise ValueError("a place has texts and numbers of sounds")

    @property
    def request(self) -> Request:
        return Request(self.text, filters=self.filters, without=frozenset(self.without))


def place_file(settings_file: Path) -> Path:
    """Path of the file, beside the settings."""
    return settings_file.with_name(f"{settings_file.stem}-left.json")


def record_of(place: LastPlace) -> Mapping[str, Any]:
    """Content of the file."""
    return {
        "version": _VERSION,
        "library": place.library,
        "text": place.text,
        "filters": place.filters,
        "without": list(place.without),
        "rows": list(place.rows[:MOST_ROWS]),
        "sort": None if place.at.sort is None else [str(place.at.sort[0]), place.at.sort[1]],
        "current": place.at.current,
        "selected": list(place.at.selected[:_MOST_SELECTED]),
        "top": place.at.top,
        "hidden_px": place.at.hidden_px,
        "scrolled_px": place.at.scrolled_px,
        "open_folders": [path.uri for path in place.open_folders[:_MOST_OPEN]],
    }


def read_place(file: Path, library: Path) -> LastPlace | None:
    """Reads this library's last place; None if unknown."""
    try:
        record = json.loads(file.read_text(encoding="utf-8"))
        if record.pop("version") != _VERSION:
            raise ValueError("written by a later Earshot")
        sort, current, top = record["sort"], record["current"], record["top"]
        place = LastPlace(
            record["library"],
            record["text"],
            record["filters"],
            tuple(record["without"]),
            tuple(record["rows"][:MOST_ROWS]),
            RowsPlace(
                sort=None if sort is None else (SortKey(sort[0]), bool(sort[1])),
                current=None if current is None else SoundId(current),
                selected=tuple(record["selected"]),
                top=None if top is None else SoundId(top),
                hidden_px=record["hidden_px"],
                scrolled_px=record["scrolled_px"],
            ),
            tuple(FilePath.of_uri(uri) for uri in record.get("open_folders", ())[:_MOST_OPEN]),
        )
    except FileNotFoundError:
        return None
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as err:
        _log.warning("where the last session ended is not used, %s: %s", file, err)
        return None
    return place if place.library == str(library) else None
