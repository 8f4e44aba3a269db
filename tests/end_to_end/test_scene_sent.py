"""A scene of twelve cues, from nameless recordings to clips at their timecodes in an Ardour session, by the shell."""

import json
import shutil
import subprocess
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
import soundfile

from engine.models.pack import default_pack
from tests.helpers.recorded import corpus_folder
from tests.helpers.tiny_library import earshot

RATE, FRAMES_PER_S = 48_000, 25
_TICKS = 282_240_000 // RATE
"""Ardour 7 counts 282,240,000 ticks a second: libs/pbd/pbd/superclock.h."""
CUES, EACH = 12, 4
"""Cues, each for another kind of sound, and recordings of each kind."""
LEAST_RIGHT = 6
"""Cues answered by a sound of their kind; by chance it would be one."""


@pytest.fixture(scope="module")
def kinds() -> dict[str, list[dict[str, object]]]:
    """Recordings of twelve kinds from parts of the corpus that the pack was not trained on."""
    folder = corpus_folder()
    if not folder:
        pytest.skip("EARSHOT_DATA does not name the corpus (docs say how `earshot-train corpus fetch` rebuilds it)")
    if shutil.which("ardour7-lua") is None:
        pytest.skip("ardour7-lua is not installed")
    found: dict[str, list[dict[str, object]]] = {}
    for line in (folder / "meta.jsonl").read_text(encoding="utf-8").splitlines():
        sound = json.loads(line)
        if sound["split"] != "train" and 0.5 <= sound["duration_s"] <= 8.0 and sound["captions"]:
            found.setdefault(sound["kind"], []).append(sound)
    wanted = [kind for kind in sorted(found) if len(found[kind]) >= EACH]
    step = len(wanted) // CUES
    if not step:
        pytest.skip("this part of the corpus has fewer than twelve kinds")
    return {kind: found[kind][:EACH] for kind in wanted[: step * CUES : step]}


@pytest.mark.timeout(900)
@pytest.mark.shows("send")
def test_twelve_cues_stand_at_their_timecodes(kinds: dict[str, list[dict[str, object]]], tmp_path: Path) -> None:
    folder = corpus_folder()
    assert folder is not None
    kind_of = {}
    for number, (kind, sound) in enumerate((kind, sound) for kind, sounds in kinds.items() for sound in sounds):
        place = tmp_path / "sounds" / f"{number:03}.ogg"
        place.parent.mkdir(exist_ok=True)
        shutil.copy(folder / str(sound["file"]), place)
        kind_of[str(place)] = kind
    library, session = tmp_path / "library", tmp_path / "film"
    earshot("index", "--json", "--library", library, "--pack", default_pack(), "--device", "cpu", tmp_path / "sounds")
    rows = ["start,name,text"]
    for at, (kind, sounds) in enumerate(kinds.items()):
        caption = str(sounds[0]["captions"][0]).replace(",", " ")  # type: ignore[index]
        rows.append(f"10:{at:02}:00:{at:02},{kind},{caption}")
    cues = tmp_path / "scene.csv"
    cues.write_text("\n".join(rows) + "\n", encoding="utf-8")
    script = tmp_path / "new.lua"
    script.write_text(f'create_session("{session}", "film", {RATE})\nclose_session()\n')
    subprocess.run(["ardour7-lua", str(script)], check=True, capture_output=True, stdin=subprocess.DEVNULL)

    begun = time.monotonic()
    made = earshot(
        "send", "ardour", "--cues", cues, "--weak", "--session", session, "--depth", "24", "--channels", "mono",
        "--handles", "0.5", "--name", "{cue}", "--library", library, "--json",
    )  # fmt: skip
    right = sum(kind_of[one["source"]] == one["name"] for one in made)
    print(f"{len(made)} cues sent in {time.monotonic() - begun:.1f} s, {right} by a sound of their kind")
    assert len(made) == CUES and right >= LEAST_RIGHT
    root = ElementTree.parse(session / "film.ardour").getroot()
    lengths = {
        region.get("name"): [int(part[1:]) / _TICKS for part in region.get("length", "").split("@")]
        for region in root.findall("Playlists/Playlist/Region")
    }
    for at, (kind, one) in enumerate(zip(kinds, made, strict=True)):
        assert one["name"] == kind and Path(one["path"]).stem == kind.replace(":", "_")  # no system forbids the name
        info = soundfile.info(one["path"])
        assert (info.samplerate, info.subtype, info.channels) == (RATE, "PCM_24", 1)
        place = round((36_000 + 60 * at + at / FRAMES_PER_S) * RATE)
        length, first = lengths[kind]
        assert length == info.frames and 0 <= place - first <= RATE // 2  # the handle, as far as the sound has one
