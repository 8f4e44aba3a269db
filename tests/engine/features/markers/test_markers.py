"""Markers: kept by the content of a sound, written into its file and read back, undone to the byte."""

import importlib
import json
import shutil
import struct
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.audio.markers import Marker, MarkerKind, read_markers
from engine.base import read_only_mode
from engine.base.errors import LibraryError, MarkerError, WriteRefused
from engine.base.findings import Fault
from engine.base.types import FilePath
from engine.cli.main import main
from engine.features.markers.marker_change import MarkerChange
from engine.features.markers.marker_check import MarkerFiles
from engine.features.markers.marker_store import FILE_NAME, in_order, keep_state, newest_state
from engine.features.markers.sound_markers import (
    exchange_markers,
    follow_file,
    markers_of,
    place,
    region,
    undo_markers,
    write_markers,
)
from engine.features.metadata_edits.envelope_writer import WriteOptions, prepare_change
from engine.features.metadata_edits.report import Report
from engine.features.metadata_edits.sessions import undo
from engine.store.catalogue import Catalogue
from tests.engine.features.metadata_edits.makers import Nobody
from tests.helpers.sounds import chunk, tone, wav_bytes, write_tone

RATE = 32_000
FRAMES = 1_600
_LABELS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=40).map(
    lambda text: " ".join(text.split())  # as names are kept
)
GOLDEN = Path(__file__).parents[3] / "golden" / "markers-v1.sqlite"


@st.composite
def _markers(draw: st.DrawFn) -> Marker:
    first = draw(st.integers(0, FRAMES - 2))
    kind = draw(st.sampled_from(MarkerKind))
    if kind is MarkerKind.CUE:
        return Marker(kind, first / RATE, None, draw(_LABELS))
    end = draw(st.integers(first + 2, FRAMES))  # a loop of one frame is none
    return Marker(kind, first / RATE, end / RATE, draw(_LABELS) if kind is MarkerKind.REGION else "")


@pytest.fixture
def library(tmp_path: Path) -> Path:
    return tmp_path / "library"


@pytest.fixture
def wav(tmp_path: Path) -> Path:
    path = tmp_path / "a.wav"
    path.write_bytes(wav_bytes(tone(440.0, FRAMES / RATE, RATE), RATE))
    return path


def set_to(library: Path, path: Path, *markers: Marker) -> None:
    library.mkdir(exist_ok=True)
    exchange_markers(library, FilePath.of(path), markers_of(library, FilePath.of(path)).markers, markers)


def written(library: Path, *paths: Path) -> Report:
    return write_markers(library, [markers_of(library, FilePath.of(path)) for path in paths])


def points(raw: bytes) -> list[tuple[int, int]]:
    """Number and frame of each cue point of a WAV, by hand."""
    at = raw.index(b"cue ") + 8
    count = struct.unpack_from("<I", raw, at)[0]
    return [struct.unpack_from("<I16xI", raw, at + 4 + 24 * one) for one in range(count)]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(first=st.lists(_markers(), max_size=6), second=st.lists(_markers(), max_size=6))
def test_what_is_written_into_a_wav_is_read_back_frame_by_frame(
    wav: Path, first: list[Marker], second: list[Marker]
) -> None:
    plain = wav.read_bytes()
    for markers in (first, second):  # the second time over the chunks of the first
        change = MarkerChange(in_order(tuple(markers)))
        prepare_change(FilePath.of(wav), change, WriteOptions()).commit(WriteOptions())
        assert in_order(read_markers(wav)) == change.markers
    prepare_change(FilePath.of(wav), MarkerChange(()), WriteOptions()).commit(WriteOptions())
    assert wav.read_bytes() == plain, "without markers nothing is left of them"


@pytest.mark.shows("markers-written")
@pytest.mark.parametrize("suffix", [".wav", ".flac", ".ogg", ".aiff", ".mp3"])
def test_an_undo_restores_the_file_to_the_byte(tmp_path: Path, library: Path, suffix: str) -> None:
    path = write_tone(tmp_path / f"a{suffix}")
    former = path.read_bytes()
    set_to(library, path, place(0.25, "Tür"), place(0.5))
    assert written(library, path).changed == 1
    assert read_markers(path) == (place(0.25, "Tür"), place(0.5))
    assert markers_of(library, FilePath.of(path)).is_written
    assert undo(library, follower=Nobody()).changed == 1
    assert path.read_bytes() == former
    assert markers_of(library, FilePath.of(path)).markers == (place(0.25, "Tür"), place(0.5)), "the library keeps them"


def test_what_other_programs_said_of_a_point_stays_when_it_is_renamed_or_moved(wav: Path, library: Path) -> None:
    cue = struct.pack("<I", 2) + b"".join(
        struct.pack("<II4sIII", n, at, b"data", 0, 0, at) for n, at in ((7, 100), (9, 800))
    )
    note = chunk(b"note", struct.pack("<I", 7) + b"too loud\0") + chunk(b"labl", struct.pack("<I", 9) + b"slam\0")
    smpl = struct.pack("<9I", 1, 2, 31_250, 62, 0, 0, 0, 1, 3) + struct.pack("<6I", 4, 1, 10, 99, 0, 5) + b"own"
    own = chunk(b"cue ", cue) + chunk(b"LIST", b"adtl" + note) + chunk(b"smpl", smpl)
    wav.write_bytes(wav_bytes(tone(440.0, FRAMES / RATE, RATE), RATE, after=own))
    there = read_markers(wav)
    renamed = Marker(MarkerKind.CUE, 100 / RATE, None, "knock")
    moved = Marker(MarkerKind.CUE, 900 / RATE, None, "slam")
    set_to(library, wav, *(one for one in there if one.kind is MarkerKind.LOOP), renamed, moved)
    written(library, wav)
    raw = wav.read_bytes()
    assert points(raw) == [(7, 100), (9, 900)]
    assert b"too loud" in raw
    assert smpl in raw, "another's loop has its type, count and data"
    assert renamed in read_markers(wav)


def test_libsndfile_reads_places_and_names(wav: Path, library: Path) -> None:
    set_to(library, wav, place(100 / RATE, "slam"), region(200 / RATE, 300 / RATE, "wind"))
    written(library, wav)
    sndfile: Any = importlib.import_module("soundfile")
    with soundfile.SoundFile(wav) as file:
        cues = sndfile._ffi.new("char[]", 4 + 100 * 280)  # SF_CUES of sndfile.h; 0x10CE: SFC_GET_CUE
        assert sndfile._snd.sf_command(file._file, 0x10CE, cues, 4 + 100 * 280) == 1
        raw = bytes(sndfile._ffi.buffer(cues))
    assert struct.unpack_from("<I", raw)[0] == 2
    found = [(struct.unpack_from("<20xI", raw, 4 + 280 * n)[0], raw[28 + 280 * n :][:4]) for n in range(2)]
    assert found == [(100, b"slam"), (200, b"wind")]


def test_wavinfo_reads_places_names_and_lengths(wav: Path, library: Path) -> None:
    wavinfo = pytest.importorskip("wavinfo", reason="wavinfo is not installed")
    set_to(library, wav, place(100 / RATE, "slam"), region(200 / RATE, 300 / RATE, "wind"))
    written(library, wav)
    cues = wavinfo.WavInfoReader(str(wav)).cues
    found = [(at, cues.label_and_note(number)[0], cues.range(number)) for number, at in cues.each_cue()]
    assert found == [(100, "slam", None), (200, "wind", 100)]


@pytest.mark.skipif(shutil.which("ffprobe") is None, reason="ffprobe is not installed")
@pytest.mark.parametrize("suffix", [".flac", ".ogg", ".mp3"])
def test_ffprobe_reads_chapters(tmp_path: Path, library: Path, suffix: str) -> None:
    path = write_tone(tmp_path / f"a{suffix}")
    set_to(library, path, place(0.25, "Tür"), place(0.5, "slam"))
    written(library, path)
    said = subprocess.run(
        ["ffprobe", "-v", "error", "-show_chapters", "-of", "json", path], capture_output=True, check=True
    )
    found = [(float(one["start_time"]), one["tags"]["title"]) for one in json.loads(said.stdout)["chapters"]]
    assert found == [(0.25, "Tür"), (0.5, "slam")]


@pytest.mark.parametrize(
    ("suffix", "marker"),
    [(suffix, region(0.25, 0.5)) for suffix in (".aiff", ".flac", ".ogg", ".mp3")]
    + [(".mp3", Marker(MarkerKind.LOOP, 0.25, 0.5)), (".aiff", place(0.25, 100 * "木"))],
)
def test_a_file_that_cannot_hold_them_is_refused_and_stays(
    tmp_path: Path, library: Path, suffix: str, marker: Marker
) -> None:
    path = write_tone(tmp_path / f"a{suffix}")
    former = path.read_bytes()
    set_to(library, path, marker)
    report = written(library, path)
    assert [type(failure.error) for failure in report.failures] == [WriteRefused]
    assert path.read_bytes() == former
    assert list(tmp_path.glob(".*")) == []


@pytest.mark.parametrize(
    "own",
    [
        chunk(b"cue ", struct.pack("<I", 2) + 2 * struct.pack("<II4sIII", 1, 5, b"data", 0, 0, 5)),
        chunk(b"cue ", b"\1\0"),
        chunk(b"smpl", bytes(20)),
        chunk(b"smpl", struct.pack("<9I", 0, 0, 31_250, 60, 0, 0, 0, 3, 0) + bytes(24)),
        chunk(b"LIST", b"adtl" + struct.pack("<4sII", b"labl", 500, 1)),
    ],
)
def test_damaged_chunks_are_left_alone(wav: Path, library: Path, own: bytes) -> None:
    wav.write_bytes(wav_bytes(tone(440.0, FRAMES / RATE, RATE), RATE, after=own))
    former = wav.read_bytes()
    set_to(library, wav, place(0.01, "slam"))
    assert [type(failure.error) for failure in written(library, wav).failures] == [WriteRefused]
    assert wav.read_bytes() == former


def test_read_only_sounds_get_no_markers(wav: Path, library: Path) -> None:
    set_to(library, wav, place(0.01))
    former = wav.read_bytes()
    with read_only_mode.given(True), pytest.raises(WriteRefused):
        written(library, wav)
    assert wav.read_bytes() == former


@pytest.mark.shows("markers-kept")
def test_markers_follow_a_sound_that_moves_and_whose_metadata_change(tmp_path: Path, library: Path, wav: Path) -> None:
    set_to(library, wav, place(0.01, "slam"))
    written(library, wav)
    undo(library, follower=Nobody())
    moved = wav.rename(tmp_path / "other.wav")
    assert markers_of(library, FilePath.of(moved)).markers == (place(0.01, "slam"),)


def test_each_change_can_be_taken_back_and_the_file_can_count_again(wav: Path, library: Path) -> None:
    path = FilePath.of(wav)
    set_to(library, wav, place(0.01, "a"))
    written(library, wav)
    second = exchange_markers(library, path, (), (place(0.02, "b"),))
    assert second.markers == (place(0.01, "a"), place(0.02, "b"))
    assert undo_markers(library, second)
    assert markers_of(library, path).markers == (place(0.01, "a"),)
    assert not undo_markers(library, second), "another change is the newest now"
    exchange_markers(library, path, (place(0.01, "a"),), ())
    assert markers_of(library, path).markers == ()
    assert follow_file(library, path).markers == (place(0.01, "a"),)


def test_a_change_of_what_another_program_changed_is_refused(wav: Path, library: Path) -> None:
    set_to(library, wav, place(0.01, "a"))
    there = markers_of(library, FilePath.of(wav))
    exchange_markers(library, FilePath.of(wav), (place(0.01, "a"),), (place(0.02, "a"),))
    with pytest.raises(MarkerError):
        exchange_markers(library, FilePath.of(wav), (place(0.01, "a"),), ())
    with pytest.raises(MarkerError):
        keep_state(library, there.digest, (), there.state.number)


@pytest.mark.parametrize(
    "marker",
    [
        place(-1.0),
        place(float("nan")),
        place(float("inf")),
        region(1.0, 1.0),
        Marker(MarkerKind.CUE, 0.0, 1.0),
        Marker(MarkerKind.REGION, 0.0, None),
        Marker(MarkerKind.LOOP, 0.0, 1.0, "named"),
        place(0.0, "x" * 201),
    ],
)
def test_impossible_markers_are_refused(wav: Path, library: Path, marker: Marker) -> None:
    library.mkdir()
    with pytest.raises(MarkerError):
        exchange_markers(library, FilePath.of(wav), (), (marker,))


def test_markers_of_the_first_format_are_read_for_ever(library: Path) -> None:
    library.mkdir()
    shutil.copy(GOLDEN, library / FILE_NAME)
    assert newest_state(library, b"digest").markers == (place(0.25, "Tür"), region(0.5, 1.25, "wind"))


def test_a_newer_or_damaged_file_is_refused_and_verify_names_it(wav: Path, library: Path) -> None:
    set_to(library, wav, place(0.01))
    with Catalogue.open(library) as catalogue:
        assert [finding.count for finding in MarkerFiles().check(catalogue)] == [1]
        (library / FILE_NAME).write_bytes(b"no database" * 500)
        assert [finding.fault for finding in MarkerFiles().check(catalogue)] == [Fault.UNREADABLE]
    with pytest.raises(LibraryError):
        markers_of(library, FilePath.of(wav))


def test_a_shell_sets_lists_writes_and_takes_back(
    tmp_path: Path, wav: Path, library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Catalogue.open(library).close()

    def markers(*words: str) -> tuple[int, list[dict[str, Any]]]:
        code = main(["--library", str(library), "markers", words[0], "--json", *words[1:]])
        return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    assert markers("add", str(wav), "--at", "0.01", "--name", "slam")[0] == 0
    _, listed = markers("add", str(wav), "--at", "0.02", "--to", "0.03", "--name", "wind")
    assert [(one["number"], one["kind"], one["name"]) for one in listed] == [(1, "cue", "slam"), (2, "region", "wind")]
    assert markers("change", str(wav), "2", "--at", "0.005")[1][0]["end_s"] == pytest.approx(0.015)
    assert [one["action"] for one in markers("write", "--dry-run", str(wav))[1]] == ["write", "write"]
    assert read_markers(wav) == ()
    assert markers("write", str(wav), str(tmp_path / "none.wav"))[0] == 3
    assert [one.label for one in read_markers(wav)] == ["wind", "slam"]
    assert markers("remove", str(wav), "1")[1][0]["name"] == "slam"
    assert len(markers("undo", str(wav))[1]) == 2
    assert main(["--library", str(library), "markers", "remove", str(wav), "3"]) == 1
    assert main(["--library", str(library), "markers", "add", str(wav), "--at", "3"]) == 1


@pytest.mark.shows("regions-exported")
def test_a_shell_writes_a_file_for_each_region_by_a_profile(
    tmp_path: Path, wav: Path, library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Catalogue.open(library).close()
    words = ["--library", str(library), "markers", "export", str(wav), "--to", str(tmp_path / "out"), "--json"]
    set_to(library, wav, place(0.01, "slam"))
    assert main(words) == 1, "there is no region"
    set_to(library, wav, region(320 / RATE, 960 / RATE, "wind: low"), region(960 / RATE, 1_280 / RATE))
    capsys.readouterr()
    assert main(words) == 0
    made = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [Path(one["file"]).name for one in made] == ["a wind_ low.wav", "a 2.wav"]
    whole, _ = soundfile.read(wav, dtype="int16")
    part, _ = soundfile.read(made[0]["file"], dtype="int16")
    assert len(part) == 640
    assert np.array_equal(part[200:440], whole[520:760]), "between the short fades of any stretch"
    assert main([*words, "--format", "flac", "--name", "{cue}_{n:02}"]) == 0
    names = [Path(json.loads(line)["file"]).name for line in capsys.readouterr().out.splitlines()]
    assert names[0] == "wind_ low_01.flac"
