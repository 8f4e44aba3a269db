"""Harnesses of lists of cues, which other programs wrote, and of a spotting list as Earshot keeps it."""

import json
from collections.abc import Iterator

from engine.base.clocks import FrameClock, Rate
from engine.base.errors import EngineError
from engine.features.spotting.cue_reader import read_cue_text, read_cues
from engine.features.spotting.spotting_list import FOLDER, SpottingList, SpottingStore
from tests.engine.features.spotting.test_reading import (
    AUDACITY,
    AUDITION,
    AVID,
    CMX,
    PLAIN,
    PREMIERE,
    PRO_TOOLS,
    RADIO,
    REAPER,
    RESOLVE,
    SRT,
)
from tests.fuzz.harness import Harness, file_of, letters, scratch

_KEY = "fuzzed"
_LISTS = (PLAIN, RADIO, CMX, RESOLVE, SRT, PREMIERE, REAPER, AUDITION, AUDACITY, AVID, PRO_TOOLS)


def _cues(data: bytes) -> None:
    """A file, and the same as it would be pasted; what was read is kept, and comes back as it was."""
    clock = FrameClock(Rate.R29_97, is_drop=True)
    try:
        sheet = read_cues(file_of(data, "cues.txt").native, clock)
    except EngineError:
        sheet = None
    try:
        sheet = read_cue_text(letters(data), clock) if sheet is None else sheet
    except EngineError:
        return
    kept = SpottingList.of(sheet, _KEY)
    store = SpottingStore(scratch())
    store.write(kept)
    assert store.read(_KEY) == kept
    kept.retimed(FrameClock(Rate.R25))


def _list(data: bytes) -> None:
    """The file of a list; one that is read is written, and can be counted at another rate."""
    store = SpottingStore(scratch())
    (scratch() / FOLDER).mkdir(exist_ok=True)
    (scratch() / FOLDER / f"{_KEY}.json").write_bytes(data)
    store.titles()
    try:
        found = store.read(_KEY)
    except EngineError:
        return
    store.write(found)
    assert store.read(_KEY) == found
    found.retimed(FrameClock(Rate.R24))
    for row in found.rows:
        assert row.cue.query is not None
        if row.cue.start_s is not None:
            found.clock.write(row.cue.start_s)


def _texts() -> Iterator[bytes]:
    yield from (text.encode() for text in _LISTS)


def _lists() -> Iterator[bytes]:
    cue = {"number": 1, "name": "", "text": "door", "start_s": 1.5, "end_s": None, "line": 1, "is_coded": True}
    pick = {"uri": "file:///sounds/door.wav", "sound": 3, "start_s": 0.0, "end_s": 2.0}
    rows = [{"cue": cue, "query": "door", "pick": pick}, {"cue": {**cue, "number": 2}, "query": "rain", "pick": None}]
    whole = {"format": 1, "title": "Scene", "rate": "25", "is_drop": False, "filters": "", "at": 0, "rows": rows}
    yield json.dumps(whole).encode()


_WORDS = (
    "-->",
    "TITLE:",
    "FCM: DROP FRAME",
    "* FROM CLIP NAME:",
    "|M:",
    "\t",
    "SFX:",
    "01:00:00;00",
    "00:00:01,000",
    "\x00",
)
_JSON = (
    "null",
    "true",
    "1e999",
    "-1",
    "NaN",
    "Infinity",
    "[]",
    "{}",
    '""',
    "\\ud800",
    "\\u0000",
    "[[[[",
    "9" * 40,
    '"cue"',
)

HARNESSES = (Harness("cues", _cues, _texts, _WORDS), Harness("spotting-list", _list, _lists, _JSON))
