"""`earshot-train robustness`: each change does to a file what its name says, and what it costs a pack is told."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import soundfile

from engine.audio import decode
from tests.helpers.sounds import tone, write, write_tone
from tests.training.corpora import make_corpus
from tests.training.test_listening import clip as clip_of
from training.cli.main import main
from training.data.corpus import only, read_corpus
from training.evaluation.changes import FileChange, after_silence, changes, in_a_room
from training.evaluation.library import copied
from training.measures.caption_queries import some_kinds

CHANGES = {change.name: change for change in changes()}


def changed(tmp_path: Path, name: str, *, rate: int = 32_000) -> tuple[Path, soundfile._SoundFileInfo]:
    """One second of 440 Hz, changed."""
    clip = only(read_corpus(make_corpus(tmp_path / "data")), "test")[0]
    write_tone(clip.path, 440.0, 1.0, rate=rate, level=0.5)
    path = CHANGES[name].writer()(clip, tmp_path / "000000")
    assert path is not None
    return path, soundfile.info(path)


def test_the_quiet_copy_is_30_db_down_and_has_16_bits(tmp_path: Path) -> None:
    path, info = changed(tmp_path, "-30 dB in 16 bits")
    samples, _ = soundfile.read(path)
    # 0.5 * 10^(-30 / 20) = 0.0158
    assert (info.subtype, np.abs(samples).max()) == ("PCM_16", pytest.approx(0.0158, rel=0.01))


@pytest.mark.parametrize(("name", "rate_hz"), [("8 kHz", 8_000), ("22.05 kHz", 22_050), ("96 kHz", 96_000)])
def test_the_rate_is_another_and_the_length_the_same(tmp_path: Path, name: str, rate_hz: int) -> None:
    _, info = changed(tmp_path, name)
    assert (info.samplerate, info.duration) == (rate_hz, pytest.approx(1.0, abs=0.001))


@pytest.mark.parametrize(("rate_hz", "coded_hz"), [(32_000, 32_000), (96_000, 44_100)])
def test_the_mp3_has_64_kbit_a_second_and_sounds_like_it(tmp_path: Path, rate_hz: int, coded_hz: int) -> None:
    path, _ = changed(tmp_path, "MP3 at 64 kbit/s", rate=rate_hz)
    samples, info = decode.read(path)
    assert (info.format, info.sample_rate_hz, info.channels) == ("MP3", coded_hz, 1)
    assert path.stat().st_size == pytest.approx(8_000, rel=0.15)
    spectrum = np.abs(np.fft.rfft(samples))
    assert float(np.argmax(spectrum)) * coded_hz / len(samples) == pytest.approx(440.0, abs=3.0)


def test_mono_becomes_two_equal_channels_and_stereo_one(tmp_path: Path) -> None:
    clip = only(read_corpus(make_corpus(tmp_path / "data")), "test")[0]
    write(clip.path, np.stack([tone(440.0, 0.5), tone(880.0, 0.5)], axis=1))
    both = CHANGES["mono in stereo"].writer()(clip, tmp_path / "both")
    one = CHANGES["mono"].writer()(clip, tmp_path / "one")
    assert both is not None
    assert one is not None
    two, _ = soundfile.read(both)
    single, _ = soundfile.read(one)
    assert (two.shape[1], single.ndim) == (2, 1)
    assert np.array_equal(two[:, 0], two[:, 1])
    assert np.array_equal(two[:, 0], single)


def test_silence_comes_first_and_a_room_rings_on_as_loud_as_before() -> None:
    sound = tone(440.0, 1.0)[:, None]
    late = after_silence(sound, 32_000)
    assert not late[:64_000].any()
    assert np.array_equal(late[64_000:], sound)
    impulse = np.zeros((1, 1), np.float32)
    impulse[0] = 1.0
    room = in_a_room(impulse, 32_000)[:, 0]
    assert np.square(room).sum() == pytest.approx(1.0, rel=1e-4)
    # Of noise under an exponential that falls 60 dB in 0.8 s, each 0.2 s have a thousandth^(1/4) of the power before
    first, second = np.square(room[1:6401]).sum(), np.square(room[6401:12801]).sum()
    assert 10 * np.log10(second / first) == pytest.approx(-15.0, abs=0.5)
    assert np.array_equal(in_a_room(sound, 32_000), in_a_room(sound, 32_000))
    assert in_a_room(sound, 32_000).shape == (32_000 + 25_600, 1)


def test_what_a_change_costs_is_told_beside_the_unchanged_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = make_corpus(tmp_path)
    only(read_corpus(data), "val")[1].path.write_bytes(b"RIFF of nothing")
    # Every sound becomes the same one, so that the files' order decides
    alike = FileChange("all alike", lambda sound, rate_hz: (tone(300.0, 0.5)[:, None], 32_000))
    monkeypatch.setattr("training.evaluation.changes.changes", lambda: [alike])
    assert main(["robustness", "--data", str(data), "--split", "val", "--json"]) == 3
    told = capsys.readouterr()
    assert "1 clips could not be read" in told.err
    record = json.loads(told.out)
    assert (record["parts"], record["clips"], record["queries"]) == (["earshot:val"], 10, 13)
    [line] = record["changed"]
    before, after = record["unchanged"]["value"], line["map10"]["value"]
    assert (line["name"], line["is_too_much"], line["unreadable"]) == ("all alike", True, 1)
    assert line["change"]["value"] == pytest.approx(after - before)
    assert line["relative_loss"] == pytest.approx(1.0 - after / before)


def test_some_kinds_are_whole_and_the_same_each_time() -> None:
    clips = [clip_of(f"{kind}{take}", kind, "x") for take in range(3) for kind in "abcd"]
    some = some_kinds(clips, 4)
    assert some == some_kinds(clips, 4)
    assert len(some) == 6
    assert [clip for clip in clips if clip.kind in {one.kind for one in some}] == some


def test_an_unchanged_copy_keeps_the_bytes(tmp_path: Path) -> None:
    path = write_tone(tmp_path / "a.wav", 440.0, 0.5)
    clip = replace(clip_of("a", "a", "x"), path=path)
    assert copied(clip, tmp_path / "000000").read_bytes() == path.read_bytes()
