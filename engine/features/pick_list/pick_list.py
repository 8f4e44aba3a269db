"""picks.json: the moments that the user picked, in order, beside the catalogue.

Sounds are named by path: what is picked is handed out soon. Each change reads the file, and writes it beside its place,
so that a kill or a full disk leaves the former list, and window and shell do not overwrite each other's picks.
"""

import json
import threading
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from engine.audio.decode import open_audio
from engine.audio.metadata import read_metadata
from engine.audio.riff_tags import tidy
from engine.base.atomic_files import replacing
from engine.base.cancellation import Cancel, check, never
from engine.base.errors import AudioError, LibraryNewer, TransferError
from engine.base.file_messages import system_words
from engine.base.library_messages import LibraryAdvice
from engine.base.messages import told
from engine.base.types import FilePath
from engine.features.pick_list.messages import PickAdvice, PickFault
from engine.transfer.collect import ExportItem

FILE_NAME = "picks.json"
FORMAT = 1
MOST_PICKS = 2_000
MOST_LETTERS = 200
"""Of a name."""
_MOST_BYTES = 16 << 20
_MOST_S = 1e7
_changing = threading.Lock()


class PickedMoment(Struct, frozen=True):
    """A stretch of a sound, or all of it."""

    path: FilePath
    start_s: float | None = None
    """None for the whole sound."""
    end_s: float | None = None
    name: str = ""
    """What it was picked for: `{cue}` of a profile's pattern."""


class PickPieces(Struct, frozen=True):
    """What the list hands out."""

    pieces: tuple[ExportItem, ...]
    lengths_s: tuple[float, ...]
    """Of each piece."""
    unread: tuple[AudioError, ...]
    """Why others cannot be read."""


def read_picks(library: Path) -> tuple[PickedMoment, ...]:
    """Returns the list, empty if there is none.

    Raises:
        TransferError: it cannot be read, or is damaged; the file stays.
        LibraryNewer: a later Earshot wrote it.
    """
    path = library / FILE_NAME
    try:
        with path.open("rb") as file:
            raw = file.read(_MOST_BYTES + 1)
        if len(raw) > _MOST_BYTES:
            raise ValueError("too large")
        record = json.loads(raw)
        found = record["format"]
        if isinstance(found, int) and found > FORMAT:
            raise LibraryNewer(told(PickFault.PICKS_NEWER, path, found, FORMAT), advice=LibraryAdvice.INSTALL_WRITER)
        picks = tuple(map(_pick_of, record["picks"]))
        if found != FORMAT or len(picks) > MOST_PICKS:
            raise ValueError("not a list of ours")
    except FileNotFoundError:
        return ()
    except OSError as err:
        fault = told(PickFault.CANNOT_READ_PICKS, path, system_words(err))
        raise TransferError(fault, advice=PickAdvice.CHECK_PICKS_DRIVE) from err
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as err:
        raise TransferError(told(PickFault.PICKS_DAMAGED, path), advice=PickAdvice.PICKS_ANEW) from err
    return picks


def add_picks(library: Path, new: Iterable[PickedMoment]) -> tuple[PickedMoment, ...]:
    """Adds moments to the end, except those that are in the list; returns the list.

    Raises:
        TransferError: a moment is odd, there are too many, or the list cannot be read.
        StorageFull, LibraryError: it cannot be written; the former one is unchanged.
    """
    clean = [_checked(one) for one in new]
    return _changed(library, lambda picks: tuple(dict.fromkeys((*picks, *clean))))


def remove_picks(library: Path, gone: Sequence[PickedMoment]) -> tuple[PickedMoment, ...]:
    """Removes moments; returns the list. Raises as `add_picks`."""
    return _changed(library, lambda picks: tuple(one for one in picks if one not in gone))


def restore_picks(
    library: Path, former: tuple[PickedMoment, ...], now: tuple[PickedMoment, ...]
) -> tuple[PickedMoment, ...]:
    """Brings a former list back if the list is `now`; returns the list. Raises as `add_picks`."""
    return _changed(library, lambda picks: former if picks == now else picks)


def pick_pieces(picks: Sequence[PickedMoment], cancel: Cancel = never) -> PickPieces:
    """Returns a piece for each moment whose sound can be read, in the order of the list.

    Raises:
        StopRequested: cancelled.
    """
    pieces, lengths_s, unread = [], [], []
    for one in picks:
        check(cancel)
        try:
            with open_audio(one.path) as stream:
                duration_s = stream.info.duration_s
            metadata = read_metadata(one.path)
        except AudioError as err:
            unread.append(err)
            continue
        words = (("cue", one.name),) if one.name else ()
        pieces.append(ExportItem(one.path, metadata, one.start_s, one.end_s, words=words))
        whole = one.start_s is None or one.end_s is None
        lengths_s.append(duration_s if whole else (one.end_s or 0.0) - (one.start_s or 0.0))
    return PickPieces(tuple(pieces), tuple(lengths_s), tuple(unread))


def _changed(
    library: Path, change: Callable[[tuple[PickedMoment, ...]], tuple[PickedMoment, ...]]
) -> tuple[PickedMoment, ...]:
    with _changing:
        former = read_picks(library)
        picks = change(former)
        if len(picks) > MOST_PICKS:
            raise TransferError(told(PickFault.PICKS_MANY, MOST_PICKS), advice=PickAdvice.PICKS_FEWER)
        if picks != former:
            with replacing(library / FILE_NAME) as file:
                json.dump({"format": FORMAT, "picks": [_record(one) for one in picks]}, file, ensure_ascii=False)
        return picks


def _checked(pick: PickedMoment) -> PickedMoment:
    """Returns a moment with a tidy name; raises TransferError for an odd one."""
    name = " ".join(tidy(pick.name).split())
    is_whole = pick.start_s is None and pick.end_s is None
    is_odd = len(name) > MOST_LETTERS
    if not is_whole:
        is_odd |= pick.start_s is None or pick.end_s is None or not 0.0 <= pick.start_s < pick.end_s < _MOST_S
    if is_odd:
        raise TransferError(told(PickFault.PICK_ODD, MOST_LETTERS), advice=PickAdvice.PICK_TIMES)
    return PickedMoment(pick.path, pick.start_s, pick.end_s, name)


def _record(pick: PickedMoment) -> dict[str, Any]:
    return {"uri": pick.path.uri, "start_s": pick.start_s, "end_s": pick.end_s, "name": pick.name}


def _pick_of(record: dict[str, Any]) -> PickedMoment:
    """Reads a moment; raises ValueError, KeyError or TypeError if Earshot did not write it."""
    start_s, end_s = (None if record[key] is None else float(record[key]) for key in ("start_s", "end_s"))
    name = record["name"]
    if not isinstance(name, str) or not str(record["uri"]).startswith("file:///"):
        raise TypeError("no name, or no file")
    try:
        return _checked(PickedMoment(FilePath.of_uri(record["uri"]), start_s, end_s, name))
    except TransferError as err:
        raise ValueError("no moment of ours") from err
