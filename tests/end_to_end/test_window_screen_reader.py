"""Earshot by ear and keyboard alone: keys go in, and what comes back is read from the accessibility bus alone.

A designer who cannot see searches, hears, rates, tags and takes sounds out; and every page is read for controls that a
screen reader has no word for.
"""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.pulse import PulseServer, missing_pulse_parts
from tests.helpers.qt import DrivenWindow, Line, wait_until
from tests.helpers.screen_reader import AccessibilityBus, ScreenReader, missing_screen_reader_parts
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import TinyLibrary
from tests.helpers.walked_library import Walked, walked_window
from tests.helpers.walked_pages import PAGES

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs an X server and D-Bus")
_NO_CONTROL = ("unknown", "invalid", "redundant object")
_HOLDERS = ("filler", "panel", "scroll pane", "layered pane")
"""Roles of what only holds others."""
_DRAWN = ("Waveform", "Map of the library", "How each part of the sound fits")
"""Pictures that take the keyboard: AT-SPI has no role for them; their descriptions say what they show."""


@pytest.fixture(scope="module")
def bus(x_display: str) -> Iterator[AccessibilityBus]:
    missing = missing_screen_reader_parts()
    if missing:
        pytest.skip(f"a screen reader needs {', '.join(missing)}")
    with AccessibilityBus(x_display) as bus:
        yield bus


@pytest.fixture
def reader(bus: AccessibilityBus) -> Iterator[ScreenReader]:
    with ScreenReader(bus) as reader:
        yield reader


@pytest.fixture
def window(
    x_display: str, bus: AccessibilityBus, reader: ScreenReader, tiny_library: TinyLibrary, tmp_path: Path
) -> Iterator[DrivenWindow]:
    """A window over a copy of the tiny library, that can be heard."""
    missing = missing_pulse_parts()
    if missing:
        pytest.skip(f"hearing needs {', '.join(missing)}")
    shutil.copytree(tiny_library.folder, tmp_path / "library")
    with PulseServer() as pulse:
        given = (tmp_path / "library", tmp_path / "window.json", "--pack", tiny_library.pack)
        with DrivenWindow(x_display, *given, env={**pulse.env, **bus.env}) as window:
            yield window.open()


def press(reader: ScreenReader, window: DrivenWindow, *keys: str) -> int:
    """Presses keys; gives the place from which on what they brought is to be heard."""
    since = reader.mark()
    window.key(*keys)
    return since


def is_row(line: Line) -> bool:
    return str(line["role"]) == "table cell" and "focused" in line["states"]


@pytest.mark.shows("screen-reader")
def test_who_cannot_see_searches_hears_rates_tags_and_takes_out(
    window: DrivenWindow, reader: ScreenReader, tmp_path: Path
) -> None:
    since = press(reader, window, "ctrl+f")
    window.type("low hum")
    reader.hear("6 sounds", since)

    since = press(reader, window, "Down")
    row = reader.focus(is_row, since)
    name, match, length = str(row["name"]).split(", ")[:3]
    assert name.endswith(".wav") and match in ("Strong match", "Fair match", "Weak match") and length.endswith("s")
    assert "selected" in row["states"]

    plays = ("Stop", "Pause")
    reader.wait("changed", lambda line: line["name"] in plays, since=since)  # the arrow plays what it comes to
    since = press(reader, window, "space")
    reader.wait("changed", lambda line: line["name"] in (*plays, "Play"), since=since)

    since = press(reader, window, "ctrl+4")
    reader.hear("Rating changed on 1 sound", since)
    press(reader, window, "Down")
    since = press(reader, window, "Up")
    assert "4 stars" in reader.focus(lambda line: is_row(line) and name in line["name"], since)["name"]

    since = press(reader, window, "t")
    reader.focus(lambda line: line["name"] == "Add a tag" and line["role"] == "text", since)
    since = reader.mark()
    window.type("spooky")
    window.key("Return")
    reader.hear("Tags changed on 1 sound", since)
    wait_until(lambda: named(reader, "Tag spooky; take it off"), "the tag to be read in the details")
    (stars,) = named(reader, "Rating: 4 of 5 stars")
    assert (stars["role"], stars["value"]) == ("slider", 4.0)

    since = press(reader, window, "ctrl+f")
    window.type("tag:spooky ")
    reader.hear("1 of 6 sounds", since)
    since = press(reader, window, "Down")
    reader.focus(lambda line: is_row(line) and name in line["name"], since)
    since = press(reader, window, "ctrl+shift+p")
    reader.focus(lambda line: line["role"] in ("text", "combo box", "push button"), since)
    assert "Copy to project" in {found["name"] for found in reader.objects() if found["role"] == "dialog"}
    (field,) = named(reader, "Project folder")
    since = reader.mark()
    for _ in range(8):
        if "focused" in field["states"]:
            break
        window.key("Tab")
        (field,) = named(reader, "Project folder")
    assert "focused" in field["states"], field
    window.type(f"{tmp_path}/film")
    window.key("Return")
    reader.hear("1 file copied to", since)
    assert (tmp_path / "film" / name).exists()


@pytest.mark.shows("screen-reader")
def test_progress_of_indexing_and_faults_are_said(window: DrivenWindow, reader: ScreenReader, tmp_path: Path) -> None:
    for number in range(24):
        write_tone(tmp_path / "more" / f"{number}.wav", 200.0 + number, 0.5)
    (tmp_path / "more" / "broken.wav").write_bytes(b"RIFF")
    since = reader.mark()
    add_folder(window, tmp_path / "more")
    reader.hear("Indexing", since)
    reader.hear("added", since)
    fault = reader.wait("announced", lambda line: "broken.wav" in line["text"], since=since)
    assert fault["politeness"] == 2  # assertive: it breaks in


def add_folder(window: DrivenWindow, folder: Path) -> None:
    """Adds a folder as a drop does: the system's dialog of folders is no part of Earshot."""
    path = f"__import__('engine.base.types', fromlist=['FilePath']).FilePath({os.fsencode(folder)!r})"
    at = f"app.gathering.add(({path},))"
    window.look(f"str({at})")


def named(reader: ScreenReader, name: str) -> list[Line]:
    """What shows under a name that begins so."""
    return [found for found in reader.objects() if str(found["name"]).startswith(name)]


def faults(objects: list[Line]) -> list[str]:
    """Controls that a screen reader cannot tell: no name, no role, or no state."""
    found = []
    for one in objects:
        if "focusable" not in one["states"]:
            continue
        where = f"{one['role']} {one['name']!r} in {one['path']}"
        if not one["name"] and not one.get("labels"):
            found.append(f"no name: {where}")
        if one["role"] in _NO_CONTROL:
            found.append(f"no role: {where}")
        if one["role"] in _HOLDERS and not one["children"] and one["name"] not in _DRAWN:
            found.append(f"a holder of nothing: {where}")
        if not {"enabled", "sensitive"} & set(one["states"]) and "visible" not in one["states"]:
            found.append(f"no state: {where}")
    return found


def is_calm(window: DrivenWindow) -> bool:
    """Whether it looks the same twice."""
    first, second = (window.ask({"do": "walk", "step": "calm", "with": []}) for _ in range(2))
    return first == second


@pytest.mark.shows("screen-reader")
def test_every_control_of_every_page_has_name_role_and_state(
    x_display: str, bus: AccessibilityBus, reader: ScreenReader, walked: Walked, tmp_path: Path
) -> None:
    with walked_window(x_display, walked, tmp_path, env=bus.env) as window:
        found = {}
        for page in PAGES:
            if page == "first start":
                continue
            for step in ("fill", "ready", "then"):
                done = window.ask({"do": "walk", "step": step, "with": [] if step == "fill" else [page]})
                assert "fault" not in done, done
                wait_until(lambda: is_calm(window), "the window to be at rest")
            objects = reader.objects()
            assert sum("focusable" in one["states"] for one in objects) > 20
            if wrong := faults(objects):
                found[page] = wrong
        assert not found, "\n".join(f"{page}: {one}" for page, wrong in found.items() for one in wrong)
