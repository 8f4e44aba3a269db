"""Harnesses of what the window reads: its settings, tabs and last place, a second start's call, lines of a training."""

import base64
import json
from collections.abc import Iterator
from dataclasses import asdict

from desktop.app.single_instance import Call
from desktop.base.settings import WindowSettings
from desktop.base.settings_file import read_settings
from desktop.controllers.startup.last_place import LastPlace, read_place, record_of
from desktop.deck.deck_height import _height_in
from desktop.features.retrain.runs import run_in
from desktop.features.retrain.training_progress import TrainingProgress
from desktop.features.tabs.stored_tabs import StoredTab, from_text, to_text
from desktop.results.columns import from_text as columns_from_text
from desktop.results.rows_state import RowsPlace, SearchPlace
from desktop.work.requests import Reference, Request
from engine.base.training_events import record_in
from engine.base.types import FilePath, SoundId
from engine.search.sorting import SortKey
from tests.fuzz.harness import Harness, file_of, letters, scratch

_LIBRARY = "/library"


def _call(data: bytes) -> None:
    try:
        call = Call.from_line(data)
    except ValueError:
        return
    assert Call.from_line(call.to_line()) == call


def _settings(data: bytes) -> None:
    found = read_settings(file_of(data, "window.json").native)
    json.dumps(asdict(found)).encode()
    from_text(found.tabs), columns_from_text(found.columns), _height_in(found.deck)


def _tabs(data: bytes) -> None:
    text = letters(data)
    tabs, current = from_text(text)
    kept = to_text(tabs, current)
    again, _ = from_text(kept)
    assert len(again) == len(tabs)


def _place(data: bytes) -> None:
    found = read_place(file_of(data, "window-left.json").native, scratch() / "library")
    if found is not None:
        json.dumps(record_of(found))


def _training(data: bytes) -> None:
    story = TrainingProgress()
    for line in data.split(b"\n"):
        record = record_in(line)
        if record is not None:
            story.take(record)
    run = run_in(file_of(data, "window.json").native.parent)
    if run is not None:
        assert isinstance(run.is_alive, bool) and run.asked.arguments(scratch())


def _texts(data: bytes) -> None:
    text = letters(data)
    columns_from_text(text), _height_in(text), _height_in(base64.b64encode(data).decode())


def _tab_lists() -> Iterator[bytes]:
    rows = RowsPlace((SortKey.NAME, True), SoundId(3), selected=(3, 4), top=SoundId(1), opened=(SoundId(3),))
    reference = Reference(FilePath(b"/a/b.wav"), SoundId(3), 0.5, 1.5)
    tabs = [
        StoredTab(Request("door dur:<2", filters="ext:wav", without=frozenset({"x"}))),
        StoredTab(Request("", reference), SearchPlace(rows, SoundId(3), (0.25, 1.0))),
    ]
    yield to_text(tabs, 1).encode()


def _settings_files() -> Iterator[bytes]:
    yield json.dumps({"version": 1, **asdict(WindowSettings())}).encode()
    tabs = next(_tab_lists()).decode()
    yield json.dumps(
        {"version": 1, "tabs": tabs, "columns": "name:300 length:70", "keys": {"play": ["Space"]}}
    ).encode()


def _places() -> Iterator[bytes]:
    at = RowsPlace((SortKey.NAME, True), SoundId(3), selected=(3, 4), top=SoundId(1))
    yield json.dumps(dict(record_of(LastPlace(str(scratch() / "library"), "door", "", ("x",), (1, 2, 3), at)))).encode()


def _training_lines() -> Iterator[bytes]:
    lines = [
        {"event": "material", "used": {"train": 5, "val": 1, "captions": 9, "seconds": 10.0}, "left_out": []},
        {"event": "begun", "steps": 9, "minutes": 3.0, "device": "cpu", "pack_id": "p"},
        {"event": "step", "step": 1, "steps": 9, "loss": 0.5, "minutes": 0.1, "left_s": 4.0},
        {"event": "looked", "step": 1, "val_map10": 0.2, "val_recall1": 0.1, "val_recall10": 0.3, "best": True},
        {"event": "finished", "pack": "/p", "pack_id": "q", "name": "n", "notes": ["a"]},
        {"event": "failed", "message": "m", "advice": "a"},
    ]
    yield b"\n".join(json.dumps(line).encode() for line in lines)
    asked = {"kind": "library", "path": "/l", "minutes": 3, "library": "/l", "pack": "", "owner": ""}
    yield json.dumps({"version": 1, "asked": asked, "fate": "open", "pid": 0, "began": ""}).encode()


_JSON = ("null", "true", "1e999", "-1", "NaN", "Infinity", "[]", "{}", '""', "\\ud800", "\\u0000", "[[[[", "9" * 40)

HARNESSES = (
    Harness("call", _call, lambda: [Call((FilePath(b"/a\xff"),), "door", "t").to_line()], (*_JSON, "file://", "%00")),
    Harness("settings", _settings, _settings_files, _JSON, 8000),
    Harness("tabs", _tabs, _tab_lists, _JSON),
    Harness("last-place", _place, _places, _JSON),
    Harness("training-lines", _training, _training_lines, (*_JSON, '"event"', '"which"', '"measured"')),
    Harness("window-texts", _texts, lambda: [b"waveform:150 name:400 length:74"], ("name:", "rating:"), 512),
)
