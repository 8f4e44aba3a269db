"""A whole session of a window with --read-only, watched by strace: no call changes anything among the sounds."""

import os
import shutil
import sys
from pathlib import Path

import psutil
import pytest

from tests.helpers.pulse import PulseServer, missing_pulse_parts
from tests.helpers.qt import DrivenWindow, Talking, wait_until
from tests.helpers.sounds import write_tone
from tests.helpers.system_calls import CHANGING, SystemCalls, is_there
from tests.helpers.tiny_library import TinyLibrary

pytestmark = [
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="strace is Linux's"),
    pytest.mark.skipif(not is_there(), reason="watching needs strace: apt-get install strace"),
]
_PARTNER_PLACE = (1470, 250)
_PATIENCE_S = 240.0


@pytest.mark.shows("sounds-left-alone")
@pytest.mark.timeout(900)
def test_no_call_of_a_windows_session_changes_anything_among_the_sounds(
    x_display: str, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    if missing := missing_pulse_parts():
        pytest.skip(f"playing needs {', '.join(missing)}")
    sounds = tmp_path / "sounds"
    shutil.copytree(tiny_library.sounds, sounds)
    write_tone(sounds / "tones" / "later.wav", 900.0, 2.0)
    (tmp_path / "traces").mkdir()
    calls = SystemCalls(tmp_path / "traces", CHANGING)
    homes = {name: str(tmp_path / name) for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")}
    with PulseServer() as pulse:
        environment = {**pulse.env, **homes, "XDG_MUSIC_DIR": str(tmp_path / "Music")}
        given = ("--pack", tiny_library.pack, "--read-only", sounds)
        place = (x_display, tmp_path / "library", tmp_path / "window.json")
        window = DrivenWindow(*place, *given, env=environment, under=calls.command)
        try:
            with window:
                _use(window, x_display)
        finally:
            for left in psutil.process_iter():
                if str(tmp_path) in " ".join(_words(left)) and left.pid != os.getpid():
                    psutil.wait_procs([left], 60)
    changed = [line for line in calls.changes() if str(sounds) in line]
    elsewhere = [line for line in calls.changes() if str(tmp_path / "library") in line]
    assert changed == []
    assert len(elsewhere) > 10, "what is written elsewhere was seen"
    assert list((tmp_path / "Music").rglob("*.wav")), "a part of a sound was handed out"
    assert sorted(path.name for path in sounds.rglob("*.*")) == [*(f"{n}" for n in ("later.wav",)), *_names()]


def _names() -> list[str]:
    return [f"take {number}.wav" for number in (0, 1, 2, 3, 4, 9)]


def _words(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []


def _use(window: DrivenWindow, display: str) -> None:
    """Indexes, searches, plays, rates, tags, notes, drags, and tries to write into a sound."""
    window.wait("indexing", lambda line: not line["is_running"], patience_s=_PATIENCE_S)
    window.open()
    window.type("low hum")
    window.wait("shown", lambda line: line["text"] == "low hum", patience_s=_PATIENCE_S)
    since = window.mark()
    window.key("Down")
    window.wait("started", since=since)
    window.key("ctrl+4")
    marks = "window.results.current_hit().sound.marks"
    wait_until(lambda: window.look(f"{marks}.rating") == 4, "four stars")
    window.key("t")
    wait_until(lambda: window.ask({"do": "state"})["focus"] == "QLineEdit", "the field for tags")
    window.type("deep")
    window.key("Return")
    wait_until(lambda: window.look(f"list({marks}.tags)") == ["deep"], "the tag")
    window.key("Escape", "ctrl+f", "Down")
    window.hands.drag(
        window.where("wave", row=250),
        window.where("wave", row=750),
        is_over=lambda: window.ask({"do": "state"})["selection"],
        what="the waveform to be selected",
    )
    environment = {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}
    with Talking("tests.helpers.drag_partner", (), environment) as other:
        other.wait("ready")
        window.hands.activate("Earshot")
        window.hands.drag(
            window.where("wave", row=500, column=0),
            _PARTNER_PLACE,
            is_over=lambda: other.seen("entered"),
            what="the other program to notice the drag",
        )
        other.wait("dropped")
    window.hands.activate("Earshot")
    window.hands.click(window.where("row", 0))
    window.key("F2")
    window.hands.click(window.where("named CatID"))
    window.type("doorwood")
    window.key("Return")
    window.hands.click(window.where("named Rename 1 file"))
    wait_until(lambda: "alone" in window.ask({"do": "walk", "step": "words"})["value"], "what says that it may not")
