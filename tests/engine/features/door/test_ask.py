"""`earshot ask`: one question to a running `earshot serve`, for scripts without sockets."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import soundfile

from tests.engine.features.door.serving import Script, served
from tests.helpers.tiny_library import REPOSITORY, TinyLibrary


def ask(library: Path, *words: str, text: str = "") -> tuple[int, dict[str, Any], str]:
    """Its exit status, what it printed, and what it said to people."""
    command = [sys.executable, "-m", "engine.cli.main", "--library", str(library), "ask", *words]
    done = subprocess.run(command, cwd=REPOSITORY, input=text, capture_output=True, text=True, check=False)
    return done.returncode, json.loads(done.stdout or "{}"), done.stderr


@pytest.mark.parametrize("place", [(), ("--port", "0")])
def test_a_question_is_answered_wherever_earshot_listens(
    tiny_library: TinyLibrary, tmp_path: Path, place: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    with served(tiny_library.folder, *place):
        status, answer, _ = ask(tiny_library.folder, "search", "-", text='{"query": "steady high tone", "limit": 2}')
        assert status == 0 and len(answer["result"]["hits"]) == 2
        status, answer, _ = ask(tiny_library.folder, "sing")
        assert (status, answer["error"]["what"]["what"]) == (1, "NO_SUCH_TOOL")
        status, _, said = ask(tiny_library.folder, "search", "[1]")
        assert status == 2 and "not a JSON object" in said
    status, answer, said = ask(tiny_library.folder, "stats")
    assert (status, answer) == (1, {}) and "earshot serve" in said  # nothing of a server that ended is left


def test_a_moment_for_a_place_bears_it(tiny_library: TinyLibrary, tmp_path: Path) -> None:
    sound = tiny_library.sounds / "tones" / "take 0.wav"
    where = ("--out", tmp_path / "out", "--socket", tmp_path / "s")
    with served(tiny_library.folder, *where) as (address, _), Script(address) as script:
        stretch = {"start_s": 0.5, "end_s": 1.5, "at_s": 10.0, "sample_rate_hz": 96_000}
        made = script.ask("export_moment", sound=str(sound), **stretch)["result"]
    (file,) = made["files"]
    info = soundfile.info(file["path"])
    assert (file["at_s"], info.samplerate, info.frames) == (10.0, 96_000, 96_000)
    content = Path(file["path"]).read_bytes()
    place = content.index(b"bext") + 8 + 338  # EBU Tech 3285 §2.3: the time reference
    assert int.from_bytes(content[place : place + 8], "little") == 960_000
