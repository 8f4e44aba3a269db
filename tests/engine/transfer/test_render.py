"""What a profile does to samples: nothing where nothing is asked, and else as sox, FFmpeg and the standards have it."""

import json
import re
import shutil
import struct
import subprocess
from pathlib import Path

import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray

from engine.audio.decode import open_audio
from engine.audio.effects import Effects
from engine.audio.metadata import read_metadata
from engine.base.cancellation import StopRequested
from engine.base.errors import EmptyAudio, TransferError
from engine.base.messages import Message
from engine.base.types import FilePath, SoundMetadata
from engine.transfer.collect import ExportItem
from engine.transfer.messages import TransferFault, TransferNote
from engine.transfer.profile import AS_IT_IS, Container, Depth, Profile, TextRule, read_channels, read_level
from engine.transfer.render import render
from engine.transfer.transfer_plan import plan
from tests.helpers.sounds import noise, tone, write, write_tone, write_with_bext

KEPT = [(Container.WAV, "wav"), (Container.BWF, "wav"), (Container.AIFF, "aiff"), (Container.FLAC, "flac")]


def make(
    source: Path,
    profile: Profile,
    place: Path,
    *,
    start_s: float | None = None,
    end_s: float | None = None,
    effects: Effects | None = None,
) -> tuple[list[Path], tuple[Message, ...]]:
    """Makes the files of one sound beside each other; gives them with what was noted."""
    path = FilePath.of(source)
    piece = ExportItem(path, read_metadata(path), start_s, end_s, effects or Effects())
    with open_audio(path) as stream:
        made = plan(piece, profile, stream.info)
    place.mkdir(exist_ok=True)
    places = [place / name for name in made.names]
    return places, render(made, places)


def random_24(frames: int, channels: int) -> NDArray[np.int32]:
    return (np.random.default_rng(3).integers(-(2**23), 2**23, (frames, channels)) << 8).astype(np.int32)


@pytest.mark.parametrize(("container", "suffix"), KEPT)
def test_24_bits_stay_24_bits_bit_for_bit(tmp_path: Path, container: Container, suffix: str) -> None:
    whole = random_24(70_000, 2)
    soundfile.write(tmp_path / "a.wav", whole, 48_000, subtype="PCM_24")
    (file,), notes = make(tmp_path / "a.wav", Profile(container=container, depth=Depth.INT24), tmp_path / "out")
    read, rate = soundfile.read(file, dtype="int32")
    assert file.suffix == f".{suffix}" and rate == 48_000 and soundfile.info(file).subtype == "PCM_24" and not notes
    assert np.array_equal(read, whole)


def test_a_stretch_is_the_same_samples_between_its_fades(tmp_path: Path) -> None:
    whole = random_24(96_000, 1)
    soundfile.write(tmp_path / "a.wav", whole, 48_000, subtype="PCM_24")
    profile = Profile(container=Container.FLAC, handles_s=0.1)
    (file,), _ = make(tmp_path / "a.wav", profile, tmp_path / "out", start_s=0.5, end_s=1.0)
    read, _ = soundfile.read(file, dtype="int32", always_2d=True)
    assert len(read) == 33_600  # 0.1 + 0.5 + 0.1 s
    assert np.array_equal(read[240:-240], whole[19_200 + 240 : 52_800 - 240])  # fades of 5 ms
    assert abs(int(read[0, 0])) < abs(int(whole[19_200, 0]))


def test_float_keeps_what_lies_above_full_scale_and_integers_say_what_they_clip(tmp_path: Path) -> None:
    loud = np.array([0.0, 1.5, -1.5, 0.25] * 100, dtype=np.float32)
    write(tmp_path / "a.wav", loud, 48_000, "FLOAT")
    (file,), notes = make(tmp_path / "a.wav", Profile(container=Container.AIFF, depth=Depth.FLOAT32), tmp_path / "f")
    assert np.array_equal(soundfile.read(file, dtype="float32")[0], loud) and notes == ()
    (file,), notes = make(tmp_path / "a.wav", Profile(depth=Depth.INT16), tmp_path / "i")
    assert [(note.what, note.values) for note in notes] == [(TransferNote.CLIPPED, (200,))]
    assert soundfile.read(file, dtype="int16")[0].max() == 32_767


def test_fewer_bits_are_dithered_so_that_what_is_below_them_is_heard_and_not_distorted(tmp_path: Path) -> None:
    # A sine of 0.4 of a 16-bit step: rounded alone it is silence.
    quiet = (0.4 / 32_768) * np.sin(2 * np.pi * 1_000 * np.arange(480_000) / 48_000)
    soundfile.write(tmp_path / "a.wav", quiet, 48_000, subtype="PCM_24")
    (file,), _ = make(tmp_path / "a.wav", Profile(depth=Depth.INT16), tmp_path / "out")
    read = soundfile.read(file)[0] * 32_768
    found = 2 * np.abs(np.mean(read * np.exp(-2j * np.pi * 1_000 * np.arange(len(read)) / 48_000)))
    third = 2 * np.abs(np.mean(read * np.exp(-2j * np.pi * 3_000 * np.arange(len(read)) / 48_000)))
    assert found == pytest.approx(0.4, abs=0.02) and third < 0.01
    # Triangular dither of one step either way and rounding: variance 1/6 + 1/12 (Lipshitz et al. 1992).
    assert np.var(read) - 0.4**2 / 2 == pytest.approx(0.25, abs=0.01)


@pytest.mark.skipif(shutil.which("sox") is None, reason="compares with sox, which is not here")
@pytest.mark.parametrize(("from_hz", "to_hz"), [(96_000, 48_000), (44_100, 48_000), (48_000, 44_100)])
def test_another_rate_is_that_of_sox(tmp_path: Path, from_hz: int, to_hz: int) -> None:
    # Noise up to .9 of the lower Nyquist frequency: the passband.
    frames, limit = from_hz * 2, 0.45 * min(from_hz, to_hz)
    spectrum = np.fft.rfft(np.random.default_rng(1).normal(size=frames))
    spectrum[np.fft.rfftfreq(frames, 1 / from_hz) > limit] = 0
    wave = np.fft.irfft(spectrum, frames)
    write(tmp_path / "a.wav", (0.5 * wave / np.abs(wave).max()).astype(np.float32), from_hz, "FLOAT")
    (file,), _ = make(tmp_path / "a.wav", Profile(container=Container.WAV, rate_hz=to_hz), tmp_path / "out")
    subprocess.run(
        [
            "sox",
            "-D",
            tmp_path / "a.wav",
            "-e",
            "floating-point",
            "-b",
            "64",
            tmp_path / "s.wav",
            "rate",
            "-v",
            str(to_hz),
        ],
        check=True,
    )
    ours, theirs = soundfile.read(file)[0], soundfile.read(tmp_path / "s.wav")[0]
    assert abs(len(ours) - len(theirs)) <= 1
    count = min(len(ours), len(theirs))
    # sox dithers nothing in float, and reads and keeps 32 bits: its noise is at -180 dB.
    differs = np.abs(np.fft.rfft((ours[:count] - theirs[:count]) * np.hanning(count))) / (count / 4)
    inside = np.fft.rfftfreq(count, 1 / to_hz) <= limit
    assert 20 * np.log10(differs[inside].max()) < -110


def test_what_the_new_rate_cannot_hold_is_gone(tmp_path: Path) -> None:
    # 30 kHz at 96 kHz would fold to 18 kHz at 48 kHz.
    write(tmp_path / "a.wav", tone(30_000.0, 2.0, 96_000, 0.9), 96_000, "FLOAT")
    (file,), _ = make(tmp_path / "a.wav", Profile(rate_hz=48_000, fade_s=0.1), tmp_path / "out")
    read = soundfile.read(file)[0]
    inner = read[9_600:-9_600]
    level = np.abs(np.fft.rfft(inner * np.hanning(len(inner)))) / (len(inner) / 4)
    assert 20 * np.log10(level.max()) < -120
    assert len(read) == 96_000


def ebur128(file: Path) -> tuple[float, float]:
    """Integrated loudness and true peak as FFmpeg measures them."""
    command = ["ffmpeg", "-nostats", "-i", str(file), "-af", "ebur128=peak=true", "-f", "null", "-"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    summary = said[said.rindex("Summary") :]
    found = re.search(r"I:\s+(-?[\d.]+) LUFS.*Peak:\s+(-?[\d.]+) dBFS", summary, re.DOTALL)
    assert found is not None
    return float(found[1]), float(found[2])


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="measures with FFmpeg, which is not here")
@pytest.mark.parametrize("channels", [1, 2])
def test_levels_are_what_ffmpeg_measures(tmp_path: Path, channels: int) -> None:
    samples = np.stack([noise(6.0, 44_100, 0.3, seed) for seed in range(channels)], axis=1)
    samples[:88_200] *= 0.1
    write(tmp_path / "a.wav", samples, 44_100, "PCM_24")

    def made(level: str) -> tuple[float, float]:
        profile = Profile(container=Container.WAV, rate_hz=48_000, depth=Depth.INT24, level=read_level(level))
        (file,), notes = make(tmp_path / "a.wav", profile, tmp_path / level.replace(":", "_"))
        assert notes == ()
        return ebur128(file)

    assert made("lufs:-23")[0] == pytest.approx(-23.0, abs=0.1)
    assert made("tp:-3")[1] == pytest.approx(-3.0, abs=0.2)  # what EBU Tech 3341 lets meters of true peak differ by


def test_a_peak_is_the_highest_sample_and_a_loudness_that_would_clip_is_held_and_told(tmp_path: Path) -> None:
    write_tone(tmp_path / "a.wav", 997.0, 2.0, rate=48_000, level=0.1)
    (file,), notes = make(tmp_path / "a.wav", Profile(depth=Depth.INT24, level=read_level("peak:-6")), tmp_path / "p")
    assert 20 * np.log10(np.abs(soundfile.read(file)[0]).max()) == pytest.approx(-6.0, abs=0.001) and not notes
    (file,), notes = make(tmp_path / "a.wav", Profile(depth=Depth.INT24, level=read_level("lufs:-1")), tmp_path / "l")
    # A sine whose true peak is -1 dBTP has -1 - 3.01 LUFS and a little less than .7 of the K filter (BS.1770-5): -4.0.
    assert [note.what for note in notes] == [TransferNote.QUIETER_THAN_ASKED]
    assert 20 * np.log10(np.abs(soundfile.read(file)[0]).max()) == pytest.approx(-1.0, abs=0.05)


def test_silence_and_what_is_too_short_keep_their_level_and_say_so(tmp_path: Path) -> None:
    write(tmp_path / "a.wav", np.zeros(48_000, np.float32), 48_000)
    for level in ("lufs:-23", "tp:-1", "peak:-1"):
        (file,), notes = make(tmp_path / "a.wav", Profile(level=read_level(level)), tmp_path / level[:2])
        assert [note.what for note in notes] == [TransferNote.NOT_MEASURED]
        assert np.abs(soundfile.read(file)[0]).max() <= 2 / 32_768  # the dither


def test_an_offset_is_taken_away_from_each_channel(tmp_path: Path) -> None:
    samples = np.stack([tone(500.0, 1.0, 48_000, 0.2) + 0.1, tone(700.0, 1.0, 48_000, 0.2) - 0.05], axis=1)
    write(tmp_path / "a.wav", samples.astype(np.float32), 48_000, "FLOAT")
    (file,), _ = make(tmp_path / "a.wav", Profile(is_dc_removed=True), tmp_path / "out")
    read = soundfile.read(file)[0]
    assert np.abs(read.mean(axis=0)).max() < 1e-8
    assert np.abs(read).max() == pytest.approx(0.2, abs=1e-3)


def test_channels_are_folded_picked_and_split(tmp_path: Path) -> None:
    # FL FR FC LFE BL BR, each a level of its own.
    levels = np.array([0.1, 0.2, 0.3, 0.4, 0.05, 0.15], np.float32)
    write(tmp_path / "a.wav", np.tile(levels, (4_800, 1)), 48_000, "FLOAT")

    def made(channels: str) -> list[NDArray[np.float64]]:
        files, _ = make(tmp_path / "a.wav", Profile(channels=read_channels(channels)), tmp_path / channels[:4])
        return [soundfile.read(file, always_2d=True)[0] for file in files]

    # ITU-R BS.775-3 table 2: centre and surrounds at .7071, no LFE; scaled by 1 / (1 + .7071 + .7071).
    gain = 1 / (1 + 2 * np.sqrt(0.5))
    left = (0.1 + np.sqrt(0.5) * (0.3 + 0.05)) * gain
    right = (0.2 + np.sqrt(0.5) * (0.3 + 0.15)) * gain
    assert made("stereo")[0][0] == pytest.approx([left, right], abs=1e-6)
    assert made("mono")[0][0] == pytest.approx([(left + right) / 2], abs=1e-6)
    assert made("pick:4,1")[0][0] == pytest.approx([0.4, 0.1], abs=1e-6)
    split = made("split")
    assert [len(one) for one in split] == [4_800] * 6
    assert [float(one[0, 0]) for one in split] == pytest.approx(levels.tolist(), abs=1e-6)
    assert sorted(path.name for path in (tmp_path / "spli").iterdir()) == [
        "a.C.wav", "a.L.wav", "a.LFE.wav", "a.Ls.wav", "a.R.wav", "a.Rs.wav",
    ]  # fmt: skip


def test_a_channel_that_is_not_there_is_refused(tmp_path: Path) -> None:
    write_tone(tmp_path / "a.wav", channels=2)
    with pytest.raises(TransferError) as refused:
        make(tmp_path / "a.wav", Profile(channels=read_channels("pick:3")), tmp_path / "out")
    assert refused.value.what.what is TransferFault.NO_SUCH_CHANNEL


def test_more_channels_than_mp3_has_are_refused_and_not_folded_in_secret(tmp_path: Path) -> None:
    write(tmp_path / "a.wav", np.zeros((4_800, 6), np.float32), 48_000)
    with pytest.raises(TransferError) as refused:
        make(tmp_path / "a.wav", Profile(container=Container.MP3), tmp_path / "out")
    assert refused.value.what.what is TransferFault.CHANNELS_IN_FORMAT


@pytest.mark.parametrize(("container", "suffix"), [(Container.MP3, "mp3"), (Container.M4A, "m4a")])
def test_lossy_files_are_what_they_were_made_of_with_its_tags(
    tmp_path: Path, container: Container, suffix: str
) -> None:
    write_tone(tmp_path / "a.flac", 1_000.0, 2.0, rate=192_000, level=0.5, channels=2)
    path = FilePath.of(tmp_path / "a.flac")
    with open_audio(path) as stream:
        metadata = SoundMetadata(title="Tür", description="Holz", licence="CC0", keywords=("creak", "slow"))
        made = plan(ExportItem(path, metadata), Profile(container=container), stream.info)
    place = tmp_path / made.names[0]
    notes = render(made, [place])
    assert place.suffix == f".{suffix}" and [note.what for note in notes] == [TransferNote.RATE_LOWERED]
    with open_audio(place) as stream:
        read = np.concatenate(list(stream.blocks()))
        rate = stream.info.sample_rate_hz
    assert rate == made.rate_hz == {"mp3": 48_000, "m4a": 96_000}[suffix]
    assert np.sqrt(np.mean(read[rate // 2 : rate] ** 2)) == pytest.approx(0.5 / np.sqrt(2), rel=0.01)
    said = read_metadata(FilePath.of(place))
    assert (said.title, said.description or said.comment, said.licence) == ("Tür", "Holz", "CC0")
    bare = render(plan(made.piece, Profile(container=container, texts=TextRule.NONE), made.info), [tmp_path / "b"])
    assert bare and not read_metadata(FilePath.of(tmp_path / "b")).title


IXML = (
    "<BWFXML><SCENE>12</SCENE><FILE_UID>ABC</FILE_UID><SPEED><FILE_SAMPLE_RATE>96000</FILE_SAMPLE_RATE>"
    "<AUDIO_BIT_DEPTH>16</AUDIO_BIT_DEPTH><TIMESTAMP_SAMPLE_RATE>96000</TIMESTAMP_SAMPLE_RATE>"
    "<TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_HI>1</TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_HI>"
    "<TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_LO>6</TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_LO></SPEED></BWFXML>"
)


def test_the_time_reference_moves_by_the_cut_and_follows_the_rate_and_ids_are_cleared(tmp_path: Path) -> None:
    write_with_bext(tmp_path / "a.wav", seconds=2.0, rate=96_000, ixml=IXML)  # its reference is 48,000 samples: .5 s
    profile = Profile(container=Container.BWF, rate_hz=48_000, depth=Depth.INT24, handles_s=0.25, originator="Me")
    (file,), _ = make(tmp_path / "a.wav", profile, tmp_path / "out", start_s=1.0, end_s=1.5)
    content = file.read_bytes()
    extension = content[content.index(b"bext") + 8 :]
    (reference,) = struct.unpack_from("<Q", extension, 338)
    assert reference == round((0.5 + 0.75) * 48_000)
    assert extension[256:288].rstrip(b"\0") == b"Me" and not extension[288:320].strip(b"\0")  # OriginatorReference
    assert extension[:256].rstrip(b"\0") == b"Heavy wooden door slams shut"
    text = content[content.index(b"<BWFXML") :].decode("latin-1")
    assert "<SCENE>12</SCENE>" in text and "<FILE_UID></FILE_UID>" in text
    assert "<FILE_SAMPLE_RATE>48000<" in text and "<AUDIO_BIT_DEPTH>24<" in text
    # (2^32 + 6 + .75 · 96000) / 2 = 2147519651
    assert "<TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_HI>0<" in text
    assert "<TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_LO>2147519651<" in text and "<TIMESTAMP_SAMPLE_RATE>48000<" in text


def test_a_bwf_has_an_extension_and_no_metadata_means_none(tmp_path: Path) -> None:
    write_tone(tmp_path / "a.flac", seconds=0.2)
    (file,), _ = make(tmp_path / "a.flac", Profile(container=Container.BWF), tmp_path / "b")
    assert struct.unpack_from("<Q", file.read_bytes(), file.read_bytes().index(b"bext") + 8 + 338) == (0,)
    write_with_bext(tmp_path / "c.wav", ixml=IXML)
    (file,), _ = make(tmp_path / "c.wav", Profile(container=Container.WAV, texts=TextRule.NONE), tmp_path / "n")
    assert b"bext" not in file.read_bytes() and b"iXML" not in file.read_bytes()


def test_more_than_4_gib_become_an_rf64(tmp_path: Path) -> None:
    path = FilePath.of(write_tone(tmp_path / "a.wav", seconds=0.1))
    with open_audio(path) as stream:
        info = stream.info
    from msgspec.structs import replace

    long = replace(info, duration_s=40_000.0)  # a header that states 11 hours: 32 kHz, 24 bits, 3.8 GB
    made = plan(ExportItem(path, SoundMetadata()), Profile(container=Container.WAV, depth=Depth.FLOAT32), long)
    render(made, [tmp_path / "b.wav"])
    assert b"JUNK" in (tmp_path / "b.wav").read_bytes()[:64]  # where ds64 goes once there are so many
    with pytest.raises(TransferError) as refused:
        plan(ExportItem(path, SoundMetadata()), Profile(container=Container.AIFF, depth=Depth.FLOAT32), long)
    assert refused.value.what.what is TransferFault.TOO_LONG_FOR_FORMAT


def test_effects_go_along_and_the_same_again_gives_the_same_bytes(tmp_path: Path) -> None:
    write(tmp_path / "a.wav", noise(1.0, 48_000), 48_000, "PCM_24")
    effects = Effects(pitch_semitones=12.0, gain_db=-6.0, is_reversed=True)
    for container, suffix in KEPT:
        profile = Profile(container=container, rate_hz=44_100, depth=Depth.INT16)
        (first,), _ = make(tmp_path / "a.wav", profile, tmp_path / f"{container}1", effects=effects)
        (again,), _ = make(tmp_path / "a.wav", profile, tmp_path / f"{container}2", effects=effects)
        assert first.name == f"a_rev_+12st_-6dB.{suffix}" and first.read_bytes() == again.read_bytes()
        assert soundfile.info(first).frames == pytest.approx(22_050, abs=2)


def test_after_a_stop_or_a_fault_nothing_is_left(tmp_path: Path) -> None:
    path = FilePath.of(write_tone(tmp_path / "a.wav", seconds=30.0))
    with open_audio(path) as stream:
        info = stream.info
    for container in (Container.WAV, Container.FLAC, Container.MP3, Container.M4A, Container.AIFF):
        made = plan(ExportItem(path, SoundMetadata()), Profile(container=container, depth=None, fade_s=0.1), info)
        asked = iter(range(100))
        with pytest.raises(StopRequested):
            render(made, [tmp_path / "out"], cancel=lambda asked=asked: next(asked) > 3)  # type: ignore[misc]
        gone = plan(ExportItem(path, SoundMetadata(), 40.0, 41.0), Profile(container=container), info)
        with pytest.raises(EmptyAudio):
            render(gone, [tmp_path / "out"])
        assert not (tmp_path / "out").exists()


def test_nothing_to_change_is_a_copy(tmp_path: Path) -> None:
    path = FilePath.of(write_with_bext(tmp_path / "a.wav"))
    with open_audio(path) as stream:
        info = stream.info
    piece = ExportItem(path, read_metadata(path))
    same = Profile(container=Container.BWF, rate_hz=32_000, depth=Depth.INT16, channels=read_channels("mono"))
    assert plan(piece, same, info).is_copy and plan(piece, AS_IT_IS, info).is_copy
    assert not plan(piece, Profile(depth=Depth.INT24), info).is_copy
    assert not plan(piece, Profile(container=Container.FLAC), info).is_copy
    assert not plan(piece, Profile(texts=TextRule.NONE), info).is_copy
    assert json.dumps(plan(piece, same, info).names) == '["a.wav"]'
