"""Many sounds through a profile: one bad file is told and left, nothing is lost, names that are taken are respected."""

import errno
import os
from pathlib import Path

import numpy as np
import pytest
import soundfile

from engine.audio.metadata import read_metadata
from engine.base import read_only_mode
from engine.base.errors import LibraryError, StorageFull, TransferError, WriteRefused
from engine.base.types import FilePath, SoundMetadata
from engine.transfer import sinks
from engine.transfer.collect import ExportItem
from engine.transfer.messages import TransferFault
from engine.transfer.profile import AS_IT_IS, Container, Depth, NamePolicy, Profile, read_channels
from engine.transfer.transfer import TransferredFile, transfer
from tests.helpers.small_disk import small_disk
from tests.helpers.sounds import noise, write, write_tone, write_with_bext

WAV_48 = Profile("48", container=Container.WAV, rate_hz=48_000, depth=Depth.INT24)


def piece(path: Path, start_s: float | None = None, end_s: float | None = None) -> ExportItem:
    exact = FilePath.of(path)
    return ExportItem(exact, read_metadata(exact) if path.exists() else SoundMetadata(), start_s, end_s)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_files_are_made_beside_each_other_and_told_as_they_come(tmp_path: Path) -> None:
    sources = [write_tone(tmp_path / "in" / f"{hz}.wav", hz, 1.0) for hz in (300, 400)]
    told: list[TransferredFile] = []
    shares: list[float] = []
    done = transfer(
        [piece(sources[0]), piece(sources[1], 0.25, 0.75)],
        tmp_path / "new" / "out",
        WAV_48,
        tell=told.append,
        progress=shares.append,
    )
    assert tuple(told) == done.files and not done.skipped
    assert [(file.path.name, file.start_s, file.end_s) for file in done.files] == [
        ("300.wav", None, None), ("400 0m00.250-0m00.750.wav", 0.25, 0.75),
    ]  # fmt: skip
    assert [soundfile.info(file.path).frames for file in done.files] == [48_000, 24_000]
    assert shares == sorted(shares) and shares[-1] == 1.0
    assert "300.wav" in (tmp_path / "new" / "out" / "credits.txt").read_text(encoding="utf-8")


def test_what_needs_no_change_is_copied_byte_for_byte(tmp_path: Path) -> None:
    source = write_with_bext(tmp_path / "a.wav", rate=48_000)
    done = transfer([piece(source)], tmp_path / "out", Profile(container=Container.BWF, rate_hz=48_000))
    assert done.files[0].path.read_bytes() == source.read_bytes()


def test_the_usual_profile_does_what_was_always_done(tmp_path: Path) -> None:
    source = write_with_bext(tmp_path / "a.wav")
    named = Profile("mine", pattern="{name} {n:02}")
    done = transfer([piece(source), piece(source, 0.5, 0.75)], tmp_path / "out", AS_IT_IS)
    again = transfer([piece(source), piece(source, 0.5, 0.75)], tmp_path / "out", named)
    assert [file.path.name for file in done.files] == ["a.wav", "a 0m00.500-0m00.750.wav"]
    assert [file.path.name for file in again.files] == ["a 01.wav", "a 02.wav"]
    assert done.files[0].path.read_bytes() == source.read_bytes()


def test_one_bad_file_is_told_and_left(tmp_path: Path) -> None:
    good = write_tone(tmp_path / "good.wav")
    bad = tmp_path / "bad.wav"
    bad.write_bytes(b"RIFF" + os.urandom(4_000))
    surround = write(tmp_path / "six.wav", np.zeros((4_800, 6), np.float32), 48_000)
    pieces = [piece(bad), piece(tmp_path / "gone.wav"), piece(surround), piece(good), piece(good, 5.0, 6.0)]
    done = transfer(pieces, tmp_path / "out", Profile(container=Container.MP3))
    assert [file.path.name for file in done.files] == ["good.mp3"]
    assert [item.path.name for item in done.skipped] == ["bad.wav", "gone.wav", "six.wav", "good.wav"]
    assert all(item.path.name in str(item.what) for item in done.skipped)
    assert "at most 2 channels" in str(done.skipped[2].what)
    assert names(tmp_path / "out") == ["credits.txt", "good.mp3"]


@pytest.mark.parametrize(
    ("policy", "written", "mine_stays"),
    [
        (NamePolicy.NUMBER, ["a (2).flac", "a.flac"], True),
        (NamePolicy.REPLACE, ["a.flac"], False),
        (NamePolicy.SKIP, ["a.flac"], True),
    ],
)
def test_a_name_that_is_taken(tmp_path: Path, policy: NamePolicy, written: list[str], mine_stays: bool) -> None:
    source = write_tone(tmp_path / "a.wav")
    out = tmp_path / "out"
    out.mkdir()
    (out / "a.flac").write_bytes(b"mine")
    done = transfer([piece(source)], out, Profile(container=Container.FLAC, policy=policy), credits=None)
    assert names(out) == written
    assert ((out / "a.flac").read_bytes() == b"mine") == mine_stays
    assert (done.left == (out / "a.flac",)) == (policy is NamePolicy.SKIP)


def test_the_same_again_is_not_written_twice(tmp_path: Path) -> None:
    source = write(tmp_path / "a.wav", noise(1.0, 44_100), 44_100, "PCM_24")
    first = transfer([piece(source)], tmp_path / "out", WAV_48)
    again = transfer([piece(source)], tmp_path / "out", WAV_48)
    assert [file.path for file in again.files] == [file.path for file in first.files]
    assert [file.is_new for file in (*first.files, *again.files)] == [True, False]


def test_who_refuses_taken_names_writes_nothing_at_all(tmp_path: Path) -> None:
    sources = [write_tone(tmp_path / f"{name}.wav") for name in "ab"]
    out = tmp_path / "out"
    out.mkdir()
    (out / "b.flac").write_bytes(b"mine")
    with pytest.raises(TransferError) as refused:
        transfer([piece(one) for one in sources], out, Profile(container=Container.FLAC, policy=NamePolicy.REFUSE))
    assert refused.value.what.what is TransferFault.NAME_THERE and "b.flac" in str(refused.value)
    assert names(out) == ["b.flac"]


def test_replacing_never_takes_an_original_or_what_was_just_made(tmp_path: Path) -> None:
    source = write_tone(tmp_path / "a.wav", 300.0)
    other = write_tone(tmp_path / "b" / "a.wav", 700.0)
    before = source.read_bytes()
    profile = Profile(container=Container.WAV, depth=Depth.INT24, policy=NamePolicy.REPLACE)
    done = transfer([piece(source), piece(other)], tmp_path, profile, credits=None)
    assert source.read_bytes() == before
    assert [file.path.name for file in done.files] == ["a (2).wav", "a (3).wav"]


def test_split_channels_are_files_of_their_own(tmp_path: Path) -> None:
    samples = np.stack([noise(0.5, 48_000, seed=1), noise(0.5, 48_000, seed=2)], axis=1)
    source = write(tmp_path / "a.wav", samples, 48_000, "PCM_24")
    done = transfer([piece(source)], tmp_path / "out", Profile(channels=read_channels("split")), credits=None)
    assert names(tmp_path / "out") == ["a.L.wav", "a.R.wav"]
    whole = soundfile.read(source)[0]
    assert [np.array_equal(soundfile.read(file.path)[0], whole[:, at]) for at, file in enumerate(done.files)] == [
        True, True,
    ]  # fmt: skip


@pytest.mark.parametrize("container", [Container.WAV, Container.FLAC, Container.AIFF, Container.MP3, Container.M4A])
def test_a_full_disk_loses_nothing(tmp_path: Path, container: Container) -> None:
    # 0.3 MB of noise each in the smallest format, and larger ones later: the disk of 1 MB is full in between.
    short = write(tmp_path / "short.wav", noise(1.0, 44_100), 44_100, "PCM_16")
    long = write(tmp_path / "long.wav", noise(120.0, 44_100), 44_100, "PCM_16")
    with small_disk(tmp_path / "disk", 1) as disk:
        (disk / "long.wav").write_bytes(b"mine")
        profile = Profile(container=container, policy=NamePolicy.REPLACE, fade_s=0.01)
        told: list[TransferredFile] = []
        with pytest.raises(StorageFull):
            transfer([piece(short), piece(long), piece(short)], disk, profile, tell=told.append)
        (file,) = told
        assert [path.name for path in disk.iterdir() if path.suffix == ".part"] == []
        assert (disk / "long.wav").read_bytes() == b"mine"
        assert soundfile.info(file.path).frames > 40_000 if container is not Container.M4A else file.path.exists()
        assert file.path.name in (disk / "credits.txt").read_text(encoding="utf-8")


def test_a_disk_that_refuses_in_the_middle_of_an_encoder_is_told_as_what_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = write(tmp_path / "a.wav", noise(20.0, 44_100), 44_100, "PCM_16")

    def refuse(self: object, frame: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(sinks._FfmpegSink, "_mux", refuse)
    with pytest.raises(LibraryError, match="cannot be written"):
        transfer([piece(source)], tmp_path / "out", Profile(container=Container.FLAC))
    assert names(tmp_path / "out") == []


def test_what_is_complete_stays_when_it_is_cancelled(tmp_path: Path) -> None:
    sources = [write(tmp_path / f"{at}.wav", noise(5.0, 44_100), 44_100) for at in range(4)]
    told: list[TransferredFile] = []
    done = transfer(
        [piece(one) for one in sources],
        tmp_path / "out",
        Profile(container=Container.FLAC),
        tell=told.append,
        cancel=lambda: len(told) >= 2,
    )
    assert done.is_cancelled and [file.path.name for file in done.files] == ["0.flac", "1.flac"]
    assert names(tmp_path / "out") == ["0.flac", "1.flac", "credits.txt"]


def test_the_promise_to_leave_sounds_alone_is_kept(tmp_path: Path) -> None:
    source = write_tone(tmp_path / "a.wav")
    with read_only_mode.given(True), pytest.raises(WriteRefused):
        transfer([piece(source)], tmp_path, WAV_48)
    assert names(tmp_path) == ["a.wav"]


def test_names_are_those_of_the_pattern_with_the_words_of_the_piece(tmp_path: Path) -> None:
    source = write_tone(tmp_path / "rain.wav")
    path = FilePath.of(source)
    pieces = [ExportItem(path, SoundMetadata(), 0.1 * at, 0.5, words=(("cue", f"Storm/{at}"),)) for at in (1, 2)]
    done = transfer(pieces, tmp_path / "out", Profile(container=Container.AIFF, pattern="{cue} {name}_{n:03}"))
    assert [file.path.name for file in done.files] == ["Storm_1 rain_001.aiff", "Storm_2 rain_002.aiff"]
