"""Clips stand where they were sent, to the sample: by OpenTimelineIO's reader, in REAPER's text, in the real Ardour."""

import json
import re
import shutil
import struct
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import opentimelineio as otio
import pytest
import soundfile
from msgspec.structs import replace

from engine.audio.effects import Effects
from engine.base.cancellation import StopRequested
from engine.base.errors import TransferError
from engine.base.types import FilePath, SoundMetadata
from engine.cli.main import main
from engine.features.send.ardour_session import place_in, read_session, track_end_s
from engine.features.send.clips import ProjectClip, lanes, make_clips
from engine.features.send.editor_program import open_in
from engine.features.send.otio_timeline import write_otio
from engine.features.send.project_sending import ProjectTarget, SendOrder, send
from engine.features.send.reaper_project import quoted, write_rpp
from engine.transfer.collect import ExportItem
from engine.transfer.profile import AS_IT_IS, Container, Depth, Profile, read_channels
from tests.helpers.sounds import write_noise, write_tone
from tests.helpers.tiny_library import earshot
from tests.helpers.tiny_pack import make_tiny_pack

RATE = 48_000
FILM = Profile(
    "Film", container=Container.BWF, rate_hz=RATE, depth=Depth.INT24, channels=read_channels("mono"), handles_s=0.5
)
PLACES_S = (3600.0, 3600.25, 3725.5)
"""The second overlaps the first."""
FIRST_FRAMES = [round((place_s - 0.5) * RATE) for place_s in PLACES_S]
"""Handles of 0.5 s come before the places."""
_TICKS = 282_240_000 // RATE
"""Ardour 7 counts 282,240,000 ticks a second: libs/pbd/pbd/superclock.h."""
needs_ardour = pytest.mark.skipif(shutil.which("ardour7-lua") is None, reason="ardour7-lua is not installed")


def item(path: Path, at_s: float, cue: str = "", start_s: float = 1.0, end_s: float = 2.0) -> ExportItem:
    return ExportItem(FilePath.of(path), SoundMetadata(), start_s, end_s, words=(("cue", cue),), at_s=at_s)


def clips(folder: Path, to: Path, profile: Profile = FILM) -> tuple[ProjectClip, ...]:
    """Three moments of two sounds, at 44.1 and at 96 kHz, of one second each."""
    one = write_tone(folder / "one.wav", 440.0, 4.0, rate=44_100)
    two = write_noise(folder / "two.wav", 4.0, rate=96_000, channels=2)
    pieces = [item(one, PLACES_S[0], "Door slams"), item(two, PLACES_S[1], 'Rain "heavy"'), item(one, PLACES_S[2])]
    return make_clips(pieces, to, profile).clips


def time_reference(path: Path) -> int:
    """The place of a broadcast wave, in samples: EBU Tech 3285 §2.3, 346 bytes after the chunk's name."""
    content = path.read_bytes()
    (reference,) = struct.unpack_from("<Q", content, content.index(b"bext") + 8 + 338)
    return int(reference)


@pytest.mark.shows("send")
def test_each_file_bears_its_place_less_its_handle(tmp_path: Path) -> None:
    made = clips(tmp_path, tmp_path / "out")
    assert [clip.first_frame for clip in made] == [time_reference(clip.path) for clip in made] == FIRST_FRAMES
    infos = [soundfile.info(clip.path) for clip in made]
    assert [(info.samplerate, info.subtype, info.channels) for info in infos] == [(RATE, "PCM_24", 1)] * 3
    assert [clip.frames for clip in made] == [info.frames for info in infos] == [2 * RATE] * 3


def test_a_moment_at_the_start_of_its_sound_has_no_first_handle(tmp_path: Path) -> None:
    source = write_tone(tmp_path / "a.wav", 440.0, 4.0, rate=RATE)
    (clip,) = make_clips([item(source, 10.0, start_s=0.125, end_s=1.0)], tmp_path / "out", FILM).clips
    assert clip.first_frame == time_reference(clip.path) == round((10.0 - 0.125) * RATE)


def test_a_handle_of_a_sound_played_faster_or_backwards_is_as_long_as_it_is_heard(tmp_path: Path) -> None:
    source = FilePath.of(write_tone(tmp_path / "a.wav", 440.0, 4.0, rate=RATE))
    octave = ExportItem(source, SoundMetadata(), 1.0, 2.0, Effects(pitch_semitones=12.0), at_s=10.0)
    reverse = ExportItem(source, SoundMetadata(), 1.0, 3.75, Effects(is_reversed=True), at_s=20.0)
    made = make_clips([octave, reverse], tmp_path / "out", FILM).clips
    assert [clip.first_frame for clip in made] == [round(9.75 * RATE), round(19.75 * RATE)]


def test_a_handle_before_the_project_is_refused(tmp_path: Path) -> None:
    source = write_tone(tmp_path / "a.wav", 440.0, 4.0)
    with pytest.raises(TransferError, match="before the project") as caught:
        make_clips([item(source, 0.25)], tmp_path / "out", FILM)
    assert "later place" in caught.value.advice and not list((tmp_path / "out").glob("*.wav"))


def test_overlapping_clips_lie_on_different_tracks(tmp_path: Path) -> None:
    made = clips(tmp_path, tmp_path / "out")
    assert lanes(made) == [[made[0], made[2]], [made[1]]]


def test_a_timeline_is_read_back_to_the_sample(tmp_path: Path) -> None:
    made = clips(tmp_path, tmp_path / "out")
    write_otio(made, "Scene 4", tmp_path / "scene.otio")
    timeline = otio.adapters.read_from_file(str(tmp_path / "scene.otio"))
    found = {}
    for clip in timeline.find_clips():
        place = clip.trimmed_range_in_parent()
        assert place is not None and (place.start_time.rate, place.duration.value) == (RATE, 2 * RATE)
        found[clip.name] = round(place.start_time.value)
        assert FilePath.of_uri(clip.media_reference.target_url).native.is_file()
    assert found == {made[0].name: FIRST_FRAMES[0], made[1].name: FIRST_FRAMES[1], made[2].name: FIRST_FRAMES[2]}
    assert {"Door slams", 'Rain "heavy"'} <= found.keys()


def test_a_marker_stands_where_the_moment_begins(tmp_path: Path) -> None:
    write_otio(clips(tmp_path, tmp_path / "out"), "Scene 4", tmp_path / "scene.otio")
    timeline = otio.adapters.read_from_file(str(tmp_path / "scene.otio"))
    found = []
    for clip in timeline.find_clips():
        (marker,) = clip.markers
        start = clip.transformed_time(marker.marked_range.start_time, timeline.tracks)
        found.append((round(start.value), marker.name == clip.name))
    assert sorted(found) == [(round(at_s * RATE), True) for at_s in PLACES_S]


def test_a_project_of_reaper_has_each_item_at_its_place(tmp_path: Path) -> None:
    made = clips(tmp_path, tmp_path / "out")
    write_rpp(made, tmp_path / "scene.rpp")
    text = (tmp_path / "scene.rpp").read_text(encoding="utf-8")
    positions = [float(found) for found in re.findall(r"POSITION (\S+)", text)]
    assert sorted(round(at * RATE) for at in positions) == FIRST_FRAMES
    assert text.count("<TRACK") == 2 and "NAME 'Rain \"heavy\"'" in text
    assert [Path(found).is_file() for found in re.findall(r'FILE "(.+)"', text)] == [True] * 3


@pytest.mark.parametrize(
    ("text", "written"),
    [("a", '"a"'), ('a"b', "'a\"b'"), ("a\"b'c", "`a\"b'c`"), ("a\"b'c`d", "`a\"b'c'd`"), ("a\nb >", '"a b >"')],
)
def test_no_text_ends_its_quotes(text: str, written: str) -> None:
    assert quoted(text) == written


def test_a_program_gets_the_files_as_arguments_and_no_shell_reads_them(tmp_path: Path) -> None:
    source = write_tone(tmp_path / "a $(touch hacked).wav", 440.0, 4.0)
    made = make_clips(
        [item(source, 10.0), item(source, 20.0, start_s=2.0, end_s=3.0)], tmp_path / "out", AS_IT_IS
    ).clips
    told = tmp_path / "told.json"
    program = f"import json, os, sys; open({str(told)!r} + 'x', 'w').write(json.dumps(sys.argv[1:]));"
    program += f" os.rename({str(told)!r} + 'x', {str(told)!r})"
    open_in([sys.executable, "-c", program, "--to", "{file}", "{start_s}={file}"], made)
    for _ in range(600):
        if told.exists():
            break
        subprocess.run(["sleep", "0.1"], check=True)
    paths = [str(clip.path) for clip in made]
    assert json.loads(told.read_text()) == ["--to", *paths, f"10.000000={paths[0]}", f"20.000000={paths[1]}"]


def test_a_program_that_is_not_there_is_told(tmp_path: Path) -> None:
    made = clips(tmp_path, tmp_path / "out")
    with pytest.raises(TransferError, match="no-such-editor cannot be started"):
        open_in(["no-such-editor", "{file}"], made)
    with pytest.raises(TransferError, match="no place for the files"):
        open_in(["true", "files"], made)


def new_session(folder: Path) -> Path:
    """A session by the real Ardour, at 48 kHz and without tracks."""
    script = folder.parent / "new.lua"
    script.write_text(f'create_session("{folder}", "{folder.name}", {RATE})\nclose_session()\n')
    subprocess.run(["ardour7-lua", str(script)], check=True, capture_output=True, stdin=subprocess.DEVNULL)
    return folder


def regions_of(session: Path) -> dict[str, tuple[int, int]]:
    """First sample and length of each region on a track, by its name, from the session file."""
    root = ElementTree.parse(session / f"{session.name}.ardour").getroot()
    found = {}
    for region in root.findall("Playlists/Playlist/Region"):
        length, at = (int(part[1:]) for part in region.get("length", "").split("@"))
        assert length % _TICKS == at % _TICKS == 0
        found[region.get("name", "")] = (at // _TICKS, length // _TICKS)
    return found


@pytest.mark.shows("send")
@needs_ardour
def test_the_real_ardour_puts_three_moments_at_their_samples(tmp_path: Path) -> None:
    folder = new_session(tmp_path / "film")
    session = read_session(folder)
    made = clips(tmp_path, session.recordings)
    place_in(session, made)
    assert regions_of(folder) == {clip.name: (clip.first_frame, 2 * RATE) for clip in made}
    assert [clip.first_frame for clip in made] == FIRST_FRAMES
    tracks = [route.get("name") for route in ElementTree.parse(session.file).getroot().findall("Routes/Route")]
    assert {"Earshot", "Earshot 2"} <= set(tracks)
    again = make_clips([item(tmp_path / "two.wav", 10.0, "Later")], session.recordings, FILM).clips
    place_in(session, again)  # a second time beside the first
    assert len(regions_of(folder)) == 4 and regions_of(folder)["Later"][0] == round(9.5 * RATE)


@needs_ardour
def test_clips_follow_what_earshot_placed_before(tmp_path: Path) -> None:
    session = read_session(new_session(tmp_path / "film"))
    assert track_end_s(session) == 0.0
    source = write_tone(tmp_path / "one.wav", 440.0, 4.0, rate=RATE)
    order = SendOrder(ProjectTarget.ARDOUR, session.folder, is_at_end=True)
    piece = replace(item(source, 0.0), at_s=None)
    for name in ("First", "Second"):
        send([replace(piece, words=(("cue", name),))], [1.0], order, replace(FILM, rate_hz=None))
    # each has a second and two handles of half a second; the second one follows without a gap
    assert regions_of(session.folder) == {"First": (0, 2 * RATE), "Second": (2 * RATE, 2 * RATE)}
    assert track_end_s(session) == 4.0
    with pytest.raises(TransferError, match="takes WAV files at its rate"):
        send([piece], [1.0], order, replace(FILM, rate_hz=44_100))


def test_a_stopped_sending_places_nothing(tmp_path: Path) -> None:
    source = write_tone(tmp_path / "one.wav", 440.0, 4.0, rate=RATE)
    order = SendOrder(ProjectTarget.RPP, tmp_path / "out", at="10")
    pieces = [replace(item(source, 0.0, name), at_s=None) for name in ("First", "Second")]
    told: list[float] = []
    with pytest.raises(StopRequested):
        send(pieces, [1.0, 1.0], order, FILM, cancel=lambda: bool(told), progress=told.append)
    assert len(list((tmp_path / "out").glob("*.wav"))) == 1 and not list((tmp_path / "out").glob("*.rpp"))


@needs_ardour
def test_a_session_that_ardour_refuses_is_as_it_was(tmp_path: Path) -> None:
    session = read_session(new_session(tmp_path / "film"))
    (session.folder / "interchange" / "second").mkdir()  # Ardour opens no session with two folders of recordings
    made = clips(tmp_path, session.recordings)
    before = session.file.read_bytes()
    with pytest.raises(TransferError, match="did not take the clips"):
        place_in(session, made)
    assert session.file.read_bytes() == before


@pytest.mark.parametrize(
    "content",
    ["", "<Session version='7002'", "<Session version='9000' sample-rate='48000'/>", "<Session version='7002'/>"],
)
def test_what_is_no_session_of_ardour_7_is_refused(tmp_path: Path, content: str) -> None:
    folder = tmp_path / "film"
    folder.mkdir()
    with pytest.raises(TransferError, match="not the folder of an Ardour session"):
        read_session(folder)
    (folder / "film.ardour").write_text(content)
    with pytest.raises(TransferError, match="cannot be read"):
        read_session(folder)


def run(capsys: pytest.CaptureFixture[str], *words: str | Path, status: int = 0) -> list[dict[str, Any]]:
    capsys.readouterr()
    assert main([*map(str, words), "--json"]) == status
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_scene_is_sent_from_the_shell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_noise(tmp_path / "sounds" / "heavy rain.wav", 4.0)
    write_tone(tmp_path / "sounds" / "low hum.wav", 100.0, 4.0)
    library = tmp_path / "library"
    pack = make_tiny_pack(tmp_path / "pack")
    earshot("index", "--json", "--library", library, "--pack", pack, "--device", "cpu", tmp_path / "sounds")
    cues = tmp_path / "scene.csv"
    cues.write_text("start,text\n10:00:01:12,low hum\n10:00:20:00,heavy rain\n,low hum again\n", encoding="utf-8")
    made = run(
        capsys, "send", "otio", "--cues", cues, "--weak", "--whole", "--to", tmp_path / "out", "--rate", "24",
        "--format", "bwf", "--sample-rate", "48000", "--name", "{cue}", "--library", library,
    )  # fmt: skip
    assert [(Path(one["path"]).stem, one["at_s"]) for one in made] == [
        ("low hum", 36_001.5), ("heavy rain", 36_020.0), ("low hum again", 36_025.0),
    ]  # fmt: skip
    assert (tmp_path / "out" / "scene.otio").is_file()
    entries = run(capsys, "journal", "list", "--library", library)
    assert {entry["cue"] for entry in entries} == {"low hum", "heavy rain", "low hum again"}
    (one,) = run(
        capsys, "send", "rpp", "low", "hum", "--at", "00:00:10:00", "--to", tmp_path / "rpp", "--library", library
    )
    assert Path(one["source"]).name == "low hum.wav" and (tmp_path / "rpp" / "low hum.rpp").is_file()
    for target in ("aaf", "fcpxml", "edl"):
        run(capsys, "send", target, "low", "hum", "--at", "00:00:10:00", "--to", tmp_path / "cut", "--library", library)
        assert (tmp_path / "cut" / f"low hum.{target}").is_file()
