"""Reads the first content of a window in its own thread: folders, collections and rows of the last session.

It needs only the catalogue: no pack, index or decoder is opened or even loaded. The search thread opens the library
once these rows are drawn.
"""

import logging
from pathlib import Path

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, QThread, Signal

from desktop.controllers.startup.last_place import LastPlace, read_place
from desktop.work.requests import Folder, Request
from desktop.work.search_thread import FIRST_ROWS
from engine.base.cancellation import StopRequested
from engine.base.errors import EngineError
from engine.base.types import Hit
from engine.library.answers import LISTING, Ranking
from engine.library.queries import parse
from engine.library.reader import LibraryReader
from engine.library.user_data import Collection, SavedSearch

_log = logging.getLogger(__name__)


class InitialContent(Struct, frozen=True):
    """Content known before the library is open."""

    folders: tuple[Folder, ...]
    is_empty: bool
    """The library has no sounds, or does not exist yet."""
    place: LastPlace | None = None
    ranking: Ranking | None = None
    """The former rows, as a listing; None if unknown."""
    hits: tuple[Hit, ...] = ()
    collections: tuple[Collection, ...] = ()
    saved: tuple[SavedSearch, ...] = ()

    @property
    def request(self) -> Request | None:
        """The request that the rows answered."""
        return None if self.place is None else self.place.request


class InitialReader(QThread):
    """Reads once, and ends. Created and started in the GUI thread.

    Args:
        library: the library's folder.
        file: file of the last place; None to start empty.
        parent: the owner.
    """

    came = Signal(object)
    """An InitialContent; None if only the search thread can open the library, or report its fault."""

    def __init__(self, library: Path, file: Path | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library, self._file = library, file

    def run(self) -> None:
        """Body of the thread, called by Qt."""
        try:
            sight: InitialContent | None = self._look()
        except StopRequested:  # the window closes during a migration
            sight = None
        except EngineError as err:
            _log.info("nothing is shown before the library is open: %s", err)
            sight = None
        except Exception:
            _log.exception("nothing is shown before the library is open")
            sight = None
        self.came.emit(sight)

    def _look(self) -> InitialContent:
        if not LibraryReader.is_there(self._library):
            return InitialContent((), is_empty=True)
        place = None if self._file is None else read_place(self._file, self._library)
        with LibraryReader(self._library) as reader:
            folders = tuple(
                Folder(root.id, root.path, root.is_offline, root.is_missing, root.is_watched) for root in reader.roots()
            )
            sight = InitialContent(
                folders,
                is_empty=reader.is_empty(),
                place=place,
                collections=tuple(reader.collections()),
                saved=tuple(reader.saved_searches()),
            )
            if place is None or not place.rows:
                return sight
            ranking = Ranking(np.array(place.rows, np.int64), LISTING, len(place.rows))
            upto = place.rows.index(place.at.top) if place.at.top in place.rows else 0
            hits = tuple(reader.hits(ranking, range(min(len(ranking), upto + FIRST_ROWS))))
            if len(hits) < min(len(ranking), upto + FIRST_ROWS):  # some sounds are gone: rows and ids would not match
                return sight
            chips = parse(
                place.text, synonyms=reader.synonyms_of, without=frozenset(place.without), filters=place.filters
            )
            return replace(sight, ranking=replace(ranking, chips=chips.chips), hits=hits)
