"""The scripts for DAWs: where they are installed, and what they ask a real `earshot serve` in a plain Lua."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
import soundfile

from engine.base.errors import TransferError
from engine.cli.main import main
from engine.features.send.daw_scripts import DawProgram, install_script, script_text
from tests.engine.features.door.serving import served
from tests.helpers.tiny_library import REPOSITORY, TinyLibrary

PLACE_S = 48_001 / 48_000
"""Where the cursor stands: on no frame of 25 a second."""
needs_lua = pytest.mark.skipif(shutil.which("lua5.3") is None, reason="lua5.3 is not installed")
REAPER = """
local calls = {}
local function note (name) return function (...) calls[#calls + 1] = { name, ... } return name end end
reaper = setmetatable ({
	GetUserInputs = function () return true, "steady high tone $(pwd) 'é" end,
	GetMousePosition = function () return 0, 0 end,
	GetCursorPosition = function () return PLACE end,
	GetSetProjectInfo = function (_, name) return name == "PROJECT_SRATE" and 48000.0 or 1.0 end,
	GetSelectedTrack = function () return "track" end,
	GetMediaSourceLength = function () return 3.0, false end,
}, { __index = function (_, name) return note (name) end })
gfx = { init = print, quit = print, showmenu = function (lines) print (lines) return 2 end }
"""
"""A stand-in for what the script uses of REAPER's API: the second line of the menu is chosen."""
TOLD = """
for _, call in ipairs (calls) do
	local words = {}
	for number, word in ipairs (call) do words[number] = tostring (word) end
	print ("call", table.concat (words, "\\t"))
end
"""


def lua(text: str, folder: Path) -> str:
    """What a plain Lua prints, on both streams."""
    script = folder / "script.lua"
    script.write_text(text, encoding="utf-8")
    done = subprocess.run(["lua5.3", str(script)], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def test_a_script_goes_where_ardour_looks_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with pytest.raises(TransferError, match="no folder for scripts of Ardour"):
        install_script(DawProgram.ARDOUR, None)
    for name in ("ardour6", "ardour7", "ardour8", "REAPER"):
        (tmp_path / name).mkdir()
    made = [*install_script(DawProgram.ARDOUR, None), *install_script(DawProgram.REAPER, None)]
    assert [path.relative_to(tmp_path).parts[:2] for path in made] == [
        ("ardour7", "scripts"), ("ardour8", "scripts"), ("REAPER", "Scripts"),
    ]  # fmt: skip


def test_a_script_is_installed_from_the_shell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["send", "install-script", "reaper", "--to", str(tmp_path / "new"), "--json"]) == 0
    (made,) = [Path(json.loads(line)["path"]) for line in capsys.readouterr().out.splitlines()]
    text = made.read_text(encoding="utf-8")
    assert "DOOR_CLIENT" not in text and "EARSHOT_COMMAND" not in text and "engine.cli.main" in text


@needs_lua
@pytest.mark.parametrize("program", list(DawProgram))
def test_a_command_with_any_character_is_a_lua_string(program: DawProgram, tmp_path: Path) -> None:
    odd = 'a "b" \\n $(c)\n%d'
    text = script_text(program, [odd])
    start = text.index("local earshot = ")
    line = text[start : text.index("\n", start)]
    said = lua(f'{line}\nos.execute (earshot:gsub ("^env %-u %S+", "printf %%s") .. "")', tmp_path)
    assert said == odd


@needs_lua
def test_texts_and_numbers_come_back_as_they_were(tmp_path: Path) -> None:
    client = (REPOSITORY / "resources" / "daw" / "door_client.lua").read_text(encoding="utf-8")
    value = {"text": 'a "b" \\ \n\t é 𝄞', "number": 0.1, "list": [1, [], {}, None, True, False], "low": -1e-7}
    given = json.dumps(value).replace("\\", "\\\\").replace("'", "\\'")
    more = "local function told (v) return type (v) == 'table' and '{' .. #v .. '}' or encoded (v) end\n"
    more += f"local v = decoded ('{given}', 1)\n"
    more += "print (encoded (v.text)) print (encoded (v.number), encoded (v.low)) print (told (v.list), v.list[5])\n"
    more += "for _, bad in ipairs { '', '{', '[1', '\"a', '{\"a\" 1}', 'nil' } do print ((pcall (decoded, bad, 1))) end"
    lines = lua(client + more, tmp_path).splitlines()
    assert json.loads(lines[0]) == value["text"]
    assert [float(number) for number in lines[1].split()] == [0.1, -1e-7]
    assert lines[2].endswith("true") and lines[3:] == ["false"] * 6


@needs_lua
@pytest.mark.shows("send")
def test_the_script_of_reaper_asks_and_places_by_its_calls(
    tiny_library: TinyLibrary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(REPOSITORY))
    (path,) = install_script(DawProgram.REAPER, tiny_library.folder, tmp_path / "Scripts")
    script = REAPER.replace("PLACE", repr(PLACE_S)) + path.read_text(encoding="utf-8") + TOLD
    with served(tiny_library.folder, "--out", tmp_path / "out"):
        said = lua(script, tmp_path)
    assert "D_POSITION" in said, said
    (file,) = (tmp_path / "out").glob("*.wav")
    assert (soundfile.info(file).samplerate, said.count("|")) == (48_000, 5)
    calls = [line.split("\t")[1:] for line in said.splitlines() if line.startswith("call\t")]
    assert ["PCM_Source_CreateFromFile", str(file)] in calls
    assert ["GetSetMediaItemTakeInfo_String", "AddTakeToMediaItem", "P_NAME", file.stem, "true"] in calls
    (position,) = [float(call[3]) for call in calls if call[2:3] == ["D_POSITION"]]
    assert abs(position - PLACE_S) * 48_000 < 1e-6
    said = lua(script, tmp_path)  # nobody answers any more
    assert "no Earshot answers" in said and "D_POSITION" not in said
