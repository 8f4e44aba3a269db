"""A list of cues from a shell: answered by sound, written as a table, as copies and as a timeline that others read."""

import csv
import json
import os
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import opentimelineio as otio
import pytest
import soundfile
from msgspec.structs import replace

from engine.base.clocks import FrameClock, Rate
from engine.base.errors import CueError
from engine.base.types import AudioInfo, FilePath, Measures, RootId, Sound, SoundId, SoundMetadata, Whereabouts
from engine.cli.main import main
from engine.features.spotting import timeline_writer
from engine.features.spotting.cues import Cue
from engine.features.spotting.picks import PickedSound, file_stem, pieces_of, write_cue_table
from engine.features.spotting.spotting_list import SpotRow
from engine.features.spotting.timeline_writer import write_timeline
from engine.transfer.profile import Container, Depth, Profile
from engine.transfer.profile_store import write_file
from tests.helpers.copies import copy, paths
from tests.helpers.sounds import tone, write
from tests.helpers.tiny_library import TinyLibrary, earshot

SCRIPT = "01:00:05:10 low hum\n01:00:05:20 high beep\n\n12.\n01:00:08:00 noise\n"


def sound(name: str, lasts_s: float = 4.0) -> Sound:
    info = AudioInfo("WAV", "PCM_16", 48_000, 1, 16, lasts_s)
    path = FilePath.of(f"/sounds/{name}")
    return Sound(
        SoundId(1), path, RootId(1), 1, 1, info, Measures(), SoundMetadata(), Whereabouts.HERE, None, 1
    )  # fmt: skip


def picked(cue: Cue, name: str = "door.wav", start_s: float | None = None, end_s: float | None = None) -> PickedSound:
    return PickedSound(SpotRow(cue, cue.query), sound(name), start_s, end_s)


def run(capsys: pytest.CaptureFixture[str], *words: str | Path, status: int = 0) -> list[dict[str, Any]]:
    assert main([str(word) for word in words]) == status
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.shows("spotting-list")
def test_a_script_becomes_sounds_files_table_and_timeline(
    tiny_library: TinyLibrary, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "scene.txt"
    script.write_text(SCRIPT)
    made = ("--csv", tmp_path / "a.csv", "--otio", tmp_path / "a.otio", "--collect", tmp_path / "cued")
    words = ("spot", script, "--library", tiny_library.folder, "--json", "--limit", "2", "--rate", "24", *made)
    rows = run(capsys, *words, status=3)  # line 4 says nothing
    assert [(row["text"], len(row["hits"])) for row in rows] == [("low hum", 2), ("high beep", 2), ("noise", 2)]
    best = [Path(row["hits"][0]["path"]) for row in rows]
    assert [path.name for path in best] == ["take 0.wav", "take 3.wav", "take 9.wav"]  # 100 Hz, 4 kHz, white noise
    with (tmp_path / "a.csv").open(newline="", encoding="utf-8") as file:
        table = list(csv.DictReader(file))
    assert [(row["timecode"], row["path"]) for row in table] == [
        ("01:00:05:10", str(best[0])), ("01:00:05:20", str(best[1])), ("01:00:08:00", str(best[2])),
    ]  # fmt: skip
    copies = sorted(path.name for path in (tmp_path / "cued").glob("*.wav"))
    assert copies == ["1 low hum - take 0.wav", "2 high beep - take 3.wav", "3 noise - take 9.wav"]
    assert soundfile.info(tmp_path / "cued" / copies[0]).duration <= 3.0
    read = otio.adapters.read_from_file(str(tmp_path / "a.otio"))
    assert read.global_start_time.to_timecode() == "01:00:00:00"
    starts = {
        clip.media_reference.target_url: read.global_start_time + clip.transformed_time_range(
            clip.visible_range(), read.tracks
        ).start_time
        for clip in read.find_clips()
    }  # fmt: skip
    assert {url: at.to_timecode() for url, at in starts.items()} == {
        best[0].as_uri(): "01:00:05:10", best[1].as_uri(): "01:00:05:20", best[2].as_uri(): "01:00:08:00",
    }  # fmt: skip


@pytest.mark.shows("moment-fits-event")
def test_a_line_for_a_single_shot_gets_one_of_a_short_recording_of_several(
    tiny_library: TinyLibrary, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # High beeps that die away by 30 dB in .5 s, each struck before the last has died away; eight make a series.
    beep = tone(4000.0, 0.5, level=0.4) * np.geomspace(1.0, 10.0**-1.5, 16_000)
    three, eight = np.zeros(80_000), np.zeros(24 * 32_000)
    for wave, onsets_s in ((three, (0.25, 0.75, 1.5)), (eight, np.arange(8) / 2 + 10.0)):
        for onset_s in onsets_s:
            wave[round(onset_s * 32_000) :][:16_000] += beep
    for name, wave in (("range/three.wav", three), ("stairs/eight.wav", eight)):
        write(tmp_path / "sounds" / name, wave.astype(np.float32))
    folder = tmp_path / "library"
    earshot("index", "--json", "--library", folder, "--pack", tiny_library.pack, tmp_path / "sounds")
    script = tmp_path / "scene.txt"
    script.write_text("high beep\nHigh beep, single\n")
    words = ("spot", script, "--library", folder, "--json", "--sound-only", "--weak", "--filters")

    def spans_of(place: str) -> list[tuple[float, float]]:
        found = [row["hits"][0] for row in run(capsys, *words, place, "--collect", tmp_path / place[3:])]
        return [(hit["start_s"], hit["end_s"] - hit["start_s"]) for hit in found]

    plain, single = spans_of("in:range")
    assert plain == single and min(abs(single[0] - onset_s) for onset_s in (0.25, 0.75, 1.5)) < 0.08
    assert single[1] == pytest.approx(0.5, abs=0.15)
    plain, single = spans_of("in:stairs")
    assert plain[1] > 1.5 and single[1] == pytest.approx(0.5, abs=0.15)
    # What is written, and dragged, is what is shown.
    (copy,) = (tmp_path / "stairs").glob("*single*.wav")
    assert soundfile.info(copy).duration == pytest.approx(single[1], abs=0.01)


def test_a_shell_reads_the_answers_as_people_do(
    tiny_library: TinyLibrary, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.srt").write_text("1\n00:00:01,000 --> 00:00:02,500\n[low hum]\n")
    assert main(["spot", str(tmp_path / "a.srt"), "--library", str(tiny_library.folder), "--limit", "1"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("1. 00:00:01:00  [low hum]\n") and "take 0.wav" in out


def test_a_line_that_only_weak_sounds_answer_is_left_empty_unless_they_are_asked_for(
    tiny_library: TinyLibrary, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.txt").write_text("noise\nlow hum\n")
    words = ("spot", tmp_path / "a.txt", "--json", "--library", tiny_library.folder, "--filters", "in:noises")
    hits = [row["hits"][0]["confidence"] for row in run(capsys, *words)]
    assert hits[0] != "weak" and hits[1] == "weak"

    def written(name: str, *more: str) -> list[str]:
        assert main([str(word) for word in (*words, "--csv", tmp_path / name, *more)]) == 0
        with (tmp_path / name).open(newline="", encoding="utf-8") as file:
            return [row["text"] for row in csv.DictReader(file)]

    assert written("without.csv") == ["noise"]
    assert "1 line has weak matches only" in capsys.readouterr().err
    assert written("with.csv", "--weak") == ["noise", "low hum"]


def test_filters_hold_for_every_line(
    tiny_library: TinyLibrary, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.txt").write_text("low hum\nhigh beep\n")
    words = ("spot", tmp_path / "a.txt", "--json", "--library", tiny_library.folder, "--filters", "in:noises")
    for row in run(capsys, *words):
        assert [Path(hit["path"]).name for hit in row["hits"]] == ["take 9.wav"]


def test_what_a_filter_leaves_out_is_said_once_and_nothing_is_written(
    tiny_library: TinyLibrary, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.txt").write_text("low hum\nhigh beep\n")
    words = ["spot", str(tmp_path / "a.txt"), "--library", str(tiny_library.folder), "--filters", "dur:soon"]
    assert main(words) == 3
    assert capsys.readouterr().err.count("dur:soon") == 1
    assert main([*words, "--csv", str(tmp_path / "a.csv")]) == 2
    told = capsys.readouterr()
    assert "take 0.wav" in told.out  # what was found is shown all the same
    assert not (tmp_path / "a.csv").exists()


@pytest.mark.shows("transfer-profiles")
def test_cues_leave_by_a_profile_under_its_names(
    tiny_library: TinyLibrary, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.txt").write_text("01:00:05:10 low hum\n01:00:08:00 noise\n")
    profile = Profile("scene", Container.BWF, 48_000, Depth.INT24, pattern="{cue}_{time}_{n:02}")
    write_file(tmp_path / "p.json", profile)
    words = ("spot", tmp_path / "a.txt", "--library", tiny_library.folder, "--json", "--collect", tmp_path / "out")
    rows = run(capsys, *words, "--profile", tmp_path / "p.json", "--channels", "mono")
    files, cues = rows[:2], rows[2:]
    assert [Path(file["path"]).name for file in files] == ["low hum_01-00-05-10_01.wav", "noise_01-00-08-00_02.wav"]
    assert [file["source"] for file in files] == [cue["hits"][0]["path"] for cue in cues]
    info = soundfile.info(files[0]["path"])
    assert (info.samplerate, info.subtype, info.channels) == (48_000, "PCM_24", 1)
    run(capsys, *words, "--profile", tmp_path / "p.json", "--name", "{number} {query}")
    assert (tmp_path / "out" / "1 low hum.wav").exists()


@pytest.mark.parametrize("form", ["table", "copies"])
def test_nothing_is_written_of_a_library_that_is_damaged(
    tiny_library: TinyLibrary, tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    shutil.copytree(tiny_library.folder, tmp_path / "library")
    for path in (tmp_path / "library" / "vectors").rglob("segments-*.vec"):
        os.truncate(path, path.stat().st_size - 5)
    (tmp_path / "a.txt").write_text("low hum\nhigh beep\n")
    words = ["spot", str(tmp_path / "a.txt"), "--library", str(tmp_path / "library")]
    assert main(words) == 3
    assert capsys.readouterr().err.count("their vectors are damaged") == 1
    option = "--csv" if form == "table" else "--collect"
    assert main([*words, option, str(tmp_path / "out")]) == 1
    assert "earshot index" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_lines_without_an_answer_are_told(
    tiny_library: TinyLibrary, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.txt").write_text("low hum\n")
    words = ["spot", str(tmp_path / "a.txt"), "--library", str(tiny_library.folder), "--filters", "in:nowhere"]
    assert main([*words, "--csv", str(tmp_path / "a.csv")]) == 1
    assert "no line has a match" in capsys.readouterr().err


def test_copies_that_are_there_already_are_not_made_again(
    tiny_library: TinyLibrary, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.txt").write_text(SCRIPT)
    words = ["spot", str(tmp_path / "a.txt"), "--library", str(tiny_library.folder), "--collect", str(tmp_path / "out")]
    made = []
    for _ in range(2):
        main(words)
        made.append(sorted(path.name for path in (tmp_path / "out").iterdir()))
    assert made[0] == made[1] and len(made[0]) == 4
    assert "0 copied, 3 there already" in capsys.readouterr().err


def test_a_bad_list_is_told(tiny_library: TinyLibrary, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.wav").write_bytes(b"RIFF\0\0")
    assert main(["spot", str(tmp_path / "a.wav"), "--library", str(tiny_library.folder)]) == 1
    assert "not a text" in capsys.readouterr().err


def test_clips_that_overlap_lie_on_tracks_of_their_own(tmp_path: Path) -> None:
    clock = FrameClock(Rate.R29_97, is_drop=True)
    cues = [
        Cue(1, "A", "door", clock.read("00:01:00;02"), clock.read("00:01:02;02")),  # two seconds: 60 frames
        Cue(2, "B", "bell", clock.read("00:01:01;00")),
        Cue(3, "", "wind"),
    ]
    write_timeline([picked(cues[0], start_s=1.0, end_s=2.0), *map(picked, cues[1:])], clock, "T", tmp_path / "t.otio")
    read = otio.adapters.read_from_file(str(tmp_path / "t.otio"))
    assert [track.kind for track in read.tracks] == ["Audio", "Audio"]
    first, second = (list(track.find_clips()) for track in read.tracks)
    assert [clip.name for clip in first] == ["A", "wind"]
    assert first[0].range_in_parent().start_time.value == 1800  # 00:01:00;02 is frame 1800
    assert first[0].source_range.start_time.value == 30 and first[0].source_range.duration.value == 60
    assert second[0].range_in_parent().start_time.value == 1828  # ;00 is 28 frames after ;02 of the second before
    # Four seconds are 120 frames: B ends at 1948, a second later wind begins.
    assert first[1].range_in_parent().start_time.value == 1978
    assert read.global_start_time.value == 0


def test_a_clip_is_never_longer_than_its_sound(tmp_path: Path) -> None:
    one = picked(Cue(1, "", "door", 10.0, 60.0), start_s=1.0, end_s=2.0)
    write_timeline([one], FrameClock(Rate.R25), "", tmp_path / "t.otio")
    (clip,) = otio.adapters.read_from_file(str(tmp_path / "t.otio")).find_clips()
    assert clip.source_range.duration.to_seconds() == 3.0  # of four seconds, from the first on


def test_names_of_copies_fit_every_system() -> None:
    one = picked(Cue(3, "M/1", 'a "door"\\slam?', 62.12), "gate: old.wav")
    assert file_stem("{number}_{cue}_{sound}_{time}", one, FrameClock(), 2) == "03_M_1_gate_ old_00-01-02-03"
    assert file_stem("{text}", one, FrameClock(), 2) == "a _door__slam_"
    assert file_stem("...", one, FrameClock(), 2) == "sound"
    with pytest.raises(CueError, match=r"\{title\}"):
        pieces_of([one], FrameClock(), "{title}")


def test_a_stretch_that_is_the_whole_sound_is_the_file_itself() -> None:
    (whole, part) = pieces_of(
        [picked(Cue(1, "", "a"), start_s=0.0, end_s=4.0), picked(Cue(2, "", "b"), start_s=0.0, end_s=2.0)], FrameClock()
    )
    assert whole.is_whole and not part.is_whole
    assert (whole.name, part.name) == ("1 a - door", "2 b - door")


@pytest.mark.parametrize(("as_wav", "ending"), [(True, "wav"), (False, "flac")])
def test_copies_are_all_of_one_format_where_that_is_chosen(tmp_path: Path, as_wav: bool, ending: str) -> None:
    wave = np.sin(np.arange(48_000) / 9.0) * 0.5
    for name in ("hum.flac", "bell.wav"):
        soundfile.write(tmp_path / name, wave, 48_000, subtype="PCM_16")
    found = [
        replace(sound(name, 1.0), path=FilePath.of(str(tmp_path / name)))
        for name in ("hum.flac", "bell.wav", "hum.flac")
    ]
    rows = [SpotRow(Cue(number, "", "door"), "door") for number in (1, 2, 3)]
    some = [PickedSound(rows[0], found[0]), PickedSound(rows[1], found[1]), PickedSound(rows[2], found[2], 0.2, 0.6)]
    done = copy(pieces_of(some, FrameClock(), as_wav=as_wav), tmp_path / "out")
    assert [path.name for path in paths(done)] == [f"1 door - hum.{ending}", "2 door - bell.wav", "3 door - hum.wav"]
    lengths_s = [soundfile.info(path).duration for path in paths(done)]
    assert lengths_s == pytest.approx([1.0, 1.0, 0.4])
    samples, _ = soundfile.read(done.files[0].path)
    assert np.array_equal(samples, soundfile.read(tmp_path / "hum.flac")[0])
    assert done.files[1].path.read_bytes() == (tmp_path / "bell.wav").read_bytes()


def test_a_table_runs_nothing_in_a_spreadsheet(tmp_path: Path) -> None:
    write_cue_table([picked(Cue(1, "=1+1", "=cmd()"))], FrameClock(), tmp_path / "a.csv")
    with (tmp_path / "a.csv").open(newline="", encoding="utf-8") as file:
        (row,) = csv.DictReader(file)
    assert (row["name"], row["text"]) == ("'=1+1", "'=cmd()")


def test_nothing_picked_is_told(tmp_path: Path) -> None:
    with pytest.raises(CueError, match="no cue has"):
        write_cue_table([], FrameClock(), tmp_path / "a.csv")
    with pytest.raises(CueError, match="no cue has"):
        write_timeline([], FrameClock(), "", tmp_path / "a.otio")
    with pytest.raises(CueError, match="no cue has"):
        pieces_of([], FrameClock())
    assert list(tmp_path.iterdir()) == []


def test_where_no_timelines_can_be_written_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeline_writer, "find_spec", lambda name: None)  # as on a Mac with an Intel processor
    with pytest.raises(CueError, match="OpenTimelineIO is not installed") as told:
        write_timeline([picked(Cue(1, "", "a"))], FrameClock(), "", tmp_path / "a.otio")
    assert "CSV" in told.value.advice
