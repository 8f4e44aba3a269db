"""Flips single bits of a catalogue where opening it does not show, and reads what users would see."""

import random
from pathlib import Path

import apsw
import numpy as np

from engine.library.user_data import UserData
from engine.store.catalogue import Catalogue
from engine.store.connection import FILE_NAME
from engine.store.filters import Filters
from engine.store.migrations import SCHEMA_VERSION

KINDS = ("sound", "detail", "mark", "saved_search", "an index", "sound_text_data", "row_check", "free", "any")
"""Owner of the damaged page: a table, an index, the free list, or any page but the first."""
_WORDS = ("take", "low", "do", "noise", "heavy")


def flip(library: Path, kind: str, seed: int) -> str:
    """Flips one bit; returns its page and byte."""
    path, generator = library / FILE_NAME, random.Random(f"{kind} {seed}")
    with apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY) as connection:
        size = int(connection.pragma("page_size"))
        count = int(connection.pragma("page_count"))
        pages = {}
        for name, page in connection.execute("SELECT name, pageno FROM dbstat"):
            pages.setdefault(str(name), []).append(int(page))  # type: ignore[call-overload]
    used = {page for some in pages.values() for page in some}
    if kind == "free":
        chosen = sorted(set(range(2, count + 1)) - used)
    elif kind == "an index":
        chosen = sorted(page for name, some in pages.items() if "_by_" in name or "autoindex" in name for page in some)
    else:
        chosen = list(range(2, count + 1)) if kind == "any" else pages[kind]
    page = generator.choice(chosen)
    raw = bytearray(path.read_bytes())
    first = (page - 1) * size
    # Only where data lies: a flip in an unused stretch of zeros would test nothing.
    places = [at for at in range(first + 12, first + size) if raw[at]] or list(range(first, first + size))
    at = generator.choice(places)
    raw[at] ^= 1 << generator.randrange(8)
    path.write_bytes(raw)
    return f"page {page}, byte {at - first}"


def seen(library: Path) -> object:
    """Returns a catalogue's answers to a fixed set of questions."""
    with Catalogue.open(library, read_only=True) as catalogue:
        keeping = UserData(catalogue)
        ids = catalogue.passing.ids(Filters())
        pack = catalogue.packs.searched()
        return (
            [repr(sound) for sound in catalogue.sounds.many(ids)],
            [catalogue.sounds.peaks_bytes(id) for id in ids.tolist()],
            [catalogue.sounds.payload_digest(id) for id in ids.tolist()],
            [row.tolist() for row in _columns(catalogue, ids)],
            [repr(root) for root in catalogue.roots.all()],
            [[name, catalogue.marks.collection_order(name).tolist()] for name in _names(keeping)],
            [repr(saved) for saved in keeping.saved()],
            keeping.history(),
            keeping.tags(),
            [
                catalogue.texts.matching(word, is_prefix=is_prefix).tolist()
                for word in _WORDS
                for is_prefix in (False, True)
            ],
            catalogue.marks.heard_order().tolist(),
            repr(catalogue.sounds.counts()),
            pack,
            [repr(frame) for frame in catalogue.frames.of(pack[0], "segments")] if pack else [],
            [repr(frame) for frame in catalogue.frames.of(pack[0], "names")] if pack else [],
            catalogue.database.rows("PRAGMA user_version") == [(SCHEMA_VERSION,)],
        )


def _names(keeping: UserData) -> list[str]:
    return [collection.name for collection in keeping.collections()]


def _columns(catalogue: Catalogue, ids: np.ndarray) -> tuple[np.ndarray, ...]:  # type: ignore[type-arg]
    rows = catalogue.segments.rows(catalogue.segments.of(ids))
    return rows.sound_id, rows.start_s, rows.end_s
