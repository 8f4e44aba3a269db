"""Harnesses of databases of a library in which bytes have turned: the catalogue, words.db and units.db.

A whole database is no input for a fuzzer. An input is a list of changes to a small good one: four bytes of place (from
the end where the highest bit is set), one of value. SQLite's own part is its makers' to test; what we do with the rows
that come back is ours.
"""

import contextlib
import shutil
import struct
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

import numpy as np

from engine.base.errors import EngineError
from engine.base.types import PackId, SoundId
from engine.features.speech.units_store import UnitsFile, UnitsReason, UnitString
from engine.features.speech.words_file import SpeechStretches, WordsFile
from engine.library.user_data import UserData
from engine.search.query_parser import parse
from engine.store.catalogue import Catalogue
from tests.engine.features.user_data.conftest import make
from tests.fuzz.harness import Harness, scratch

_PACK = PackId("0" * 32)
_CHANGE = struct.Struct(">IB")
_MOST_CHANGES = 16


def _catalogue(data: bytes) -> None:
    folder = _patched("catalogue.sqlite", data)
    try:
        with Catalogue.open(folder, read_only=True) as catalogue:
            _use(catalogue)
    except EngineError:
        pass
    try:
        with Catalogue.open(folder) as catalogue:
            UserData(catalogue).set_rating([SoundId(1)], 3)
            catalogue.database.integrity_check()
    except EngineError:
        pass


def _use(catalogue: Catalogue) -> None:
    """What a window asks of it."""
    catalogue.roots.all(), catalogue.folders.all(), catalogue.sounds.counts(), catalogue.files.failed(10)
    ids = catalogue.passing.ids(parse("ext:wav dur:<9 tag:x", synonyms=lambda word: ()).filters)
    catalogue.sounds.many(ids), catalogue.sounds.newest(10), catalogue.texts.matching("a")
    for id in (SoundId(1), SoundId(2), SoundId(3)):
        for ask in (catalogue.sounds.one, catalogue.sounds.peaks, catalogue.marks.tags):
            with suppress(EngineError):
                ask(id)
    catalogue.segments.rows(catalogue.segments.of([SoundId(1), SoundId(2)])), catalogue.segments.living()
    catalogue.sounds.numbers(np.array([1, 2, 3], np.int64), ("duration_s",))
    keeping = UserData(catalogue)
    keeping.tags(), keeping.collections(), keeping.saved(), keeping.history()


def _words(data: bytes) -> None:
    folder = _patched("words.db", data)
    with suppress(EngineError):
        found = WordsFile.at(folder)
        if found is not None:
            try:
                found.pack_id(), found.known(), found.has_any(), list(found.blocks(4))
            finally:
                found.close()


def _units(data: bytes) -> None:
    folder = _patched("units.db", data)
    with suppress(EngineError):
        found = UnitsFile.at(folder)
        if found is not None:
            with contextlib.closing(found):
                strings = found.all()
                [strings.of(place) for place in range(len(strings))]
                found.get(SoundId(1)), found.get(SoundId(2)), found.pack_id()


def _patched(name: str, data: bytes) -> Path:
    """A folder with the good database, changed as the input says."""
    folder = scratch() / "turned"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    content = bytearray(_good(name))
    whole = data[: len(data) // _CHANGE.size * _CHANGE.size]
    for place, value in list(_CHANGE.iter_unpack(whole))[:_MOST_CHANGES]:
        content[place % len(content)] = value
    (folder / name).write_bytes(content)
    return folder


@cache
def _good(name: str) -> bytes:
    folder = scratch() / "good"
    folder.mkdir(exist_ok=True)
    _MAKERS[name](folder)
    return (folder / name).read_bytes()


def _make_catalogue(folder: Path) -> None:
    make(folder, "abc")
    with Catalogue.open(folder) as catalogue:
        keeping = UserData(catalogue)
        ids = [SoundId(1), SoundId(2)]
        keeping.set_rating(ids, 4)
        keeping.add_tags(ids, ["door"])
        keeping.save_search("Doors", "door dur:<2")
        keeping.add_history("door")


def _make_words(folder: Path) -> None:
    heard = np.arange(3, dtype=np.float64)
    with_three = SpeechStretches(1.5, heard, heard + 0.5, np.eye(4, dtype=np.float32)[:3], heard / 3, heard / 3)
    file = WordsFile.for_pack(folder, _PACK)
    file.keep(SoundId(1), b"d" * 32, with_three)
    file.keep(SoundId(2), b"e" * 32, with_three)
    file.close()


def _make_units(folder: Path) -> None:
    with contextlib.closing(UnitsFile.for_pack(folder, _PACK)) as store:
        for id in (1, 2):
            numbers = np.arange(9, dtype=np.uint8)
            store.keep(SoundId(id), b"d" * 32, UnitString(numbers, numbers, UnitsReason.SPEECH))


_MAKERS: dict[str, Callable[[Path], None]] = {
    "catalogue.sqlite": _make_catalogue,
    "words.db": _make_words,
    "units.db": _make_units,
}


def _seeds() -> Iterator[bytes]:
    yield b""
    yield from (_CHANGE.pack(place, value) for place, value in ((0, 1), (18, 9), (100, 255), (5000, 0), (40_000, 65)))


HARNESSES = (
    Harness("catalogue", _catalogue, _seeds, (), _CHANGE.size * _MOST_CHANGES),
    Harness("words-file", _words, _seeds, (), _CHANGE.size * _MOST_CHANGES),
    Harness("units-file", _units, _seeds, (), _CHANGE.size * _MOST_CHANGES),
)
