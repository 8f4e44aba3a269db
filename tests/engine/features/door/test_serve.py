"""`earshot serve`: a script asks a real process over a real socket."""

import json
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import soundfile

from engine.cli.shell import DONE, WORLDS_FAULT
from engine.features.door.clients import LONGEST_LINE
from engine.features.door.line_server import HAS_SOCKETS
from tests.engine.features.door.serving import Script, served
from tests.helpers.tiny_library import REPOSITORY, TinyLibrary, earshot

pytestmark = pytest.mark.skipif(not HAS_SOCKETS, reason="this system's Python has no Unix sockets")


@pytest.fixture(scope="module")
def at_door(tmp_path_factory: pytest.TempPathFactory, tiny_library: TinyLibrary) -> Iterator[dict[str, str]]:
    """The address of a server that only reads."""
    place = tmp_path_factory.mktemp("door") / "own" / "door.sock"
    with served(tiny_library.folder, "--socket", place) as (address, _):
        yield address


@pytest.fixture
def script(at_door: dict[str, str]) -> Iterator[Script]:
    with Script(at_door) as script:
        yield script


@pytest.mark.shows("door-lines")
def test_a_script_finds_what_the_shell_finds(at_door: dict[str, str], tiny_library: TinyLibrary) -> None:
    shown = earshot("search", "--json", "--library", tiny_library.folder, "--limit", "3", "steady high tone")
    with Script(at_door) as script:  # one that connected before the shell was done would have been silent for too long
        asked = script.ask("search", query="steady high tone", limit=3)["result"]
    assert [hit["path"] for hit in asked["hits"]] == [row["path"] for row in shown]
    assert (len(asked["hits"]), asked["of"]) == (3, 6)
    assert {"start_s", "end_s", "confidence", "uri"} <= asked["hits"][0].keys()


def test_every_tool_is_listed_with_what_it_takes(script: Script) -> None:
    tools = {tool["name"]: tool for tool in script.ask("tools")["result"]["tools"]}
    assert set(tools) == {"search", "similar", "spot", "describe", "moments", "collections", "stats"}
    assert tools["moments"]["arguments"]["required"] == ["sound", "query"]
    assert tools["search"]["arguments"]["properties"]["limit"]["maximum"] == 100


def test_a_sound_is_described_compared_and_looked_into(script: Script, tiny_library: TinyLibrary) -> None:
    sound = tiny_library.sounds / "tones" / "take 2.wav"
    told = script.ask("describe", sound=str(sound))["result"]
    assert (told["channels"], told["duration_s"], told["whereabouts"]) == (1, 3.0, "here")
    assert script.ask("describe", sound=told["uri"])["result"] == told
    like = script.ask("similar", sound=str(sound), start_s=0.5, end_s=2.5)["result"]["hits"]
    assert len(like) == 5 and str(sound) not in {hit["path"] for hit in like}
    inside = script.ask("moments", sound=str(sound), query="steady high tone")["result"]
    assert [word["word"] for word in inside["words"]] == ["steady", "high", "tone"]
    assert inside["moments"] and inside["windows"][0]["start_s"] == 0.0


def test_a_scene_is_answered_line_by_line(script: Script) -> None:
    lines = ["low hum", "steady hiss"]
    told = script.ask("spot", lines=lines, limit=2)["result"]["lines"]
    assert [(one["line"], len(one["hits"])) for one in told] == [("low hum", 2), ("steady hiss", 2)]
    alone = script.ask("search", query="steady hiss", limit=2, variety=0.25)["result"]["hits"]
    assert [hit["path"] for hit in told[1]["hits"]] == [hit["path"] for hit in alone]


def test_words_and_examples_ask_together(script: Script, tiny_library: TinyLibrary) -> None:
    noise = {"sound": str(tiny_library.sounds / "noises" / "take 9.wav")}
    tone = {"sound": (tiny_library.sounds / "tones" / "take 0.wav").as_uri(), "weight": 3}
    hits = script.ask("search", query="tone", like=[tone], unlike=[noise])["result"]["hits"]
    weights = [one["weight"] for one in hits[0]["why"]["examples"]]
    assert weights == [3.0, -1.0]


@pytest.mark.parametrize(
    ("tool", "arguments", "code", "values"),
    [
        ("sing", {}, "NO_SUCH_TOOL", ["sing"]),
        ("mark", {"sounds": [], "rating": 3}, "NOT_OFFERED", ["mark"]),
        ("export_moment", {"sound": "/x.wav"}, "NOT_OFFERED", ["export_moment"]),
        ("moments", {"sound": "/x.wav"}, "ARGUMENT_MISSING", ["query"]),
        ("search", {"words": "rain"}, "ARGUMENT_UNKNOWN", ["words"]),
        ("search", {"query": 7}, "ARGUMENT_NO_TEXT", ["query"]),
        ("search", {"limit": True}, "ARGUMENT_NOT_WHOLE", ["limit"]),
        ("search", {"limit": 2.5}, "ARGUMENT_NOT_WHOLE", ["limit"]),
        ("search", {"sound_only": 1}, "ARGUMENT_NO_FLAG", ["sound_only"]),
        ("search", {"like": "a.wav"}, "ARGUMENT_NO_LIST", ["like"]),
        ("search", {"like": ["a.wav"]}, "ARGUMENT_NO_OBJECT", ["example"]),
        ("search", {"variety": "much"}, "ARGUMENT_NO_NUMBER", ["variety"]),
        ("search", {"query": "x" * 10_001}, "ARGUMENT_TOO_LONG", ["query", 10_000]),
        ("spot", {"lines": ["x"] * 201}, "ARGUMENT_TOO_LONG", ["lines", 200]),
        ("describe", {"sound": "/nowhere/x.wav"}, "NOT_IN_LIBRARY", ["/nowhere/x.wav"]),
        ("describe", {"sound": "relative.wav"}, "NOT_IN_LIBRARY", ["relative.wav"]),
        ("describe", {"sound": "/a\0b.wav"}, "NOT_IN_LIBRARY", ["/a\0b.wav"]),
        ("collections", {"name": "Doors"}, "NO_SUCH_COLLECTION", ["Doors"]),
    ],
)
def test_what_is_wrong_is_told_as_a_value_and_the_next_question_is_answered(
    script: Script, tool: str, arguments: dict[str, object], code: str, values: list[object]
) -> None:
    error = script.ask(tool, **arguments)["error"]
    assert error["what"] == {"what": code, "values": values}
    assert error["message"] and error["advice"]
    assert script.ask("stats")["result"]["sounds"] == 6


def test_a_number_outside_says_the_bounds(script: Script) -> None:
    error = script.ask("search", limit=0)["error"]
    assert (error["what"]["what"], error["message"]) == ("ARGUMENT_OUTSIDE", "“limit” is not from 1 to 100")


def test_lines_that_are_none_do_not_end_the_talk(script: Script) -> None:
    for line in (b"rain\n", b"[]\n", b'{"tool": "search", "arguments": []}\n', b"[" * 50_000 + b"\n", b"\xff\n"):
        script.send(line)
        record = script.read()
        assert record is not None and record["error"]["what"]["what"] == "LINE_NO_REQUEST"
    assert "result" in script.ask("stats", id={"any": ["value"]})


def test_a_line_without_an_end_is_refused(script: Script, at_door: dict[str, str]) -> None:
    script.send(b'"' + b"x" * (LONGEST_LINE + 1))
    record = script.read()
    assert record is not None and record["error"]["what"]["what"] == "LINE_TOO_LONG"
    with Script(at_door) as other:
        assert "result" in other.ask("stats")


def test_clients_beside_one_another_are_answered(at_door: dict[str, str]) -> None:
    with ExitStack() as stack:
        scripts = [stack.enter_context(Script(at_door)) for _ in range(8)]
        for number, one in enumerate(scripts):
            one.send(json.dumps({"id": number, "tool": "search", "arguments": {"query": "hum"}}).encode() + b"\n")
        for number, one in reversed(list(enumerate(scripts))):
            record = one.read()
            assert record is not None and record["id"] == number and record["result"]["hits"]


def test_the_socket_is_its_users_alone_and_goes_at_the_end(tiny_library: TinyLibrary, tmp_path: Path) -> None:
    place = tmp_path / "new" / "door.sock"
    with served(tiny_library.folder, "--socket", place) as (address, process):
        assert address == {"socket": str(place)}
        assert stat.S_IMODE(place.stat().st_mode) == 0o600
        assert stat.S_IMODE(place.parent.stat().st_mode) == 0o700
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == DONE
    assert not place.exists()


def test_a_second_server_is_refused_and_an_abandoned_socket_taken_over(
    tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    place = tmp_path / "door.sock"
    with served(tiny_library.folder, "--socket", place) as (address, process):
        command = [
            sys.executable,
            "-m",
            "engine.cli.main",
            "--library",
            tiny_library.folder,
            "serve",
            "--socket",
            place,
        ]
        second = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, timeout=100)
        assert second.returncode == WORLDS_FAULT and "another Earshot answers" in second.stderr
        with Script(address) as script:
            assert "result" in script.ask("stats")
        process.kill()
        process.wait()
    assert place.exists()
    with served(tiny_library.folder, "--socket", place) as (address, _), Script(address) as script:
        assert "result" in script.ask("stats")


def test_a_file_in_the_place_of_the_socket_stays(tiny_library: TinyLibrary, tmp_path: Path) -> None:
    place = tmp_path / "door.sock"
    place.write_text("mine")
    command = [sys.executable, "-m", "engine.cli.main", "--library", tiny_library.folder, "serve", "--socket", place]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, timeout=100)
    assert done.returncode == WORLDS_FAULT and str(place) in done.stderr
    assert place.read_text() == "mine"


@pytest.mark.parametrize("first", [{"token": "guessed"}, {"tool": "stats"}, {"token": 5}])
def test_a_port_wants_the_token_first(tiny_library: TinyLibrary, first: dict[str, object]) -> None:
    with served(tiny_library.folder, "--port", "0") as (address, _):
        with Script(address) as stranger:
            stranger.send(json.dumps(first).encode() + b"\n")
            record = stranger.read()
            assert record is not None and record["error"]["what"]["what"] == "TOKEN_WRONG"
            assert stranger.read() is None
        with Script(address) as friend:
            friend.send(json.dumps({"token": address["token"]}).encode() + b"\n")
            assert friend.ask("stats")["result"]["sounds"] == 6


def test_without_a_library_it_says_what_to_do(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "engine.cli.main",
        "--library",
        tmp_path / "none",
        "serve",
        "--socket",
        tmp_path / "s",
    ]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, timeout=100)
    assert done.returncode == WORLDS_FAULT and "earshot index" in done.stderr
    assert not (tmp_path / "none").exists() and not (tmp_path / "s").exists()


@pytest.fixture
def own_library(tiny_library: TinyLibrary, tmp_path: Path) -> Path:
    """A copy that may be changed."""
    return shutil.copytree(tiny_library.folder, tmp_path / "library")


@pytest.mark.shows("door-changes")
def test_what_is_allowed_is_kept_and_exported(own_library: Path, tiny_library: TinyLibrary, tmp_path: Path) -> None:
    sound, other = (str(tiny_library.sounds / "tones" / f"take {number}.wav") for number in (1, 2))
    out = tmp_path / "out"
    before = {path: path.read_bytes() for path in tiny_library.sounds.rglob("*.wav")}
    options = ("--socket", tmp_path / "s", "--allow-changes", "--out", out)
    with served(own_library, *options) as (address, _), Script(address) as script:
        marked = script.ask("mark", sounds=[sound, other], rating=4, add_tags=["Scene4"], note="for the gate")
        assert [one["tags"] for one in marked["result"]["sounds"]] == [["Scene4"], ["Scene4"]]
        added = script.ask("add_to_collection", name="Gate", sounds=[other, sound, other])["result"]
        assert added == {"name": "Gate", "sounds": 2, "added": 2}
        listed = script.ask("collections", name="gate")["result"]
        assert [one["path"] for one in listed["sounds"]] == [other, sound]
        found = script.ask("search", query="tag:scene4 rating:>=4")["result"]["hits"]
        assert {hit["path"] for hit in found} == {sound, other}
        made = script.ask("export_moment", sound=sound, start_s=1.0, end_s=1.5, name="../../gate: creak?")["result"]
        again = script.ask("export_moment", sound=sound, start_s=1.0, end_s=1.5, name="../../gate: creak?")["result"]
        assert (made["is_new"], again["is_new"], made["file"]) == (True, False, again["file"])
        mono = script.ask("export_moment", sound=sound, name="low", profile="WAV 44.1 kHz, 16-bit")["result"]["files"]
        assert (mono[0]["profile"], mono[0]["source"]) == ("WAV 44.1 kHz, 16-bit", sound)
        assert soundfile.info(mono[0]["path"]).samplerate == 44_100
        unknown = script.ask("export_moment", sound=sound, profile="none of these")
        assert unknown["error"]["what"]["what"] == "NO_SUCH_PROFILE"
        file = Path(made["file"])
        assert file.parent == out and soundfile.info(str(file)).duration == 0.5
        refused = script.ask("mark", sounds=[sound, "/nowhere.wav"], rating=1)
        assert refused["error"]["what"]["what"] == "NOT_IN_LIBRARY"
        assert script.ask("describe", sound=sound)["result"]["marks"]["rating"] == 4
        assert script.ask("mark", sounds=[sound])["error"]["what"]["what"] == "NOTHING_TO_CHANGE"
    assert before == {path: path.read_bytes() for path in tiny_library.sounds.rglob("*.wav")}
    assert {path.name for path in out.iterdir()} == {file.name, "low.wav", "credits.txt"}


def test_what_was_answered_is_kept_when_the_server_is_killed(
    own_library: Path, tiny_library: TinyLibrary, tmp_path: Path
) -> None:
    sounds = [str(tiny_library.sounds / "tones" / f"take {number}.wav") for number in range(5)]
    options = ("--socket", tmp_path / "s", "--allow-changes", "--out", tmp_path / "out")
    with served(own_library, *options) as (address, process), Script(address) as script:
        for number, sound in enumerate(sounds):
            assert "result" in script.ask("mark", sounds=[sound], rating=number + 1)
        process.kill()
        process.wait()
    rated = [earshot("search", "--json", "--library", own_library, f"rating:{number + 1}") for number in range(5)]
    assert [[row["path"] for row in rows] for rows in rated] == [[sound] for sound in sounds]


def test_reading_changes_nothing_in_the_library(own_library: Path, tmp_path: Path) -> None:
    with served(own_library, "--socket", tmp_path / "s") as (address, _), Script(address) as script:
        before = _entered(own_library)
        script.ask("search", query="hum")
        script.ask("collections")
    assert _entered(own_library) == before


def test_what_is_indexed_meanwhile_is_found(own_library: Path, tiny_library: TinyLibrary, tmp_path: Path) -> None:
    more = tmp_path / "more"
    shutil.copytree(tiny_library.sounds / "tones", more)
    with served(own_library, "--socket", tmp_path / "s") as (address, _), Script(address) as script:
        assert script.ask("search", query="hum")["result"]["of"] == 6
        earshot("index", "--json", "--library", own_library, "--pack", tiny_library.pack, "--device", "cpu", more)
        assert script.ask("search", query="hum")["result"]["of"] == 11


def _entered(library: Path) -> list[dict[str, object]]:
    file = library.parent / "entered.jsonl"
    earshot("export-data", "--json", "--library", library, file)
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    file.unlink()
    return lines[1:]


def test_a_client_that_leaves_in_the_middle_harms_nobody(at_door: dict[str, str]) -> None:
    rude = socket.socket(socket.AF_UNIX)
    rude.connect(os.fspath(at_door["socket"]))
    rude.sendall(b'{"id": 1, "tool": "search", "arguments": {"query": "hum"}}\n')
    rude.close()
    with Script(at_door) as polite:
        assert "result" in polite.ask("search", query="hum")


@pytest.mark.parametrize(
    "line",
    [
        b'{"id": NaN, "tool": "stats"}',
        b'{"id": 1, "tool": "stats", "arguments": {"limit": Infinity}}',
        b'{"id": "\\ud800", "tool": "stats"}',
        b'{"id": 1, "tool": "search", "arguments": {"query": "rain \\udc41"}}',
        b'{"id": ' + b"[" * 900 + b"]" * 900 + b', "tool": "\\ud800"}',
    ],
)
def test_what_json_has_no_word_for_is_refused_and_the_talk_goes_on(script: Script, line: bytes) -> None:
    script.send(line + b"\n")
    refused = script.read()
    assert refused is not None
    assert (refused["id"], refused["error"]["what"]["what"]) == (None, "LINE_NO_REQUEST")
    assert script.ask("stats")["result"]["sounds"] == 6
