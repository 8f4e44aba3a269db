"""The script in the real Ardour, in a window under Xvfb, by its keys: sounds stand at the playhead to the sample."""

import base64
import os
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import soundfile

from engine.features.send.daw_scripts import DawProgram, install_script
from tests.engine.features.door.serving import served
from tests.helpers.qt import Hands, XServer, missing_x_programs, wait_until
from tests.helpers.tiny_library import REPOSITORY, TinyLibrary

RATE = 48_000
_TICKS = 282_240_000 // RATE
"""Ardour 7 counts 282,240,000 ticks a second: libs/pbd/pbd/superclock.h."""
PLACES = (48_001, 500_009, 1_234_567)
"""Where the playhead stands, in samples: on no frame of 25 a second."""
WORDS = ("steady high tone", "low hum", "hiss")
_KEYS = Path("/etc/ardour7/ardour.keys")
_CONFIG = """<?xml version="1.0" encoding="UTF-8"?>
<Ardour><Config><Option name="try-autostart-engine" value="1"/><Option name="hide-dummy-backend" value="0"/></Config>
<Extra><AudioMIDISetup><EngineStates>
<State backend="None (Dummy)" driver="Normal Speed" device="Silence" input-device="" output-device=""
 sample-rate="48000" buffer-size="1024" n-periods="0" input-latency="0" output-latency="0" lm-input="" lm-output=""
 active="1" use-buffered-io="0" midi-option="1 in, 1 out, Silence" lru="1"><MIDIDevices/></State>
</EngineStates></AudioMIDISetup></Extra></Ardour>
"""
_MOVE = """
local function move ()
	local file = io.open ("{place}")
	local sample = tonumber (file:read ("a"))
	file:close ()
	Session:request_locate (
		sample, false, ARDOUR.LocateTransportDisposition.MustStop, ARDOUR.TransportRequestSource.TRS_UI)
end
return move
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The settings folder of an Ardour that was started before."""
    missing = [*missing_x_programs(), *(name for name in ("ardour", "ardour7-lua") if shutil.which(name) is None)]
    if missing or not _KEYS.is_file() or not _programs():
        pytest.skip(f"the window of Ardour 7 cannot be driven here: {', '.join(missing) or 'no program'} is missing")
    folder = tmp_path / "home"
    (folder / "ardour7").mkdir(parents=True)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder))
    monkeypatch.setenv("PYTHONPATH", str(REPOSITORY))  # Ardour starts Earshot in a folder of its own
    return folder


def _programs() -> list[Path]:
    return sorted(Path("/usr/lib/ardour7").glob("ardour-7*"))


def write_config(home: Path, script: str, place: Path) -> None:
    """Settings with a silent sound card, and scripts on two keys: = for the sound, - to move the playhead."""
    (home / "ardour7" / "config").write_text(_CONFIG)
    (home / "ardour7" / ".a7").touch()  # it was here before, and asks nothing
    chunks = ["local ardour = function () end\n" + script + "\nreturn factory (...)", _MOVE.format(place=place)]
    state = "scripts = {} "
    for number, chunk in enumerate(chunks, start=1):
        assert "]====]" not in chunk
        state += f'scripts[{number}] = {{n = "{number}", s = "", a = {{}}, f = [====[{chunk}]====]}} '
    coded = base64.b64encode(state.encode()).decode()
    scripts = f'<UIScripts><ActionScript lua="Lua 5.3">{coded}</ActionScript><ActionHooks/></UIScripts>'
    (home / "ardour7" / "ui_scripts").write_text(scripts)
    keys = _KEYS.read_text().replace("Editor/temporal-zoom-in", "LuaAction/script-1")
    (home / "keys").mkdir()
    (home / "keys" / "ardour.keys").write_text(keys.replace("Editor/temporal-zoom-out", "LuaAction/script-2"))


@contextmanager
def ardour(session: Path, home: Path, display: str) -> Iterator[None]:
    """A window of Ardour with a session; /usr/bin/ardour sets the same variables, and no folder of keys."""
    environment = {
        "DISPLAY": display, "ARDOUR_DATA_PATH": "/usr/share/ardour7", "ARDOUR_DLL_PATH": "/usr/lib/ardour7",
        "ARDOUR_CONFIG_PATH": f"{home / 'keys'}:/etc/ardour7", "LD_LIBRARY_PATH": "/usr/lib/ardour7",
        "GTK_PATH": "/etc/ardour7:/usr/lib/ardour7",
    }  # fmt: skip
    command = [str(_programs()[-1]), "--no-announcements", "--no-splash", "--disable-plugins", str(session)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "stdin": subprocess.DEVNULL}
    process = subprocess.Popen(command, env={**os.environ, **environment}, **quiet)  # type: ignore[call-overload]
    try:
        yield
    finally:
        process.kill()
        process.wait(timeout=60)


def regions_of(session: Path) -> list[tuple[int, str, int]]:
    """First sample, name and length of each region on a track, by place, from the session file."""
    found = []
    for region in ElementTree.parse(session / "film.ardour").getroot().findall("Playlists/Playlist/Region"):
        length, at = (int(part[1:]) for part in region.get("length", "").split("@"))
        assert length % _TICKS == at % _TICKS == 0
        found.append((at // _TICKS, region.get("name", ""), length // _TICKS))
    return sorted(found)


@pytest.mark.timeout(300)
@pytest.mark.shows("send")
def test_sounds_are_put_at_the_playhead_from_within_ardour(
    tmp_path: Path, home: Path, tiny_library: TinyLibrary
) -> None:
    (script,) = install_script(DawProgram.ARDOUR, tiny_library.folder)
    place, session, out = tmp_path / "place", tmp_path / "film", tmp_path / "out"
    write_config(home, script.read_text(encoding="utf-8"), place)
    new = tmp_path / "new.lua"
    new.write_text(f'create_session("{session}", "film", {RATE})\nclose_session()\n')
    subprocess.run(["ardour7-lua", str(new)], check=True, capture_output=True, stdin=subprocess.DEVNULL)
    with served(tiny_library.folder, "--out", out), XServer("1280x800x24") as screen:
        hands, environment = Hands(screen.display), {**os.environ, "DISPLAY": screen.display}

        def is_active(title: str) -> bool:
            asked = ["xdotool", "getactivewindow", "getwindowname"]
            said = subprocess.run(asked, env=environment, capture_output=True, text=True, check=False)  # none at first
            return said.stdout.strip() == title

        def placed() -> int:
            hands.do("key", "ctrl+s")
            return len(regions_of(session))

        with ardour(session, home, screen.display):
            wait_until(lambda: is_active("film - Ardour"), "Ardour to open the session", 120)
            for number, (sample, words) in enumerate(zip(PLACES, WORDS, strict=True), start=1):
                place.write_text(str(sample))
                hands.do("key", "minus", "equal")
                wait_until(lambda: is_active("Sound from Earshot"), "the question")
                hands.do("type", "--delay", 15, words)
                hands.do("key", "alt+o")
                wait_until(lambda words=words: is_active(words), "the answers")
                hands.do("key", "alt+o")
                wait_until(lambda: is_active("film - Ardour"), "the session")
                wait_until(lambda number=number: placed() == number, "the region to be saved")
    files = {path.stem: soundfile.info(path) for path in out.glob("*.wav")}
    regions = regions_of(session)
    assert [at for at, _, _ in regions] == list(PLACES)
    assert {name: length for _, name, length in regions} == {name: info.frames for name, info in files.items()}
    assert {info.samplerate for info in files.values()} == {RATE} and len(files) == len(PLACES)
    tracks = ElementTree.parse(session / "film.ardour").getroot().findall("Routes/Route[@default-type='audio']")
    assert len([track for track in tracks if track.get("name") != "Master"]) == 1  # the later ones on the selected one
