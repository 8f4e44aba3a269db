"""Regions between silences: where FFmpeg hears sound, by a rule or the background, made and taken back by a shell."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
from hypothesis import given
from hypothesis import strategies as st

from engine.audio.markers import Marker, MarkerKind
from engine.base.errors import MarkerError
from engine.base.types import FilePath
from engine.cli.main import main
from engine.features.markers.silence_split import SoundLevels, SplitRule, new_regions, read_levels, regions_between
from engine.store.catalogue import Catalogue
from tests.helpers.sounds import noise, tone, write

RATE = 32_000
CALLS = ((0.5, 1.0), (1.8, 2.0), (2.1, 2.6), (4.0, 4.9))
"""Start and end of each call, in seconds; the middle two are .1 s apart."""


def session(background: float = 0.0) -> np.ndarray[Any, np.dtype[np.float32]]:
    samples = noise(5.5, RATE, background, seed=1) if background else np.zeros(round(5.5 * RATE), np.float32)
    for start_s, end_s in CALLS:
        part = tone(440.0, end_s - start_s, RATE, 0.5)
        samples[round(start_s * RATE) : round(start_s * RATE) + len(part)] += part
    return samples


def spans(regions: tuple[Marker, ...]) -> list[tuple[float, float]]:
    assert all(one.kind is MarkerKind.REGION for one in regions)
    return [(round(one.start_s, 2), round(one.end_s or 0.0, 2)) for one in regions]


def levels_of(path: Path) -> SoundLevels:
    return read_levels(FilePath.of(path))


def rule(
    threshold_dbfs: float = -50.0, silence_s: float = 0.5, sound_s: float = 0.1, margin_s: float = 0.0
) -> SplitRule:
    return SplitRule(threshold_dbfs, silence_s, sound_s, margin_s)


def test_a_region_is_what_lies_between_silences(tmp_path: Path) -> None:
    levels = levels_of(write(tmp_path / "a.wav", session(), RATE))
    assert spans(regions_between(levels, rule())) == [(0.5, 1.0), (1.8, 2.6), (4.0, 4.9)]
    assert spans(regions_between(levels, rule(silence_s=0.05))) == list(CALLS)
    assert spans(regions_between(levels, rule(silence_s=0.05, sound_s=0.3))) == [(0.5, 1.0), (2.1, 2.6), (4.0, 4.9)]
    wide = regions_between(levels, rule(silence_s=0.05, margin_s=0.08))
    assert spans(wide) == [(0.42, 1.08), (1.72, 2.05), (2.05, 2.68), (3.92, 4.98)], "margins share a short silence"
    assert regions_between(levels, rule(threshold_dbfs=-3.0)) == ()


def test_a_sound_of_one_channel_is_no_silence(tmp_path: Path) -> None:
    samples = session()
    path = tmp_path / "a.wav"
    soundfile.write(path, np.stack([np.zeros_like(samples), samples], axis=1), RATE)
    assert len(regions_between(levels_of(path), rule())) == 3


@pytest.mark.parametrize("background", [0.0, 0.002, 0.03])
def test_without_a_threshold_the_background_sets_it(tmp_path: Path, background: float) -> None:
    levels = levels_of(write(tmp_path / "a.wav", session(background), RATE))
    assert spans(regions_between(levels, rule(levels.quiet_dbfs))) == [(0.5, 1.0), (1.8, 2.6), (4.0, 4.9)]


def test_the_threshold_is_that_of_rabiner_and_sambur() -> None:
    # Nine quiet blocks of .01 and one of .5: .03 * .49 + .01 = .0247, and 4 * .01 = .04; 20 log10(.0247) = -32.1.
    peaks = np.array([0.01] * 9 + [0.5], np.float16)
    assert SoundLevels(peaks, 0.01, 0.1).quiet_dbfs == -32.0
    assert SoundLevels(np.zeros(0, np.float16), 0.01, 0.0).quiet_dbfs == -96.0


@pytest.mark.shows("regions-split")
@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg is not installed")
@pytest.mark.parametrize("threshold_db", [-20, -30, -45])
def test_ffmpeg_hears_the_same_silences(tmp_path: Path, threshold_db: int) -> None:
    rng = np.random.default_rng(3)
    lengths_s = np.stack([rng.uniform(0.2, 0.9, 24), np.tile([0.15, 0.4, 0.7], 8)], axis=1).ravel()
    levels = np.stack([np.full(24, 0.5), np.tile([0.0, 0.002, 0.02, 0.06], 6)], axis=1).ravel()
    gain = np.repeat(levels, np.round(lengths_s * RATE).astype(int)).astype(np.float32)
    samples = gain * np.sign(noise(len(gain) / RATE + 1.0, RATE)[: len(gain)])  # full height at every sample
    path = write(tmp_path / "a.wav", samples.astype(np.float32), RATE)
    command = ["ffmpeg", "-i", path, "-af", f"silencedetect=n={threshold_db}dB:d=0.3", "-f", "null", "-"]
    said = subprocess.run(command, capture_output=True, check=True).stderr.decode()
    starts, ends = (
        [float(one) for one in re.findall(rf"silence_{word}: (-?[\d.]+)", said)] for word in ("start", "end")
    )
    expected = [one for pair in zip(starts, ends, strict=False) for one in pair if 0.02 < one < len(gain) / RATE - 0.02]
    found = regions_between(levels_of(path), rule(threshold_db, 0.3, 0.0))
    bounds = [at for one in found for at in (one.start_s, one.end_s or 0.0) if 0.02 < at < len(gain) / RATE - 0.02]
    assert len(expected) > 8
    assert bounds == pytest.approx(expected, abs=0.011), "to a block of .01 s"


@given(
    peaks=st.lists(st.sampled_from([0.0, 0.001, 0.5]), max_size=200),
    silence=st.integers(1, 30),
    sound=st.integers(0, 30),
    margin=st.integers(0, 30),
)
def test_regions_are_in_order_apart_and_within_the_sound(
    peaks: list[float], silence: int, sound: int, margin: int
) -> None:
    levels = SoundLevels(np.array(peaks, np.float16), 0.01, len(peaks) / 100)
    found = regions_between(levels, SplitRule(-40.0, silence / 100, sound / 100, margin / 100))
    bounds = [at for one in found for at in (one.start_s, one.end_s or 0.0)]
    assert bounds == pytest.approx(sorted(bounds))
    assert all(0.0 <= at <= levels.duration_s for at in bounds)
    assert all((one.end_s or 0.0) - one.start_s >= sound / 100 - 1e-6 for one in found)
    if sound == 0:  # then each loud block is in one
        loud = [place for place, peak in enumerate(peaks) if peak == 0.5]
        covered = [at for at in loud if any(one.start_s - 1e-6 <= at / 100 < (one.end_s or 0.0) for one in found)]
        assert covered == loud


def test_odd_rules_and_too_many_regions_are_refused() -> None:
    for odd in ((1.0,), (-97.0,), (float("nan"),), (-50.0, 0.0), (-50.0, 0.5, -1.0), (-50.0, 0.5, 0.1, 601.0)):
        with pytest.raises(MarkerError):
            SplitRule(*odd)
    many = SoundLevels(np.tile(np.array([0.5, 0.0], np.float16), 2_001), 0.01, 40.02)
    with pytest.raises(MarkerError, match="2001"):
        regions_between(many, SplitRule(-50.0, 0.01, 0.0, 0.0))


def test_what_is_a_region_already_is_not_made_again() -> None:
    found = (Marker(MarkerKind.REGION, 0.5, 1.0), Marker(MarkerKind.REGION, 2.0, 2.5))
    named = Marker(MarkerKind.REGION, 0.5000001, 1.0, "gate")
    assert new_regions(found, (named, Marker(MarkerKind.LOOP, 2.0, 2.5))) == found[1:]


@pytest.mark.shows("regions-split")
def test_a_shell_makes_regions_which_are_exported_and_taken_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    library, wav = tmp_path / "library", write(tmp_path / "a.wav", session(0.002), RATE)
    Catalogue.open(library).close()

    def markers(*words: str) -> tuple[int, list[dict[str, Any]]]:
        code = main(["--library", str(library), "markers", words[0], "--json", *words[1:]])
        return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    assert len(markers("split", str(wav), "--dry-run")[1]) == 3
    assert markers("list", str(wav)) == (0, [])
    code, made = markers("split", str(wav), str(tmp_path / "none.wav"))
    assert code == 3, "one file is not there"
    assert [(round(one["start_s"], 2), round(one["end_s"], 2)) for one in made if "kind" in one] == [
        (0.48, 1.02), (1.78, 2.62), (3.98, 4.92),
    ]  # fmt: skip
    assert markers("split", str(wav)) == (0, []), "they are there"
    out = tmp_path / "out"
    assert len(markers("export", str(wav), "--to", str(out))[1]) == 3
    assert sorted(path.name for path in out.glob("*.wav")) == ["a 1.wav", "a 2.wav", "a 3.wav"]
    assert markers("undo", str(wav)) == (0, [])
    assert main(["--library", str(library), "markers", "split", str(wav), "--threshold", "3"]) == 1
