"""A spotting list: cues with their queries and picks; and its file beside the catalogue.

Each list is a JSON file in the library's folder `spotting`, written beside its place and renamed, so that a kill or a
full disk leaves the former one. It is outside the catalogue: it needs no migrations, and can be saved while the library
is held. Picks store their sound's path and id; the path decides.
"""

import json
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import asdict, replace

from engine.base.atomic_files import replacing, unwritable
from engine.base.clocks import FrameClock, NoSuchTime, Rate
from engine.base.errors import CueError, LibraryNewer
from engine.base.file_messages import system_words
from engine.base.library_messages import LibraryAdvice
from engine.base.messages import told
from engine.base.private_files import make_part
from engine.base.types import FilePath, SoundId
from engine.features.spotting.cues import Cue, CueSheet
from engine.features.spotting.messages import CueAdvice, CueFault

FORMAT = 1
FOLDER = "spotting"
_MOST_S = 1e7
"""Upper limit of times in a list: some hundred days."""


class Pick(Struct, frozen=True):
    """The sound chosen for a cue."""

    path: FilePath
    sound: SoundId
    start_s: float | None = None
    """Start of the moment; None for the whole sound."""
    end_s: float | None = None


class SpotRow(Struct, frozen=True):
    """A cue with its query and pick."""

    cue: Cue
    query: str
    """Current query, in the grammar of the search field; initially the cue's own words."""
    pick: Pick | None = None


class SpottingList(Struct, frozen=True):
    """The state of a list. Immutable: changes make a new value."""

    title: str
    clock: FrameClock
    rows: tuple[SpotRow, ...]
    filters: str = ""
    """Applied to every row, in the grammar of the search field."""
    at: int = 0
    key: str = ""
    """File name without suffix; empty for an unsaved list."""

    @classmethod
    def of(cls, sheet: CueSheet, key: str = "") -> Self:
        return cls(sheet.title, sheet.clock, tuple(SpotRow(cue, cue.query) for cue in sheet.cues), key=key)

    @property
    def picked(self) -> int:
        return sum(row.pick is not None for row in self.rows)

    def with_row(self, number: int, row: SpotRow) -> Self:
        return replace(self, rows=(*self.rows[:number], row, *self.rows[number + 1 :]))

    def retimed(self, clock: FrameClock) -> Self:
        """Recounts timecode at another rate; times in seconds stay, and so do codes that do not exist at it."""

        def moved(at_s: float | None) -> float | None:
            try:
                return None if at_s is None else clock.read(self.clock.write(at_s))
            except NoSuchTime:
                return at_s

        def recounted(cue: Cue) -> Cue:
            return replace(cue, start_s=moved(cue.start_s), end_s=moved(cue.end_s)) if cue.is_coded else cue

        return replace(self, clock=clock, rows=tuple(replace(row, cue=recounted(row.cue)) for row in self.rows))


class SpottingStore:
    """The spotting lists of one library. One thread at a time, any thread."""

    def __init__(self, library: Path) -> None:
        self._folder = library / FOLDER

    def new_key(self, title: str, given: Collection[str] = ()) -> str:
        """A key for a list, different from all others and from those already `given`."""
        plain = re.sub(r"[^\w-]+", "-", title.lower()).strip("-_")[:40] or "list"
        taken = {path.stem for path in self._files()}.union(given)
        return next(key for key in _numbered(plain) if key not in taken)

    def newest(self) -> str | None:
        """The key of the last modified list; None without lists."""
        files = sorted(self._files(), key=lambda path: (_changed(path), path.name))
        return files[-1].stem if files else None

    def titles(self) -> dict[str, str]:
        """The titles of all readable lists by key, last modified first."""
        found = {}
        for path in sorted(self._files(), key=lambda path: (_changed(path), path.name), reverse=True):
            try:
                found[path.stem] = self.read(path.stem).title
            except (CueError, LibraryNewer):
                continue
        return found

    def read(self, key: str) -> SpottingList:
        """Reads a saved list.

        Raises:
            CueError: it cannot be read, or is damaged; the file stays.
            LibraryNewer: a later Earshot wrote it.
        """
        path = self._folder / f"{key}.json"
        try:
            record = json.loads(path.read_text(encoding="utf-8"))
            found = _number(record["format"])
            if found <= FORMAT:
                return _list_of(record, key)
        except OSError as err:
            raise CueError(
                told(CueFault.CANNOT_READ_LIST, path, system_words(err)), advice=CueAdvice.CHECK_LIST
            ) from err
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as err:
            raise CueError(told(CueFault.LIST_DAMAGED, path), advice=CueAdvice.ANEW) from err
        raise LibraryNewer(told(CueFault.LIST_NEWER, path, found, FORMAT), advice=LibraryAdvice.INSTALL_WRITER)

    def write(self, kept: SpottingList) -> None:
        """Saves a list; the former one stays until the new one is whole on the disk.

        Raises:
            StorageFull, LibraryError: it cannot be written; the former one is unchanged.
        """
        path = self._folder / f"{kept.key}.json"
        try:
            make_part(self._folder)
        except OSError as err:
            raise unwritable(path, err) from err
        with replacing(path) as file:
            json.dump(_record_of(kept), file, ensure_ascii=False)

    def remove(self, key: str) -> None:
        """Deletes a list.

        Raises:
            LibraryError: its file cannot be removed.
        """
        path = self._folder / f"{key}.json"
        try:
            path.unlink(missing_ok=True)
        except OSError as err:
            raise unwritable(path, err) from err

    def _files(self) -> list[Path]:
        return list(self._folder.glob("*.json")) if self._folder.is_dir() else []


def _numbered(plain: str) -> Iterator[str]:
    yield plain
    number = 1
    while True:
        number += 1
        yield f"{plain}-{number}"


def _changed(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _record_of(kept: SpottingList) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "title": kept.title,
        "rate": kept.clock.rate.value,
        "is_drop": kept.clock.is_drop,
        "filters": kept.filters,
        "at": kept.at,
        "rows": [
            {"cue": asdict(row.cue), "query": row.query, "pick": None if row.pick is None else _pick_record(row.pick)}
            for row in kept.rows
        ],
    }


def _pick_record(pick: Pick) -> dict[str, Any]:
    return {"uri": pick.path.uri, "sound": int(pick.sound), "start_s": pick.start_s, "end_s": pick.end_s}


def _list_of(record: dict[str, Any], key: str) -> SpottingList:
    rows = tuple(_row_of(row) for row in record["rows"])
    if not rows:
        raise ValueError("a list without rows")
    clock = FrameClock(Rate(record["rate"]), bool(record["is_drop"]))
    at = _number(record["at"]) % len(rows)
    return SpottingList(_text(record["title"]), clock, rows, _text(record["filters"]), at, key)


def _row_of(record: dict[str, Any]) -> SpotRow:
    cue, pick = record["cue"], record["pick"]
    return SpotRow(
        Cue(
            number=_number(cue["number"]),
            name=_text(cue["name"]),
            text=_text(cue["text"]),
            start_s=_seconds(cue["start_s"]),
            end_s=_seconds(cue["end_s"]),
            line=_number(cue["line"]),
            is_coded=bool(cue["is_coded"]),
        ),
        _text(record["query"]),
        None
        if pick is None
        else Pick(
            FilePath.of_uri(_text(pick["uri"])),
            SoundId(_number(pick["sound"])),
            _seconds(pick["start_s"]),
            _seconds(pick["end_s"]),
        ),
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("no text")
    value.encode()  # raises for half a character, which cannot be saved
    return value


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) >= 1 << 63:
        raise TypeError("no number of ours")
    return value


def _seconds(value: object) -> float | None:
    if value is None:
        return None
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0.0 <= value < _MOST_S:
        raise TypeError("no time")
    return float(value)
