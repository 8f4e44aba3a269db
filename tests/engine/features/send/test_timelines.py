"""AAF, FCPXML and EDL by readers that are not ours: clips stand where they were sent, to the sample or to the frame."""

import math
import struct
import tempfile
import xml.etree.ElementTree as ElementTree
from fractions import Fraction
from pathlib import Path
from urllib.parse import unquote, urlsplit

import aaf2
import opentimelineio as otio
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from pycmx import parse_cmx3600

from engine.base.clocks import FrameClock, Rate
from engine.base.errors import LibraryError, TransferError
from engine.base.types import FilePath, SoundMetadata
from engine.features.send.aaf_composition import write_aaf
from engine.features.send.clips import ProjectClip, make_clips, plain_text
from engine.features.send.decision_list import write_edl
from engine.features.send.final_cut_xml import write_fcpxml
from engine.features.send.project_sending import ProjectTarget, SendOrder, send
from engine.transfer.collect import ExportItem
from engine.transfer.profile import AS_IT_IS, Container, Depth, Profile
from engine.transfer.transfer import TransferredFile
from tests.helpers.sounds import write_noise, write_tone

RATE = 48_000
FILM = Profile("Film", container=Container.BWF, rate_hz=RATE, depth=Depth.INT24, handles_s=0.51)
"""Handles of 0.51 s are no whole number of frames at 25: 12.75 frames."""
PLACES_S = (3600.0, 3600.25, 3725.52)
"""90,000 frames, 90,006.25 and 93,138; the second sound overlaps the first."""
NAMES = ("Door slams", 'Rain "heavy" & <loud>', "Tür öffnet")
FIRST_FRAMES = dict(zip(NAMES, (89_988, 89_994, 93_126), strict=True))
"""Files begin at 3599.49, 3599.74 and 3725.01 s, frames 89,987.25, 89,993.5 and 93,125.25: clips at the next ones."""
CLOCK = FrameClock(Rate.R25)


def item(path: Path, at_s: float, cue: str) -> ExportItem:
    return ExportItem(FilePath.of(path), SoundMetadata(), 1.0, 2.0, words=(("cue", cue),), at_s=at_s)


@pytest.fixture
def clips(tmp_path: Path) -> tuple[ProjectClip, ...]:
    """Moments of one second of a mono and a stereo sound, with a handle of 0.51 s on either side."""
    one = write_tone(tmp_path / "one.wav", 440.0, 4.0, rate=44_100)
    two = write_noise(tmp_path / "two.wav", 4.0, rate=96_000, channels=2)
    sources = (one, two, one)
    pieces = [item(source, at_s, name) for source, at_s, name in zip(sources, PLACES_S, NAMES, strict=True)]
    return make_clips(pieces, tmp_path / "Töne & mehr", FILM).clips


def made_up(path: Path, first: int, frames: int, rate_hz: int, head: int = 0, name: str = "Horn") -> ProjectClip:
    """A clip of a file that need not exist."""
    return ProjectClip(TransferredFile(path, FilePath.of(path), 0.0, 1.0, True), name, first, frames, rate_hz, 1, head)


def path_of(clip: "otio.schema.Clip") -> Path:
    return Path(unquote(urlsplit(clip.media_reference.target_url).path))


def clips_of(timeline: "otio.schema.Timeline") -> list["otio.schema.Clip"]:
    return list(timeline.find_clips())


def begin_of(clip: "otio.schema.Clip") -> int:
    return round(clip.range_in_parent().start_time.value)


def time_reference(path: Path) -> int:
    """The place of a broadcast wave, in samples: EBU Tech 3285 §2.3, 338 bytes into the chunk's content."""
    content = path.read_bytes()
    (reference,) = struct.unpack_from("<Q", content, content.index(b"bext") + 8 + 338)
    return int(reference)


def seconds(text: str | None) -> Fraction:
    """A time of FCPXML: "7/25s"."""
    assert text is not None and text.endswith("s")
    return Fraction(text[:-1])


@pytest.mark.shows("send")
def test_an_aaf_has_each_clip_at_its_sample(tmp_path: Path, clips: tuple[ProjectClip, ...]) -> None:
    write_aaf(clips, CLOCK, "Scene 4", tmp_path / "scene.aaf")
    timeline = otio.adapters.read_from_file(str(tmp_path / "scene.aaf"))
    assert timeline.global_start_time == otio.opentime.RationalTime(0, 25), "the full hour before 00:59:59:12"
    mono, left, right = ([one for one in track if isinstance(one, otio.schema.Clip)] for track in timeline.tracks)
    rain = clips[1]
    for found, made in [(mono[0], clips[0]), (mono[1], clips[2]), (left[0], rain), (right[0], rain)]:
        assert (begin_of(found), found.duration().value, found.duration().rate) == (made.first_frame, made.frames, RATE)
        assert made.first_frame == time_reference(made.path)
        assert (found.name, path_of(found)) == (made.name, made.path)
    markers = [(clip.markers[0].name, clip.markers[0].marked_range.start_time.value) for clip in (*mono, *left)]
    assert markers == [(NAMES[0], 24_480), (NAMES[2], 24_480), (NAMES[1], 24_480)], "0.51 s behind the beginning"


def test_an_aaf_begins_before_a_clip_at_the_end_of_an_hour(tmp_path: Path) -> None:
    media = write_tone(tmp_path / "one.wav", 440.0, 0.1)
    clip = made_up(media, 3600 * RATE - 1, RATE, RATE)  # the frame nearest to it is that of the hour
    write_aaf([clip], CLOCK, "One", tmp_path / "one.aaf")
    timeline = otio.adapters.read_from_file(str(tmp_path / "one.aaf"))
    (found,) = clips_of(timeline)
    assert (timeline.global_start_time.value, begin_of(found)) == (0, 3600 * RATE - 1)


def test_an_aaf_describes_its_files(tmp_path: Path, clips: tuple[ProjectClip, ...]) -> None:
    write_aaf(clips, replace(CLOCK, rate=Rate.R29_97, is_drop=True), "Scene 4", tmp_path / "scene.aaf")
    with aaf2.open(tmp_path / "scene.aaf") as file:
        (composition,) = file.content.toplevel()
        code = composition.slot_at(1)
        assert (str(code.edit_rate), code.segment.fps, code.segment.drop) == ("30000/1001", 30, True)
        (rain,) = [mob for mob in file.content.mastermobs() if mob.name == NAMES[1]]
        source = rain.slot_at(1).segment.components[0].mob
        assert [slot["PhysicalTrackNumber"].value for slot in source.slots] == [1, 2]
        descriptor = source.descriptor
        assert (descriptor["SampleRate"].value, descriptor["Length"].value) == (RATE, clips[1].frames)
        # RIFF, size, "WAVEfmt ", size of 40 for WAVE_FORMAT_EXTENSIBLE or 16 for PCM, format, channels, rate
        summary = bytes(descriptor["Summary"].value)
        assert summary[:4] + summary[8:16] == b"RIFFWAVEfmt "
        assert struct.unpack_from("<HI", summary, 22) == (2, RATE)
        assert len(summary) == 20 + struct.unpack_from("<I", summary, 16)[0]


@pytest.mark.shows("send")
def test_an_fcpxml_has_each_sample_at_its_place(tmp_path: Path, clips: tuple[ProjectClip, ...]) -> None:
    assert write_fcpxml(clips, CLOCK, "Scene 4", tmp_path / "scene.fcpxml") == 0.0
    timeline = otio.adapters.read_from_file(str(tmp_path / "scene.fcpxml"))[0]
    found = {clip.name: clip for clip in clips_of(timeline)}
    assert {name: begin_of(clip) for name, clip in found.items()} == FIRST_FRAMES
    assert timeline.name == "Scene 4" and found[NAMES[0]].duration().value == 49  # 50.5 frames less 0.75 are 49.75
    for made in clips:
        clip = found[made.name]
        assert path_of(clip) == made.path and clip.markers[0].name == made.name
        assert clip.source_range.start_time.value == begin_of(clip), "an asset's time is the project's"
    root = ElementTree.parse(tmp_path / "scene.fcpxml").getroot()
    assert [seconds(one.get("start")) * RATE for one in root.iter("asset")] == [
        time_reference(Path(unquote(urlsplit(one.get("src", "")).path))) for one in root.iter("asset")
    ]
    assert [one.get("audioChannels") for one in root.iter("asset")] == ["1", "1", "2"]
    assert sorted(seconds(one.get("start")) for one in root.iter("marker")) == sorted(map(Fraction, map(str, PLACES_S)))


@pytest.mark.shows("send")
def test_an_edl_has_each_sample_at_its_place(tmp_path: Path, clips: tuple[ProjectClip, ...]) -> None:
    assert write_edl(clips, CLOCK, "Scene 4", tmp_path / "scene.edl") == 0.0
    timeline = otio.adapters.read_from_file(str(tmp_path / "scene.edl"), rate=25)
    found = {clip.markers[0].name: clip for clip in clips_of(timeline)}
    assert [track.name for track in timeline.tracks] == ["A1", "A2"]
    for made in clips:
        clip = found[made.name]
        assert clip.source_range.start_time.value == FIRST_FRAMES[made.name], (
            "the file's time reference is its timecode"
        )
        assert (clip.name, clip.media_reference.target_url) == (made.path.name, str(made.path))
    with (tmp_path / "scene.edl").open(encoding="utf-8") as file:
        events = list(parse_cmx3600(file).events)
    edits = [event.edits[0] for event in events]
    assert [(one.source_in, one.record_in, one.record_out) for one in edits] == [
        ("00:59:59:13", "00:59:59:13", "01:00:01:12"),
        ("00:59:59:19", "00:59:59:19", "01:00:01:19"),
        ("01:02:05:01", "01:02:05:01", "01:02:07:00"),
    ]


def test_a_clip_without_a_handle_moves_to_the_nearest_frame_and_says_how_far(tmp_path: Path) -> None:
    late = made_up(tmp_path / "late.wav", round(10.01 * RATE), RATE, RATE)  # frame 250.25
    path = tmp_path / "one.edl"
    assert write_edl([late], CLOCK, "One", path) == pytest.approx(0.010)
    assert "00:00:10:00 00:00:11:00 00:00:10:00 00:00:11:00" in path.read_text(encoding="utf-8")
    assert write_fcpxml([late], CLOCK, "One", tmp_path / "one.fcpxml") == pytest.approx(0.010)
    # a FLAC has no timecode of its own, so that its first sample must stand on a frame even where it has a handle
    handled = made_up(tmp_path / "late.flac", round(10.01 * RATE), RATE, RATE, head=RATE // 2)
    assert write_edl([handled], CLOCK, "One", path) == pytest.approx(0.010)
    assert "00:00:00:00 00:00:01:00 00:00:10:00 00:00:11:00" in path.read_text(encoding="utf-8")
    assert write_fcpxml([handled], CLOCK, "One", tmp_path / "one.fcpxml") == 0.0


TEXTS = st.text(min_size=1, max_size=40).filter(lambda text: bool(text.strip()))


@given(
    name=TEXTS,
    rate=st.sampled_from(Rate),
    is_drop=st.booleans(),
    rate_hz=st.sampled_from((8_000, 44_100, 48_000, 88_200, 96_000, 192_000)),
    start_s=st.fractions(0, 86_000, max_denominator=1_000_000),
    frames=st.integers(1, 1_000_000),
    head=st.integers(0, 10_000),
    suffix=st.sampled_from((".wav", ".flac")),
)
@settings(deadline=None, max_examples=40)
def test_any_name_and_place_comes_back(
    name: str, rate: Rate, is_drop: bool, rate_hz: int, start_s: Fraction, frames: int, head: int, suffix: str
) -> None:
    clock = FrameClock(rate, is_drop)
    with tempfile.TemporaryDirectory() as folder:
        media = Path(folder, f"a b & ü{suffix}")
        clip = made_up(media, round(start_s * rate_hz), frames, rate_hz, min(head, frames), name)
        shift_s = write_fcpxml([clip], clock, name, Path(folder, "one.fcpxml"))
        root = ElementTree.parse(Path(folder, "one.fcpxml")).getroot()
        (asset,), (found,) = root.iter("asset"), root.iter("asset-clip")
        at_s = seconds(found.get("offset"))
        assert (at_s * rate.exact).denominator == 1, "on a frame"
        lands_s = at_s - (seconds(found.get("start")) - seconds(asset.get("start")))
        assert abs(lands_s - Fraction(clip.first_frame, rate_hz)) == pytest.approx(shift_s, abs=1e-12)
        assert shift_s <= 0.5 / rate.exact and (shift_s == 0.0 or clip.head_frames < rate_hz / rate.exact)
        assert found.get("name") == plain_text(name) and Path(unquote(urlsplit(asset.get("src", "")).path)) == media

        edl_shift_s = write_edl([clip], clock, name, Path(folder, "one.edl"))
        text = Path(folder, "one.edl").read_text(encoding="utf-8")
        (event,) = clips_of(otio.adapters.read_from_string(text, "cmx_3600", rate=float(rate.exact)))
        first = event.source_range.start_time.value if suffix == ".wav" else None
        exact = clip.first_frame * rate.exact / rate_hz
        wanted = math.ceil(exact) if edl_shift_s == 0.0 else round(exact)
        assert first in (None, wanted)
        assert f" {clock.write(float(wanted / rate.exact))} " in text
        assert (event.name, event.media_reference.target_url) == (media.name, str(media))


@given(
    name=TEXTS,
    places=st.lists(
        st.tuples(st.integers(0, 44_100 * 80_000), st.integers(1, 10_000_000), st.sampled_from((44_100, 48_000))),
        min_size=1,
        max_size=5,
    ),
    rate=st.sampled_from(Rate),
)
@settings(deadline=None, max_examples=6, suppress_health_check=[HealthCheck.too_slow])
def test_any_clip_of_an_aaf_comes_back(name: str, places: list[tuple[int, int, int]], rate: Rate) -> None:
    clock = FrameClock(rate)
    with tempfile.TemporaryDirectory() as folder:
        media = write_tone(Path(folder, "a ü.wav"), 440.0, 0.1)
        clips = sorted((made_up(media, *place, name=name) for place in places), key=lambda clip: clip.start_s)
        write_aaf(clips, clock, name, Path(folder, "one.aaf"))
        timeline = otio.adapters.read_from_file(str(Path(folder, "one.aaf")))
    start = timeline.global_start_time
    found = []
    for clip in clips_of(timeline):
        rate_hz = round(clip.duration().rate)
        # hours of timecode are whole numbers of samples at these rates
        origin = round(round(start.value) / rate.exact * rate_hz)
        found.append((begin_of(clip) + origin, round(clip.duration().value), rate_hz))
        assert (clip.name, path_of(clip)) == (plain_text(name), media)
    assert sorted(found) == sorted(places)


def test_what_a_format_cannot_hold_is_told_and_loses_nothing(tmp_path: Path, clips: tuple[ProjectClip, ...]) -> None:
    crowd = [made_up(tmp_path / f"{number}.wav", RATE, RATE, RATE) for number in range(5)]
    with pytest.raises(TransferError, match="four audio tracks, and 5 sounds"):
        write_edl(crowd, CLOCK, "Crowd", tmp_path / "crowd.edl")
    long = [made_up(tmp_path / f"{number}.wav", number * RATE, RATE, RATE) for number in range(1000)]
    with pytest.raises(TransferError, match="999 events at most, and these are 1000"):
        write_edl(long, CLOCK, "Long", tmp_path / "long.edl")
    late = [made_up(clips[0].path, 86_399 * RATE, RATE, RATE, name="Midnight")]
    for write, name in ((write_edl, "late.edl"), (write_fcpxml, "late.fcpxml"), (write_aaf, "late.aaf")):
        with pytest.raises(TransferError, match="Midnight would end after the 24 hours"):
            write(late, CLOCK, "Late", tmp_path / name)
        with pytest.raises(LibraryError):
            write(clips, CLOCK, "Nowhere", tmp_path / "no such folder" / name)
    assert not [path for path in tmp_path.iterdir() if path.suffix in (".edl", ".fcpxml", ".aaf")]


def test_an_aaf_refuses_what_it_cannot_refer_to_before_any_file_is_made(tmp_path: Path) -> None:
    source = write_tone(tmp_path / "one.wav", 440.0, 4.0, rate=RATE)
    order = SendOrder(ProjectTarget.AAF, tmp_path / "out")
    with pytest.raises(TransferError, match="an AAF takes WAV files, and the transfer profile makes flac"):
        send([item(source, 10.0, "Horn")], [1.0], order, replace(AS_IT_IS, container=Container.FLAC))
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("target", [ProjectTarget.AAF, ProjectTarget.FCPXML, ProjectTarget.EDL])
def test_a_wrong_timecode_is_told_and_nothing_is_made(tmp_path: Path, target: ProjectTarget) -> None:
    source = write_tone(tmp_path / "one.wav", 440.0, 4.0, rate=RATE)
    piece = replace(item(source, 0.0, "Horn"), at_s=None)
    order = SendOrder(target, tmp_path / "out", at="00:00:10:25", clock=CLOCK, title="Horn")
    with pytest.raises(TransferError, match="00:00:10:25 is not a time"):
        send([piece], [1.0], order, AS_IT_IS)
    assert not (tmp_path / "out").exists()
    sent = send([piece], [1.0], replace(order, at="00:00:10:24"), AS_IT_IS)
    assert sent.place == tmp_path / "out" / f"Horn.{target}" and sent.place.is_file() and sent.shift_s == 0.0
    again = send([piece], [1.0], replace(order, at="00:00:10:24"), AS_IT_IS)
    assert again.place == tmp_path / "out" / f"Horn (2).{target}", "no project is overwritten"
